import TerrainBase
import TerrainDocuments
import TerrainRules
import TestSupport
import Testing

/// Cells that are not written as cells are: each is one diagnostic, with the right form.
@Suite struct CellSuggestionTests {
  private func found(_ cell: String, input: String) throws -> [String] {
    let text = """
      rules: 1
      module: m
      facts:
        hour: { type: int, min: 0, max: 23 }
        amount: { type: decimal }
        warmth: { type: string, values: [cold, mild, warm] }
        words: { type: list<string> }
      parameters: { least: { value: 4, type: int } }
      decisions:
        d:
          hit: first
          rows:
            - id: a
              when:
                \(input): \(cell)
              then: x
          otherwise: y
      """
    return try diagnostics(text).map { "\($0.code): \($0.message) [\($0.fix ?? "")]" }
  }

  private func diagnostics(_ text: String) throws -> [Diagnostic] { try RuleFiles(["m": text]).load().diagnostics }

  @Test(arguments: [
    ("5-16", "5..16"), ("5 - 16", "5..16"), ("5–16", "5..16"), ("5 to 16", "5..16"), ("5:16", "5..16"),
    ("\"5...16\"", "5..16"), ("between 5 and 16", "5..16"), ("from 5 to 16", "5..16"), ("\"[5, 16]\"", "5..16"),
    ("least-16", "least..16"), ("-5--3", "-5..-3"),
    ("5..", "\">= 5\""), ("..5", "\"<= 5\""), ("5+", "\">= 5\""),
    ("\"> 4 and < 17\"", "\"(4..17)\""), ("\">= 4 && <= 17\"", "4..17"), ("\">= 4, < 17\"", "\"[4..17)\""),
    ("\"< 17 and > least\"", "\"(least..17)\""), ("\">4<17\"", "\"(4..17)\""),
    ("3,5", "[3, 5]"), ("\"3, 5, 7\"", "[3, 5, 7]"), ("3 or 5", "[3, 5]"), ("\"< 5 or > 16\"", "[\"< 5\", \"> 16\"]"),
    ("not 5", "\"!= 5\""), ("\"<> 5\"", "\"!= 5\""), ("at least 5", "\">= 5\""), ("more than 5", "\"> 5\""),
    ("\"17..5\"", "5..17` or, for what is outside of it, `[\">= 17\", \"<= 5\"]"),
  ]) func ofAnInt(cell: String, form: String) throws {
    let found = try found(cell, input: "hour")
    #expect(found.count == 1 && found[0].hasPrefix("rules/cell-syntax: "), "\(cell): \(found)")
    #expect(found.first?.hasSuffix("[write `\(form)`]") ?? false, "\(cell): \(found)")
  }

  @Test(arguments: [
    ("cold or warm", "[cold, warm]"), ("cold, warm", "[cold, warm]"), ("cold|warm", "[cold, warm]"),
    ("cold/warm", "[cold, warm]"), ("cold and warm", "[cold, warm]"), ("not cold", "\"!= cold\""),
    ("\"!cold\"", "\"!= cold\""), ("\"'cold'\"", "cold"),
  ]) func ofAnEnum(cell: String, form: String) throws {
    let found = try found(cell, input: "warmth")
    #expect(found.count == 1 && found[0].hasPrefix("rules/cell-syntax: "), "\(cell): \(found)")
    #expect(found.first?.hasSuffix("[write `\(form)`]") ?? false, "\(cell): \(found)")
  }

  @Test func aListInputIsReportedOnce() throws {
    let found = try found("[x, y]", input: "words")
    #expect(found.count == 1 && found[0].hasPrefix("rules/list-input: "), "\(found)")
  }

  /// Cells that are right stay right.
  @Test(arguments: [
    "5", "5..16", "\"(5..16)\"", "\"> 4\"", "[3, 5]", "\"!= 5\"", "\"= it > 4 && it < 17\"", "\"-\"", "\">= least\"",
    "\"5..5\"", "least..16",
  ]) func cellsThatAreRight(_ cell: String) throws {
    #expect(try found(cell, input: "hour") == [])
  }

  private func inBraces(_ row: String) throws -> [String] {
    let text = """
      rules: 1
      module: m
      facts: { hour: { type: int, min: 0, max: 23 } }
      decisions:
        d:
          hit: first
          rows:
            - \(row)
          otherwise: y
      """
    return try diagnostics(text).map { "\($0.code) [\($0.fix ?? "")]" }
  }

  @Test func whatYAMLCutsInBraces() throws {
    #expect(
      try inBraces("{ id: a, when: { hour: 3,5 }, then: x }") == ["rules/cell-syntax [write `hour: [3, 5]`]"])
    #expect(try inBraces("{ id: a, when: { hour:5 }, then: x }") == ["rules/cell-syntax [write `hour: 5`]"])
  }

  @Test func aScoreThatIsText() throws {
    let text = """
      rules: 1
      module: m
      facts: { n: { type: int } }
      decisions:
        d: { hit: highest, rows: [{ id: a, score: "-n", then: x }] }
      """
    #expect(
      try diagnostics(text).map { "\($0.code) [\($0.fix ?? "")]" } == [
        "rules/text-for-expression [did you mean \"= -n\"?]"
      ])
  }

  @Test func aHitPolicyThatIsCutShort() throws {
    let text = "rules: 1\nmodule: m\ndecisions: { d: { hit: uniq, rows: [{ id: a, then: x }] } }\n"
    #expect(try diagnostics(text).map(\.fix) == ["did you mean `unique`?"])
  }

  @Test func rowsWithoutDashes() throws {
    let text = "rules: 1\nmodule: m\ndecisions:\n  d:\n    hit: first\n    rows:\n      id: a\n      then: x\n"
    #expect(try diagnostics(text).map(\.fix) == ["begin each row with `- `"])
  }
}
