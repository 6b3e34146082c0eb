import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// A record type that a pack declares: what several kinds have in common, or what decisions yield.
struct RecordShape: Sendable {
  /// A field, its type as written, and where it is in a record.
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

  /// The type, and how records are read as it. A field whose type is unknown has the type `error`.
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
