import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

/// A late event is folded from the last checkpoint before it.
@Suite struct CheckpointTests {
  private static let count = 1000

  /// An order every six hours; every fifth event is a return of the order before.
  private func history(_ fixture: AccountFixture, count: Int = count) throws -> [AccountEvent] {
    try (0..<count).map { number in
      let time = try Timestamp(seconds: 1_767_600_000 + Int64(number) * 21_600)
      return try fixture.event(
        number % 5 == 4
          ? "{ id: e\(number), type: refund, of: e\(number - 1), time: \"\(time)\", amount: { currency: USD, minor: 250 } }"
          : "{ id: e\(number), type: earn, time: \"\(time)\", amount: { currency: USD, minor: \(500 + number) } }")
    }
  }

  private func late(_ fixture: AccountFixture, after event: AccountEvent) throws -> AccountEvent {
    let time = try Timestamp(seconds: event.time.seconds + 1)
    return try fixture.event("{ id: late, type: adjust, change: 1, time: \"\(time)\", actor: desk, reason: goodwill }")
  }

  /// The account without its checkpoints.
  private func read(_ account: Account, _ fixture: AccountFixture) throws -> Account {
    try fixture.engine.account(TerrainFixture.document(fixture.document(account)).root)
  }

  @Test func workIsProportionalToHowLateAnEventIs() throws {
    let fixture = try AccountFixture()
    let session = LoyaltySession(fixture.engine)
    let events = try history(fixture)
    let now = events[Self.count - 1].time
    // Folded at once, and one by one.
    var account = fixture.engine.account("anna")
    for event in events { _ = try session.apply(event, to: &account, now: event.time) }
    let whole = try session.replay(events, account: "anna", now: now).account
    #expect(fixture.document(account) == fixture.document(whole))
    for kept in [account, whole] {
      for back in [1, 3, 40, 64, 65, 200, 500, 999] {
        let event = try late(fixture, after: events[Self.count - 1 - back])
        let change = try session.quote(event, for: kept, now: now)
        #expect(change.outcome == .applied)
        #expect(
          change.foldedEvents > back && change.foldedEvents <= 2 * back + AccountLimits.checkpointInterval + 1,
          "\(change.foldedEvents) events were folded for one that is \(back) back")
      }
      #expect(try session.quote(events[7], for: kept, now: now).foldedEvents == 0)
    }
  }

  @Test func aLateEventDoesWhatItWouldFromTheBeginning() throws {
    let fixture = try AccountFixture()
    let session = LoyaltySession(fixture.engine, checkpointInterval: 8)
    let events = try history(fixture, count: 200)
    let now = events[199].time
    var account = try session.replay(events, account: "anna", now: now).account
    for (number, back) in [3, 150, 20, 70, 199].enumerated() {
      let time = try Timestamp(seconds: events[199 - back].time.seconds + 1)
      let facts = [
        "type: adjust, change: -4000", "type: earn, amount: { currency: USD, minor: 9000 }",
        "type: reserve, facts: { reward: free-drip }", "type: refund, of: e\(200 - back)", "type: refund, of: e100",
      ][number]
      let event = try fixture.event("{ id: late\(number), \(facts), time: \"\(time)\" }")
      var other = try read(account, fixture)
      let change = try session.apply(event, to: &account, now: now)
      let same = try LoyaltySession(fixture.engine, checkpointInterval: nil).apply(event, to: &other, now: now)
      #expect(fixture.document(account) == fixture.document(other))
      #expect(change.foldedEvents <= same.foldedEvents)
      #expect(AccountFixture.lines(change.entries) == AccountFixture.lines(same.entries))
      #expect(AccountFixture.lines(change.withdrawn) == AccountFixture.lines(same.withdrawn))
      #expect(change.changed.map { "\($0)" } == same.changed.map { "\($0)" })
      #expect(change.why.map { "\($0)" } == same.why.map { "\($0)" })
    }
    // Time that goes back does so too.
    for place in [190, 33, 120] {
      var other = try read(account, fixture)
      _ = try session.advance(&account, to: events[place].time)
      _ = try session.advance(&other, to: events[place].time)
      #expect(fixture.document(account) == fixture.document(other))
    }
  }

  @Test func checkpointsOfOtherRulesAreNotUsed() throws {
    let (one, two) = (try AccountFixture(), try AccountFixture(set: ["loyalty.points_a_dollar=20"]))
    let events = try history(one, count: 60)
    let now = events[59].time
    let account = try one.session.replay(events, account: "anna", now: now).account
    var (kept, reread) = (account, try read(account, one))
    let event = try late(one, after: events[50])
    _ = try two.session.apply(event, to: &kept, now: now)
    _ = try two.session.apply(event, to: &reread, now: now)
    #expect(two.document(kept) == two.document(reread))
    let (whole, _) = try two.session.replay(events + [event], account: "anna", now: now)
    #expect(two.document(kept) == two.document(whole))
  }

  @Test func whatWasDecidedBeforeALateEventIsNoReason() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 60_000, at: "2026-01-05T12:00:00Z")
    try fixture.order("b", 1000, at: "2026-01-07T12:00:00Z")
    let change = try fixture.apply("{ id: c, type: adjust, change: 1, time: \"2026-01-06T12:00:00Z\" }")
    #expect(change.why.isEmpty)
    // Nor is it where time goes back.
    #expect(try fixture.wait(until: "2026-01-06T13:00:00Z").why.isEmpty)
  }

  @Test func aRefusedLateEventNamesItsField() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 1000, at: "2026-01-05T12:00:00Z")
    #expect(try fixture.reserve("later", "cupping", at: "2026-01-07T12:00:00Z").refusedAt == "facts.reward")
    let change = try fixture.apply(
      "{ id: late, type: reserve, facts: { reward: cupping }, time: \"2026-01-06T12:00:00Z\" }")
    #expect(change.word == "refused: tier" && change.refusedAt == "facts.reward")
  }
}
