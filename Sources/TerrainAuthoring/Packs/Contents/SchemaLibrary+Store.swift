import TerrainAnalysis
import TerrainForms

extension SchemaLibrary {
  /// The schema file at `path` of `store` and every file that it reaches by references; nil where `path` is not a readable schema.
  static func load(_ path: String, from store: SourceStore) -> (library: SchemaLibrary, root: Schema)? {
    load(path, from: store.schemaFiles)
  }

  /// The file `path` of `store` and every file that it reaches by references, in the order in which they are met.
  static func files(reachedFrom path: String, _ store: SourceStore) -> [String] {
    files(reachedFrom: path, store.schemaFiles)
  }
}

extension SourceStore {
  /// The documents of its files.
  fileprivate var schemaFiles: SchemaFiles {
    SchemaFiles { path in
      let file = self.file(path)
      return (file.documents, file.diagnostics)
    }
  }
}
