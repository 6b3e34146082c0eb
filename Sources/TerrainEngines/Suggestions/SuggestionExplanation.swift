import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

extension SuggestionSession {
  /// Why the ranking `name` excludes the candidate `id`; nil where it does not, or has no such candidate. No other decision is
  /// evaluated, so that the request need not give more facts.
  ///
  /// - Throws: what the rules ran into.
  package func exclusion(
    of id: Text, fromRanking name: Text, for request: DayRequest
  ) throws(DiagnosticError) -> (why: Text, origin: Origin?)? {
    let module = try module(name).taking(request, engine.context.reader)
    guard let candidate = module.candidates.firstIndex(where: { $0.id == id }) else { return nil }
    let rules = session.rules
    try session.begin(request)
    let facts = try candidates(of: module, for: request)
    try diagnosing(try facts.look(at: candidate, request))
    guard case .string(let why) = try rules.decided(module.excluded), why != RankingModule.Names.stays else {
      return nil
    }
    return (why, rules.origins(of: module.excluded).first)
  }

  /// What became of every candidate of the ranking `name`, criterion by criterion and row by row: those offered first, then
  /// those behind them, then those excluded; of `ids` only, where given.
  ///
  /// - Throws: what the rules ran into.
  package func explanations(
    ofRanking name: Text, for request: DayRequest, limit: Int? = nil, ids: Set<Text>? = nil
  ) throws(DiagnosticError) -> [Ranking.Explanation] {
    let module = try module(name).taking(request, engine.context.reader)
    // Ranked by rules that do not record, so that each recording is of one candidate.
    try session.begin(request)
    let ranked = try candidates(of: module, for: request)
    let run = try RankingRun(ranked, request, limit: limit ?? module.limit)
    let standing = try run.standing()
    let behind = standing.filter { !run.offered.contains($0) }
    let excluded = module.candidates.indices.filter { run.points[$0] == nil }
    var places: [Int: Int] = [:]
    for (place, candidate) in standing.enumerated() { places[candidate] = place + 1 }

    let recording = try recording()
    let rules = recording.session.rules
    var facts = try recording.candidates(of: module)
    facts.unmetItems = ranked.unmetItems
    var explanations: [Ranking.Explanation] = []
    for (position, candidate) in (run.offered + behind + excluded).enumerated() {
      let known = module.candidates[candidate]
      if let ids, !ids.contains(known.id) { continue }
      try recording.session.begin(request)
      try diagnosing(try facts.look(at: candidate, request))
      _ = try rules.decided(module.excluded)
      guard run.points[candidate] != nil else {
        let code = Int(run.codes[candidate])
        let why = module.exclusions.cases.indices.contains(code) ? module.exclusions.cases[code] : ""
        explanations.append(
          Ranking.Explanation(
            id: known.id, kind: known.kind,
            standing: .excluded(why, rules.origins(of: module.excluded).first), score: nil, criteria: []))
        continue
      }
      _ = try rules.decided(module.score)
      let traces = try rules.traces()
      let criteria = try recording.criteria(of: module.score) { decision in
        traces.last { $0.decision == decision.name }?.firedRows ?? []
      }
      var becomes = Ranking.Standing.behind(places[candidate] ?? position + 1)
      if position < run.offered.count {
        becomes = .offered(position + 1)
      } else if let alike = run.passedOver[candidate] {
        becomes = .tooAlike(alike)
      }
      explanations.append(
        Ranking.Explanation(
          id: known.id, kind: known.kind, standing: becomes, score: run.points[candidate], criteria: criteria))
    }
    return explanations
  }
}
