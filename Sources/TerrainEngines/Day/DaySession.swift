import TerrainContent
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

/// Makes pages and rankings, one request after another, on one thread.
public final class DaySession {
  /// What it makes them with.
  public let engine: DayEngine
  let rules: RuleSession
  /// By module, the candidates of rankings that were asked for.
  private var candidates: [Text: CandidateFacts] = [:]
  private var parts: [Text: [Decision]] = [:]
  private var recorder: DaySession?
  private var renderers = MessageRenderers()

  /// A session of `engine`, each request of which may cost what `limits` say.
  public init(_ engine: DayEngine, limits: EvaluationLimits = .standard) {
    self.engine = engine
    rules = RuleSession(engine.rules, limits: limits)
  }

  private init(_ engine: DayEngine, rules: RuleSession) {
    self.engine = engine
    self.rules = rules
  }

  /// A session of the same engine whose rules record what they look at: made when it is first needed.
  func recording() throws(DiagnosticError) -> DaySession {
    if let recorder { return recorder }
    let made = DaySession(engine, rules: try rules.recording())
    recorder = made
    return made
  }

  /// Every row of every decision that was looked at on the way to the page `name`, rankings left out: they have
  /// explanations of their own.
  ///
  /// - Throws: what the rules ran into.
  public func traces(ofPage name: Text, for request: DayRequest) throws(DiagnosticError) -> [DecisionTrace] {
    try traces(ofPage: name, for: request, days: 1)
  }

  /// Every decision that is evaluated for a plan of so many pages, with its rows; rankings left out.
  ///
  /// - Throws: what the rules ran into.
  package func traces(
    ofPage name: Text, for request: DayRequest, days: Int
  ) throws(DiagnosticError) -> [DecisionTrace] {
    let recording = try recording()
    var traces: [DecisionTrace] = []
    var request = request
    for _ in 0..<max(0, days) {
      _ = try recording.page(name, for: request, withRankings: false)
      traces += try recording.rules.traces()
      if days > 1 { request = request.following(try page(name, for: request)) }
    }
    return traces
  }

  /// Every decision that `body` evaluates with a session that records, with its rows.
  package func traces<R>(
    _ body: (DaySession) throws(DiagnosticError) -> R
  ) throws(DiagnosticError) -> [DecisionTrace] {
    let recording = try recording()
    return try recording.rules.collectingTraces { () throws(DiagnosticError) in try body(recording) }.traces
  }

  /// The request at `node`, read for this session: cheaper than ``DayEngine/request(_:alsoKnown:)`` where it hands in logs.
  ///
  /// - Parameter alsoKnown: fields of the document that somebody else reads.
  /// - Throws: everything that is wrong with it.
  public func request(
    _ node: Node, alsoKnown: [Text] = []
  ) throws(DiagnosticError) -> (request: DayRequest, warnings: [Diagnostic]) {
    try engine.request(node, alsoKnown: alsoKnown) { self }
  }

  /// The page of the module `name`.
  ///
  /// - Throws: what the rules ran into.
  public func page(_ name: Text, for request: DayRequest) throws(DiagnosticError) -> Page {
    try page(name, for: request, withRankings: true)
  }

  /// The page of the module `name` for the day of the request and those after it, `days` in all: a plan ahead. Each day knows
  /// what the days before it will have shown; from the second on, it is told from the day's beginning.
  ///
  /// - Throws: what the rules ran into.
  public func pages(_ name: Text, for request: DayRequest, days: Int) throws(DiagnosticError) -> [Page] {
    var pages: [Page] = []
    var request = request
    for _ in 0..<max(0, days) {
      let page = try page(name, for: request)
      pages.append(page)
      request = request.following(page)
    }
    return pages
  }

  func page(_ name: Text, for request: DayRequest, withRankings: Bool) throws(DiagnosticError) -> Page {
    guard let rule = engine.pages[name] else { throw DiagnosticError(.notLoaded(name)) }
    try begin(request)
    let renderer = renderer(for: request)
    let slots = try fillSlots(rule, request, renderer)
    var parts: [Page.Part] = []
    for (index, part) in rule.parts.enumerated() {
      let content: Page.Content
      switch part.content {
      case .choose: content = .messages(slots[index] ?? [])
      case .show(let decision): content = try shown(decision, renderer)
      case .tell(let fact, let fields): content = told(fact, fields, request, renderer)
      case .rank where !withRankings: continue
      case .rank(let module, let limit): content = .ranking(try ranking(module, request, renderer, limit: limit))
      case .signals(let count):
        content = .signals(request.answers.flatMap { answers in engine.quiz?.signals(answers, count: count) })
      }
      parts.append(
        Page.Part(id: part.id, style: part.style, heading: part.heading.map { renderer.rendered($0) }, content: content)
      )
    }
    return Page(
      module: name, parts: parts, moment: request.moment, locale: request.locale ?? engine.pack.defaultLocale)
  }

