import TerrainExpressions
import TerrainRules
import TerrainValues

/// The candidates of a ranking, prepared for one session.
struct CandidateFacts {
  let module: RankingModule
  let session: RuleSession
  private let prepared: PreparedFacts

  init(_ module: RankingModule, _ session: RuleSession) throws(EvaluationError) {
    self.module = module
    self.session = session
    prepared = try session.prepare(module.fact, module.candidates.map(\.value))
  }

  /// Makes `candidate` the one that the session looks at.
  func look(at candidate: Int, _ request: DayRequest) throws(EvaluationError) {
    session.nextCandidate()
    session.set(prepared, at: candidate)
    if let fact = module.daysSinceShown,
      let days = request.history.days(since: module.candidates[candidate].id, on: request.moment.date)
    {
      try session.set(fact, .int(Int64(days)))
    }
  }
}
