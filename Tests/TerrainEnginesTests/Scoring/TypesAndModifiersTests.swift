import Foundation
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

/// Every type, every modifier, and every threshold on both sides, against the published tables.
@Suite struct TypesAndModifiersTests {
  /// Section 0.2 of the facts, written out.
  static func type(_ temperature: Int, _ reserve: Int) -> String {
    let row = temperature <= -3 ? 0 : temperature >= 3 ? 2 : 1
    let column = reserve <= -3 ? 0 : reserve >= 3 ? 2 : 1
    return [
      ["cold_deficient_low_flame", "cold_balanced_cool_core", "cold_balanced_cool_core"],
      ["neutral_deficient_low_battery", "neutral_balanced_steady_core", "neutral_excess_busy_mind"],
      ["warm_deficient_bright_but_thin", "warm_balanced_high_flame", "warm_excess_overclocked"],
    ][row][column]
  }

  /// Section 0.3: the largest magnitude wins; ties shen, stagnation, damp or dry.
  static func modifier(_ fluids: Int, _ stagnation: Int, _ mind: Int) -> String {
    var best = ("none", 0)
    if mind >= 4 { best = ("shen", mind) }
    if stagnation >= 4, stagnation > best.1 { best = ("stagnation", stagnation) }
    if abs(fluids) >= 3, abs(fluids) > best.1 { best = (fluids < 0 ? "damp" : "dry", abs(fluids)) }
    return best.0
  }

  @Test func everyTypeAtEveryPairOfValues() throws {
    try withTemporaryDirectory { folder in
      let engine = try TerrainFixture.engine(pack: TerrainFixture.directPack(in: folder))
      for temperature in -12...12 {
        for reserve in -12...12 {
          let score = try score(engine, [temperature, reserve, 0, 0, 0])
          #expect(score["type"]?.string == Self.type(temperature, reserve), "\(temperature), \(reserve)")
          #expect(score["modifier"] == "none")
          #expect(score.axes[0].value == Int64(max(-10, min(10, temperature))))
          #expect(score.axes[0].sum == .init(Int64(temperature)))
        }
      }
    }
  }

  @Test func everyModifierAtEveryTripleOfValues() throws {
    try withTemporaryDirectory { folder in
      let engine = try TerrainFixture.engine(pack: TerrainFixture.directPack(in: folder))
      for fluids in -10...10 {
        for stagnation in stride(from: 0, through: 10, by: 1) {
          for mind in [0, 3, 4, 5, 6, 10] {
            let score = try score(engine, [0, 0, fluids, stagnation, mind])
            #expect(
              score["modifier"]?.string == Self.modifier(fluids, stagnation, mind), "\(fluids), \(stagnation), \(mind)")
          }
        }
      }
    }
  }

  @Test func aThresholdMovesInTheFileAndOnTheCommandLine() throws {
    try withTemporaryDirectory { folder in
      let pack = try TerrainFixture.directPack(in: folder)
      let moved = try TerrainFixture.rules(
        in: folder, replacing: "cold_at_most:        { value: -3", with: "cold_at_most:        { value: -4")
      for engine in [
        try TerrainFixture.engine(pack: pack, rules: moved),
        try TerrainFixture.engine(pack: pack, set: ["terrain.types.cold_at_most=-4"]),
      ] {
        #expect(try score(engine, [-3, 0, 0, 0, 0])["type"] == "neutral_balanced_steady_core")
        #expect(try score(engine, [-4, 0, 0, 0, 0])["type"] == "cold_balanced_cool_core")
      }
    }
  }

  /// The published table has eight rows and a hole at cold + excess: without our ninth row it is an error, never another type.
  @Test func withoutTheNinthRowColdExcessIsAnError() throws {
    try withTemporaryDirectory { folder in
      let rules = try TerrainFixture.rules(
        in: folder, replacing: "when: { thermal: cold, reserve: excess }", with: "when: \"false\"")
      let engine = try TerrainFixture.engine(pack: TerrainFixture.directPack(in: folder), rules: rules)
      let near = try score(engine, [-3, 2, 0, 0, 0])
      #expect(near["type"] == "cold_balanced_cool_core")
      // A hole beside a person is no reason to refuse them; it is said where it is.
      let margin = try #require(near.margins.first { $0.outcome.name == "type" && $0.axis == 1 })
      #expect(margin.up?.value == 3 && margin.up?.becomes == nil)
      let error = #expect(throws: DiagnosticError.self) { _ = try score(engine, [-3, 3, 0, 0, 0]) }
      let diagnostic = try #require(error?.diagnostics.first)
      #expect(diagnostic.code == "evaluation/no-row")
      #expect(diagnostic.message.contains("terrain.types.primary_type"))
      #expect(diagnostic.message.contains("cold_heat = -3, def_excess = 3"))
    }
  }

  /// An edge is where the outcome changes, and it does not change before it.
  @Test func marginsAreTheNearestEdges() throws {
    try withTemporaryDirectory { folder in
      let engine = try TerrainFixture.engine(pack: TerrainFixture.directPack(in: folder))
      var random = SplitMix64(seed: 7)
      for _ in 0..<40 {
        var values = (0..<5).map { Int.random(in: $0 < 3 ? -10...10 : 0...10, using: &random) }
        let score = try score(engine, values)
        for margin in score.margins {
          let here = values[margin.axis]
          for (edge, step) in [(margin.down, -1), (margin.up, 1)] {
            let last =
              edge.map { Int($0.value) - step }
              ?? (step < 0 ? Int(score.axes[margin.axis].min) : Int(score.axes[margin.axis].max))
            for value in stride(from: here, through: last, by: step) {
              values[margin.axis] = value
              #expect(try self.score(engine, values)[margin.outcome] == score[margin.outcome])
            }
            if let edge {
              values[margin.axis] = Int(edge.value)
              #expect(try self.score(engine, values)[margin.outcome] == edge.becomes)
            }
            values[margin.axis] = here
          }
        }
      }
    }
  }

  private func score(_ engine: ScoringEngine, _ values: [Int]) throws -> Score {
    try engine.score(TerrainFixture.document(TerrainFixture.answers(values)).root).score
  }
}
