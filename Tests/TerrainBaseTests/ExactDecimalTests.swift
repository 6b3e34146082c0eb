import Testing

@testable import TerrainBase

func decimal(_ text: String) -> ExactDecimal {
  do { return try ExactDecimal(parsing: Text(text)) } catch {
    Issue.record("\(text): \(error)")
    return .zero
  }
}

@Suite struct ExactDecimalTests {
  static let forms: [(String, String)] = [
    ("0", "0"), ("-0", "0"), ("0.000", "0"), ("12.50", "12.5"), ("-0.10", "-0.1"), ("+7", "7"), ("007.5", "7.5"),
    ("1200", "1200"), ("1.2e3", "1200"), ("1E-3", "0.001"), ("120e-1", "12"), ("100.100", "100.1"),
    ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
    ("0.99999999999999999999999999999999999999", "0.99999999999999999999999999999999999999"),
    ("10000000000000000000000000000000000000000000", "1e43"), ("1e40", "10000000000000000000000000000000000000000"),
    ("1e-6144", "1e-6144"), ("12e-50", "12e-50"), ("10e-6145", "1e-6144"),
    ("0.00000000000000000000000000000000000000000", "0"), ("0e99999999999999999999", "0"),
  ]

  @Test(arguments: forms) func readsAndPrints(input: String, expected: String) {
    let number = decimal(input)
    #expect(number.description == expected)
    #expect(decimal(number.description) == number)
    #expect(Value.decimal(number).description == "decimal(\"\(expected)\")")
  }

  static let refused: [(String, DecimalParseError)] = [
    ("", .malformed(offset: 0)), ("-", .malformed(offset: 1)), (".5", .malformed(offset: 0)),
    ("5.", .malformed(offset: 2)), ("1e", .malformed(offset: 2)), ("1e+", .malformed(offset: 3)),
    ("1 ", .malformed(offset: 1)), ("1,5", .malformed(offset: 1)), ("+-1", .malformed(offset: 1)),
    ("NaN", .malformed(offset: 0)), ("٣", .malformed(offset: 0)), ("1.5.2", .malformed(offset: 3)),
    ("123456789012345678901234567890123456789", .tooManyDigits),
    ("1.00000000000000000000000000000000000001", .tooManyDigits),
    ("1e6145", .exponentOutOfRange), ("1e-6145", .exponentOutOfRange), ("1e99999999999999999999", .exponentOutOfRange),
  ]

  @Test(arguments: refused) func refuses(input: String, error: DecimalParseError) {
    #expect(throws: error) { try ExactDecimal(parsing: Text(input)) }
  }

  @Test func zerosAtTheEndsAreNoDigits() {
    let zeros = String(repeating: "0", count: 1000)
    #expect(decimal(zeros + "1." + "5" + zeros) == decimal("1.5"))
    #expect(decimal("1" + zeros).exponent == 1000)
  }

  static let sums: [(String, String, String?)] = [
    ("0.1", "0.2", "0.3"), ("1", "-1", "0"), ("5", "0", "5"), ("-1.5", "0.25", "-1.25"),
    ("99999999999999999999999999999999999999", "1", "100000000000000000000000000000000000000"),
    ("99999999999999999999999999999999999999", "2", nil), ("1e30", "1e-30", nil),
    ("1.8e38", "-99999999999999999999999999999999999999", "80000000000000000000000000000000000001"),
    ("1e6144", "9e6144", nil), ("1e6000", "1e-6000", nil),
  ]

  @Test(arguments: sums) func adds(a: String, b: String, sum: String?) throws {
    guard let sum else {
      #expect(throws: ArithmeticError.overflow) { try decimal(a).adding(decimal(b)) }
      #expect(throws: ArithmeticError.overflow) { try decimal(b).adding(decimal(a)) }
      return
    }
    #expect(try decimal(a).adding(decimal(b)) == decimal(sum))
    #expect(try decimal(b).adding(decimal(a)) == decimal(sum))
    #expect(try decimal(sum).subtracting(decimal(b)) == decimal(a))
  }

