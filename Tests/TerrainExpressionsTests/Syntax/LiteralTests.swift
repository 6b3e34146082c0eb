import TerrainBase
import TerrainExpressions
import Testing

@Suite struct LiteralTests {
  @Test(arguments: [
    ("0", "0"), ("42", "42"), ("-42", "-42"), ("- 42", "-42"), ("0x1F", "31"), ("-0xff", "-255"),
    ("9223372036854775807", "9223372036854775807"), ("-9223372036854775808", "-9223372036854775808"),
    ("0x7FFFFFFFFFFFFFFF", "9223372036854775807"), ("-0x8000000000000000", "-9223372036854775808"),
    ("0u", "0u"), ("18446744073709551615u", "18446744073709551615u"), ("0xFFFFFFFFFFFFFFFFU", "18446744073709551615u"),
    ("1.5", "1.5"), (".5", "0.5"), ("1e3", "1000.0"), ("1E-3", "0.001"), ("1.5e+2", "150.0"), ("-0.0", "-0.0"),
    ("5e-324", "5e-324"), ("true", "true"), ("false", "false"), ("null", "null"),
  ])
  func numbersAndWords(_ text: String, _ value: String) {
    #expect(parsed(text) == value)
  }

  @Test(arguments: [
    (#""a""#, "a"), ("'a'", "a"), (#"'"'"#, "\""), (#""'""#, "'"), ("''", ""), ("''''''", ""),
    (#"'''a'b''c'''"#, "a'b''c"), ("\"\"\"a\n\"b\"\"\"", "a\n\"b"), (#"r'\d\'"#, #"\d\"#), (#"R"""\n""""#, #"\n"#),
    (#"'\a\b\f\n\r\t\v'"#, "\u{7}\u{8}\u{C}\n\r\t\u{B}"), (#"'\\ \? \" \' \`'"#, "\\ ? \" ' `"),
    (#"'\x41\X4a\101\u00e9\U0001F375'"#, "AJA\u{e9}\u{1F375}"), (#"'\377'"#, "\u{ff}"), ("'温'", "温"),
  ])
  func texts(_ text: String, _ value: String) throws {
    let expression = try #require(ExpressionParser.parse(ExpressionSource(text: Text(text))).expression)
    guard case .literal(.string(let string)) = expression[expression.root].kind else {
      Issue.record("not a string")
      return
    }
    #expect(string == Text(value))
  }

  @Test(
    arguments: [
      ("b'a'", [97]), (#"b'\xff\377\n'"#, [255, 255, 10]), ("B\"é\"", [0xC3, 0xA9]), (#"br'\n'"#, [92, 110]),
      ("b''", []), ("bR'''a\nb'''", [97, 10, 98]),
    ] as [(String, [UInt8])])
  func bytes(_ text: String, _ value: [UInt8]) throws {
    let expression = try #require(ExpressionParser.parse(ExpressionSource(text: Text(text))).expression)
    guard case .literal(.bytes(let bytes)) = expression[expression.root].kind else {
      Issue.record("not bytes")
      return
    }
    #expect(bytes == value)
  }
}
