import TerrainBase
import Testing

@testable import TerrainEngines

/// What of an event's grants rules see as claims.
@Suite struct GrantTests {
  @Test func claimsAreWhatWasGrantedAndIsNeitherBudgetNorTransfer() throws {
    let engine = try WindowWorld(zone: "UTC").engine
    let grants: [Text: Int64] = ["welcome": 1, "code/anna": 2, "code/ben": 1, "refused": 0, "send": 5]
    #expect(Grants.claims(grants, besides: engine.budgets) == ["code", "welcome"])
    #expect(Grants.claims([:], besides: engine.budgets) == [])
  }
}
