import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase

/// Every value of a pack that its schemas give a role: an id, a word of a vocabulary, a text, a file.
package struct PackFields: Sendable {
  /// A value with roles.
  package typealias Use = FieldUse

  /// The values, in the order of kinds, files and places.
  package let uses: [Use]
  /// Vocabularies that schemas name, each place once.
  package let schemaVocabularies: [SchemaVocabulary]
  /// Kinds whose schema, or something it refers to, cannot be read or is wrong.
  let undescribed: Set<Text>
  /// Why schemas that kinds name cannot be read.
  let diagnostics: [Diagnostic]
  /// Kinds whose schema was cut off at a limit.
  package let unfinished: [Text]
  private let shapes: [Text: FieldShapes]
  private let references: [NodeKey: [Text]]

  /// A node, as a key.
  private struct NodeKey: Hashable {
    let document: ObjectIdentifier
    let index: Int32

    init(_ node: Node) {
      document = ObjectIdentifier(node.document)
      index = node.index
    }
  }

  init(
    kinds: [PackContents.Kind], folder: String, manifest: Node, files store: SourceStore, flaws: KnownErrors,
    _ memory: PackMemory?
  ) {
    var uses: [Use] = []
    var shapes: [Text: FieldShapes] = [:]
    var vocabularies: [SchemaVocabulary] = []
    var seen: Set<NodeKey> = []
    var unfinished: [Text] = []
    var undescribed: Set<Text> = []
    var diagnostics: [Diagnostic] = []
    for kind in kinds {
      guard let schema = kind.schema else { continue }
      let path = FilePath.normal("\(folder)/\(schema.text)")
      func read(_ store: SourceStore) -> SchemaFields? { SchemaFields(path, from: store) }
      guard let fields = memory.map({ $0.fields.value(path, store, read) }) ?? read(store) else {
        undescribed.insert(kind.name)
        diagnostics +=
          store.hasContent(at: path) ? store.file(path).diagnostics : [.schemaNotFound(path, at: schema.node.place)]
        continue
      }
      if fields.paths.contains(where: flaws.contains(file:)) { undescribed.insert(kind.name) }
      let shape = fields.shapes
      if !shape.isWhole { unfinished.append(kind.name) }
      for vocabulary in shape.vocabularies where seen.insert(NodeKey(vocabulary.node)).inserted {
        vocabularies.append(vocabulary)
      }
      shapes[kind.name] = shape
      for file in kind.files { uses += fields.uses(in: file.root, memory?.documents) }
    }
    self.shapes = shapes
    self.unfinished = unfinished
    self.undescribed = undescribed
    self.diagnostics = diagnostics
    schemaVocabularies = vocabularies
    self.uses = uses
    references = Dictionary(
      uses.lazy.filter { !$0.roles.references.isEmpty }.map { (NodeKey($0.node), $0.roles.references) }
    ) { first, _ in first }
  }

  /// The kinds of record that the value at `node` may name; none where it names no record.
  package func references(at node: Node) -> [Text] { references[NodeKey(node)] ?? [] }

  /// The shapes of `kind`'s records; nil where it has no schema.
  func record(of kind: Text) -> (shapes: FieldShapes, index: Int)? {
    guard let shapes = shapes[kind], !shapes.shapes.isEmpty else { return nil }
    return (shapes, shapes.record)
  }
}

extension Diagnostic {
  static let schemaNotFoundCode = "file/schema-not-found"

  static func schemaNotFound(_ path: String, at place: Place) -> Diagnostic {
    Diagnostic(code: schemaNotFoundCode, message: "there is no schema `\(path)`", place: place)
  }
}

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
