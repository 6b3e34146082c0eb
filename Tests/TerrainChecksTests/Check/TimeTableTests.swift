import TerrainBase
import TerrainDocuments
import TestSupport
import Testing

@testable import TerrainChecks
@testable import TerrainRules

/// Tables over instants and durations are analyzed like tables over numbers.
@Suite struct TimeTableTests {
  private static let types: [(name: String, written: @Sendable (Int) -> String)] = [
    ("double", { "\($0).0" }), ("duration", { "\($0)h" }),
    ("timestamp", { "2026-01-01T0\($0):00:00Z" }),
  ]

  /// What the analysis reports about `text`: codes, lines, and lines of related locations.
  private func findings(_ text: String) throws -> [String] {
    RuleAnalysis.diagnostics(for: try RuleFiles.module(text).tableView()).map { found in
      let lines = ([found.place] + found.related.map(\.place)).map { place in
        place.map { "\($0.source.position(at: Int($0.range.start)).line)" } ?? "-"
      }
      return "\(found.code) \(lines.joined(separator: " "))"
    }
  }

  /// A random table over `x`, with numbers from 0 to 6 in braces.
  private func table(_ random: inout SplitMix64) -> String {
    func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    let (isOptional, isBounded) = (pick(0...2) == 0, pick(0...1) == 0)
    var text = "facts:\n  x: { type: TYPE"
    if isBounded { text += ", min: \"{1}\", max: \"{5}\"" }
    text += isOptional ? ", optional: true }\n" : " }\n"
    text += "decisions:\n  t:\n    hit: \(["unique", "first", "collect"][pick(0...2)])\n    rows:\n"
    for row in 0...pick(1...4) {
      func cell() -> String {
        let low = pick(0...6)
        // A value or a range that leaves the domain of the fact is an error of its own.
        let least = isBounded ? min(5, max(1, low)) : low
        switch pick(0...7) {
        case 0: return "{\(least)}"
        case 1: return "< {\(low)}"
        case 2: return "<= {\(low)}"
        case 3: return "> {\(low)}"
        case 4: return ">= {\(low)}"
        case 5: return "!= {\(least)}"
        default:
          let high = isBounded ? min(5, pick(low...6)) : pick(low...6)
          return least >= high ? "{\(least)}" : pick(0...1) == 0 ? "[{\(least)}..{\(high)})" : "{\(least)}..{\(high)}"
        }
      }
      let cells = isOptional && pick(0...3) == 0 ? "[none, \"\(cell())\"]" : "\"\(cell())\""
      text += "      - { id: r\(row), when: { x: \(cells) }, then: \(row) }\n"
    }
    return text
  }

  private func written(_ table: String, _ type: Int) -> String {
    let (name, written) = Self.types[type]
    var text = table.replacing("TYPE", with: name)
    for number in 0...6 {
      // Numbers stand without quotes where a number is expected.
      text = text.replacing("\"{\(number)}\"", with: name == "double" ? written(number) : "\"\(written(number))\"")
      text = text.replacing("{\(number)}", with: written(number))
    }
    return text
  }

  @Test func randomTablesHaveTheFindingsOfNumbers() throws {
    var random = SplitMix64(seed: 17)
    var kinds: Set<Substring> = []
    for _ in 0..<TestExtent.count(60, long: 20_000, of: "tables over instants and durations") {
      let table = table(&random)
      let expected = try findings(written(table, 0))
      kinds.formUnion(expected.map { $0.prefix { $0 != " " } })
      for type in 1..<Self.types.count {
        #expect(try findings(written(table, type)) == expected, "\(written(table, type))")
      }
    }
    #expect(kinds.isSuperset(of: ["rules/table-gap", "rules/overlap", "rules/dead-row"]), "\(kinds)")
  }

  @Test func aGapOfAnHourIsReported() throws {
    let found = RuleAnalysis.diagnostics(
      for: try RuleFiles.module(
        """
        facts:
          placed: { type: timestamp }
          lasts: { type: duration, min: "0s", max: "24h" }
        decisions:
          open:
            hit: unique
            rows:
              - { id: early, when: { placed: "< 2026-03-01T14:00:00Z" }, then: 1 }
              - { id: late, when: { placed: ">= 2026-03-01T15:00:00Z" }, then: 2 }
          long:
            hit: unique
            rows:
              - { id: short, when: { lasts: "<= 1h" }, then: 1 }
              - { id: long, when: { lasts: ">= 1h" }, then: 2 }
          written:
            hit: first
            rows:
              - { id: a, when: "placed < timestamp('2026-03-01T00:00:00Z') + duration('1h')", then: 1 }
              - { id: b, when: "placed < timestamp('2026-02-01T00:00:00Z')", then: 2 }
            otherwise: 3
        """
      ).tableView()
    ).map { "\($0.code): \($0.message)" }
    #expect(
      found == [
        """
        rules/table-gap: `m.open` has no row for placed in [2026-03-01T14:00:00Z..2026-03-01T15:00:00Z): placed = \
        2026-03-01T14:00:00Z matches no row
        """,
        """
        rules/overlap: rows `short` and `long` of `m.long` both hold for lasts = 3600s, and `hit: unique` allows only one
        """,
        "rules/dead-row: row `b` can never fire: row `a` takes everything it could fire for",
      ])
  }

  /// A value is found between any two bounds between which there is one.
  @Test func witnesses() throws {
    var random = SplitMix64(seed: 18)
    for _ in 0..<TestExtent.count(2000, long: 20_000, of: "pairs of bounds") {
      let isInstant = Bool.random(using: &random)
      func value(_ nanoseconds: Int64) throws -> Value {
        isInstant
          ? .timestamp(try Timestamp(seconds: 1_800_000_000, nanoseconds: nanoseconds))
          : .duration(try ExactDuration(seconds: 0, nanoseconds: nanoseconds))
      }
      let low = Int64.random(in: -3...3, using: &random)
      let scale: Int64 = [1, 1_000_000_000, 3_600_000_000_000][Int.random(in: 0...2, using: &random)]
      let high = low + Int64.random(in: 0...2, using: &random)
      let lower = TableView.Bound(value: try value(low * scale), isClosed: Bool.random(using: &random))
      let upper = TableView.Bound(value: try value(high * scale), isClosed: Bool.random(using: &random))
      let least = low * scale + (lower.isClosed ? 0 : 1)
      let greatest = high * scale - (upper.isClosed ? 0 : 1)
      let found = OrderedWitness(isInstant ? .timestamp : .duration).between(lower, upper)
      #expect((found != nil) == (least <= greatest))
      if let found {
        let (first, last) = (try value(least), try value(greatest))
        #expect(found.compare(to: first) != .less && found.compare(to: last) != .greater)
      }
    }
  }
}
