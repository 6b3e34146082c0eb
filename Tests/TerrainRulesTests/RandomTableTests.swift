import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TestSupport
import Testing

/// Random tables over small domains, against a reference that looks at every row with plain Swift closures.
@Suite struct RandomTableTests {
  /// A cell as text, and what it means.
  private struct RandomCell {
    var text: String
    var holds: (Value?) -> Bool
  }

  private struct RandomRow {
    var cells: [(column: Int, cell: RandomCell)]
    var then: Int64
    var score: Int64
  }

  private struct RandomTable {
    var hit: String
    var rows: [RandomRow]
    var otherwise: Int64?

    var yaml: String {
      var text = """
        facts:
          a: { type: int, min: -2, max: 2 }
          b: { type: int, min: 0, max: 3, optional: true }
          c: { type: string, values: [red, green, blue] }
          d: { type: bool }
          e: { type: double, min: 0, max: 1 }
        decisions:
          t:
            hit: \(hit)
            rows:

        """
      for (index, row) in rows.enumerated() {
        let cells = row.cells.map { "\(RandomTableTests.names[$0.column]): \($0.cell.text)" }.joined(separator: ", ")
        text += "      - { id: r\(index), "
        if !cells.isEmpty { text += "when: { \(cells) }, " }
        if hit == "highest" { text += "score: \(row.score), " }
        text += "then: \(row.then) }\n"
      }
      if let otherwise { text += "    otherwise: \(hit == "collect" ? "[\(otherwise)]" : "\(otherwise)")\n" }
      return text
    }

    /// What the table yields for `facts`: nil where it is an error.
    func reference(_ facts: [Value?]) -> Value? {
      let holding = rows.filter { row in row.cells.allSatisfy { $0.cell.holds(facts[$0.column]) } }
      if holding.isEmpty, let otherwise {
        switch hit {
        case "collect": return .list([.int(otherwise)])
        case "count": return 0
        default: return .int(otherwise)
        }
      }
      switch hit {
      case "first": return holding.first.map { .int($0.then) }
      case "unique": return holding.count == 1 ? .int(holding[0].then) : nil
      case "highest":
        return holding.enumerated().max { ($0.element.score, -$0.offset) < ($1.element.score, -$1.offset) }.map {
          .int($0.element.then)
        }
      case "collect": return .list(holding.map { .int($0.then) })
      case "sum": return .int(holding.reduce(0) { $0 + $1.then })
      case "min": return holding.map(\.then).min().map { .int($0) }
      case "max": return holding.map(\.then).max().map { .int($0) }
      default: return .int(Int64(holding.count))
      }
    }
  }

  private static let names = ["a", "b", "c", "d", "e"]
  private static let domains: [[Value?]] = [
    (-2...2).map { .int($0) }, [nil] + (0...3).map { .int($0) }, ["red", "green", "blue"], [true, false],
    [.double(0), .double(0.25), .double(0.5), .double(1)],
  ]

  private static func int(_ value: Value?) -> Int64? {
    if case .int(let number)? = value { return number }
    return nil
  }

  private static func cell(_ column: Int, _ random: inout SplitMix64) -> RandomCell {
    switch column {
    case 0, 1:
      // Cells with values outside of the bounds of their fact are refused.
      let bounds: ClosedRange<Int64> = column == 0 ? -2...2 : 0...3
      let low = Int64.random(in: bounds, using: &random)
      let high = min(low + Int64.random(in: 0...2, using: &random), bounds.upperBound)
      switch Int.random(in: 0..<(column == 1 ? 9 : 8), using: &random) {
      case 0: return RandomCell(text: "\(low)") { int($0) == low }
      case 1: return RandomCell(text: "\"<= \(low)\"") { int($0).map { $0 <= low } ?? false }
      case 2: return RandomCell(text: "\"> \(low)\"") { int($0).map { $0 > low } ?? false }
      case 3: return RandomCell(text: "\"!= \(low)\"") { int($0).map { $0 != low } ?? false }
      case 4: return RandomCell(text: "\(low)..\(high)") { int($0).map { $0 >= low && $0 <= high } ?? false }
      case 5: return RandomCell(text: "\"[\(low)..\(high))\"") { int($0).map { $0 >= low && $0 < high } ?? false }
      case 6: return RandomCell(text: "[\(low), \(high)]") { int($0).map { $0 == low || $0 == high } ?? false }
      case 7: return RandomCell(text: "\"= it * it > \(high)\"") { int($0).map { $0 * $0 > high } ?? false }
      default: return RandomCell(text: "[none, \(low)]") { $0 == nil || int($0) == low }
      }
    case 2:
      let words = ["red", "green", "blue"]
      let picked = words.filter { _ in Bool.random(using: &random) }
      if picked.isEmpty { return RandomCell(text: "\"-\"") { _ in true } }
      return RandomCell(text: "[\(picked.joined(separator: ", "))]") { value in
        picked.contains { value?.isEqual(to: .string(Text($0))) == true }
      }
    case 3:
      let wanted = Bool.random(using: &random)
      return RandomCell(text: "\(wanted)") { $0?.isEqual(to: .bool(wanted)) == true }
    default:
      let limit = ([0, 0.25, 0.5, 1] as [Double]).randomElement(using: &random) ?? 0
      return RandomCell(text: "\">= \(limit)\"") { $0?.compare(to: .double(limit)) != .less }
    }
  }

