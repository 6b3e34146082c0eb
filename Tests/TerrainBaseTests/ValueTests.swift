import Testing

@testable import TerrainBase

@Suite struct ValueTests {
  @Test func isSmall() {
    #expect(MemoryLayout<Value>.stride <= 24)
  }

  static let equal: [(Value, Value)] = [
    (1, .uint(1)), (1, .double(1)), (.uint(1), .double(1)), (1, .decimal(decimal("1.0"))),
    (.double(0.5), .decimal(decimal("0.50"))), (.double(0.0), .double(-0.0)), (.double(-0.0), 0), (.null, .null),
    ("a", "a"), (.bytes([1]), .bytes([1])), (true, true), (.type("int"), .type("int")),
    (.list([1, .uint(2)]), .list([.double(1), 2])), (.list([]), .list([])), (.map([:]), .map([:])),
    (.map([1: "a", 2: "b"]), .map([.uint(2): "b", .uint(1): "a"])), (.optional(nil), .optional(nil)),
    (.optional(1), .optional(.double(1))), (.list([.map(["k": .list([1])])]), .list([.map(["k": .list([.uint(1)])])])),
    (.timestamp(instant(1)), .timestamp(instant(1))),
    (.uint(.max), .decimal(decimal("18446744073709551615"))), (.double(0x1p63), .uint(1 << 63)),
  ]

