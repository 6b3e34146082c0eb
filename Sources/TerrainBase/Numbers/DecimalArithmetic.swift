extension ExactDecimal {
  /// The exact sum.
  ///
  /// - Throws: `overflow` when it needs more than 38 digits.
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
  /// - Throws: `overflow` when it needs more than 38 digits.
  package func subtracting(_ other: ExactDecimal) throws(ArithmeticError) -> ExactDecimal { try adding(-other) }

  /// The exact product.
  ///
  /// - Throws: `overflow` when it needs more than 38 digits.
  package func multiplied(by other: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
    var (a, b) = (coefficient.magnitude, other.coefficient.magnitude)
    var shift = 0
    if a.multipliedReportingOverflow(by: b).overflow {
      // Trailing zeros of the product are a two from one side and a five from the other: taken out before multiplying.
      // (Normalized, neither side has both, so this is all of them.)
      while a & 1 == 0, b % 5 == 0 { (a, b, shift) = (a / 2, b / 5, shift + 1) }
      while b & 1 == 0, a % 5 == 0 { (a, b, shift) = (a / 5, b / 2, shift + 1) }
    }
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    guard !overflow else { throw .overflow }
    return try ExactDecimal(
      negative: (coefficient < 0) != (other.coefficient < 0), magnitude: product,
      exponent: Int(exponent) + Int(other.exponent) + shift)
  }

  /// The quotient, rounded once, correctly, to `places` digits after the decimal point.
  ///
  /// - Throws: `divisionByZero`; `overflow` when a quotient with a remainder has more than 38 digits at
  ///   `places`, or one that does has more than 38 altogether.
  package func divided(
    by divisor: ExactDecimal, places: Int, rounding rule: RoundingRule
  ) throws(ArithmeticError) -> ExactDecimal {
    guard divisor.coefficient != 0 else { throw .divisionByZero }
    guard coefficient != 0 else { return .zero }
    // Places beyond the limit of exponents cannot be held, and are not needed to know that.
    let limit = Int(ExactDecimal.exponentLimit)
    guard -limit...limit ~= places else { throw .overflow }
    let negative = (coefficient < 0) != (divisor.coefficient < 0)
    var denominator = divisor.coefficient.magnitude
    var scale = Int(exponent) - Int(divisor.exponent) + places
    if scale < 0 {
      // More than 128 bits: more than twice the numerator, so that the quotient is 0 and less than half.
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
    // Where it came out even early, the rest of the places are zeros: `scale` of them.
    let half = remainder == 0 ? nil : Ordering(remainder, denominator - remainder)
    if rule.roundsMagnitudeUp(negative: negative, half: half, odd: quotient & 1 == 1) { quotient += 1 }
    return try ExactDecimal(negative: negative, magnitude: quotient, exponent: scale - places)
  }

  /// What is left of this number after taking out `divisor` a whole number of times; has this number's sign, as `%`.
  ///
  /// - Throws: `divisionByZero`; `overflow` when it needs more than 38 digits.
  package func remainder(dividingBy divisor: ExactDecimal) throws(ArithmeticError) -> ExactDecimal {
    guard divisor.coefficient != 0 else { throw .divisionByZero }
    let common = min(exponent, divisor.exponent)
    // Scaled beyond 128 bits the divisor is larger than this number's 38 digits: taken out no times.
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

  /// The coefficient that goes with the smaller exponent `common`.
  private func scaledMagnitude(to common: Int32) throws(ArithmeticError) -> UInt128 {
    // Above 128 bits, adding 38 digits of the other sign cannot bring it back to 38 digits: the sum overflows for sure.
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
