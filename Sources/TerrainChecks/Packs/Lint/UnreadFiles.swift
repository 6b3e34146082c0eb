import TerrainRules
import TerrainDocuments
import TerrainBase

/// Every file that is written as records of a kind is where the kind's records are read: a copy or a moved file is read by nothing.
enum UnreadFiles {
  @Sendable static func findings(in pack: PackContents) -> [Diagnostic] {
    pack.strays.compactMap { file in
      guard let node = file.root["kind"], let name = node.text, let path = pack.kind(name)?.path else { return nil }
      let isMissed = file.recordIDs.contains { pack.record(name, $0) == nil }
      return .unreadFile(of: name, path: path, at: node, isMissed: isMissed)
    }
  }
}

extension PackContents {
  /// The files of `folder` that have records of one of `kinds`, and are at the path of none. A kind that has no file at its path has
  /// another mistake, which is reported.
  static func strays(_ kinds: [Kind], _ folder: String, _ store: SourceStore) -> [File] {
    let paths = kinds.compactMap { $0.path?.text }
    guard !paths.isEmpty, let files = try? store.list(folder, PackLoader.endings) else { return [] }
    return files.compactMap { file in
      let name = String(file.dropFirst(folder.count + 1))
      guard !paths.contains(where: { name == $0 || name.hasPrefix($0.hasSuffix("/") ? $0 : "\($0)/") }),
        !store.leaves(file, folder), let root = store.file(file).documents.first?.root, root.kind == .map,
        root["items"]?.kind == .list, let kind = root["kind"]?.text,
        kinds.contains(where: { $0.name == kind && $0.path != nil && !$0.files.isEmpty })
      else { return nil }
      return File(path: file, root: root)
    }
  }
}

extension Diagnostic {
  /// - Parameter isMissed: whether the kind lacks records of the file: then it was moved, and is no copy.
  fileprivate static func unreadFile(
    of kind: Text, path: (text: String, node: Node), at node: Node, isMissed: Bool
  ) -> Diagnostic {
    let isFile = PackLoader.endings.contains { path.text.hasSuffix($0) }
    return Diagnostic(
      code: "pack/unread-file", severity: isMissed ? .error : .warning,
      message: "nothing reads this file: the records of `\(kind)` are in `\(path.text)`", at: node,
      related: [.init(message: "the path of the kind", place: path.node.place)],
      fix: isFile
        ? "move its records into `\(path.text)`, or remove the file" : "move it into `\(path.text)`, or remove it")
  }
}
