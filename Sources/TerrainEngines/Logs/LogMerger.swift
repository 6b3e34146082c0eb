import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

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
  /// Fields; days that are the same in all of them get the same number.
  let comparing: [Int]
  let findings: DiagnosticCollector

  /// The days of `records`.
  func days(_ records: [DayRecord]) -> LogDays {
    // By day; those of one day from the oldest on. What has no time of its own is older than what has one.
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
          // Numbers added up and lists put together can leave a range that each of them keeps.
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

/// An element of lists that are put together.
private struct UnionMember: Hashable {
  let value: Value

  static func == (lhs: UnionMember, rhs: UnionMember) -> Bool { lhs.value.isEqual(to: rhs.value) }

  /// Values hash a map by its size alone; entries of logs are maps of one size.
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
  /// The elements of `first`, and those of `second` that are not among them, each of those once.
  private static func union(_ first: [Value], _ second: [Value]) -> [Value] {
    var values = first
    // By hash: a line has room for hundreds of thousands of elements.
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
