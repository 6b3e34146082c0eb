import TerrainDocuments
import TerrainExpressions
import TerrainRules
import Testing

@testable import TerrainChecks

/// Decisions that write out nearly all values of an enum, and what is left over.
@Suite struct EnumeratedByHandTests {
  private func codes(_ text: String) throws -> [String] {
    RuleAnalysis.diagnostics(for: try RuleFiles.module(text)).map(\.code).filter { $0 == "rules/value-left-out" }
  }

  /// A table over `t` with a row for each of `rows`, and an `otherwise`.
  private func table(_ values: [String], ordered: Bool, rows: [String], otherwise: String = "otherwise: 0") throws
    -> Bool
  {
    let written = rows.enumerated().map { "{ id: r\($0), when: { t: \($1) }, then: \($0 + 1) }" }
    let text = """
      facts: { t: { type: string, values: [\(values.joined(separator: ", "))], ordered: \(ordered) } }
      decisions:
        d:
          hit: first
          rows: [\(written.joined(separator: ", "))]
          \(otherwise)
      """
    return try !codes(text).isEmpty
  }

  @Test func rowsOfSingleValues() throws {
    let six = ["a", "b", "c", "d", "e", "f"]
    #expect(try table(six, ordered: false, rows: ["a", "b", "c", "d", "e"]))
    #expect(try table(six, ordered: false, rows: ["a", "b", "c", "d"]))
    #expect(try !table(six, ordered: false, rows: ["a", "b", "c"]))
    #expect(try !table(six, ordered: false, rows: ["[a, b]", "[c, d]", "e"]))
    #expect(try !table(six, ordered: false, rows: six, otherwise: ""))
    #expect(try table(["a", "b", "c"], ordered: true, rows: ["c", "b"]))
    #expect(try table(["a", "b", "c", "d"], ordered: true, rows: ["c", "b"]))
    #expect(try !table(["a", "b", "c", "d", "e"], ordered: true, rows: ["c", "b"]))
    #expect(try !table(["a", "b", "c"], ordered: false, rows: ["c", "b"]))
    #expect(try !table(["a", "b", "c"], ordered: true, rows: ["\">= c\"", "\">= b\""]))
  }

  @Test func listsOfValues() throws {
    let letters = EnumerationType(name: "letter", cases: ["a", "b", "c", "d", "e", "f"])
    func isDiagnosed(_ items: String) throws -> Bool {
      let text = """
        facts: { t: { type: letter } }
        decisions:
          d: { type: list<letter>, value: [\(items)] }
        """
      let rules = try RuleFiles.module(text, vocabulary: PackVocabulary(["letter": .enumeration(letters)]))
      return RuleAnalysis.diagnostics(for: rules).contains { $0.code == "rules/value-left-out" }
    }
    #expect(try isDiagnosed("a, b, c, d, e"))
    #expect(try isDiagnosed("a, b, c, d"))
    #expect(try !isDiagnosed("a, b, c"))
    #expect(try !isDiagnosed("a, b, c, d, e, f"))
    // One that is computed may be any.
    #expect(try !isDiagnosed("a, b, c, d, \"= t\""))
  }

  /// What the comments beside the rules say is meant.
  private static let meant: Set<String> = [
    "`embera.checkout.rate`", "`embera.products.score`", "`terrain.insight.lessons.topic_goals`",
    "`terrain.insight.theme.theme`", "`terrain.reminders.evening_title`", "`terrain.reminders.morning_title`",
    "`terrain.trend.trouble_of_series`",
  ]

  private func repository(_ pack: String, change: (String) -> String = { $0 }) throws -> [Diagnostic] {
    RuleAnalysis.diagnostics(for: try RuleFiles.repository(pack, change: change)).filter {
      $0.code == "rules/value-left-out"
        && !Self.meant.contains($0.message.split(separator: " ").first.map(String.init) ?? "")
    }
  }

  @Test(arguments: ["terrain", "embera", "quicksip", "diamond-desk", "yeetcard", "design"])
  func shippedRulesLeaveNothingOut(_ pack: String) throws {
    #expect(try repository(pack).map(\.message) == [])
  }

  /// As if a metric had been added to the pack's enum: the list in the rules lacks it.
  @Test func aListThatLacksAMetric() throws {
    let diagnostics = try repository("diamond-desk") { text in
      text.replacing("      - newClients\n", with: "")
    }
    #expect(
      diagnostics.map(\.message) == [
        "`diamond_desk.links.metric_names` lists every value of `metric_code` but `newClients`"
      ])
  }

  /// As if a tier had been added, with rows for tiers written by hand.
  @Test func aTierThatNothingYields() throws {
    let diagnostics = try repository("embera") { text in
      text.replacing("      - { id: aura, when: { lifetime: \">= aura_at_least\" }, then: aura }\n", with: "")
        .replacing(
          "{ id: halo, when: { lifetime: \">= halo_at_least\" }, then: halo }",
          with: """
            { id: halo, when: { lifetime: ">= halo_at_least" }, then: halo }
                  - { id: high, when: { lifetime: ">= aura_at_least" }, then: halo }
            """)
    }
    #expect(
      diagnostics.map(\.message) == ["`embera.loyalty.earned_tier` yields every value of `loyalty_tier` but `aura`"])
  }
}
