import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

/// Who adjusts, why points are gone, and names that the pack no longer has.
@Suite struct AccountReasonTests {
  @Test func eachLineIsExplainedWithItsOwnValues() throws {
    let fixture = try AccountFixture()
    let event = try fixture.event(
      """
      { id: a, type: earn, time: "2026-01-05T12:00:00Z", amount: { currency: USD, minor: 3500 }, facts: { lines: [
        { id: x, product: guji-natural, quantity: 1, amount: 20 }, { id: y, product: hand-mill, quantity: 1, amount: 10 }] } }
      """)
    let (_, traces) = try fixture.session.recorded { session throws(DiagnosticError) in
      try session.quote(event, for: fixture.account, now: event.time)
    }
    let earned = traces.filter { $0.decision == "embera.loyalty.line_earned" }.map { $0.value.map { "\($0)" } ?? "" }
    try #require(earned.count == 2)
    #expect(earned[0].contains("200") && earned[1].contains("100"), "\(earned)")
    // What is decided once for the event is explained once.
    #expect(traces.count { $0.decision == "embera.loyalty.worth" } == 1)
  }

  private func diagnostics(_ event: String) throws -> [String] {
    let engine = try AccountFixture().engine
    let request = try TerrainFixture.document("{ account: anna, event: \(event) }", name: "request.yaml")
    do throws(DiagnosticError) {
      _ = try LoyaltyRequest(request.root, .apply, engine: engine)
      return []
    } catch {
      return error.diagnostics.map { "\($0.code) \($0.path ?? "")" }
    }
  }

  @Test func anAdjustmentIsSigned() throws {
    let event = "id: a, time: \"2026-01-05T12:00:00Z\""
    #expect(
      try diagnostics("{ \(event), type: adjust, change: 5 }") == ["account/unsigned event", "account/unsigned event"])
    #expect(
      try diagnostics("{ \(event), type: adjust, change: 5, actor: \"\", reason: cold }") == [
        "account/unsigned event.actor"
      ]
    )
    #expect(
      try diagnostics("{ \(event), type: adjust, change: 5, actor: \" \", reason: \"\u{A0}\" }")
        == ["account/unsigned event.actor", "account/unsigned event.reason"])
    #expect(try diagnostics("{ \(event), type: adjust, change: 5, actor: support, reason: cold }") == [])
    #expect(
      try diagnostics("{ \(event), type: adjust, change: 5, actor: support }") == ["account/unsigned event"])
    #expect(
      try diagnostics("{ \(event), type: earn, actor: support, reason: cold }")
        == ["account/event-field event.actor", "account/event-field event.reason"])
    // What happened before is folded as it is.
    let engine = try AccountFixture().engine
    let replay = try TerrainFixture.document(
      "{ now: \"2026-02-01T00:00:00Z\", events: [{ \(event), type: adjust, change: 5 }] }", name: "request.yaml")
    _ = try LoyaltyRequest(replay.root, .replay, engine: engine)
  }

  @Test func anAdjustmentIsOfAUnitThatThereIs() throws {
    let event = "id: a, time: \"2026-01-05T12:00:00Z\", change: 5, actor: support, reason: cold"
    #expect(try diagnostics("{ \(event), type: adjust, unit: points }") == [])
    #expect(try diagnostics("{ \(event), type: adjust, unit: pionts }") == ["account/unknown-unit event.unit"])
  }

  @Test func anAdjustmentSaysWhy() throws {
    let fixture = try AccountFixture()
    try fixture.apply("id: a, type: adjust, change: 5, actor: support-7, reason: The cup was cold")
    #expect(fixture.account.entries.first?.cause == "The cup was cold")
    let document = fixture.document()
    #expect(document.contains(#""actor":"support-7","reason":"The cup was cold""#))
    let read = try fixture.engine.account(TerrainFixture.document(document, name: "account.json").root)
    #expect(fixture.document(read) == document)
    // The same id with another reason is another event.
    let error = #expect(throws: DiagnosticError.self) {
      try fixture.apply(
        "{ id: a, type: adjust, change: 5, actor: support-7, reason: other, time: \"2026-01-05T11:00:01Z\" }")
    }
    #expect(error?.diagnostics.map(\.code) == ["account/event-conflict"])
  }

  @Test func whatIsGoneSaysByWhichRule() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 20_00, at: "2026-01-05T12:00:00Z")
    try fixture.reserve("r", "free-drip", at: "2026-01-06T12:00:00Z")
    // The account is a document in between.
    fixture.account = try fixture.engine.account(
      TerrainFixture.document(fixture.document(), name: "account.json").root)
    let lapse = try fixture.wait(until: "2026-01-06T13:00:00Z").lapses
    #expect(
      lapse.map { "\($0.event) \($0.amount) \($0.time) \($0.reason?.decision ?? "")" }
        == ["r 150 2026-01-06T12:30:00Z embera.loyalty.cost"])
    try fixture.reserve("s", "free-drip", at: "2026-01-07T12:00:00Z")
    let commit = try fixture.step("commit", of: "s", at: "2026-01-07T12:01:00Z")
    #expect(commit.entries.map { $0.decision } == ["embera.loyalty.cost"])
    let expiry = try fixture.wait(until: "2027-03-01T00:00:00Z")
    #expect(expiry.entries.allSatisfy { $0.kind == .expire && $0.decision == "embera.loyalty.lot" })
    #expect(!expiry.entries.isEmpty && expiry.lapses.isEmpty)
  }

  @Test func anErrorAboutAnEarlierEventNamesItAndTheAccount() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 90_00, at: "2026-01-05T12:00:00Z")
    try fixture.reserve("r", "free-drip", at: "2026-01-06T12:00:00Z")
    let document = fixture.document().replacing("free-drip", with: "free-refill")
    fixture.account = try fixture.engine.account(TerrainFixture.document(document, name: "account.json").root)
    let late = #expect(throws: DiagnosticError.self) { try fixture.order("b", 10_00, at: "2026-01-05T13:00:00Z") }
    #expect(late?.diagnostics.map(\.code) == ["request/unknown-record"])
    #expect(
      late?.diagnostics.first?.message.hasSuffix(" (event `r` of account `anna`)") == true,
      "\(late?.diagnostics.first?.message ?? "")")
  }

  @Test func namesThatAreGoneAreReportedAndKept() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 20_00, at: "2026-01-05T12:00:00Z")
    let document = fixture.document().replacing("\"id\":\"ember\"", with: "\"id\":\"platinum\"")
      .replacing("first-cup", with: "opening-week").replacing("\"unit\":\"points\"", with: "\"unit\":\"points\"")
    let account = try fixture.engine.account(TerrainFixture.document(document, name: "account.json").root)
    #expect(
      fixture.engine.unknownNames(in: account).map { "\($0.kind.rawValue) \($0.id) \($0.path)" }
        == ["level platinum level.id", "cause opening-week entries[1].cause"])
    #expect(fixture.document(account) == document)
    // It goes on: a reward is decided as for the lowest level.
    fixture.account = account
    #expect(try fixture.reserve("r", "free-drip", at: "2026-01-06T12:00:00Z").word == "applied")
    #expect(fixture.account.level == "platinum")
    #expect(fixture.account.entries.contains { $0.cause == "opening-week" })
    #expect(try fixture.session.verify(fixture.account)?.path == "entries[1].cause")
    // What levels depend on changes: the rules decide one that there is.
    try fixture.order("b", 10_00, at: "2026-01-07T12:00:00Z")
    #expect(fixture.account.level == "ember")
  }
}
