import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// A record type that a pack declares: the common fields of several kinds, or the results of decisions.
struct RecordShape: Sendable {
  /// A field: its type as written, and its path in a record.
  struct Field: Sendable {
    let name: Text
    let type: (text: Text, node: Node)
    let path: [Text]
  }

  let name: Text
  /// The kinds whose records have this shape.
  let kinds: [(text: Text, node: Node)]
  let fields: [Field]

  /// The shape `key`, declared at `node`.
  static func read(_ key: Node, _ node: Node, into diagnostics: inout [Diagnostic]) -> RecordShape? {
    var fields = FieldReader(node, what: "a record's shape")
    let kinds = fields.texts("of")
    let members = fields.map("fields")
    diagnostics += fields.finish(alsoKnown: ["doc"])
    guard let name = key.text else { return nil }
    return RecordShape(
      name: name, kinds: kinds, fields: members.compactMap { field($0.key, $0.value, into: &diagnostics) })
  }

  /// `tags: list<tag>`, or `flags: { type: list<flag>, from: cautions.flags }`.
  private static func field(_ key: Node, _ node: Node, into diagnostics: inout [Diagnostic]) -> Field? {
    guard let name = key.text else { return nil }
    if let text = node.text { return Field(name: name, type: (text, node), path: [name]) }
    var fields = FieldReader(node, what: "a field of a record")
    let type = fields.text("type")
    let from = fields.text("from", required: false)
    diagnostics += fields.finish(alsoKnown: ["doc"])
    guard let type else { return nil }
    let path = (from?.text ?? name).string.split(separator: ".").map { Text(String($0)) }
    return Field(name: name, type: type, path: path)
  }

  /// The type, and the reading of records as that type. A field of an unknown type has the type `error`.
  func reading(
    kinds known: [Text], type: (Text) -> CELType?, names: [Text]
  ) -> (reading: Pack.RecordReading, diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    for kind in kinds where !known.contains(kind.text) {
      diagnostics.append(.unknownKind(kind.text, at: kind.node, among: known))
    }
    var found: [RecordType.Field] = []
    var paths: [[Text]] = []
    if !kinds.isEmpty {
      found.append(.init(name: Pack.RecordReading.idField, type: .string))
      paths.append([Pack.RecordReading.idField])
      let cases = EnumerationType(name: Text("\(name).\(Pack.RecordReading.kindField)"), cases: kinds.map { $0.text })
      found.append(.init(name: Pack.RecordReading.kindField, type: .enumeration(cases)))
      paths.append([])
    }
    for field in fields {
      var fieldType = CELType.error
      do throws(TypeSyntaxError) {
        fieldType = try CELType.parse(field.type.text, named: type)
      } catch {
        diagnostics.append(.notAType(error, at: field.type.node, among: CELType.names + names))
      }
      found.append(.init(name: field.name, type: fieldType))
      paths.append(field.path)
    }
    let record = RecordType(name: name, fields: found)
    return (Pack.RecordReading(type: record, kinds: kinds.map { $0.text }, paths: paths), diagnostics)
  }
}

extension Diagnostic {
  static func notAType(_ error: TypeSyntaxError, at node: Node, among names: [Text]) -> Diagnostic {
    let place = node.place(ofDecoded: error.range)
    switch error.reason {
    case .unknownName(let name):
      return Diagnostic(
        code: "pack/unknown-type", message: "there is no type `\(name)`", place: place,
        fix: CELType.usualName(name).map { "did you mean `\($0)`?" } ?? Suggestion.fix(name, among: names),
        path: node.path)
    case .expected(let what):
      return Diagnostic(
        code: "pack/type-syntax", message: "\(what) was expected in this type", place: place,
        fix: "a type is written `int`, `list<…>`, `optional<…>`", path: node.path)
    case .argumentCount(let name, let expected, let found):
      return Diagnostic(
        code: "pack/type-syntax",
        message: "`\(name)` takes \(expected.counted("type")) between `<` and `>`, not \(found)",
        place: place, path: node.path)
    case .tooDeep, .mapKey:
      return Diagnostic(
        code: "pack/type-syntax", message: "a type like this cannot be had", place: place,
        fix: "a map's key is `bool`, `int`, `uint` or `string`; types nest at most \(CELType.maximumNesting) deep",
        path: node.path)
    }
  }

  static func unknownKind(_ name: Text, at node: Node, among names: [Text]) -> Diagnostic {
    Diagnostic(
      code: "pack/unknown-kind", message: "the pack has no kind `\(name)`", at: node,
      fix: Suggestion.fix(name, among: names) ?? "its kinds are \(names.quoted(near: name.string))")
  }
}

