import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

@Suite struct RefundTests {
  /// An account whose second order of 12.34 earned 123.
  private func bought() throws -> AccountFixture {
    let fixture = try AccountFixture()
    // 150 points of a first order, of which 100 are left.
    try fixture.order("first", 500)
    try fixture.adjust("used", -50)
    try fixture.order("a", 1234)
    return fixture
  }

  /// Parts of 12.34 that come back one after another, and what each takes.
  static let parts: [(minor: [Int], taken: [Int64])] = [
    ([1234], [123]), ([617, 617], [62, 61]), ([1, 1233], [1, 122]), ([400, 400, 434], [40, 40, 43]),
    ([1233, 1], [123, 0]),
  ]

  @Test(arguments: parts) func partsComeToTheWhole(minor: [Int], taken: [Int64]) throws {
    let fixture = try bought()
    var found: [Int64] = []
    for (number, part) in minor.enumerated() {
      found.append(-(try fixture.refund("r\(number)", of: "a", part).entries.first?.amount ?? 0))
    }
    #expect(found == taken)
    #expect(found.reduce(0, +) == 123)
    #expect((fixture.points.active, fixture.points.lifetime, fixture.points.takenBack) == (100, 150, 123))
  }

  @Test func nothingIsTakenTwice() throws {
    let fixture = try bought()
    try fixture.refund("r", of: "a", 1234)
    #expect(try fixture.refund("r2", of: "a", 1).word == "refused: over_return")
    #expect(try fixture.refund("r3", of: "a").entries.isEmpty)
    #expect(fixture.points.takenBack == 123)
    #expect(try fixture.refund("r4", of: "nothing", 5).word == "waits")
    #expect(try fixture.refund("r5", of: "r", 5).word == "refused: nothing_earned")
  }

  @Test func ofWhatWasSpentAlreadyThereIsLessThanNothing() throws {
    let fixture = try bought()
    try fixture.reserve("reward", "free-drip")
    try fixture.step("commit", of: "reward")
    let change = try fixture.refund("r", of: "a")
    #expect((fixture.points.active, fixture.points.balance) == (-50, -50))
    #expect(fixture.messages(change) == ["loyalty.taken-back", "loyalty.owing"])
    #expect(try fixture.reserve("again", "extra-shot").word == "refused: balance")
    // What comes next fills that up first.
    try fixture.order("b", 600)
    #expect((fixture.points.active, fixture.points.activeLots.map(\.left)) == (10, [10]))
  }

  @Test func ownPointsGoFirst() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 1000, at: "2026-01-05T12:00:00Z")
    try fixture.order("b", 1000, at: "2026-03-05T12:00:00Z")
    try fixture.refund("r", of: "b", 400)
    #expect(fixture.points.activeLots.map { "\($0.event) \($0.left)" } == ["a 100", "a 100", "b 60"])
  }

  @Test func pointsThatWaitAreTakenFromWhatWaits() throws {
    let fixture = try AccountFixture()
    // 150 points of a first order, of which 100 are left.
    try fixture.order("first", 500)
    try fixture.adjust("used", -50)
    try fixture.order("a", 1234, facts: "fulfilment: delivery")
    try fixture.refund("r", of: "a", 617)
    #expect((fixture.points.active, fixture.points.pending, fixture.points.lifetime) == (100, 61, 150))
    try fixture.step("commit", of: "a")
    #expect((fixture.points.active, fixture.points.pending, fixture.points.lifetime) == (161, 0, 211))
  }

  @Test func whatHasExpiredIsNotTakenBackAsWell() throws {
    let fixture = try bought()
    try fixture.wait(until: "2027-02-02T12:00:00Z")
    #expect((fixture.points.active, fixture.points.expired) == (0, 223))
    #expect(try fixture.refund("r", of: "a").entries.isEmpty)
    #expect(fixture.points.balance == 0)
  }

  /// A higher tier of a minute does not make the one before it new.
  @Test func aTierIsHeldSinceItWasReached() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 60_00, at: "2026-01-05T12:00:00Z")
    try fixture.order("b", 40_00, at: "2026-10-05T09:30:00Z")
    try fixture.order("c", 80_00, at: "2026-10-05T09:31:00Z")
    #expect(fixture.account.level == "halo")
    try fixture.refund("c-back", of: "c", at: "2026-10-05T09:32:00Z")
    #expect(fixture.account.level == "aura")
    #expect(fixture.account.levelState.map { "\($0.since)" } == "2026-01-05T12:00:00Z")
    let read = try fixture.engine.account(TerrainFixture.document(fixture.document(), name: "account.json").root)
    #expect(read.levelState == fixture.account.levelState)
    try fixture.refund("a-back", of: "a", at: "2026-10-05T09:33:00Z")
    #expect(fixture.account.level == "aura" && fixture.account.levelLost != nil)
  }

  @Test func aTierThatAReturnTakesIsKeptForAWhileThenLost() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 4000, at: "2026-01-05T12:00:00Z")
    #expect(fixture.account.level == "aura")
    try fixture.refund("r", of: "a", 10, at: "2026-01-10T12:00:00Z")
    #expect((fixture.points.lifetime, fixture.account.level) == (498, "aura"))
    #expect(fixture.account.levelLost == (try Timestamp(rfc3339: "2026-02-09T12:00:00Z")))
    let fork = fixture.account
    let kept = try fixture.wait(until: "2026-02-09T11:59:59Z")
    #expect(fixture.account.level == "aura" && fixture.messages(kept).isEmpty)
    let lost = try fixture.wait(until: "2026-02-09T12:00:00Z")
    #expect(fixture.account.level == "ember")
    #expect(fixture.messages(lost) == ["loyalty.tier-lost"])
    #expect(lost.why.map(\.decision) == [fixture.engine.rules.decision("loyalty.level")?.name])
    fixture.account = fork
    try fixture.order("b", 20, at: "2026-02-09T11:59:59Z")
    #expect((fixture.points.lifetime, fixture.account.levelLost) == (500, nil))
    try fixture.wait(until: "2026-03-09T12:00:00Z")
    #expect(fixture.account.level == "aura")
  }
}
