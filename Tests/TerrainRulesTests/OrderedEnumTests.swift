import TerrainBase
import TerrainExpressions
import TerrainRules
import Testing

/// Values of an ordered enum: compared, stepped through, and diagnosed where they cannot be.
@Suite struct OrderedEnumTests {
  /// Not in the order of their texts.
  static let tiers: [Text] = ["wood", "bronze", "silver", "gold"]
  static let vocabulary = PackVocabulary([
    "tier": .enumeration(EnumerationType(name: "tier", cases: tiers, isOrdered: true)),
    "color": .enumeration(EnumerationType(name: "color", cases: ["red", "blue"])),
    "offer": .record(
      RecordType(
        name: "offer",
        fields: [
          .init(
            name: "tier", type: .optional(.enumeration(EnumerationType(name: "tier", cases: tiers, isOrdered: true))))
        ])),
  ])

  private static func module(_ decision: String) -> RuleFiles {
    RuleFiles(
      """
      facts:
        a: { type: tier }
        b: { type: tier }
        maybe: { type: tier, optional: true }
        offer: { type: offer }
        list: { type: list<tier>, max_size: 9 }
        color: { type: color }
        text: { type: string }
        size: { type: string, values: [small, medium, large], ordered: true }
      parameters:
        limit: { value: silver, type: tier }
      decisions:
        d: \(decision)
      """)
  }

  private func decide(_ expression: String, _ facts: KeyValuePairs<String, Value>) throws -> Value {
    try Self.module("{ value: \"= \(expression)\" }").loaded(vocabulary: Self.vocabulary).decide("rules.d", facts)
  }

  @Test(arguments: ["<", "<=", ">", ">="]) func comparesByTheDeclaredOrder(_ sign: String) throws {
    let forms = [
      "a \(sign) b", "[a].exists(x, x \(sign) b)", "[b].all(x, a \(sign) x)",
      "offer.tier.value() \(sign) b", "list[0] \(sign) b", "maybe.orValue('wood') \(sign) b",
      "(color == 'red' ? a : b) \(sign) b",
    ]
    for form in forms {
      let rules = try Self.module("{ value: \"= \(form)\" }").loaded(vocabulary: Self.vocabulary)
      for (i, a) in Self.tiers.enumerated() {
        for (j, b) in Self.tiers.enumerated() {
          let facts: KeyValuePairs<String, Value> = [
            "a": .string(a), "b": .string(b), "maybe": .string(a), "color": "red",
            "offer": .map(ValueMap([("tier", .string(a))])), "list": .list([.string(a)]),
          ]
          let holds = sign == "<" ? i < j : sign == "<=" ? i <= j : sign == ">" ? i > j : i >= j
          #expect(try rules.decide("rules.d", facts).isEqual(to: .bool(holds)), "\(form) of \(a) and \(b)")
        }
      }
    }
  }

  @Test func comparesWithConstants() throws {
    #expect(try decide("a >= limit", ["a": "gold"]).isEqual(to: true))
    #expect(try decide("a >= limit", ["a": "bronze"]).isEqual(to: false))
    #expect(try decide("'bronze' < a", ["a": "silver"]).isEqual(to: true))
    #expect(try decide("limit > 'bronze'", [:]).isEqual(to: true))
    #expect(try decide("size < 'large'", ["size": "small"]).isEqual(to: true))
  }

  @Test func stepsThroughThem() throws {
    #expect(try decide("a.next()", ["a": "wood"]).isEqual(to: .optional("bronze")))
    #expect(try decide("a.next()", ["a": "gold"]).isEqual(to: .optional(nil)))
    #expect(try decide("a.previous()", ["a": "bronze"]).isEqual(to: .optional("wood")))
    #expect(try decide("a.previous()", ["a": "wood"]).isEqual(to: .optional(nil)))
    #expect(try decide("limit.next()", [:]).isEqual(to: .optional("gold")))
    #expect(try decide("a.position() + limit.position()", ["a": "gold"]).isEqual(to: 5))
    #expect(try decide("offer.tier.optMap(t, t.position()).orValue(9)", ["offer": .map(ValueMap())]).isEqual(to: 9))
    #expect(try decide("a.next().orValue(a) > b", ["a": "bronze", "b": "bronze"]).isEqual(to: true))
  }

  static let cells: [(cell: String, holds: [Text])] = [
    ("\">= silver\"", ["silver", "gold"]), ("\"< bronze\"", ["wood"]), ("bronze..silver", ["bronze", "silver"]),
    ("\"[bronze..gold)\"", ["bronze", "silver"]), ("\"> limit\"", ["gold"]),
    ("[wood, \"> silver\"]", ["wood", "gold"]),
  ]

  @Test(arguments: cells) func cellsCompare(_ cell: String, _ holds: [Text]) throws {
    for input in ["a", "maybe"] {
      let rules = try Self.module(
        "{ hit: first, rows: [{ id: x, when: { \(input): \(cell) }, then: true }], otherwise: false }"
      ).loaded(vocabulary: Self.vocabulary)
      for tier in Self.tiers {
        #expect(try rules.decide("rules.d", [input: .string(tier)]).isEqual(to: .bool(holds.contains(tier))), "\(tier)")
      }
    }
  }

  static let mistakes: [(decision: String, code: String)] = [
    ("{ value: \"= color < 'red'\" }", "expressions/no-order"),
    ("{ value: \"= color.next()\" }", "expressions/no-order"),
    ("{ value: \"= text.next()\" }", "expressions/no-order"),
    ("{ value: \"= list.max()\" }", "expressions/no-order"),
    ("{ value: \"= a < text\" }", "expressions/wrong-type"),
    ("{ value: \"= a < size\" }", "expressions/wrong-type"),
    ("{ value: \"= a < 'golden'\" }", "expressions/not-a-member"),
    ("{ value: \"= maybe < 'gold'\" }", "expressions/bare-optional"),
    ("{ hit: first, rows: [{ id: x, when: { color: \">= red\" }, then: 1 }], otherwise: 2 }", "rules/no-order"),
    ("{ hit: first, rows: [{ id: x, when: { a: gold..bronze }, then: 1 }], otherwise: 2 }", "rules/cell-syntax"),
  ]

  @Test(arguments: mistakes) func diagnoses(_ decision: String, _ code: String) throws {
    let codes = try Self.module(decision).load(vocabulary: Self.vocabulary).diagnostics.map(\.code)
    #expect(codes == [code], "\(decision)")
  }
}
