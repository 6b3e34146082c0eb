import TerrainDocuments
import TerrainEngines
import TerrainValues

extension ExplainResult {
  /// How the answer of `method` to `parameters` comes about, and what was odd about them.
  ///
  /// - Throws: everything that is wrong with the parameters, or what the rules ran into.
  static func explaining(
    _ method: String, _ parameters: Node, _ session: OperationSession
  ) throws(DiagnosticError) -> (response: ExplainResult, warnings: [Diagnostic]) {
    switch method {
    case Method.score.name:
      let scorer = try session.scoring()
      let traces = try scorer.explain(parameters)
      return (ExplainResult(.decisions(traces), method: method, system: scorer.engine.system), [])
    case Method.decide.name:
      let found = DiagnosticCollector(.request)
      Method.decide.parameters.check(parameters, what: "the parameters", into: found)
      guard let name = parameters["decision"]?.text, let facts = parameters["facts"], !found.hasErrors else {
        throw found.error
      }
      let (system, rules) = try session.decisions()
      let request = try DecisionRequest(
        name, namedAt: parameters["decision"], of: system.rules.ruleSet, pack: system.pack, facts: facts)
      let (value, traces) = try request.explained(in: rules)
      if case .failure(let error) = value { throw error }
      return (ExplainResult(.decisions(traces), method: method, system: system), [])
    case Method.suggest.name:
      let asked = try AskedModule(parameters, in: .ranking)
      let name = asked.module ?? "suggest"
      let day = try session.day(ranking: name, for: parameters)
      let (request, warnings) = try day.request(parameters, alsoKnown: AskedModule.Fields.ranking.names)
      let explanations = try day.explanations(ofRanking: name, for: request, limit: asked.count)
      return (ExplainResult(.candidates(explanations), method: method, system: day.engine.system), warnings)
    case Method.trend.name:
      let (engine, trends) = try session.trends()
      let (request, warnings) = try engine.request(parameters)
      let explanation = try trends.explanation(for: request)
      return (
        ExplainResult(.weeks(explanation, request, engine), method: method, system: engine.day.system),
        warnings + request.findings
      )
    case Method.streak.name:
      let (engine, streaks) = try session.streaks()
      let (request, warnings) = try engine.request(parameters)
      let explanation = try streaks.explanation(for: request)
      return (
        ExplainResult(.streak(explanation, request, engine), method: method, system: engine.day.system),
        warnings + request.findings
      )
    default:
      let page = try AskedModule(parameters, in: .page).module ?? Text(method)
      let day = try session.day(page: page, for: parameters)
      let (request, warnings) = try day.request(parameters, alsoKnown: ["page"])
      let traces = try day.traces(ofPage: page, for: request)
      return (ExplainResult(.decisions(traces), method: method, system: day.engine.system), warnings)
    }
  }
}