  @Test(arguments: equal) func areEqual(a: Value, b: Value) {
    #expect(a.isEqual(to: b) && b.isEqual(to: a))
    #expect(hash(a) == hash(b))
    if let order = a.compare(to: b) { #expect(order == .equal) }
  }

  static let unequal: [(Value, Value)] = [
    (1, "1"), (1, true), (0, false), (.null, 0), (.null, false), ("a", .bytes([97])), ("é", "e\u{301}"),
    (.double(.nan), .double(.nan)), (.double(.nan), 1), (.double(0.1), .decimal(decimal("0.1"))),
    (.list([1]), .list([1, 1])), (.list([1, 2]), .list([2, 1])), (.map(["a": 1]), .map(["a": 2])),
    (.map(["a": 1]), .map(["b": 1])), (.list([.double(.nan)]), .list([.double(.nan)])), (.optional(nil), .optional(1)),
    (.optional(1), 1), (.optional(.null), .optional(nil)), ("int", .type("int")), (.list([]), .map([:])),
    (.int(.max), .double(0x1p63)), (.int(9_007_199_254_740_993), .double(9_007_199_254_740_992)),
    (-1, .uint(.max)), (.double(.infinity), .decimal(decimal("1e400"))), (.int(1), .double(1.5)),
    (.timestamp(instant(1)), .duration(length(1))),
  ]

  @Test(arguments: unequal) func areUnequal(a: Value, b: Value) {
    #expect(!a.isEqual(to: b) && !b.isEqual(to: a))
  }

  static let ascending: [(Value, Value)] = [
    (1, 2), (1, .uint(2)), (-1, .uint(.max)), (1, .double(1.5)), (.double(-1.5), -1), (.int(.max), .double(0x1p63)),
    (.double(-0x1p64), .int(.min)), (.double(-0.5), .uint(0)), (.uint(.max), .double(0x1p64)),
    (.uint(.max), .double(.infinity)), (.double(-.infinity), .int(.min)), (.decimal(decimal("0.1")), .double(0.1)),
    (.double(0.3), .decimal(decimal("0.3"))), (.decimal(decimal("-0.1")), .double(0.1)),
    (.double(-0.1), .decimal(decimal("-0.1"))), (.decimal(decimal("1e400")), .double(.infinity)),
    (.double(.greatestFiniteMagnitude), .decimal(decimal("1e400"))),
    (.decimal(decimal("1e-400")), .double(.leastNonzeroMagnitude)),
    (.double(0), .decimal(decimal("1e-400"))), (.double(1e23), .decimal(decimal("1e23"))),
    (.decimal(decimal("1.4")), .decimal(decimal("1.45"))), (.decimal(decimal("-2")), .decimal(decimal("-1.9"))),
    (.decimal(decimal("9.9")), 10), (.decimal(decimal("99e10")), .decimal(decimal("1e12"))), (false, true),
    ("a", "b"), ("", "a"), ("Z", "a"), ("\u{FFFD}", "\u{10000}"), (.bytes([1]), .bytes([1, 0])),
    (.timestamp(instant(1)), .timestamp(instant(1, 1))),
    (.duration(length(-1, -5)), .duration(length(-1))),
  ]

  @Test(arguments: ascending) func areOrdered(a: Value, b: Value) {
    #expect(a.compare(to: b) == .less)
    #expect(b.compare(to: a) == .greater)
    #expect(a.totalOrder(b) == .less)
    #expect(!a.isEqual(to: b))
  }

  @Test func whatCELDoesNotOrderHasNoOrder() {
    let pairs: [(Value, Value)] = [
      (1, "1"), (.list([1]), .list([2])), (.map([:]), .map([:])), (.double(.nan), 1), (1, .double(.nan)),
      (.null, .null),
      (.type("a"), .type("b")),
    ]
    for (a, b) in pairs { #expect(a.compare(to: b) == nil) }
  }

  static let sorted: [Value] = [
    .null, false, true, .double(.nan), .double(-.infinity), -1, .double(-0.0), .double(0.5), 1, .uint(1), .double(1),
    .decimal(1), .uint(.max), .double(.infinity), "", "a", .bytes([]), .bytes([0]), .timestamp(instant(0)),
    .duration(length(0)), .list([]), .list([1]), .list([1, 1]), .list([.list([])]),
    .list([.list([1]), 0]), .list([.list([1]), 1]), .list([.list([2])]), .map([:]), .map(["a": 1]),
    .map(["a": 1, "b": 0]),
    .map(["b": 0]), .type("int"), .optional(nil), .optional(1), .optional(.optional(nil)),
  ]

  @Test func totalOrderIsTotal() {
    for (i, a) in Self.sorted.enumerated() {
      for (j, b) in Self.sorted.enumerated() {
        #expect(a.totalOrder(b) == Ordering(i, j), "\(a) and \(b)")
        #expect(a.isIdentical(to: b) == (i == j))
      }
    }
    #expect(Value.map(["a": 1, "b": 2]).isIdentical(to: .map(["b": 2, "a": 1])))
  }

  static let printed: [(Value, String)] = [
    (.null, "null"), (true, "true"), (-5, "-5"), (.uint(1), "1u"), (.double(1), "1.0"), (.double(1e100), "1e+100"),
    (.double(-0.0), "-0.0"), (.double(.nan), "double(\"NaN\")"), (.double(-.infinity), "double(\"-Infinity\")"),
    ("a\"b\\\n\t\u{1}\u{202E}é", "\"a\\\"b\\\\\\n\\t\\u0001\\u202eé\""),
    (.bytes([97, 34, 255, 0]), "b\"a\\\"\\xff\\x00\""),
    (.list([1, .list([]), "x"]), "[1, [], \"x\"]"), (.map(["b": 1, 2: .map([:])]), "{\"b\": 1, 2: {}}"),
    (.type("google.protobuf.Timestamp"), "google.protobuf.Timestamp"), (.optional(nil), "optional.none()"),
    (.optional(.list([1])), "optional.of([1])"), (.decimal(decimal("12.50")), "decimal(\"12.5\")"),
  ]

  @Test(arguments: printed) func printsAsCEL(value: Value, text: String) {
    #expect(value.description == text)
  }

  @Test func hasCELTypeNames() {
    let names: [(Value, Text)] = [
      (.null, "null_type"), (.double(1), "double"), (.duration(length(0)), "google.protobuf.Duration"),
      (.optional(nil), "optional_type"), (.type("int"), "type"), (.decimal(0), "decimal"),
    ]
    for (value, name) in names { #expect(value.typeName == name) }
  }

  @Test func nestingTakesNoStack() {
    var (a, b): (Value, Value) = (1, .double(1))
    for _ in 0..<20_000 { (a, b) = (.list([a]), .list([b])) }
    #expect(a.isEqual(to: b))
    #expect(a.totalOrder(b) == .less)
    #expect(a.description.utf8.count == 40_001)
    // Taken apart by hand: releasing is the one thing the language does recursively.
    while case .list(let inner) = a { a = inner[0] }
    while case .list(let inner) = b { b = inner[0] }
  }

  private func hash(_ value: Value) -> Int {
    var hasher = Hasher()
    value.hash(into: &hasher)
    return hasher.finalize()
  }
}

@Suite struct ValueMapTests {
  @Test(arguments: [0, 1, 7, 8, 9, 10, 33, 1000]) func keepsOrderAndFinds(count: Int) {
    var map = ValueMap()
    for number in 0..<count {
      let added = (
        map.insert(.string("k\(number)"), .int(Int64(number))), map.insert(.int(Int64(number)), .int(Int64(-number)))
      )
      #expect(added == (true, true))
    }
    #expect(map.count == count * 2)
    for number in 0..<count {
      #expect(map[.string("k\(number)")]?.isIdentical(to: .int(Int64(number))) == true)
      #expect(map[string: "k\(number)"]?.isIdentical(to: .int(Int64(number))) == true)
      #expect(map[.uint(UInt64(number))]?.isIdentical(to: .int(Int64(-number))) == true)
      #expect(map[.double(Double(number))]?.isIdentical(to: .int(Int64(-number))) == true)
      #expect(map[.decimal(ExactDecimal(Int64(number)))]?.isIdentical(to: .int(Int64(-number))) == true)
      let again = map.insert(.double(Double(number)), 0)
      #expect(!again)
      #expect(map.entries[number * 2].key.isIdentical(to: .string("k\(number)")))
    }
    #expect(map["absent"] == nil && map[.double(0.5)] == nil && map[.list([])] == nil && map[.double(.nan)] == nil)
    #expect(map.keys.count == map.values.count)
  }

  @Test func replacesInPlace() {
    var map: ValueMap = ["a": 1, "b": 2, 1: 3]
    let old = [map.replace("a", with: 9), map.replace(.uint(1), with: 8), map.replace("c", with: 7)]
    #expect(old.map { $0?.description } == ["1", "3", nil])
    #expect(Value.map(map).description == "{\"a\": 9, \"b\": 2, 1: 8, \"c\": 7}")
  }

  @Test func textsThatLookAlikeAreTwoKeys() {
    var map = ValueMap()
    let added = (map.insert("é", 1), map.insert("e\u{301}", 2))
    #expect(added == (true, true))
    #expect(map[string: "é"]?.isIdentical(to: 1) == true)
  }

  @Test func equalityIgnoresOrder() {
    let pairs = (0..<50).map { (Value.int($0), Value.uint(UInt64($0))) }
    #expect(ValueMap(pairs).isEqual(to: ValueMap(pairs.reversed())))
    #expect(!ValueMap(pairs).isEqual(to: ValueMap(pairs.dropLast())))
  }

  @Test func copiesAreIndependent() {
    let original = ValueMap((0..<20).map { (Value.int($0), Value.null) })
    var copy = original
    copy.insert("new", 1)
    #expect(original.count == 20 && original["new"] == nil && copy.count == 21)
  }
}
