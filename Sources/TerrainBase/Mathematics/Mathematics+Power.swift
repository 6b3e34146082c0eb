extension Mathematics {
  /// `base` to the power of `exponent`, with the special cases of IEEE 754: the double that is nearest to the exact result, unless that
  /// lies within 2^-90 of the middle between two.
  package static func power(_ base: Double, _ exponent: Double) -> Double {
    if exponent == 0 || base == 1 { return 1 }
    if base.isNaN || exponent.isNaN { return .nan }
    let size = base.magnitude
    if exponent.isInfinite {
      if size == 1 { return 1 }
      return (size > 1) == (exponent > 0) ? .infinity : 0
    }
    // Every double from 2^53 is an even whole number.
    let isWhole = exponent.rounded(.towardZero) == exponent
    let isOdd = isWhole && exponent.magnitude < 0x1p53 && Int64(exponent) & 1 == 1
    if base < 0, !base.isInfinite, !isWhole { return .nan }
    let isNegative = base.sign == .minus && isOdd
    let result: Double
    if size == 0 || size.isInfinite {
      result = (size == 0) == (exponent > 0) ? 0 : .infinity
    } else if size == 1 {
      result = 1
    } else if exponent.magnitude > 0x1p64 {
      // The logarithm of a double that is not 1 is at least 2^-54 in size.
      result = (size > 1) == (exponent > 0) ? .infinity : 0
    } else {
      result = exponential(logarithm(size) * DoubleDouble(exponent))
    }
    return isNegative ? -result : result
  }

  /// The natural logarithm of a finite number above 0: ln m + n ln 2, where m lies within √½ and √2, and
  /// ln m = 2 artanh((m - 1) / (m + 1)).
  private static func logarithm(_ value: Double) -> DoubleDouble {
    var n = 0.0
    var bits = value.bitPattern
    if value < .leastNormalMagnitude {
      bits = (value * 0x1p54).bitPattern
      n = -54
    }
    var m = Double(bitPattern: bits & 0xF_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000)
    n += Double(Int(bits >> 52) - 1023)
    if m > 1.414_213_562_373_095_1 {
      m /= 2
      n += 1
    }
    // m - 1 is exact.
    let ratio = DoubleDouble(m - 1) / DoubleDouble(sum: m, 1)
    let square = ratio * ratio
    var small = 0.0
    for divisor in stride(from: 47.0, through: 25, by: -2) { small = small * square.high + 1 / divisor }
    var sum = DoubleDouble(small)
    for coefficient in oddReciprocals { sum = sum * square + coefficient }
    return ln2 * DoubleDouble(n) + ratio * sum * DoubleDouble(2)
  }

  /// e to the power of `exponent`.
  private static func exponential(_ exponent: DoubleDouble) -> Double {
    guard exponent.high < 710 else { return .infinity }
    guard exponent.high > -746 else { return 0 }
    // 1 / ln 2
    let turns = (exponent.high * 1.442_695_040_888_963_4).rounded(.toNearestOrEven)
    let x = exponent + ln2 * DoubleDouble(-turns)
    var small = 0.0
    for coefficient in smallReciprocals { small = small * x.high + coefficient }
    var sum = DoubleDouble(small)
    for coefficient in reciprocals { sum = sum * x + coefficient }
    return scaled(sum, Int(turns))
  }

  /// `value` times 2 to the power of `exponent`, rounded once also where the result has fewer digits.
  private static func scaled(_ value: DoubleDouble, _ exponent: Int) -> Double {
    guard exponent < -1022 || exponent == -1022 && value.high < 1 else { return scaled(value.high, exponent) }
    // The sum with the number whose last place is, at this scale, that of the smallest double is rounded at that place.
    let digits = Double(bitPattern: UInt64(1 - exponent) << 52)
    let sum = DoubleDouble(sum: digits, value.high)
    return scaled((sum.high + (sum.low + value.low)) - digits, exponent)
  }

  private static let ln2 = DoubleDouble(0x1.62e4_2fef_a39e_fp-1, 0x1.abc9_e3b3_9803_fp-56)

  /// 1 / n for the odd numbers from 23 to 1.
  private static let oddReciprocals = stride(from: 23.0, through: 1, by: -2).map { DoubleDouble(1, over: $0) }

  /// 1 / n! for n from 22 to 14.
  private static let smallReciprocals = (14...22).reversed().map { 1 / factorial($0) }

  /// 1 / n! for n from 13 to 0.
  private static let reciprocals = (0...13).reversed().map { DoubleDouble(1, over: factorial($0)) }

  private static func factorial(_ n: Int) -> Double { n == 0 ? 1 : (1...n).reduce(1) { $0 * Double($1) } }
}
