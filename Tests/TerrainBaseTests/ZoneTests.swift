import Foundation
import Testing

@testable import TerrainBase

@Suite struct ZoneTests {
  static func local(_ text: Text) throws -> LocalDateTime {
    let instant = try Timestamp(rfc3339: Text(text.string + "Z"))
    return Zone.utc.local(at: instant)
  }

  @Test(
    arguments: [
      ("UTC", 0), ("+08:00", 28_800), ("-0330", -12_600), ("02:00", 7200), ("-00:00", 0), ("+23:59", 86_340),
    ] as [(Text, Int)]) func fixedZonesNeedNoDatabase(name: Text, offset: Int) throws
  {
    let zone = try Zone(named: name, database: ZoneDatabase(folders: []))
    #expect(zone.offset(at: .epoch) == offset)
    #expect(zone.name == name)
    let noon = try Self.local("2026-02-04T12:00:00")
    #expect(try zone.local(at: zone.instant(of: noon)) == noon)
  }

  @Test(
    arguments: [
      "", "/etc/passwd", "../passwd", "Europe/../../passwd", "Europe//Paris", "Europe/", "./UTC", "Europe/Paris\0",
      "Europe\\Paris",
      ".hidden", "localtime", "Europe/.x", "Ünit", "+24:00", "+08:60", "0200", "+8", "-Etc", "a b",
    ] as [Text]) func namesThatLeaveTheFolderAreRefused(name: Text)
  {
    #expect(throws: ZoneError.malformedName) { try Zone(named: name) }
  }

  @Test func otherFilesAreNoZones() {
    #expect(throws: ZoneError.unknown) { try Zone(named: "Middle/Nowhere") }
    #expect(throws: ZoneError.unknown) { try Zone(named: "Europe") }
    #expect(throws: ZoneError.unknown) { try Zone(named: "Europe/Paris", database: ZoneDatabase(folders: [])) }
    #expect(throws: ZoneError.unreadable(reason: "it is not a TZif file")) { try Zone(named: "zone.tab") }
  }

  @Test func leapSecondsAreRefused() {
    // A version 1 file with one type, one character of abbreviation and one leap second; few systems install `right/`.
    var bytes = Array("TZif".utf8) + [UInt8](repeating: 0, count: 16)
    for count in [0, 0, 1, 0, 1, 1] as [UInt8] { bytes += [0, 0, 0, count] }
    bytes += [0, 0, 0, 0, 0, 0, 0]
    bytes += [0, 0, 0, 1, 0, 0, 0, 1]
    #expect(throws: ZoneError.unreadable(reason: "it counts leap seconds")) { try ZoneTable(bytes) }
  }

  @Test(
    arguments: [
      ("Asia/Singapore", "2026-02-04T00:00:00Z", 28_800), ("Asia/Kathmandu", "2026-02-04T00:00:00Z", 20_700),
      ("America/St_Johns", "2026-07-01T00:00:00Z", -9000), ("Australia/Lord_Howe", "2026-01-01T00:00:00Z", 39_600),
      ("Australia/Lord_Howe", "2026-07-01T00:00:00Z", 37_800), ("Europe/Dublin", "2026-07-01T00:00:00Z", 3600),
      ("Europe/Dublin", "2026-01-01T00:00:00Z", 0), ("America/New_York", "2400-07-01T00:00:00Z", -14_400),
      ("America/New_York", "9999-12-31T23:00:00Z", -18_000), ("Pacific/Auckland", "2500-01-01T00:00:00Z", 46_800),
      ("Africa/Casablanca", "2200-07-01T00:00:00Z", 3600), ("Asia/Tehran", "2200-07-01T00:00:00Z", 12_600),
      ("Europe/Amsterdam", "0001-01-01T00:00:00Z", 1172),
    ] as [(Text, Text, Int)]) func knowsOffsets(name: Text, at: Text, offset: Int) throws
  {
    let zone = try Zone(named: name)
    // Amsterdam's mean time is in tables with full history only; others begin with Brussels'.
    let actual = zone.offset(at: try Timestamp(rfc3339: at))
    #expect(actual == offset || (name == "Europe/Amsterdam" && actual == 1050))
  }

