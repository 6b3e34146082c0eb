/// An exact decimal number: `coefficient` × 10^`exponent`.
///
/// Always normalized (the coefficient has no trailing zero, zero is 0 × 10^0), so that equal numbers have equal bits: `1.50` and `1.5` are
/// one value. The caller that prints a number chooses the decimal places (`description(places:)`). The coefficient has at most 38
/// significant digits; an operation whose exact result needs more throws.
public struct ExactDecimal: Hashable, Sendable {
  /// The significant digits, with the sign.
  public let coefficient: Int128
  /// The power of ten by which `coefficient` is multiplied.
  public let exponent: Int32

  /// The maximum number of significant digits.
  package static let digitLimit = 38
  /// The maximum absolute value of `exponent`.
  package static let exponentLimit: Int32 = 6144

  /// `coefficient` × 10^`exponent`, normalized.
  ///
  /// - Throws: `overflow` for more than `digitLimit` digits, or an exponent beyond `exponentLimit`.
  package init(coefficient: Int128, exponent: Int32) throws(ArithmeticError) {
    try self.init(negative: coefficient < 0, magnitude: coefficient.magnitude, exponent: Int(exponent))
  }

  /// A whole number.
  public init(_ int: Int64) {
    self.init(whole: int < 0, int.magnitude)
  }

  /// A whole number.
  public init(_ uint: UInt64) {
    self.init(whole: false, uint)
  }

  /// Zero.
  package static let zero = ExactDecimal(0 as Int64)

  /// -1, 0 or 1.
  package var signum: Int { coefficient == 0 ? 0 : (coefficient < 0 ? -1 : 1) }

  /// True if the number has no digits after the decimal point.
  public var isWhole: Bool { exponent >= 0 }

  /// The absolute value. (The range is symmetrical, so this cannot overflow.)
  package var magnitude: ExactDecimal { coefficient < 0 ? -self : self }

  /// The negated number. (The range is symmetrical, so this cannot overflow.)
  package static prefix func - (number: ExactDecimal) -> ExactDecimal {
    ExactDecimal(normalized: -number.coefficient, exponent: number.exponent)
  }
}

extension ExactDecimal {
  /// - Precondition: The parts are normalized and in range.
  private init(normalized coefficient: Int128, exponent: Int32) {
    self.coefficient = coefficient
    self.exponent = exponent
  }

  private init(whole negative: Bool, _ magnitude: UInt64) {
    let (rest, zeros) = magnitude.strippingTrailingZeros()
    self.init(normalized: negative ? -Int128(rest) : Int128(rest), exponent: Int32(zeros))
  }

  /// The number with this sign and the magnitude × 10^`exponent`, normalized and checked.
  init(negative: Bool, magnitude: UInt128, exponent: Int) throws(ArithmeticError) {
    guard magnitude != 0 else {
      self.init(normalized: 0, exponent: 0)
      return
    }
    let rest: UInt128
    let zeros: Int
    if let small = UInt64(exactly: magnitude) {
      let stripped = small.strippingTrailingZeros()
      (rest, zeros) = (UInt128(stripped.rest), stripped.zeros)
    } else {
      (rest, zeros) = magnitude.strippingTrailingZeros()
    }
    let (sum, overflow) = exponent.addingReportingOverflow(zeros)
    guard !overflow, rest < UInt128.tenToThe38, let exponent = Int32(exactly: sum),
      -ExactDecimal.exponentLimit...ExactDecimal.exponentLimit ~= exponent
    else { throw .overflow }
    let positive = Int128(truncatingIfNeeded: rest)
    self.init(normalized: negative ? -positive : positive, exponent: exponent)
  }

  /// The number of significant digits; 0 for zero.
  var digitCount: Int { coefficient.magnitude.decimalDigitCount }
}

extension ExactDecimal: Comparable {
  /// The exact order of both numbers.
  package func compare(to other: ExactDecimal) -> Ordering {
    if exponent == other.exponent { return Ordering(coefficient, other.coefficient) }
    let signs = Ordering(signum, other.signum)
    guard signs == .equal else { return signs }
    let order = compareMagnitudes(to: other)
    return coefficient < 0 ? order.reversed : order
  }

