/// Mathematical functions whose results have the same bits on every system: they use only operations of IEEE 754, in a fixed order.
///
/// C libraries differ in the last digit of these functions, some even between processors.
package enum Mathematics {
  /// `value` times 2 to the power of `exponent`, rounded once.
  static func scaled(_ value: Double, _ exponent: Int) -> Double {
    let half = exponent / 2
    return value * powerOfTwo(half) * powerOfTwo(exponent - half)
  }

  /// 2 to the power of `exponent`, which lies within -1022 and 1023.
  private static func powerOfTwo(_ exponent: Int) -> Double { Double(bitPattern: UInt64(exponent + 1023) << 52) }

  /// The polynomial of `x` with the coefficients `coefficients`, which begin with that of the highest power.
  static func polynomial(_ x: Double, _ coefficients: [Double]) -> Double {
    var sum = 0.0
    for coefficient in coefficients { sum = sum * x + coefficient }
    return sum
  }
}

extension Mathematics {
  /// The complementary error function, 2/√π times the integral of exp(-t²) from `x` to infinity. The error is less than 1e-15 of the
  /// result.
  package static func complementaryError(_ x: Double) -> Double {
    if x.isNaN { return x }
    if x.magnitude <= 0.5 { return 1 - x * polynomial(x * x, seriesCoefficients) }
    if x < 0 { return 2 - complementaryError(-x) }
    // The result is less than half of the smallest number above 0.
    guard x < 27.5 else { return 0 }
    // x² in two parts, of which the greater is exact: the high half of the digits, squared.
    let high = Double(bitPattern: x.bitPattern & ~0x7FF_FFFF)
    let low = x - high
    return exponential(-high * high, -low * (x + high), times: scaledTail(x) / (1 + 2 * x))
  }

  /// The first coefficients of the Taylor series of the error function divided by its variable, by the variable's square:
  /// 2/√π (-1)^n / (n! (2n + 1)) for n from 13 to 0.
  private static let seriesCoefficients: [Double] = {
    var coefficients: [Double] = []
    var factorial = 1.0
    for n in 0...13 {
      if n > 0 { factorial *= -Double(n) }
      // 2/√π
      coefficients.append(1.128_379_167_095_512_6 / (factorial * Double(2 * n + 1)))
    }
    return coefficients.reversed()
  }()

  /// (1 + 2x) exp(x²) erfc(x) for `x` from 1/2: a sum of Chebyshev polynomials of (x - 3.75) / (x + 3.75), whose range is mapped to
  /// ±1. The form is that of M. Shepherd and J. Laframboise, Mathematics of Computation 36 (1981); the coefficients are written by
  /// `Tests/Generators/mathematics-oracle.py`.
  private static func scaledTail(_ x: Double) -> Double {
    let start = -0.764_705_882_352_941_2
    let u = (2 * ((x - 3.75) / (x + 3.75)) - (1 + start)) / (1 - start)
    var (sum, before) = (0.0, 0.0)
    for coefficient in tailCoefficients { (sum, before) = (2 * u * sum - before + coefficient, sum) }
    return u * sum - before + 1.209553534186438
  }

  /// The coefficients of the Chebyshev polynomials of degree 24 to 1.
  private static let tailCoefficients: [Double] = [
    5.175881967295343e-19, 1.8089668415515608e-17, -2.1849878520778407e-17, -5.415558885519268e-16,
    1.1690084467834413e-15, 1.6260780477370676e-14, -6.43625459109831e-14, -4.440652602469761e-13,
    3.3790897880065413e-12, 7.129201208528781e-12, -1.575268436129396e-10, 3.47221966254329e-10,
    5.162357979173963e-09, -4.563538388649774e-08, 6.060729559673998e-08, 1.8855545928961662e-06,
    -2.2031234655936493e-05, 0.00014982479112138588, -0.0007508778230431329, 0.002942133407309639,
    -0.009002331393380927, 0.019905393893364882, -0.01989843161011852, -0.07449995301009735,
  ]

