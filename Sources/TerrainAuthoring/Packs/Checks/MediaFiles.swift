import TerrainContent
import TerrainDocuments

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Every file that the content names (`x-file` in the schema) is there and in the pack's folder; and no file of content is a
/// link out of it.
enum MediaFiles {
  @Sendable static func findings(in pack: PackContents) -> [Diagnostic] {
    guard let root = realPath(pack.folder) else { return [] }
    var known: [String: Verdict] = [:]
    var found: [Diagnostic] = []
    for use in pack.fields.uses where use.roles.isFile {
      guard let path = use.node.text?.string else { continue }
      let verdict = known[path] ?? self.verdict(path, root: root)
      known[path] = verdict
      switch verdict {
      case .fine: break
      case .outside: found.append(.fileOutside(at: use.node))
      case .link: found.append(.linkLeavesPack(path, at: use.node))
      case .missing(let others): found.append(.missingFile(path, at: use.node, among: others))
      }
    }
    for kind in pack.kinds {
      guard let (_, node) = kind.path else { continue }
      for file in kind.files where leaves(file.path, root: root) {
        found.append(.linkLeavesPack(String(file.path.dropFirst(pack.folder.count + 1)), at: node))
      }
    }
    return found
  }

  private enum Verdict {
    case fine, outside, link
    /// There is none; these are the files in its folder.
    case missing([String])
  }

  private static func verdict(_ path: String, root: String) -> Verdict {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    // A backslash separates folders elsewhere, and a colon may begin an address.
    let isLocal = !path.isEmpty && !path.utf8.contains(0) && !path.contains("\\") && !path.contains(":")
    guard isLocal, !parts.contains(where: { $0.isEmpty || $0 == ".." || $0 == "." }) else { return .outside }
    let file = "\(root)/\(path)"
    guard Folder.kind(of: file) == .file else {
      let folder = FilePath.folder(file)
      guard !leaves(folder, root: root) else { return .link }
      return .missing(Folder.files(under: folder, endings: [""]).map { String($0.dropFirst(root.count + 1)) })
    }
    return leaves(file, root: root) ? .link : .fine
  }

  /// Whether `path`, followed through all links, is outside the folder `root`.
  private static func leaves(_ path: String, root: String) -> Bool {
    guard let real = realPath(path) else { return false }
    return real != root && !real.utf8.starts(with: "\(root)/".utf8)
  }

  private static func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
