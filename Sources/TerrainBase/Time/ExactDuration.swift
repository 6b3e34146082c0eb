/// A length of time, exact to the nanosecond, of at most ±315,576,000,000 s (10,000 years), as protobuf's `Duration`.
public struct ExactDuration: Hashable, Sendable {
  /// Whole seconds, rounded towards zero.
  public let seconds: Int64
  /// What to add to `seconds`: less than a second, and not of the other sign.
  public let nanoseconds: Int32

  /// `seconds` and `nanoseconds` together (any number of either sign).
  ///
  /// - Throws: `overflow` beyond ±315,576,000,000 s.
  public init(seconds: Int64, nanoseconds: Int64 = 0) throws(ArithmeticError) {
    let (sum, overflow) = seconds.addingReportingOverflow(nanoseconds / 1_000_000_000)
    guard !overflow, sum.magnitude <= ExactDuration.secondLimit else { throw .overflow }
    self.init(unchecked: sum, nanoseconds % 1_000_000_000)
    guard self.seconds.magnitude < ExactDuration.secondLimit || self.nanoseconds == 0 else { throw .overflow }
  }

  /// Parts known to be in range, whose signs may differ; less than a second of nanoseconds.
  init(unchecked seconds: Int64, _ nanoseconds: Int64) {
    if seconds > 0, nanoseconds < 0 {
      self.seconds = seconds - 1
      self.nanoseconds = Int32(truncatingIfNeeded: nanoseconds + 1_000_000_000)
    } else if seconds < 0, nanoseconds > 0 {
      self.seconds = seconds + 1
      self.nanoseconds = Int32(truncatingIfNeeded: nanoseconds - 1_000_000_000)
    } else {
      self.seconds = seconds
      self.nanoseconds = Int32(truncatingIfNeeded: nanoseconds)
    }
  }

  /// The longest duration, in seconds, of either sign.
  static let secondLimit: UInt64 = 315_576_000_000

  /// No time at all.
  package static let zero = ExactDuration(unchecked: 0, 0)
}

extension ExactDuration {
  /// The sum.
  ///
  /// - Throws: `overflow` beyond ±315,576,000,000 s.
  package func adding(_ other: ExactDuration) throws(ArithmeticError) -> ExactDuration {
    try ExactDuration(seconds: seconds + other.seconds, nanoseconds: Int64(nanoseconds) + Int64(other.nanoseconds))
  }

  /// The difference.
  ///
  /// - Throws: `overflow` beyond ±315,576,000,000 s.
  package func subtracting(_ other: ExactDuration) throws(ArithmeticError) -> ExactDuration { try adding(-other) }

  /// The same length the other way. (The range is symmetrical: this cannot overflow.)
  package static prefix func - (duration: ExactDuration) -> ExactDuration {
    ExactDuration(unchecked: -duration.seconds, -Int64(duration.nanoseconds))
  }
}

extension ExactDuration: Comparable {
  /// Shorter, or further below zero.
  public static func < (lhs: ExactDuration, rhs: ExactDuration) -> Bool {
    (lhs.seconds, lhs.nanoseconds) < (rhs.seconds, rhs.nanoseconds)
  }
}

extension ExactDuration: CustomStringConvertible {
  /// CEL's and protobuf's form, seconds alone: `5400s`, `1.500s`, `-0.000000003s`; 3, 6 or 9 digits of fraction.
  public var description: String {
    let sign = seconds < 0 || nanoseconds < 0 ? "-" : ""
    return "\(sign)\(seconds.magnitude)\(fractionGroups(UInt(nanoseconds.magnitude)))s"
  }
}
