import TerrainRules
import TerrainDocuments
import TerrainBase

/// Every file that the content names (`x-file` in the schema) is there and in the pack's folder.
enum MediaFiles {
  @Sendable static func findings(in pack: PackContents) -> [Diagnostic] {
    guard let root = Folder.realPath(pack.folder) else { return [] }
    var verdicts: [String: Verdict] = [:]
    var diagnostics: [Diagnostic] = []
    for use in pack.fields.uses where use.roles.isFile {
      guard let path = use.node.text?.string else { continue }
      let verdict = verdicts[path] ?? self.verdict(path, root: root)
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
      guard !Folder.leaves(folder, root) else { return .link }
      let beside = try? Folder.files(under: folder, endings: [""])
      return .missing((beside ?? []).map { String($0.dropFirst(root.count + 1)) })
    }
    return Folder.leaves(file, root) ? .link : .fine
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
