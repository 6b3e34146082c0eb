import TerrainDocuments
import TerrainRules
import TerrainValues
import Testing

@testable import TerrainAuthoring

/// What a report names beside the changes themselves, so that "0 of 2" is never wrong.
@Suite struct ImpactReportTests {
  private func impact(_ old: String, _ new: String, _ lines: [String]) throws -> RuleImpact {
    let (old, new) = (try RuleFiles.module(old), try RuleFiles.module(new))
    let (population, diagnostics) = Population.read(
      lines: SourceText(name: "p", text: lines.joined(separator: "\n")), facts: old, and: new)
    #expect(diagnostics.isEmpty)
    return RuleImpact(from: old, to: new, over: population)
  }

  private static func priced(_ factor: Int, fact: String = "") -> String {
    "facts:\n  n: { type: int, min: 0, max: 99 }\n\(fact)parameters:\n  factor: { value: \(factor), type: int }\n"
      + "decisions:\n  points: { value: \"= n * factor\" }\n  twice: { value: \"= points + points\" }\n"
  }

  /// A `value:` is a cause by itself, and the parameter in it that differs is named.
  @Test func aParameterOfAValueIsNamed() throws {
    let text = try impact(Self.priced(2), Self.priced(3), ["{\"n\": 0}", "{\"n\": 5}"]).text
    #expect(
      text == """
        1 of 2 would get something else (50.0 %)
        parameter `m.factor`: 2 in the old rules, 3 in the new

        m.points: 1 (50.0 %)
          1 (50.0 %) from 10 to 15, m.points: `value` (m.yaml:8), `m.factor`: 2 in the old rules, 3 in the new
            p:2: n = 5

        m.twice: 1 (50.0 %)
          1 (50.0 %) from 20 to 30, m.points: `value` (m.yaml:8), `m.factor`: 2 in the old rules, 3 in the new
            p:2: n = 5

        """)
  }

  @Test func rowsThatAddUpAreACause() throws {
    func sum(_ bonus: Int) -> String {
      "facts:\n  n: { type: int, min: 0, max: 9 }\ndecisions:\n  d:\n    hit: sum\n    rows:\n"
        + "      - { id: a, then: 1 }\n      - { id: b, when: { n: \">= 5\" }, then: \(bonus) }\n"
    }
    let text = try impact(sum(2), sum(3), ["{\"n\": 7}"]).text
    #expect(text.contains("  1 (100.0 %) from 3 to 4, m.d: its rows (m.yaml:6)\n"))
  }

  /// A fact that only the new rules declare counts.
  @Test func aFactOfTheNewRulesCounts() throws {
    let new = Self.priced(2, fact: "  gift: { type: int, optional: true }\n").replacing(
      "= n * factor", with: "= n * factor + gift.orValue(0)")
    let impact = try impact(Self.priced(2), new, ["{\"n\": 1, \"gift\": 4}", "{\"n\": 1}"])
    #expect(impact.changed == 1 && impact.changes.first?.to == .value("6"))
  }

  /// What nobody could be decided for is no "unchanged".
  @Test func membersWithoutAValueAreSaid() throws {
    let impact = try impact(Self.priced(2), Self.priced(3), ["{}", "{}"])
    #expect(
      impact.undecided == [
        .init(decision: "m.points", code: "missing-fact", missing: ["n"], count: 2),
        .init(decision: "m.twice", code: "missing-fact", missing: ["n"], count: 2),
      ])
    #expect(impact.text.contains("without a value in both: m.points for 2 (100.0 %) (missing-fact: `n`)\n"))
  }

  /// A multiplier that differs behind a fact that cannot be generated is not hidden by "not compared".
  @Test func whatIsNotComparedAndMayDifferIsNamed() throws {
    func rules(_ factor: Int) throws -> RuleSet {
      try RuleFiles.module(
        "facts:\n  n: { type: int, min: 0, max: 9 }\n  name: { type: string }\nparameters:\n  factor: { value: \(factor), type: int }\n"
          + "decisions:\n  a: { value: \"= n + 1\" }\n  score: { value: \"= size(name) * factor\" }\n"
          + "  other: { value: \"= name + name\" }\n")
    }
    let (old, new) = (try rules(2), try rules(3))
    let population = try Population.generated(20, seed: 1, facts: old, and: new)
    let impact = RuleImpact(from: old, to: new, over: population)
    #expect(impact.decisions.map(\.decision) == ["m.a"])
    #expect(impact.notCompared == ["m.score", "m.other"] && impact.notComparedAffected == ["m.score"])
    #expect(
      impact.text == """
        0 of 20 would get something else (0.0 %)
        parameter `m.factor`: 2 in the old rules, 3 in the new

        unchanged: 1 decision
        not compared: 2 decisions that need `name`, which cannot be generated; give people with --population
        of these, may differ: m.score

        """)
    let json = String(decoding: impact.json, as: UTF8.self)
    for member in ["\"parameters\": [", "\"not_compared\": [", "\"not_compared_affected\": ["] {
      #expect(json.contains(member), "\(member)")
    }
  }

  /// Members are decided about in parts, on all processors: the report is that of one part after another.
  @Test func partsMakeTheSameReport() throws {
    let (old, new) = (try RuleFiles.module(Self.priced(2)), try RuleFiles.module(Self.priced(3)))
    let whole = try Population.generated(3000, seed: 9, facts: old)
    var one = ImpactComparison(old, new, ["m.points", "m.twice"])
    for member in whole.members { one.add(member) }
    let impact = RuleImpact(from: old, to: new, over: whole)
    #expect(impact.changed == one.tally.changed && impact.decisions.map(\.changed) == one.tally.counts)
    #expect(
      zip(impact.changes, one.tally.changes).allSatisfy { a, b in
        a.count == b.count && a.from == b.from && a.to == b.to && a.examples.map(\.label) == b.examples.map(\.label)
      })
  }
}