/// Finds the record type of a kind from its JSON Schema, by the mapping that Kubernetes publishes for CEL: `integer` is
/// `int`, `number` is `double`, `array` a list, `object` a record or a map.
///
/// `x-enum` names the vocabulary of a value, and `x-type: decimal` declares that a number is exact. Values without a single type (a text in
/// several locales may be a string or a map) are left out.
struct SchemaTypes {
  /// The maximum depth of references and nesting.
  static let depthLimit = 32

  let kind: Text
  /// Records in requests have an id only if their schema declares it.
  let isHandedIn: Bool
  let type: (Text) -> CELType?
  let document: (String) -> Document?
  /// The file that a reference in a file names. Returns nil and reports a diagnostic if the file may not name it.
  let target: (_ reference: Node, _ name: String, _ file: String) -> String?

  /// A place in a schema with its file, to which references are relative.
  private struct Place {
    var node: Node
    var file: String
  }

  /// The reading of records whose files follow the schema at `file`, or nil if the schema cannot be read.
  func reading(ofSchemaAt file: String) -> Pack.RecordReading? {
    guard let root = document(file)?.root else { return nil }
    let place = resolved(Place(node: root, file: file), depth: 0)
    var record = place
    if let items = member(place, "properties").flatMap({ member($0, "items") }).flatMap({ member($0, "items") }) {
      record = resolved(items, depth: 0)
    }
    guard case .record(let shape)? = object(record, named: kind, depth: 0) else { return nil }
    if isHandedIn {
      return Pack.RecordReading(type: shape, kinds: [kind], paths: shape.fields.map { [$0.name] }, isHandedIn: true)
    }
    let id = RecordType.Field(name: Pack.RecordReading.idField, type: type(Text("\(kind)_id")) ?? .string)
    let fields = [id] + shape.fields.filter { $0.name != id.name }
    return Pack.RecordReading(
      type: RecordType(name: kind, fields: fields), kinds: [kind], paths: fields.map { [$0.name] })
  }

  private func member(_ place: Place, _ key: Text) -> Place? {
    guard place.node.kind == .map, let node = place.node[key] else { return nil }
    return Place(node: node, file: place.file)
  }

  /// The final target of references.
  private func resolved(_ place: Place, depth: Int) -> Place {
    guard depth < Self.depthLimit, place.node.kind == .map, place.node["x-enum"] == nil,
      let reference = place.node["$ref"], let text = reference.text?.string
    else { return place }
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    var file = place.file
    if let name = parts.first, !name.isEmpty {
      guard let other = target(reference, String(name), file) else { return place }
      file = other
    }
    guard var node = document(file)?.root else { return place }
    for key in (parts.count > 1 ? parts[1] : "").split(separator: "/") {
      guard node.kind == .map, let next = node[Text(String(key))] else { return place }
      node = next
    }
    return resolved(Place(node: node, file: file), depth: depth + 1)
  }

  private func type(of place: Place, named name: Text, depth: Int) -> CELType? {
    guard depth < Self.depthLimit else { return nil }
    let place = resolved(place, depth: 0)
    let node = place.node
    guard node.kind == .map else { return nil }
    if let vocabulary = node["x-enum"]?.text { return type(vocabulary) ?? .string }
    if let cases = node["enum"], cases.kind == .list {
      let words = cases.elements.compactMap { $0.text }
      return words.count == cases.count ? .enumeration(EnumerationType(name: name, cases: words)) : nil
    }
    if node["x-type"]?.text == "decimal" { return .decimal }
    switch node["type"]?.text?.string {
    case "string": return node["format"]?.text == "date-time" ? .timestamp : .string
    case "integer": return .int
    case "number": return .double
    case "boolean": return .bool
    case "array":
      guard let items = member(place, "items") else { return nil }
      return type(of: items, named: name, depth: depth + 1).map { .list($0) }
    case "object": return object(place, named: name, depth: depth)
    default: return nil
    }
  }

  private func object(_ place: Place, named name: Text, depth: Int) -> CELType? {
    guard let properties = member(place, "properties"), properties.node.kind == .map, properties.node.count > 0 else {
      guard let values = member(place, "additionalProperties"), values.node.kind == .map else { return nil }
      return type(of: values, named: name, depth: depth + 1).map { .map(key: .string, value: $0) }
    }
    let required = member(place, "required")?.node
    let needed = required?.kind == .list ? required.map { $0.elements.compactMap { $0.text } } ?? [] : []
    var fields: [RecordType.Field] = []
    for (key, value) in properties.node.members {
      guard let field = key.text,
        let type = type(of: Place(node: value, file: place.file), named: Text("\(name).\(field)"), depth: depth + 1)
      else { continue }
      if case .list = type {
        fields.append(.init(name: field, type: type))
      } else {
        fields.append(.init(name: field, type: needed.contains(field) ? type : .optional(type)))
      }
    }
    return fields.isEmpty ? nil : .record(RecordType(name: name, fields: fields))
  }
}
