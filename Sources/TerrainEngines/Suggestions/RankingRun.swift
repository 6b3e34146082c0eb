import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainSchemas

/// One ranking for one request: by points, then order, ties, and likeness, until enough items are found.
struct RankingRun {
  /// The maximum number of candidates examined per offered item if others are too much alike.
  static let reach = 200

  /// The likeness because of which a candidate was skipped.
  private(set) var passedOver: [Int: Text] = [:]
  /// For each candidate its points; nil if it is left out.
  let points: [Int64?]
  /// For each candidate the code of the result of `excluded`.
  let codes: [Int64]
  /// The offered items, as positions among the candidates.
  private(set) var offered: [Int] = []
  /// The likenesses of each offered item.
  private(set) var alike: [[Likeness]] = []

  private let facts: CandidateFacts
  private let module: RankingModule
  private let request: DayRequest
  private let session: RuleSession

  /// Ranks until `limit` items are offered. The session of `facts` holds the facts of the request.
  ///
  /// - Parameters:
  ///   - known: the points of the candidates, if they were evaluated before.
  ///   - shown: the items before it on a page, which are not offered again and count for likeness.
  init(
    _ facts: CandidateFacts, _ request: DayRequest, limit: Int, known: CandidatePoints? = nil,
    after shown: [Ranking.Item] = []
  ) throws(DiagnosticError) {
    self.facts = facts
    self.request = request
    module = facts.module
    session = facts.session
    let all = if let known { [known] } else { try diagnosing(try CandidatePoints.all([facts], request)) }
    points = all.first?.points ?? []
    codes = all.first?.codes ?? []
    try offer(limit, after: shown)
  }

  // MARK: Order

  /// The sort keys of candidates with equal points.
  private struct Rank {
    let candidate: Int
    let keys: [Int64]
    /// Nil for candidates without a text, which are all equal.
    let text: Collation.Key?
    /// The number of days since it was shown; greater than any number of days if it never was.
    let rest: Int
    let bucket: UInt64

    func precedes(_ other: Rank) -> Bool {
      for (a, b) in zip(keys, other.keys) where a != b { return a > b }
      if let text, let otherText = other.text, text != otherText { return text < otherText }
      if rest != other.rest { return rest > other.rest }
      return (bucket, candidate) < (other.bucket, other.candidate)
    }
  }

  /// The candidates that stay, the best first.
  func standing() throws(DiagnosticError) -> [Int] {
    var all: [Int] = []
    for group in groups { all += try ordered(group) }
    return all
  }

  /// Candidates of equal points together, the most points first; in each group in the pack's order.
  private var groups: [ArraySlice<Int>] {
    var staying: [(points: Int64, candidate: Int)] = []
    for candidate in points.indices {
      if let points = points[candidate] { staying.append((points, candidate)) }
    }
    staying.sort { a, b in a.points != b.points ? a.points > b.points : a.candidate < b.candidate }
    let sorted = staying.map { $0.candidate }
    return staying.indices.split(startingWhere: { staying[$0].points != staying[$0 - 1].points }).map { sorted[$0] }
  }

  private func ordered(_ group: ArraySlice<Int>) throws(DiagnosticError) -> [Int] {
    guard group.count > 1 else { return Array(group) }
    var ranks: [Rank] = []
    let buckets = request.buckets()
    for candidate in group {
      let id = module.candidates[candidate].id
      let rotates = module.ties == .rotate
      let rest = request.history.days(since: id, on: request.moment.date) ?? .max
      ranks.append(
        Rank(
          candidate: candidate, keys: try keys(candidate), text: module.alphabetical == nil ? nil : try text(candidate),
          rest: rotates ? rest : 0,
          bucket: rotates ? buckets.bucket(of: id) : 0))
    }
    return ranks.sorted { $0.precedes($1) }.map { $0.candidate }
  }

  private func keys(_ candidate: Int) throws(DiagnosticError) -> [Int64] {
    guard let order = module.order, case .list(let values) = try value(order, of: candidate) else { return [] }
    return values.map { if case .int(let key) = $0 { key } else { 0 } }
  }

  private func text(_ candidate: Int) throws(DiagnosticError) -> Collation.Key {
    guard let decision = module.alphabetical, case .string(let text) = try value(decision, of: candidate) else {
      return Collation.Key("")
    }
    return Collation.Key(text.string)
  }

  private func value(_ decision: Decision, of candidate: Int) throws(DiagnosticError) -> Value {
    try diagnosing(try facts.look(at: candidate, request))
    return try session.decided(decision)
  }

  // MARK: Likeness

