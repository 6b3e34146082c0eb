import Testing

@testable import TerrainBase

func instant(_ seconds: Int64, _ nanoseconds: Int64 = 0) -> Timestamp {
  do { return try Timestamp(seconds: seconds, nanoseconds: nanoseconds) } catch {
    Issue.record("\(seconds), \(nanoseconds): \(error)")
    return .epoch
  }
}

func length(_ seconds: Int64, _ nanoseconds: Int64 = 0) -> ExactDuration {
  do { return try ExactDuration(seconds: seconds, nanoseconds: nanoseconds) } catch {
    Issue.record("\(seconds), \(nanoseconds): \(error)")
    return .zero
  }
}

@Suite struct TimestampTests {
  static let read: [(Text, Timestamp, String)] = [
    ("1970-01-01T00:00:00Z", .epoch, "1970-01-01T00:00:00Z"),
    ("2009-02-13T23:31:30Z", instant(1_234_567_890), "2009-02-13T23:31:30Z"),
    ("2009-02-13t23:31:30.5z", instant(1_234_567_890, 500_000_000), "2009-02-13T23:31:30.500Z"),
    ("2009-02-14T07:31:30.000001+08:00", instant(1_234_567_890, 1000), "2009-02-13T23:31:30.000001Z"),
    ("2009-02-13T20:01:30.123456789-03:30", instant(1_234_567_890, 123_456_789), "2009-02-13T23:31:30.123456789Z"),
    ("1969-12-31T23:59:59.999Z", instant(-1, 999_000_000), "1969-12-31T23:59:59.999Z"),
    ("2026-02-04T12:00:00-00:00", instant(1_770_206_400), "2026-02-04T12:00:00Z"),
    ("2024-02-29T00:00:00Z", instant(1_709_164_800), "2024-02-29T00:00:00Z"),
    ("0001-01-01T00:00:00Z", .earliest, "0001-01-01T00:00:00Z"),
    ("9999-12-31T23:59:59.999999999Z", .latest, "9999-12-31T23:59:59.999999999Z"),
    ("0000-12-31T23:00:00-01:00", .earliest, "0001-01-01T00:00:00Z"),
  ]

  @Test(arguments: read) func readsAndPrintsRFC3339(text: Text, expected: Timestamp, printed: String) throws {
    let timestamp = try Timestamp(rfc3339: text)
    #expect(timestamp == expected)
    #expect(timestamp.description == printed)
    #expect(try Timestamp(rfc3339: Text(printed)) == timestamp)
  }

  static let refused: [(Text, TimeParseError)] = [
    ("", .malformed(offset: 0)), ("2026-02-04", .malformed(offset: 10)),
    ("2026-02-04 12:00:00Z", .malformed(offset: 10)),
    ("2026-2-04T12:00:00Z", .malformed(offset: 6)), ("2026-02-04T12:00:00", .malformed(offset: 19)),
    ("2026-02-04T12:00Z", .malformed(offset: 16)), ("2026-02-04T12:00:00.Z", .malformed(offset: 20)),
    ("2026-02-04T12:00:00,5Z", .malformed(offset: 19)), ("2026-02-04T12:00:00Z ", .malformed(offset: 20)),
    ("2026-02-04T12:00:00+0800", .malformed(offset: 22)), ("+2026-02-04T12:00:00Z", .malformed(offset: 0)),
    ("10000-01-01T00:00:00Z", .malformed(offset: 4)), ("2026-02-04T12:00:00+08:0٣", .malformed(offset: 24)),
    ("2026-13-04T12:00:00Z", .noSuchValue(offset: 5)), ("2026-00-04T12:00:00Z", .noSuchValue(offset: 5)),
    ("2026-02-29T12:00:00Z", .noSuchValue(offset: 8)), ("2026-02-00T12:00:00Z", .noSuchValue(offset: 8)),
    ("2026-02-04T24:00:00Z", .noSuchValue(offset: 11)), ("2026-02-04T12:60:00Z", .noSuchValue(offset: 14)),
    ("2026-02-04T12:00:61Z", .noSuchValue(offset: 17)), ("2026-02-04T12:00:00+24:00", .noSuchValue(offset: 20)),
    ("2026-02-04T12:00:00+08:60", .noSuchValue(offset: 23)), ("2016-12-31T23:59:60Z", .leapSecond),
    ("2026-02-04T12:00:00.1234567890Z", .tooPrecise), ("0000-12-31T23:59:59Z", .outOfRange),
    ("9999-12-31T23:59:59-00:01", .outOfRange),
  ]

