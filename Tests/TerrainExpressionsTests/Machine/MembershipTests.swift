import TerrainBase
import TerrainExpressions
import Testing

/// `in` over many literals, of facts of each type that has registers of its own, and of those that have none.
@Suite struct MembershipTests {
  private static let sizes = EnumerationType(name: "size", cases: ["xs", "s", "m", "l", "xl", "xxl", "none"])

  struct Case: Sendable {
    let type: CELType
    let list: String
    let inside: [Value]
    let outside: [Value]
  }

  static let cases: [Case] = [
    Case(type: .int, list: "[1, 2, 3, 4, 5, 6, 7, 8, 9]", inside: [1, 9], outside: [0, 10]),
    Case(type: .int, list: "[1, 2, 3, 4, 5, 6.5]", inside: [1, 5], outside: [0, 6]),
    Case(type: .uint, list: "[1u, 2u, 3u, 4u, 5u, 6u]", inside: [.uint(1), .uint(6)], outside: [.uint(0), .uint(7)]),
    Case(
      type: .double, list: "[1.0, 2.0, 3.0, 4.0, 5.0, 6.5]", inside: [.double(1), .double(6.5)],
      outside: [.double(6), .double(0)]),
    Case(type: .bool, list: "[true, true, true, true, true]", inside: [true], outside: [false]),
    Case(type: .string, list: "['a', 'b', 'c', 'd', 'e', 'f']", inside: ["a", "f"], outside: ["g", ""]),
    Case(type: .dyn, list: "['a', 'b', 'c', 'd', 5, 6.5]", inside: ["a", 5, .double(6.5)], outside: ["5", 6]),
    Case(type: .dyn, list: "[1, 2, 3, 4, 5, 6]", inside: [1, .double(6)], outside: ["1", .double(6.5), true]),
    Case(
      type: .enumeration(sizes), list: "['xs', 's', 'm', 'l', 'xl']", inside: ["xs", "xl"], outside: ["xxl", "none"]),
    // With one that is not written out.
    Case(
      type: .enumeration(sizes), list: "['xs', 's', word, 'l', 'xl']", inside: ["xs", "m", "xl"],
      outside: ["xxl", "none"]),
    Case(type: .string, list: "['a', 'b', 'c', 'd', word]", inside: ["a", "m"], outside: ["word", ""]),
  ]

  @Test(arguments: cases) func oneOfManyIsTheSameAsOneOfFew(_ one: Case) throws {
    for text in [
      "x in \(one.list) ? 'in' : 'out'", "!(x in \(one.list)) ? 'out' : 'in'",
      "flag && x in \(one.list) ? 'in' : 'out'", "x in \(one.list) || !flag ? 'in' : 'out'",
    ] {
      for tracing in [false, true] {
        var decided = Decided()
        decided.fact("x", one.type)
        decided.fact("flag", .bool)
        decided.fact("word", .string)
        decided.decision("d", .string, text)
        let machine = try #require(decided.machine(tracing: tracing))
        for (value, word) in one.inside.map({ ($0, "in") }) + one.outside.map({ ($0, "out") }) {
          machine.begin()
          try machine.set(decided["x"], value)
          try machine.set(decided["flag"], true)
          try machine.set(decided["word"], "m")
          try machine.run(decided["d"])
          #expect(machine.value(decided["d"])?.isEqual(to: .string(Text(word))) == true, "\(text): \(value)")
        }
      }
    }
  }

  /// Values of an enum are sets of bits: looking for one takes no steps for each of the others.
  @Test(arguments: ["one in all", "'v7' in all", "!(one in all)", "one in ['v7', 'v8', 'v9', 'v70', 'v71', 'v199']"])
  func aSetOfEnumValuesIsNotSearched(condition: String) throws {
    let many = EnumerationType(name: "many", cases: (0..<200).map { Text("v\($0)") })
    var decided = Decided()
    decided.fact("all", .list(.enumeration(many)))
    decided.fact("one", .enumeration(many))
    decided.decision("d", .string, "\(condition) ? 'yes' : 'no'")
    let machine = try #require(decided.machine())
    for one in ["v7", "v150", "v199"] as [Value] {
      machine.begin()
      try machine.set(decided["all"], .list((20..<180).map { .string(Text("v\($0)")) }))
      try machine.set(decided["one"], one)
      try machine.run(decided["d"])
      #expect(machine.steps < 40, "\(one)")
    }
  }
}