  /// exp(`exponent` + `rest`) times `factor`, for a `rest` that is small, and an exponent from -760 to 0.
  private static func exponential(_ exponent: Double, _ rest: Double, times factor: Double) -> Double {
    // 1 / ln 2
    let turns = (exponent * 1.442_695_040_888_963_4).rounded(.toNearestOrEven)
    // ln 2 in two parts. The first has 32 bits, so its products with a number of turns are exact.
    let x = ((exponent - turns * 0x1.62e4_2feep-1) - turns * 0x1.a39e_f357_93c7_6p-33) + rest
    return scaled((1 + (x + x * x * polynomial(x, exponentialCoefficients))) * factor, Int(turns))
  }

  /// 1 / n! for n from 13 to 2.
  private static let exponentialCoefficients: [Double] = [
    1 / 6_227_020_800, 1 / 479_001_600, 1 / 39_916_800, 1 / 3_628_800, 1 / 362_880, 1 / 40320, 1 / 5040, 1 / 720,
    1 / 120,
    1 / 24, 1 / 6, 1 / 2,
  ]
}

extension Mathematics {
  /// The sine of an angle in radians, within ±2^20; the error is less than 1e-15 of the result.
  package static func sine(_ radians: Double) -> Double {
    let (turns, rest) = quarterTurns(radians)
    let value = turns & 1 == 0 ? nearSine(rest) : nearCosine(rest)
    return turns & 2 == 0 ? value : -value
  }

  /// The cosine of an angle in radians, within ±2^20; the error is less than 1e-15 of the result.
  package static func cosine(_ radians: Double) -> Double {
    let (turns, rest) = quarterTurns(radians)
    let value = turns & 1 == 0 ? nearCosine(rest) : nearSine(rest)
    return (turns + 1) & 2 == 0 ? value : -value
  }

  /// The angle in radians, within ±π/2, whose sine is `value`; NaN if `value` is not within ±1. The error is less than 1e-15 of the result.
  package static func arcsine(_ value: Double) -> Double {
    let size = value.magnitude
    guard size > 0.5 else { return nearArcsine(value) }
    // asin x = π/2 - 2 asin √((1 - x) / 2), whose argument is small again.
    let angle = .pi / 2 - 2 * nearArcsine(((1 - size) / 2).squareRoot())
    return value < 0 ? -angle : angle
  }

  /// The nearest number of quarter turns to an angle, and the angle that remains, within ±π/4.
  private static func quarterTurns(_ radians: Double) -> (turns: Int, rest: Double) {
    guard radians.magnitude <= 1_048_576 else { return (0, .nan) }
    let turns = (radians * (2 / .pi)).rounded(.toNearestOrEven)
    if turns == 0 { return (0, radians) }
    // π/2 in three parts. The first two have 33 bits, so their products with a number of turns are exact.
    let rest = ((radians - turns * 0x1.921f_b544p+0) - turns * 0x1.0b46_11a6p-34) - turns * 0x1.3198_a2e0_3707_3p-69
    return (Int(turns), rest)
  }

  /// The Taylor series to the 17th power, for angles within ±π/4.
  private static func nearSine(_ x: Double) -> Double {
    // The sum would lose the sign of -0.
    if x == 0 { return x }
    let square = x * x
    return x + x * square * polynomial(square, sineCoefficients)
  }

  /// The Taylor series to the 18th power, for angles within ±π/4.
  private static func nearCosine(_ x: Double) -> Double {
    let square = x * x
    let half = square / 2
    let sum = 1 - half
    // The rounding error of the difference is added to the small terms.
    return sum + ((1 - sum - half) + square * square * polynomial(square, cosineCoefficients))
  }

  /// The Taylor series to the 55th power, for values within ±1/2.
  private static func nearArcsine(_ x: Double) -> Double {
    if x == 0 { return x }
    let square = x * x
    return x + x * square * polynomial(square, arcsineCoefficients)
  }

