import TerrainBase
import TerrainEngines
import Testing

/// Sums over many accounts.
@Suite struct AccountReportTests {
  private func accounts() throws -> [AccountFixture] {
    // 123 and the welcome in January, a reward in February.
    let anna = try AccountFixture()
    try anna.order("a", 1234, at: "2026-01-05T12:00:00Z", facts: AccountFixture.blend)
    try anna.reserve("r", "free-drip", at: "2026-02-05T12:00:00Z")
    try anna.step("commit", of: "r")
    // 4100 of one order, of which 400 come back: Halo.
    let ben = try AccountFixture()
    try ben.order("b", 40_000, at: "2026-02-10T12:00:00Z", facts: AccountFixture.blend)
    try ben.refund("back", of: "b", 4000)
    // What waits.
    let cleo = try AccountFixture()
    try cleo.order("c", 500, at: "2026-02-11T12:00:00Z", facts: "fulfilment: delivery")
    return [anna, ben, cleo]
  }

  private func rows(_ report: AccountReport) -> [String] {
    report.rows.map { row in
      [
        row.section.rawValue, row.unit?.string ?? "-", row.key.string, row.amount.map { "\($0)" } ?? "-",
        row.events.map { "\($0)" } ?? "-", "\(row.accounts)",
      ].joined(separator: " ")
    }
  }

  private func report(now: String? = nil, since: String? = nil, days: Int = 30) throws -> AccountReport {
    var report = AccountReport(
      .init(
        now: try now.map { try Timestamp(rfc3339: Text($0)) },
        since: try since.map { try Timestamp(rfc3339: Text($0)) },
        days: days))
    for fixture in try accounts() { try report.add(fixture.account, fixture.session) }
    return report
  }

  @Test func accountsAsTheyAre() throws {
    let report = try report()
    #expect(
      rows(report) == [
        "liability credit never 450 - 1", "liability points 2027-01 73 - 1", "liability points 2027-02 3690 - 1",
        "liability points pending 150 - 1", "levels - ember - - 2", "levels - halo - - 1",
        "campaigns credit halo-gift 500 1 1", "campaigns points first-cup 300 3 3",
        "flow credit earn 500 - 1", "flow credit refund -50 - 1", "flow points earn 4473 - 3",
        "flow points redeem -150 - 1", "flow points refund -410 - 1",
      ])
    #expect(report.accounts == 3)
    #expect(report.breakage(of: "points")?.description == "0")
  }

  @Test func whatExpiresAndWhatHasExpired() throws {
    // January's points are spendable through January of the next year.
    #expect(
      rows(try report(now: "2027-01-10T12:00:00Z")).filter { $0.hasPrefix("expiring") } == [
        "expiring points 30 days 73 - 1"
      ])
    #expect(rows(try report(now: "2027-01-10T12:00:00Z", days: 10)).filter { $0.hasPrefix("expiring") } == [])
    let later = try report(now: "2027-02-10T12:00:00Z", since: "2027-01-31T12:00:00Z")
    #expect(rows(later).filter { $0.hasPrefix("flow") } == ["flow points expire -73 - 1"])
  }

  @Test func breakageIsExpiredOfWhatIsGone() throws {
    let report = try report(now: "2027-02-10T12:00:00Z")
    // 73 of 73 and the 150 that were spent.
    #expect(report.breakage(of: "points")?.description == "0.3274")
    #expect(report.breakage(of: "stars") == nil)
  }

  @Test func levelsThatChanged() throws {
    let report = try report(since: "2026-02-10T00:00:00Z")
    #expect(
      rows(report).filter { $0.hasPrefix("changed_levels") } == [
        "changed_levels - new → ember - - 1", "changed_levels - new → halo - - 1",
      ])
    #expect(
      rows(report).filter { $0.hasPrefix("campaigns") } == [
        "campaigns credit halo-gift 500 1 1", "campaigns points first-cup 200 2 2",
      ])
    #expect(rows(try self.report(since: "2026-02-20T00:00:00Z")).filter { $0.hasPrefix("changed_levels") } == [])
  }

  /// What ended after the instant from which a report counts, and not what ended just then.
  @Test(arguments: [("2026-10-20T22:00:00Z", 0), ("2026-10-20T21:59:59Z", 1)])
  func benefitsThatEndedSince(_ since: String, _ count: Int) throws {
    let fixture = try AccountFixture()
    try fixture.order("o", 40_000, at: "2026-10-05T13:30:00Z", facts: AccountFixture.blend)
    try fixture.reserve("r", "cupping", at: "2026-10-08T13:00:00Z")
    let node = try TerrainFixture.document(
      "{ id: c, type: commit, of: r, time: \"2026-10-08T13:01:00Z\", grants: { stock/cupping: 1 } }", name: "event.yaml"
    ).root
    _ = try fixture.session.apply(
      fixture.engine.event(node), to: &fixture.account, now: Timestamp(rfc3339: "2026-10-08T13:01:00Z"))
    try fixture.apply("id: u, type: use, benefit: \"c#1\"", at: "2026-10-20T22:00:00Z")
    var report = AccountReport(.init(now: nil, since: try Timestamp(rfc3339: Text(since)), days: 30))
    try report.add(fixture.account, fixture.session)
    #expect(
      rows(report).filter { $0.hasPrefix("benefits") }
        == Array(repeating: "benefits - cupping used - 1 1", count: count))
  }

  @Test func aReportAsJSONAndCSV() throws {
    let report = try report()
    let json = String(decoding: try ResultType.accountReport.json(report), as: UTF8.self)
    #expect(
      json.hasPrefix(
        #"{"accounts":3,"rows":[{"section":"liability","unit":"credit","key":"never","amount":450,"accounts":1}"#))
    #expect(json.hasSuffix(#""breakage":{"points":0}}"#))
    let csv = report.csv.split(separator: "\r\n", omittingEmptySubsequences: true)
    #expect(csv.first == "section,unit,key,amount,events,accounts")
    #expect(csv.dropFirst(9).first == "campaigns,points,first-cup,300,3,3")
    #expect(csv.count == 15)
  }
}
