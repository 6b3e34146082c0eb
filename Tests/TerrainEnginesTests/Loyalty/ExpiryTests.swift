import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

@Suite struct ExpiryTests {
  /// When points become active in New York, and the first instant at which they are gone.
  static let lots: [(start: String, gone: String)] = [
    ("2026-01-31T12:00:00Z", "2027-02-01T05:00:00Z"),
    // Midnight of the 1st is later in the zone than in UTC, and summer time counts.
    ("2026-07-01T03:59:59Z", "2027-07-01T04:00:00Z"),
    ("2026-07-01T04:00:00Z", "2027-08-01T04:00:00Z"),
    ("2027-02-28T12:00:00Z", "2028-03-01T05:00:00Z"),
  ]

  @Test(arguments: lots) func lotsLastToTheEndOfTheMonthAYearFromNow(start: String, gone: String) throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 1000, at: start)
    #expect(fixture.points.activeLots.first?.expires == (try Timestamp(rfc3339: Text(gone))))
    fixture.now = try Timestamp(seconds: try Timestamp(rfc3339: Text(gone)).seconds - 1)
    _ = try fixture.session.advance(&fixture.account, to: fixture.now)
    #expect(fixture.points.active == 200)
    let expired = try fixture.wait(until: gone)
    #expect((fixture.points.active, fixture.points.expired, fixture.points.lifetime) == (0, 200, 200))
    #expect(fixture.lines.suffix(2) == ["expire -100", "expire -100"])
    #expect(fixture.messages(expired) == ["loyalty.expired"])
  }

  /// A month from the last day of January, in a common year and a leap year.
  static let months: [(start: String, gone: String)] = [
    ("2026-01-31T12:00:00Z", "2026-03-01T05:00:00Z"), ("2028-01-31T12:00:00Z", "2028-03-01T05:00:00Z"),
    ("2026-01-30T12:00:00Z", "2026-03-01T05:00:00Z"), ("2026-01-28T12:00:00Z", "2026-03-01T05:00:00Z"),
    ("2026-01-27T12:00:00Z", "2026-02-28T05:00:00Z"),
  ]

  @Test(arguments: months) func aMonthFromTheLastOfJanuaryIsTheLastOfFebruary(start: String, gone: String) throws {
    let period = CalendarPeriod(months: 1, through: .day)
    let zone = try Zone(named: "America/New_York")
    #expect(try period.end(from: try Timestamp(rfc3339: Text(start)), in: zone) == Timestamp(rfc3339: Text(gone)))
  }

  @Test func anEventAtTheInstantOfExpiryFindsThemExpired() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 1000, at: "2026-01-05T12:00:00Z")
    let fork = fixture.account
    #expect(try fixture.reserve("r", "free-drip", at: "2027-02-01T04:59:59Z").word == "applied")
    fixture.account = fork
    #expect(try fixture.reserve("r", "free-drip", at: "2027-02-01T05:00:00Z").word == "refused: balance")
  }

  @Test func expiryReachesEveryLotHoweverOld() throws {
    let fixture = try AccountFixture()
    for month in 1...9 { try fixture.order("o\(month)", 1000, at: "2026-0\(month)-10T12:00:00Z") }
    // Nobody looked for years.
    try fixture.wait(until: "2031-01-01T00:00:00Z")
    #expect((fixture.points.balance, fixture.points.expired) == (0, 1000))
    #expect(fixture.points.activeLots.isEmpty)
    let times = fixture.account.entries.filter { $0.kind == .expire }.map(\.time)
    #expect(times == times.sorted() && Set(times).count == 9)
  }

  /// The balance as of an instant, whatever has happened since: an order, a reward set aside and spent, a return, expiry.
  static let instants: [(at: String, active: Int64, held: Int64, spent: Int64, expired: Int64)] = [
    ("2026-01-05T11:59:59Z", 0, 0, 0, 0), ("2026-01-05T12:00:00Z", 500, 0, 0, 0),
    ("2026-01-06T12:00:00Z", 350, 150, 0, 0), ("2026-01-06T12:10:00Z", 350, 0, 150, 0),
    ("2026-01-07T12:00:00Z", 300, 0, 150, 0), ("2027-02-01T04:59:59Z", 300, 0, 150, 0),
    ("2027-02-01T05:00:00Z", 0, 0, 150, 300), ("2030-01-01T00:00:00Z", 0, 0, 150, 300),
  ]

  @Test(arguments: instants)
  func theBalanceAsOfAnInstant(at: String, active: Int64, held: Int64, spent: Int64, expired: Int64) throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 4000, at: "2026-01-05T12:00:00Z")
    try fixture.reserve("r", "free-drip", at: "2026-01-06T12:00:00Z")
    try fixture.step("commit", of: "r", at: "2026-01-06T12:10:00Z")
    try fixture.refund("x", of: "a", 400, at: "2026-01-07T12:00:00Z")
    try fixture.wait(until: "2029-01-01T00:00:00Z")
    try fixture.wait(until: at)
    let points = fixture.points
    #expect([points.active, points.held, points.spent, points.expired] == [active, held, spent, expired])
  }

  @Test func theClockMayGoBack() throws {
    let fixture = try AccountFixture()
    try fixture.order("a", 1000, at: "2026-01-05T12:00:00Z")
    let before = fixture.document()
    try fixture.wait(until: "2029-01-01T00:00:00Z")
    #expect(fixture.points.active == 0)
    try fixture.wait(until: "2026-01-05T12:00:00Z")
    #expect(fixture.document() == before)
    // What comes from the future counts when its time has come.
    #expect(try fixture.apply("{ id: f, type: adjust, change: 5, time: \"2026-02-01T00:00:00Z\" }").word == "later")
    #expect(fixture.points.active == 200)
    try fixture.wait(until: "2026-02-01T00:00:00Z")
    #expect(fixture.points.active == 205)
    #expect(fixture.account.outcome(of: "f") == .applied)
  }
}
