import TerrainBase
import TerrainDocuments

/// The annotations of a schema about a field, which generic validators ignore.
package struct FieldRoles: Sendable {
  /// `x-refers-to`: the kinds of record whose id the value is.
  package var references: [Text] = []
  /// `x-enum`: the pack's vocabularies that the value is from.
  package var vocabularies: [Text] = []
  /// `x-localized`: a text in one locale, or a map of texts by locale.
  package var isLocalized = false
  /// `maxLength` of a text: the maximum number of characters in any locale; nil for no limit.
  package var longestText: Int?
  /// `x-file`: the path of a file that comes with the pack.
  package var isFile = false

  package var isEmpty: Bool { references.isEmpty && vocabularies.isEmpty && !isLocalized && !isFile }
}

/// A place in a schema at which a vocabulary is named.
package struct SchemaVocabulary: Sendable {
  package let name: Text
  /// The name, at `x-enum`.
  package let node: Node
  /// The list of values next to the name; nil if the schema has none.
  package let list: Node?
}

/// A schema as a tree of fields: which roles the value of each has.
///
/// All branches of a schema count (`allOf`, `anyOf`, `if`), whether or not they apply to a value: a role tells the meaning of a value if it
/// is present. Schemas that apply to the same value are merged into one shape, so that walking a document looks up one shape per value.
package struct FieldShapes: Sendable {
  /// The maximum number of shapes of a schema (`schemaShapes`).
  package static let limit = 10_000

  /// The fields of one value.
  package struct Shape: Sendable {
    package fileprivate(set) var roles = FieldRoles()
    /// The shapes of members that the schema names.
    package fileprivate(set) var members: [Text: Int] = [:]
    /// The shape of other members.
    package fileprivate(set) var otherMembers: Int?
    /// The shape of members' keys.
    package fileprivate(set) var keys: Int?
    /// The shape of elements.
    package fileprivate(set) var elements: Int?

    /// The shape of the member `key`.
    package func member(_ key: Text) -> Int? { members[key] ?? otherMembers }
  }

  /// The shapes; the first is the root's.
  package let shapes: [Shape]
  /// Every vocabulary the schema names, in the order in which it is met.
  package let vocabularies: [SchemaVocabulary]
  /// The kinds that the schemas name at `x-refers-to`.
  package let kinds: [(name: Text, node: Node)]
  /// False if the schema reaches more shapes than ``limit``; values beyond that have no roles.
  package let isWhole: Bool

  /// The shapes of the schema in the document of `root`; schemas it refers to are read from `library`.
  package init(_ root: SchemaLibrary.Schema, library: SchemaLibrary) {
    var builder = Builder(library: library)
    builder.build(root)
    shapes = builder.shapes
    vocabularies = builder.vocabularies
    kinds = builder.kinds
    isWhole = builder.isWhole
  }

  private struct Builder {
    var library: SchemaLibrary
    var shapes: [Shape] = []
    var vocabularies: [SchemaVocabulary] = []
    var kinds: [(name: Text, node: Node)] = []
    var isWhole = true
    private var indices: [[SchemaLibrary.Schema]: Int] = [:]
    private var waiting: [(shape: Int, schemas: [SchemaLibrary.Schema])] = []
    private var namedVocabularies: Set<SchemaLibrary.Schema> = []

    init(library: SchemaLibrary) { self.library = library }

    mutating func build(_ root: SchemaLibrary.Schema) {
      _ = shape(of: [root])
      while let (index, schemas) = waiting.popLast() { fill(index, with: schemas) }
    }

    /// The shape of values to which all of `schemas` apply; nil if `schemas` is empty or the limit is reached.
    private mutating func shape(of schemas: [SchemaLibrary.Schema]) -> Int? {
      let expanded = library.expanded(schemas)
      guard !expanded.isEmpty else { return nil }
      if let known = indices[expanded] { return known }
      guard shapes.count < FieldShapes.limit else {
        isWhole = false
        return nil
      }
      indices[expanded] = shapes.count
      waiting.append((shapes.count, expanded))
      shapes.append(Shape())
      return shapes.count - 1
    }

    private mutating func fill(_ index: Int, with schemas: [SchemaLibrary.Schema]) {
      var shape = Shape()
      var names: [Text] = []
      var named: Set<Text> = []
      // The members of each schema, because looking up a name in a node is a linear search.
      var own: [[Text: SchemaLibrary.Schema]] = []
      for schema in schemas {
        note(schema, &shape.roles)
        let members = library.members(of: schema, "properties")
        for (key, _) in members where named.insert(key).inserted { names.append(key) }
        own.append(Dictionary(keepingFirst: members.map { ($0.key, $0.schema) }))
      }
      let others = schemas.map(otherMembers)
      for name in names {
        shape.members[name] = self.shape(of: own.indices.flatMap { own[$0][name].map { [$0] } ?? others[$0] })
      }
      shape.otherMembers = self.shape(of: others.flatMap { $0 })
      shape.keys = self.shape(of: schemas.compactMap { library.child(of: $0, "propertyNames") })
      shape.elements = self.shape(
        of: schemas.flatMap { schema in
          library.list(of: schema, "prefixItems") + ["items", "contains"].compactMap { library.child(of: schema, $0) }
        })
      shapes[index] = shape
    }

    /// The schemas of members that `properties` does not name.
    private func otherMembers(of schema: SchemaLibrary.Schema) -> [SchemaLibrary.Schema] {
      library.members(of: schema, "patternProperties").map(\.schema)
        + ["additionalProperties", "unevaluatedProperties"].compactMap { library.child(of: schema, $0) }
    }

    private mutating func note(_ schema: SchemaLibrary.Schema, _ roles: inout FieldRoles) {
      let node = library.node(schema)
      func names(_ key: Text) -> [(Text, Node)] {
        guard let value = node[key] else { return [] }
        if let text = value.text { return [(text, value)] }
        return value.elements.compactMap { element in element.text.map { ($0, element) } }
      }
      for (name, place) in names("x-refers-to") {
        if !roles.references.contains(name) { roles.references.append(name) }
        kinds.append((name, place))
      }
      for (name, place) in names("x-enum") {
        if !roles.vocabularies.contains(name) { roles.vocabularies.append(name) }
        if namedVocabularies.insert(schema).inserted {
          vocabularies.append(SchemaVocabulary(name: name, node: place, list: node["enum"]))
        }
      }
      if node["x-localized"]?.bool == true { roles.isLocalized = true }
      if let most = node["maxLength"]?.int { roles.longestText = min(roles.longestText ?? .max, Int(most)) }
      if node["x-file"]?.bool == true { roles.isFile = true }
    }
  }
}

/// A value that a schema gives roles.
package struct FieldUse: Sendable {
  /// The value.
  package let node: Node
  /// The meaning of the value.
  package let roles: FieldRoles
}

/// A walk through documents, which finds the values that their schemas give roles.
private struct FieldWalk {
  /// The uses in order.
  private(set) var uses: [FieldUse] = []

  /// Visits `node`, whose shape of `shapes` has the index `index`. The recursion is bounded, because readers limit the nesting of
  /// documents.
  mutating func visit(_ node: Node, _ index: Int, _ shapes: FieldShapes) {
    let shape = shapes.shapes[index]
    if !shape.roles.isEmpty { uses.append(FieldUse(node: node, roles: shape.roles)) }
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

extension FieldShapes {
  /// Every value in `record` that its schema gives a role, in order; `index` is the record's shape.
  package func uses(in record: Node, as index: Int) -> [FieldUse] {
    guard shapes.indices.contains(index) else { return [] }
    var walk = FieldWalk()
    walk.visit(record, index, self)
    return walk.uses
  }

  /// The shape of one record, in the schema of a file of records or of one.
  package var record: Int {
    guard let items = shapes.first?.members["items"], let record = shapes[items].elements else { return 0 }
    return record
  }
}
