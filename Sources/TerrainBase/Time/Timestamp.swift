/// An instant: seconds since 1970-01-01T00:00:00Z and nanoseconds, from 0001-01-01T00:00:00Z through
/// 9999-12-31T23:59:59.999999999Z. Leap seconds are not counted.
public struct Timestamp: Hashable, Sendable {
  /// Whole seconds since 1970, rounded down; negative before 1970.
  public let seconds: Int64
  /// The fraction that is added to `seconds`: 0 through 999,999,999.
  public let nanoseconds: Int32

  /// The instant `nanoseconds` after `seconds` (any number of either sign).
  ///
  /// - Throws: `overflow` outside the years 1 to 9999.
  public init(seconds: Int64, nanoseconds: Int64 = 0) throws(ArithmeticError) {
    var (carry, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if rest < 0 { (carry, rest) = (carry - 1, rest + 1_000_000_000) }
    let (sum, overflow) = seconds.addingReportingOverflow(carry)
    guard !overflow, Timestamp.secondRange ~= sum else { throw .overflow }
    self.seconds = sum
    self.nanoseconds = Int32(truncatingIfNeeded: rest)
  }

  private init(unchecked seconds: Int64, _ nanoseconds: Int32) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  private static let secondRange: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// 1970-01-01T00:00:00Z.
  package static let epoch = Timestamp(unchecked: 0, 0)
  /// 0001-01-01T00:00:00Z.
  package static let earliest = Timestamp(unchecked: secondRange.lowerBound, 0)
  /// 9999-12-31T23:59:59.999999999Z.
  package static let latest = Timestamp(unchecked: secondRange.upperBound, 999_999_999)
}

extension Timestamp {
  /// The instant `duration` later.
  ///
  /// - Throws: `overflow` outside the years 1 to 9999.
  package func adding(_ duration: ExactDuration) throws(ArithmeticError) -> Timestamp {
    // Both numbers are far from the limits of 64 bits.
    try Timestamp(
      seconds: seconds + duration.seconds, nanoseconds: Int64(nanoseconds) + Int64(duration.nanoseconds))
  }

  /// The instant `duration` earlier.
  ///
  /// - Throws: `overflow` outside the years 1 to 9999.
  package func subtracting(_ duration: ExactDuration) throws(ArithmeticError) -> Timestamp { try adding(-duration) }

  /// The duration from `earlier` to this instant; negative if this instant comes first. Never overflows.
  package func since(_ earlier: Timestamp) -> ExactDuration {
    ExactDuration(
      unchecked: seconds - earlier.seconds, Int64(nanoseconds) - Int64(earlier.nanoseconds))
  }
}

extension Timestamp: Comparable {
  /// True if `lhs` is earlier.
  public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
    (lhs.seconds, lhs.nanoseconds) < (rhs.seconds, rhs.nanoseconds)
  }
}

extension Timestamp: CustomStringConvertible {
  /// RFC 3339 in UTC, as in protobuf's JSON form: `2026-02-04T12:00:00Z`, with 3, 6, or 9 digits if the instant has a fraction.
  public var description: String {
    DigitWriter.text { writer in
      LocalDateTime(self, offset: 0).write(to: &writer)
      writer.sign(UInt8(ascii: "Z"))
    }
  }
}

extension Timestamp {
  /// Reads RFC 3339's `date-time`: `2026-02-04T12:00:00Z`, `2026-02-04T12:00:00.5+08:00`.
  ///
  /// Accepts up to nine digits of fraction, an offset of at most 23:59, and `t` and `z` for `T` and `Z`. Rejects leap seconds.
  public init(rfc3339 text: Text) throws(TimeParseError) {
    if let instant = text.utf8.withContiguousStorageIfAvailable(Self.usual) ?? nil {
      self = instant
      return
    }
    var scan = ByteScan(text)
    let date = try scan.date()
    guard scan.skip("T") || scan.skip("t") else { throw scan.malformed }
    let time = try scan.timeOfDay()
    var offset = 0
    if !scan.skip("Z"), !scan.skip("z") {
      let sign = try scan.sign()
      let hours = try scan.digits(2, in: 0...23)
      try scan.expect(":")
      offset = sign * (hours * 3600 + (try scan.digits(2, in: 0...59)) * 60)
    }
    try scan.expectEnd()
    try self.init(LocalDateTime(date: date, time: time), parsedOffset: offset)
  }

