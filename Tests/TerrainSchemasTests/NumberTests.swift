import TerrainDocuments
import TerrainSchemas
import TestSupport
import Testing

/// Numbers are compared as they are written, whatever their length.
@Suite struct NumberTests {
  @Test(arguments: [
    (
      "minimum: 0.1", ["0.1", "0.10", "1e-1", "0.1000000000000000000000000000000000000000000001", "1e400", "0.2"],
      ["0.0999999999999999999999999999999999999999999999", "0", "-1", "-1e400", "1e-400", "-0.0"]
    ),
    (
      "maximum: 100000000000000000000000000000000000000000000000001",
      ["1e50", "100000000000000000000000000000000000000000000000001", "5"],
      ["100000000000000000000000000000000000000000000000002", "1e51"]
    ),
    (
      "exclusiveMinimum: 9007199254740992", ["9007199254740993", "9007199254740992.5"],
      ["9007199254740992", "9007199254740992.0"]
    ),
    ("exclusiveMaximum: -0.5", ["-0.50000000000000000001", "-1"], ["-0.5", "-5e-1", "0"]),
    (
      "multipleOf: 0.01", ["0.07", "19.99", "4.35", "1e300", "0", "-1.1"], ["0.075", "1e-3", "0.010000000000000000001"]
    ),
    ("multipleOf: 3", ["3e0", "3e40", "111111111111111111111111111111111111111111", "9.0"], ["1e40", "1.5", "4"]),
    (
      "multipleOf: 123456789.123456789", ["123456789.123456789", "246913578.246913578", "0.0"],
      ["123456789.12345678", "1e308"]
    ),
    (
      "multipleOf: 12345678901234567890123456789012345", ["24691357802469135780246913578024690"],
      ["24691357802469135780246913578024691"]
    ),
    ("const: 1", ["1", "1.0", "10e-1", "0.1e1"], ["1.00000000000000000000000000000000000000001", "true", "-1"]),
    ("const: 0", ["0", "-0", "0.0", "0e10"], ["false", "1e-400"]),
    ("enum: [1.5, {a: [2]}]", ["1.50", "15e-1", #"{"a": [2.0]}"#], ["1.51", #"{"a": [2.1]}"#]),
    (
      "type: integer",
      ["1", "1.0", "1e3", "1.5e1", "12345678901234567890123456789012345678901234567890", "0.0", "-0", "1e400"],
      ["1.5", "1e-1", "15e-1", "0.1e0"]
    ),
  ])
  func areExact(_ text: String, _ right: [String], _ wrong: [String]) throws {
    let checked = try schema("{ \(text) }")
    for number in right { #expect(checked.accepts(try json(number).root), "\(number) fits \(text)") }
    for number in wrong { #expect(!checked.accepts(try json(number).root), "\(number) does not fit \(text)") }
  }

  /// Against whole numbers of the same scale.
  @Test func agreeWithWholeNumbers() throws {
    var random = SplitMix64(seed: 11)
    for _ in 0..<400 {
      let scale = Int.random(in: 0...4, using: &random)
      let a = Int.random(in: -30_000...30_000, using: &random)
      let b = Int.random(in: 1...400, using: &random)
      let value = try json(decimal(a, scale, &random)).root
      let bound = decimal(b, scale, &random)
      #expect(try schema("{ minimum: \(bound) }").accepts(value) == (a >= b), "\(a) \(b)")
      #expect(try schema("{ exclusiveMaximum: \(bound) }").accepts(value) == (a < b), "\(a) \(b)")
      #expect(try schema("{ multipleOf: \(bound) }").accepts(value) == (a % b == 0), "\(a) \(b)")
      #expect(try schema("{ const: \(bound) }").accepts(value) == (a == b), "\(a) \(b)")
    }
  }

  /// `number` × 10^-`scale`, with zeros or an exponent now and then.
  private func decimal(_ number: Int, _ scale: Int, _ random: inout SplitMix64) -> String {
    switch Int.random(in: 0...2, using: &random) {
    case 0: return "\(number)e-\(scale)"
    case 1: return "\(number).0E-\(scale)"
    default:
      var digits = String(number.magnitude)
      digits = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
      let text = digits.dropLast(scale) + (scale > 0 ? "." + digits.suffix(scale) + "00" : "")
      return (number < 0 ? "-" : "") + text
    }
  }

  @Test func readsYAMLsOtherNumbers() throws {
    #expect(try schema("{ type: integer, minimum: 16, maximum: 0x20 }").accepts(yaml("0x10").root))
    #expect(try !schema("{ maximum: 7 }").accepts(yaml("0o10").root))
    #expect(try schema("{ const: 255 }").accepts(yaml("0xFF").root))
    #expect(try !schema("{ maximum: 7 }").accepts(yaml(".inf").root))
    #expect(try schema("{ minimum: 7, type: number }").accepts(yaml(".inf").root))
    #expect(try !schema("{ minimum: 7 }").accepts(yaml(".nan").root))
    #expect(try !schema("{ type: integer }").accepts(yaml(".inf").root))
  }
}
