import TerrainAnalysis
import TerrainDocuments
import TerrainForms
import TerrainValues

/// The fields that the schema of a kind describes.
struct SchemaFields: Sendable {
  let shapes: FieldShapes
  /// The files of the schema.
  let paths: [String]
  /// Represents them among what is made of documents.
  private let purpose = DocumentMemory.Purpose()

  /// The fields of the schema in the file `path`; nil where it is not a readable schema.
  init?(_ path: String, from store: SourceStore) {
    guard let (library, root) = SchemaLibrary.load(path, from: store) else { return nil }
    shapes = FieldShapes(root, library: library)
    paths = library.paths
  }

  /// Every value in the document of `root` that the schema gives a role, in order.
  func uses(in root: Node, _ memory: DocumentMemory?) -> [FieldUse] {
    memory.value(of: root.document, for: purpose) { shapes.uses(in: root, as: 0) }
  }
}
