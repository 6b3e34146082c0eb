import TerrainRules
import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// Reads records of days. A wrong value of a record is a warning, and counts as missing.
struct LogReader {
  private let shape: LogShape
  private let zone: Zone?
  private let known: [Text: Int]
  private let findings: DiagnosticCollector

  /// The days at `node`, a list of records.
  ///
  /// - Parameters:
  ///   - zone: the calendar of records that have an instant for a day.
  ///   - comparing: fields; days that are the same in all of them get the same number.
  ///   - findings: collects what is wrong with records.
  static func read(
    _ node: Node?, shape: LogShape, zone: Zone?, comparing: [Int], into findings: DiagnosticCollector
  ) -> LogDays {
    let reader = LogReader(shape: shape, zone: zone, into: findings)
    var records: [DayRecord] = []
    if let node, node.kind == .list {
      for (position, element) in node.elements.enumerated() where !findings.isExhausted {
        if let record = reader.record(element, position) { records.append(record) }
      }
    }
    return LogMerger(shape: shape, comparing: comparing, findings: findings).days(records)
  }

  private init(shape: LogShape, zone: Zone?, into findings: DiagnosticCollector) {
    self.findings = findings
    self.shape = shape
    self.zone = zone
    known = Dictionary(keepingFirst: shape.fields.enumerated().map { ($1.name, $0) })
  }

  // MARK: Records

  /// What every record may have beside its fields.
  private static let own: [Text] = ["date", "at", "updated_at"]
  /// What merged replicas keep beside the fields.
  private static let changed: Text = "_changed"
  private static let removed: Text = "_removed"

  private func record(_ node: Node, _ position: Int) -> DayRecord? {
    guard node.kind == .map else {
      findings.report(.logNoRecord(at: node))
      return nil
    }
    var values = [Value?](repeating: nil, count: shape.fields.count)
    for (key, value) in node.members {
      guard let name = key.text else { continue }
      if let field = known[name] {
        if value.kind != .null { values[field] = self.value(value, of: shape.fields[field].fact) }
      } else if !Self.own.contains(name), !shape.notRead.contains(name), name != Self.changed,
        name != Self.removed
      {
        findings.warn(
          .logUnknownField(
            name, at: key, among: shape.fields.map { $0.name } + shape.notRead + Self.own, findings.suggestions))
      }
    }
    // A removed record counts as none.
    if node[Self.removed] != nil, values.allSatisfy({ $0 == nil }) { return nil }
    guard let date = date(node) else { return nil }
    return DayRecord(date: date, updated: updated(node), position: position, node: node, values: values)
  }

  private func date(_ node: Node) -> CalendarDate? {
    if let day = node["date"], day.kind != .null {
      if let date = day.text.flatMap({ try? CalendarDate(parsing: $0) }) { return date }
      findings.warn(.logBadDate(at: day))
      return nil
    }
    guard let at = node["at"], at.kind != .null else {
      findings.warn(.logNoDate(at: node))
      return nil
    }
    guard let text = at.text, let instant = try? Timestamp(rfc3339: text),
      let zone = zone ?? (try? Zone(named: MomentFields.offset(of: text)))
    else {
      findings.warn(.logBadInstant(at: at))
      return nil
    }
    return zone.local(at: instant).date
  }

  private func updated(_ node: Node) -> Timestamp? {
    guard let at = node["updated_at"], at.kind != .null else { return nil }
    if let text = at.text {
      if let instant = try? Timestamp(rfc3339: text) { return instant }
      if let instant = try? Timestamp(postgreSQL: text) { return instant }
    }
    findings.warn(.logBadInstant(at: at))
    return nil
  }

  // MARK: Values