  /// - Precondition: Neither number is zero, because zero has its own exponent and sign.
  private func compareMagnitudes(to other: ExactDecimal) -> Ordering {
    let (digits, otherDigits) = (digitCount, other.digitCount)
    // The power of ten of the first digit decides if it differs. If it is the same, the exponents differ by at most the difference in
    // digits, and bringing both numbers to one exponent keeps within 38 digits.
    let leading = Ordering(digits + Int(exponent), otherDigits + Int(other.exponent))
    guard leading == .equal else { return leading }
    let (a, b) = (coefficient.magnitude, other.coefficient.magnitude)
    if digits < otherDigits { return Ordering(a &* UInt128.powerOfTen(otherDigits - digits), b) }
    return Ordering(a, b &* UInt128.powerOfTen(digits - otherDigits))
  }

  /// The order as numbers.
  public static func < (lhs: ExactDecimal, rhs: ExactDecimal) -> Bool { lhs.compare(to: rhs) == .less }
}

extension ExactDecimal: ExpressibleByIntegerLiteral {
  /// A whole number.
  public init(integerLiteral value: Int64) { self.init(value) }
}

extension ExactDecimal {
  /// The exact sum.
  ///
  /// - Throws: `overflow` if it needs more than 38 digits.
  package func adding(_ other: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
    if coefficient == 0 { return other }
    if other.coefficient == 0 { return self }
    let common = min(exponent, other.exponent)
    let a = try scaledMagnitude(to: common)
    let b = try other.scaledMagnitude(to: common)
    if (coefficient < 0) == (other.coefficient < 0) {
      let (sum, overflow) = a.addingReportingOverflow(b)
      guard !overflow else { throw .overflow }
      return try ExactDecimal(negative: coefficient < 0, magnitude: sum, exponent: Int(common))
    }
    return try ExactDecimal(
      negative: a >= b ? coefficient < 0 : other.coefficient < 0, magnitude: a >= b ? a - b : b - a,
      exponent: Int(common))
  }

  /// The exact difference.
  ///
  /// - Throws: `overflow` if it needs more than 38 digits.
  package func subtracting(_ other: ExactDecimal) throws(ArithmeticError) -> ExactDecimal { try adding(-other) }

  /// The exact product.
  ///
  /// - Throws: `overflow` if it needs more than 38 digits.
  package func multiplied(by other: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
    var (a, b) = (coefficient.magnitude, other.coefficient.magnitude)
    var shift = 0
    if a.multipliedReportingOverflow(by: b).overflow {
      // A trailing zero of the product comes from a factor two on one side and a factor five on the other. These are removed before
      // multiplying. (Neither side has both, because it is normalized, so this removes all trailing zeros.)
      while a & 1 == 0, b % 5 == 0 { (a, b, shift) = (a / 2, b / 5, shift + 1) }
      while b & 1 == 0, a % 5 == 0 { (a, b, shift) = (a / 5, b / 2, shift + 1) }
    }
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    guard !overflow else { throw .overflow }
    return try ExactDecimal(
      negative: (coefficient < 0) != (other.coefficient < 0), magnitude: product,
      exponent: Int(exponent) + Int(other.exponent) + shift)
  }

  /// The quotient, rounded correctly, and only once, to `places` digits after the decimal point.
  ///
  /// - Throws: `divisionByZero`; `overflow` if the rounded quotient has more than 38 digits or `places` exceeds the limit of exponents.
  package func divided(
    by divisor: ExactDecimal, places: Int, rounding rule: RoundingRule
  ) throws(ArithmeticError) -> ExactDecimal {
    guard divisor.coefficient != 0 else { throw .divisionByZero }
    guard coefficient != 0 else { return .zero }
    // More places than the limit of exponents cannot be represented, whatever the quotient is.
    let limit = Int(ExactDecimal.exponentLimit)
    guard -limit...limit ~= places else { throw .overflow }
    let negative = (coefficient < 0) != (divisor.coefficient < 0)
    var denominator = divisor.coefficient.magnitude
    var scale = Int(exponent) - Int(divisor.exponent) + places
    if scale < 0 {
      // With more than 128 bits, the denominator exceeds twice the numerator, so the quotient is 0 with less than half a unit.
      denominator = ExactDecimal.multiply(denominator, byTenTo: -scale) ?? .max
      scale = 0
    }
    var (quotient, remainder) = coefficient.magnitude.quotientAndRemainder(dividingBy: denominator)
    while scale > 0, remainder != 0 {
      let next = denominator.dividingFullWidth(remainder.multipliedFullWidth(by: 10))
      remainder = next.remainder
      guard quotient < UInt128.powerOfTen(37) else { throw .overflow }
      quotient = quotient * 10 + next.quotient
      scale -= 1
    }
    // If the division comes out even early, the remaining places are `scale` zeros.
    let half = remainder == 0 ? nil : Ordering(remainder, denominator - remainder)
    if rule.roundsMagnitudeUp(negative: negative, half: half, odd: quotient & 1 == 1) { quotient += 1 }
    return try ExactDecimal(negative: negative, magnitude: quotient, exponent: scale - places)
  }

