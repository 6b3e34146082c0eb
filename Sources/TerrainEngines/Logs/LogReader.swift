import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Reads records of days. A wrong value of a record is a warning, and counts as missing.
struct LogReader {
  private let shape: LogShape
  private let known: [Text: Int]
  private let calendar: Pack.Calendar
  private let findings: DiagnosticCollector

  /// The days at `node`, a list of records.
  ///
  /// - Parameters:
  ///   - calendar: the pack's, which says when days end.
  ///   - comparing: fields; days with equal values in all of them get the same number.
  ///   - findings: collects the errors in records.
  static func read(
    _ node: Node?, shape: LogShape, _ calendar: Pack.Calendar, comparing: [Int], into findings: DiagnosticCollector
  ) -> LogDays {
    let reader = LogReader(shape: shape, calendar, into: findings)
    var records: [DayRecord] = []
    if let node, node.kind == .list {
      for (position, element) in node.elements.enumerated() where !findings.isExhausted {
        if let record = reader.record(element, position) { records.append(record) }
      }
    }
    return LogMerger(shape: shape, comparing: comparing, findings: findings).days(records)
  }

  private init(shape: LogShape, _ calendar: Pack.Calendar, into findings: DiagnosticCollector) {
    self.calendar = calendar
    self.findings = findings
    self.shape = shape
    known = Dictionary(keepingFirst: shape.fields.enumerated().map { ($1.name, $0) })
  }

  // MARK: Records

  /// The names that every record may have in addition to its fields.
  private static let own: [Text] = ["date", "at", "updated_at"]
  /// The field in which merged replicas keep their stamps.
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

  /// The local day on which the record was made: `date`, or the day of `at` by its own offset. The fields of the request have no effect, so
  /// that the day stays the same wherever the person travels.
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
      let zone = try? Zone(named: RequestClock.offset(of: text))
    else {
      findings.warn(.logBadInstant(at: at))
      return nil
    }
    return calendar.days(in: zone).date(at: instant)
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
    // Of a list, the correct elements count.
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

  /// A warning about a record; the value in question counts as missing.
  static func finding(_ code: String, _ message: String, at node: Node, fix: String? = nil) -> Diagnostic {
    Diagnostic(code: code, severity: .warning, message: message, at: node, fix: fix)
  }
}

/// A record of a day as it was read.
struct DayRecord {
  let date: CalendarDate
  let updated: Timestamp?
  let position: Int
  let node: Node
  var values: [Value?]
}

/// Merges the records of each day into one.
struct LogMerger {
  let shape: LogShape
  /// The fields to compare; days with equal values in all of them get the same number.
  let comparing: [Int]
  let findings: DiagnosticCollector

  /// The days of `records`.
  func days(_ records: [DayRecord]) -> LogDays {
    // Sorted by day, and within a day from the oldest to the newest. A record without a time is older than a record with a time.
    let sorted = records.ordered { a, b in
      if a.date != b.date { return a.date < b.date }
      switch (a.updated, b.updated) {
      case (let x?, let y?) where x != y: return x < y
      case (nil, _?): return true
      case (_?, nil): return false
      default: return a.position < b.position
      }
    }
    var dates: [CalendarDate] = []
    var columns = [[Value?]](repeating: [], count: shape.fields.count)
    for record in sorted {
      let isNew = dates.last != record.date
      if isNew { dates.append(record.date) }
      for (field, value) in record.values.enumerated() {
        if isNew {
          columns[field].append(value)
        } else if let value {
          let last = columns[field].count - 1
          let rule = shape.fields[field]
          let both = rule.merging.merged(columns[field][last], value)
          // Sums of numbers and unions of lists may leave a range that each part keeps.
          if rule.fact.declaration.admits(both) {
            columns[field][last] = both
          } else {
            columns[field][last] = nil
            findings.warn(.logDayOutOfRange(rule.fact, at: record.node))
          }
        }
      }
    }
    return withItems(dates, columns)
  }

