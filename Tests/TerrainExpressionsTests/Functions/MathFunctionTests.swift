import TerrainBase
import TerrainExpressions
import Testing

@Suite struct MathFunctionTests {
  static let notOrdered = "error: invalid-argument: NaN is neither greater nor less than a number"

  @Test func greatestAndLeast() throws {
    #expect(call("math.greatest", 5) == "5")
    #expect(call("math.greatest", 1, .double(1)) == "1")
    #expect(call("math.greatest", .double(1), 1) == "1.0")
    #expect(call("math.greatest", .uint(5), -7) == "5u")
    #expect(call("math.least", .uint(5), -7) == "-7")
    #expect(call("math.greatest", list(.double(5.4), 10, .uint(3), .int(.max))) == "error: no overload")
    #expect(call("math.greatest", list(3, 10, -1)) == "10")
    #expect(call("math.least", list(.double(3), .double(-1.5))) == "-1.5")
    #expect(call("math.least", try decimal("1.10"), 1) == "1")
    #expect(call("math.greatest", try decimal("1.10"), try decimal("1.2")) == "decimal(\"1.2\")")
    #expect(call("math.greatest", list()) == "error: invalid-argument: an empty list has no greatest or least element")
    #expect(call("math.greatest", .double(.nan), 1) == Self.notOrdered)
    #expect(call("math.greatest", 1, .double(.nan)) == Self.notOrdered)
    #expect(call("math.greatest", "a") == "error: no overload")
  }

  @Test(arguments: [
    ("math.ceil", 1.2, 2.0), ("math.ceil", -1.2, -1.0), ("math.floor", 1.2, 1.0), ("math.floor", -1.2, -2.0),
    ("math.round", 1.5, 2.0), ("math.round", 2.5, 3.0), ("math.round", -1.5, -2.0), ("math.round", 1.2, 1.0),
    ("math.trunc", 1.9, 1.0), ("math.trunc", -1.3, -1.0), ("math.abs", -11.5, 11.5), ("math.sign", -32.0, -1.0),
    ("math.sign", 0.0, 0.0), ("math.sqrt", 49.0, 7.0), ("math.ceil", .infinity, .infinity),
  ])
  func doubles(_ name: Text, _ value: Double, _ result: Double) {
    #expect(call(name, .double(value)) == Value.double(result).description)
  }

  @Test func notANumberStaysOne() {
    for name in ["math.ceil", "math.floor", "math.round", "math.trunc", "math.abs", "math.sign", "math.sqrt"] as [Text]
    {
      #expect(call(name, .double(.nan)) == "double(\"NaN\")")
    }
    #expect(call("math.sqrt", .double(-1)) == "double(\"NaN\")")
    #expect(call("math.isNaN", .double(.nan)) == "true")
    #expect(call("math.isNaN", .double(.infinity)) == "false")
    #expect(call("math.isInf", .double(-.infinity)) == "true")
    #expect(call("math.isFinite", .double(1)) == "true")
    #expect(call("math.isFinite", .double(.nan)) == "false")
  }

  @Test(
    arguments: [
      (2, 10, "1024.0"), (9, 0.5, "3.0"), (2, -1, "0.5"), (10, 0, "1.0"), (0, 0, "1.0"), (-2, 3, "-8.0"),
      (-8, 0.5, "double(\"NaN\")"), (2, 5000, "double(\"Infinity\")"),
    ] as [(Double, Double, String)])
  func powers(_ base: Double, _ exponent: Double, _ result: String) {
    #expect(call("math.pow", .double(base), .double(exponent)) == result)
  }

  @Test func powersAreOfDoubles() { #expect(call("math.pow", 2, 3) == "error: no overload") }

  @Test func integersAndDecimals() throws {
    #expect(call("math.abs", -11) == "11")
    #expect(call("math.abs", .uint(1)) == "1u")
    #expect(call("math.abs", .int(.min)) == "error: overflow: the smallest int has no absolute value among ints")
    #expect(call("math.sign", -11) == "-1")
    #expect(call("math.sign", .uint(100)) == "1u")
    #expect(call("math.sqrt", 16) == "4.0")
    #expect(call("math.ceil", 1) == "error: no overload")
    #expect(call("math.round", try decimal("2.5")) == "decimal(\"3\")")
    #expect(call("math.floor", try decimal("-2.5")) == "decimal(\"-3\")")
    #expect(call("math.abs", try decimal("-2.5")) == "decimal(\"2.5\")")
    #expect(call("math.sign", try decimal("-2.5")) == "decimal(\"-1\")")
  }

  @Test(
    arguments: [
      ("math.bitAnd", .int(3), .int(5), "1"), ("math.bitAnd", .int(1), .int(-1), "1"),
      ("math.bitOr", .int(4), .int(-2), "-2"),
      ("math.bitOr", .uint(1), .uint(4), "5u"), ("math.bitXor", .int(4), .int(-2), "-6"),
      ("math.bitXor", .uint(3), .uint(5), "6u"),
      ("math.bitShiftLeft", .int(1), .int(2), "4"), ("math.bitShiftLeft", .int(-1), .int(200), "0"),
      ("math.bitShiftLeft", .int(-1), .int(63), "-9223372036854775808"),
      ("math.bitShiftLeft", .uint(1), .int(64), "0u"),
      ("math.bitShiftRight", .int(1024), .int(2), "256"),
      ("math.bitShiftRight", .int(-1024), .int(3), "2305843009213693824"),
      ("math.bitShiftRight", .int(-1024), .int(64), "0"), ("math.bitShiftRight", .uint(1024), .int(.max), "0u"),
      (
        "math.bitShiftLeft", .int(1), .int(-1),
        "error: invalid-argument: bits cannot be shifted by a negative number of places"
      ),
      ("math.bitAnd", .int(1), .uint(1), "error: no overload"),
    ] as [(Text, Value, Value, String)])
  func bits(_ name: Text, _ a: Value, _ b: Value, _ result: String) {
    #expect(call(name, a, b) == result)
  }

  @Test func bitNot() {
    #expect(call("math.bitNot", -1) == "0")
    #expect(call("math.bitNot", .uint(1)) == "18446744073709551614u")
  }
}
