import Synchronization
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainSchemas

/// The choice of a document's schema.
struct SchemaChoice {
  /// The schema of a document.
  enum Schema {
    /// The schema in this file.
    case file(String)
    /// A schema at an address that is not in the files.
    case remote(NamedSchema)
    /// A schema that does not exist.
    case missing(String, NamedSchema)
    /// A schema that the file may not name.
    case outside(NamedPath, NamedSchema)
    /// No schema, but the kind of file is known.
    case known
    /// None, and nothing is known about the file.
    case unknown
  }

  /// A kind of record of a pack.
  private struct Kind {
    /// The file or folder of its records.
    let place: String
    let schema: String?
  }

  private let store: SourceStore
  private let published: String?
  /// The folders of packs whose manifests may name a schema, with their kinds.
  private let packs: [(folder: String, kinds: [Kind])]

  /// The choice among the schemas in `store`.
  ///
  /// - Parameters:
  ///   - published: the folder of published schemas, or nil.
  ///   - packs: the folders of packs whose manifests may name a schema.
  init(store: SourceStore, published: String?, packs: [String]) {
    self.store = store
    self.published = published
    self.packs = packs.map { folder in
      let manifest = store.file("\(folder)/\(PackLoader.manifestName)").documents.first?.root
      let kinds = manifest?["kinds"]?.members.map { $0.value } ?? []
      return (
        folder,
        kinds.compactMap { kind in
          guard let place = kind["path"]?.text, let schema = kind["schema"]?.text else { return nil }
          let file = store.contentFiles.schema(schema.string, from: "\(folder)/\(PackLoader.manifestName)").path
          return Kind(place: FilePath.normal("\(folder)/\(place)"), schema: file)
        }
      )
    }
  }

  /// The schema of `document`, in the file at `path`: the schema that it names, the published schema of its role, or the schema of its kind
  /// of record.
  func schema(of document: Document, _ role: FileRole?, path: String) -> Schema {
    schema(NamedSchema(document), role, path: path)
  }

  /// The schema of a document with a `role` that names the schema `named`, which is in the file at `path`.
  func schema(_ named: NamedSchema?, _ role: FileRole?, path: String) -> Schema {
    if let named {
      if named.isRemote { return .remote(named) }
      let target = store.contentFiles.schema(named.reference, from: path, published: published)
      guard let file = target.path else { return .outside(target, named) }
      return store.kind(file) == .file ? .file(file) : .missing(file, named)
    }
    if let name = role?.schemaName, let published {
      let path = FilePath.normal("\(published)/\(name)")
      if store.kind(path) == .file { return .file(path) }
    }
    if let schema = kindSchema(of: path) { return .file(schema) }
    return role != nil && role != .content ? .known : .unknown
  }

  /// The schema that a pack's manifest names for the kind that the file `path` belongs to.
  private func kindSchema(of path: String) -> String? {
    for (folder, kinds) in packs where FilePath.isInside(path, folder) {
      for kind in kinds where path == kind.place || FilePath.isInside(path, kind.place) {
        return kind.schema.flatMap { store.kind($0) == .file ? $0 : nil }
      }
    }
    return nil
  }
}

/// The values and keys that a schema permits at a path of a document.
package struct SchemaGuide {
  /// A step from a map or list into a member or element.
  package enum Step {
    /// The value of a key.
    case key(Text)
    /// An element.
    case element
  }

  /// A key that a map may have.
  package struct Key {
    package let name: Text
    /// The meaning, for people.
    package let doc: Text?
    /// True if it is required.
    package let isRequired: Bool
  }

  /// The permitted values.
  package struct Values {
    /// The values that are listed.
    package var listed: [Text] = []
    /// The kinds of record whose ids are permitted.
    package var kinds: [Text] = []
    /// The pack's enums whose values are permitted.
    package var enums: [Text] = []
  }

  private let library: SchemaLibrary
  private let root: SchemaLibrary.Schema

  /// The guide of `document`, which is in the file at `path`; nil if it has no schema that can be read.
  ///
  /// - Parameters:
  ///   - published: the folder of published schemas.
  ///   - packs: the folders of packs whose manifests may name a schema.
  package init?(_ document: Document, at path: String, published: String?, packs: [String], in store: SourceStore) {
    let choice = SchemaChoice(store: store, published: published, packs: packs)
    guard case .file(let schema) = choice.schema(of: document, FileRole(document), path: path),
      let (library, root) = SchemaLibrary.load(schema, from: store.contentFiles)
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

  /// The permitted values at `path`; with `asKeys`, the permitted keys of the map there.
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

/// Schemas from files, each compiled once together with the files that it refers to.
final class SchemaCache: Sendable {
  /// A schema, or its errors.
  struct Entry: Sendable {
    let schema: Schema?
    /// Diagnostics at locations in the schema's own files.
    let diagnostics: [Diagnostic]
    /// The schema's file and all that it refers to.
    let files: [String]
    /// The key of values that the schema makes of documents.
    let purpose = DocumentMemory.Purpose()
  }

  private let store: SourceStore
  private let memory: ValidationMemory?
  private let entries = Mutex<[String: Entry]>([:])

  /// The schemas in `store`; `memory` has those of earlier validations.
  init(_ store: SourceStore, memory: ValidationMemory? = nil) { (self.store, self.memory) = (store, memory) }

  /// The schema in the file `path`.
  func schema(_ path: String) -> Entry {
    if let entry = entries.withLock({ $0[path] }) { return entry }
    let entry = memory?.schemas.value(path, store) { Self.compile(path, $0) } ?? Self.compile(path, store)
    entries.withLock { $0[path] = entry }
    return entry
  }

  private static func compile(_ path: String, _ store: SourceStore) -> Entry {
    let file = store.file(path)
    guard let document = file.documents.first, !file.diagnostics.hasErrors else {
      return Entry(schema: nil, diagnostics: file.diagnostics, files: [path])
    }
    var registry = SchemaRegistry()
    var files = [path]
    var outside: [Diagnostic] = []
    let reached = SchemaLibrary.files(reachedFrom: path, store.contentFiles) { outside.append($0) }
    for other in reached where other != path {
      files.append(other)
      if let document = store.file(other).documents.first {
        registry.add(document, uri: SchemaRegistry.address(ofFile: other))
      }
    }
    let (schema, diagnostics) = Schema.compile(
      document.root, uri: SchemaRegistry.address(ofFile: path), registry: registry)
    // A reference that may not be followed is not missing too.
    let others = diagnostics.filter { found in !outside.contains { $0.place == found.place } }
    return Entry(schema: outside.isEmpty ? schema : nil, diagnostics: outside + others, files: files)
  }

  /// The errors in the document of a schema according to the metaschema of its dialect. Patterns whose compilation has reported errors are
  /// not reported again.
  static func check(_ document: Document, besides found: [Diagnostic]) -> [Diagnostic] {
    guard let dialect = document.root["$schema"]?.text else { return [] }
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("$ref", dialect)
    }
    let reference = SourceText(name: "dialect.json", bytes: writer.bytes)
    guard let root = JSONReader.read(reference).document?.root, let metaschema = Schema.compile(root).schema else {
      return []
    }
    let places = found.compactMap(\.place)
    return metaschema.validate(document).filter { finding in
      guard finding.code == "schema/format", let place = finding.place else { return true }
      return !places.contains {
        $0.source === place.source && place.range.start <= $0.range.start && $0.range.end <= place.range.end
      }
    }
  }
}
