/// An instant: seconds since 1970-01-01T00:00:00Z and nanoseconds, from 0001-01-01T00:00:00Z through
/// 9999-12-31T23:59:59.999999999Z. Leap seconds are not counted.
public struct Timestamp: Hashable, Sendable {
  /// Whole seconds since 1970, rounded down: negative before.
  public let seconds: Int64
  /// What to add to `seconds`: 0 through 999,999,999.
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
    // Both are far from the limits of 64 bits.
    try Timestamp(
      seconds: seconds + duration.seconds, nanoseconds: Int64(nanoseconds) + Int64(duration.nanoseconds))
  }

  /// The instant `duration` earlier.
  ///
  /// - Throws: `overflow` outside the years 1 to 9999.
  package func subtracting(_ duration: ExactDuration) throws(ArithmeticError) -> Timestamp { try adding(-duration) }

  /// How long it is from `earlier` to this instant; negative when it is before. All of them are durations.
  package func since(_ earlier: Timestamp) -> ExactDuration {
    ExactDuration(
      unchecked: seconds - earlier.seconds, Int64(nanoseconds) - Int64(earlier.nanoseconds))
  }
}

extension Timestamp: Comparable {
  /// Earlier.
  public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
    (lhs.seconds, lhs.nanoseconds) < (rhs.seconds, rhs.nanoseconds)
  }
}

extension Timestamp: CustomStringConvertible {
  /// RFC 3339 in UTC, as protobuf's JSON form: `2026-02-04T12:00:00Z`, with 3, 6 or 9 digits where there is a fraction.
  public var description: String {
    DigitWriter.text { writer in
      LocalDateTime(self, offset: 0).write(to: &writer)
      writer.sign(UInt8(ascii: "Z"))
    }
  }
}
