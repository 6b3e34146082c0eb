import TerrainBase
import TerrainExpressions
import Testing

@Suite struct ConversionFunctionTests {
  static let notInt = "error: overflow: the number does not fit an int"
  static let notUInt = "error: overflow: the number does not fit a uint"
  static let noInt = "error: invalid-argument: this text is not a whole number that fits an int"
  static let noUInt = "error: invalid-argument: this text is not a whole number that fits a uint"
  static let noDouble = "error: invalid-argument: this text is not a number that fits a double"

  @Test(
    arguments: [
      (.int(-3), "-3"), (.uint(42), "42"), (.uint(9_223_372_036_854_775_808), notInt), (.double(1.9), "1"),
      (.double(-7.9), "-7"),
      (.double(9_223_372_036_854_774_784), "9223372036854774784"), (.double(0x1p63), notInt),
      (.double(-0x1p63), notInt), (.double(1e99), notInt),
      (.double(.nan), notInt), (.double(.infinity), notInt), ("987", "987"), ("-987", "-987"), ("+5", "5"),
      ("007", "7"),
      ("-9223372036854775808", "-9223372036854775808"), ("9223372036854775808", noInt), ("", noInt), ("-", noInt),
      ("1.0", noInt), (" 1", noInt), ("0x1", noInt), ("1_000", noInt), ("٣", noInt),
    ] as [(Value, String)])
  func toInt(_ value: Value, _ result: String) {
    #expect(call("int", value) == result)
  }

  @Test(
    arguments: [
      (.int(1729), "1729u"), (.int(-1), notUInt), (.uint(3), "3u"), (.double(3.99), "3u"), (.double(-0.5), notUInt),
      (.double(-0.0), "0u"), (.double(0x1p64), notUInt), (.double(18_446_744_073_709_549_568), "18446744073709549568u"),
      (.double(.nan), notUInt), ("300", "300u"), ("18446744073709551615", "18446744073709551615u"), ("-1", noUInt),
      ("18446744073709551616", noUInt),
    ] as [(Value, String)])
  func toUInt(_ value: Value, _ result: String) {
    #expect(call("uint", value) == result)
  }

  @Test(
    arguments: [
      (.int(.max), "9.223372036854776e+18"), (.uint(.max), "1.8446744073709552e+19"), (.double(1.5), "1.5"),
      ("123", "123.0"),
      ("-987.654", "-987.654"), ("-5.43e-21", "-5.43e-21"), ("-0.0", "-0.0"), (".5", "0.5"), ("NaN", "double(\"NaN\")"),
      ("Infinity", "double(\"Infinity\")"), ("-Infinity", "double(\"-Infinity\")"), ("1e999", noDouble), ("", noDouble),
      ("0x1p3", noDouble), (" 1", noDouble), ("1e", noDouble), ("nan", noDouble),
    ] as [(Value, String)])
  func toDouble(_ value: Value, _ result: String) {
    #expect(call("double", value) == result)
  }

  @Test(
    arguments: [
      ("1", "true"), ("t", "true"), ("TRUE", "true"), ("True", "true"), ("true", "true"), ("0", "false"),
      ("F", "false"),
      ("False", "false"), ("TrUe", "error: invalid-argument: this text is not `true` or `false`"),
      ("yes", "error: invalid-argument: this text is not `true` or `false`"),
    ] as [(Text, String)])
  func toBool(_ text: Text, _ result: String) {
    #expect(call("bool", .string(text)) == result)
  }

  @Test(
    arguments: [
      (true, "true"), (.int(-5), "-5"), (.uint(9876), "9876"), (.double(123.456), "123.456"),
      (.double(-4.5e-3), "-0.0045"),
      (.double(1), "1"), (.double(1e20), "100000000000000000000"), (.double(1e21), "1e+21"),
      (.double(1.25e-9), "1.25e-9"),
      (.double(1e-7), "0.0000001"), (.double(123_456_789_012_345_680), "123456789012345680"), (.double(-0.0), "-0"),
      (.double(.infinity), "Infinity"), (.double(.nan), "NaN"), (.bytes(Array("abc".utf8)), "abc"),
      (.bytes([0xC3, 0xBF]), "ÿ"),
    ] as [(Value, String)])
  func toText(_ value: Value, _ text: String) {
    #expect(call("string", value) == "\"\(text)\"")
  }

  @Test func bytesAndText() {
    #expect(call("string", .bytes([0, 255])) == "error: invalid-argument: these bytes are not UTF-8")
    #expect(call("string", .bytes([0xED, 0xA0, 0x80])) == "error: invalid-argument: these bytes are not UTF-8")
    #expect(call("bytes", "ÿ") == "b\"\\xc3\\xbf\"")
  }

  @Test func doublesSurviveBeingText() throws {
    var dice = Dice(state: 13)
    for _ in 0..<5_000 {
      let double = Double(bitPattern: dice.next())
      let text = try ConversionFunctions.string(.double(double))
      guard case .double(let back) = try ConversionFunctions.double(text) else { continue }
      #expect(back == double || (back.isNaN && double.isNaN), "\(text)")
    }
  }

  @Test func timesAsNumbersAndText() throws {
    #expect(call("int", try timestamp("2009-02-13T23:31:30Z")) == "1234567890")
    #expect(call("string", try timestamp("2009-02-13T23:31:30.120Z")) == "\"2009-02-13T23:31:30.12Z\"")
    #expect(call("string", try timestamp("2009-02-13T23:31:30+01:00")) == "\"2009-02-13T22:31:30Z\"")
    #expect(call("string", try duration("1000000s")) == "\"1000000s\"")
    #expect(call("string", try duration("-0.25s")) == "\"-0.25s\"")
  }

  @Test func decimals() throws {
    #expect(call("int", try decimal("-2.9")) == "-2")
    #expect(call("int", try decimal("1e30")) == Self.notInt)
    #expect(call("uint", try decimal("2.9")) == "2u")
    #expect(call("uint", try decimal("-1")) == Self.notUInt)
    #expect(call("double", try decimal("0.1")) == "0.1")
    #expect(call("string", try decimal("12.50")) == "\"12.5\"")
  }

  @Test func types() {
    #expect(call("type", 1) == "int")
    #expect(call("type", .null) == "null_type")
    #expect(call("type", .type("int")) == "type")
    #expect(call("type", .optional(nil)) == "optional_type")
    #expect(call("dyn", 1) == "1")
  }
}
