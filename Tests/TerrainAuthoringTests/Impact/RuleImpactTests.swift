import TerrainDocuments
import TerrainRules
import TerrainValues
import Testing

@testable import TerrainAuthoring

@Suite struct RuleImpactTests {
  private func rules(threshold: Int, warm: String = "warm") throws -> RuleSet {
    try RuleFiles.module(
      """
      facts:
        cold: { type: int, min: -10, max: 10 }
        mood: { type: int, min: 1, max: 10, optional: true }
      decisions:
        thermal:
          hit: first
          rows:
            - { id: low, when: { cold: "<= \(threshold)" }, then: cold }
            - { id: high, when: { cold: ">= 3" }, then: \(warm) }
          otherwise: neutral
        advice:
          hit: first
          rows:
            - { id: heat, when: { thermal: cold }, then: tea }
          otherwise: water
        other:
          value: "= cold * 2"
      """)
  }

  @Test func theSameRulesChangeNothing() throws {
    let rules = try rules(threshold: -3)
    let population = try Population.generated(500, seed: 1, facts: rules)
    let impact = RuleImpact(from: rules, to: rules, over: population)
    #expect(impact.changed == 0 && impact.changes.isEmpty && impact.population == 500)
    #expect(impact.decisions.map(\.decision) == ["m.thermal", "m.advice", "m.other"])
  }

  @Test func aMovedThresholdIsTracedToItsRow() throws {
    let old = try rules(threshold: -3)
    let new = try rules(threshold: -5)
    let lines = (-10...10).map { "{\"cold\": \($0)}" }.joined(separator: "\n")
    let (population, diagnostics) = Population.read(
      lines: SourceText(name: "people.ndjson", text: lines + "\n\n"), facts: old)
    #expect(diagnostics.isEmpty && population.members.count == 21)
    let impact = RuleImpact(from: old, to: new, over: population)
    #expect(
      impact.text == """
        2 of 21 would get something else (9.5 %)

        m.thermal: 2 (9.5 %)
          2 (9.5 %) from cold to neutral, m.thermal: `otherwise` (m.yaml:12) instead of row low (m.yaml:10)
            people.ndjson:7: cold = -4
            people.ndjson:8: cold = -3

        m.advice: 2 (9.5 %)
          2 (9.5 %) from tea to water, m.thermal: `otherwise` (m.yaml:12) instead of row low (m.yaml:10)
            people.ndjson:7: cold = -4
            people.ndjson:8: cold = -3

        unchanged: 1 decision

        """)
    let back = RuleImpact(from: new, to: old, over: population, asked: ["m.advice"])
    #expect(back.decisions.map(\.changed) == [2])
    #expect(back.changes.map(\.to) == [.value("tea")])
    #expect(back.changes.first?.after?.row == "low")
  }

  @Test func whatBreaksIsAChangeToo() throws {
    let old = try RuleFiles.module(
      "facts:\n  x: { type: int, min: 0, max: 3 }\ndecisions:\n  d: { value: \"= 12 / (x + 1)\" }\n")
    let new = try RuleFiles.module(
      "facts:\n  x: { type: int, min: 0, max: 2 }\ndecisions:\n  d: { value: \"= 12 / x\" }\n  e: { value: 1 }\n")
    let lines = (0...3).map { "{\"x\": \($0)}" }.joined(separator: "\n")
    let population = Population.read(lines: SourceText(name: "p", text: lines), facts: old).population
    let impact = RuleImpact(from: old, to: new, over: population)
    #expect(impact.onlyNew == ["m.e"] && impact.onlyOld.isEmpty && impact.changed == 4)
    #expect(
      impact.changes.map { "\($0.from.text) \($0.to.text)" } == [
        "12 (division-by-zero)", "6 12", "4 6", "3 (fact-range)",
      ])
  }

  @Test func linesThatCannotBeRead() throws {
    let rules = try rules(threshold: -3)
    let source = SourceText(name: "p", text: "{\"cold\": 1}\n[1]\n{\"cold\": \"x\"}\n{\"cold\": 1\n{\"cold\": 2}")
    let (population, diagnostics) = Population.read(lines: source, facts: rules)
    #expect(population.members.map(\.label) == ["p:1", "p:5"])
    #expect(diagnostics.map { $0.place?.source.name ?? "" } == ["p:2", "p:3", "p:4"])
  }

  @Test func generatedPopulationsAreTheSameAndFillTheirDomain() throws {
    let rules = try rules(threshold: -3)
    let first = try Population.generated(2000, seed: 7, facts: rules).members
    let again = try Population.generated(2000, seed: 7, facts: rules).members
    #expect(
      zip(first, again).allSatisfy { a, b in a.facts.map(\.value.description) == b.facts.map(\.value.description) })
    let colds = first.compactMap { member in member.facts.first { $0.name == "cold" }?.value.description }
    #expect(Set(colds).count == 21)
    let without = first.count { member in !member.facts.contains { $0.name == "mood" } }
    #expect((400...600).contains(without))
    let strange = try RuleFiles.module("facts:\n  x: { type: string }\ndecisions:\n  d: { value: \"= x + x\" }\n")
    #expect(throws: DiagnosticError.self) { try Population.generated(1, seed: 1, facts: strange) }
  }

  @Test func json() throws {
    let population = Population.read(
      lines: SourceText(name: "p", text: "{\"cold\": -4}"), facts: try rules(threshold: -3))
    let impact = RuleImpact(
      from: try rules(threshold: -3), to: try rules(threshold: -5), over: population.population, asked: ["m.thermal"])
    #expect(
      String(decoding: impact.json, as: UTF8.self) == """
        {
          "population": 1,
          "changed": 1,
          "decisions": {
            "m.thermal": 1
          },
          "changes": [
            {
              "decision": "m.thermal",
              "from": {
                "value": "cold"
              },
              "to": {
                "value": "neutral"
              },
              "count": 1,
              "before": {
                "decision": "m.thermal",
                "row": "low",
                "file": "m.yaml",
                "line": 10
              },
              "after": {
                "decision": "m.thermal",
                "part": "otherwise",
                "file": "m.yaml",
                "line": 12
              },
              "examples": [
                "p:1"
              ]
            }
          ]
        }

        """)
  }
}
