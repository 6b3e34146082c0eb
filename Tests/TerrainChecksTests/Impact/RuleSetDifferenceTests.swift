import TerrainBase
import TerrainRules
import Testing

@testable import TerrainChecks

/// What two versions declare differently, and which decisions that can reach.
@Suite struct RuleSetDifferenceTests {
  private static let module = """
    facts:
      n: { type: int, min: 0, max: 9 }
      word: { type: string, values: [a, b] }
    parameters:
      most: { value: 5, type: int }
      least: { value: 1, type: int }
    decisions:
      size:
        hit: first
        rows:
          - { id: large, when: { n: ">= most" }, then: large, note: Much. }
          - { id: small, when: { n: "< least" }, then: small }
        otherwise: medium
      advice: { hit: first, rows: [{ id: x, when: { size: large }, then: less }], otherwise: more }
      lonely: { value: "= word == 'a' ? 1 : 2" }
      count: { hit: count, rows: [{ id: y, when: { word: b } }] }
    """

  @Test(arguments: [
    ("", "", []), ("note: Much.", "note: A lot.", []), ("id: large", "id: big", []),
    ("doc", "doc", []),
    ("value: 5", "value: 6", ["m.size", "m.advice"]), ("value: 1", "value: 2", ["m.size", "m.advice"]),
    ("< least", "<= least", ["m.size", "m.advice"]), ("otherwise: medium", "otherwise: small", ["m.size", "m.advice"]),
    ("then: less", "then: fewer", ["m.advice"]), ("? 1 : 2", "? 1 : 3", ["m.lonely"]),
    ("max: 9", "max: 8", ["m.size", "m.advice"]), ("[a, b]", "[a, b, c]", ["m.lonely", "m.count"]),
    ("word: b }", "word: a }", ["m.count"]),
  ])
  func aChangeReachesWhatDependsOnIt(from: String, to: String, expected: [String]) throws {
    let old = try RuleFiles.module(Self.module)
    let new = try RuleFiles.module(from.isEmpty ? Self.module : Self.module.replacing(from, with: to))
    #expect(RuleSetDifference(from: old, to: new).affected == Set(expected.map { Text($0) }), "\(from)")
    #expect(RuleSetDifference(from: new, to: old).affected == Set(expected.map { Text($0) }), "\(from)")
  }

  @Test func aFactOverAnotherWindowIsDeclaredDifferently() throws {
    let module = """
      facts:
        visits: { type: int, window: { aggregate: count, over: { days: 30 } } }
        other: { type: int, window: { over: day, aggregate: count } }
      decisions:
        often: { value: "= visits > 3" }
        today: { value: "= other > 3" }
      """
    let old = try RuleFiles.module(module)
    for (from, to) in [("days: 30", "days: 31"), (", window: { aggregate: count, over: { days: 30 } }", "")] {
      let difference = RuleSetDifference(from: old, to: try RuleFiles.module(module.replacing(from, with: to)))
      #expect(difference.facts == ["visits"])
      #expect(difference.affected == ["m.often"])
    }
    let same = module.replacing("over: day, aggregate: count", with: "aggregate: count, over: day")
    #expect(RuleSetDifference(from: old, to: try RuleFiles.module(same)).facts.isEmpty)
  }

  @Test func parametersThatDiffer() throws {
    let old = try RuleFiles.module(Self.module)
    let new = try RuleFiles.module(
      Self.module.replacing("value: 5", with: "value: 6").replacing("least", with: "lowest"))
    let difference = RuleSetDifference(from: old, to: new)
    let described = difference.parameters.map {
      "\($0.name) \($0.old?.description ?? "-") \($0.new?.description ?? "-")"
    }
    #expect(described == ["m.most 5 6", "m.least 1 -", "m.lowest - 1"])
    #expect(difference.parameters(namedBy: "m.size", in: old).map(\.name) == ["m.most", "m.least"])
    #expect(difference.parameters(namedBy: "m.lonely", in: old).isEmpty)
  }
}
