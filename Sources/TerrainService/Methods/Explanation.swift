import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainValues

/// How an answer came about, and what it came from.
struct Explanation {
  enum Content {
    /// Every decision that was looked at, row by row.
    case decisions([DecisionTrace])
    /// Every candidate of a ranking.
    case candidates([Ranking.Explanation])
  }

  let pack: Pack
  let rules: RuleSet
  let rulesHash: String
  let overrides: [Text]
  let content: Content
  let warnings: [Diagnostic]

  /// How the answer of `method` to `parameters` comes about.
  ///
  /// - Throws: everything that is wrong with the parameters, or what the rules ran into.
  init(of method: String, _ parameters: Node, _ session: MethodSession) throws(DiagnosticError) {
    switch method {
    case Method.score.name:
      let engine = try session.scoring().engine
      self.init(engine, .decisions(try engine.explain(parameters)))
    case Method.decide.name:
      let found = Method.decide.parameters.complaints(about: parameters, what: "the parameters")
      if !found.isEmpty { throw DiagnosticError(found) }
      guard let name = parameters["decision"]?.text, let facts = parameters["facts"] else {
        throw DiagnosticError(found)
      }
      let system = try session.everything()
      let (value, traces) = try DecisionRequest(name, of: system.rules.ruleSet, facts: facts).explained()
      if case .failure(let error) = value { throw error }
      self.init(
        pack: system.pack, rules: system.rules.ruleSet, rulesHash: system.rules.hash, overrides: system.rules.overrides,
        content: .decisions(traces), warnings: [])
    case Method.suggest.name:
      let name = parameters["ranking"]?.text ?? "suggest"
      let engine = try session.day(ranking: name).engine
      let (request, warnings) = try engine.request(parameters, alsoKnown: ["ranking", "limit"])
      let limit = parameters["limit"]?.int.flatMap { Int(exactly: $0) }
      let explanations = try engine.explanations(ofRanking: name, for: request, limit: limit)
      self.init(engine, .candidates(explanations), warnings)
    default:
      let page = parameters["page"]?.text ?? Text(method)
      let engine = try session.day(page: page).engine
      let (request, warnings) = try engine.request(parameters, alsoKnown: ["page"])
      self.init(engine, .decisions(try engine.traces(ofPage: page, for: request)), warnings)
    }
  }

  private init(_ engine: ScoringEngine, _ content: Content) {
    self.init(
      pack: engine.pack, rules: engine.rules, rulesHash: engine.rulesHash, overrides: engine.overrides,
      content: content,
      warnings: [])
  }

  private init(_ engine: DayEngine, _ content: Content, _ warnings: [Diagnostic]) {
    self.init(
      pack: engine.pack, rules: engine.rules, rulesHash: engine.rulesHash, overrides: engine.overrides,
      content: content,
      warnings: warnings)
  }

  private init(
    pack: Pack, rules: RuleSet, rulesHash: String, overrides: [Text], content: Content, warnings: [Diagnostic]
  ) {
    self.pack = pack
    self.rules = rules
    self.rulesHash = rulesHash
    self.overrides = overrides
    self.content = content
    self.warnings = warnings
  }
}
