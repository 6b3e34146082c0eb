import TerrainBase
import TerrainExpressions
import Testing

@Suite struct OptionalFunctionTests {
  @Test func making() throws {
    #expect(call("optional.of", .null) == "optional.of(null)")
    #expect(call("optional.none") == "optional.none()")
    let zeros: [Value] = [
      .null, false, 0, .uint(0), .double(-0.0), "", .bytes([]), .list([]), .map(ValueMap()), .timestamp(.epoch),
      .duration(.zero), .decimal(.zero), .optional(nil),
    ]
    for zero in zeros { #expect(call("optional.ofNonZeroValue", zero) == "optional.none()") }
    #expect(call("optional.ofNonZeroValue", 42) == "optional.of(42)")
    #expect(call("optional.ofNonZeroValue", list(0)) == "optional.of([0])")
  }

  @Test func asking() {
    #expect(call("hasValue", .optional(.null)) == "true")
    #expect(call("hasValue", .optional(nil)) == "false")
    #expect(call("value", .optional(42)) == "42")
    #expect(
      call("value", .optional(nil))
        == "error: absent-value: the optional is empty: test `hasValue()` first, or give a default: `orValue(…)`")
    #expect(call("or", .optional(1), .optional(2)) == "optional.of(1)")
    #expect(call("or", .optional(nil), .optional(2)) == "optional.of(2)")
    #expect(call("or", .optional(nil), .optional(nil)) == "optional.none()")
    #expect(call("orValue", .optional(nil), 42) == "42")
    #expect(call("orValue", .optional(1), 42) == "1")
    #expect(call("optional.unwrap", list(.optional(1), .optional(nil), .optional(2))) == "[1, 2]")
    #expect(call("unwrapOpt", list()) == "[]")
  }
}

@Suite struct EncoderFunctionTests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func base64(_ text: String, _ encoded: Text) {
    let bytes = Value.bytes(Array(text.utf8))
    #expect(call("base64.encode", bytes) == Value.string(encoded).description)
    #expect(call("base64.decode", .string(encoded)) == bytes.description)
    #expect(call("base64.decode", .string(Text(encoded.string.filter { $0 != "=" }))) == bytes.description)
  }

  @Test(arguments: ["Z", "Zg=", "Zg===", "Z===", "=", "Zm9v!", "Zm 9v", "Zg==Zg==", "Zm-_"] as [Text])
  func whatIsNotBase64(_ text: Text) {
    #expect(call("base64.decode", .string(text)) == "error: invalid-argument: this text is not base 64")
  }

  @Test func anyBytesSurvive() throws {
    var dice = Dice(state: 15)
    for _ in 0..<2_000 {
      let bytes = (0..<dice.roll(20)).map { _ in UInt8(truncatingIfNeeded: dice.next()) }
      #expect(try EncoderFunctions.decode(EncoderFunctions.encode(.bytes(bytes))).isEqual(to: .bytes(bytes)))
    }
  }
}

@Suite struct DecimalFunctionTests {
  @Test(
    arguments: [
      ("JPY", 1234, "1234"), ("USD", 1234, "12.34"), ("USD", -5, "-0.05"), ("KWD", 1234, "1.234"), ("CLF", 1, "0.0001"),
    ] as [(Text, Int64, String)])
  func moneyInBothUnits(_ currency: Text, _ minor: Int64, _ major: String) throws {
    #expect(call("money.major", .int(minor), .string(currency)) == "decimal(\"\(major)\")")
    #expect(call("money.minor", try decimal(Text(major)), .string(currency), "floor") == "\(minor)")
  }

