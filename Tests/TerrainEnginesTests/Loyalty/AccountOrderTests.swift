import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

@Suite struct AccountOrderTests {
  @Test func theSameEventAgainChangesNothingAndSaysSo() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 1234, at: "2026-01-05T12:00:00Z")
    let before = fixture.document()
    let again = try fixture.order("a", 1234, at: "2026-01-05T12:00:00Z")
    #expect(again.word == "duplicate")
    #expect(again.entries.isEmpty && fixture.messages(again).isEmpty)
    #expect(fixture.document() == before)
    // In other words, but the same content.
    let other = try fixture.event(
      "{ type: earn, facts: {}, amount: { minor: 1234, currency: USD }, time: \"2026-01-05T07:00:00-05:00\", id: a }")
    #expect(try fixture.session.apply(other, to: &fixture.account, now: fixture.now).isDuplicate)
  }

  @Test func theSameIdWithOtherContentIsAnError() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 1234, at: "2026-01-05T12:00:00Z")
    let before = fixture.document()
    let others = [
      "id: a, type: earn, amount: { currency: USD, minor: 1235 }, facts: {}", "id: a, type: adjust, change: 123",
      "id: a, type: earn, amount: { currency: USD, minor: 1234 }, facts: { \(AccountFixture.blend) }",
    ]
    for other in others {
      let error = #expect(throws: DiagnosticError.self) { try fixture.apply(other, at: "2026-01-05T12:00:00Z") }
      #expect(error?.diagnostics.map(\.code) == ["account/event-conflict"])
    }
    #expect(fixture.document() == before)
  }

  @Test func whatComesLateIsPutWhereItBelongs() throws {
    let fixture = try AccountFixture()
    try fixture.order("b", 1000, at: "2026-02-05T12:00:00Z")
    try fixture.reserve("r", "free-drip", at: "2026-02-06T12:00:00Z")
    let change = try fixture.apply(
      "{ id: a, type: earn, time: \"2026-01-05T12:00:00Z\", amount: { currency: USD, minor: 500 } }")
    // Now `a` was the first order, and `b` was not.
    #expect(AccountFixture.lines(change.withdrawn) == ["earn 100 first_cup"])
    #expect(AccountFixture.lines(change.entries) == ["earn 50 base", "earn 100 first_cup"])
    #expect((fixture.points.balance, fixture.points.held) == (250, 150))
  }

  @Test func anEarlierRedemptionThatComesLateWins() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 500, at: "2026-01-05T12:00:00Z")
    try fixture.reserve("late", "free-drip", at: "2026-01-05T12:10:00Z")
    #expect(fixture.account.outcome(of: "late") == .applied)
    let change = try fixture.apply(
      "{ id: early, type: reserve, time: \"2026-01-05T12:05:00Z\", facts: { reward: free-drip } }")
    #expect(change.changed.map { "\($0.event) \($0.after)" } == ["late refused(balance)"])
    #expect((fixture.points.active, fixture.points.held) == (0, 150))
  }

  @Test func whatIsAboutAnotherWaitsForIt() throws {
    let fixture = try AccountFixture()
    #expect(try fixture.refund("r", of: "a", 500, at: "2026-01-05T12:00:00Z").word == "waits")
    #expect(try fixture.step("cancel", of: "r").word == "waits")
    // Its clock was behind: the order seems to be younger than its return.
    let change = try fixture.order("a", 1000, at: "2026-01-06T12:00:00Z")
    #expect(change.word == "applied")
    #expect(fixture.lines == ["earn 100 base", "earn 100 first_cup", "refund -100"])
    #expect(fixture.account.outcome(of: "r") == .applied)
    #expect(fixture.account.outcome(of: "cancel-r") == .refused("nothing_waits"))
  }

  @Test func aQuoteIsWhatWouldHappenAndNothingHappens() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 1234)
    let before = fixture.document()
    let event = try fixture.event(
      "{ id: b, type: earn, time: \"2026-01-06T12:00:00Z\", amount: { currency: USD, minor: 5000 } }")
    let now = try Timestamp(rfc3339: "2026-01-06T12:00:00Z")
    let quoted = try fixture.session.quote(event, for: fixture.account, now: now)
    #expect(fixture.document() == before)
    let applied = try fixture.session.apply(event, to: &fixture.account, now: now)
    #expect(AccountFixture.lines(quoted.entries) == AccountFixture.lines(applied.entries))
    #expect(AccountFixture.lines(quoted.entries) == ["earn 500 base"])
    #expect(fixture.messages(quoted) == ["loyalty.tier-reached", "loyalty.earned"])
  }

  @Test func aDocumentIsReadBackAsItWas() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 4000, at: "2026-01-05T12:00:00Z", facts: AccountFixture.blend)
    try fixture.order("b", 1000, facts: "fulfilment: delivery")
    try fixture.reserve("r", "free-drip")
    try fixture.refund("x", of: "a", 1000)
    try fixture.refund("y", of: "nowhere")
    try fixture.apply("{ id: z, type: adjust, change: 7, unit: stamps, time: \"2026-09-01T00:00:00Z\" }")
    try fixture.adjust("gift", 3)
    let text = fixture.document()
    let read = try fixture.engine.account(TerrainFixture.document(text).root)
    #expect(fixture.document(read) == text)
    // And it goes on in the same way.
    var (one, two) = (fixture.account, read)
    let later = try Timestamp(rfc3339: "2028-01-01T00:00:00Z")
    for yaml in [
      "{ id: c1, type: commit, of: r, time: \"2026-01-05T12:10:00Z\" }",
      "{ id: c2, type: commit, of: b, time: \"2026-01-05T12:20:00Z\" }",
      "{ id: x2, type: refund, of: a, time: \"2026-01-06T12:20:00Z\" }",
      "{ id: x3, type: refund, of: b, amount: { currency: USD, minor: 1 }, time: \"2026-01-06T12:21:00Z\" }",
    ] {
      let event = try fixture.event(yaml)
      _ = try fixture.session.apply(event, to: &one, now: event.time)
      _ = try fixture.session.apply(event, to: &two, now: event.time)
      #expect(fixture.document(one) == fixture.document(two))
    }
    _ = try fixture.session.advance(&one, to: later)
    _ = try fixture.session.advance(&two, to: later)
    #expect(fixture.document(one) == fixture.document(two))
    #expect(one.balances.map(\.unit) == ["points", "stamps"])
    #expect((one.balances[1].active, one.balances[1].expired) == (0, 7))
  }

  @Test func aDocumentWhoseSumsDoNotAgreeIsRefused() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 1000)
    let text = fixture.document()
    for (old, new) in [
      ("\"active\":200", "\"active\":201"), ("\"amount\":100,\"event\":\"a\"", "\"amount\":101,\"event\":\"a\""),
      ("\"left\":100", "\"left\":99"),
    ] {
      #expect(text.contains(old))
      let edited = text.replacingOccurrence(of: old, with: new)
      let error = #expect(throws: DiagnosticError.self) {
        try fixture.engine.account(TerrainFixture.document(edited).root)
      }
      #expect(error?.diagnostics.map(\.code) == ["account/balance"])
    }
  }
}

extension String {
  fileprivate func replacingOccurrence(of old: String, with new: String) -> String {
    guard let range = firstRange(of: old) else { return self }
    return replacingCharacters(in: range, with: new)
  }

  private func replacingCharacters(in range: Range<String.Index>, with new: String) -> String {
    String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
  }
}
