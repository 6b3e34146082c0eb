import TerrainBase
import Testing

/// Scoring divides whole numbers of units; arithmetic on decimals rounds them: both ways round alike.
@Suite struct RoundingTests {
  /// Every tie, its neighbors and whole numbers around zero; then the greatest sums of a quiz.
  private static func units(of whole: Int64) -> [Int64] {
    let parts: [Int64] = [0, 1, whole / 2 - 1, whole / 2, whole / 2 + 1, whole - 1]
    var units: [Int64] = []
    for number in Int64(-4)...4 {
      for part in parts { units.append(number * whole + part) }
    }
    let greatest: Int64 = 1_000_000_000 * whole
    units += [greatest + 1, -greatest - 1, greatest + whole / 2, -greatest - whole / 2]
    return units
  }

  @Test(arguments: RoundingRule.allCases) func quotientsAreRoundedDecimals(_ rule: RoundingRule) throws {
    for places in 0...6 {
      let whole = (0..<places).reduce(Int64(1)) { number, _ in number * 10 }
      for unit in Self.units(of: whole) {
        let exact = try ExactDecimal(coefficient: Int128(unit), exponent: Int32(-places))
        let rounded = Int64(exactly: exact.rounded(places: 0, rule: rule))
        let quotient = rule.quotient(unit, by: whole)
        #expect(rounded == quotient, "\(exact) by \(rule.rawValue)")
      }
    }
  }
}
