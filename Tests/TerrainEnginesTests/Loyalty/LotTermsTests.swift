import TerrainBase
import TerrainDocuments
import TerrainEngines
import Testing

/// How lots begin and end, where that depends on more than their event.
@Suite struct LotTermsTests {
  private static let plain = "lot: { value: { lasts: { days: 40 } } }"

  /// The ends of the lots of three orders on one day that are the same but for their ids.
  private func ends(_ lot: String) throws -> [String] {
    let world = try LineWorld(changing: Self.plain, to: lot)
    var account = world.engine.account("anna")
    for (number, id) in ["a", "b", "c"].enumerated() {
      let order = try world.session.event(
        """
        { "id": "\(id)", "type": "earn", "time": "2026-03-06T15:00:0\(number)Z",
          "amount": { "currency": "USD", "minor": 700 } }
        """)
      _ = try world.session.apply(order, to: &account, now: order.time)
    }
    return account.balances[0].activeLots.map { $0.expires.map { "\($0)" } ?? "never" }
  }

  @Test func equalEventsHaveEqualLots() throws {
    #expect(
      try ends(Self.plain) == ["2026-04-15T15:00:00Z", "2026-04-15T15:00:01Z", "2026-04-15T15:00:02Z"])
  }

  /// The terms of the lot before hold for the next one only where nothing but the event decides.
  @Test func theAccountMayDecide() throws {
    let lot = """
      lot:
          hit: first
          rows: [{ id: regular, when: "lifetime >= 10", then: { lasts: { days: 50 } } }]
          otherwise: { lasts: { days: 40 } }
      """
    #expect(try ends(lot) == ["2026-04-15T15:00:00Z", "2026-04-15T15:00:01Z", "2026-04-25T15:00:02Z"])
  }
}
