import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

@Suite struct SpendingTests {
  @Test func spendingIsSettingAsideThenCommitting() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 1000)
    let held = try fixture.reserve("r", "free-drip")
    #expect((fixture.points.active, fixture.points.held, fixture.points.balance) == (50, 150, 200))
    #expect(held.entries.isEmpty && held.word == "applied")
    let spent = try fixture.step("commit", of: "r")
    #expect((fixture.points.active, fixture.points.held, fixture.points.spent) == (50, 0, 150))
    #expect(fixture.lines.last == "redeem -150")
    #expect(fixture.messages(spent) == ["loyalty.spent"])
    #expect(try fixture.step("commit", of: "r", "twice").word == "refused: no_hold")
    #expect(try fixture.step("cancel", of: "r").word == "refused: no_hold")
  }

  @Test func cancellingGivesBackToTheLotsItCameFrom() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 1000)
    let before = fixture.points.activeLots
    try fixture.reserve("r", "free-drip")
    try fixture.step("cancel", of: "r")
    #expect(fixture.points.activeLots == before)
    #expect((fixture.points.active, fixture.points.held) == (200, 0))
  }

  /// An order of so much, then a reward of 150.
  static let balances: [(minor: Int, word: String)] = [(490, "refused: balance"), (500, "applied"), (510, "applied")]

  @Test(arguments: balances) func itNeedsTheBalance(minor: Int, word: String) throws {
    let fixture = try AccountFixture()
    try fixture.order("a", minor)
    let change = try fixture.reserve("r", "free-drip")
    #expect(change.word == word)
    #expect(fixture.messages(change) == (word == "applied" ? [] : ["loyalty.short"]))
    #expect(fixture.points.active >= 0)
  }

  @Test func itNeedsTheTier() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 3999)
    try fixture.adjust("gift", 5000)
    let refused = try fixture.reserve("r", "bag-250")
    #expect(refused.word == "refused: tier")
    #expect(fixture.messages(refused) == ["loyalty.tier-needed"])
    try fixture.order("b", 10)
    #expect(fixture.account.level == "aura")
    #expect(try fixture.reserve("r2", "bag-250").word == "applied")
    #expect(try fixture.reserve("r3", "cupping").word == "refused: tier")
  }

  @Test func twoCannotSpendTheSamePoints() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 500)
    let first = try fixture.reserve("r1", "free-drip")
    let second = try fixture.reserve("r2", "free-drip")
    #expect([first.word, second.word] == ["applied", "refused: balance"])
    try fixture.step("commit", of: "r2")
    try fixture.step("commit", of: "r1")
    #expect((fixture.points.active, fixture.points.spent) == (0, 150))
  }

  /// 30 minutes, on both sides.
  static let lapses: [(time: String, word: String)] = [
    ("2026-01-05T12:29:59Z", "applied"), ("2026-01-05T12:30:00Z", "refused: no_hold"),
  ]

  @Test(arguments: lapses) func holdsLapseByThemselves(time: String, word: String) throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 500)
    try fixture.reserve("r", "free-drip", at: "2026-01-05T12:00:00Z")
    #expect(try fixture.step("commit", of: "r", at: time).word == word)
    #expect(fixture.points.held == 0)
    #expect(fixture.points.balance == (word == "applied" ? 0 : 150))
  }

  @Test func pointsThatExpireWhileTheyAreSetAsideAreGoodForThatOnly() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 1000, at: "2026-01-05T12:00:00Z")
    // They expire as February 2027 begins in New York.
    try fixture.reserve("r", "free-drip", at: "2027-02-01T04:59:00Z")
    try fixture.wait(until: "2027-02-01T05:00:00Z")
    #expect((fixture.points.active, fixture.points.held, fixture.points.expired) == (0, 150, 50))
    let fork = fixture.account
    try fixture.step("commit", of: "r")
    #expect((fixture.points.balance, fixture.points.spent, fixture.points.expired) == (0, 150, 50))
    fixture.account = fork
    try fixture.step("cancel", of: "r", at: "2027-02-01T05:10:00Z")
    #expect((fixture.points.balance, fixture.points.expired) == (0, 200))
    #expect(fixture.lines.suffix(2).allSatisfy { $0.hasPrefix("expire ") })
    fixture.account = fork
    try fixture.wait(until: "2027-02-01T05:29:00Z")
    #expect((fixture.points.balance, fixture.points.expired) == (0, 200))
  }

  @Test func theOldestArePaidWithFirst() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 1000, at: "2026-01-05T12:00:00Z")
    try fixture.order("b", 1000, at: "2026-03-05T12:00:00Z")
    try fixture.reserve("r", "pastry")
    try fixture.step("commit", of: "r")
    #expect(fixture.points.activeLots.map(\.event) == ["b"])
    #expect(fixture.points.activeLots.map(\.left) == [50])
  }
}