  private static func table(_ random: inout SplitMix64) -> RandomTable {
    let hits = ["first", "unique", "highest", "collect", "sum", "min", "max", "count"]
    let hit = hits.randomElement(using: &random) ?? "first"
    let rows = (0..<Int.random(in: 1...7, using: &random)).map { _ in
      let columns = (0..<5).filter { _ in Int.random(in: 0..<5, using: &random) < 2 }
      return RandomRow(
        cells: columns.map { ($0, cell($0, &random)) }, then: Int64.random(in: -9...9, using: &random),
        score: Int64.random(in: 0...2, using: &random))
    }
    let otherwise = Bool.random(using: &random) && hit != "count" ? Int64.random(in: 100...109, using: &random) : nil
    return RandomTable(hit: hit, rows: rows, otherwise: otherwise)
  }

  @Test func randomTablesDecideAsTheReference() throws {
    var random = SplitMix64(seed: 20260204)
    for round in 0..<60 {
      let table = Self.table(&random)
      let rules = try RuleFiles(table.yaml).loaded()
      let decision = try #require(rules.decision("rules.t"))
      let facts = try Self.names.map { try #require(rules.fact(Text($0))) }
      let plain = RuleSession(rules)
      let explaining = RuleSession(try #require(rules.explaining().ruleSet))
      var wrong = 0
      for a in Self.domains[0] {
        for b in Self.domains[1] {
          for c in Self.domains[2] {
            for d in Self.domains[3] {
              for e in Self.domains[4] {
                let values = [a, b, c, d, e]
                let expected = table.reference(values)
                for session in [plain, explaining] {
                  session.begin()
                  for (fact, value) in zip(facts, values) { if let value { try session.set(fact, value) } }
                  let found = try? session.value(decision)
                  let agrees = expected.map { found?.isEqual(to: $0) == true } ?? (found == nil)
                  if !agrees { wrong += 1 }
                }
              }
            }
          }
        }
      }
      #expect(wrong == 0, "round \(round):\n\(table.yaml)")
      if wrong > 0 { return }
    }
  }

  /// The finite view of a table tells the same: for every input, which rows' conditions hold.
  @Test func tableViewsAgreeWithTheReference() throws {
    var random = SplitMix64(seed: 7)
    for round in 0..<60 {
      let table = Self.table(&random)
      let rules = try RuleFiles(table.yaml).loaded()
      let view = rules.tableView()
      let viewed = try #require(view.tables.first)
      try #require(viewed.rows.count == table.rows.count)
      // `it * it > 3` is an input of its own, of which nothing is known: such rows are not compared.
      let known = viewed.rows.indices.filter { row in
        table.rows[row].cells.allSatisfy { !$0.cell.text.contains("it") }
      }
      var wrong = 0
      for a in Self.domains[0] {
        for b in Self.domains[1] {
          for c in Self.domains[2] {
            for d in Self.domains[3] {
              for e in Self.domains[4] {
                let values = [a, b, c, d, e]
                for row in known {
                  let expected = table.rows[row].cells.allSatisfy { $0.cell.holds(values[$0.column]) }
                  if view.holds(viewed.rows[row].when, values) != expected { wrong += 1 }
                }
              }
            }
          }
        }
      }
      #expect(wrong == 0, "round \(round):\n\(table.yaml)")
      if wrong > 0 { return }
    }
  }
}

extension TableView {
  /// Whether a condition holds for facts called a, b, c, …
  fileprivate func holds(_ formula: Formula, _ facts: [Value?]) -> Bool {
    switch formula {
    case .constant(let truth): return truth
    case .not(let inner): return !holds(inner, facts)
    case .all(let parts): return parts.allSatisfy { holds($0, facts) }
    case .any(let parts): return parts.contains { holds($0, facts) }
    case .atom(let atom):
      let column = columns[atom.column]
      guard case .fact(let name) = column.origin, let index = ["a", "b", "c", "d", "e"].firstIndex(of: name) else {
        return false
      }
      let number = column.classes.firstIndex { valueClass in
        guard let value = facts[index] else { return valueClass.isAbsent }
        if valueClass.isAbsent { return false }
        if let lower = valueClass.lower {
          let order = lower.value.compare(to: value)
          if order == .greater || order == .equal && !lower.isClosed { return false }
        }
        if let upper = valueClass.upper {
          let order = value.compare(to: upper.value)
          if order == .greater || order == .equal && !upper.isClosed { return false }
        }
        return valueClass.witness?.compare(to: value) == .equal || value.isNumber
      }
      return number.map { number in atom.classes.contains { $0.contains(number) } } ?? false
    }
  }
}
