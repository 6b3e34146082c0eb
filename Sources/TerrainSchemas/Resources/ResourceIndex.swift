import TerrainBase
import TerrainDocuments

/// All resources of the registered documents by URI, and the resolution of references.
struct ResourceIndex {
  private(set) var resources: [SchemaResource] = []
  private(set) var diagnostics: [Diagnostic] = []
  private var byURI: [Text: Int] = [:]
  private var byRoot: [NodeKey: Int] = [:]
  private var dialects: [Text: Dialect] = [:]
  /// The resources that are whole documents, in the order they were added.
  private(set) var documents: [Int] = []
  /// Documents that were not indexed yet, by URI: most documents of a registry are never needed.
  private var waiting: [Text: Document] = [:]

  init(registry: SchemaRegistry) {
    for document in Metaschemas.documents {
      if let id = Self.id(of: document) { announce(document, at: id.string) }
    }
    for entry in registry.entries {
      announce(entry.document, at: entry.uri)
      if let id = document(entry.document, idAt: entry.uri) { announce(entry.document, at: id) }
    }
  }

  private mutating func announce(_ document: Document, at uri: String) {
    waiting[Text(URIReference(uri).document.text)] = document
  }

  /// The id that a document gives itself, by the keyword of the draft that it declares.
  private static func id(of document: Document) -> Text? {
    let declared = document.root["$schema"]?.text.map { URIReference($0.string).document.text }
    let dialect = declared.flatMap(Dialect.Draft.init(uri:)).map { Dialect($0) } ?? .standard
    return document.root[dialect.idKeyword]?.text
  }

  private func document(_ document: Document, idAt uri: String) -> String? {
    guard let id = Self.id(of: document) else { return nil }
    return URIReference(id.string).resolved(against: URIReference(uri)).document.text
  }

  // MARK: - Adding

  /// Indexes the schema at `root`, whose address is `uri`, and returns the number of its resource.
  mutating func add(_ root: Node, uri: String) -> Int {
    let base = URIReference(uri).document
    let dialect = dialect(of: root, inherited: .standard)
    let number = addResource(root, uri: base, dialect: dialect)
    let name = Text(base.text)
    byURI[name] = byURI[name] ?? number
    walk(root, in: number, isRoot: true)
    documents.append(number)
    return number
  }

  private mutating func addResource(_ root: Node, uri: URIReference, dialect: Dialect) -> Int {
    let number = resources.count
    resources.append(SchemaResource(uri: uri, root: root, dialect: dialect))
    byRoot[NodeKey(root)] = number
    return number
  }

  /// Collects the ids and anchors of `schema` and the schemas inside of it. Readers limit the nesting of documents, so recursion is
  /// bounded.
  private mutating func walk(_ schema: Node, in resource: Int, isRoot: Bool) {
    guard schema.kind == .map else { return }
    var resource = resource
    let refersAway = resources[resource].dialect.referencesStandAlone && schema["$ref"] != nil
    if !refersAway { resource = identify(schema, in: resource, isRoot: isRoot) }
    for (key, value) in schema.members {
      guard let keyword = key.text?.string else { continue }
      guard let subschemas = resources[resource].dialect.subschemas(of: keyword) else {
        if !refersAway, let meant = Keywords.meant(by: keyword) {
          diagnostics.append(.unknownKeyword(key, meant: meant))
        }
        continue
      }
      switch subschemas {
      case .one: walk(value, in: resource, isRoot: false)
      case .list: for element in value.elements { walk(element, in: resource, isRoot: false) }
      case .map, .mapOfOneOrNames: for (_, member) in value.members { walk(member, in: resource, isRoot: false) }
      case .oneOrList:
        walk(value, in: resource, isRoot: false)
        for element in value.elements { walk(element, in: resource, isRoot: false) }
      }
    }
  }

  /// Records the ids and anchors of `schema`. Returns the number of its resource.
  private mutating func identify(_ schema: Node, in outer: Int, isRoot: Bool) -> Int {
    var resource = outer
    let keyword = resources[outer].dialect.idKeyword
    if let id = schema[keyword]?.text {
      let reference = URIReference(id.string)
      let uri = reference.resolved(against: resources[outer].uri)
      if reference.document.text.isEmpty {
        // Up to draft 07, `#name` is an anchor.
        if let name = reference.fragment, !name.isEmpty { resources[outer].anchors[Text(name)] = schema }
      } else if isRoot {
        resources[outer].uri = uri.document
        byURI[Text(uri.document.text)] = outer
      } else {
        let dialect = dialect(of: schema, inherited: resources[outer].dialect)
        resource = addResource(schema, uri: uri.document, dialect: dialect)
        if let other = byURI[Text(uri.document.text)] {
          diagnostics.append(.repeatedSchemaID(schema[keyword] ?? schema, first: resources[other].root[keyword]))
        } else {
          byURI[Text(uri.document.text)] = resource
        }
      }
    }
    let draft = resources[resource].dialect.draft
    guard draft >= .draft201909 else { return resource }
    if let name = schema["$anchor"]?.text { resources[resource].anchors[name] = schema }
    guard draft == .draft202012 else {
      // A recursive anchor is a dynamic one without a name.
      if schema["$recursiveAnchor"]?.bool == true { resources[resource].dynamicAnchors[""] = schema }
      return resource
    }
    if let name = schema["$dynamicAnchor"]?.text {
      resources[resource].anchors[name] = schema
      resources[resource].dynamicAnchors[name] = schema
    }
    return resource
  }

