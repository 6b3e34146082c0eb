import TerrainBase
import TerrainExpressions
import TerrainRules
import Testing

/// What may be given as a fact, and what becomes of one that is refused.
@Suite struct FactTests {
  static let rules = RuleFiles(
    """
    facts:
      level: { type: int, min: -10, max: 10 }
      share: { type: double, max: 1 }
      name:  { type: string, max_size: 3 }
      tags:  { type: list<string> }
      mood:  { type: int, min: 1, max: 10, optional: true }
    decisions:
      all:
        type: string
        value: "= string(level) + ' ' + string(share) + ' ' + name + ' ' + string(size(tags)) + ' ' + string(mood.orValue(0))"
      high: { value: "= level >= 3" }
    """)

  static let given: KeyValuePairs<String, Value> = [
    "level": 4, "share": .double(0.5), "name": "abc", "tags": .list(["x", "y"]), "mood": 7,
  ]

  struct Refusal: CustomTestStringConvertible {
    var fact: String
    var value: Value
    var code: FunctionFailure.Code
    var testDescription: String { "\(fact): \(value)" }
  }

  static let refusals: [Refusal] = [
    Refusal(fact: "level", value: 11, code: .factRange), Refusal(fact: "level", value: -11, code: .factRange),
    Refusal(fact: "level", value: "4", code: .factType), Refusal(fact: "level", value: .uint(4), code: .factType),
    Refusal(fact: "share", value: .double(1.5), code: .factRange),
    Refusal(fact: "share", value: .double(.nan), code: .factRange), Refusal(fact: "share", value: 1, code: .factType),
    Refusal(fact: "name", value: "abcd", code: .factRange), Refusal(fact: "name", value: 1, code: .factType),
    Refusal(fact: "tags", value: .list(["x", 1]), code: .factType), Refusal(fact: "tags", value: "x", code: .factType),
    Refusal(fact: "mood", value: 0, code: .factRange), Refusal(fact: "mood", value: "7", code: .factType),
  ]

  @Test(arguments: refusals)
  func refuses(_ refusal: Refusal) throws {
    let ruleSet = try Self.rules.loaded()
    let session = RuleSession(ruleSet)
    let fact = try #require(ruleSet.fact(Text(refusal.fact)))
    try session.give(Self.given)
    let error = #expect(throws: EvaluationError.self) { try session.set(fact, refusal.value) }
    #expect(error?.code == refusal.code)
    if case .int(let number) = refusal.value {
      let error = #expect(throws: EvaluationError.self) { try session.set(fact.id, int: number) }
      #expect(error?.code == refusal.code)
    }
  }

  private static func withLevel(_ declaration: String) -> RuleFiles {
    RuleFiles("facts:\n  level: { type: int, \(declaration) }\ndecisions:\n  high: { value: \"= level >= 3\" }\n")
  }

  static let defaults: [(declaration: String, codes: [String])] = [
    ("default: 4", []), ("min: 4, max: 4, default: 4", []),
    ("default: four", ["rules/literal-type"]), ("max: 3, default: 4", ["rules/fact-default"]),
    ("min: 5, default: 4", ["rules/fact-default"]), ("per: candidate, default: 4", ["rules/fact-default"]),
    ("window: { count: true }, default: 4", ["rules/fact-default"]),
  ]

  @Test(arguments: defaults)
  func aDefaultIsOfItsFact(_ declaration: String, _ codes: [String]) throws {
    #expect(try Self.withLevel(declaration).load().diagnostics.map(\.code) == codes)
  }

  @Test func whatMayBeAbsentHasNoDefault() throws {
    let files = RuleFiles(
      "facts: { level: { type: int, optional: true, default: 4 } }\ndecisions: { high: { value: \"= level.hasValue()\" } }"
    )
    #expect(try files.load().diagnostics.map(\.code) == ["rules/fact-default"])
  }

