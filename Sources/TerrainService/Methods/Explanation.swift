import TerrainDocuments
import TerrainEngines
import TerrainValues

extension ExplanationResponse {
  /// How the answer of `method` to `parameters` comes about, and what was odd about them.
  ///
  /// - Throws: everything that is wrong with the parameters, or what the rules ran into.
  static func explaining(
    _ method: String, _ parameters: Node, _ session: MethodSession
  ) throws(DiagnosticError) -> (response: ExplanationResponse, warnings: [Diagnostic]) {
    switch method {
    case Method.score.name:
      let engine = try session.scoring().engine
      return (
        ExplanationResponse(.decisions(try engine.explain(parameters)), method: method, system: engine.system), []
      )
    case Method.decide.name:
      let found = DiagnosticCollector(.request)
      Method.decide.parameters.check(parameters, what: "the parameters", into: found)
      guard let name = parameters["decision"]?.text, let facts = parameters["facts"], !found.hasErrors else {
        throw found.error
      }
      let system = try session.everything()
      let request = try DecisionRequest(
        name, namedAt: parameters["decision"], of: system.rules.ruleSet, pack: system.pack, facts: facts)
      let (value, traces) = try request.explained()
      if case .failure(let error) = value { throw error }
      return (ExplanationResponse(.decisions(traces), method: method, system: system), [])
    case Method.suggest.name:
      let asked = try AskedModule(parameters, in: .ranking)
      let name = asked.module ?? "suggest"
      let engine = try session.day(ranking: name, for: parameters).engine
      let (request, warnings) = try engine.request(parameters, alsoKnown: AskedModule.Fields.ranking.names)
      let explanations = try engine.explanations(ofRanking: name, for: request, limit: asked.count)
      return (ExplanationResponse(.candidates(explanations), method: method, system: engine.system), warnings)
    case Method.trend.name:
      let engine = try session.trends().engine
      let (request, warnings) = try engine.request(parameters)
      let explanation = try engine.explanation(for: request)
      return (
        ExplanationResponse(.weeks(explanation, request, engine), method: method, system: engine.day.system),
        warnings + request.findings
      )
    case Method.streak.name:
      let engine = try session.streaks().engine
      let (request, warnings) = try engine.request(parameters)
      let explanation = try engine.explanation(for: request)
      return (
        ExplanationResponse(.streak(explanation, request, engine), method: method, system: engine.day.system),
        warnings + request.findings
      )
    default:
      let page = try AskedModule(parameters, in: .page).module ?? Text(method)
      let engine = try session.day(page: page, for: parameters).engine
      let (request, warnings) = try engine.request(parameters, alsoKnown: ["page"])
      let traces = try engine.traces(ofPage: page, for: request)
      return (ExplanationResponse(.decisions(traces), method: method, system: engine.system), warnings)
    }
  }
}
