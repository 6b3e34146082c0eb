import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

@Suite struct EarningTests {
  /// Orders after the first, on a Monday in January: no campaign runs.
  static let orders: [(minor: Int, points: Int64)] = [
    (1234, 123), (0, 0), (9, 0), (10, 1), (99, 9), (100, 10), (4999, 499), (5000, 500), (49_999, 4999), (50_000, 5000),
    (50_001, 5000), (1_000_000, 5000),
  ]

  @Test(arguments: orders) func pointsAreTenADollarRoundedDownAndCapped(minor: Int, points: Int64) throws {
    let fixture = try AccountFixture()
    try fixture.order("first", 500)
    let change = try fixture.order("second", minor)
    #expect(change.entries.filter { $0.unit == "points" }.reduce(0) { $0 + $1.amount } == points)
    #expect(fixture.points.active == 150 + points)
  }

  /// So many for so much of an amount, rounded once.
  @Test(arguments: [
    (step: "rate: 10", minor: 599, points: 59 as Int64), ("rate: 1.5", 1299, 19),
    ("rate: \"= decimal('1.5')\"", 1299, 19),
    ("rate: 1, per: 100", 19_999, 1), ("rate: 3, per: 2, round: up", 1299, 20),
    ("rate: 3, per: 2, round: half_up", 1299, 19),
    ("rate: 2, of: \"= 7\"", 1299, 14), ("rate: 0.1, per: 0.3", 100, 0), ("rate: 0.3, per: 0.1", 100, 3),
    ("rate: 1", 0, 0),
  ]) func aRateIsExact(step: String, minor: Int, points: Int64) throws {
    let base =
      "- { id: rest, then: { add: \"= math.greatest(0, int(math.floor(amount.orValue(decimal('0')))) - of_lines)\" } }"
    let module = LineWorld.module.replacing("  earned:\n    type: list<step>\n", with: "  earned:\n")
      .replacing(base, with: "- { id: rest, then: { \(step) } }")
    let session = try LineWorld(module: module).session
    var account = session.engine.account("anna")
    let event = """
      { "id": "a", "type": "earn", "time": "2026-03-01T00:00:00Z", "amount": { "currency": "USD", "minor": \(minor) } }
      """
    let change = try session.apply(
      session.engine.event(TerrainFixture.document(event, name: "event.json").root), to: &account,
      now: Timestamp(rfc3339: "2026-03-01T00:00:00Z"))
    #expect(change.entries.reduce(0) { $0 + $1.amount } == points)
  }