  @Test(arguments: refused) func refusesWhatIsNotRFC3339(text: Text, error: TimeParseError) {
    #expect(throws: error) { try Timestamp(rfc3339: text) }
  }

  @Test(
    arguments: [
      ("2026-02-04 12:00:00.123456+00", "2026-02-04T12:00:00.123456Z"),
      ("2026-02-04 12:00:00+00:00", "2026-02-04T12:00:00Z"),
      ("2026-02-04 12:00:00+0530", "2026-02-04T06:30:00Z"), ("2026-02-04 12:00:00-03:30", "2026-02-04T15:30:00Z"),
      ("1880-01-01 00:00:00-00:01:15", "1880-01-01T00:01:15Z"),
      ("2026-02-04 12:00:00.5+08", "2026-02-04T04:00:00.500Z"),
    ] as [(Text, String)]) func readsPostgreSQL(text: Text, expected: String) throws
  {
    #expect(try Timestamp(postgreSQL: text).description == expected)
  }

  @Test(
    arguments: [
      ("2026-02-04T12:00:00+00", .malformed(offset: 10)), ("2026-02-04 12:00:00", .malformed(offset: 19)),
      ("2026-02-04 12:00:00Z", .malformed(offset: 19)), ("2026-02-04 12:00:00+05:3", .malformed(offset: 24)),
      ("infinity", .malformed(offset: 0)), ("0044-03-15 12:00:00+00 BC", .malformed(offset: 22)),
      ("2026-02-04 12:00:00+0075", .noSuchValue(offset: 22)),
    ] as [(Text, TimeParseError)]) func refusesWhatIsNotPostgreSQL(text: Text, error: TimeParseError)
  {
    #expect(throws: error) { try Timestamp(postgreSQL: text) }
  }

  @Test func arithmeticIsChecked() throws {
    #expect(try instant(0).adding(length(0, -1)) == instant(-1, 999_999_999))
    #expect(try instant(-1, 999_999_999).adding(length(0, 1)) == .epoch)
    #expect(try instant(5).subtracting(length(5, 5)) == instant(-1, 999_999_995))
    #expect(throws: ArithmeticError.overflow) { try Timestamp.latest.adding(length(0, 1)) }
    #expect(throws: ArithmeticError.overflow) { try Timestamp.earliest.subtracting(length(0, 1)) }
    #expect(throws: ArithmeticError.overflow) { try Timestamp(seconds: .max, nanoseconds: .max) }
    #expect(throws: ArithmeticError.overflow) { try Timestamp(seconds: .min, nanoseconds: .min) }
    #expect(Timestamp.latest.since(.earliest) == length(315_537_897_599, 999_999_999))
    #expect(Timestamp.earliest.since(.latest) == length(-315_537_897_599, -999_999_999))
    #expect(instant(1).since(instant(0, 1)) == length(0, 999_999_999))
    #expect(instant(0, 1).since(instant(1)) == length(0, -999_999_999))
  }

  @Test func differencesAddBack() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      let a = instant(
        .random(in: -62_135_596_800...253_402_300_799, using: &random), .random(in: 0...999_999_999, using: &random))
      let b = instant(
        .random(in: -62_135_596_800...253_402_300_799, using: &random), .random(in: 0...999_999_999, using: &random))
      #expect(try b.adding(a.since(b)) == a)
      #expect(a.since(b) == -b.since(a))
      #expect((a < b) == (a.since(b) < .zero))
      #expect(try Timestamp(rfc3339: Text(a.description)) == a)
    }
  }
}

