/// Functions of mathematics whose results have the same bits on every system: of IEEE 754 operations alone, in one order.
///
/// C libraries differ in the last digit of these functions, and some of them with the processor.
package enum Mathematics {
  /// `value` times 2 to the power of `exponent`, rounded once.
  static func scaled(_ value: Double, _ exponent: Int) -> Double {
    let half = exponent / 2
    return value * powerOfTwo(half) * powerOfTwo(exponent - half)
  }

  /// 2 to the power of `exponent`, which lies within -1022 and 1023.
  private static func powerOfTwo(_ exponent: Int) -> Double { Double(bitPattern: UInt64(exponent + 1023) << 52) }

  /// The polynomial of the variable `x` whose coefficients, beginning with that of the highest power, are `coefficients`.
  static func polynomial(_ x: Double, _ coefficients: [Double]) -> Double {
    var sum = 0.0
    for coefficient in coefficients { sum = sum * x + coefficient }
    return sum
  }
}
