import TerrainExpressions
import TerrainRules
import TerrainBase

/// The candidates of a ranking, prepared for one session.
struct CandidateFacts {
  let module: RankingModule
  let session: RuleSession
  /// The facts that a candidate has of its own, by number: facts themselves cost a copy each time.
  private let daysSinceShown: Fact.ID?
  private let unmetItemsFact: Fact.ID?
  /// The candidates as a fact of the session; of several rankings over the same candidates the same.
  let prepared: PreparedFacts
  /// Of programs, by id: their items that are nothing for the person, and that nothing takes the place of.
  var unmetItems: [Text: [Text]] = [:]

  init(_ module: RankingModule, _ session: RuleSession, prepared: PreparedFacts? = nil) throws(EvaluationError) {
    self.module = module
    self.session = session
    daysSinceShown = module.daysSinceShown?.id
    unmetItemsFact = module.unmetItems?.id
    if let prepared {
      self.prepared = prepared
    } else {
      self.prepared = try session.prepare(module.fact, module.candidates.map { $0.value })
    }
  }

  /// Makes `candidate` the one that the session looks at.
  func look(at candidate: Int, _ request: DayRequest) throws(EvaluationError) {
    session.nextCandidate(prepared, at: candidate)
    if let fact = daysSinceShown, !request.history.isEmpty,
      let days = request.history.days(since: module.candidates[candidate].id, on: request.moment.date)
    {
      try session.set(fact, .int(Int64(days)))
    }
    if let fact = unmetItemsFact {
      let items = unmetItems[module.candidates[candidate].id] ?? []
      try session.set(fact, .list(items.map { .string($0) }))
    }
  }
}