  /// The ranking of the module `name`; `limit` where another number of candidates is wanted than the rules say.
  ///
  /// - Throws: what the rules ran into.
  public func ranking(
    _ name: Text, for request: DayRequest, limit: Int? = nil
  ) throws(DiagnosticError) -> Ranking {
    guard let module = engine.rankings[name] else { throw DiagnosticError(.notLoaded(name)) }
    try begin(request)
    let renderer = renderer(for: request)
    return try ranking(module, request, renderer, limit: limit)
  }

  /// Serves texts in the language of `request`.
  func renderer(for request: DayRequest) -> MessageRenderer {
    renderers.renderer(engine.pack, engine.messages, locale: request.locale)
  }

  /// Starts a request: gives the rules what is known.
  func begin(_ request: DayRequest) throws(DiagnosticError) {
    try engine.setting.begin(rules, request.facts, at: request.moment)
  }

  // MARK: Values and records

  private func shown(_ decision: Decision, _ renderer: MessageRenderer) throws(DiagnosticError) -> Page.Content {
    let value = try rules.decided(decision)
    var label: LocalizedText.Served?
    if case .string(let word)? = value.present, let vocabulary = decision.type.enumeration {
      label = renderer.label(vocabulary.name, word)
    }
    return .value(
      value, label: label, origin: rules.origins(of: decision).first, shown: renderer.worded(value, decision.type))
  }

  private func told(
    _ fact: Fact, _ fields: [Text], _ request: DayRequest, _ renderer: MessageRenderer
  ) -> Page.Content {
    guard case .record(let type) = fact.declaration.type,
      case .map(let map)? = request.facts.first(where: { $0.fact.id == fact.id })?.value,
      case .string(let id)? = map[string: "id"], let entry = engine.records[type.name]?.entry(id)
    else { return .record(id: nil, fields: []) }
    var told: [Page.Field] = []
    for name in fields {
      guard let node = entry.record.node[name] else { continue }
      let nodes = node.kind == .list ? Array(node.elements) : [node]
      let texts = nodes.compactMap { engine.pack.text($0) }.compactMap { renderer.served($0) }
      let isText = texts.count == nodes.count
      told.append(
        Page.Field(name: name, texts: isText ? texts : [], value: isText ? nil : node.value(fractions: .double)))
    }
    return .record(id: id, fields: told)
  }

  // MARK: Slots

  private func fillSlots(
    _ page: PageDefinition, _ request: DayRequest, _ renderer: MessageRenderer
  ) throws(DiagnosticError) -> [Int: [RenderedMessage]] {
    // Slots that stand beside each other, in the order in which they are first met.
    var groups: [(name: Text, parts: [Int])] = []
    for (index, part) in page.parts.enumerated() {
      guard case .choose(_, _, _, let beside) = part.content else { continue }
      if let known = groups.firstIndex(where: { $0.name == beside }) {
        groups[known].parts.append(index)
      } else {
        groups.append((beside, [index]))
      }
    }
    var filled: [Int: [RenderedMessage]] = [:]
    for group in groups {
      var slots: [SlotFilling.Slot] = []
      var origins: [[Origin]] = []
      for index in group.parts {
        guard case .choose(let decision, let shape, let rule, _) = page.parts[index].content else { continue }
        let value = try rules.decided(decision)
        slots.append(
          SlotFilling.Slot(rule: rule, choices: try shape.choices(value, of: decision, engine.messages)))
        origins.append(rules.origins(of: decision))
      }
      let turns = slots.map { MessageRotation($0, messages: engine.messages, request: request) }
      let taken = SlotFilling.fill(slots, engine.messages) { slot, choice in turns[slot].turn(of: choice) }
      for (position, index) in group.parts.enumerated() {
        filled[index] = taken[position].map { number in
          let choice = slots[position].choices[number]
          let own = origins[position]
          return renderer.rendered(
            choice, origin: own.indices.contains(choice.element) ? own[choice.element] : own.first)
        }
      }
    }
    return filled
  }