  /// (-1)^n / (2n + 1)! for n from 8 to 1.
  private static let sineCoefficients: [Double] = [
    1 / 355_687_428_096_000, -1 / 1_307_674_368_000, 1 / 6_227_020_800, -1 / 39_916_800, 1 / 362_880, -1 / 5040,
    1 / 120,
    -1 / 6,
  ]

  /// (-1)^n / (2n)! for n from 9 to 2.
  private static let cosineCoefficients: [Double] = [
    -1 / 6_402_373_705_728_000, 1 / 20_922_789_888_000, -1 / 87_178_291_200, 1 / 479_001_600, -1 / 3_628_800, 1 / 40320,
    -1 / 720, 1 / 24,
  ]

  /// (2n)! / (4^n n!² (2n + 1)) for n from 27 to 1.
  private static let arcsineCoefficients: [Double] = {
    var coefficients: [Double] = []
    var ratio = 1.0
    for n in 1...27 {
      ratio *= Double(2 * n - 1) / Double(2 * n)
      coefficients.append(ratio / Double(2 * n + 1))
    }
    return coefficients.reversed()
  }()
}

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

  /// The natural logarithm of a finite number above 0: ln m + n ln 2 with m between √½ and √2, and ln m = 2 artanh((m - 1) / (m + 1)).
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

  /// `value` times 2 to the power of `exponent`, rounded only once even if the result is subnormal.
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

/// A number of about 106 binary digits: the sum of two doubles, the second of which is at most half of the first one's last place.
///
/// Sums and products are those of T. J. Dekker, "A floating-point technique for extending the available precision" (1971), with errors
/// of about 2^-104 of the result. Nothing may overflow: sizes stay below 2^970.
struct DoubleDouble {
  let high: Double
  let low: Double

  init(_ high: Double, _ low: Double = 0) {
    self.high = high
    self.low = low
  }

  /// The exact sum of two doubles, of which the first is not smaller in size.
  private init(greater: Double, _ other: Double) {
    high = greater + other
    low = other - (high - greater)
  }

  /// The exact sum of two doubles.
  init(sum left: Double, _ right: Double) {
    high = left + right
    let part = high - left
    low = (left - (high - part)) + (right - part)
  }

  /// The exact product of two doubles.
  init(product left: Double, _ right: Double) {
    let (leftHigh, leftLow) = Self.halves(left)
    let (rightHigh, rightLow) = Self.halves(right)
    high = left * right
    low = ((leftHigh * rightHigh - high) + leftHigh * rightLow + leftLow * rightHigh) + leftLow * rightLow
  }

  /// The quotient of two doubles that are whole numbers.
  init(_ dividend: Double, over divisor: Double) {
    let quotient = dividend / divisor
    let product = DoubleDouble(product: quotient, divisor)
    self.init(greater: quotient, (dividend - product.high - product.low) / divisor)
  }

  static func + (left: DoubleDouble, right: DoubleDouble) -> DoubleDouble {
    let sum = DoubleDouble(sum: left.high, right.high)
    let rest = DoubleDouble(sum: left.low, right.low)
    let middle = DoubleDouble(greater: sum.high, sum.low + rest.high)
    return DoubleDouble(greater: middle.high, middle.low + rest.low)
  }

  static func * (left: DoubleDouble, right: DoubleDouble) -> DoubleDouble {
    let product = DoubleDouble(product: left.high, right.high)
    return DoubleDouble(greater: product.high, product.low + (left.high * right.low + left.low * right.high))
  }

  static func / (left: DoubleDouble, right: DoubleDouble) -> DoubleDouble {
    let first = left.high / right.high
    let rest = left + right * DoubleDouble(-first)
    let second = rest.high / right.high
    let last = (rest + right * DoubleDouble(-second)).high / right.high
    return DoubleDouble(greater: first, second) + DoubleDouble(last)
  }

  /// The upper 26 digits of a double, and the others.
  private static func halves(_ value: Double) -> (Double, Double) {
    let scaled = value * 134_217_729
    let high = scaled - (scaled - value)
    return (high, value - high)
  }
}
