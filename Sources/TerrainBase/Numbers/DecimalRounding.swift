/// The neighbor that a number with too many places is rounded to. Raw values are the names in rules.
package enum RoundingRule: String, Sendable, CaseIterable {
  /// To the nearest; from the middle away from zero: 2.5 → 3, -2.5 → -3.
  case halfAwayFromZero = "half_away_from_zero"
  /// To the nearest; from the middle to the even digit: 2.5 → 2, 3.5 → 4.
  case halfEven = "half_even"
  /// To the nearest; from the middle towards positive infinity: 2.5 → 3, -2.5 → -2.
  case halfUp = "half_up"
  /// Towards zero: 2.9 → 2, -2.9 → -2.
  case down
  /// Away from zero: 2.1 → 3, -2.1 → -3.
  case up
  /// Towards negative infinity: -2.1 → -3.
  case floor
  /// Towards positive infinity: -2.9 → -2.
  case ceiling
}

extension RoundingRule {
  /// `dividend / divisor` as a whole number, for a divisor above zero.
  package func quotient(_ dividend: Int64, by divisor: Int64) -> Int64 {
    guard divisor > 0 else { return 0 }
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    if remainder == 0 { return quotient }
    let (cut, rest) = (remainder.magnitude, divisor.magnitude - remainder.magnitude)
    let half: Ordering = cut < rest ? .less : cut == rest ? .equal : .greater
    let isUp = roundsMagnitudeUp(negative: dividend < 0, half: half, odd: quotient & 1 == 1)
    // A remainder needs a divisor of two at least, so that there is room for one more.
    return isUp ? (dividend < 0 ? quotient &- 1 : quotient &+ 1) : quotient
  }

  /// Whether a truncated magnitude goes up by one.
  ///
  /// - Parameters:
  ///   - half: how what was cut off compares to half a unit; nil when nothing was.
  ///   - odd: whether the truncated magnitude is odd.
  func roundsMagnitudeUp(negative: Bool, half: Ordering?, odd: Bool) -> Bool {
    guard let half else { return false }
    return switch self {
    case .halfAwayFromZero: half != .less
    case .halfEven: half == .greater || (half == .equal && odd)
    case .halfUp: half == .greater || (half == .equal && !negative)
    case .down: false
    case .up: true
    case .floor: negative
    case .ceiling: !negative
    }
  }
}

extension ExactDecimal {
  /// The most places before the point that rounding can clear: 10^6100 is the coarsest unit.
  private static let coarsestPlaces = -6100

  /// This number with no more than `places` digits after the decimal point.
  ///
  /// Negative `places` round to tens, hundreds and so on (-2 gives hundreds; less than -6100 counts as -6100).
  package func rounded(places: Int, rule: RoundingRule) -> ExactDecimal {
    let places = min(max(places, ExactDecimal.coarsestPlaces), Int(ExactDecimal.exponentLimit))
    let dropped = -places - Int(exponent)
    guard dropped > 0, coefficient != 0 else { return self }
    let negative = coefficient < 0
    let magnitude = coefficient.magnitude
    // More than 38 digits dropped: all of them, and what remains is less than half a unit.
    let unit = dropped <= 38 ? UInt128.powerOfTen(dropped) : UInt128.max
    var (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: unit)
    let half = remainder == 0 ? nil : Ordering(remainder, unit - remainder)
    if rule.roundsMagnitudeUp(negative: negative, half: half, odd: quotient & 1 == 1) { quotient += 1 }
    // In range: the quotient has at most 38 digits, or is 10^38 exactly, and no exponent this coarse is near the limit.
    return (try? ExactDecimal(negative: negative, magnitude: quotient, exponent: -places)) ?? self
  }
}
