import TerrainBase
import TerrainDocuments
import TerrainRules

/// A pack in a folder `ContentPacks` is located by its folder's name, and results name it by its `id`: the two are one name.
enum FolderNames {
  @Sendable static func findings(in pack: PackContents) -> [Diagnostic] {
    let folder = Text(FilePath.name(pack.folder))
    guard FilePath.name(FilePath.folder(pack.folder)) == PackLocator.packsFolder,
      let node = pack.manifest["id"], let id = node.text, id != folder
    else { return [] }
    return [.otherFolder(id, folder, at: node)]
  }
}

extension Diagnostic {
  fileprivate static func otherFolder(_ id: Text, _ folder: Text, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/other-folder", severity: .warning,
      message: "the pack `\(id)` is in the folder `\(folder)`, by whose name it is located", at: node,
      fix: "write `\(folder)`, or rename the folder")
  }
}

/// Every file that the content names (`x-file` in the schema) must exist in the pack's folder.
enum MediaFiles {
  @Sendable static func findings(in pack: PackContents) -> [Diagnostic] {
    guard let root = Folder.realPath(pack.folder) else { return [] }
    let files = ContentFiles.disk { _ in ([], []) }
    var verdicts: [String: Verdict] = [:]
    var diagnostics: [Diagnostic] = []
    for use in pack.fields.uses where use.roles.isFile {
      guard let path = use.node.text?.string else { continue }
      let verdict = verdicts[path] ?? self.verdict(path, root: root, files)
      verdicts[path] = verdict
      switch verdict {
      case .fine: break
      case .outside: diagnostics.append(.fileOutside(at: use.node))
      case .link:
        var diagnostic = Diagnostic.linkLeavesPack(path, at: use.node.place)
        diagnostic.path = use.node.path
        diagnostics.append(diagnostic)
      case .missing(let others): diagnostics.append(.missingFile(path, at: use.node, among: others))
      }
    }
    return diagnostics
  }

  private enum Verdict {
    case fine, outside, link
    /// The file does not exist; these are the files in its folder.
    case missing([String])
  }

  private static func verdict(_ path: String, root: String, _ files: ContentFiles) -> Verdict {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    // A backslash separates folders elsewhere, and a colon may begin an address. Records write a path in one way only.
    if path.contains("\\") || path.contains(":") || parts.contains(where: { $0.isEmpty || $0 == "." }) {
      return .outside
    }
    switch files.path(path, inside: root) {
    case .outside: return .outside
    case .link: return .link
    case .inside(let file):
      if Folder.kind(of: file) == .file { return .fine }
      guard case .inside = files.path(FilePath.folder(path), inside: root) else { return .link }
      let beside = try? Folder.files(under: FilePath.folder(file), endings: [""])
      return .missing((beside ?? []).map { String($0.dropFirst(root.count + 1)) })
    }
  }
}

extension Diagnostic {
  /// A file that a record names and the folder does not have.
  static let missingFileCode = "pack/missing-file"

  fileprivate static func fileOutside(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "pack/path-leaves-pack", message: "a file has to be in the pack's folder: `media/a.svg`, without `..`",
      at: node)
  }

  fileprivate static func missingFile(_ path: String, at node: Node, among others: [String]) -> Diagnostic {
    Diagnostic(
      code: Self.missingFileCode, message: "there is no file `\(path)` in the pack", at: node,
      fix: Suggestion.fix(Text(path), among: others))
  }
}

/// Every file with records of a kind must be in the folder of the kind's records: a copy or a moved file is not read.
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
