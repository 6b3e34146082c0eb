import TerrainBase
import TerrainExpressions
import TerrainRules
import Testing

/// Rankings: facts that each candidate has of its own.
@Suite struct CandidateTests {
  static let files = RuleFiles(
    """
    facts:
      goals: { type: list<string> }
      weight: { type: int, per: candidate }
      tags: { type: list<string>, per: candidate }
      bonus: { type: int, per: candidate, optional: true }
    decisions:
      busy: { value: "= size(goals) > 2" }
      points:
        hit: sum
        rows:
          - { id: heavy, when: { weight: "> 5" }, then: 10 }
          - { id: busy, when: { busy: true, weight: "> 1" }, then: 100 }
          - { id: wanted, when: "tags.exists(t, t in goals)", then: 1000 }
          - { id: keen, when: "goals.exists(g, g.startsWith('x') && g.endsWith('y') && size(g) > 3)", then: 10000 }
          - { id: bonus, when: { bonus: "> 0" }, then: "= bonus.value()" }
    """)

  @Test func eachCandidateIsDecidedByItself() throws {
    let session = RuleSession(try Self.files.loaded())
    let rules = session.ruleSet
    let points = try #require(rules.decision("rules.points"))
    func fact(_ name: Text) throws -> Fact { try #require(rules.fact(name)) }
    session.begin()
    try session.set(try fact("goals"), .list(["sleep", "ease", "xyzzy"]))
    let candidates: [(weight: Int64, tags: [Value], bonus: Int64?, points: Int64)] = [
      (6, [], nil, 10110), (1, ["sleep"], nil, 11000), (2, ["none"], 7, 10107), (9, ["ease"], nil, 11110),
    ]
    var steps: [Int] = []
    for candidate in candidates {
      session.nextCandidate()
      try session.set(try fact("weight"), .int(candidate.weight))
      try session.set(try fact("tags"), .list(candidate.tags))
      if let bonus = candidate.bonus { try session.set(try fact("bonus"), .int(bonus)) }
      #expect(try session.value(points).isEqual(to: .int(candidate.points)))
      steps.append(session.steps)
    }
    // What does not depend on the candidate was computed for the first one only.
    #expect(steps[0] > steps[1] + 10)
    #expect(steps[0] > steps[3] + 10)
    #expect(steps[1] <= steps[3])
  }

  @Test func aCandidatesFactsMustBeGivenEachTime() throws {
    let session = RuleSession(try Self.files.loaded())
    let points = try #require(session.ruleSet.decision("rules.points"))
    try session.give(["goals": .list([]), "weight": 1, "tags": .list([])])
    #expect(try session.value(points).isEqual(to: 0))
    session.nextCandidate()
    let error = #expect(throws: EvaluationError.self) { try session.value(points) }
    #expect(error?.code == .missingFact)
    #expect(try session.value(try #require(session.ruleSet.decision("rules.busy"))).isEqual(to: false))
  }
}