  @Test func partsOfSmallestUnits() throws {
    #expect(call("money.minor", try decimal("12.5"), "JPY", "half_even") == "12")
    #expect(call("money.minor", try decimal("12.345"), "USD", "ceiling") == "1235")
    #expect(call("money.minor", try decimal("12.3455"), "KWD", "floor") == "12345")
    #expect(call("money.minor", try decimal("-0.001"), "USD", "floor") == "-1")
    #expect(
      call("money.minor", try decimal("100000000000000000"), "KWD", "floor")
        == "error: overflow: the amount has more smallest units than an int holds")
    #expect(
      call("money.major", 1, "usd")
        == "error: invalid-argument: this text is not a currency of ISO 4217 such as `USD`")
  }

  @Test func making() {
    #expect(call("decimal", "12.340") == "decimal(\"12.34\")")
    #expect(call("decimal", 7) == "decimal(\"7\")")
    #expect(call("decimal", .uint(.max)) == "decimal(\"18446744073709551615\")")
    #expect(call("decimal", .double(1.5)) == "error: no overload")
    #expect(call("decimal", "12,34").hasPrefix("error: invalid-argument: this text is not a decimal such as `12.34`: "))
  }

  @Test func rounding() throws {
    #expect(call("round", try decimal("2.345"), 2, "half_away_from_zero") == "decimal(\"2.35\")")
    #expect(call("round", try decimal("2.345"), 2, "half_even") == "decimal(\"2.34\")")
    #expect(call("round", try decimal("-2.345"), 2, "half_up") == "decimal(\"-2.34\")")
    #expect(call("round", try decimal("-2.341"), 2, "floor") == "decimal(\"-2.35\")")
    #expect(call("round", try decimal("-2.349"), 2, "ceiling") == "decimal(\"-2.34\")")
    #expect(call("round", try decimal("2.349"), 2, "down") == "decimal(\"2.34\")")
    #expect(call("round", try decimal("2.341"), 2, "up") == "decimal(\"2.35\")")
    #expect(call("round", try decimal("1250"), -2, "half_even") == "decimal(\"1200\")")
    #expect(call("round", try decimal("1.5"), .int(.max), "up") == "decimal(\"1.5\")")
    #expect(
      call("round", try decimal("1.5"), 0, "bankers")
        == "error: invalid-argument: this is not a rounding mode; those are `half_away_from_zero`, `half_even`, `half_up`, `down`, `up`, `floor`, `ceiling`"
    )
  }

  @Test func dividing() throws {
    #expect(call("divide", try decimal("10"), try decimal("3"), 2, "half_even") == "decimal(\"3.33\")")
    #expect(call("divide", try decimal("10"), try decimal("3"), 2, "up") == "decimal(\"3.34\")")
    #expect(call("divide", try decimal("1"), try decimal("0"), 2, "up") == "error: division-by-zero: division by zero")
    #expect(
      call("divide", try decimal("1"), try decimal("3"), .int(.max), "up")
        == "error: overflow: the result has more digits than a decimal holds")
  }
}

@Suite struct FunctionLibraryTests {
  @Test func mapInsertion() {
    let map = Value.map(ValueMap([("a", 1)]))
    #expect(call("cel.@mapInsert", map, "b", 2) == "{\"a\": 1, \"b\": 2}")
    #expect(call("cel.@mapInsert", map, "a", 2) == "error: duplicate-key: the map has this key already")
    #expect(
      call("cel.@mapInsert", map, .double(1), 2)
        == "error: invalid-argument: a key of a map is a bool, an int, a uint or a string, not a double")
    #expect(call("cel.@mapInsert", map, .map(ValueMap([(1, 2)]))) == "{\"a\": 1, 1: 2}")
  }

  @Test func everyOverloadHasItsOwnIdAndABody() {
    var seen = Set<Text>()
    for overload in FunctionLibrary.standard.flatMap(\.overloads) {
      #expect(seen.insert(overload.id).inserted, "\(overload.id)")
      switch (overload.body, overload.parameters.count) {
      case (.unary, 1), (.binary, 2), (.ternary, 3), (.variadic, _), (.bounded, _), (.metered, _): break
      default: Issue.record("\(overload.id) has no body for its parameters")
      }
    }
    #expect(seen.count > 150)
  }

  /// Whatever the arguments are, also of other types than declared, a function answers or fails: it never traps.
  @Test func functionsTakeAnything() throws {
    var dice = Dice(state: 16)
    let values: [Value] = [
      .null, true, 0, -1, 7, .int(.max), .int(.min), .uint(.max), .double(.nan), .double(-1e300), .double(0.1), "", "a",
      "1e5",
      "%s%d%.3f", "Asia/Tokyo", "é温", .bytes([255]), .list([]), .list([1, "a"]), .list([.list([1])]),
      .map(ValueMap([("a", 1)])),
      .type("int"), .optional(nil), .optional(1), try decimal("1e30"), .timestamp(.earliest), .timestamp(.latest),
      .duration(.zero),
    ]
    for overload in FunctionLibrary.standard.flatMap(\.overloads) {
      for _ in 0..<60 {
        let arguments = overload.parameters.map { _ in dice.pick(values) }
        switch overload.body {
        case .unary(let body): _ = try? body(arguments[0])
        case .binary(let body): _ = try? body(arguments[0], arguments[1])
        case .ternary(let body): _ = try? body(arguments[0], arguments[1], arguments[2])
        case .variadic(let body): _ = try? body(arguments)
        case .bounded(let body): _ = try? body(arguments, 10_000)
        case .metered(let body):
          var steps = 10_000
          _ = try? body(arguments, 10_000, &steps)
        case .none: Issue.record("no body")
        }
      }
    }
  }
}