  /// The remainder of the division by `divisor`, truncated toward zero; has this number's sign, as `%`.
  ///
  /// - Throws: `divisionByZero`; `overflow` if it needs more than 38 digits.
  package func remainder(dividingBy divisor: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
    guard divisor.coefficient != 0 else { throw .divisionByZero }
    let common = min(exponent, divisor.exponent)
    // A divisor that exceeds 128 bits after scaling is larger than this number, so the remainder is this number.
    guard
      let modulus = ExactDecimal.multiply(divisor.coefficient.magnitude, byTenTo: Int(divisor.exponent) - Int(common))
    else { return self }
    var rest = coefficient.magnitude % modulus
    var scale = Int(exponent) - Int(common)
    while scale > 0, rest != 0 {
      let step = min(scale, 19)
      rest = modulus.dividingFullWidth(rest.multipliedFullWidth(by: UInt128.powerOfTen(step))).remainder
      scale -= step
    }
    return try ExactDecimal(negative: coefficient < 0, magnitude: rest, exponent: Int(common))
  }

  /// The coefficient scaled to the smaller exponent `common`.
  private func scaledMagnitude(to common: Int32) throws(ArithmeticError) -> UInt128 {
    // A coefficient above 128 bits cannot come back to 38 digits by adding 38 digits of the other sign, so the sum overflows.
    guard let scaled = ExactDecimal.multiply(coefficient.magnitude, byTenTo: Int(exponent) - Int(common)) else {
      throw .overflow
    }
    return scaled
  }

  private static func multiply(_ number: UInt128, byTenTo power: Int) -> UInt128? {
    guard power <= 38 else { return nil }
    let (product, overflow) = number.multipliedReportingOverflow(by: UInt128.powerOfTen(power))
    return overflow ? nil : product
  }
}

/// The rule for rounding a number with too many places. Raw values are the names in rules.
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
    // A nonzero remainder needs a divisor of at least two, so the quotient is at most half of the range and adding one cannot overflow.
    return isUp ? (dividend < 0 ? quotient &- 1 : quotient &+ 1) : quotient
  }

  /// True if a truncated magnitude is rounded up by one.
  ///
  /// - Parameters:
  ///   - half: The order of the dropped part compared to half a unit, or nil if nothing was dropped.
  ///   - odd: True if the truncated magnitude is odd.
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
  /// The minimum (most negative) number of places for rounding: the coarsest unit is 10^6100.
  private static let coarsestPlaces = -6100

  /// This number with no more than `places` digits after the decimal point.
  ///
  /// Negative `places` round to tens, hundreds, and so on (-2 rounds to hundreds; values below -6100 count as -6100).
  package func rounded(places: Int, rule: RoundingRule) -> ExactDecimal {
    let places = min(max(places, ExactDecimal.coarsestPlaces), Int(ExactDecimal.exponentLimit))
    let dropped = -places - Int(exponent)
    guard dropped > 0, coefficient != 0 else { return self }
    let negative = coefficient < 0
    let magnitude = coefficient.magnitude
    // If more than 38 digits are dropped, none remain, and the dropped part is less than half a unit.
    let unit = dropped <= 38 ? UInt128.powerOfTen(dropped) : UInt128.max
    var (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: unit)
    let half = remainder == 0 ? nil : Ordering(remainder, unit - remainder)
    if rule.roundsMagnitudeUp(negative: negative, half: half, odd: quotient & 1 == 1) { quotient += 1 }
    // In range: the quotient has at most 38 digits, or is 10^38 exactly, and no exponent this coarse is near the limit.
    return (try? ExactDecimal(negative: negative, magnitude: quotient, exponent: -places)) ?? self
  }
}

extension UInt128 {
  /// 10^38, the first number with 39 digits.
  static let tenToThe38 = powerOfTen(38)

