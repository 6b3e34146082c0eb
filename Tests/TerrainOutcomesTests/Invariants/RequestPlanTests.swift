import TerrainBase
import Testing

@testable import TerrainOutcomes

struct RequestPlanTests {
  private let factors = [
    RequestFactor(path: ["facts", "a"], levels: [nil, 1, 2]), RequestFactor(path: ["facts", "b"], levels: ["x", "y"]),
    RequestFactor(path: [FactLevels.day], levels: ["2026-01-15", "2026-07-15"]),
    RequestFactor(path: ["facts", "c"], levels: [true, false]),
  ]

  @Test func `Few combinations are all there`() {
    let plan = RequestPlan(base: .map(["person_id": "anna"]), factors: factors, limit: 24)
    #expect(plan.isExhaustive)
    #expect(plan.words == "all 24 requests")
    let requests = (0..<plan.count).map { plan.request($0).description }
    #expect(Set(requests).count == 24)
    #expect(
      plan.request(0).isIdentical(
        to: .map(["person_id": "anna", "facts": .map(["b": "x", "c": true]), "now": "2026-01-15"]))
        || plan.request(0).at(["facts", "a"]) == nil)
  }

  @Test func `More have any three values together`() {
    let plan = RequestPlan(base: .map([:]), factors: factors, limit: 23)
    #expect(!plan.isExhaustive)
    #expect(plan.missing == 0)
    #expect(plan.count < 24)
    #expect(plan.words == "\(plan.count) requests with any three values of 4 parameters")
  }

  @Test func `A small budget leaves threes, and says so`() {
    let plan = RequestPlan(base: .map([:]), factors: factors, limit: 3)
    #expect(plan.count == 3)
    #expect(plan.words.contains("%"))
  }

  @Test func `Simpler values come before a value`() {
    let plan = RequestPlan(base: .map([:]), factors: factors, limit: 100)
    #expect(plan.simpler(["facts", "a"], than: 2).map(\.description) == ["1"])
    #expect(plan.simpler(["facts", "b"], than: "x").isEmpty)
    #expect(plan.simpler(["other"], than: 2).isEmpty)
  }
}
