import TerrainContent
import TerrainDocuments
import TerrainPlatform
import TerrainValues

/// Every value of a pack that its schemas give a role: an id, a word of a vocabulary, a text, a file.
package struct PackFields: Sendable {
  /// A value with roles.
  package struct Use: Sendable {
    package let node: Node
    package let roles: FieldRoles
  }

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

  init(kinds: [PackContents.Kind], folder: String, manifest: Node, files store: SourceStore, flaws: Flaws) {
    var walk = Walk()
    var shapes: [Text: FieldShapes] = [:]
    var vocabularies: [SchemaVocabulary] = []
    var seen: Set<NodeKey> = []
    var unfinished: [Text] = []
    var undescribed: Set<Text> = []
    var diagnostics: [Diagnostic] = []
    for kind in kinds {
      guard let schema = kind.schema else { continue }
      let path = FilePath.normal("\(folder)/\(schema.text)")
      guard let (library, root) = SchemaLibrary.load(path, from: store) else {
        undescribed.insert(kind.name)
        diagnostics +=
          store.hasContent(at: path) ? store.file(path).diagnostics : [.schemaNotFound(path, at: schema.node.place)]
        continue
      }
      if library.paths.contains(where: flaws.contains(file:)) { undescribed.insert(kind.name) }
      let shape = FieldShapes(root, library: library)
      if !shape.isWhole { unfinished.append(kind.name) }
      for vocabulary in shape.vocabularies where seen.insert(NodeKey(vocabulary.node)).inserted {
        vocabularies.append(vocabulary)
      }
      shapes[kind.name] = shape
      for file in kind.files { walk.visit(file.root, 0, shape) }
    }
    self.shapes = shapes
    self.unfinished = unfinished
    self.undescribed = undescribed
    self.diagnostics = diagnostics
    schemaVocabularies = vocabularies
    uses = walk.uses
    references = Dictionary(
      walk.uses.lazy.filter { !$0.roles.references.isEmpty }.map { (NodeKey($0.node), $0.roles.references) }
    ) { first, _ in first }
  }

  /// The kinds of record that the value at `node` may name; none where it names no record.
  package func references(at node: Node) -> [Text] { references[NodeKey(node)] ?? [] }

  /// The shapes of `kind`'s records; nil where it has no schema.
  func record(of kind: Text) -> (shapes: FieldShapes, index: Int)? {
    guard let shapes = shapes[kind], !shapes.shapes.isEmpty else { return nil }
    return (shapes, shapes.record)
  }

  fileprivate struct Walk {
    var uses: [Use] = []

    /// Readers bound how deep documents nest, so the recursion is bounded.
    mutating func visit(_ node: Node, _ index: Int, _ shapes: FieldShapes) {
      let shape = shapes.shapes[index]
      if !shape.roles.isEmpty { uses.append(Use(node: node, roles: shape.roles)) }
      switch node.kind {
      case .map:
        for (key, value) in node.members {
          if let keys = shape.keys { visit(key, keys, shapes) }
          guard let name = key.text, let member = shape.member(name) else { continue }
          visit(value, member, shapes)
        }
      case .list:
        guard let element = shape.elements else { return }
        for child in node.elements { visit(child, element, shapes) }
      default: return
      }
    }
  }
}

extension FieldShapes {
  /// Every value in `record` that its schema gives a role, in order; `index` is the record's shape.
  func uses(in record: Node, as index: Int) -> [PackFields.Use] {
    guard shapes.indices.contains(index) else { return [] }
    var walk = PackFields.Walk()
    walk.visit(record, index, self)
    return walk.uses
  }

  /// The shape of one record, in the schema of a file of records or of one.
  var record: Int {
    guard let items = shapes.first?.members["items"], let record = shapes[items].elements else { return 0 }
    return record
  }
}

extension Diagnostic {
  static func schemaNotFound(_ path: String, at place: Place) -> Diagnostic {
    Diagnostic(code: "file/schema-not-found", message: "there is no schema `\(path)`", place: place)
  }
}
