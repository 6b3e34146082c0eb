import Foundation
import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

/// The rules of `Rules/terrain`: every type, every modifier, every threshold on both sides.
@Suite struct TerrainRulesTests {
  /// The types the pack adds, as far as these rules name them.
  static let vocabulary = PackVocabulary([
    "profile_id": .enumeration(
      EnumerationType(
        name: "profile_id",
        cases: [
          "cold_deficient_low_flame", "cold_balanced_cool_core", "neutral_deficient_low_battery",
          "neutral_balanced_steady_core", "neutral_excess_busy_mind", "warm_balanced_high_flame",
          "warm_excess_overclocked", "warm_deficient_bright_but_thin",
        ])),
    "modifier_id": .enumeration(
      EnumerationType(name: "modifier_id", cases: ["none", "shen", "stagnation", "damp", "dry"])),
  ])

  static func rules(set overrides: [String] = []) throws -> RuleSet {
    let folder = Conformance.packageRoot.appendingPathComponent("Rules/terrain")
    func read(_ file: String) throws -> Document? {
      let bytes = try Data(contentsOf: folder.appendingPathComponent(file))
      let (document, diagnostics) = YAMLReader.readOne(SourceText(name: file, bytes: Array(bytes)))
      #expect(diagnostics.isEmpty)
      return document
    }
    let node = try #require(try read("ruleset.yaml")).root
    let manifest = try #require(RuleSetManifest.read(node).manifest)
    let asked = Contract(
      "types",
      decisions: [
        .init("types.primary_type", .string), .init("types.modifier", .string), .init("scoring.rounding", .string),
      ], otherFacts: .int)
    let (ruleSet, diagnostics) = RuleSet.load(
      manifest, vocabulary: vocabulary, overrides: try overrides.map { try ParameterOverride($0) },
      extent: .contracts([asked])
    ) { file in ((try? read(file.file.string))?.root, []) }
    #expect(diagnostics.isEmpty, Comment(rawValue: DiagnosticRenderer.text(diagnostics)))
    return try #require(ruleSet)
  }

  static func facts(
    cold: Int64 = 0, excess: Int64 = 0, dry: Int64 = 0, stagnation: Int64 = 0, shen: Int64 = 0
  ) -> KeyValuePairs<String, Value> {
    [
      "cold_heat": .int(cold), "def_excess": .int(excess), "damp_dry": .int(dry), "qi_stagnation": .int(stagnation),
      "shen_unsettled": .int(shen),
    ]
  }

  static let types: [[(Int64, Int64, String)]] = [
    [
      (-10, -10, "cold_deficient_low_flame"), (-3, -3, "cold_deficient_low_flame"), (-3, -2, "cold_balanced_cool_core"),
      (-3, 2, "cold_balanced_cool_core"), (-3, 3, "cold_balanced_cool_core"), (-10, 10, "cold_balanced_cool_core"),
    ],
    [
      (-2, -3, "neutral_deficient_low_battery"), (2, -10, "neutral_deficient_low_battery"),
      (0, 0, "neutral_balanced_steady_core"), (-2, -2, "neutral_balanced_steady_core"),
      (2, 2, "neutral_balanced_steady_core"), (2, 3, "neutral_excess_busy_mind"), (-2, 10, "neutral_excess_busy_mind"),
    ],
    [
      (3, -3, "warm_deficient_bright_but_thin"), (3, -2, "warm_balanced_high_flame"),
      (3, 2, "warm_balanced_high_flame"),
      (3, 3, "warm_excess_overclocked"), (10, 10, "warm_excess_overclocked"),
    ],
  ]

  @Test func everyTypeOnBothSidesOfEveryThreshold() throws {
    let rules = try Self.rules()
    for (cold, excess, expected) in Self.types.flatMap({ $0 }) {
      let value = try rules.decide("types.primary_type", Self.facts(cold: cold, excess: excess))
      #expect(value.isEqual(to: .string(Text(expected))), "of \(cold), \(excess)")
    }
  }

  @Test(
    arguments: [
      (0, 0, 0, "none"), (0, 0, 3, "none"), (0, 0, 4, "shen"), (0, 3, 0, "none"), (0, 4, 0, "stagnation"),
      (-2, 0, 0, "none"), (-3, 0, 0, "damp"), (2, 0, 0, "none"), (3, 0, 0, "dry"),
      // The strongest pull wins; of equals, shen before stagnation before damp and dry.
      (-4, 4, 4, "shen"), (-5, 4, 4, "damp"), (4, 4, 0, "stagnation"), (5, 4, 4, "dry"), (10, 10, 10, "shen"),
      (-10, 10, 9, "stagnation"),
    ] as [(Int64, Int64, Int64, String)])
  func everyModifier(_ dry: Int64, _ stagnation: Int64, _ shen: Int64, _ expected: String) throws {
    let value = try Self.rules().decide(
      "types.modifier", Self.facts(dry: dry, stagnation: stagnation, shen: shen))
    #expect(value.isEqual(to: .string(Text(expected))))
  }

  @Test func aThresholdCanBeSetForOneRun() throws {
    let facts = Self.facts(cold: -3, excess: -3)
    #expect(try Self.rules().decide("types.primary_type", facts).isEqual(to: "cold_deficient_low_flame"))
    let colder = try Self.rules(set: ["terrain.types.cold_at_most=-4"])
    #expect(try colder.decide("types.primary_type", facts).isEqual(to: "neutral_deficient_low_battery"))
  }

  @Test func scoringIsDeclared() throws {
    let rules = try Self.rules()
    #expect(try rules.decide("scoring.rounding", [:]).isEqual(to: "half_away_from_zero"))
    #expect(try rules.decide("scoring.clamp", [:]).isEqual(to: "once"))
  }

  @Test func saysWhy() throws {
    let session = RuleSession(try Self.rules())
    let type = try #require(session.ruleSet.decision("types.primary_type"))
    try session.give(Self.facts(cold: -5, excess: 6))
    _ = try session.value(type)
    #expect(
      session.reasons(for: type).map { $0.sentence.replacing(/yaml:\d+/, with: "yaml") } == [
        "cold_and_excess (types.yaml): thermal = cold, reserve = excess", "cold (types.yaml): cold_heat = -5",
        "excess (types.yaml): def_excess = 6",
      ])
    #expect(session.reasons(for: type).first?.note?.isEmpty == false)
  }
}