  /// The instant in `text` of the usual form, `2026-02-04T12:00:00Z`, or nil for other forms and for mistakes.
  private static func usual(_ text: UnsafeBufferPointer<UInt8>) -> Timestamp? {
    guard text.count == 20, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), text[10] == UInt8(ascii: "T"),
      text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"), text[19] == UInt8(ascii: "Z")
    else { return nil }
    var isNumber = true
    func number(_ start: Int, _ count: Int) -> Int {
      var number = 0
      for place in start..<start + count {
        let digit = text[place] &- UInt8(ascii: "0")
        if digit > 9 { isNumber = false }
        number = number * 10 + Int(digit)
      }
      return number
    }
    let (year, month, day) = (number(0, 4), number(5, 2), number(8, 2))
    let (hour, minute, second) = (number(11, 2), number(14, 2), number(17, 2))
    guard isNumber, hour < 24, minute < 60, second < 60, let date = CalendarDate(year: year, month: month, day: day)
    else { return nil }
    return try? Timestamp(seconds: Int64(date.days) * 86_400 + Int64(hour * 3600 + minute * 60 + second))
  }

  /// Reads the output of PostgreSQL for a `timestamptz` in ISO style: `2026-02-04 12:00:00.123456+00`, with an offset of `+HH`, `+HH:MM`,
  /// `+HHMM`, or `+HH:MM:SS`, with or without a space before it.
  package init(postgreSQL text: Text) throws(TimeParseError) {
    var scan = ByteScan(text)
    let date = try scan.date()
    try scan.expect(" ")
    let time = try scan.timeOfDay()
    _ = scan.skip(" ")
    let sign = try scan.sign()
    var offset = try scan.digits(2, in: 0...23) * 3600
    if scan.skip(":") {
      offset += try scan.digits(2, in: 0...59) * 60
      if scan.skip(":") { offset += try scan.digits(2, in: 0...59) }
    } else if !scan.isAtEnd {
      offset += try scan.digits(2, in: 0...59) * 60
    }
    try scan.expectEnd()
    try self.init(LocalDateTime(date: date, time: time), parsedOffset: sign * offset)
  }

  private init(_ local: LocalDateTime, parsedOffset offset: Int) throws(TimeParseError) {
    do {
      try self.init(seconds: local.secondsAsUTC - Int64(offset), nanoseconds: Int64(local.time.nanosecond))
    } catch { throw .outOfRange }
  }
}

extension ByteScan {
  fileprivate mutating func sign() throws(TimeParseError) -> Int {
    if skip("-") { return -1 }
    try expect("+")
    return 1
  }

  /// Reads `HH:MM:SS` and a fraction of up to nine digits.
  fileprivate mutating func timeOfDay() throws(TimeParseError) -> TimeOfDay {
    let hour = try digits(2, in: 0...23)
    try expect(":")
    let minute = try digits(2, in: 0...59)
    try expect(":")
    let start = offset
    let second = try digits(2)
    guard second != 60 else { throw .leapSecond }
    let nanosecond = skip(".") ? try fraction() : 0
    guard let time = TimeOfDay(hour: hour, minute: minute, second: second, nanosecond: nanosecond) else {
      throw .noSuchValue(offset: start)
    }
    return time
  }

  /// Reads one to nine digits as nanoseconds.
  private mutating func fraction() throws(TimeParseError) -> Int {
    guard var nanoseconds = digit() else { throw malformed }
    var places = 1
    while let digit = digit() {
      guard places < 9 else { throw .tooPrecise }
      nanoseconds = nanoseconds * 10 + digit
      places += 1
    }
    for _ in places..<9 { nanoseconds *= 10 }
    return nanoseconds
  }
}

extension Timestamp {
  /// An instant as replicas exchange it: RFC 3339 or PostgreSQL's output, exact to the microsecond, the precision of databases. Further
  /// digits are cut, so that an instant is still equal after it was stored in a database.
  package init(exchanged text: Text) throws(TimeParseError) {
    let read: Timestamp
    do throws(TimeParseError) {
      read = try Timestamp(rfc3339: text)
    } catch let first {
      // A text that has neither form is diagnosed as the form with the `T`.
      do throws(TimeParseError) { read = try Timestamp(postgreSQL: text) } catch { throw first }
    }
    do throws(ArithmeticError) {
      self = try Timestamp(seconds: read.seconds, nanoseconds: Int64(read.nanoseconds / 1000 * 1000))
    } catch { throw .outOfRange }
  }

  /// RFC 3339 in UTC with exactly six digits of fraction: `2026-02-04T12:00:00.000000Z`. Equal instants have equal texts, and the order of
  /// texts is the order of instants.
  package var exchanged: String {
    let whole = LocalDateTime(self, offset: 0)
    let time = TimeOfDay(secondOfDay: whole.time.secondOfDay, nanosecond: 0)
    return "\(whole.date)T\(time).\(padded(UInt(nanoseconds.magnitude / 1000), 6))Z"
  }
}