  /// The days, with ids numbered and entries read.
  private func withItems(_ dates: [CalendarDate], _ columns: [[Value?]]) -> LogDays {
    var items: [Text] = []
    var numbers: [Text: Int] = [:]
    func number(_ id: Text) -> Int {
      if let known = numbers[id] { return known }
      numbers[id] = items.count
      items.append(id)
      return items.count - 1
    }
    var entries: [[LogDays.Entry]] = []
    var done: [[Int]] = []
    for day in dates.indices {
      var today: [Int] = []
      var seen: Set<Int> = []
      for field in shape.done {
        guard case .list(let values)? = columns[field][day] else { continue }
        for case .string(let id) in values {
          let item = number(id)
          if seen.insert(item).inserted { today.append(item) }
        }
      }
      var dayEntries: [LogDays.Entry] = []
      if let rule = shape.entries, case .list(let values)? = columns[rule.field][day] {
        for case .map(let map) in values {
          guard case .string(let id)? = map[string: rule.item]?.present else { continue }
          let item = number(id)
          if seen.insert(item).inserted { today.append(item) }
          dayEntries.append(rule.entry(map, item: item))
        }
      }
      entries.append(dayEntries)
      done.append(today)
    }
    return LogDays(
      dates: dates, columns: columns, entries: entries, done: done, items: items,
      alike: alike(days: dates.count, columns))
  }

  /// Numbers days by their values of some fields, from 0.
  private func alike(days: Int, _ columns: [[Value?]]) -> [Int] {
    var numbers: [ComparedValues: Int] = [:]
    return (0..<days).map { day in
      let compared = ComparedValues(values: comparing.map { columns[$0][day] })
      let number = numbers[compared] ?? numbers.count
      numbers[compared] = number
      return number
    }
  }

  /// Values of some fields on one day.
  private struct ComparedValues: Hashable {
    let values: [Value?]

    static func == (lhs: ComparedValues, rhs: ComparedValues) -> Bool {
      zip(lhs.values, rhs.values).allSatisfy { one, other in
        guard let one, let other else { return one == nil && other == nil }
        return one.isEqual(to: other)
      }
    }

    func hash(into hasher: inout Hasher) { for value in values { (value ?? .null).hash(into: &hasher) } }
  }
}

extension LogShape.Entries {
  /// The entry in `map`, about `item`.
  fileprivate func entry(_ map: ValueMap, item: Int) -> LogDays.Entry {
    func code(_ key: Text?, _ words: EnumerationType?) -> Int? {
      guard let key, case .string(let word)? = map[string: key]?.present else { return nil }
      return words?.code(of: word)
    }
    var seconds: Int64?
    if let key = self.seconds, case .int(let number)? = map[string: key]?.present, (0...longest).contains(number) {
      seconds = min(number, counted)
    }
    return LogDays.Entry(item: item, word: code(feedback, words), seconds: seconds, kind: code(kind, kinds))
  }
}

/// An element of a union of lists.
private struct UnionMember: Hashable {
  let value: Value

  static func == (lhs: UnionMember, rhs: UnionMember) -> Bool { lhs.value.isEqual(to: rhs.value) }

  /// Values hash a map only by its size, and entries of logs are maps of equal size.
  func hash(into hasher: inout Hasher) {
    guard case .map(let map) = value else { return value.hash(into: &hasher) }
    var sum = 0
    for (key, value) in map.entries {
      var member = Hasher()
      key.hash(into: &member)
      value.hash(into: &member)
      sum &+= member.finalize()
    }
    hasher.combine(sum)
  }
}

extension LogShape.Merging {
  /// The elements of `first`, followed by the further elements of `second`, each once.
  private static func union(_ first: [Value], _ second: [Value]) -> [Value] {
    var values = first
    // Uses hashes, because a line has room for hundreds of thousands of elements.
    var known = Set(first.map(UnionMember.init))
    for value in second where known.insert(UnionMember(value: value)).inserted { values.append(value) }
    return values
  }

  /// The value that merges an older and a newer one.
  fileprivate func merged(_ older: Value?, _ newer: Value) -> Value {
    guard let older else { return newer }
    switch self {
    case .latest: return newer
    case .union:
      switch (older, newer) {
      case (.list(let first), .list(let second)):
        return .list(Self.union(first, second))
      case (.map(var map), .map(let second)):
        for (key, value) in second.entries { map.replace(key, with: value) }
        return .map(map)
      default: return newer
      }
    case .most: return older.compare(to: newer) == .greater ? older : newer
    case .least: return older.compare(to: newer) == .less ? older : newer
    case .sum:
      switch (older, newer) {
      case (.int(let first), .int(let second)):
        let (sum, overflow) = first.addingReportingOverflow(second)
        return .int(overflow ? .max : sum)
      case (.double(let first), .double(let second)): return .double(first + second)
      default: return newer
      }
    }
  }
}

extension Diagnostic {
  static func logDayOutOfRange(_ fact: Fact, at node: Node) -> Diagnostic {
    finding(
      "log/out-of-range",
      "`\(fact.name)` of all records of this day together has to be \(fact.declaration.limits); it is ignored",
      at: node
    )
  }
}
