import TerrainBase
import TerrainDocuments
import TerrainRules

/// The decisions of a rule set that engines evaluate, found only by names and pages, so that rules can be checked without a pack.
package enum EngineDecisions {
  /// The parts of a page that name a decision.
  private static let pageKeys: [Text] = ["choose", "show", "at_most"]

  /// The full names of the decisions of `rules`, which were loaded whole, that some engine evaluates.
  package static func names(in rules: RuleSet) -> [Text] {
    var names = fixedNames(in: rules) + HistoryWindow.decisions(in: rules)
    for page in PageDefinition.names(in: rules) {
      guard let decision = rules.decision("\(page).\(PageDefinition.decision)"),
        let node = rules.node(ofResult: decision),
        node.kind == .list
      else { continue }
      for part in node.elements where part.kind == .map {
        // A page names the decisions of its own module without the module.
        for name in pageKeys.compactMap({ part[$0]?.text }) { names += ["\(page).\(name)", name] }
      }
    }
    return unique(names, in: rules)
  }

  /// The decisions of ``names(in:)`` whose names are fixed by engines, not by rules.
  package static func fixedNames(in rules: RuleSet) -> [Text] {
    var names = contracts(in: rules).flatMap { $0.decisions.map { $0.name } } + OutcomeDeclaration.decisions(in: rules)
    names += rules.modules(with: FormEngine.problems).map { "\($0).\(FormEngine.problems)" }
    return unique(names, in: rules)
  }

  /// The full names of decisions that an engine would evaluate if `rules` had them, for modules that engines use.
  package static func absentNames(in rules: RuleSet) -> [Text] {
    contracts(in: rules).flatMap { $0.decisions.map { $0.name } }.filter { rules.decision($0) == nil }
      .map { "\(rules.id).\($0)" }
  }

  /// The names of decisions that make a module one that an engine uses.
  package static let namesOfModules: [Text] =
    [PageDefinition.decision, RankingModule.Names.excluded, RankingModule.Names.score, FormEngine.problems]
    + TimelineEngine.decisions

  /// The requirements of engines on the modules that they use.
  private static func contracts(in rules: RuleSet) -> [Contract] {
    var contracts = [ScoringEngine.contract, LoyaltyEngine.contract, RecentFacts.contract]
    contracts += TrendEngine.contracts + StreakEngine.contracts
    contracts += RankingModule.names(in: rules).map(RankingModule.contract)
    contracts += TimelineEngine.decisions.flatMap { rules.modules(with: $0) }.map(TimelineModule.contract)
    return contracts + PageDefinition.names(in: rules).map(PageDefinition.contract)
  }

  private static func unique(_ names: [Text], in rules: RuleSet) -> [Text] {
    var seen: Set<Text> = []
    return names.compactMap { rules.decision($0)?.name }.filter { seen.insert($0).inserted }
  }
}
