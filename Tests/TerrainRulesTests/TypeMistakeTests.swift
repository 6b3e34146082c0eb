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
    #expect(found == ["rules/no-use-fits 3"])
  }

  @Test func oneUseFits() throws {
    let found = try codes("string", ["n + 1", "n * 2", "n - m", "n + 'x'"])
    #expect(found.map { String($0.prefix { $0 != " " }) } == Array(repeating: "expressions/no-such-overload", count: 3))
  }

  @Test func twoUsesAreTooFew() throws {
    #expect(try codes("string", ["n + 1", "n * 2"]).count == 2)
  }
}
