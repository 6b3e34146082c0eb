import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import Testing

@Suite struct OverrideTests {
  static let files = RuleFiles(
    """
    facts:
      n: { type: int }
    parameters:
      limit: { value: 3, type: int, min: 0, max: 10 }
      rate: { value: 0.5, type: double }
      mode: { value: fast, type: string, values: [fast, slow] }
      on: { value: true, type: bool }
      word: { value: tea, type: string }
    decisions:
      over: { value: "= n > limit" }
      all: { value: "= string(rate) + mode + string(on) + word" }
    """)

  @Test func setsParametersForOneRun() throws {
    let plain = try Self.files.loaded()
    #expect(try plain.decide("rules.over", ["n": 4]).isEqual(to: true))
    #expect(try plain.decide("rules.all", [:]).isEqual(to: "0.5fasttruetea"))
    let set = try Self.files.loaded(set: [
      "shop.rules.limit=4", "rules.rate=2", "shop.rules.mode=slow", "rules.on=false", "rules.word=a = b",
    ])
    #expect(try set.decide("rules.over", ["n": 4]).isEqual(to: false))
    #expect(try set.decide("rules.all", [:]).isEqual(to: "2slowfalsea = b"))
  }

  @Test(arguments: [
    (
      "shop.rules.limt=4",
      "--set:1:1 rules/set-unknown: the module `shop.rules` has no parameter `limt` [did you mean `limit`?]"
    ),
    (
      "shop.rules.temperature=4",
      "--set:1:1 rules/set-unknown: the module `shop.rules` has no parameter `temperature` [its parameters are `limit`, `rate`, `mode`, `on`, `word`]"
    ),
    ("shop.ruls.limit=4", "--set:1:1 rules/set-unknown: there is no module `shop.ruls` [did you mean `shop.rules`?]"),
    (
      "shop.rules.limit=four",
      "--set:1:18 rules/set-type: `limit` must be a whole number, not `four` {shop.rules.yaml:6:3: declared here}"
    ),
    ("shop.rules.limit=11", "--set:1:18 rules/parameter-range: `limit` is 11, but must be at least 0 and at most 10"),
    (
      "shop.rules.mode=slwo",
      "--set:1:17 rules/set-type: `mode` must be a value of `mode`, not `slwo` [did you mean `slow`?] {shop.rules.yaml:8:3: declared here}"
    ),
  ]) func reports(_ argument: String, _ line: String) throws {
    #expect(try Self.files.diagnosticLines(set: [argument]) == [line])
  }

  /// The values of an enum are listed where they are at most twelve.
  @Test(arguments: [11, 12, 13]) func listsFewValues(count: Int) throws {
    let values = (0..<count).map { "value\($0)" }
    let files = RuleFiles(
      """
      parameters:
        mode: { value: value0, type: string, values: [\(values.joined(separator: ", "))] }
      decisions:
        d: { value: "= mode" }
      """)
    let fix = try files.load(set: ["shop.rules.mode=quite-another"]).diagnostics.map(\.fix)
    #expect(fix == [count <= 12 ? "its values are \(values.joined(separator: ", "))" : nil])
  }

  @Test func reportsWhatSetsNothing() {
    let error = #expect(throws: DiagnosticError.self) { try ParameterOverride("shop.rules.limit") }
    #expect(
      error?.diagnostics.map(Self.files.line) == [
        "--set:1:1 rules/set-syntax: this does not set a parameter [write `--set module.name=value`]"
      ])
  }
}

@Suite struct ContractTests {
  static let files = RuleFiles(
    """
    facts:
      2️⃣n: { type: int, min: 0, max: 9 }
      3️⃣mood: { type: int, optional: true }
    decisions:
      1️⃣size:
        hit: first
        rows:
          - { id: big, when: { n: "> 5" }, then: big }
          - { id: moody, when: { mood: "> 5" }, then: moody }
        otherwise: small
      free: { value: 3 }
    """)
  static let sizes = CELType.enumeration(EnumerationType(name: "size", cases: ["small", "big", "moody", "huge"]))

