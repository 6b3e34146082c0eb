import TerrainExpressions
import TerrainRules
import TerrainBase

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
    let session = first.session
    let decisions = rankings.map { Decisions($0.module) }
    var all = rankings.map { _ in CandidatePoints(count) }
    for candidate in 0..<count {
      try first.look(at: candidate, request)
      for index in decisions.indices {
        if index > 0 { session.renewLimits() }
        try all[index].score(candidate, decisions[index], session)
      }
    }
    return all
  }

  /// What is decided of each candidate of a ranking: plain numbers, so that nothing is counted for each.
  private struct Decisions {
    let excluded: Decision.ID
    let score: Decision.ID
    let stays: Int64

    init(_ module: RankingModule) {
      excluded = module.excluded.id
      score = module.score.id
      stays = module.stays
    }
  }

  private mutating func score(
    _ candidate: Int, _ decisions: Decisions, _ session: RuleSession
  ) throws(EvaluationError) {
    try session.run(decisions.excluded)
    let code = session.bits(decisions.excluded) ?? decisions.stays
    codes[candidate] = code
    if code != decisions.stays { return }
    try session.run(decisions.score)
    points[candidate] = session.bits(decisions.score)
  }
}
