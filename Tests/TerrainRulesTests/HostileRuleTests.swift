import TerrainBase
import TerrainExpressions
import TerrainRules
import Testing

/// What an author (or an attacker) can write must neither crash nor hang nor blow up memory.
@Suite struct HostileRuleTests {
  private func diagnosticLines(_ when: String) throws -> [String] {
    try RuleFiles(
      """
      facts:
        n: { type: int }
      decisions:
        d:
          hit: first
          rows:
            - { id: a, when: "\(when)", then: 1 }
          otherwise: 0
      """
    ).diagnosticLines()
  }

  @Test(arguments: [
    ("", "(", 200_000, "n", "expression-length"), ("", "(", 20_000, "n", "expression-nesting"),
    ("n == 1", " + 1", 20_000, "", "expression-depth"),
  ]) func expressionsHaveLimitsWithNames(
    _ start: String, _ repeated: String, _ count: Int, _ end: String, _ limit: String
  ) throws {
    let found = try diagnosticLines(start + String(repeating: repeated, count: count) + end)
    #expect(found.count == 1 && found.first?.contains(limit) == true, "\(found.first?.prefix(300) ?? "none")")
  }

  /// Each decision yields a list of what the one before yields: the type of the last would nest thousands deep.
  @Test func inferredTypesNestNoDeeperThanWrittenOnes() throws {
    let count = 3000
    var text = "facts:\n  n: { type: int }\ndecisions:\n  d0: { value: \"= n\" }\n"
    for index in 1...count { text += "  d\(index): { value: \"= [d\(index - 1)]\" }\n" }
    let found = try RuleFiles(text).diagnosticLines().filter { !$0.contains("unused") }
    #expect(found.count == 1 && found.first?.contains("limit `type-nesting`") == true, "\(found.prefix(3))")
  }

  @Test func aLongChainOfDecisionsIsDecided() throws {
    let count = 3000
    var text = "facts:\n  n: { type: int }\ndecisions:\n  d0: { value: \"= n\" }\n"
    for index in 1...count { text += "  d\(index): { value: \"= d\(index - 1) + 1\" }\n" }
    let rules = try RuleFiles(text).loaded()
    #expect(try rules.decide("rules.d\(count)", ["n": 7]).isEqual(to: .int(Int64(count) + 7)))
  }

  @Test func aLongCycleOfDecisionsIsOneDiagnostic() throws {
    let count = 2000
    var text = "decisions:\n"
    for index in 0..<count { text += "  d\(index): { value: \"= d\((index + 1) % count)\" }\n" }
    let found = try RuleFiles(text).diagnosticLines()
    #expect(found.count == 1 && found.first?.contains("rules/decision-cycle") == true)
  }

  @Test func aTableOfManyRowsIsDecidedInFewSteps() throws {
    var text = "facts:\n  k: { type: int }\n  x: { type: int }\ndecisions:\n  d:\n    hit: first\n    rows:\n"
    for index in 0..<2000 { text += "      - { id: r\(index), when: { k: \(index), x: \"> 3\" }, then: \(index) }\n" }
    let rules = try RuleFiles(text + "    otherwise: -1\n").loaded()
    let session = RuleSession(rules)
    let decision = try #require(rules.decision("rules.d"))
    for (k, x, expected) in [(0, 4, 0), (1999, 4, 1999), (1000, 3, -1), (5000, 4, -1)] as [(Int64, Int64, Int64)] {
      try session.give(["k": .int(k), "x": .int(x)])
      #expect(try session.value(decision).isEqual(to: .int(expected)))
      #expect(session.steps < 20)
    }
  }

  @Test func arithmeticThatHasNoAnswerIsAnErrorWithItsPlace() throws {
    let rules = try RuleFiles(
      """
      facts:
        n: { type: int }
      decisions:
        sum: { value: "= n + 9223372036854775807" }
        ratio: { value: "= 10 / n" }
        row:
          hit: first
          rows: [{ id: a, when: { n: "= 10 % it == 1" }, then: 1 }]
          otherwise: 0
      """
    ).loaded()
    for (name, n, code, place, seen) in [
      ("sum", 1, "overflow", "shop.rules.yaml:6", ["n = 1"]),
      ("ratio", 0, "division-by-zero", "shop.rules.yaml:7", ["n = 0"]),
      ("row", 0, "division-by-zero", "shop.rules.yaml:10", ["n = 0"]),
    ] as [(String, Int64, String, String, [String])] {
      let error = #expect(throws: EvaluationError.self) { try rules.decide("rules.\(name)", ["n": .int(n)]) }
      #expect(error?.code.name == code)
      #expect(error?.place?.fileAndLine == place)
      #expect(error?.seen.map(\.words) == seen)
    }
  }

  @Test func aRunThatTakesTooLongIsStopped() throws {
    let rules = try RuleFiles(
      "facts:\n  xs: { type: list<int> }\ndecisions:\n  d: { value: \"= xs.all(a, xs.all(b, a <= b || a > b))\" }"
    ).loaded()
    let session = RuleSession(rules, limits: EvaluationLimits(steps: 10_000))
    try session.give(["xs": .list((0..<1000).map { .int($0) })])
    let decision = try #require(rules.decision("rules.d"))
    let error = #expect(throws: EvaluationError.self) { try session.value(decision) }
    #expect(error?.code == .stepLimit)
  }
}
