import TerrainBase
import TerrainExpressions
import Testing

@Suite struct FormatFunctionTests {
  static func formatted(_ format: Text, _ values: Value...) -> String {
    let found = call("format", .string(format), .list(values))
    guard found.hasPrefix("\""), found.hasSuffix("\"") else { return found }
    return String(found.dropFirst().dropLast())
  }

  @Test(
    arguments: [
      ("no substitution", [], "no substitution"), ("%%%s%%", ["x"], "%x%"), ("%d %s", [1, "A"], "1 A"),
      ("%s", [.null], "null"), ("%s", [true], "true"), ("%s", [.uint(7)], "7"), ("%s", [.double(3.14)], "3.14"),
      ("%s", [.double(2)], "2"), ("%s", [.double(1e21)], "1000000000000000000000"),
      ("%s", [.double(1.5e-7)], "0.00000015"),
      ("%s", [.double(-1.25e22)], "-12500000000000000000000"), ("%s", [.double(.nan)], "NaN"),
      ("%s", [.double(-.infinity)], "-Infinity"), ("%s", [.bytes([120, 121])], "xy"),
      ("%s", [.type("string")], "string"),
      ("%s", [.list(["abc", .double(3.14), .null, .list([9, 8])])], "[abc, 3.14, null, [9, 8]]"),
      ("%s", [.map(ValueMap([("b", 1), ("a", .list([]))]))], "{a: [], b: 1}"),
      ("%s", [.map(ValueMap([(1, "x"), (.uint(2), "y"), (true, .double(.nan))]))], "{1: x, 2: y, true: NaN}"),
      ("%d", [.double(.infinity)], "Infinity"), ("%d", [.uint(18_446_744_073_709_551_615)], "18446744073709551615"),
      ("%f", [2], "2.000000"), ("%f", [.uint(3)], "3.000000"), ("%.3f", [.double(1.2345)], "1.234"),
      ("%.0f", [.double(2.5)], "2"),
      ("%.0f", [.double(1.5)], "2"), ("%.5f", [.double(-1.2)], "-1.20000"), ("%f", [.double(.nan)], "NaN"),
      ("%.3f", [.double(123.4994)], "123.499"), ("%.1f", [.double(1e23)], "99999999999999991611392.0"),
      ("%e", [.double(2.71828)], "2.718280e+00"), ("%.2e", [.double(1e-100)], "1.00e-100"), ("%e", [3], "3.000000e+00"),
      ("%e", [.double(-.infinity)], "-Infinity"), ("%b", [5], "101"), ("%b", [-5], "-101"), ("%b", [true], "1"),
      ("%o", [11], "13"),
      ("%o", [.uint(65535)], "177777"), ("%x %X", [30, 30], "1e 1E"), ("%x", [-255], "-ff"),
      ("%x", ["Hello"], "48656c6c6f"),
      ("%X", [.bytes([10, 255])], "0AFF"), ("%x", [.uint(6000)], "1770"),
    ] as [(Text, [Value], String)])
  func clauses(_ format: Text, _ values: [Value], _ text: String) {
    #expect(call("format", .string(format), .list(values)) == "\"\(text)\"")
  }

  @Test func timesAndDecimals() throws {
    #expect(Self.formatted("%s", try timestamp("2023-02-03T23:31:20.500+00:00")) == "2023-02-03T23:31:20.5Z")
    #expect(Self.formatted("%s", try duration("1h45m47s")) == "6347s")
    #expect(Self.formatted("%s", try duration("1.5s")) == "1.5s")
    #expect(Self.formatted("%s %d", try decimal("12.50"), try decimal("-3")) == "12.5 -3")
    #expect(Self.formatted("%.2f", try decimal("12.5")) == "12.50")
    #expect(Self.formatted("%.2f", try decimal("0.125")) == "0.12")
    #expect(
      Self.formatted("%.1f", try decimal("123456789012345678901234567890.05")) == "123456789012345678901234567890.0")
  }

  @Test(
    arguments: [
      ("%d %d %d", [0, 1], "index-out-of-range: the format has more clauses than the list has values (2)"),
      (
        "%E", [.double(0.5)],
        "invalid-argument: `%E` is not a clause of a format; those are `%s %d %f %e %b %x %X %o %%`"
      ),
      ("%", [], "invalid-argument: the format ends in `%`; a sign for itself is `%%`"),
      ("%.f", [1], "invalid-argument: digits must follow `%.` in a format"),
      ("%.2", [1], "invalid-argument: `%2` is not a clause of a format; those are `%s %d %f %e %b %x %X %o %%`"),
      ("%.9999999999999999999f", [1], "invalid-argument: a format may ask for at most 1000 digits after the point"),
      ("%d", [.null], "invalid-argument: `%d` takes a number, not null"),
      ("%e", [.null], "invalid-argument: `%e` takes a number, not null"),
      ("%f", ["a"], "invalid-argument: `%f` takes a number, not a string"),
      ("%X", [.null], "invalid-argument: `%X` takes an int, a uint, a string or bytes, not null"),
      ("%b", [.double(1)], "invalid-argument: `%b` takes an int, a uint or a bool, not a double"),
      ("%o", ["a"], "invalid-argument: `%o` takes an int or a uint, not a string"),
      ("%s", [.optional(nil)], "invalid-argument: `%s` takes a value that can be written, not an optional"),
    ] as [(Text, [Value], String)])
  func mistakes(_ format: Text, _ values: [Value], _ message: String) {
    #expect(call("format", .string(format), .list(values)) == "error: " + message)
  }

  @Test func nestedValues() {
    var value: Value = "x"
    for _ in 0..<1_000 { value = .list([value]) }
    #expect(call("format", "%s", list(value)).count == 2_003)
  }
}