  private func value(_ node: Node, of fact: Fact) -> Value? {
    guard case .list(let element) = fact.declaration.type else { return single(node, fact, fact.declaration.type) }
    guard node.kind == .list else {
      findings.warn(.logWrongValue(fact, fact.declaration.type, at: node, findings.suggestions))
      return nil
    }
    // Of a list, what is right counts.
    var values: [Value] = []
    for item in node.elements {
      var reader = LiteralReader(missingListsAreEmpty: true, into: nil)
      if let value = reader.read(item, as: element) {
        checkSeconds(value, of: fact, at: item)
        values.append(value)
      } else {
        findings.warn(.logWrongValue(fact, element, at: item, findings.suggestions))
      }
    }
    let most = fact.declaration.maximumSize ?? .max
    if values.count > most {
      findings.warn(.logOutOfRange(fact, at: node))
      return nil
    }
    return .list(values)
  }

  /// Warns of an entry that took longer than is plausible: a timer that was left running.
  private func checkSeconds(_ value: Value, of fact: Fact, at node: Node) {
    guard let rule = shape.entries, shape.fields[rule.field].fact.id == fact.id, let key = rule.seconds,
      case .map(let map) = value, case .int(let seconds)? = map[string: key]?.present
    else { return }
    if !(0...rule.longest).contains(seconds) { findings.warn(.logSeconds(at: node[key] ?? node, most: rule.longest)) }
  }

  private func single(_ node: Node, _ fact: Fact, _ type: CELType) -> Value? {
    var reader = LiteralReader(missingListsAreEmpty: true, into: nil)
    guard let value = reader.read(node, as: type) else {
      findings.warn(.logWrongValue(fact, type, at: node, findings.suggestions))
      return nil
    }
    var isFinite = true
    if case .double(let number) = value { isFinite = number.isFinite }
    guard isFinite, fact.declaration.admits(value) else {
      findings.warn(.logOutOfRange(fact, at: node))
      return nil
    }
    return value
  }
}

extension Diagnostic {
  static func logNoRecord(at node: Node) -> Diagnostic {
    Diagnostic(code: "log/not-a-record", message: "a record of a day is a map of fields", at: node)
  }

  static func logNoDate(at node: Node) -> Diagnostic {
    finding(
      "log/no-date", "a record needs the local day it is about", at: node,
      fix: "add `date: 2026-02-05`, or `at` with an instant")
  }

  static func logBadDate(at node: Node) -> Diagnostic {
    finding("log/bad-date", "this is no day of the calendar", at: node, fix: "write it as `2026-02-05`")
  }

  static func logBadInstant(at node: Node) -> Diagnostic {
    finding(
      "log/bad-instant", "this is no instant", at: node, fix: "write it as `2026-02-05T07:30:00+08:00` (RFC 3339)")
  }

  static func logUnknownField(
    _ name: Text, at key: Node, among names: [Text], _ suggestions: Suggestions
  ) -> Diagnostic {
    finding(
      "log/unknown-field", "no rule declares a field `\(name)` of a log", at: key,
      fix: suggestions.fix(name, among: names, kind: "fields of a log"))
  }

  static func logWrongValue(_ fact: Fact, _ type: CELType, at node: Node, _ suggestions: Suggestions) -> Diagnostic {
    let words = type.enumeration
    let fix = words.flatMap {
      suggestions.fix(node.text, among: $0.cases, kind: "values of \($0.name)", listing: "its values are")
    }
    let expected = words.map { "a value of `\($0.name)`" } ?? "a value of type `\(type)`"
    return finding("log/wrong-value", "`\(fact.name)` has to be \(expected); it is ignored", at: node, fix: fix)
  }

  static func logOutOfRange(_ fact: Fact, at node: Node) -> Diagnostic {
    finding("log/out-of-range", "`\(fact.name)` has to be \(fact.declaration.limits); it is ignored", at: node)
  }

  static func logSeconds(at node: Node, most: Int64) -> Diagnostic {
    finding(
      "log/seconds", "something takes 0 to \(most) seconds; this record is ignored", at: node)
  }

  /// A warning about a record: what it is about counts as missing.
  static func finding(_ code: String, _ message: String, at node: Node, fix: String? = nil) -> Diagnostic {
    Diagnostic(code: code, severity: .warning, message: message, at: node, fix: fix)
  }
}
