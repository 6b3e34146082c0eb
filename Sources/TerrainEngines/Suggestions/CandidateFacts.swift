import TerrainExpressions
import TerrainRules
import TerrainValues

/// The candidates of a ranking, prepared for one session.
struct CandidateFacts {
  let module: RankingModule
  let session: RuleSession
  /// The candidates as a fact of the session; of several rankings over the same candidates the same.
  let prepared: PreparedFacts
  /// Of programs, by id: their items that are nothing for the person, and that nothing takes the place of.
  var unmetItems: [Text: [Text]] = [:]

  init(_ module: RankingModule, _ session: RuleSession, prepared: PreparedFacts? = nil) throws(EvaluationError) {
    self.module = module
    self.session = session
    if let prepared {
      self.prepared = prepared
    } else {
      self.prepared = try session.prepare(module.fact, module.candidates.map { $0.value })
    }
  }

  /// Makes `candidate` the one that the session looks at.
  func look(at candidate: Int, _ request: DayRequest) throws(EvaluationError) {
    session.nextCandidate(prepared, at: candidate)
    if let fact = module.daysSinceShown, !request.history.isEmpty,
      let days = request.history.days(since: module.candidates[candidate].id, on: request.moment.date)
    {
      try session.set(fact.id, .int(Int64(days)))
    }
    if let fact = module.unmetItems {
      let items = unmetItems[module.candidates[candidate].id] ?? []
      try session.set(fact.id, .list(items.map { .string($0) }))
    }
  }
}
