extension Mathematics {
  /// The complementary error function, 2/√π times the integral of exp(-t²) from `x` to infinity. The error is less than 1e-15 of the
  /// result.
  package static func complementaryError(_ x: Double) -> Double {
    if x.isNaN { return x }
    if x.magnitude <= 0.5 { return 1 - x * polynomial(x * x, seriesCoefficients) }
    if x < 0 { return 2 - complementaryError(-x) }
    // Less than half of the smallest number above 0.
    guard x < 27.5 else { return 0 }
    // x² in two parts, the greater of which is exact: the high half of the digits, squared.
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
