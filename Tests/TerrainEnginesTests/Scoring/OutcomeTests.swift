import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TestSupport
import Testing

/// A rule set declares how many outcomes a score has, and what they are called.
@Suite struct OutcomeTests {
  private static let files = [
    "pack.yaml": ScoringDiagnosticsTests.pack, "quiz.yaml": ScoringDiagnosticsTests.quiz,
    "rules/ruleset.yaml": """
    rules: 1
    id: shop
    version: 1.0.0
    modules: { shop.scoring: scoring.yaml, shop.people: people.yaml }
    """,
    "rules/people.yaml": """
    rules: 1
    module: shop.people
    facts: { taste: { type: int, min: -3, max: 3 } }
    decisions:
      mood: { hit: first, rows: [{ id: bold, when: { taste: "> 0" }, then: bold }], otherwise: calm }
      cup: { hit: first, rows: [{ id: large, when: { taste: ">= 2" }, then: large }], otherwise: small }
      sugar: { value: none }
    """,
    "rules/scoring.yaml": scoring(
      """
      [{ name: mood, plural: moods, decision: people.mood }, { name: cup, plural: cups, decision: people.cup },
       { name: sugar, plural: sugars, decision: people.sugar }]
      """),
  ]

  private static func scoring(_ outcomes: String) -> String {
    """
    rules: 1
    module: shop.scoring
    uses: [shop.people]
    decisions:
      rounding: { value: half_even }
      clamp: { value: once }
      outcomes: { value: \(outcomes.replacing("\n", with: " ")) }
    """
  }

  private static func engine(_ changes: [String: String] = [:]) throws -> ScoringEngine {
    try withTemporaryDirectory { folder in
      for (name, text) in files.merging(changes, uniquingKeysWith: { $1 }) { try folder.write(text, to: name) }
      return try TerrainFixture.engine(pack: folder.path, rules: folder.path + "/rules")
    }
  }

  private static func diagnostics(_ outcomes: String) -> [String] {
    do {
      _ = try engine(["rules/scoring.yaml": scoring(outcomes)])
      return []
    } catch let error as DiagnosticError {
      return error.diagnostics.map { "\($0.code): \($0.message)" }
    } catch {
      return ["\(error)"]
    }
  }

  @Test func threeOutcomes() throws {
    let engine = try Self.engine()
    #expect(engine.outcomes.map(\.name) == ["mood", "cup", "sugar"])
    let score = try engine.score(TerrainFixture.document(#"{"answers": {"first": "strong"}}"#).root).score
    #expect(score.outcomes.map { score[$0] } == ["bold", "large", "none"])
    #expect(score["cup"] == "large" && score["type"] == nil)
    // Sugar needs no axis, so that none is near its edge.
    #expect(score.margins.map(\.outcome.name) == ["mood", "cup"])
    #expect(score.margins.map(\.down?.becomes) == ["calm", "small"])
    let flip = try #require(score.flips.first)
    #expect(flip.changes.map(\.outcome.name) == ["mood", "cup"])
    let open = try engine.score(TerrainFixture.document(#"{"answers": {}}"#).root, partial: true).score
    let certainty = try #require(open.certainty)
    #expect(open.outcomes.map { certainty.shares(of: $0).map(\.ways) } == [[1, 1], [1, 1], [2]])
    #expect(
      try QuizShares(engine).outcomes.map { $0.shares.map(\.id) } == [["bold", "calm"], ["large", "small"], ["none"]])
  }

  /// Rule sets of version 0.1 list no outcomes.
  @Test func withoutAListATypeAndAModifier() throws {
    let engine = try Self.engine([
      "rules/ruleset.yaml": ScoringDiagnosticsTests.ruleset, "rules/scoring.yaml": ScoringDiagnosticsTests.scoring,
      "rules/types.yaml": ScoringDiagnosticsTests.types,
    ])
    #expect(engine.outcomes.map(\.name) == ["type", "modifier"])
    let score = try engine.score(TerrainFixture.document(#"{"answers": {"first": "weak"}}"#).root).score
    #expect(score["type"] == "calm" && score["modifier"] == "none")
  }

  @Test func wrongLists() {
    let unknown = Self.diagnostics("[{ name: mood, plural: moods, decision: people.mod }]")
    #expect(unknown.count == 1)
    #expect(
      unknown.first?.hasPrefix("engine/wrong-field: `decision` of element 1 of") == true)
    #expect(
      Self.diagnostics("[{ name: mood, decision: people.mood }]") == [
        "engine/wrong-field: `plural` of element 1 of `shop.scoring.outcomes` has to be the key of several of them"
      ])
    #expect(
      Self.diagnostics(
        "[{ name: a, plural: b, decision: people.mood }, { name: a, plural: c, decision: people.cup, of: 1 }]"
      ).map { $0.prefix(while: { $0 != ":" }) } == ["engine/wrong-field", "engine/unknown-field"])
    #expect(
      Self.diagnostics("3") == ["engine/not-a-list: `shop.scoring.outcomes` has to be a list"])
  }
}