  // MARK: - Dialects

  /// The dialect that `$schema` at the root of a resource names.
  private mutating func dialect(of root: Node, inherited: Dialect) -> Dialect {
    guard root.kind == .map, let node = root["$schema"], let written = node.text else { return inherited }
    let uri = Text(URIReference(written.string).document.text)
    if let draft = Dialect.Draft(uri: uri.string) { return Dialect(draft) }
    if let dialect = dialects[uri] { return dialect }
    guard let metaschema = waiting[uri]?.root ?? byURI[uri].map({ resources[$0].root }) else {
      diagnostics.append(.unknownDialect(node))
      return inherited
    }
    // A metaschema that refers to itself in a cycle has the standard's dialect.
    dialects[uri] = .standard
    let isOwn = metaschema["$schema"]?.text.map { $0 == written } ?? true
    var dialect = isOwn ? .standard : self.dialect(of: metaschema, inherited: inherited)
    guard let declared = metaschema["$vocabulary"] else {
      dialects[uri] = dialect
      return dialect
    }
    dialect.vocabularies = []
    for (name, isRequired) in declared.members {
      guard let text = name.text else { continue }
      if let vocabulary = Dialect.Vocabularies(uri: text.string) {
        dialect.vocabularies.insert(vocabulary)
      } else if isRequired.bool == true {
        diagnostics.append(.unknownVocabulary(node, vocabulary: text.string))
      }
    }
    dialects[uri] = dialect
    return dialect
  }

  /// The schema that a document's `$schema` names, if it is registered. Without `$schema`, the standard's metaschema.
  func metaschema(ofResource number: Int) -> Node? {
    let resource = resources[number]
    let written = resource.root.kind == .map ? resource.root["$schema"]?.text : nil
    let uri = Text(written.map { URIReference($0.string).document.text } ?? Dialect.Draft.draft202012.uri)
    return waiting[uri]?.root ?? byURI[uri].map { resources[$0].root }
  }

  // MARK: - References

  /// The resource at `uri` among the registered documents.
  private mutating func resource(at uri: Text) -> Int? {
    if let number = byURI[uri] { return number }
    guard let document = waiting[uri] else { return nil }
    if let number = byRoot[NodeKey(document.root)] { return number }
    let number = add(document.root, uri: uri.string)
    // The document's own id may differ from its URI in the registry.
    byURI[uri] = byURI[uri] ?? number
    return byURI[uri]
  }

  /// The schema that `reference`, written in `resource`, names.
  mutating func resolve(_ reference: String, in resource: Int) -> SchemaLocation? {
    let target = URIReference(reference).resolved(against: resources[resource].uri)
    guard let number = self.resource(at: Text(target.document.text)) else { return nil }
    let fragment = target.decodedFragment
    if fragment.isEmpty { return SchemaLocation(node: resources[number].root, resource: number) }
    if fragment.hasPrefix("/") { return follow(pointer: fragment, in: number) }
    return resources[number].anchors[Text(fragment)].map { location(of: $0, in: number) }
  }

  /// The location of `schema`, which is in `resource` or is the root of its own resource.
  func location(of schema: Node, in resource: Int) -> SchemaLocation {
    SchemaLocation(node: schema, resource: byRoot[NodeKey(schema)] ?? resource)
  }

  private func follow(pointer: String, in resource: Int) -> SchemaLocation? {
    var at = SchemaLocation(node: resources[resource].root, resource: resource)
    for token in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let key = ResourceIndex.unescaped(token)
      let next: Node?
      switch at.node.kind {
      case .map: next = at.node[key]
      case .list: next = Int(key.string).flatMap { at.node.element(at: $0) }
      default: next = nil
      }
      guard let next else { return nil }
      at = location(of: next, in: at.resource)
    }
    return at
  }

  /// A pointer's token with `~1` and `~0` decoded.
  private static func unescaped(_ token: Substring) -> Text {
    var bytes: [UInt8] = []
    var source = token.utf8[...]
    while let byte = source.popFirst() {
      if byte == UInt8(ascii: "~"), let next = source.first, next == UInt8(ascii: "0") || next == UInt8(ascii: "1") {
        bytes.append(next == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
        source.removeFirst()
      } else {
        bytes.append(byte)
      }
    }
    return Text(decoding: bytes)
  }
}