  private mutating func offer(_ limit: Int, after shown: [Ranking.Item]) throws(DiagnosticError) {
    var chosen = shown.map { $0.alike }
    let before = chosen.count
    defer { alike = Array(chosen.dropFirst(before)) }
    var waiting: [(candidate: Int, likeness: [Likeness])] = []
    var groups = groups[...]
    var stream: ArraySlice<Int> = []
    var looked = 0
    while offered.count < limit {
      // Candidates that had to wait have more points than later candidates.
      if let place = waiting.firstIndex(where: { tooMuch($0.likeness, after: chosen) == nil }) {
        let next = waiting.remove(at: place)
        passedOver[next.candidate] = nil
        offered.append(next.candidate)
        chosen.append(next.likeness)
        continue
      }
      if stream.isEmpty {
        guard let group = groups.popFirst() else { return }
        stream = try ordered(group)[...]
      }
      guard let candidate = stream.popFirst(), looked < limit.multipliedReportingOverflow(by: Self.reach).partialValue
      else { return }
      looked += 1
      if shown.contains(where: { $0.id == module.candidates[candidate].id }) { continue }
      let likeness = try likeness(candidate)
      if let alike = tooMuch(likeness, after: chosen) {
        passedOver[candidate] = alike
        waiting.append((candidate, likeness))
      } else {
        offered.append(candidate)
        chosen.append(likeness)
      }
    }
  }

  private func tooMuch(_ likeness: [Likeness], after chosen: [[Likeness]]) -> Text? {
    for own in likeness {
      let neighbours = chosen.suffix(max(0, own.within - 1))
      if neighbours.count(where: { $0.contains { $0.of == own.of } }) >= own.most { return own.of }
    }
    return nil
  }

  private func likeness(_ candidate: Int) throws(DiagnosticError) -> [Likeness] {
    guard let alike = module.alike, case .list(let values) = try value(alike, of: candidate) else { return [] }
    var likenesses: [Likeness] = []
    for value in values { likenesses.append(try Likeness.read(value, of: alike, in: session.ruleSet)) }
    return likenesses
  }
}

extension Range<Int> {
  /// Splits the indices into runs, with a new run at each index for which `isStart` is true.
  fileprivate func split(startingWhere isStart: (Int) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = lowerBound
    for index in self where index > lowerBound && isStart(index) {
      runs.append(start..<index)
      start = index
    }
    if start < upperBound { runs.append(start..<upperBound) }
    return runs
  }
}

/// The decisions about each candidate of a ranking in one request: the reason for its exclusion, or its points.
struct CandidatePoints {
  /// For each candidate its points; nil if it is left out.
  private(set) var points: [Int64?]
  /// For each candidate the code of the result of `excluded`.
  private(set) var codes: [Int64]

  private init(_ count: Int) {
    points = Array(repeating: nil, count: count)
    codes = Array(repeating: 0, count: count)
  }

  /// The points of the candidates that all of `rankings` share. Their session holds the facts of the request. Visits each candidate once,
  /// so that values that several rankings need are evaluated once.
  ///
  /// - Returns: the points for each ranking.
  /// - Throws: evaluation errors of the rules.
  static func all(
    _ rankings: [CandidateFacts], _ request: DayRequest
  ) throws(EvaluationError) -> [CandidatePoints] {
    // Facts of one ranking are available to the others too.
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

  /// The ids of the decisions about each candidate: plain numbers, so that no references are counted in the loop.
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

/// A likeness of a candidate: at most `most` items of a kind among any `within` neighbors.
struct Likeness: Sendable {
  let of: Text
  let most: Int
  let within: Int

  init(of: Text, most: Int, within: Int) {
    self.of = of
    self.most = most
    self.within = within
  }

  /// Reads `value`, an element of the result of `decision`.
  static func read(_ value: Value, of decision: Decision, in rules: RuleSet) throws(DiagnosticError) -> Likeness {
    if let likeness = Likeness(value) { return likeness }
    var fields = ValueFields(value, of: decision, in: rules, what: "an element of `\(decision.name)`")
    let of = fields.text("of")
    let most = fields.int("most", atLeast: 1)
    let within = fields.int("within", atLeast: 1)
    for key: Text in ["of", "most", "within"] where fields.value(key) == nil {
      fields.wrong(key, key == "of" ? "a text: how candidates are alike" : "a whole number, at least 1")
    }
    let diagnostics = fields.finish()
    guard !diagnostics.hasErrors, let of, let most, let within else { throw DiagnosticError(diagnostics) }
    return Likeness(of: of, most: most, within: within)
  }

  /// The likeness that `value` declares, or nil if it is not valid.
  init?(_ value: Value) {
    guard case .map(let map) = value, map.count == 3, case .string(let of)? = map[string: "of"],
      case .int(let most)? = map[string: "most"], case .int(let within)? = map[string: "within"],
      let most = Int(exactly: most), let within = Int(exactly: within), most >= 1, within >= 1
    else { return nil }
    self.init(of: of, most: most, within: within)
  }
}
