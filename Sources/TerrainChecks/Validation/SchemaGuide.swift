import TerrainDocuments
import TerrainEngines
import TerrainBase

/// What a schema lets an author write at a path of a document.
package struct SchemaGuide {
  /// A step from a map or list into a part of it.
  package enum Step {
    /// The value of a key.
    case key(Text)
    /// An element.
    case element
  }

  /// A key that a map may have.
  package struct Key {
    package let name: Text
    /// What it means, for people.
    package let doc: Text?
    /// Whether it has to be there.
    package let isRequired: Bool
  }

  /// What a value may be.
  package struct Values {
    /// The values that are listed.
    package var listed: [Text] = []
    /// The kinds of record whose ids are meant.
    package var kinds: [Text] = []
    /// The pack's enums whose values are meant.
    package var enums: [Text] = []
  }

  private let library: SchemaLibrary
  private let root: SchemaLibrary.Schema

  /// The guide of `document`, which is in the file at `path`; nil where it has no schema that can be read.
  ///
  /// - Parameters:
  ///   - published: the folder of published schemas.
  ///   - packs: the folders of packs whose manifests may name a schema.
  package init?(_ document: Document, at path: String, published: String?, packs: [String], in store: SourceStore) {
    let choice = SchemaChoice(store: store, published: published, packs: packs)
    guard case .file(let schema) = choice.schema(of: document, FileRole(document), path: path),
      let (library, root) = SchemaLibrary.load(schema, from: store)
    else { return nil }
    (self.library, self.root) = (library, root)
  }

  /// The keys of the map at `path`, in the order in which schemas declare them.
  package func keys(at path: [Step]) -> [Key] {
    var keys: [Key] = []
    var named: Set<Text> = []
    let schemas = schemas(at: path)
    var required: Set<Text> = []
    for schema in schemas { required.formUnion(library.node(schema)["required"]?.elements.compactMap(\.text) ?? []) }
    for schema in schemas {
      for (name, member) in library.members(of: schema, "properties") where named.insert(name).inserted {
        keys.append(Key(name: name, doc: doc(of: member), isRequired: required.contains(name)))
      }
    }
    return keys
  }

  /// What the value at `path` may be; with `asKeys`, what the keys of the map there may be.
  package func values(at path: [Step], asKeys: Bool = false) -> Values {
    var schemas = schemas(at: path)
    if asKeys { schemas = library.expanded(schemas.compactMap { library.child(of: $0, "propertyNames") }) }
    var values = Values()
    for node in schemas.map(library.node) {
      values.listed += node["enum"]?.elements.compactMap(Self.written) ?? []
      if let constant = node["const"].flatMap(Self.written) { values.listed.append(constant) }
      if node["type"]?.text == "boolean" { values.listed += ["true", "false"] }
      if let reference = node["x-refers-to"] {
        values.kinds +=
          reference.kind == .list ? reference.elements.compactMap(\.text) : [reference.text].compactMap { $0 }
      }
      if let name = node["x-enum"]?.text { values.enums.append(name) }
    }
    return values
  }

  private func doc(of schema: SchemaLibrary.Schema) -> Text? {
    library.expanded([schema]).lazy.compactMap { library.node($0)["description"]?.text }.first
  }

  private static func written(_ node: Node) -> Text? {
    node.text ?? node.rawNumber ?? node.bool.map { $0 ? "true" : "false" }
  }

  private func schemas(at path: [Step]) -> [SchemaLibrary.Schema] {
    var schemas = library.expanded([root])
    for step in path {
      let next: [SchemaLibrary.Schema]
      switch step {
      case .key(let name):
        next = schemas.flatMap { schema -> [SchemaLibrary.Schema] in
          if let member = library.members(of: schema, "properties").first(where: { $0.key == name }) {
            return [member.schema]
          }
          return [library.child(of: schema, "additionalProperties")].compactMap { $0 }
        }
      case .element: next = schemas.compactMap { library.child(of: $0, "items") }
      }
      schemas = library.expanded(next)
    }
    return schemas
  }
}