  // MARK: Rankings

  func ranking(
    _ module: RankingModule, _ request: DayRequest, _ renderer: MessageRenderer, limit: Int?
  ) throws(DiagnosticError) -> Ranking {
    let module = try module.taking(request, engine.reader)
    let facts = try candidates(of: module)
    let run = try RankingRun(facts, request, limit: limit ?? module.limit)
    var items: [Ranking.Item] = []
    for candidate in run.offered {
      try look(at: candidate, facts, request)
      let known = module.candidates[candidate]
      items.append(
        Ranking.Item(
          id: known.id, kind: known.kind, label: label(known, module, renderer), score: run.points[candidate] ?? 0,
          criteria: try criteria(of: module.score),
          note: try note(module, renderer),
          daysSinceShown: request.history.days(since: known.id, on: request.moment.date), candidate: candidate))
    }
    var fallback: RenderedMessage?
    if items.isEmpty, let decision = module.fallback { fallback = try rendered(decision, renderer) }
    var counts = module.exclusions.cases.map { (why: $0, count: 0) }
    for code in run.codes where counts.indices.contains(Int(code)) { counts[Int(code)].count += 1 }
    counts = counts.filter { $0.count > 0 && $0.why != RankingModule.Names.stays }
    return Ranking(
      module: module.name, items: items, considered: module.candidates.count, excluded: counts, fallback: fallback)
  }

  /// The candidates of a ranking, prepared when it is first asked for.
  func candidates(of module: RankingModule) throws(DiagnosticError) -> CandidateFacts {
    if module.handedInKind == nil, let known = candidates[module.name] { return known }
    do throws(EvaluationError) {
      let facts = try CandidateFacts(module, rules)
      candidates[module.name] = facts
      return facts
    } catch {
      throw DiagnosticError(Diagnostic(error))
    }
  }

  func look(at candidate: Int, _ facts: CandidateFacts, _ request: DayRequest) throws(DiagnosticError) {
    do throws(EvaluationError) {
      try facts.look(at: candidate, request)
    } catch {
      throw DiagnosticError(Diagnostic(error))
    }
  }

  private func label(
    _ candidate: RankingModule.Candidate, _ module: RankingModule, _ renderer: MessageRenderer
  ) -> LocalizedText.Served? {
    if let record = candidate.record, let kind = candidate.kind {
      return engine.pack.label(of: record, kind: kind).flatMap { renderer.served($0) }
    }
    return module.fact.declaration.type.enumeration.flatMap { renderer.label($0.name, candidate.id) }
  }

  private func note(_ module: RankingModule, _ renderer: MessageRenderer) throws(DiagnosticError) -> RenderedMessage? {
    guard let note = module.note else { return nil }
    return try rendered(note, renderer)
  }

  /// What the first choice of `decision` says; nil where it chooses nothing.
  func rendered(_ decision: Decision, _ renderer: MessageRenderer) throws(DiagnosticError) -> RenderedMessage? {
    guard let shape = MessageChoiceShape(decision.type) else { throw DiagnosticError(.notChoices(decision)) }
    let choices = try shape.choices(try rules.decided(decision), of: decision, engine.messages)
    return choices.first.map { renderer.rendered($0, origin: rules.origins(of: decision).first) }
  }

  /// What the points that `score` gave are made of, as far down as decisions count points; after the score was decided or can
  /// be.
  func criteria(
    of score: Decision, rows: (Decision) -> [Origin] = { _ in [] }, depth: Int = 0
  ) throws(DiagnosticError) -> [Ranking.Criterion] {
    guard depth < Self.mostParts else { return [] }
    var found: [Ranking.Criterion] = []
    for decision in decisions(namedBy: score) {
      guard case .int = decision.type else { continue }
      found.append(
        Ranking.Criterion(
          decision: decision.name, doc: decision.doc, value: try rules.decided(decision), place: decision.place,
          rows: rows(decision), parts: try criteria(of: decision, rows: rows, depth: depth + 1)))
    }
    return found
  }

  /// What `decision` names: the same for every candidate, so that it is looked up once.
  private func decisions(namedBy decision: Decision) -> [Decision] {
    if let known = parts[decision.name] { return known }
    let found = engine.rules.decisions(namedBy: decision)
    parts[decision.name] = found
    return found
  }

  /// Criteria inside criteria are told this far down.
  private static let mostParts = 4
}
