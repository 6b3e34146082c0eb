import TerrainBase
import TerrainPages
import Testing

/// Values of rules as people read them.
@Suite struct ShownValueTests {
  static func money(_ currency: Text, _ minor: Int64) -> Value {
    .map(["currency": .string(currency), "minor": .int(minor)])
  }

  static let values: [(Value, Text)] = [
    (.null, "–"), (.optional(nil), "–"), (.optional(.optional(.string("08"))), "08"), (.list([]), "–"),
    (.map([:]), "–"),
    (.bool(true), "true"), (.int(-3), "-3"), (.uint(7), "7"), (.double(2), "2"), (.double(0.5), "0.5"),
    (.list([.string("a"), .optional(.int(1))]), "a, 1"),
    (.list([.string("Charts, GPU"), .string("Frame")]), "Charts, GPU; Frame"),
    (.map(["a": .int(1), "b": .optional(nil), "c": .string("x")]), "a 1, c x"),
    (.list([.map(["a": .int(1)]), .map(["a": .int(2)])]), "a 1; a 2"),
    (money("USD", 6080), "USD 60.80"), (money("USD", -5), "USD -0.05"), (money("JPY", 120), "JPY 120"),
    (money("KWD", 1), "KWD 0.001"),
    (money("XYZ", 1), "currency XYZ, minor 1"),
  ]

  @Test(arguments: values.indices) func readsAsPeopleDo(_ index: Int) {
    #expect(Self.values[index].0.shown(limit: 1_000) == Self.values[index].1)
  }

  @Test func decimalsAndTimesHaveNoConstructors() throws {
    #expect(Value.decimal(try ExactDecimal(coefficient: 51, exponent: -2)).shown(limit: 1_000) == "0.51")
    #expect(
      Value.timestamp(try Timestamp(rfc3339: "2026-11-21T09:00:00Z")).shown(limit: 1_000) == "2026-11-21T09:00:00Z")
  }

  @Test func nestingCostsNoStack() {
    var value = Value.int(1)
    for _ in 0..<1_000 { value = .list([value]) }
    #expect(value.shown(limit: 1_000) == "1")
  }
}
