import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainBase

/// The mistakes that only engines find in a rule set's modules: text and numbers that only an engine reads, such as the name of a
/// time zone.
struct EngineFindings {
  /// The pack and the rules, loaded without errors: every engine takes what it needs of them.
  let system: LoadedSystem

  /// What keeps the pack's quiz and the rules from working together; nothing where the pack has no quiz.
  var scoring: [Diagnostic] {
    guard system.pack.kinds.contains(where: { $0.name == ScoringEngine.quizKind }) else { return [] }
    return findings([ScoringEngine.contract]) { system throws(DiagnosticError) in _ = try ScoringEngine(system) }
  }

  /// What is found by making each engine whose module the rule set has.
  var all: [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    let ruleSet = system.rules.ruleSet
    func has(_ module: Text) -> Bool {
      ruleSet.modules.contains { $0.name == "\(ruleSet.manifest.modulePrefix)\(module)" }
    }
    if has(LoyaltyEngine.module) {
      diagnostics += findings([LoyaltyEngine.contract]) { system throws(DiagnosticError) in
        _ = try LoyaltyEngine(system)
      }
    }
    if has(TrendEngine.module) {
      diagnostics += findings(TrendEngine.contracts) { system throws(DiagnosticError) in _ = try TrendEngine(system) }
    }
    if has(StreakEngine.module) {
      diagnostics += findings(StreakEngine.contracts) { system throws(DiagnosticError) in _ = try StreakEngine(system) }
    }
    for module in timelines(of: ruleSet) {
      diagnostics += findings([TimelineEngine.contract(module)]) { system throws(DiagnosticError) in
        _ = try TimelineEngine(system, module: module)
      }
    }
    return diagnostics
  }

  /// The modules of timelines: they have phases or moves.
  private func timelines(of ruleSet: RuleSet) -> [Text] {
    let prefix = ruleSet.manifest.modulePrefix
    return ruleSet.modules.compactMap { module in
      guard module.name.string.hasPrefix(prefix) else { return nil }
      let name = Text(String(module.name.string.dropFirst(prefix.count)))
      return TimelineEngine.decisions.contains { ruleSet.decision("\(name).\($0)") != nil } ? name : nil
    }
  }

  /// What keeps an engine from being made: contracts that the rules do not keep, else what the engine finds.
  private func findings(
    _ contracts: [Contract], _ make: (LoadedSystem) throws(DiagnosticError) -> Void
  ) -> [Diagnostic] {
    let broken = contracts.flatMap(system.rules.ruleSet.check)
    if broken.hasErrors { return broken }
    do throws(DiagnosticError) {
      try make(system)
      return []
    } catch {
      return error.diagnostics
    }
  }
}