  static let products: [(String, String, String?)] = [
    ("1.5", "-2", "-3"), ("0", "1e6144", "0"), ("0.01", "0.01", "0.0001"), ("-0.5", "-0.5", "0.25"),
    ("9999999999999999999", "9999999999999999999", "99999999999999999980000000000000000001"),
    ("99999999999999999999", "99999999999999999999", nil),
    // 2^126 × 5^52: the product of the digits alone needs 247 bits.
    (
      "85070591730234615865843651857942052864", "2220446049250313080847263336181640625",
      "188894659314785808547840000000000000000000000000000000000000000000000000000"
    ),
    ("1e4000", "1e3000", nil), ("1e-4000", "1e-3000", nil),
  ]

  @Test(arguments: products) func multiplies(a: String, b: String, product: String?) throws {
    guard let product else {
      #expect(throws: ArithmeticError.overflow) { try decimal(a).multiplied(by: decimal(b)) }
      return
    }
    #expect(try decimal(a).multiplied(by: decimal(b)) == decimal(product))
    #expect(try decimal(b).multiplied(by: decimal(a)) == decimal(product))
  }

  static let quotients: [(String, String, Int, RoundingRule, String?)] = [
    ("1", "3", 4, .halfEven, "0.3333"), ("2", "3", 4, .halfEven, "0.6667"), ("2", "3", 4, .down, "0.6666"),
    ("-2", "3", 0, .floor, "-1"), ("-2", "3", 0, .ceiling, "0"), ("1", "8", 2, .halfEven, "0.12"),
    ("1", "8", 2, .halfUp, "0.13"), ("-1", "8", 2, .halfUp, "-0.12"), ("-1", "8", 2, .halfAwayFromZero, "-0.13"),
    ("3", "8", 2, .halfEven, "0.38"), ("1e30", "1", 20, .down, "1e30"), ("1", "1e6144", 2, .up, "0.01"),
    ("1e6144", "3", 0, .down, nil), ("1", "3", 38, .down, "0.33333333333333333333333333333333333333"),
    ("1", "3", 39, .down, nil), ("1234", "1", -2, .halfEven, "1200"), ("1250", "1", -2, .halfEven, "1200"),
    ("1250", "1", -2, .up, "1300"), ("0", "7", 3, .up, "0"),
    ("1", "99999999999999999999999999999999999999", 40, .down, "1e-38"),
    (
      "99999999999999999999999999999999999998", "99999999999999999999999999999999999999", 38, .down,
      "0.99999999999999999999999999999999999998"
    ),
  ]

