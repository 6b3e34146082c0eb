import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Ranks candidates, one request after another, on one thread.
package final class SuggestionSession {
  /// The engine.
  package let engine: SuggestionEngine
  let session: EngineSession
  private var rules: RuleSession { session.rules }
  /// The candidates of requested rankings, by module.
  private var candidates: [Text: CandidateFacts] = [:]
  private var recorder: SuggestionSession?

  /// A session of `engine`.
  package convenience init(_ engine: SuggestionEngine) {
    self.init(engine, EngineSession(engine.context))
  }

  /// A session of `engine` that shares `session`.
  init(_ engine: SuggestionEngine, _ session: EngineSession) {
    self.engine = engine
    self.session = session
  }

  /// A session of the same engine whose rules record their traces, made on demand.
  func recording() throws(DiagnosticError) -> SuggestionSession {
    if let recorder { return recorder }
    let made = SuggestionSession(engine, try session.recording())
    recorder = made
    return made
  }

  /// Every decision that `body` evaluates with a session that records, with its rows.
  package func traces<R>(
    _ body: (SuggestionSession) throws(DiagnosticError) -> R
  ) throws(DiagnosticError) -> [DecisionTrace] {
    let recording = try recording()
    return try recording.rules.collectingTraces { () throws(DiagnosticError) in try body(recording) }.traces
  }

  /// The request at `node`, read by this session, which is cheaper than ``SuggestionEngine/request(_:alsoKnown:)`` if the request has logs.
  ///
  /// - Parameter alsoKnown: fields of the document that are read elsewhere.
  /// - Throws: all errors in it.
  package func request(
    _ node: Node, alsoKnown: [Text] = []
  ) throws(DiagnosticError) -> (request: DayRequest, warnings: [Diagnostic]) {
    try engine.context.dayRequest(node, alsoKnown: alsoKnown, engine.recent) { session }
  }

  /// The ranking of the module `name`; `limit` replaces the number of candidates that the rules declare.
  ///
  /// - Throws: evaluation errors of the rules.
  package func ranking(
    _ name: Text, for request: DayRequest, limit: Int? = nil
  ) throws(DiagnosticError) -> Ranking {
    let module = try module(name)
    try session.begin(request)
    return try ranking(module, request, session.renderer(in: request.locale), limit: limit)
  }

  /// The module `name` as it was loaded.
  func module(_ name: Text) throws(DiagnosticError) -> RankingModule {
    guard let module = engine.rankings[name] else { throw DiagnosticError(.notLoaded(name)) }
    return module
  }

  /// The points of candidates that several of `modules` share, by module; the request has begun. Empty after an evaluation error: the error
  /// occurs again when its ranking is made, after all earlier parts.
  func sharedPoints(of modules: [RankingModule], _ request: DayRequest) -> [Text: CandidatePoints] {
    var points: [Text: CandidatePoints] = [:]
    // The program items depend on the person.
    var rest = modules.filter { $0.handedInKind == nil && $0.unmetItems == nil }
    while let first = rest.first {
      let alike = rest.filter { $0.fact.id == first.fact.id }
      rest.removeAll { $0.fact.id == first.fact.id }
      guard alike.count > 1,
        let facts = try? alike.map({ module throws(DiagnosticError) in try candidates(of: module) }),
        let all = try? CandidatePoints.all(facts, request)
      else { continue }
      for (module, own) in zip(alike, all) { points[module.name] = own }
    }
    return points
  }

  /// The ranking of `module`; the request has begun.
  ///
  /// - Parameters:
  ///   - points: the points of its candidates, if they were evaluated before.
  ///   - shown: the items before it on the page, which are not offered again and count for likeness.
  ///   - isBrief: true if items have only what the module's decision `brief` keeps on a short page.
  func ranking(
    _ module: RankingModule, _ request: DayRequest, _ renderer: MessageRenderer, limit: Int?,
    points: CandidatePoints? = nil, after shown: [Ranking.Item] = [], isBrief: Bool = false
  ) throws(DiagnosticError) -> Ranking {
    let module = try module.taking(request, engine.context.reader)
    let facts = try candidates(of: module, for: request)
    let run = try RankingRun(facts, request, limit: limit ?? module.limit, known: points, after: shown)
    var items: [Ranking.Item] = []
    items.reserveCapacity(run.offered.count)
    for (candidate, alike) in zip(run.offered, run.alike) {
      try diagnosing(try facts.look(at: candidate, request))
      let known = module.candidates[candidate]
      let shown = offer(known, at: candidate, module, renderer, request)
      let kept = isBrief ? try module.brief.map(briefFields) : nil
      let note = kept?.contains(RankingModule.Names.note) ?? true ? module.note : nil
      items.append(
        Ranking.Item(
          id: known.id, kind: known.kind, label: shown.label,
          card: kept.map { kept in shown.card.filter { kept.contains($0.name) } } ?? shown.card,
          score: run.points[candidate] ?? 0,
          criteria: try criteria(of: module.score),
          note: try note.flatMap { note throws(DiagnosticError) in try session.rendered(note, renderer) },
          details: try module.details.map { details throws(DiagnosticError) in try rules.decided(details) },
          daysSinceShown: request.history.days(since: known.id, on: request.moment.date), candidate: candidate,
          alike: alike))
    }
    var fallback: RenderedMessage?
    // If all given records have errors, a message about an empty ranking would be wrong: `wrong` lists them.
    let hasCandidates = module.wrong.isEmpty || !module.candidates.isEmpty
    if items.isEmpty, hasCandidates, limit != 0, let decision = module.fallback {
      fallback = try session.rendered(decision, renderer)
    }
    var counts = module.exclusions.cases.map { (why: $0, count: 0) }
    for code in run.codes where counts.indices.contains(Int(code)) { counts[Int(code)].count += 1 }
    counts = counts.filter { $0.count > 0 && $0.why != RankingModule.Names.stays }
    return Ranking(
      module: module.name, items: items, considered: module.candidates.count, excluded: counts, wrong: module.wrong,
      fallback: fallback)
  }

  /// The fields of the present candidate's card that `decision` keeps on a short page, and `note` if it keeps the message.
  private func briefFields(_ decision: Decision) throws(DiagnosticError) -> [Text] { try rules.decided(decision).texts }

  /// The candidates of a ranking for `request`, which has begun.
  func candidates(of module: RankingModule, for request: DayRequest) throws(DiagnosticError) -> CandidateFacts {
    var facts = try candidates(of: module)
    guard module.unmetItems != nil else { return facts }
    let reasons = try reasonsAgainstItems(request)
    facts.unmetItems = engine.programs.mapValues { program in
      program.adapted(to: reasons).swaps.filter { $0.item == nil }.map { $0.planned }
    }
    return facts
  }

  /// The texts of the candidate `id` of the ranking `name`; nil if it has no such candidate.
  ///
  /// - Throws: an error if the ranking was not loaded.
  func offer(_ id: Text, ofRanking name: Text, for request: DayRequest) throws(DiagnosticError) -> Ranking.Offer? {
    let module = try module(name)
    guard let candidate = module.candidates.first(where: { $0.id == id }) else { return nil }
    let shown = offer(candidate, module, session.renderer(in: request.locale), request)
    return Ranking.Offer(kind: candidate.kind, label: shown.label, card: shown.card)
  }

  /// The reasons why items of programs do not suit the person of `request`, by id.
  ///
  /// - Throws: evaluation errors of the rules.
  func programItems(against request: DayRequest) throws(DiagnosticError) -> [Text: DayProgram.Reason] {
    try session.begin(request)
    return try reasonsAgainstItems(request)
  }

  /// The reasons why items of programs do not suit the person of `request`, which has begun, by id.
  private func reasonsAgainstItems(_ request: DayRequest) throws(DiagnosticError) -> [Text: DayProgram.Reason] {
    guard let module = engine.rankings[RankingModule.programItems] else { return [:] }
    let facts = try candidates(of: module)
    var reasons: [Text: DayProgram.Reason] = [:]
    for candidate in module.candidates.indices {
      try diagnosing(try facts.look(at: candidate, request))
      guard case .string(let why) = try rules.decided(module.excluded), why != RankingModule.Names.stays else {
        continue
      }
      reasons[module.candidates[candidate].id] = DayProgram.Reason(
        why: why, origin: rules.origins(of: module.excluded).first)
    }
    return reasons
  }

  /// The candidates of a ranking, prepared when it is first requested.
  func candidates(of module: RankingModule) throws(DiagnosticError) -> CandidateFacts {
    if module.handedInKind == nil, let known = candidates[module.name] { return known }
    // Rankings of the same fact have the same candidates.
    let alike = module.handedInKind == nil ? candidates.values.first { $0.module.fact.id == module.fact.id } : nil
    let facts = try diagnosing(try CandidateFacts(module, rules, prepared: alike?.prepared))
    candidates[module.name] = facts
    return facts
  }

  private func offer(
    _ candidate: RankingModule.Candidate, at position: Int, _ module: RankingModule, _ renderer: MessageRenderer,
    _ request: DayRequest
  ) -> MessageRenderer.Offer {
    // Texts of records in a request are not cached.
    guard module.handedInKind == nil else { return offer(candidate, module, renderer, request) }
    return renderer.offer(.init(fact: module.fact.id, position: position)) {
      offer(candidate, module, renderer, request)
    }
  }

  private func offer(
    _ candidate: RankingModule.Candidate, _ module: RankingModule, _ renderer: MessageRenderer, _ request: DayRequest
  ) -> MessageRenderer.Offer {
    guard let record = candidate.record, let kind = candidate.kind else {
      let label = module.fact.declaration.type.enumeration.flatMap { renderer.label($0.name, candidate.id) }
      return MessageRenderer.Offer(label: label, card: [])
    }
    return MessageRenderer.Offer(
      label: engine.pack.label(of: record, kind: kind).flatMap { renderer.served($0) },
      card: engine.pack.card(of: record, kind: kind, for: request.locale ?? engine.pack.defaultLocale))
  }

  // MARK: Criteria

  /// The parts of the points that `score` gives the candidate, as far down as decisions count points.
  ///
  /// - Parameter fired: the rows that made the result of a decision, with their numbers; nothing if that is not recorded.
  func criteria(
    of score: Decision, fired: (Decision) -> [(number: Int, origin: Origin)] = { _ in [] }
  ) throws(DiagnosticError) -> [Ranking.Criterion] {
    try diagnosing(try rules.run(score.id))
    return criteria(of: score, fired(score), depth: 0, fired)
  }

  /// Recursion ends at ``mostParts``.
  private func criteria(
    of decision: Decision, _ own: [(number: Int, origin: Origin)], depth: Int,
    _ fired: (Decision) -> [(number: Int, origin: Origin)]
  ) -> [Ranking.Criterion] {
    guard depth < Self.mostParts else { return [] }
    var criteria: [Ranking.Criterion] = []
    for (part, value) in rules.parts(of: decision, rows: own.map { $0.number }) {
      guard case .int = value else { continue }
      let rows = fired(part)
      criteria.append(
        Ranking.Criterion(
          decision: part.name, doc: part.doc, value: value, place: part.place, rows: rows.map { $0.origin },
          parts: self.criteria(of: part, rows, depth: depth + 1, fired)))
    }
    return criteria
  }

  /// Criteria within criteria are listed this far down, the points themselves included.
  private static let mostParts = 5
}

