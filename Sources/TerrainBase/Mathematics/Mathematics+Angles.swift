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

  /// The angle in radians, within ±π/2, whose sine is `value`; NaN where `value` is not within ±1. The error is less than
  /// 1e-15 of the result.
  package static func arcsine(_ value: Double) -> Double {
    let size = value.magnitude
    guard size > 0.5 else { return nearArcsine(value) }
    // asin x = π/2 - 2 asin √((1 - x) / 2), which is a small angle again.
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
    // What rounding the difference lost is added to the small terms.
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