extension Diagnostic {
  static func unknownDialect(_ node: Node) -> Diagnostic {
    schema(
      "unknown-dialect", node, "`\(node.text?.string ?? "")` is not a dialect of JSON Schema that is at hand",
      fix: "those are \(Dialect.Draft.allCases.reversed().map { "`\($0.uri)`" }.joined(separator: ", "))")
  }

  static func unknownKeyword(_ key: Node, meant: String) -> Diagnostic {
    schema(
      "unknown-keyword", key, "`\(key.text?.string ?? "")` is not a keyword of JSON Schema, and has no effect",
      fix: "did you mean `\(meant)`? A word of your own begins with `x-`", severity: .warning)
  }

  static func repeatedSchemaID(_ node: Node, first: Node?) -> Diagnostic {
    schema(
      "repeated-id", node, "another schema has this `$id` already",
      related: first.map { [Related(message: "first written here", place: $0.place)] } ?? [])
  }

  static func unknownVocabulary(_ node: Node, vocabulary: String) -> Diagnostic {
    schema("unknown-vocabulary", node, "this dialect needs the vocabulary `\(vocabulary)`, which is not known")
  }
}

/// The keywords of all drafts of JSON Schema. Other keys are custom and have no effect, unless they are misspelled.
enum Keywords {
  /// The keyword that `word` was probably meant to be, or nil for keywords and for words that resemble none.
  static func meant(by word: String) -> String? {
    guard !known.contains(word), !word.hasPrefix("x-"), word.utf8.count >= 4 || word.hasPrefix("$") else { return nil }
    if known.contains("$" + word) { return "$" + word }
    guard let meant = Suggestion.nearest(to: word, among: names) else { return nil }
    // A word with another first letter is not a misspelling.
    return meant.first == word.first && Suggestion.distance(word.lowercased(), meant.lowercased()) <= 2 ? meant : nil
  }

  /// True if the value at `node`, the target of a reference, is a schema: a boolean or a map. A map in another file may be anything; it
  /// counts as a schema if a keyword in it has an effect, or if it has only keywords.
  static func isSchema(_ node: Node, inOwnFile isOwn: Bool) -> Bool {
    guard node.kind == .map else { return node.kind == .bool }
    let words = node.members.compactMap { $0.key.text?.string }
    return isOwn || words.allSatisfy { known.contains($0) || $0 == "id" || $0.hasPrefix("x-") }
      || words.contains { known.contains($0) && !annotations.contains($0) }
  }

  private static let annotations: Set = [
    "$comment", "title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples",
  ]

  private static let known = Set(names)

  private static let names = [
    "$schema", "$id", "$ref", "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary", "$comment", "$defs",
    "type", "enum", "const", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength",
    "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxContains", "minContains", "maxProperties",
    "minProperties", "required", "dependentRequired",
    "prefixItems", "items", "contains", "additionalProperties", "properties", "patternProperties", "dependentSchemas",
    "propertyNames", "if", "then", "else", "allOf", "anyOf", "oneOf", "not", "unevaluatedItems",
    "unevaluatedProperties", "title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples",
    "format", "contentEncoding", "contentMediaType", "contentSchema",
    "definitions", "dependencies", "additionalItems", "$recursiveRef", "$recursiveAnchor",
  ]
}

/// A schema document, or an inner schema with an `$id`: the targets of URIs.
struct SchemaResource {
  var uri: URIReference
  var root: Node
  var dialect: Dialect
  /// `$anchor` and `$dynamicAnchor`.
  var anchors: [Text: Node] = [:]
  /// `$dynamicAnchor` alone.
  var dynamicAnchors: [Text: Node] = [:]
}

/// A schema and its resource.
struct SchemaLocation {
  var node: Node
  var resource: Int
}

/// The identity of a node across documents.
struct NodeKey: Hashable {
  private let document: ObjectIdentifier
  private let index: Int32

  init(_ node: Node) {
    document = ObjectIdentifier(node.document)
    index = node.index
  }
}

extension Diagnostic {
  static func schema(
    _ code: String, _ node: Node, _ message: String, related: [Related] = [], fix: String? = nil,
    severity: Severity = .error
  ) -> Diagnostic {
    Diagnostic(code: "schema/" + code, severity: severity, message: message, at: node, related: related, fix: fix)
  }
}
