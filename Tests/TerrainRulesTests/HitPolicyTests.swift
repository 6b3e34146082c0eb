import TerrainBase
import TerrainExpressions
import TerrainRules
import Testing

/// Which rows make the result, for each hit policy: rows hold where the fact has their bit set.
@Suite struct HitPolicyTests {
  struct Case: CustomTestStringConvertible {
    var name: String
    var decision: String
    /// By the bits of the fact: what results.
    var results: [(bits: Int64, value: Value)]
    var testDescription: String { name }
  }

  /// Three rows that hold by themselves: bits 1, 2 and 4.
  static let rows = """
    rows:
          - { id: one, when: "[1, 3, 5, 7].exists(b, b == bits)", score: "= low", then: THEN1 }
          - { id: two, when: { bits: [2, 3, 6, 7] }, score: 5, then: THEN2 }
          - { id: four, when: { bits: 4..7 }, score: "= low + 1", then: THEN3 }
    """

  static func table(_ hit: String, _ thens: [String], rest: String = "", scores: Bool = false) -> String {
    var rows = rows
    for (index, then) in thens.enumerated() { rows = rows.replacing("THEN\(index + 1)", with: then) }
    if !scores {
      for score in ["score: \"= low\", ", "score: 5, ", "score: \"= low + 1\", "] {
        rows = rows.replacing(score, with: "")
      }
    }
    return "hit: \(hit)\n    \(rows)\n    \(rest)"
  }

  static let cases: [Case] = [
    Case(
      name: "first", decision: table("first", ["a", "b", "c"], rest: "otherwise: d"),
      results: [(0, "d"), (1, "a"), (2, "b"), (4, "c"), (3, "a"), (6, "b"), (7, "a")]),
    Case(
      name: "unique", decision: table("unique", ["a", "b", "c"], rest: "otherwise: d"),
      results: [(0, "d"), (1, "a"), (2, "b"), (4, "c")]),
    // low is 4: row one scores 4, two 5, four 5, so two before four.
    Case(
      name: "highest", decision: table("highest", ["a", "b", "c"], rest: "otherwise: d", scores: true),
      results: [(0, "d"), (1, "a"), (3, "b"), (5, "c"), (6, "b"), (7, "b")]),
    Case(
      name: "collect", decision: table("collect", ["a", "b", "a"]),
      results: [(0, .list([])), (1, .list(["a"])), (7, .list(["a", "b", "a"])), (6, .list(["b", "a"]))]),
    Case(
      name: "collect distinct", decision: table("collect", ["a", "b", "a"], rest: "distinct: true"),
      results: [(7, .list(["a", "b"])), (6, .list(["b", "a"])), (5, .list(["a"]))]),
    Case(
      name: "collect limit", decision: table("collect", ["a", "b", "a"], rest: "limit: 2"),
      results: [(7, .list(["a", "b"])), (4, .list(["a"]))]),
    Case(
      name: "collect distinct limit",
      decision: table("collect", ["a", "a", "b"], rest: "limit: 2\n    distinct: true"),
      results: [(7, .list(["a", "b"])), (3, .list(["a"]))]),
    Case(
      name: "collect otherwise", decision: table("collect", ["a", "b", "a"], rest: "otherwise: [z]"),
      results: [(0, .list(["z"])), (1, .list(["a"]))]),
    Case(
      name: "sum", decision: table("sum", ["1", "\"= low\"", "10"]),
      results: [(0, 0), (1, 1), (2, 4), (7, 15), (5, 11)]),
    Case(
      name: "sum of doubles", decision: table("sum", ["1.5", "2", "0.25"]),
      results: [(0, .double(0)), (7, .double(3.75))]),
    Case(
      name: "sum otherwise", decision: table("sum", ["1", "2", "3"], rest: "otherwise: -1"),
      results: [(0, -1), (7, 6)]),
    Case(
      name: "sum of decimals", decision: table("sum", ["0.1", "0.2", "0.3"], rest: "type: decimal"),
      results: [(7, CellTests.money("0.6")), (0, CellTests.money("0"))]),
    Case(
      name: "min", decision: table("min", ["3", "\"= low\"", "-1"], rest: "otherwise: 99"),
      results: [(0, 99), (1, 3), (3, 3), (7, -1), (2, 4)]),
    Case(
      name: "max", decision: table("max", ["3", "\"= low\"", "-1"], rest: "otherwise: 99"),
      results: [(0, 99), (4, -1), (5, 3), (7, 4)]),
    Case(
      name: "count", decision: table("count", ["1", "2", "3"]), results: [(0, 0), (1, 1), (6, 2), (7, 3)]),
    Case(
      name: "objects",
      decision: table("first", ["{ a: 1, b: x }", "{ a: \"= low\", b: y }", "{ a: 3 }"], rest: "otherwise: ~"),
      results: [
        (1, .optional(.map(["a": 1, "b": .optional("x")]))), (2, .optional(.map(["a": 4, "b": .optional("y")]))),
        (4, .optional(.map(["a": 3, "b": .optional(nil)]))), (0, .optional(nil)),
      ]),
    Case(
      name: "lists", decision: table("first", ["[1, \"= low\"]", "[]", "[3]"], rest: "otherwise: [9, 9]"),
      results: [(1, .list([1, 4])), (2, .list([])), (4, .list([3])), (0, .list([9, 9]))]),
  ]