  @Test func everyStepIsALineWithItsRow() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 1234, at: "2026-11-03T17:00:00Z", facts: AccountFixture.mixed)
    #expect(fixture.lines == ["earn 123 base", "earn 123 origin_november", "earn 100 first_cup"])
    #expect(fixture.account.entries.map(\.cause) == [nil, "origin-november", "first-cup"])
    #expect(fixture.account.entries.map(\.id) == ["a/1", "a/2", "a/3"])
    #expect(fixture.account.entries.allSatisfy { $0.origin?.place.source.name.contains("loyalty.yaml") == true })
  }

  @Test func multipliersOnTheBaseAddUpAndEachHasItsCap() throws {
    let fixture = try AccountFixture()
    try fixture.adjust("welcome", 10)
    try fixture.order("first", 120_000)
    try fixture.order("second", 5001, at: "2026-11-03T17:00:00Z", facts: AccountFixture.origin)
    // 500 × 2 and 500 × 1.5, rounded down, on 500.
    #expect(fixture.lines.suffix(3) == ["earn 500 base", "earn 500 origin_november", "earn 250 tuesday_circle"])
    try fixture.order("third", 30_000, at: "2026-11-10T17:00:00Z", facts: AccountFixture.origin)
    #expect(fixture.lines.suffix(3) == ["earn 3000 base", "earn 500 origin_november", "earn 300 tuesday_circle"])
    // 4900, then 100 are left of 5000.
    try fixture.order("fourth", 49_000, at: "2026-11-17T17:00:00Z", facts: AccountFixture.origin)
    #expect(fixture.lines.suffix(2) == ["earn 4900 base", "earn 100 origin_november"])
  }

  /// The campaign runs from the first to the last instant of November in New York.
  static let instants: [(time: String, runs: Bool)] = [
    ("2026-11-01T03:59:59Z", false), ("2026-11-01T04:00:00Z", true), ("2026-12-01T04:59:59Z", true),
    ("2026-12-01T05:00:00Z", false),
  ]

  @Test(arguments: instants) func campaignsGoByTheProgrammesCalendar(time: String, runs: Bool) throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 1000, at: time, facts: AccountFixture.origin)
    #expect(fixture.lines.contains("earn 100 origin_november") == runs)
  }

  @Test func campaignsNeedTheirCategoryTierAndDay() throws {
    let fixture = try AccountFixture()
    try fixture.order("plain", 1000, at: "2026-11-03T17:00:00Z", facts: AccountFixture.blend)
    #expect(fixture.lines == ["earn 100 base", "earn 100 first_cup"])
    try fixture.order("big", 30_000, at: "2026-11-04T17:00:00Z")
    try fixture.order("wednesday", 1000, at: "2026-11-04T18:00:00Z")
    #expect(fixture.account.level == "halo")
    #expect(fixture.lines.last == "earn 100 base")
    try fixture.order("tuesday", 1000, at: "2026-11-10T18:00:00Z")
    #expect(fixture.lines.suffix(2) == ["earn 100 base", "earn 50 tuesday_circle"])
  }

  /// Lifetime points, and the tier: by an order of so many points more.
  static let tiers: [(Int, Text)] = [(399, "ember"), (400, "aura"), (1099, "aura"), (1100, "halo")]

  @Test(arguments: tiers) func tiersBeginExactlyWhereTheyBegin(points: Int, tier: Text) throws {
    let fixture = try AccountFixture()
    try fixture.order("a", points * 10)
    #expect(fixture.points.lifetime == Int64(points) + 100)
    #expect(fixture.account.level == tier)
  }

  @Test func nobodyHasAFractionOfAPoint() throws {
    let fixture = try AccountFixture()
    // 39.9999 dollars cannot be said at all, 39.99 are 399 points.
    #expect(throws: DiagnosticError.self) {
      try fixture.apply("id: a, type: earn, amount: { currency: USD, minor: 3999.9 }")
    }
    try fixture.order("a", 3999)
    #expect(fixture.points.lifetime == 499)
    #expect(fixture.account.level == "ember")
    #expect(throws: DiagnosticError.self) { try fixture.apply("id: b, type: adjust, change: 0.99") }
  }

  @Test func pointsOfWhatIsShippedWaitUntilItIs() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 4000, facts: "fulfilment: delivery")
    #expect((fixture.points.active, fixture.points.pending, fixture.points.balance) == (0, 500, 500))
    #expect((fixture.points.lifetime, fixture.account.level) == (0, "ember"))
    #expect(try fixture.reserve("r", "extra-shot").word == "refused: balance")
    let shipped = try fixture.step("commit", of: "a", at: "2026-01-07T12:00:00Z")
    #expect((fixture.points.active, fixture.points.pending) == (500, 0))
    #expect(fixture.account.level == "aura")
    #expect(fixture.messages(shipped) == ["loyalty.tier-reached"])
    #expect(try fixture.step("commit", of: "a", "again").word == "refused: nothing_waits")
  }

  @Test func cancellingWhatWaitsTakesItBackAndTheNextIsTheFirst() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 1000, facts: "fulfilment: delivery")
    try fixture.step("cancel", of: "a")
    #expect(fixture.lines == ["earn 100 base", "earn 100 first_cup", "refund -200"])
    #expect((fixture.points.balance, fixture.points.takenBack) == (0, 200))
    #expect(try fixture.step("commit", of: "a").word == "refused: nothing_waits")
    try fixture.order("b", 1000)
    #expect(fixture.lines.last == "earn 100 first_cup")
  }

  @Test func whatRulesRefuseChangesNothingAndSaysWhy() throws {
    let fixture = try AccountFixture()
    let change = try fixture.apply("id: a, type: earn")
    #expect(change.word == "refused: no_amount")
    #expect(change.why.first?.row == "no_amount")
    #expect(fixture.points.balance == 0 && change.entries.isEmpty)
    #expect(try fixture.order("b", -5).word == "refused: below_zero")
  }
}
