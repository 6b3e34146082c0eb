/// A length of time, exact to the nanosecond, of at most ±315,576,000,000 s (10,000 years), as protobuf's `Duration`.
public struct ExactDuration: Hashable, Sendable {
  /// Whole seconds, rounded towards zero.
  public let seconds: Int64
  /// The fraction that is added to `seconds`: less than a second, and never of the opposite sign.
  public let nanoseconds: Int32

  /// The sum of `seconds` and `nanoseconds` (any numbers of either sign).
  ///
  /// - Throws: `overflow` beyond ±315,576,000,000 s.
  public init(seconds: Int64, nanoseconds: Int64 = 0) throws(ArithmeticError) {
    let (sum, overflow) = seconds.addingReportingOverflow(nanoseconds / 1_000_000_000)
    guard !overflow, sum.magnitude <= ExactDuration.secondLimit else { throw .overflow }
    self.init(unchecked: sum, nanoseconds % 1_000_000_000)
    guard self.seconds.magnitude < ExactDuration.secondLimit || self.nanoseconds == 0 else { throw .overflow }
  }

  /// - Precondition: The parts are in range, and `nanoseconds` is less than a second. Their signs may differ.
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

  /// The longest duration in seconds, of either sign.
  static let secondLimit: UInt64 = 315_576_000_000

  /// A duration of no length.
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

  /// The negated duration. (The range is symmetrical, so this cannot overflow.)
  package static prefix func - (duration: ExactDuration) -> ExactDuration {
    ExactDuration(unchecked: -duration.seconds, -Int64(duration.nanoseconds))
  }
}

extension ExactDuration: Comparable {
  /// Orders by length with sign.
  public static func < (lhs: ExactDuration, rhs: ExactDuration) -> Bool {
    (lhs.seconds, lhs.nanoseconds) < (rhs.seconds, rhs.nanoseconds)
  }
}

extension ExactDuration: CustomStringConvertible {
  /// The form of CEL and protobuf, in seconds only: `5400s`, `1.500s`, `-0.000000003s`, with 3, 6, or 9 digits of fraction.
  public var description: String {
    let sign = seconds < 0 || nanoseconds < 0 ? "-" : ""
    return "\(sign)\(seconds.magnitude)\(fractionGroups(UInt(nanoseconds.magnitude)))s"
  }
}

extension ExactDuration {
  /// Reads CEL's form: a sign, then numbers with units, added up: `1h30m`, `1.5s`, `-2m`, `100ms`, `3us`, `3ns`, `0`.
  ///
  /// Units are `h`, `m`, `s`, `ms`, `us` (or `µs`), and `ns`, in any order, as in Go's `time.ParseDuration`. Fractions of a nanosecond are
  /// rejected, not truncated.
  package init(parsing text: Text) throws(TimeParseError) {
    var scan = ByteScan(text)
    let negative = scan.skip("-")
    if !negative { _ = scan.skip("+") }
    if scan.next == UInt8(ascii: "0"), text.utf8.count == scan.offset + 1 {
      self = .zero
      return
    }
    var total: Int128 = 0
    repeat {
      total += try scan.durationPart()
      // Each part is at most 10,000 years. The check after each part prevents an overflow by many parts.
      guard total <= ExactDuration.nanosecondLimit else { throw .outOfRange }
    } while !scan.isAtEnd
    let (seconds, nanoseconds) = total.quotientAndRemainder(dividingBy: 1_000_000_000)
    let length = ExactDuration(unchecked: Int64(truncatingIfNeeded: seconds), Int64(truncatingIfNeeded: nanoseconds))
    self = negative ? -length : length
  }

  /// `secondLimit` in nanoseconds.
  fileprivate static let nanosecondLimit = Int128(secondLimit) * 1_000_000_000
}

extension ByteScan {
  /// Reads a number and its unit; returns nanoseconds.
  fileprivate mutating func durationPart() throws(TimeParseError) -> Int128 {
    var whole: Int128 = 0
    var fraction: Int128 = 0
    var divisor: Int128 = 1
    var hasDigits = false
    while let digit = digit() {
      hasDigits = true
      whole = whole * 10 + Int128(digit)
      guard whole <= ExactDuration.nanosecondLimit else { throw .outOfRange }
    }
    if skip(".") {
      while let digit = digit() {
        hasDigits = true
        // A fraction with more than 13 places is not whole in nanoseconds in any unit, except for trailing zeros.
        guard divisor < 1_000_000_000_000_000_000 else {
          guard digit == 0 else { throw .tooPrecise }
          continue
        }
        fraction = fraction * 10 + Int128(digit)
        divisor *= 10
      }
    }
    guard hasDigits else { throw malformed }
    let unit = try durationUnit()
    let (part, rest) = (fraction * unit).quotientAndRemainder(dividingBy: divisor)
    guard rest == 0 else { throw .tooPrecise }
    let nanoseconds = whole * unit + part
    guard nanoseconds <= ExactDuration.nanosecondLimit else { throw .outOfRange }
    return nanoseconds
  }

  /// The number of nanoseconds of the unit at the reading position.
  private mutating func durationUnit() throws(TimeParseError) -> Int128 {
    if skip("h") { return 3_600_000_000_000 }
    if skip("m") { return skip("s") ? 1_000_000 : 60_000_000_000 }
    if skip("s") { return 1_000_000_000 }
    if skip("n") {
      try expect("s")
      return 1
    }
    // "u", U+00B5 micro sign, or U+03BC Greek mu.
    guard skip("u") || skipBytes([0xC2, 0xB5]) || skipBytes([0xCE, 0xBC]) else { throw malformed }
    try expect("s")
    return 1000
  }
}
