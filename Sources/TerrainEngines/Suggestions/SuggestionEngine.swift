import TerrainRules
import TerrainDocuments
import TerrainBase

/// Ranks candidates for a person and a day, as the modules of a rule set that rank declare.
///
/// Immutable; threads share one engine, each with a ``SuggestionSession`` of its own.
package struct SuggestionEngine: Engine {
  /// The pack, the rules and what is prepared of both.
  package let context: EngineContext
  /// The facts that logs fill in; nil where the module that declares them is not loaded.
  let recent: RecentFacts?
  let rankings: [Text: RankingModule]
  /// The programs of the pack, by id, where a ranking of programs asks for their items.
  let programs: [Text: DayProgram]

  /// What the rankings of these modules require of a rule set; with what requests that have logs require, if `logs`.
  package static func contracts(rankings: [Text], logs: Bool = false) -> [Contract] {
    rankings.map(RankingModule.contract)
      + (rankings.contains(RankingModule.programs) ? [RankingModule.programItemsContract] : [])
      + RecentFacts.contracts(logs: logs)
  }

  /// An engine over `system`, which was loaded for the contracts of these rankings.
  ///
  /// - Throws: what keeps rules and pack from working together, with places in both.
  package init(_ system: LoadedSystem, rankings names: [Text]) throws(DiagnosticError) {
    try self.init(
      EngineContext(system, readsQuiz: true), rankings: names, session: RuleSession(system.rules.ruleSet))
  }

  /// An engine over `context`. What rankings decide once is decided in `session`.
  init(_ context: EngineContext, rankings names: [Text], session: RuleSession) throws(DiagnosticError) {
    self.context = context
    let rules = context.system.rules.ruleSet
    recent = try RecentFacts(rules)
    var rankings: [Text: RankingModule] = [:]
    var names = names
    if names.contains(RankingModule.programs),
      rules.decision("\(RankingModule.programItems).\(RankingModule.Names.excluded)") != nil
    {
      names.append(RankingModule.programItems)
    }
    for name in names {
      rankings[name] = try RankingModule(
        name, rules: rules, pack: context.system.pack, records: context.reader.records, session: session)
    }
    self.rankings = rankings
    var programs: [Text: DayProgram] = [:]
    if let module = rankings[RankingModule.programs], module.unmetItems != nil {
      for candidate in module.candidates {
        programs[candidate.id] = try candidate.record.map { (record) throws(DiagnosticError) in try DayProgram(record) }
      }
    }
    self.programs = programs
  }

  /// The request at `node`.
  ///
  /// - Parameter alsoKnown: fields of the document that are read elsewhere.
  /// - Returns: the request, and warnings about it.
  /// - Throws: everything that is wrong with it.
  package func request(
    _ node: Node, alsoKnown: [Text] = []
  ) throws(DiagnosticError) -> (request: DayRequest, warnings: [Diagnostic]) {
    try context.dayRequest(node, alsoKnown: alsoKnown, recent) { EngineSession(context) }
  }
}