  @Test func modulesAgreeOnADefault() throws {
    func module(_ mark: String) -> String {
      "facts: { level: { type: int\(mark) } }\ndecisions: { sum: { value: \"= level\" } }"
    }
    func codes(_ first: String, _ second: String) throws -> [String] {
      try RuleFiles(["shop.first": module(first), "shop.second": module(second)]).load().diagnostics.map(\.code)
    }
    #expect(try codes(", default: 4", ", default: 4") == [])
    #expect(try codes(", default: 4", ", default: 5") == ["rules/fact-conflict"])
    #expect(try codes("", ", default: 5") == ["rules/fact-conflict"])
  }

  /// In every session, also one that records, and in every request.
  @Test func aFactIsItsDefaultUntilItIsSet() throws {
    let rules = try Self.withLevel("default: 4").loaded()
    let level = try #require(rules.fact("level"))
    let high = try #require(rules.decision("shop.rules.high"))
    let session = RuleSession(rules)
    for session in [session, try session.recording()] {
      for _ in 0..<2 {
        session.begin()
        #expect(try session.value(high).isEqual(to: .bool(true)))
        session.begin()
        try session.set(level, 2)
        #expect(try session.value(high).isEqual(to: .bool(false)))
        session.beginAgain(without: [])
        #expect(try session.value(high).isEqual(to: .bool(false)))
        session.beginAgain(without: [level])
        #expect(try session.value(high).isEqual(to: .bool(true)))
      }
    }
  }

  /// One module that marks a fact is enough, whichever comes first.
  @Test(arguments: [(", secret: true", ""), ("", ", secret: true"), (", secret: false", "")])
  func secretsOfOneModuleAreSecretForAll(_ first: String, _ second: String) throws {
    func module(_ mark: String) -> String {
      "facts: { level: { type: int\(mark) }, other: { type: int } }\ndecisions: { sum: { value: \"= level + other\" } }"
    }
    let rules = try RuleFiles(["shop.first": module(first), "shop.second": module(second)]).loaded()
    let isSecret = first.contains("true") || second.contains("true")
    #expect(rules.fact("level")?.declaration.isSecret == isSecret)
    #expect(rules.fact("other")?.declaration.isSecret == false)
  }

  /// What is out of range does not take the place of what was given before.
  @Test func keepsWhatWasGivenBefore() throws {
    let ruleSet = try Self.rules.loaded()
    let session = RuleSession(ruleSet)
    let all = try #require(ruleSet.decision("shop.rules.all"))
    try session.give(Self.given)
    for refusal in Self.refusals where refusal.code == .factRange {
      let fact = try #require(ruleSet.fact(Text(refusal.fact)))
      #expect(throws: EvaluationError.self) { try session.set(fact, refusal.value) }
    }
    #expect(try session.value(all).isEqual(to: "4 0.5 abc 2 7"))
  }

  /// A number given as it is and one given as a value are the same; facts that nobody looks at may be given, too.
  @Test func givesNumbersEitherWay() throws {
    let ruleSet = try Self.rules.loaded()
    let session = RuleSession(ruleSet)
    let high = try #require(ruleSet.decision("shop.rules.high"))
    let level = try #require(ruleSet.fact("level"))
    let mood = try #require(ruleSet.fact("mood"))
    for number in Int64(-10)...10 {
      session.begin()
      try session.set(level.id, int: number)
      try session.set(mood.id, int: 5)
      try session.run(high.id)
      #expect(session.bits(high.id) == (number >= 3 ? 1 : 0))
      session.begin()
      try session.set(level, .int(number))
      #expect(try session.value(high).isEqual(to: .bool(number >= 3)))
    }
  }

  /// A request knows nothing of the one before it.
  @Test func forgetsWithEachRequest() throws {
    let ruleSet = try Self.rules.loaded()
    let session = RuleSession(ruleSet)
    let all = try #require(ruleSet.decision("shop.rules.all"))
    try session.give(Self.given)
    _ = try session.value(all)
    try session.give(["level": 1, "share": .double(0.25), "name": "z", "tags": .list([])])
    #expect(try session.value(all).isEqual(to: "1 0.25 z 0 0"))
    try session.give(["level": 1, "share": .double(0.25), "tags": .list([])])
    let error = #expect(throws: EvaluationError.self) { try session.value(all) }
    #expect(error?.code == .missingFact)
  }
}
