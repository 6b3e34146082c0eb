import TerrainRules
import TerrainDocuments
import TerrainBase

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
      fix: "write `id: \(folder)`, or rename the folder")
  }
}