  @Test(arguments: [
    (Contract("score", decisions: [.init("rules.size", sizes)], facts: [.init("n", .int)]), []),
    (Contract("score", decisions: [.init("shop.rules.size", .string)], otherFacts: .int), []),
    (Contract("score", decisions: [.init("rules.free", .int), .init("rules.more", .int, isOptional: true)]), []),
    (
      Contract("score", decisions: [.init("rules.sise", .string)]),
      [
        "1 rules/contract-decision: `score` needs the decision `rules.sise`, and there is none [did you mean `rules.size`?]"
      ]
    ),
    (
      Contract("score", decisions: [.init("rule.size", .string), .init("rule.more", .string)]),
      [
        "ruleset.yaml:1:1 rules/contract-module: `score` asks the module `rule`, and the rule set `shop` has no such module [did you mean `rules`?]"
      ]
    ),
    (
      Contract(
        "score",
        decisions: [.init("orders.size", .string), .init("bills.size", .string, isOptional: true)], modules: ["parcels"]
      ),
      [
        "ruleset.yaml:1:1 rules/contract-module: `score` asks the modules `parcels` and `orders`, and the rule set `shop` has none such [its modules are `rules`]"
      ]
    ),
    (
      Contract("score", decisions: [.init("rules.size", .int)], otherFacts: .int),
      ["1 rules/contract-type: `score` needs `shop.rules.size` to be a whole number, but it is a value of `size`"]
    ),
    (
      Contract(
        "score",
        decisions: [
          .init("rules.size", .enumeration(EnumerationType(name: "sizes", cases: ["small", "bigg", "huge"])))
        ],
        otherFacts: .int),
      [
        "1 rules/contract-type: `score` needs `shop.rules.size` to be a value of `sizes`, which `big`, `moody` is not [did you mean `bigg`?]"
      ]
    ),
    (
      Contract("score", decisions: [.init("rules.size", .string)], facts: [.init("m", .int)]),
      [
        "2 rules/contract-fact: `shop.rules.size` needs the fact `n`, which `score` does not supply [what it supplies: `m`]"
      ]
    ),
    (
      Contract("score", decisions: [.init("rules.size", .string)], facts: [.init("n", .double)]),
      ["2 rules/contract-fact: `score` supplies `n` as `double`, but it is declared as `int`"]
    ),
    (
      Contract("score", decisions: [.init("rules.size", .string)], facts: [.init("n", .optional(.int))]),
      ["2 rules/contract-fact: `score` cannot always supply `n` [add `optional: true`]"]
    ),
  ]) func keeps(_ contract: Contract, _ diagnosticLines: [String]) throws {
    #expect(try Self.files.diagnosticLines(extent: .contracts([contract])) == diagnosticLines)
  }

  @Test func factsOutsideTheirRangeAreRefused() throws {
    let session = RuleSession(try Self.files.loaded())
    session.begin()
    let fact = try #require(session.ruleSet.fact("n"))
    for (value, code, message) in [
      (Value.int(10), "fact-range", "`n` must be at least 0 and at most 9"),
      (.int(-1), "fact-range", "`n` must be at least 0 and at most 9"),
    ] {
      let error = #expect(throws: EvaluationError.self) { try session.set(fact, value) }
      #expect(error?.code.name == code)
      #expect(error?.message == message)
      #expect(error?.seen.map(\.words) == ["n = \(value)"])
    }
    #expect(throws: EvaluationError.self) { try session.set(fact, "3") }
  }

  @Test func factsThatAreMissingAreListed() throws {
    let rules = try RuleFiles(
      """
      facts:
        a: { type: int }
        b: { type: int }
        c: { type: int, optional: true }
      decisions:
        d: { value: "= a + b + c.orValue(0)" }
      """
    ).loaded()
    let error = #expect(throws: EvaluationError.self) { try rules.decide("rules.d", [:]) }
    #expect(error?.code == .missingFact)
    #expect(error?.message == "`shop.rules.d` needs the facts `a`, `b`, which are not given")
    #expect(try rules.decide("rules.d", ["a": 1, "b": 2]).isEqual(to: 3))
    #expect(try rules.decide("rules.d", ["a": 1, "b": 2, "c": 3]).isEqual(to: 6))
  }
}
