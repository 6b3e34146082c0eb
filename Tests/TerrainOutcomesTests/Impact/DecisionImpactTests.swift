import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

@testable import TerrainOutcomes

/// Impact on decisions: who would get something else, by which row, and what is not known of whom.
@Suite struct DecisionImpactTests {
  private static func impact(_ old: String, _ new: String, _ lines: [String], by group: [Text]? = nil) throws -> Impact
  {
    let file = try PeopleFile(SourceText(name: "p", text: lines.joined(separator: "\n")))
    return try Impact(
      from: RuleModule.system(old), to: RuleModule.system(new),
      over: .file(file), group: group)
  }

  private static func even(_ old: String, _ new: String, people: Int, seed: UInt64 = 1) throws -> Impact {
    try Impact(
      from: RuleModule.system(old), to: RuleModule.system(new),
      over: .even(seed: seed, people: people))
  }

  private static func thermal(_ threshold: Int) -> String {
    """
    facts:
      cold: { type: int, min: -10, max: 10 }
      mood: { type: int, min: 1, max: 10, optional: true }
    decisions:
      thermal:
        hit: first
        rows:
          - { id: low, when: { cold: "<= \(threshold)" }, then: cold }
          - { id: high, when: { cold: ">= 3" }, then: warm }
        otherwise: neutral
      advice:
        hit: first
        rows:
          - { id: heat, when: { thermal: cold }, then: tea }
        otherwise: water
      other:
        value: "= cold * 2"
    """
  }

  private static func priced(_ factor: Int, fact: String = "") -> String {
    "facts:\n  n: { type: int, min: 0, max: 99 }\n\(fact)parameters:\n  factor: { value: \(factor), type: int }\n"
      + "decisions:\n  points: { value: \"= n * factor\" }\n  twice: { value: \"= points + points\" }\n"
  }

  @Test func theSameRulesChangeNothing() throws {
    let impact = try Self.even(Self.thermal(-3), Self.thermal(-3), people: 500)
    #expect(impact.text == "0 of 500 would get something else (0.0 %)\n\nunchanged: 3 decisions\n")
  }

