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

  @Test func oneWrongUseIsReportedWhereItIs() throws {
    #expect(
      try codes("string", ["n + 1", "n + 'x'"]).map { String($0.prefix { $0 != " " }) } == [
        "expressions/no-such-overload"
      ])
    #expect(try codes("string", ["n + 1"]) == ["expressions/no-such-overload 5"])
  }

  /// No type of the fact makes both right.
  @Test func twoMistakesAreTwo() throws {
    #expect(try codes("int", ["n + 'x'", "n + 2.5"]).count == 2)
    #expect(try codes("string, values: [a, b]", ["n == 'c'", "n == 'd'", "n == 'a'"]).count == 2)
  }
}
