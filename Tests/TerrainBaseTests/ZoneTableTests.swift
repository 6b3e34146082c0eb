import Testing

@testable import TerrainBase

/// Tables and rules made by hand: what no file of the database has.
@Suite struct ZoneTableTests {
  private func number(_ value: Int64, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private func table(
    version: Character, times: [Int64], types: [UInt8], offsets: [Int64], footer: String?, leaps: Int64 = 0
  ) -> [UInt8] {
    let size = version == "\0" ? 4 : 8
    var bytes = Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15)
    for count in [0, 0, leaps, Int64(times.count), Int64(offsets.count), 4] { bytes += number(count, 4) }
    if size == 8 { bytes += bytes }
    if size == 8 {
      // The first block is skipped: here it holds nothing.
      bytes = Array("TZif\(version)".utf8) + [UInt8](repeating: 0, count: 15 + 24) + bytes.suffix(44)
    }
    for time in times { bytes += number(time, size) }
    bytes += types
    for offset in offsets { bytes += number(offset, 4) + [0, 0] }
    bytes += Array("XXX\0".utf8)
    if let footer { bytes += Array("\n\(footer)\n".utf8) }
    return bytes
  }

  @Test func firstVersionHasNoRule() throws {
    let zone = try ZoneTable(
      table(version: "\0", times: [100, 200], types: [1, 0], offsets: [3600, 7200], footer: nil))
    #expect([99, 100, 199, 200, 1 << 40].map { zone.offset(at: $0) } == [3600, 7200, 7200, 3600, 3600])
  }

  @Test func rulesBeginWhereTheTableEnds() throws {
    let zone = try ZoneTable(table(version: "2", times: [100], types: [1], offsets: [3600, 7200], footer: "ABC-3"))
    #expect([99, 100, 1000].map { zone.offset(at: $0) } == [3600, 10_800, 10_800])
    let bare = try ZoneTable(table(version: "3", times: [100], types: [1], offsets: [3600, 7200], footer: ""))
    #expect([99, 100].map { bare.offset(at: $0) } == [3600, 7200])
  }

  @Test func damagedTablesAreRefusedByName() {
    let good = table(version: "2", times: [100, 200], types: [0, 1], offsets: [3600, 7200], footer: "ABC-3")
    for length in 0..<good.count {
      #expect(throws: ZoneError.self, "\(length)") { try ZoneTable(Array(good.prefix(length))) }
    }
    let cases: [([UInt8], String)] = [
      (
        table(version: "2", times: [200, 100], types: [0, 0], offsets: [0], footer: ""), "its times are not ascending"
      ),
      (
        table(version: "2", times: [100], types: [7], offsets: [0], footer: ""),
        "it names an offset that it does not have"
      ),
      (table(version: "2", times: [], types: [], offsets: [], footer: ""), "it has no offsets"),
      (table(version: "2", times: [], types: [], offsets: [86_400], footer: ""), "an offset of a day or more"),
      (
        table(version: "2", times: [], types: [], offsets: [0], footer: "nonsense!"),
        "its rule for later years cannot be read"
      ),
    ]
    for (bytes, reason) in cases { #expect(throws: ZoneError.unreadable(reason: reason)) { try ZoneTable(bytes) } }
    var random = SeededGenerator(seed: 6)
    for _ in 0..<3000 {
      var damaged = good
      damaged[Int.random(in: 0..<good.count, using: &random)] = .random(in: 0...255, using: &random)
      // It is refused or read; it never traps.
      if let zone = try? ZoneTable(damaged) { _ = zone.offset(at: .random(in: -1 << 40...1 << 40, using: &random)) }
    }
  }

  /// January 1, March 1 and July 1 of a leap year and a common year, at 00:00 UTC.
  static let rules: [(String, [Int])] = [
    ("UTC0", [0, 0, 0, 0, 0, 0]), ("<+0330>-3:30", [12_600, 12_600, 12_600, 12_600, 12_600, 12_600]),
    ("EST5EDT,M3.2.0,M11.1.0", [-18_000, -18_000, -14_400, -18_000, -18_000, -14_400]),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", [39_600, 39_600, 36_000, 39_600, 39_600, 36_000]),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", [0, 0, 3600, 0, 0, 3600]),
    // Julian day 60 is March 1 always; zero-based day 59 is February 29 in leap years.
    ("AAA0BBB,J60/0,J100", [0, 3600, 0, 0, 3600, 0]), ("AAA0BBB,60/0,100", [0, 3600, 0, 0, 0, 0]),
    // Summer time all year (RFC 9636, 3.3.1).
    ("EST5EDT4,0/0,J365/25", [-14_400, -14_400, -14_400, -14_400, -14_400, -14_400]),
    ("<-03>3<-02>,M3.5.0/-2,M10.5.0/-1", [-10_800, -10_800, -7200, -10_800, -10_800, -7200]),
  ]

  @Test(arguments: rules) func rulesHoldInEveryYear(rule: String, offsets: [Int]) throws {
    let parsed = try #require(PosixZoneRule(Array(rule.utf8)))
    let days: [(Int, Int)] = [(2024, 1), (2024, 3), (2024, 7), (2023, 1), (2023, 3), (2023, 7)]
    let actual = days.map { parsed.offset(at: CalendarDate.daysSince1970(year: $0.0, month: $0.1, day: 1) * 86_400) }
    #expect(actual == offsets)
  }

  @Test(arguments: [
    "", "AB5", "ABC", "ABC5DEF", "ABC5DEF,M3.2.0", "ABC5DEF,M13.2.0,M11.1.0", "ABC5DEF,M3.6.0,M11.1.0", "ABC168",
    "<ABC5",
    "ABC5DEF,J0,J1", "ABC5DEF,366,1", "ABC5DEF,M3.2.0,M11.1.0 ", "ABC5:60", "ABC99999999999999999999",
  ]) func rulesThatAreNoneAreRefused(rule: String) {
    #expect(PosixZoneRule(Array(rule.utf8)) == nil)
  }
}