  @Test func aMovedThresholdIsTracedToItsRow() throws {
    let impact = try Self.impact(
      Self.thermal(-3), Self.thermal(-5), (-10...10).map { "{\"cold\": \($0), \"person_id\": \"p\($0)\"}" },
      by: ["cold"])
    #expect(impact.groups.count { $0.changed == 1 } == 2 && impact.groups.count == 21)
    let decisions = impact.text.split(separator: "\n").drop { $0 != "m.thermal: 2 (9.5 %)" }
    #expect(
      decisions.joined(separator: "\n") == """
        m.thermal: 2 (9.5 %)
          2 (9.5 %) from cold to neutral
            the smallest request: p-4 {"cold":-4}
            rows of the old rules: m.thermal.low (m.yaml:10)
            rows of the new rules: `otherwise` of m.thermal (m.yaml:12)
        m.advice: 2 (9.5 %)
          2 (9.5 %) from tea to water
            the smallest request: p-4 {"cold":-4}
            rows of the old rules: m.thermal.low (m.yaml:10)
            rows of the new rules: `otherwise` of m.thermal (m.yaml:12)
        unchanged: 1 decision
        """)
  }

  /// A `value:` is a cause by itself, and the parameter in it that differs is named.
  @Test func aParameterOfAValueIsNamed() throws {
    #expect(
      try Self.impact(Self.priced(2), Self.priced(3), [#"{"n": 0}"#, #"{"n": 5}"#]).text == """
        1 of 2 would get something else (50.0 %)
        parameter `m.factor`: 2 in the old rules, 3 in the new

        m.points: 1 (50.0 %)
          1 greater, 0 less; by 5.0 on average
          in all 10 before, 15 after: 5 gained, 0 lost
          gain most: p:2 5
          1 (50.0 %) from 10 to 15
            the smallest request: p:2 {"n":5}
            in both versions: `value` of m.points (m.yaml:8)
            parameter `m.factor`: 2 in the old rules, 3 in the new

        m.twice: 1 (50.0 %)
          1 greater, 0 less; by 10.0 on average
          in all 20 before, 30 after: 10 gained, 0 lost
          gain most: p:2 10
          1 (50.0 %) from 20 to 30
            the smallest request: p:2 {"n":5}
            in both versions: `value` of m.points (m.yaml:8)
            parameter `m.factor`: 2 in the old rules, 3 in the new

        unchanged: 0 decisions

        """)
  }

  @Test func rowsThatAddUpAreACause() throws {
    func sum(_ bonus: Int) -> String {
      "facts:\n  n: { type: int, min: 0, max: 9 }\ndecisions:\n  d:\n    hit: sum\n    rows:\n"
        + "      - { id: a, then: 1 }\n      - { id: b, when: { n: \">= 5\" }, then: \(bonus) }\n"
    }
    let cause = try Self.impact(sum(2), sum(3), [#"{"n": 7}"#]).differences.first?.changes.first?.cause
    #expect(cause?.titled.map(\.title) == ["in both versions"])
    #expect(cause?.old.map(\.words) == ["the rows of m.d (m.yaml:6)"])
  }

  @Test func whatBreaksIsAChangeToo() throws {
    let old = "facts:\n  x: { type: int, min: 0, max: 3 }\ndecisions:\n  d: { value: \"= 12 / (x + 1)\" }\n"
    let new =
      "facts:\n  x: { type: int, min: 0, max: 2 }\ndecisions:\n  d: { value: \"= 12 / x\" }\n  e: { value: 1 }\n"
    let impact = try Self.impact(old, new, (0...3).map { "{\"x\": \($0)}" })
    #expect(impact.decisions?.onlyNew == ["m.e"] && impact.decisions?.onlyOld == [] && impact.changed == 4)
    #expect(
      impact.differences.first?.changes.map(\.words) == [
        "from 12 to (division-by-zero)", "from 6 to 12", "from 4 to 6", "from 3 to (fact-range)",
      ])
  }

  /// A fact that only the new rules declare counts.
  @Test func aFactOfTheNewRulesCounts() throws {
    let new = Self.priced(2, fact: "  gift: { type: int, optional: true }\n").replacing(
      "= n * factor", with: "= n * factor + gift.orValue(0)")
    let impact = try Self.impact(Self.priced(2), new, [#"{"n": 1, "gift": 4}"#, #"{"n": 1}"#])
    #expect(impact.changed == 1 && impact.differences.first?.changes.first?.to == "6")
  }

  /// A fact with another type in the new rules is read for each version as it takes it.
  @Test func factsOfAnotherType() throws {
    let old = Self.priced(2)
    let other = old.replacing("type: int, min: 0, max: 99", with: "type: bool")
      .replacing("= n * factor", with: "= n ? factor : 0")
    let impact = try Self.impact(old, other, [#"{"n": 1}"#, #"{"n": true}"#])
    #expect(
      impact.differences.first?.changes.map(\.words) == ["from 2 to (fact-type)", "from (fact-type) to 2"])
    let error = #expect(throws: DiagnosticError.self) { try Self.impact(old, other, [#"{"n": 1}"#, #"{"n": "x"}"#]) }
    #expect(error?.diagnostics.first?.place?.fileAndLine == "p:2")
  }

  /// What nobody could be decided for is no "unchanged".
  @Test func peopleWithoutAValueAreListed() throws {
    let impact = try Self.impact(Self.priced(2), Self.priced(3), ["{}", "{}"])
    #expect(
      impact.text == """
        0 of 2 would get something else (0.0 %)
        parameter `m.factor`: 2 in the old rules, 3 in the new

        unchanged: 0 decisions
        without a value in both versions: m.points for 2, 100.0 % (missing-fact: `n`)
        without a value in both versions: m.twice for 2, 100.0 % (missing-fact: `n`)

        """)
  }

  /// Facts of which only the type is known cannot be drawn: the decisions that need them are listed where they may differ.
  @Test func factsThatCannotBeDrawn() throws {
    func rules(_ factor: Int) -> String {
      "facts:\n  n: { type: int, min: 0, max: 9 }\n  name: { type: string }\nparameters:\n"
        + "  factor: { value: \(factor), type: int }\ndecisions:\n  a: { value: \"= n + 1\" }\n"
        + "  score: { value: \"= size(name) * factor\" }\n  other: { value: \"= name + name\" }\n"
    }
    let text = try Self.even(rules(2), rules(3), people: 20).text
    #expect(
      text.hasSuffix(
        "\nunchanged: 2 decisions\nwithout a value in both versions: m.score for 20, 100.0 % (missing-fact: `name`)\n"))
  }

  @Test func evenPeopleAreTheSameAndFillTheirRanges() throws {
    let (old, new) = (Self.thermal(-3), Self.thermal(3))
    let impact = try Self.even(old, new, people: 2000, seed: 7)
    #expect(try impact.json() == Self.even(old, new, people: 2000, seed: 7).json())
    #expect(try impact.json() != Self.even(old, new, people: 2000, seed: 8).json())
    // Of 21 values, 5 become cold, and 1 is cold in place of warm.
    #expect((520...620).contains(impact.changed))
    let bare = try RuleModule.system(old)
    let reader = DecisionPeople.even(seed: 7, people: 2000).source(bare.rules.ruleSet.decisions.map(\.name), [bare])
      .reader()
    let members = try (1...2000).map {
      try reader.firstRequest($0, members: RequestFacts.members).root["facts" as Text]
    }
    #expect(Set(members.map { $0?["cold" as Text]?.int }).count == 21)
    #expect(members.allSatisfy { $0?["mood" as Text] == nil }, "no decision needs it")
  }

  /// People are decided about in parts, on all processors: the report is that of one part after another.
  @Test func partsMakeTheSameReport() throws {
    let lines = (0..<3000).map { "{\"n\": \($0 * 7 % 100)}" }
    let whole = try Self.impact(Self.priced(2), Self.priced(3), lines)
    #expect(whole.changed == 2970 && whole.differences.map(\.count) == [2970, 2970])
    #expect(whole.differences.first?.changes.count == 99)
    #expect(whole.differences.first?.changes.allSatisfy { $0.count == 30 } == true)
    #expect(whole.differences.first?.changes.first?.example.name == "p:2", "of equals the first")
  }

  /// Facts by name, or in the sections of requests.
  @Test func requestsHaveFacts() throws {
    let lines = [
      #"{"n": 1}"#, #"{"facts": {"n": 1}}"#, #"{"person_id": "a", "facts": {"n": 1}, "now": "2026-01-05", "logs": []}"#,
    ]
    #expect(try Self.impact(Self.priced(2), Self.priced(3), lines).changed == 3)
    #expect(try Self.impact(Self.priced(2), Self.priced(3), ["n", "1", "0"]).changed == 1, "CSV")
  }

  @Test(arguments: [
    (#"{"nn": 1}"#, "the rules declare no fact `nn`"), (#"{"facts": {"nn": 1}}"#, "the rules declare no fact `nn`"),
    (#"{"facts": {"n": 1}, "dat": 1}"#, "`dat` is not a member of a request"),
    (#"{"answers": {"q": "a"}}"#, "the pack has no quiz that could be answered"),
  ])
  func unknownFieldsAreErrors(line: String, message: String) throws {
    let error = #expect(throws: DiagnosticError.self) {
      try Self.impact(Self.priced(2), Self.priced(3), [#"{"n": 1}"#, line])
    }
    #expect(error?.diagnostics.map(\.message) == [message])
    #expect(error?.diagnostics.first?.place?.fileAndLine == "p:2")
  }

  @Test func json() throws {
    let impact = try Self.impact(Self.thermal(-3), Self.thermal(-5), [#"{"cold": -4}"#])
    let json = String(decoding: try impact.json(), as: UTF8.self)
    #expect(
      json.contains(
        """
                  "rows_new": [
                    {
                      "decision": "m.thermal",
                      "part": "otherwise",
                      "place": "m.yaml:12"
                    }
                  ],
                  "parameters": []
        """), "\(json)")
    #expect(json.contains("\"unchanged\": 1,") && !json.contains("\"operation\""))
  }

  /// Answers to the pack's quiz are facts as the old rules score them.
  @Test func answersAreScored() throws {
    let system = try ShippedSystem.session("terrain").system
    let path = Conformance.packageRoot.appending(path: "ContentPacks/terrain/examples/answers.json")
    let (document, _) = JSONReader.read(SourceText(name: "a", text: try String(contentsOf: path, encoding: .utf8)))
    let line = try #require(document?.root.value.json)
    let people = DecisionPeople.file(try PeopleFile(SourceText(name: "p", text: line)))
    let facts = RequestFacts(system.rules.ruleSet, system.rules.ruleSet, try PopulationFiles.scoring(system))
    let given = try facts.given(in: people.source([], []).reader().firstRequest(1, members: []).root)
    #expect(given.map(\.name.string) == ["cold_heat", "def_excess", "damp_dry", "qi_stagnation", "shen_unsettled"])
    #expect(try Impact(from: system, to: system, over: people).changed == 0)
  }

  /// What decisions do not need is not drawn, and what they need is what it was.
  @Test func peopleHaveWhatDecisionsNeed() throws {
    let session = try ShippedSystem.session("terrain")
    let (system, rules) = (session.system, session.system.rules.ruleSet)
    let files = PopulationFiles(
      pack: "\(Conformance.packageRoot.path)/ContentPacks/terrain", files: session.files)
    let people = DecisionPeople.population(
      try files.population(PopulationFiles.standard, system), seed: 1, people: 3)
    let facts = RequestFacts(rules, rules, try PopulationFiles.scoring(system))
    var leftOut = 0
    for decision in rules.decisions.enumerated().filter({ $0.offset % 17 == 0 }).map(\.element) {
      let needed = Set(rules.facts(neededBy: decision).map(\.name))
      let (all, some) = (
        people.source([decision.name], [system]), people.source([decision.name], [system], besides: [])
      )
      for number in 1...3 {
        let given = try [all, some].map { source in
          try facts.given(in: source.reader().firstRequest(number, members: RequestFacts.members).root)
        }
        leftOut += given[0].count - given[1].count
        let values = given.map { facts in
          facts.filter { needed.contains($0.name) }.map { "\($0.name) \($0.value.json ?? "")" }.sorted()
        }
        #expect(values[0] == values[1], "\(decision.name) of person \(number)")
      }
    }
    #expect(leftOut > 0)
  }

  /// A population gives its people's facts; what it does not declare is drawn, records too.
  @Test func populationsAreCompleted() throws {
    let session = try ShippedSystem.session("terrain")
    let files = PopulationFiles(
      pack: "\(Conformance.packageRoot.path)/ContentPacks/terrain", files: session.files)
    let population = try files.population(PopulationFiles.standard, session.system)
    let rules = session.system.rules.ruleSet
    let source = DecisionPeople.population(population, seed: 1, people: 5).source(
      rules.decisions.map(\.name), [session.system])
    let root = try source.reader().firstRequest(1, members: RequestFacts.members).root
    let drawn = try #require(root["facts" as Text])
    #expect(drawn.members.count { $0.key.text == "profile" } == 1)
    let item = try #require(drawn["item" as Text]?.text)
    let type = try #require(rules.fact("item")?.declaration.type.description)
    #expect(session.system.pack.value(Text(type), item) != nil)
    #expect(root["logs" as Text] == nil)
  }

  /// Records that people name by their ids are records in the rules of each version.
  @Test func recordsAreFound() throws {
    func version(_ overrides: String...) throws -> LoadedSystem {
      let root = Conformance.packageRoot.path
      let files = ContentFiles.disk(SourceReader.read)
      return try LoadedSystem.load(
        PackLoader(path: "\(root)/ContentPacks/terrain", files: files), rulesAt: "\(root)/Rules/terrain", files: files,
        contracts: [], kinds: nil, overrides: overrides.map { try ParameterOverride($0) })
    }
    let (old, new) = (try version(), try version("terrain.types.cold_at_most=-4"))
    let line = #"{"facts": {"cold_heat": -3, "def_excess": 0, "profile": "cold_balanced_cool_core"}}"#
    let impact = try Impact(from: old, to: new, over: .file(PeopleFile(SourceText(name: "p", text: line))))
    #expect(impact.differences.contains { $0.path == "terrain.types.primary_type" })
    let error = #expect(throws: DiagnosticError.self) {
      try Impact(
        from: old, to: new,
        over: .file(PeopleFile(SourceText(name: "p", text: line.replacing("cool_core", with: "cool_cove")))))
    }
    #expect(error?.diagnostics.map(\.code) == ["rules/unknown-record"])
  }
}
