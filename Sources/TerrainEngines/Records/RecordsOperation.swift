import TerrainBase
import TerrainDocuments
import TerrainRules

extension Operations {
  /// The range of the number of records that one request may ask for.
  package static let recordsLimit = 1...1000

  /// The records of a kind, in a language.
  package static var records: Operation<RecordsResult> {
    let kind = Parameter<Text>.text("kind", "The kind of record.")
    let limit = Parameter.integer("limit", recordsLimit, "So many records at most.")
    let offset = Parameter.integer("offset", 0...1_000_000, "Without so many records at the start.")
    return Operation(
      name: "records", summary: "Show the records of a kind, in a language",
      parameters: .object([
        .required("kind", .text, "The kind of record."),
        .optional(
          "ids", .list(.text, most: 1000), "These records, in this order. Without it: all, in the pack's order."),
        .optional("where", .map(.anything), filterDoc),
        .optional("locale", .locale, "The language to answer in."),
        limit.field, offset.field,
      ]), result: .records, isQuick: true
    ) { parameters, session, notes throws(DiagnosticError) in
      var reader = ParameterReader(parameters)
      let name = reader.optional(kind) ?? ""
      let most = reader.optional(limit)
      let first = reader.optional(offset) ?? 0
      try reader.finish()
      let pack = try session.kept(.records, name) { () throws(DiagnosticError) in
        try session.loader.pack([name])
      }
      let found = try RecordQuery(pack, name, parameters).records()
      let diagnostics = DiagnosticCollector(.request)
      let language = parameters["locale"].flatMap { node in node.text.map { ($0, node) } }
      let tag = diagnostics.locale(language, of: pack) ?? pack.defaultLocale
      if diagnostics.hasErrors { throw diagnostics.error }
      if session.isRecording { notes.explanation = Explanation(.decisions([]), try session.everything()) }
      return RecordsResult(
        pack: pack, kind: name, locale: tag, count: found.count,
        records: Array(found.dropFirst(first).prefix(most ?? recordsLimit.upperBound)))
    }
  }

  private static let filterDoc = """
    Fields by name, `cautions.flags` for one inside another: a record has the value that is given, or one of a list of values; where \
    the record has a list, one of its elements.
    """
}

/// Records of a kind, in a language.
package struct RecordsResult {
  /// The pack.
  package let pack: Pack
  /// The kind of record.
  package let kind: Text
  /// The language of the pack that serves the requested one.
  package let locale: LanguageTag
  /// The number of records that match.
  package let count: Int
  /// The records that are returned.
  package let records: [Pack.Record]

  fileprivate var shown: [ShownRecord] { records.map { ShownRecord(record: $0, result: self) } }
}

private struct ShownRecord {
  let record: Pack.Record
  let result: RecordsResult
}

/// A query for records of a kind.
private struct RecordQuery {
  private let pack: Pack
  private let kind: Pack.Kind
  private let parameters: Node

  /// - Throws: `records/unknown-kind`.
  init(_ pack: Pack, _ name: Text, _ parameters: Node) throws(DiagnosticError) {
    guard let kind = pack.kind(name), !kind.isHandedIn else {
      throw DiagnosticError(
        .unknownKind(at: parameters["kind"] ?? parameters, among: pack.kinds.filter { !$0.isHandedIn }.map { $0.name }))
    }
    self.pack = pack
    self.kind = kind
    self.parameters = parameters
  }

  /// The maximum number of fields, because each field is looked up in every record, and each value compared with all of them.
  private static let mostFields = 32
  private static let mostValues = 1000

  /// The records, in order.
  ///
  /// - Throws: `records/unknown-id`, `records/unknown-field`.
  func records() throws(DiagnosticError) -> [Pack.Record] {
    let all = pack.records(of: kind.name)
    let found = DiagnosticCollector(.request)
    var records = all
    if let ids = parameters["ids"], ids.kind == .list {
      records = ids.elements.compactMap { id in
        guard let record = id.text.flatMap({ pack.record(kind.name, $0) }) else {
          found.report(.unknownRecord(kind.name, at: id, among: all.map { $0.id }, found.suggestions))
          return nil
        }
        return record
      }
    }
    let fields = parameters["where"].map { $0.kind == .map ? Array($0.members) : [] } ?? []
    if let place = parameters["where"], fields.count > Self.mostFields {
      found.report(.tooMany(fields.count, limit: Self.mostFields, what: "`where`", at: place))
      throw found.error
    }
    for (key, wanted) in fields {
      let values = wanted.kind == .list ? Array(wanted.elements.prefix(Self.mostValues + 1)) : [wanted]
      if values.count > Self.mostValues || values.contains(where: { !$0.isScalar }) {
        found.report(.wantedValues(limit: Self.mostValues, at: wanted))
        continue
      }
      let path = (key.text ?? "").string.split(separator: ".", maxSplits: 32).map { Text(String($0)) }
      let present = all.flatMap { Self.nodes(in: $0.node, at: path) }
      guard !present.isEmpty else {
        let names = Set(all.flatMap { $0.node.keys }).ordered()
        found.report(.unknownField(kind.name, at: key, among: names, found.suggestions))
        continue
      }
      if let words = words(of: present) {
        for value in values where !(value.text.map(words.contains) ?? false) && value.kind != .null {
          found.report(.unknownValue(of: key.text ?? "", kind.name, at: value, among: words, found.suggestions))
        }
      }
      let wanted = values.map { $0.value(fractions: .double) }
      records = records.filter { record in
        Self.nodes(in: record.node, at: path).contains { node in
          let value = node.value(fractions: .double)
          return wanted.contains { $0.isEqual(to: value) }
        }
      }
    }
    if found.hasErrors { throw found.error }
    return records
  }

