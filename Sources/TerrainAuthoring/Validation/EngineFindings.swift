import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainValues

/// What the engines complain of that ask a rule set's modules: words and numbers that only an engine reads, such as the name of a
/// time zone. Without this they would be noticed when somebody asks.
struct EngineFindings {
  /// The pack that the rules say things of.
  let pack: Pack
  /// The folder of the rule set.
  let rules: String
  let store: SourceStore
  /// Parameters with other values than the files say.
  var overrides: [ParameterOverride] = []

  /// What keeps the pack's quiz and the rules from working together; nothing where the pack has no quiz.
  var scoring: [Diagnostic] {
    guard pack.kinds.contains(where: { $0.name == ScoringEngine.quizKind }) else { return [] }
    return complaints([ScoringEngine.contract]) { system throws(DiagnosticError) in _ = try ScoringEngine(system) }
  }

  /// What is found by making each engine whose module is among those of `ruleSet`, which loads without errors.
  func all(of ruleSet: RuleSet) -> [Diagnostic] {
    var found: [Diagnostic] = []
    func has(_ module: Text) -> Bool { ruleSet.modules.contains { $0.name == "\(ruleSet.id).\(module)" } }
    if has(LoyaltyEngine.module) {
      found += complaints([LoyaltyEngine.contract]) { system throws(DiagnosticError) in _ = try LoyaltyEngine(system) }
    }
    if has(TrendEngine.module) {
      found += complaints(TrendEngine.contracts) { system throws(DiagnosticError) in _ = try TrendEngine(system) }
    }
    if has(StreakEngine.module) {
      found += complaints(StreakEngine.contracts) { system throws(DiagnosticError) in _ = try StreakEngine(system) }
    }
    for module in timelines(of: ruleSet) {
      found += complaints([TimelineEngine.contract(module)]) { system throws(DiagnosticError) in
        _ = try TimelineEngine(system, module: module)
      }
    }
    return found
  }

  /// The modules that say where something stands: they have phases or moves.
  private func timelines(of ruleSet: RuleSet) -> [Text] {
    let prefix = "\(ruleSet.id)."
    return ruleSet.modules.compactMap { module in
      guard module.name.string.hasPrefix(prefix) else { return nil }
      let name = Text(String(module.name.string.dropFirst(prefix.count)))
      return TimelineEngine.decisions.contains { ruleSet.decision("\(name).\($0)") != nil } ? name : nil
    }
  }

  /// What keeps an engine from being made of as much of the rules as it asks for.
  private func complaints(
    _ contracts: [Contract], _ make: (LoadedSystem) throws(DiagnosticError) -> Void
  ) -> [Diagnostic] {
    do throws(DiagnosticError) {
      let loader = try PackLoader(path: pack.path, files: store.contentFiles)
      try make(
        LoadedSystem.load(
          loader, rulesAt: rules, files: store.contentFiles, contracts: contracts, kinds: [ScoringEngine.quizKind],
          overrides: overrides))
      return []
    } catch {
      return error.diagnostics
    }
  }
}
