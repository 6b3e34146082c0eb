import TerrainBase
import TerrainDocuments

// Containment of schemas: they must be in the pack or the rule set of the file that names them, or published.
extension ContentFiles {
  /// Returns the target of `reference`, the path of a schema that `file` names by `schema`, `$schema`, or `$ref`. The target must be inside
  /// the pack or rule set of `file`, the schemas published next to it, or `published`, the schemas of the program.
  package func schema(_ reference: String, from file: String, published: String? = nil) -> NamedPath {
    let folder = FilePath.folder(FilePath.normal(file))
    // The file's own folder is inside of every allowed folder, and nearly always contains the target.
    if case .inside(let path) = target(of: reference, from: folder, within: { [folder] }) { return .inside(path) }
    return target(of: reference, from: folder) { schemaFolders(of: folder) + (published.map { [$0] } ?? []) }
  }

  /// The maximum number of folders above a file that are searched for its pack, its rule set, or its folder of schemas.
  private static let mostParents = 10

  /// The folder of published schemas inside the folder of packs.
  private static let schemasName = "Schemas"

  /// The folders that may contain the schemas of a file in `folder`: the nearest pack or rule set around it, else the nearest folder of
  /// published schemas, else `folder` itself.
  private func schemaFolders(of folder: String) -> [String] {
    var parents = [folder]
    while parents.count < Self.mostParents {
      let last = parents[parents.count - 1]
      // A relative path does not name the folders above it.
      let isUnnamed = last == "." || FilePath.name(last) == ".."
      let next = last == "." ? ".." : isUnnamed ? "\(last)/.." : FilePath.folder(last)
      if next == last { break }
      parents.append(next)
    }
    for parent in parents {
      if kind("\(parent)/\(PackLoader.manifestName)") == .file { return [parent, "\(parent)/../\(Self.schemasName)"] }
      if kind("\(parent)/\(RuleSetLoader.manifestName)") == .file {
        let rules = RuleSetVersions(self).ruleSet(of: parent)
        return [rules, "\(rules)/../../\(PackLocator.packsFolder)/\(Self.schemasName)"]
      }
    }
    func name(_ folder: String) -> String {
      let isNamed = folder != "." && FilePath.name(folder) != ".."
      return FilePath.name(isNamed ? folder : Folder.realPath(folder) ?? folder)
    }
    return [parents.first { name($0) == Self.schemasName } ?? folder]
  }
}