  @Test func aChangeIsExactToTheSecond() throws {
    let zone = try Zone(named: "Europe/Berlin")
    for year in [2026, 2100, 3000] {
      let march = 31 - (try #require(CalendarDate(year: year, month: 3, day: 31)).weekday % 7)
      let change = try Timestamp(rfc3339: "\(year)-03-\(march)T01:00:00Z")
      #expect(zone.offset(at: change) == 7200)
      #expect(zone.offset(at: try change.subtracting(length(0, 1))) == 3600)
    }
  }

  @Test(
    arguments: [
      // Skipped, shown twice, and either side.
      ("America/New_York", "2026-03-08T01:59:59", "2026-03-08T06:59:59Z"),
      ("America/New_York", "2026-03-08T02:30:00", "2026-03-08T07:30:00Z"),
      ("America/New_York", "2026-03-08T03:00:00", "2026-03-08T07:00:00Z"),
      ("America/New_York", "2026-11-01T00:59:59", "2026-11-01T04:59:59Z"),
      ("America/New_York", "2026-11-01T01:30:00", "2026-11-01T05:30:00Z"),
      ("America/New_York", "2026-11-01T02:00:00", "2026-11-01T07:00:00Z"),
      ("Australia/Lord_Howe", "2026-10-04T02:15:00", "2026-10-03T15:45:00Z"),
      ("Pacific/Apia", "2011-12-30T12:00:00", "2011-12-30T22:00:00Z"),
      ("America/New_York", "2100-07-01T12:00:00.25", "2100-07-01T16:00:00.250Z"),
    ] as [(Text, Text, String)]) func localTimesAreInstants(name: Text, local: Text, instant: String) throws
  {
    #expect(try Zone(named: name).instant(of: Self.local(local)).description == instant)
  }

  @Test func daysBeginWhereMidnightIsSkipped() throws {
    let zone = try Zone(named: "America/Sao_Paulo")
    let day = try CalendarDate(parsing: "2018-11-04")
    let start = try zone.start(of: day)
    #expect(start.description == "2018-11-04T03:00:00Z")
    #expect(zone.local(at: start).time.hour == 1)
    #expect(zone.date(at: try start.subtracting(length(1))).days == day.days - 1)
  }

  @Test func theEdgesOfTimeHaveLocalTimes() throws {
    let east = try Zone(named: "+14:00")
    let west = try Zone(named: "-12:00")
    #expect(east.local(at: .latest).description == "+10000-01-01T13:59:59.999999999")
    #expect(west.local(at: .earliest).description == "0000-12-31T12:00:00")
    #expect(try west.instant(of: west.local(at: .earliest)) == .earliest)
    #expect(throws: ArithmeticError.overflow) { try west.instant(of: east.local(at: .latest)) }
    #expect(throws: ArithmeticError.overflow) {
      try Zone(named: "Europe/Paris").instant(of: LocalDateTime(date: CalendarDate(days: .max), time: .midnight))
    }
  }

  @Test func saysWhichReleaseItReads() throws {
    #expect(ZoneDatabase(folders: []).version == nil)
    // "2025b"; nil where the system does not say.
    if let version = ZoneDatabase.system.version {
      #expect(version.string.prefix(4).allSatisfy(\.isNumber) && version.utf8.count == 5)
    }
  }

  /// Every zone that both know, against Foundation's own tables, which may be of another release: past instants only.
  @Test func agreesWithFoundation() throws {
    var random = SeededGenerator(seed: 3)
    var compared = 0
    var disagreeing: Set<String> = []
    for name in TimeZone.knownTimeZoneIdentifiers.sorted() {
      guard let theirs = TimeZone(identifier: name), let ours = try? Zone(named: Text(name)) else { continue }
      for _ in 0..<60 {
        // 1970 through 2024.
        let seconds = Int64.random(in: 0...1_735_000_000, using: &random)
        compared += 1
        if theirs.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))) != ours.offset(at: instant(seconds))
        {
          disagreeing.insert(name)
        }
      }
    }
    #expect(compared > 10_000)
    #expect(disagreeing.isEmpty, "\(disagreeing.sorted())")
  }

  /// Rules past the end of the tables, in zones whose rules have not changed lately.
  @Test(arguments: [
    "America/New_York", "Europe/London", "Europe/Dublin", "Australia/Sydney", "America/Santiago", "Asia/Tokyo",
  ])
  func laterYearsAgreeWithFoundation(name: String) throws {
    let theirs = try #require(TimeZone(identifier: name))
    let ours = try Zone(named: Text(name))
    var random = SeededGenerator(seed: 4)
    for _ in 0..<500 {
      let seconds = Int64.random(in: 1_735_000_000...6_000_000_000, using: &random)
      #expect(
        theirs.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))) == ours.offset(at: instant(seconds)))
    }
  }

  @Test func instantsComeBackFromLocalTimes() throws {
    var random = SeededGenerator(seed: 5)
    for name in ["America/New_York", "Australia/Lord_Howe", "Europe/Dublin", "Asia/Kathmandu", "Africa/Casablanca"] {
      let zone = try Zone(named: Text(name))
      for _ in 0..<500 {
        let start = instant(.random(in: 0...6_000_000_000, using: &random))
        let back = try zone.instant(of: zone.local(at: start))
        // The same instant, or in an hour that comes twice the first of the two.
        #expect(back <= start && zone.local(at: back) == zone.local(at: start))
      }
    }
  }
}
