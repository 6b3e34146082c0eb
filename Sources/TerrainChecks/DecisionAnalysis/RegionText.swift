import TerrainDocuments
import TerrainRules
import TerrainBase

/// Regions and witnesses of one decision in words.
struct RegionText {
  let table: DecisionTable

  /// The region: `size = big and price <= 3`; empty where it is all there is.
  func region(_ region: ProofRegion) -> String {
    region.columns.compactMap { column, values in self.values(values, of: column) }.joined(separator: " and ")
  }

  /// One case of it, in facts: `price = 3, count = 0`. Facts that the region does not depend on are left out.
  func witness(_ region: ProofRegion) -> String {
    var columns: Set<Int> = []
    var waiting = viewColumns(region.columns.map(\.column))
    if waiting.isEmpty { waiting = table.view.tables[table.index].inputs }
    while let column = waiting.popLast() {
      guard columns.insert(column).inserted else { continue }
      if case .decision(let source) = table.view.columns[column].origin {
        waiting += table.view.tables[source].inputs
      }
    }
    let parts = region.witness.compactMap { column, key -> String? in
      guard let index = table.viewColumns[column], columns.contains(index) else { return nil }
      if case .decision = table.view.columns[index].origin { return nil }
      return one(key, of: column)
    }
    return parts.joined(separator: ", ")
  }

  /// What would have to be true of what cannot be decided: "`a` is false and b = 3".
  func assumptions(_ region: ProofRegion) -> String {
    region.assumptions.map { column, values in
      guard table.viewColumns[column] != nil else {
        return "`\(name(column))` is \(values.contains(1) ? "true" : "false")"
      }
      let key = values.nearest(to: table.proof.columns[column].origin)
      if case .bool(let truth)? = witness(key, of: column) { return "`\(name(column))` is \(truth)" }
      return one(key, of: column)
    }.joined(separator: " and ")
  }

  /// The column's name, short for what the decision's own module declares.
  func name(_ column: Int) -> String {
    let name = table.proof.columns[column].name.string
    let own = table.view.tables[table.index].name
    guard let dot = own.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
    let module = own[...dot]
    return name.hasPrefix(module) ? String(name.dropFirst(module.count)) : name
  }

  /// `column = value` for one value of a column.
  private func one(_ key: Int64?, of column: Int) -> String {
    guard let value = witness(key, of: column) else { return "\(name(column)) is absent" }
    // Of a type without constants that a condition could name.
    if case .null = value { return "\(name(column)) is there" }
    return isMembership(column) ? membership(column, value) : "\(name(column)) = \(value.asWritten)"
  }

  private func isMembership(_ column: Int) -> Bool {
    guard let index = table.viewColumns[column] else { return false }
    if case .membership = table.view.columns[index].origin { return true }
    return false
  }

  /// Whether something is in a list, as an expression.
  private func membership(_ column: Int, _ value: Value) -> String {
    if case .bool(true) = value { return name(column) }
    return "!(\(name(column)))"
  }

  private func witness(_ key: Int64?, of column: Int) -> Value? {
    guard let key, let index = table.viewColumns[column] else { return nil }
    return table.view.columns[index].classes[safe: Int(key)]?.witness
  }

  /// The values of a column in the words of a cell; nil where they are all the column has.
  func values(_ values: ValueSet, of column: Int) -> String? {
    guard !table.proof.columns[column].domain.isSubset(of: values), let index = table.viewColumns[column] else {
      return nil
    }
    if isMembership(column) { return one(values.nearest(to: 0), of: column) }
    let name = name(column)
    let classes = table.view.columns[index].classes
    var parts: [String] = []
    var listed: [String] = []
    for range in values.ranges {
      guard let low = classes[safe: Int(range.low)], let high = classes[safe: Int(range.high)] else { continue }
      if low.witness?.isNumber != true {
        for value in classes[Int(range.low)...Int(range.high)] {
          if value.lower == nil {
            parts.append("\(name) is \(classes.count { !$0.isAbsent } == 1 ? "there" : "something else")")
          }
          if value.lower != nil, let word = value.witness?.asWritten { listed.append(word) }
        }
      } else {
        let isLast = table.proof.columns[column].domain.ranges.last.map { $0.high <= range.high } ?? false
        parts.append(interval(name, low.lower, high.upper, isFirst: range.low == 0, isLast: isLast))
      }
    }
    if listed.count == 1 { parts.insert("\(name) = \(listed[0])", at: 0) }
    if listed.count > 1 { parts.insert("\(name) in [\(listed.joined(separator: ", "))]", at: 0) }
    if values.absent { parts.append("\(name) is absent") }
    return parts.count > 1 ? "(\(parts.joined(separator: " or ")))" : parts.first
  }

  /// What a column of numbers can be, `mood is from 1 to 5`; nil of others, and where an end is not known.
  func range(of column: Int) -> String? {
    guard let index = table.viewColumns[column] else { return nil }
    let classes = table.view.columns[index].classes.filter { !$0.isAbsent }
    guard let least = classes.first?.lower, let greatest = classes.last?.upper, least.value.isNumber else { return nil }
    return "`\(name(column))` is from \(least.value.asWritten) to \(greatest.value.asWritten)"
  }

  /// The numbers between two ends; an end that is the domain's own is left out.
  private func interval(
    _ name: String, _ lower: TableView.Bound?, _ upper: TableView.Bound?, isFirst: Bool, isLast: Bool
  ) -> String {
    if let lower, let upper, lower.isClosed, upper.isClosed, lower.value.asWritten == upper.value.asWritten {
      return "\(name) = \(lower.value.asWritten)"
    }
    switch (isFirst ? nil : lower, isLast ? nil : upper) {
    case (let lower?, let upper?):
      let ends = "\(lower.value.asWritten)..\(upper.value.asWritten)"
      if lower.isClosed, upper.isClosed { return "\(name) in \(ends)" }
      return "\(name) in \(lower.isClosed ? "[" : "(")\(ends)\(upper.isClosed ? "]" : ")")"
    case (let lower?, nil): return "\(name) \(lower.isClosed ? ">=" : ">") \(lower.value.asWritten)"
    case (nil, let upper?): return "\(name) \(upper.isClosed ? "<=" : "<") \(upper.value.asWritten)"
    case (nil, nil): return "\(name) is there"
    }
  }

  private func viewColumns(_ columns: [Int]) -> [Int] { columns.compactMap { table.viewColumns[$0] } }
}

extension Value {
  /// The value as an author would write it in a cell: words without quotes where they need none.
  var asWritten: String {
    switch self {
    case .string(let text):
      let isWord =
        !text.isEmpty
        && text.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
          default: false
          }
        }
      return isWord ? text.string : description
    case .decimal(let decimal): return decimal.description
    default: return description
    }
  }

  /// ``asWritten``, cut where it is too long to be read; what follows is ignored.
  package var asBrieflyWritten: String {
    switch self {
    case .string(let text) where text.utf8.count > Self.longestWritten: description(limit: Self.longestWritten)
    case .list, .map, .optional, .bytes: description(limit: Self.longestWritten)
    default: asWritten
    }
  }

  /// Bytes of a value in a sentence.
  private static let longestWritten = 1000
}

extension RegionText {
  /// The bytes of a place on one line, cut where they are many.
  func source(of place: Place) -> String {
    let bytes = place.source.bytes
    let start = min(Int(place.range.start), bytes.count)
    let end = min(max(start, Int(place.range.end)), bytes.count)
    let words = String(decoding: bytes[start..<end], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    let line = words.joined(separator: " ")
    return line.count > 60 ? line.prefix(59) + "…" : line
  }
}
