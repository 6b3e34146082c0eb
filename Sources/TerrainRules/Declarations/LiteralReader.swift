import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// Finds records by their ids, for literals that name records of their type.
package struct RecordFinder: Sendable {
  /// Returns the record with the id `id` as a value of the record type `type`.
  package let value: @Sendable (_ type: Text, _ id: Text) -> Value?

  /// Finds records by `value`.
  package init(_ value: @escaping @Sendable (_ type: Text, _ id: Text) -> Value?) { self.value = value }
}

/// Reads a literal as a value of a given type: `3` is a double where a double is expected.
package struct LiteralReader {
  /// The diagnostics that the collector contains.
  package var diagnostics: [Diagnostic] { collector?.diagnostics ?? [] }

  private let collector: DiagnosticCollector?
  private let missingListsAreEmpty: Bool
  private let records: RecordFinder?

  /// A reader that has read nothing yet.
  ///
  /// - Parameters:
  ///   - missingListsAreEmpty: True if a record may omit its lists, as records of a pack may.
  ///   - records: Finds records by their ids, or nil if ids are not allowed.
  ///   - collector: Receives the diagnostics, or nil if only the value matters. Without it the literal is a part of an author's file.
  package init(
    missingListsAreEmpty: Bool = false, records: RecordFinder? = nil,
    into collector: DiagnosticCollector? = DiagnosticCollector(.file)
  ) {
    self.missingListsAreEmpty = missingListsAreEmpty
    self.records = records
    self.collector = collector
  }

  /// Reports that `node` is not a value of `type`: in a file, by the value found; in a request, by the value expected.
  private func reportType(_ node: Node, _ type: CELType) {
    guard let collector else { return }
    switch collector.subject {
    case .file: collector.report(.literalType(node, expected: type))
    case .request: collector.report(.valueType(at: node, expected: type))
    }
  }

  /// Reports that the text at `node` is not a value of `vocabulary`.
  private func reportCase(_ text: Text, _ vocabulary: EnumerationType, _ node: Node) {
    guard let collector else { return }
    switch collector.subject {
    case .file: collector.report(.notACase(text, vocabulary, node.place))
    case .request: collector.report(.notACase(of: vocabulary, at: node, collector.suggestions))
    }
  }

  /// `node` as a value of `type`. Returns nil and reports a diagnostic if it is not one.
  ///
  /// Recursion is bounded by the nesting of written types and, under `dyn`, by that of the document.
  package mutating func read(_ node: Node, as type: CELType) -> Value? {
    switch type {
    case .list(let element): return list(node, element)
    case .map(let key, let value): return map(node, key, value)
    case .record(let record):
      if let records, let id = node.text {
        if let value = records.value(record.name, id) { return value }
        collector?.report(.noSuchRecord(record, node))
        return nil
      }
      return fields(node, record)
    case .optional(let wrapped):
      if node.kind == .null { return .optional(nil) }
      return read(node, as: wrapped).map { .optional($0) }
    case .dyn, .error: return node.value
    case .decimal where node.kind == .map: return money(node)
    default: return scalar(node, type)
    }
  }

  private mutating func scalar(_ node: Node, _ type: CELType) -> Value? {
    if let value = LiteralReader.value(of: node, as: type) { return value }
    if case .enumeration(let vocabulary) = type, let text = node.text {
      reportCase(text, vocabulary, node)
    } else {
      reportType(node, type)
    }
    return nil
  }

  /// `node` as a value of the scalar type `type`, or nil if it is not one.
  static func value(of node: Node, as type: CELType) -> Value? {
    switch (type, node.kind) {
    case (.null, .null): return .null
    case (.bool, .bool): return node.bool.map { .bool($0) }
    case (.int, .number): return node.int.map { .int($0) }
    case (.uint, .number): return node.int.flatMap { UInt64(exactly: $0) }.map { .uint($0) }
    case (.double, .number): return node.isBeyondDouble ? nil : node.double.map { .double($0) }
    case (.decimal, .number): return node.decimal.map { .decimal($0) }
    default: return node.text.flatMap { value(of: $0, as: type) }
    }
  }

  /// The value of `type` that `text` represents, or nil if it represents none.
  static func value(of text: Text, as type: CELType) -> Value? {
    switch type {
    case .string: return .string(text)
    case .enumeration(let vocabulary): return vocabulary.code(of: text) == nil ? nil : .string(text)
    case .decimal: return (try? ExactDecimal(parsing: text)).map { .decimal($0) }
    case .timestamp: return (try? Timestamp(rfc3339: text)).map { .timestamp($0) }
    case .duration: return (try? ExactDuration(parsing: text)).map { .duration($0) }
    default: return nil
    }
  }

  /// An amount of money: `{ currency: USD, minor: 1234 }` is 12.34.
  private mutating func money(_ node: Node) -> Value? {
    if let currency = node["currency"]?.text, let minor = node["minor"]?.int, node.count == 2,
      let money = Money(currency: currency, minor: minor)
    {
      return .decimal(money.decimal)
    }
    reportType(node, .decimal)
    return nil
  }

  private mutating func list(_ node: Node, _ element: CELType) -> Value? {
    guard node.kind == .list else {
      reportType(node, .list(element))
      return nil
    }
    var values: [Value] = []
    values.reserveCapacity(node.count)
    for item in node.elements {
      guard let value = read(item, as: element) else {
        if collector?.isExhausted ?? true { return nil }
        continue
      }
      values.append(value)
    }
    return values.count == node.count ? .list(values) : nil
  }

  private mutating func map(_ node: Node, _ keyType: CELType, _ valueType: CELType) -> Value? {
    guard node.kind == .map else {
      reportType(node, .map(key: keyType, value: valueType))
      return nil
    }
    var map = ValueMap()
    for (keyNode, valueNode) in node.members {
      let key = read(keyNode, as: keyType)
      let value = read(valueNode, as: valueType)
      if let key, let value { map.insert(key, value) } else if collector?.isExhausted ?? true { return nil }
    }
    return map.count == node.count ? .map(map) : nil
  }

  private mutating func fields(_ node: Node, _ record: RecordType) -> Value? {
    guard node.kind == .map else {
      reportType(node, .record(record))
      return nil
    }
    var isWhole = true
    // Fields for which an unknown key seems to be meant: they are misspelled, not missing.
    var meant: Set<String> = []
    for (key, _) in node.members {
      // Nearly all keys are known, so no texts are created for them.
      let isKnown = key.withText { record.hasField($0) } ?? true
      guard !isKnown, let name = key.text else { continue }
      isWhole = false
      guard let collector, !collector.isExhausted else { continue }
      collector.report(
        .unknownKey(
          name, of: "a \(record.name)", allowed: record.fields.map { $0.name }, key.place, collector.suggestions
        )
        .caused(by: .key(name, of: record.name.string)))
      guard collector.suggestions.hasRoom else { continue }
      if let nearest = Suggestion.nearest(to: name.string, among: record.fields.map({ $0.name.string })) {
        meant.insert(nearest)
      }
    }
    // A record's fields have names of their own.
    var entries: [(key: Value, value: Value)] = []
    entries.reserveCapacity(record.fields.count)
    for field in record.fields {
      if let value = node[field.name] {
        if let value = read(value, as: field.type) {
          entries.append((.string(field.name), value))
        } else {
          isWhole = false
        }
      } else if case .optional = field.type {
        entries.append((.string(field.name), .optional(nil)))
      } else if missingListsAreEmpty, case .list = field.type {
        entries.append((.string(field.name), .list([])))
      } else if field.type != .error {
        isWhole = false
        if !meant.contains(field.name.string) {
          collector?.report(.missingKey(field.name.string, of: "a \(record.name)", node.place))
        }
      }
    }
    return isWhole ? .map(ValueMap(distinct: entries)) : nil
  }
}

