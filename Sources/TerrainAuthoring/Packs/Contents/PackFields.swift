import TerrainAnalysis
import TerrainContent
import TerrainDocuments
import TerrainForms
import TerrainPlatform
import TerrainValues

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
