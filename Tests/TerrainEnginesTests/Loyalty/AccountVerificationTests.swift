import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

/// An account whose document was edited contradicts its own events.
@Suite struct AccountVerificationTests {
  /// An account with an order, a reward, a return and points that have expired.
  private func fixture() throws -> AccountFixture {
    let fixture = try AccountFixture()
    try fixture.order("a", 60_00, at: "2026-01-05T12:00:00Z")
    try fixture.order("b", 20_00, at: "2026-01-07T12:00:00Z")
    try fixture.reserve("r", "free-drip", at: "2026-01-08T12:00:00Z")
    try fixture.step("commit", of: "r", at: "2026-01-08T12:01:00Z")
    try fixture.refund("back", of: "b", 5_00, at: "2026-01-09T12:00:00Z")
    try fixture.wait(until: "2027-03-01T00:00:00Z")
    return fixture
  }

  /// The difference of the account whose document has `new` in place of each `old`.
  private func difference(_ old: String, _ new: String) throws -> String? {
    let fixture = try fixture()
    let document = fixture.document()
    #expect(document.contains(old), "\(document)")
    let edited = document.replacing(old, with: new)
    let account = try fixture.engine.account(TerrainFixture.document(edited, name: "account.json").root)
    return try fixture.session.verify(account).map { difference in
      "\(difference.path) of \(difference.event ?? "-"): expected \(difference.expected ?? "-"), "
        + "found \(difference.found ?? "-")"
    }
  }

  @Test func anAccountAgreesWithItsEvents() throws {
    let fixture = try fixture()
    #expect(try fixture.session.verify(fixture.account) == nil)
    let read = try fixture.engine.account(TerrainFixture.document(fixture.document(), name: "account.json").root)
    #expect(try fixture.session.verify(read) == nil)
    #expect(try fixture.session.verify(fixture.engine.account("new")) == nil)
  }

  @Test func whatWasEditedIsFoundAtItsPath() throws {
    #expect(
      try difference("\"level\":{\"id\":\"aura\"", "\"level\":{\"id\":\"halo\"")
        == "level.id of a: expected aura, found halo")
    #expect(
      try difference("\"minor\":2000", "\"minor\":3000") == "entries[2].amount of b: expected 300, found 200")
    #expect(
      try difference("\"outcome\":\"applied\"", "\"outcome\":\"refused\"")
        == "events[0].outcome of a: expected applied, found refused")
    #expect(try difference("\"earns\":2", "\"earns\":0") == "earns of -: expected 2, found 0")
  }

  /// Of several events of one instant, after many others, the one that led to the level is named.
  @Test func theEventThatLedToALevelIsNamed() throws {
    let fixture = try AccountFixture()
    for number in 10..<30 { try fixture.order("a\(number)", 1_00, at: "2026-01-05T12:00:\(number)Z") }
    for (id, cents) in [("b1", 1_00), ("b2", 60_00), ("b3", 1_00)] {
      try fixture.order(id, cents, at: "2026-01-06T12:00:00Z")
    }
    let document = fixture.document()
    let edited = document.replacing("\"level\":{\"id\":\"aura\"", with: "\"level\":{\"id\":\"halo\"")
    #expect(edited != document)
    let account = try fixture.engine.account(TerrainFixture.document(edited, name: "account.json").root)
    #expect(try fixture.session.verify(account)?.event == "b2")
  }

  /// All sums are ten times as large, and agree with each other.
  @Test func theFirstEventThatDiffersIsNamed() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 60_00, at: "2026-01-05T12:00:00Z")
    let document = fixture.document()
    // 600 for the order and 100 for the first one.
    let edited = document.replacing(":700", with: ":7000").replacing(":600", with: ":6000")
      .replacing(":100,", with: ":1000,").replacing("\"minor\":60000", with: "\"minor\":6000")
    let account = try fixture.engine.account(TerrainFixture.document(edited, name: "account.json").root)
    let difference = try #require(try fixture.session.verify(account))
    #expect(difference.event == "a" && difference.path == "entries[0].amount")
    #expect(difference.expected == "600" && difference.found == "6000")
  }

  /// All entries are there twice.
  @Test func anEntryTooManyIsFound() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 60_00, at: "2026-01-05T12:00:00Z")
    let document = fixture.document()
    let start = try #require(document.firstRange(of: "\"entries\":[")?.upperBound)
    let end = try #require(document[start...].firstRange(of: "}]")?.lowerBound)
    let edited = document[..<start] + document[start...end] + "," + document[start...]
    let root = try TerrainFixture.document(String(edited), name: "account.json").root
    let account = try #require(fixture.engine.account(root, checksSums: false, into: DiagnosticCollector(.request)))
    let difference = try #require(try fixture.session.verify(account))
    #expect(difference.path.string.hasPrefix("entries[") && difference.expected == nil, "\(difference)")
  }
}