@Suite struct ExactDurationTests {
  static let read: [(Text, ExactDuration, String)] = [
    ("1h30m", length(5400), "5400s"), ("1.5s", length(1, 500_000_000), "1.500s"), ("-2m", length(-120), "-120s"),
    ("100ms", length(0, 100_000_000), "0.100s"), ("3us", length(0, 3000), "0.000003s"),
    ("3µs", length(0, 3000), "0.000003s"),
    ("3ns", length(0, 3), "0.000000003s"), ("0", .zero, "0s"), ("-0", .zero, "0s"), ("0s", .zero, "0s"),
    ("+1s", length(1), "1s"), ("1m1h", length(3660), "3660s"), ("1.5h", length(5400), "5400s"),
    (".5s", length(0, 500_000_000), "0.500s"),
    ("5.s", length(5), "5s"), ("-1.000000001s", length(-1, -1), "-1.000000001s"),
    ("0.0000000000025h", length(0, 9), "0.000000009s"),
    ("1.50000000000000000000000000s", length(1, 500_000_000), "1.500s"),
    ("315576000000s", length(315_576_000_000), "315576000000s"),
    ("-87660000h", length(-315_576_000_000), "-315576000000s"),

  ]

  @Test(arguments: read) func readsAndPrints(
    text: Text, expected: ExactDuration, printed: String
  ) throws {
    let duration = try ExactDuration(parsing: text)
    #expect(duration == expected)
    #expect(duration.description == printed)
    #expect(try ExactDuration(parsing: Text(printed)) == duration)
  }

  static let refused: [(Text, TimeParseError)] = [
    ("", .malformed(offset: 0)), ("-", .malformed(offset: 1)), ("1", .malformed(offset: 1)),
    ("s", .malformed(offset: 0)),
    ("1d", .malformed(offset: 1)), ("1 s", .malformed(offset: 1)), ("1s ", .malformed(offset: 2)),
    (".s", .malformed(offset: 1)),
    ("1us2", .malformed(offset: 4)), ("1u", .malformed(offset: 2)), ("1n", .malformed(offset: 2)),
    ("00", .malformed(offset: 2)),
    ("--1s", .malformed(offset: 1)), ("1h-30m", .malformed(offset: 2)), ("0.5ns", .tooPrecise),
    ("1.0000000001s", .tooPrecise),
    ("0.0000000000000000001h", .tooPrecise), ("315576000000.000000001s", .outOfRange), ("315576000001s", .outOfRange),
    ("-87660001h", .outOfRange), ("99999999999999999999999999999999999999999h", .outOfRange),
    ("315576000000s1ns", .outOfRange), ("315576000000000000000.999999999999999999h", .tooPrecise),
  ]

  @Test(arguments: refused) func refuses(text: Text, error: TimeParseError) {
    #expect(throws: error) { try ExactDuration(parsing: text) }
  }

  @Test func partsHaveOneSign() {
    #expect(length(1, -1) == length(0, 999_999_999))
    #expect(length(-1, 1) == length(0, -999_999_999))
    #expect(length(0, -1_500_000_000).seconds == -1)
    #expect(length(0, -1_500_000_000).nanoseconds == -500_000_000)
    #expect(length(2, -2_000_000_001) == length(0, -1))
  }

  @Test func arithmeticIsChecked() throws {
    let longest = length(315_576_000_000)
    #expect(throws: ArithmeticError.overflow) { try longest.adding(length(0, 1)) }
    #expect(throws: ArithmeticError.overflow) { try (-longest).subtracting(length(0, 1)) }
    #expect(try longest.subtracting(length(0, 1)) == length(315_575_999_999, 999_999_999))
    #expect(throws: ArithmeticError.overflow) { try ExactDuration(seconds: .max, nanoseconds: .max) }
    #expect(throws: ArithmeticError.overflow) { try ExactDuration(seconds: .min) }
    #expect(length(-1, -5) < length(-1) && length(-1) < length(0, -5) && length(0, 5) < length(1))
  }
}
