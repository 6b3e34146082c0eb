import TerrainValues
import Testing

/// Scoring divides whole numbers of units; arithmetic on decimals rounds them: both ways round alike.
@Suite struct RoundingTests {
  @Test(arguments: RoundingRule.allCases) func quotientsAreRoundedDecimals(_ rule: RoundingRule) throws {
    for places in 0...6 {
      let whole = (0..<places).reduce(Int64(1)) { number, _ in number * 10 }
      // Every tie, its neighbors and whole numbers around zero; then the greatest sums of a quiz.
      var units: [Int64] = []
      for number in -4...4 {
        for part in [0, 1, whole / 2 - 1, whole / 2, whole / 2 + 1, whole - 1] {
          units.append(Int64(number) * whole + part)
        }
      }
      units += [-1, 1].flatMap { [$0 * 1_000_000_000 * whole + $0, $0 * 1_000_000_000 * whole + $0 * (whole / 2)] }
      for unit in units {
        let exact = try ExactDecimal(coefficient: Int128(unit), exponent: Int32(-places))
        let rounded = try exact.rounded(places: 0, rule: rule)
        #expect(
          Int64(exactly: rounded) == rule.quotient(unit, by: whole), "\(exact) by \(rule.rawValue) is \(rounded)")
      }
    }
  }
}