  static func rules(_ decision: String) -> RuleFiles {
    RuleFiles(
      """
      facts:
        bits: { type: int, min: 0, max: 7 }
        low: { type: int }
      decisions:
        d:
          \(decision)
      """)
  }

  @Test(arguments: cases) func decides(_ testCase: Case) throws {
    let rules = try Self.rules(testCase.decision).loaded()
    for (bits, expected) in testCase.results {
      let value = try rules.decide("rules.d", ["bits": .int(bits), "low": 4])
      #expect(value.isEqual(to: expected), "of \(bits): \(value), not \(expected)")
    }
  }

  @Test(arguments: ["first", "unique", "min", "max"]) func noRowIsAnError(_ hit: String) throws {
    let rules = try Self.rules(Self.table(hit, ["1", "2", "3"])).loaded()
    let error = #expect(throws: EvaluationError.self) { try rules.decide("rules.d", ["bits": 0, "low": 4]) }
    #expect(error?.code == .noRow)
    #expect(error?.message == "no row of `shop.rules.d` holds, and it has no `otherwise`")
    #expect(error?.seen.map(\.words) == ["bits = 0"])
    #expect(error?.place?.fileAndLine == "shop.rules.yaml:7")
  }

  @Test func errorsNameTheFactsBehindDecisions() throws {
    let rules = try RuleFiles(
      """
      facts:
        n: { type: int }
        m: { type: int }
      decisions:
        size:
          hit: first
          rows: [{ id: big, when: { n: "> 3" }, then: big }]
          otherwise: small
        label:
          hit: unique
          rows:
            - { id: a, when: { size: small, m: 1 }, then: a }
            - { id: b, when: { size: small, m: "> 5" }, then: b }
      """
    ).loaded()
    let error = #expect(throws: EvaluationError.self) { try rules.decide("rules.label", ["n": 4, "m": 1]) }
    #expect(error?.seen.map(\.words) == ["size = big", "m = 1", "n = 4"])
  }

  @Test func twoRowsAreAnErrorThatNamesBoth() throws {
    let rules = try Self.rules(Self.table("unique", ["1", "2", "3"])).loaded()
    let error = #expect(throws: EvaluationError.self) { try rules.decide("rules.d", ["bits": 6, "low": 4]) }
    #expect(error?.code == .twoRows)
    #expect(error?.message == "the rows `two` and `four` of `shop.rules.d` both hold, and only one may (`hit: unique`)")
    #expect(error?.seen.map(\.words) == ["bits = 6"])
  }

  @Test func aSumThatOverflowsIsAnErrorAtItsRow() throws {
    let rules = try Self.rules(Self.table("sum", ["1", "\"= low\"", "10"])).loaded()
    let error = #expect(throws: EvaluationError.self) {
      try rules.decide("rules.d", ["bits": 7, "low": .int(.max)])
    }
    #expect(error?.code == .overflow)
    #expect(error?.place?.fileAndLine == "shop.rules.yaml:11")
    #expect(error?.seen.map(\.words) == ["the sum so far = 1", "what is added = 9223372036854775807"])
    let exact = try Self.rules(
      Self.table("sum", ["7.9e37", "1e-6", "10.0"]).replacing("hit: sum", with: "type: decimal\n    hit: sum")
    )
    .loaded()
    let inexact = #expect(throws: EvaluationError.self) { try exact.decide("rules.d", ["bits": 7, "low": 1]) }
    #expect(inexact?.code == .overflow)
    #expect(inexact?.seen.map(\.name) == ["the sum so far", "what is added"])
  }
}