extension Diagnostic {
  /// The diagnostic about an unknown key of a record, in a file or a request.
  static func unknownKey(
    _ key: Text, of what: String, allowed: [Text], _ place: Place, _ suggestions: Suggestions?
  ) -> Diagnostic {
    Diagnostic(
      code: "rules/unknown-key", message: "\(what) has no `\(key)`", place: place,
      fix: suggestions?.fix(key, among: allowed, kind: what, listing: "what it may have:"))
  }

  static func notACase(_ text: Text, _ vocabulary: EnumerationType, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/not-a-case", message: "`\(text)` is not a value of `\(vocabulary.name)`", place: place,
      fix: Suggestion.fix(text, among: vocabulary.cases) ?? vocabulary.listed
    ).caused(by: .value(text, of: vocabulary.name))
  }

  /// The diagnostic about a text in a request that is not a value of `vocabulary`. The text is not quoted.
  static func notACase(of vocabulary: EnumerationType, at node: Node, _ suggestions: Suggestions) -> Diagnostic {
    Diagnostic(
      code: "rules/not-a-case", message: "this is not a value of `\(vocabulary.name)`", at: node,
      fix: suggestions.fix(
        node.text, among: vocabulary.cases, kind: vocabulary.name.string, listing: "its values are"))
  }

  /// The diagnostic about a value in a request that has another type than its fact. The value is not quoted.
  static func valueType(at node: Node, expected: CELType) -> Diagnostic {
    Diagnostic(
      code: "rules/literal-type", message: "expected \(expected.described)", at: node, fix: literalFix(node, expected))
  }

  static func literalType(_ node: Node, expected: CELType) -> Diagnostic {
    Diagnostic(
      code: "rules/literal-type", message: "expected \(expected.described), not \(node.described)", place: node.place,
      fix: literalFix(node, expected))
  }

  static func noSuchRecord(_ type: RecordType, _ node: Node) -> Diagnostic {
    Diagnostic(code: "rules/unknown-record", message: "no record of `\(type.name)` has this id", at: node)
      .caused(by: .record(node.text ?? "", of: [type.name]))
  }

  private static func literalFix(_ node: Node, _ expected: CELType) -> String? {
    switch (expected, node.kind) {
    case (.decimal, .map):
      return "money is written `{ currency: USD, minor: 1234 }`: a currency of ISO 4217, and its smallest units"
    case (.string, .number), (.string, .bool), (.enumeration, .number), (.enumeration, .bool):
      return "put it in quotes"
    case (.int, .string), (.uint, .string), (.double, .string), (.bool, .string):
      guard let text = node.text?.string else { return nil }
      if Double(text) != nil || text == "true" || text == "false" { return "leave out the quotes" }
      return nil
    case (.timestamp, _): return "for example \"2026-02-04T12:00:00Z\""
    case (.duration, _): return "for example \"1h30m\""
    default: return nil
    }
  }
}