  /// 10^`exponent` for 0 through 38.
  static func powerOfTen(_ exponent: Int) -> UInt128 {
    UInt128(UInt64.powerOfTen(Swift.min(exponent, 19))) &* UInt128(UInt64.powerOfTen(Swift.max(0, exponent - 19)))
  }

  /// The number of decimal digits; 0 for zero.
  var decimalDigitCount: Int {
    if let small = UInt64(exactly: self) { return small.decimalDigitCount }
    var count = 19
    while count <= 38, self >= UInt128.powerOfTen(count) { count += 1 }
    return count
  }

  /// The number without its trailing zeros, and the number of these zeros.
  func strippingTrailingZeros() -> (rest: UInt128, zeros: Int) {
    guard self != 0 else { return (0, 0) }
    var (rest, zeros) = (self, 0)
    for step in [16, 8, 4, 2, 1] {
      while rest.trailingZeroBitCount >= step {
        let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: UInt128(UInt64.powerOfTen(step)))
        guard remainder == 0 else { break }
        (rest, zeros) = (quotient, zeros + step)
      }
    }
    return (rest, zeros)
  }
}

extension UInt64 {
  /// 10^`exponent` for 0 through 19.
  static func powerOfTen(_ exponent: Int) -> UInt64 {
    exponent < powersOfTen.count && exponent >= 0 ? powersOfTen[exponent] : 1
  }

  private static let powersOfTen: [UInt64] = {
    var powers: [UInt64] = [1]
    while powers.count < 20 { powers.append((powers.last ?? 1) &* 10) }
    return powers
  }()

  /// The number of decimal digits; 0 for zero.
  var decimalDigitCount: Int {
    var count = 0
    while count <= 19, self >= UInt64.powerOfTen(count) { count += 1 }
    return count
  }

  /// The number without its trailing zeros, and the number of these zeros.
  func strippingTrailingZeros() -> (rest: UInt64, zeros: Int) {
    guard self != 0 else { return (0, 0) }
    var (rest, zeros) = (self, 0)
    while rest & 1 == 0 {
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
      guard remainder == 0 else { break }
      (rest, zeros) = (quotient, zeros + 1)
    }
    return (rest, zeros)
  }
}

/// An unbounded whole number with just the operations for comparing a decimal with a double of more than 38 digits.
struct WideMagnitude {
  /// 32-bit digits, the lowest first; no zero at the end.
  private var limbs: [UInt32]

  /// `number`, widened.
  init(_ number: UInt128) {
    limbs = (0..<4).map { UInt32(truncatingIfNeeded: number >> UInt128($0 * 32)) }
    trim()
  }

  /// The order of `magnitude` × 10^`power` and `double`, which is finite, positive, and not far from it.
  static func compare(_ magnitude: UInt128, tenTo power: Int, _ double: Double) -> Ordering {
    var decimal = WideMagnitude(magnitude)
    var binary = WideMagnitude(UInt128(double.significandBitPattern | (double.isNormal ? 1 << 52 : 0)))
    let shift = Swift.max(Int(double.exponentBitPattern), 1) - 1075
    // Both sides are made whole by multiplying each with the divisor of the other.
    if power >= 0 { decimal.multiply(by: 10, times: power) } else { binary.multiply(by: 10, times: -power) }
    if shift >= 0 { binary.multiply(by: 2, times: shift) } else { decimal.multiply(by: 2, times: -shift) }
    return decimal.compare(to: binary)
  }

  private mutating func multiply(by factor: UInt32, times: Int) {
    for _ in 0..<times {
      var carry: UInt64 = 0
      for place in limbs.indices {
        let product = UInt64(limbs[place]) * UInt64(factor) + carry
        limbs[place] = UInt32(truncatingIfNeeded: product)
        carry = product >> 32
      }
      if carry != 0 { limbs.append(UInt32(truncatingIfNeeded: carry)) }
    }
  }

  private func compare(to other: WideMagnitude) -> Ordering {
    if limbs.count != other.limbs.count { return Ordering(limbs.count, other.limbs.count) }
    for (a, b) in zip(limbs.reversed(), other.limbs.reversed()) where a != b { return Ordering(a, b) }
    return .equal
  }

  private mutating func trim() {
    while limbs.last == 0 { limbs.removeLast() }
  }
}