  @Test(arguments: quotients) func divides(
    a: String, b: String, places: Int, rule: RoundingRule, quotient: String?
  ) throws {
    guard let quotient else {
      #expect(throws: ArithmeticError.overflow) {
        try decimal(a).divided(by: decimal(b), places: places, rounding: rule)
      }
      return
    }
    #expect(try decimal(a).divided(by: decimal(b), places: places, rounding: rule) == decimal(quotient))
  }

  static let remainders: [(String, String, String)] = [
    ("7", "3", "1"), ("-7", "3", "-1"), ("7", "-3", "1"), ("7.5", "2", "1.5"), ("1", "0.3", "0.1"), ("5", "1e50", "5"),
    ("1e50", "7", "2"), ("1e6000", "3", "1"), ("0", "5", "0"), ("6", "3", "0"),
  ]

  @Test(arguments: remainders) func takesRemainders(a: String, b: String, rest: String) throws {
    #expect(try decimal(a).remainder(dividingBy: decimal(b)) == decimal(rest))
  }

  @Test func dividingByZeroIsNamed() {
    #expect(throws: ArithmeticError.divisionByZero) { try decimal("1").divided(by: .zero, places: 2, rounding: .down) }
    #expect(throws: ArithmeticError.divisionByZero) { try decimal("0").remainder(dividingBy: .zero) }
  }

  /// In the order of `RoundingRule.allCases`: halfAwayFromZero, halfEven, halfUp, down, up, floor, ceiling.
  static let roundings: [(String, Int, [String])] = [
    ("2.5", 0, ["3", "2", "3", "2", "3", "2", "3"]), ("-2.5", 0, ["-3", "-2", "-2", "-2", "-3", "-3", "-2"]),
    ("3.5", 0, ["4", "4", "4", "3", "4", "3", "4"]), ("2.4", 0, ["2", "2", "2", "2", "3", "2", "3"]),
    ("-2.6", 0, ["-3", "-3", "-3", "-2", "-3", "-3", "-2"]), ("0.001", 2, ["0", "0", "0", "0", "0.01", "0", "0.01"]),
    ("1.005", 2, ["1.01", "1", "1.01", "1", "1.01", "1", "1.01"]),
    ("150", -2, ["200", "200", "200", "100", "200", "100", "200"]),
    ("1e-100", 3, ["0", "0", "0", "0", "0.001", "0", "0.001"]),
    (
      "99999999999999999999999999999999999999", -1,
      Array(repeating: "1e38", count: 3) + [
        "9999999999999999999999999999999999999e1", "1e38", "9999999999999999999999999999999999999e1", "1e38",
      ]
    ),
  ]

  @Test(arguments: roundings) func rounds(input: String, places: Int, expected: [String]) {
    for (rule, expected) in zip(RoundingRule.allCases, expected) {
      #expect(decimal(input).rounded(places: places, rule: rule) == decimal(expected), "\(rule)")
    }
  }

  @Test func roundingTakesAnyNumberOfPlaces() {
    for places in [Int.min, -7000, 7000, Int.max] {
      for number in [decimal("1e-6144"), decimal("1e6144"), decimal("9.9")] {
        for rule in RoundingRule.allCases {
          let rounded = number.rounded(places: places, rule: rule)
          if places > 0 { #expect(rounded == number) }
        }
      }
    }
    #expect(decimal("9999999999999999999999999999999999e6110").rounded(places: -9000, rule: .up).exponent >= 6100)
  }

  @Test(arguments: [
    ("12.5", 2, "12.50"), ("0", 2, "0.00"), ("-3", 2, "-3.00"), ("0.005", 2, "0.01"), ("-0.004", 2, "0.00"),
    ("1200", 0, "1200"), ("0.07", 1, "0.1"), ("1e3", 2, "1000.00"),
  ]) func printsMoney(input: String, places: Int, expected: String) {
    #expect(decimal(input).description(places: places) == expected)
  }

  @Test func convertsExactlyOrNot() {
    #expect(Int64(exactly: decimal("-9223372036854775808")) == Int64.min)
    #expect(Int64(exactly: decimal("9223372036854775807")) == Int64.max)
    #expect(Int64(exactly: decimal("9223372036854775808")) == nil)
    #expect(Int64(exactly: decimal("-9223372036854775809")) == nil)
    #expect(Int64(exactly: decimal("1e18")) == 1_000_000_000_000_000_000)
    #expect(Int64(exactly: decimal("1.5")) == nil)
    #expect(UInt64(exactly: decimal("18446744073709551615")) == UInt64.max)
    #expect(UInt64(exactly: decimal("18446744073709551616")) == nil)
    #expect(UInt64(exactly: decimal("-1")) == nil)
    #expect(ExactDecimal(Int64.min).description == "-9223372036854775808")
    #expect(ExactDecimal(UInt64.max).description == "18446744073709551615")
  }

  @Test(arguments: [
    "0.1", "-0.3", "1e22", "1e23", "8.41e21", "9007199254740993", "1e308", "2e308", "5e-324", "2e-324",
    "123456789012345678901234567890.12345678", "1e-6144", "1.7976931348623157e308", "2.2250738585072011e-308",
  ])
  func nearestDoubleIsTheOneItsDigitsRead(text: String) {
    #expect(Double(decimal(text)) == Double(text))
  }

  @Test func doublesThatFitAreExact() {
    #expect(ExactDecimal(exactly: 0.5) == decimal("0.5"))
    #expect(ExactDecimal(exactly: -0.0) == .zero)
    #expect(ExactDecimal(exactly: 1e22) == decimal("1e22"))
    #expect(ExactDecimal(exactly: 0.1) == nil)
    #expect(ExactDecimal(exactly: 0x1p-54)?.description == "0.000000000000000055511151231257827021181583404541015625")
    #expect(ExactDecimal(exactly: 0x1p126) == decimal("85070591730234615865843651857942052864"))
    #expect(ExactDecimal(exactly: 0x1p127) == nil)
    #expect(ExactDecimal(exactly: .infinity) == nil)
    #expect(ExactDecimal(exactly: .nan) == nil)
    #expect(ExactDecimal(exactly: Double.leastNonzeroMagnitude) == nil)
    #expect(ExactDecimal(exactly: Double.greatestFiniteMagnitude) == nil)
  }
}