  /// The words of the enums to which all values at `nodes` belong; nil if no enum has them all. The schema of a kind determines the enum of
  /// a field, but a session that answers this request has not read it. The words of all candidates are therefore used.
  private func words(of nodes: [Node]) -> [Text]? {
    let present = Set(nodes.map { $0.text })
    let candidates = pack.vocabularies.map { $0.values }.filter { words in
      present.allSatisfy { text in text.map(words.contains) ?? false }
    }
    return candidates.isEmpty ? nil : candidates.flatMap { $0 }
  }

  /// The nodes at `path`; a list stands for its elements.
  private static func nodes(in node: Node, at path: [Text]) -> [Node] {
    var nodes = [node]
    for key in path { nodes = nodes.flatMap(elements).compactMap { $0.kind == .map ? $0[key] : nil } }
    return nodes.flatMap(elements)
  }

  private static func elements(_ node: Node) -> [Node] { node.kind == .list ? Array(node.elements) : [node] }
}

extension Node {
  fileprivate var isScalar: Bool { kind != .map && kind != .list }

  fileprivate var keys: [Text] { kind == .map ? members.compactMap { $0.0.text } : [] }
}

extension ResultType where Content == RecordsResult {
  fileprivate static var records: ResultType {
    object {
      requiredField("pack", .version, "The pack that this comes from.") { Versions.Version($0.pack) }
      requiredField("kind", .text, "The kind of record.") { $0.kind }
      requiredField("locale", .text, "The language of the pack that serves the requested one.") { $0.locale }
      requiredField("count", .count, "How many records there are that were asked for, whatever the limit.") { $0.count }
      requiredField("records", .list(.shown), "The records.") { $0.shown }
    }.requested { $0.locale }
  }
}

extension ResultType where Content == ShownRecord {
  fileprivate static var shown: ResultType {
    object {
      requiredField("id", .id(of: .any), "The record's id.") { $0.record.id }
      localizedField("label", "What people call it.") {
        $0.result.pack.label(of: $0.record, kind: $0.result.kind)?.served(for: $1)
      }
      requiredField(
        "fields", .anything, "Its fields, as the schema of its kind describes them, texts in the language."
      ) { $0.result.pack.localized($0.record.node, for: $0.result.locale) }
    }
  }
}

extension Diagnostic {
  fileprivate static func unknownKind(at node: Node, among kinds: [Text]) -> Diagnostic {
    Diagnostic(
      code: "records/unknown-kind", message: "the pack has no records of this kind", at: node,
      fix: Suggestion.fix(node.text, among: kinds) ?? "its kinds are \(kinds.quoted)")
  }

  fileprivate static func unknownRecord(
    _ kind: Text, at node: Node, among ids: [Text], _ suggestions: Suggestions
  ) -> Diagnostic {
    Diagnostic(
      code: "records/unknown-id", message: "there is no record of the kind `\(kind)` with this id", at: node,
      fix: suggestions.fix(node.text, among: ids, kind: "records \(kind)"))
  }

  fileprivate static func wantedValues(limit: Int, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "records/wrong-values", message: "a field is compared with a value, or a list of at most \(limit) values",
      at: node, fix: "texts, numbers, `true` or `false`")
  }

  fileprivate static func unknownValue(
    of field: Text, _ kind: Text, at node: Node, among words: [Text], _ suggestions: Suggestions
  ) -> Diagnostic {
    Diagnostic(
      code: "records/wrong-values", message: "`\(field)` of `\(kind)` has no such value", at: node,
      fix: suggestions.fix(node.text, among: words, kind: "values of \(field)"))
  }

  fileprivate static func unknownField(
    _ kind: Text, at node: Node, among fields: [Text], _ suggestions: Suggestions
  ) -> Diagnostic {
    Diagnostic(
      code: "records/unknown-field", message: "no record of the kind `\(kind)` has this field", at: node,
      fix: suggestions.fix(node.text, among: fields, kind: "fields \(kind)"))
  }
}

extension SessionKey<Pack> {
  fileprivate static let records = SessionKey()
}
