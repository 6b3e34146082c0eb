import Testing

@testable import TerrainBase

/// Arithmetic on decimals against whole-number arithmetic at a fixed scale, and against itself.
@Suite struct DecimalPropertyTests {
  private func sample(_ random: inout SeededGenerator) -> ExactDecimal {
    let digits = Int.random(in: 0...38, using: &random)
    var text = Bool.random(using: &random) ? "-0" : "0"
    for _ in 0..<digits { text += String(Int.random(in: 0...9, using: &random)) }
    return decimal("\(text)e\(Int.random(in: -45...10, using: &random))")
  }

  @Test func fixedScaleAgrees() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<3000 {
      // Millionths, of small and of large numbers.
      let bound = Int64(1) << Int64.random(in: 1...62, using: &random)
      let (i, j) = (Int64.random(in: -bound...bound, using: &random), Int64.random(in: -bound...bound, using: &random))
      let a = try ExactDecimal(coefficient: Int128(i), exponent: -6)
      let b = try ExactDecimal(coefficient: Int128(j), exponent: -6)
      #expect(try a.adding(b) == ExactDecimal(coefficient: Int128(i) + Int128(j), exponent: -6))
      #expect(try a.subtracting(b) == ExactDecimal(coefficient: Int128(i) - Int128(j), exponent: -6))
      #expect(try a.multiplied(by: b) == ExactDecimal(coefficient: Int128(i) * Int128(j), exponent: -12))
      #expect((a < b) == (i < j))
      guard j != 0 else { continue }
      #expect(try a.remainder(dividingBy: b) == ExactDecimal(coefficient: Int128(i) % Int128(j), exponent: -6))
      for rule in RoundingRule.allCases {
        let places = Int.random(in: 0...6, using: &random)
        let expected = quotient(Int128(i) * power(places), Int128(j), rule)
        let actual = try a.divided(by: b, places: places, rounding: rule)
        #expect(try actual == ExactDecimal(coefficient: expected, exponent: Int32(-places)), "\(a) / \(b) \(rule)")
        let rounded = quotient(Int128(i), power(6 - places), rule)
        #expect(
          try a.rounded(places: places, rule: rule) == ExactDecimal(coefficient: rounded, exponent: Int32(-places)))
      }
    }
  }

  private func power(_ exponent: Int) -> Int128 { (0..<exponent).reduce(1) { power, _ in power * 10 } }

  /// By the floor and what is left of it, without magnitudes.
  private func quotient(_ a: Int128, _ b: Int128, _ rule: RoundingRule) -> Int128 {
    let (a, b) = b < 0 ? (-a, -b) : (a, b)
    let floor = a >= 0 ? a / b : -((-a + b - 1) / b)
    let rest = a - floor * b
    if rest == 0 { return floor }
    let up: Bool
    switch rule {
    case .floor: up = false
    case .ceiling: up = true
    case .down: up = floor < 0
    case .up: up = floor >= 0
    case .halfUp: up = rest * 2 >= b
    case .halfAwayFromZero: up = rest * 2 > b || (rest * 2 == b && floor >= 0)
    case .halfEven: up = rest * 2 > b || (rest * 2 == b && floor % 2 != 0)
    }
    return floor + (up ? 1 : 0)
  }

  @Test func operationsUndoEachOther() throws {
    var random = SeededGenerator(seed: 12)
    var (sums, products) = (0, 0)
    for _ in 0..<4000 {
      let (a, b) = (sample(&random), sample(&random))
      #expect(decimal(a.description) == a)
      #expect(a.compare(to: b) == b.compare(to: a).reversed)
      #expect((a == b) == (a.compare(to: b) == .equal))
      if let sum = try? a.adding(b) {
        sums += 1
        #expect(try sum.subtracting(b) == a)
        #expect(sum.compare(to: a).rawValue == Int8(b.signum))
      }
      if let product = try? a.multiplied(by: b), b.signum != 0 {
        products += 1
        #expect(try product.divided(by: b, places: 200, rounding: .down) == a)
        #expect(try product.remainder(dividingBy: b).signum == 0 || !a.isWhole)
      }
      if b.signum != 0, let rest = try? a.remainder(dividingBy: b) {
        #expect(rest.magnitude < b.magnitude && rest.signum * a.signum >= 0)
      }
    }
    #expect(sums > 500 && products > 500)
  }

  @Test func doublesCompareExactly() throws {
    var random = SeededGenerator(seed: 13)
    for _ in 0..<4000 {
      let double = Double(bitPattern: .random(in: 0...0x7FEF_FFFF_FFFF_FFFF, using: &random))
      // The shortest digits that name a double lie strictly between its neighbours, and either on it or beside it.
      let digits = decimal(double.description)
      #expect(Double(digits) == double)
      #expect(digits.compare(to: double.nextUp) == .less && digits.compare(to: double.nextDown) == .greater)
      #expect((-digits).compare(to: -double) == digits.compare(to: double)?.reversed)
      if let exact = ExactDecimal(exactly: double) {
        #expect(exact.compare(to: double) == .equal && Double(exact) == double)
        #expect(digits.compare(to: double) == digits.compare(to: exact))
      } else {
        #expect(digits.compare(to: double) != .equal)
      }
    }
  }

  @Test func moderateDoublesCompareWithTheirDigitsAsTheirExpansionDoes() throws {
    var random = SeededGenerator(seed: 14)
    for _ in 0..<2000 {
      // 53 bits, 60 after the point: the expansion has more than 38 digits, and its upper half is below, the rest above.
      let bits = UInt64.random(in: 1 << 52..<1 << 53, using: &random) | 1
      let double = Double(bits) * 0x1p-60
      // floor(bits × 10^30 / 2^60) × 10^-30 is just below, one more just above.
      let (high, low) = UInt128(bits).multipliedFullWidth(by: UInt128.powerOfTen(30))
      let below = Int128(truncatingIfNeeded: (high << 68) | (low >> 60))
      #expect(try ExactDecimal(coefficient: below, exponent: -30).compare(to: double) == .less)
      #expect(try ExactDecimal(coefficient: below + 1, exponent: -30).compare(to: double) == .greater)
    }
  }

  @Test func equalNumbersHashAlike() throws {
    var random = SeededGenerator(seed: 15)
    for _ in 0..<2000 {
      let double = Double(Int64.random(in: -1 << 53...1 << 53, using: &random)) / 1024
      let exact = try #require(ExactDecimal(exactly: double))
      var map: ValueMap = [.double(double): "found"]
      for filler in 0..<10 { map.insert(.string("\(filler)"), .null) }
      #expect(map[.decimal(exact)] != nil)
    }
  }
}
