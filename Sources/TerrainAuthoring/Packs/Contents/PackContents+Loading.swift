import TerrainAnalysis
import TerrainContent
import TerrainDocuments
import TerrainPlatform
import TerrainYAML

extension PackContents {
  /// The pack at `path`: a folder, or a built file.
  ///
  /// - Parameter files: where the folder's files, or the built file, are read from.
  /// - Throws: why its manifest cannot be read.
  package static func load(
    _ path: String, from files: ContentFiles = .disk(SourceReader.read)
  ) throws(DiagnosticError) -> PackContents {
    if Folder.kind(of: path) == .file, FilePath.name(path) != PackLoader.manifestName {
      let built = try BuiltPack(files.source(path))
      return try load(built.packFolder, SourceStore(built.files))
    }
    return try load(folder(of: path), SourceStore(files))
  }

  /// The folder of the pack that `path` names: the folder itself, or its manifest.
  static func folder(of path: String) -> String {
    FilePath.normal(FilePath.name(path) == PackLoader.manifestName ? FilePath.folder(path) : path)
  }

  /// The pack in `folder` of `store`.
  package static func load(_ folder: String, _ store: SourceStore) throws(DiagnosticError) -> PackContents {
    let file = store.file("\(folder)/\(PackLoader.manifestName)")
    guard let root = file.documents.first?.root else { throw DiagnosticError(file.diagnostics) }
    return PackContents(folder: folder, manifest: root, files: store)
  }
}
