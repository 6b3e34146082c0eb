import TerrainRules
import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// Makes pages, one request after another, on one thread.
package final class InsightSession {
  /// The engine.
  package let engine: InsightEngine
  let session: EngineSession
  /// Makes rankings in the same requests.
  package let suggestions: SuggestionSession
  private var rules: RuleSession { session.rules }
  private var recorder: InsightSession?

  /// A session of `engine`, each request of which may cost as much as `limits` allow.
  package convenience init(_ engine: InsightEngine, limits: EvaluationLimits = .standard) {
    self.init(engine, EngineSession(engine.context, limits: limits))
  }

  private init(_ engine: InsightEngine, _ session: EngineSession) {
    self.engine = engine
    self.session = session
    suggestions = SuggestionSession(engine.suggestions, session)
  }

  /// A session of the same engine whose rules record their traces: made when it is first needed.
  func recording() throws(DiagnosticError) -> InsightSession {
    if let recorder { return recorder }
    let made = InsightSession(engine, try session.recording())
    recorder = made
    return made
  }

  /// Every row of every decision that was evaluated for the page `name` of so many days, except for its rankings: they have explanations of
  /// their own.
  ///
  /// - Throws: what the rules ran into.
  package func traces(
    ofPage name: Text, for request: DayRequest, days: Int = 1
  ) throws(DiagnosticError) -> [DecisionTrace] {
    let recording = try recording()
    var traces: [DecisionTrace] = []
    var request = request
    for _ in 0..<max(0, days) {
      _ = try recording.page(name, for: request, withRankings: false)
      traces += try recording.rules.traces()
      if days > 1 { request = request.following(showing: try page(name, for: request).shownIDs) }
    }
    return traces
  }

  /// The request at `node`, read by this session: cheaper than ``InsightEngine/request(_:alsoKnown:)`` where it has logs.
  ///
  /// - Parameter alsoKnown: fields of the document that are read elsewhere.
  /// - Throws: everything that is wrong with it.
  package func request(
    _ node: Node, alsoKnown: [Text] = []
  ) throws(DiagnosticError) -> (request: DayRequest, warnings: [Diagnostic]) {
    try suggestions.request(node, alsoKnown: alsoKnown)
  }

  /// The page of the module `name`.
  ///
  /// - Throws: what the rules ran into.
  package func page(_ name: Text, for request: DayRequest) throws(DiagnosticError) -> Page {
    try page(name, for: request, withRankings: true)
  }

  /// The page of the module `name` for the day of the request and those after it, `days` in all: a plan ahead. What each day
  /// shows is history for the days after it. The time is the same on every day.
  ///
  /// - Throws: what the rules ran into.
  package func pages(_ name: Text, for request: DayRequest, days: Int) throws(DiagnosticError) -> [Page] {
    var pages: [Page] = []
    var request = request
    for day in 0..<max(0, days) {
      let page = try page(name, for: request)
      pages.append(page)
      if day + 1 < days { request = request.following(showing: page.shownIDs) }
    }
    return pages
  }

  func page(_ name: Text, for request: DayRequest, withRankings: Bool) throws(DiagnosticError) -> Page {
    guard let definition = engine.pages[name] else { throw DiagnosticError(.notLoaded(name)) }
    try session.begin(request)
    let renderer = session.renderer(in: request.locale)
    let slots = try fillSlots(definition, request, renderer)
    var parts: [Page.Part] = []
    var points: [Text: CandidatePoints]?
    // By the name of what is beside each other, what rankings show.
    var ranked: [Text: [Ranking.Item]] = [:]
    for (index, part) in definition.parts.enumerated() {
      let content: Page.Content
      switch part.content {
      case .choose: content = .messages(slots[index] ?? [])
      case .show(let decision): content = try shown(decision, renderer)
      case .tell(let fact, let fields): content = record(of: fact, fields, request, renderer)
      case .rank where !withRankings: continue
      case .rank(let module, let limit, let beside):
        let known = points ?? suggestions.sharedPoints(of: definition.rankings, request)
        points = known
        let ranking = try suggestions.ranking(
          module, request, renderer, limit: limit, points: known[module.name],
          after: beside.flatMap { ranked[$0] } ?? [])
        if let beside { ranked[beside, default: []] += ranking.items }
        content = .ranking(ranking)
      case .signals(let count):
        content = .signals(request.answers.flatMap { answers in engine.quiz?.signals(answers, count: count) })
      }
      parts.append(
        Page.Part(
          id: part.id, style: part.style, heading: part.heading.map { renderer.rendered($0) }, content: content))
    }
    return Page(
      module: name, parts: parts, moment: request.moment, locale: request.locale ?? engine.pack.defaultLocale)
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

  private func record(
    of fact: Fact, _ names: [Text], _ request: DayRequest, _ renderer: MessageRenderer
  ) -> Page.Content {
    guard case .record(let type) = fact.declaration.type,
      case .map(let map)? = request.facts.first(where: { $0.fact.id == fact.id })?.value,
      case .string(let id)? = map[string: "id"], let entry = engine.context.reader.records[type.name]?.entry(id)
    else { return .record(id: nil, fields: []) }
    var fields: [Page.Field] = []
    for name in names {
      guard let node = entry.record.node[name] else { continue }
      let nodes = node.kind == .list ? Array(node.elements) : [node]
      let texts = nodes.compactMap { engine.pack.text($0) }.compactMap { renderer.served($0) }
      let isText = texts.count == nodes.count
      fields.append(
        Page.Field(name: name, texts: isText ? texts : [], value: isText ? nil : node.value(fractions: .double)))
    }
    return .record(id: id, fields: fields)
  }

  // MARK: Slots

  private func fillSlots(
    _ page: PageDefinition, _ request: DayRequest, _ renderer: MessageRenderer
  ) throws(DiagnosticError) -> [Int: [RenderedMessage]] {
    let messages = engine.context.messages
    // Slots that are beside each other, in the order in which they first occur.
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
        slots.append(SlotFilling.Slot(rule: rule, choices: try shape.choices(value, of: decision, messages)))
        origins.append(rules.origins(of: decision))
      }
      let rotations = slots.map { MessageRotation($0, messages: messages, request: request) }
      let taken = SlotFilling.fill(slots, messages) { slot, choice in rotations[slot].turn(of: choice) }
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
}
