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
