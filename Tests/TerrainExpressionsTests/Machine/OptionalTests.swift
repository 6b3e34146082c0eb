import TerrainBase
import TerrainExpressions
import Testing

/// Optionals that are in no unboxed register: facts, their fields, and what is computed.
@Suite struct OptionalTests {
  @Test func presenceIsKnown() throws {
    let card = RecordType(
      name: "card", fields: [.init(name: "id", type: .string), .init(name: "price", type: .optional(.decimal))])
    var decided = Decided()
    decided.fact("held", .optional(.record(card)))
    decided.fact("shown", .record(card))
    decided.fact("amount", .optional(.decimal))
    decided.decision(
      "d", .string,
      "string(held.hasValue()) + string(shown.price.hasValue()) + string(amount.hasValue())"
        + " + string(held.hasValue() && held.value().price.hasValue()) + string([amount][0].hasValue())"
        + " + string(optional.of(1).hasValue()) + string(optional.none().hasValue())")
    let machine = try #require(decided.machine())
    func made(_ price: Value?) -> Value { .map(["id": "a", "price": .optional(price)]) }
    func decide(_ values: [Text: Value]) throws -> [Bool] {
      machine.begin()
      for (name, value) in values { try machine.set(decided[name], value) }
      try machine.run(decided["d"])
      guard case .string(let text)? = machine.value(decided["d"]) else { return [] }
      return text.string.replacing("true", with: "1").replacing("false", with: "0").map { $0 == "1" }
    }
    let price = Value.decimal(ExactDecimal(3))
    for _ in 0..<2 {
      #expect(try decide(["shown": made(nil)]) == [false, false, false, false, false, true, false])
      #expect(
        try decide(["held": made(price), "shown": made(price), "amount": price])
          == [true, true, true, true, true, true, false])
      #expect(
        try decide(["held": .optional(made(nil)), "shown": made(nil), "amount": .optional(nil)])
          == [true, false, false, false, false, true, false])
    }
  }
}
