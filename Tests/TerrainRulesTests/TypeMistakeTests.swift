import TerrainDocuments
import TerrainRules
import Testing

/// A declaration that no use fits is one diagnostic, at the declaration.
@Suite struct TypeMistakeTests {
  private func codes(_ type: String, _ uses: [String]) throws -> [String] {
    let decisions = uses.enumerated().map { "  d\($0): { value: \"= \($1)\" }\n" }.joined()
    let text = "rules: 1\nmodule: m\nfacts: { n: { type: \(type) }, m: { type: int } }\ndecisions:\n\(decisions)"
    return try RuleFiles(["m": text]).load().diagnostics.map { "\($0.code) \($0.place?.line ?? 0)" }
  }

  @Test func noUseFits() throws {
    let found = try codes("string", ["n + 1", "n * 2", "n - m"])
    #expect(found == ["rules/mistyped-declaration 3"])
  }

  /// A type that fits one use alone does not keep the others from being one mistake.
  @Test func eachUseNeedsAnotherType() throws {
    #expect(try codes("int", ["n + 'x'", "n + 2.5", "n + [1]"]) == ["rules/mistyped-declaration 3"])
  }

  @Test func oneUseFits() throws {
    let found = try codes("string", ["n + 1", "n * 2", "n - m", "n + 'x'"])
    #expect(found.map { String($0.prefix { $0 != " " }) } == Array(repeating: "expressions/no-such-overload", count: 3))
  }

  /// With one declaration changed, both are right: that is one mistake, and two wrong uses would be two.
  @Test(arguments: [
    ("string", ["n + 1", "n * 2"]), ("double", ["n + m", "n % 2 == 1", "n > 1"]),
    // Through a decision.
    ("string", ["n", "d0 + 1", "d0 * 2"]),
    ("int, optional: true", ["n + 1", "n * 2"]),
  ])
  func anotherTypeFitsAllUses(_ type: String, _ uses: [String]) throws {
    #expect(try codes(type, uses) == ["rules/mistyped-declaration 3"])
  }

  @Test func theTypeThatFitsIsReported() throws {
    let text = """
      rules: 1
      module: m
      facts: { n: { type: string } }
      decisions:
        a: { hit: first, rows: [{ id: x, when: { n: true }, then: 1 }], otherwise: 2 }
        b: { value: "= n || a > 1" }
      """
    let found = try RuleFiles(["m": text]).load().diagnostics
    #expect(found.map(\.message) == ["`n` is `string`, and 2 uses of it need `bool`"])
    #expect(found.first?.related.map(\.place.line) == [5, 6])
  }

  /// The type that fits may be that of another fact.
  @Test func theTypeOfAnotherFactFits() throws {
    let text = """
      rules: 1
      module: m
      facts: { start: { type: string }, end: { type: timestamp } }
      decisions:
        a: { value: "= start < end" }
        b: { value: "= end - start" }
      """
    let found = try RuleFiles(["m": text]).load().diagnostics
    #expect(found.map(\.message) == ["`start` is `string`, and 2 uses of it need `timestamp`"])
  }

  /// Of parameters the type that fits is not looked for. Which of two that are used together is wrong shows where one is used
  /// more often.
  @Test func noUseOfAParameterFits() throws {
    func found(_ uses: [String]) throws -> [String] {
      let decisions = uses.enumerated().map { "  d\($0): { value: \"= \($1)\" }\n" }.joined()
      let parameters = "p: { value: x, type: string }, q: { value: y, type: string }"
      let text = "rules: 1\nmodule: m\nparameters: { \(parameters) }\ndecisions:\n\(decisions)"
      return try RuleFiles(["m": text]).load().diagnostics
        .map { $0.code == "rules/mistyped-declaration" ? $0.message : $0.code }
    }
    #expect(try found(["p + 1", "p * 2", "p - 3"]) == ["`p` is `string`, which no use of it fits"])
    #expect(try found(["p - q", "p * q", "p / q", "p % 2"]) == ["`p` is `string`, which no use of it fits"])
    #expect(
      try found(["p - q", "p * q", "p / q"]) == Array(repeating: "expressions/no-such-overload", count: 3))
  }

  @Test func oneWrongUseIsReportedWhereItIs() throws {
    #expect(
      try codes("string", ["n + 1", "n + 'x'"]).map { String($0.prefix { $0 != " " }) } == [
        "expressions/no-such-overload"
      ])
    #expect(try codes("string", ["n + 1"]) == ["expressions/no-such-overload 5"])
  }

  /// No type of the fact makes both right.
  @Test func twoMistakesAreTwo() throws {
    let wrong = try codes("int", ["n + 'x'", "n + 2.5"])
    #expect(wrong == ["expressions/no-such-overload 5", "expressions/no-such-overload 6"])
    #expect(try codes("string, values: [a, b]", ["n == 'c'", "n == 'd'", "n == 'a'"]).count == 2)
  }

  /// Cells ask for what no row yields: where a row yields something near it that no cell asks for, that is misspelled.
  @Test func aResultThatNoCellAsksFor() throws {
    func found(_ more: String) throws -> [String] {
      let rows = "{ id: a, when: { side: warm }, then: 1 }\(more)"
      let text = """
        rules: 1
        module: m
        facts: { n: { type: int } }
        decisions:
          side: { hit: first, rows: [{ id: a, when: { n: "> 3" }, then: wram }], otherwise: cold }
          next: { hit: first, rows: [\(rows)], otherwise: 3 }
          last: { hit: first, rows: [\(rows)], otherwise: 3 }
        """
      return try RuleFiles(["m": text]).load().diagnostics.map { "\($0.code) \($0.place?.line ?? 0)" }
    }
    let alone = try found("")
    #expect(alone == ["rules/missing-result 5"])
    let beside = try found(", { id: b, when: { side: wram }, then: 2 }")
    #expect(beside == ["rules/not-a-case 6", "rules/not-a-case 7"])
  }
}