extension Diagnostic {
  static func notLoaded(_ module: Text) -> Diagnostic {
    Diagnostic(
      code: "request/not-loaded", message: "the module `\(module)` was not loaded with this engine", place: nil)
  }
}

/// Ranks candidates for a person and a day by the modules of a rule set with rankings.
///
/// Immutable; threads share one engine, each with a ``SuggestionSession`` of its own.
package struct SuggestionEngine: Engine {
  /// The pack, the rules, and the values prepared from both.
  package let context: EngineContext
  /// The facts that logs fill in; nil if the module that declares them is not loaded.
  let recent: RecentFacts?
  let rankings: [Text: RankingModule]
  /// The programs of the pack, by id, if a ranking of programs needs their items.
  let programs: [Text: DayProgram]

  /// The requirements of these rankings on a rule set; with `logs` also those of requests with logs.
  package static func contracts(rankings: [Text], logs: Bool = false) -> [Contract] {
    rankings.map(RankingModule.contract)
      + (rankings.contains(RankingModule.programs) ? [RankingModule.programItemsContract] : [])
      + RecentFacts.contracts(logs: logs)
  }

  /// An engine over `system`, which was loaded for the contracts of these rankings.
  ///
  /// - Throws: errors that keep rules and pack from working together, with locations in both.
  package init(_ system: LoadedSystem, rankings names: [Text]) throws(DiagnosticError) {
    try self.init(
      EngineContext(system, readsQuiz: true), rankings: names, session: RuleSession(system.rules.ruleSet))
  }

  /// An engine over `context`. Decisions that are made once are evaluated in `session`.
  init(_ context: EngineContext, rankings names: [Text], session: RuleSession) throws(DiagnosticError) {
    self.context = context
    let rules = context.system.rules.ruleSet
    recent = try RecentFacts(rules)
    var rankings: [Text: RankingModule] = [:]
    var names = names
    if names.contains(RankingModule.programs),
      rules.decision("\(RankingModule.programItems).\(RankingModule.Names.excluded)") != nil
    {
      names.append(RankingModule.programItems)
    }
    for name in names {
      rankings[name] = try RankingModule(
        name, rules: rules, pack: context.system.pack, records: context.reader.records, session: session)
    }
    self.rankings = rankings
    var programs: [Text: DayProgram] = [:]
    if let module = rankings[RankingModule.programs], module.unmetItems != nil {
      for candidate in module.candidates {
        programs[candidate.id] = try candidate.record.map { (record) throws(DiagnosticError) in try DayProgram(record) }
      }
    }
    self.programs = programs
  }

  /// The request at `node`.
  ///
  /// - Parameter alsoKnown: fields of the document that are read elsewhere.
  /// - Returns: the request, and warnings about it.
  /// - Throws: all errors in it.
  package func request(
    _ node: Node, alsoKnown: [Text] = []
  ) throws(DiagnosticError) -> (request: DayRequest, warnings: [Diagnostic]) {
    try context.dayRequest(node, alsoKnown: alsoKnown, recent) { EngineSession(context) }
  }
}

extension SuggestionSession {
  /// The reason for which the ranking `name` excludes the candidate `id`; nil if it does not, or has no such candidate. No other decision
  /// is evaluated, so that the request need not give more facts.
  ///
  /// - Throws: evaluation errors of the rules.
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

  /// The explanation of every candidate of the ranking `name` by criterion and row: first the offered candidates, then the others in order,
  /// then the excluded candidates. If `ids` is given, only those candidates.
  ///
  /// - Throws: evaluation errors of the rules.
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
      func fired(_ decision: Decision) -> [(number: Int, origin: Origin)] {
        traces.last { $0.decision == decision.name }?.firedRows ?? []
      }
      var criteria = try recording.criteria(of: module.score, fired: fired)
      if criteria.isEmpty, let points = run.points[candidate] {
        // The points of a table have no parts besides its rows.
        criteria = [
          Ranking.Criterion(
            decision: module.score.name, doc: module.score.doc, value: .int(points), place: module.score.place,
            rows: fired(module.score).map { $0.origin }, parts: [])
        ]
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
