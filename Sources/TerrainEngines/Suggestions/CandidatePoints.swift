import TerrainExpressions
import TerrainRules
import TerrainValues

/// What the rules say of each candidate of a ranking in one request: why it is left out, or its points.
struct CandidatePoints {
  /// For each candidate its points; nil where it is left out.
  private(set) var points: [Int64?]
  /// For each candidate the code of the result of `excluded`.
  private(set) var codes: [Int64]

  private init(_ count: Int) {
    points = Array(repeating: nil, count: count)
    codes = Array(repeating: 0, count: count)
  }

  /// The points of the candidates that all of `rankings` have, with their session holding what the request knows. Each candidate is
  /// looked at once: what several rankings need of it is evaluated once.
  ///
  /// - Returns: the points for each ranking.
  /// - Throws: what the rules ran into.
  static func all(
    _ rankings: [CandidateFacts], _ request: DayRequest
  ) throws(EvaluationError) -> [CandidatePoints] {
    // Facts that one ranking has are there for the others too.
    guard let first = rankings.first(where: { $0.module.daysSinceShown != nil }) ?? rankings.first else { return [] }
    let count = first.module.candidates.count
    var all = rankings.map { _ in CandidatePoints(count) }
    for candidate in 0..<count {
      try first.look(at: candidate, request)
      for index in rankings.indices {
        if index > 0 { first.session.renewLimits() }
        try all[index].score(candidate, rankings[index].module, first.session)
      }
    }
    return all
  }

  private mutating func score(
    _ candidate: Int, _ module: RankingModule, _ session: RuleSession
  ) throws(EvaluationError) {
    try session.run(module.excluded.id)
    let code = session.bits(module.excluded.id) ?? module.stays
    codes[candidate] = code
    if code != module.stays { return }
    try session.run(module.score.id)
    points[candidate] = session.bits(module.score.id)
  }
}
