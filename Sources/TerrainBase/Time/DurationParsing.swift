extension ExactDuration {
  /// Reads CEL's form: a sign, then numbers with units, added up: `1h30m`, `1.5s`, `-2m`, `100ms`, `3us`, `3ns`, `0`.
  ///
  /// Units are `h`, `m`, `s`, `ms`, `us` (or `µs`) and `ns`, in any order, as Go's `time.ParseDuration` has them. What is
  /// finer than a nanosecond is refused, not cut off.
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
      // A part is at most 10,000 years; checked part by part, so that no number of them overflows.
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
  /// A number and its unit, in nanoseconds.
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
        // No fraction of any unit has more than 13 places and is whole in nanoseconds; zeros beyond change nothing.
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

  /// How many nanoseconds the unit has that comes next.
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
