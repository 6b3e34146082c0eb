import TerrainBase
import TerrainChecks
import TerrainEngines
import TerrainOutcomes
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

/// The exact shares of people for whom a decision has another result.
@Suite struct DecisionShareTests {
  private static let files = ContentFiles.disk(SourceReader.read).readingOnce()

  private static func system(_ overrides: String...) throws -> LoadedSystem {
    let root = Conformance.packageRoot.path
    return try LoadedSystem.load(
      PackLoader(path: "\(root)/ContentPacks/terrain", files: files), rulesAt: "\(root)/Rules/terrain", files: files,
      contracts: [], kinds: nil, overrides: overrides.map { try ParameterOverride($0) })
  }

  private static func people(_ system: LoadedSystem) throws -> PopulationDeclaration {
    try PopulationFiles(pack: "\(Conformance.packageRoot.path)/ContentPacks/terrain", files: files)
      .population(PopulationFiles.standard, system)
  }

  /// Whoever has -3 on the axis is not cold any more: the share of that value is known from the quiz alone.
  @Test func aThresholdConcernsWhoeverHasItsValue() throws {
    let (old, new) = (try Self.system(), try Self.system("terrain.types.cold_at_most=-4"))
    let population = try Self.people(new)
    let comparison = RuleSetComparison(from: old.rules.ruleSet, to: new.rules.ruleSet) { axes in
      try? WeightedFacts(population, axes: axes)
    }
    let shares = try #require(try ExactShares(population))
    let axis = try #require(shares.axes.first { $0.name == "cold_heat" })
    let weight = try #require(axis.shares.first { $0.value == "-3" }?.weight)
    #expect(comparison.decisions.count == 3)
    for decision in comparison.decisions {
      #expect(decision.share == Share(weight, of: shares.total), "\(decision.decision)")
      let weights = decision.changes.compactMap { $0.share?.weight }
      #expect(weights.reduce(0, +) == weight && weights.count == decision.changes.count, "\(decision.decision)")
    }
  }

  @Test func factsThatNoQuizGivesHaveNoShare() throws {
    let population = try Self.people(try Self.system())
    #expect(try WeightedFacts(population, axes: ["hour"]) == nil)
    let all = try #require(try WeightedFacts(population, axes: ["cold_heat", "def_excess"]))
    #expect(all.combinations.reduce(0) { $0 + $1.weight } == all.total)
  }
}
