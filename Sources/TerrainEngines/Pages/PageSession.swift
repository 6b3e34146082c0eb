import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Makes pages, one request after another, on one thread.
package final class InsightSession {
  /// The engine.
  package let engine: InsightEngine
  let session: EngineSession
  /// Makes rankings in the same requests.
  package let suggestions: SuggestionSession
  private var rules: RuleSession { session.rules }
  private var recorder: InsightSession?

  /// A session of `engine`.
  package convenience init(_ engine: InsightEngine) {
    self.init(engine, EngineSession(engine.context))
  }

  private init(_ engine: InsightEngine, _ session: EngineSession) {
    self.engine = engine
    self.session = session
    suggestions = SuggestionSession(engine.suggestions, session)
  }

  /// A session of the same engine whose rules record their traces, made on demand.
  func recording() throws(DiagnosticError) -> InsightSession {
    if let recorder { return recorder }
    let made = InsightSession(engine, try session.recording())
    recorder = made
    return made
  }

  /// The traces of every decision that was evaluated for the page `name` on the number of `days`, except for its rankings, which have their
  /// own explanations.
  ///
  /// - Throws: evaluation errors of the rules.
  package func traces(
    ofPage name: Text, for request: DayRequest, days: Int = 1, more: Bool = false
  ) throws(DiagnosticError) -> [DecisionTrace] {
    let recording = try recording()
    var traces: [DecisionTrace] = []
    var request = request
    for _ in 0..<max(0, days) {
      _ = try recording.page(name, for: request, more: more, withRankings: false)
      traces += try recording.rules.traces()
      if days > 1 { request = request.following(showing: try page(name, for: request, more: more).shownIDs) }
    }
    return traces
  }

  /// The request at `node`, read by this session, which is cheaper than ``InsightEngine/request(_:alsoKnown:)`` if the request has logs.
  ///
  /// - Parameter alsoKnown: fields of the document that are read elsewhere.
  /// - Throws: all errors in it.
  package func request(
    _ node: Node, alsoKnown: [Text] = []
  ) throws(DiagnosticError) -> (request: DayRequest, warnings: [Diagnostic]) {
    try suggestions.request(node, alsoKnown: alsoKnown)
  }

  /// The page of the module `name`; with `more`, also the parts and details that the short page leaves out.
  ///
  /// - Throws: evaluation errors of the rules.
  package func page(_ name: Text, for request: DayRequest, more: Bool = false) throws(DiagnosticError) -> Page {
    try page(name, for: request, more: more, withRankings: true)
  }

  /// The pages of the module `name` for the day of the request and the following days, `days` in total. The content of each day is history
  /// for the days after it. The time is the same on every day.
  ///
  /// - Throws: evaluation errors of the rules.
  package func pages(
    _ name: Text, for request: DayRequest, days: Int, more: Bool = false
  ) throws(DiagnosticError) -> [Page] {
    var pages: [Page] = []
    var request = request
    for day in 0..<max(0, days) {
      let page = try page(name, for: request, more: more)
      pages.append(page)
      if day + 1 < days { request = request.following(showing: page.shownIDs) }
    }
    return pages
  }

  func page(
    _ name: Text, for request: DayRequest, more: Bool = false, withRankings: Bool
  ) throws(DiagnosticError) -> Page {
    guard let definition = engine.pages[name] else { throw DiagnosticError(.notLoaded(name)) }
    try session.begin(request)
    let renderer = session.renderer(in: request.locale)
    let slots = try fillSlots(definition, more: more, request, renderer)
    var parts: [Page.Part] = []
    var points: [Text: CandidatePoints]?
    // The items of earlier rankings, by the name of their group (`beside`).
    var ranked: [Text: [Ranking.Item]] = [:]
    for (index, part) in definition.parts.enumerated() where more || !part.isMore {
      let content: Page.Content
      switch part.content {
      case .choose: content = .messages(slots[index] ?? [])
      case .show(let decision):
        content =
          try atMost(of: part) == 0
          ? .value(.null, label: nil, origin: nil, shown: .null) : shown(decision, renderer)
      case .tell(let fact, let fields): content = record(of: fact, fields, request, renderer)
      case .rank where !withRankings: continue
      case .rank(let module, let limit, let beside):
        let known = points ?? suggestions.sharedPoints(of: definition.rankings, request)
        points = known
        let most = try atMost(of: part)
        let ranking = try suggestions.ranking(
          module, request, renderer, limit: most.map { min($0, limit ?? $0) } ?? limit, points: known[module.name],
          after: beside.flatMap { ranked[$0] } ?? [], isBrief: !more)
        if let beside { ranked[beside, default: []] += ranking.items }
        content = .ranking(ranking)
      case .signals(let count):
        content = .signals(request.answers.flatMap { answers in engine.quiz?.signals(answers, count: count) })
      }
      parts.append(
        Page.Part(
          id: part.id, style: part.style, heading: part.heading.flatMap { renderer.rendered($0) }, content: content))
    }
    return Page(
      module: name, parts: parts, moment: request.moment, locale: request.locale ?? engine.pack.defaultLocale)
  }

  /// The most messages or items of `part` on this day; nil if no decision lowers its limit.
  private func atMost(of part: PageDefinition.Part) throws(DiagnosticError) -> Int? {
    guard let decision = part.atMost, case .int(let most) = try rules.decided(decision) else { return nil }
    return max(0, Int(clamping: most))
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
    _ page: PageDefinition, more: Bool, _ request: DayRequest, _ renderer: MessageRenderer
  ) throws(DiagnosticError) -> [Int: [RenderedMessage]] {
    let messages = engine.context.messages
    // Groups of slots with the same `beside`, in the order in which they first occur.
    var groups: [(name: Text, parts: [Int])] = []
    for (index, part) in page.parts.enumerated() where more || !part.isMore {
      guard case .choose(_, _, _, let beside) = part.content else { continue }
      if let known = groups.firstIndex(where: { $0.name == beside }) {
        groups[known].parts.append(index)
      } else {
        groups.append((beside, [index]))
      }
    }
    var filled: [Int: [RenderedMessage]] = [:]
    var tags = PageTags(opposites: page.opposites)
    if let decision = page.ruledOut { tags.ruledOut = Set(try rules.decided(decision).texts) }
    for group in groups {
      let before = tags
      var slots: [SlotFilling.Slot] = []
      var origins: [[Origin]] = []
      for index in group.parts {
        guard case .choose(let decision, let shape, var rule, _) = page.parts[index].content else { continue }
        rule.isMore = page.parts[index].isMore
        if let most = try atMost(of: page.parts[index]) { rule.limit = min(rule.limit, most) }
        let value = try rules.decided(decision)
        slots.append(SlotFilling.Slot(rule: rule, choices: try shape.choices(value, of: decision, messages)))
        origins.append(rules.origins(of: decision))
      }
      // A message that cannot be shown leaves its place to the next one, so the slots are filled again without it.
      var isWhole = false
      while !isWhole {
        isWhole = true
        let rotations = slots.map { MessageRotation($0, messages: messages, request: request) }
        tags = before
        let taken = SlotFilling.fill(slots, messages, &tags) { slot, choice in rotations[slot].turn(of: choice) }
        for (position, index) in group.parts.enumerated() {
          var refused: Set<Int> = []
          filled[index] = taken[position].compactMap { number in
            let choice = slots[position].choices[number]
            let rendered = renderer.rendered(choice, origin: origins[position].origin(ofElement: choice.element))
            if rendered == nil { refused.insert(number) }
            if !more, let brief = slots[position].rule.brief { return rendered?.keeping(brief) }
            return rendered
          }
          guard !refused.isEmpty else { continue }
          isWhole = false
          let others = slots[position].choices.enumerated().filter { !refused.contains($0.offset) }
          slots[position] = SlotFilling.Slot(rule: slots[position].rule, choices: others.map { $0.element })
        }
      }
    }
    return filled
  }
}

/// Makes pages about a person and a day from the modules of a rule set with pages.
///
/// Immutable; threads share one engine, each with an ``InsightSession`` of its own.
package struct InsightEngine: Engine {
  /// The pack, the rules, and the values prepared from both.
  package var context: EngineContext { suggestions.context }
  /// The pack's quiz, if it was loaded.
  package var quiz: Quiz? { context.quiz }
  /// Makes the rankings on pages and the other loaded rankings.
  package let suggestions: SuggestionEngine
  let pages: [Text: PageDefinition]

  /// The requirements of these pages and rankings on a rule set; with `logs` also those of requests with logs.
  package static func contracts(pages: [Text], rankings: [Text] = [], logs: Bool = false) -> [Contract] {
    pages.map(PageDefinition.contract) + SuggestionEngine.contracts(rankings: rankings, logs: logs)
  }

  /// An engine over `system`, which was loaded for the contracts of these pages and rankings.
  ///
  /// - Throws: errors that keep rules and pack from working together, with locations in both.
  package init(_ system: LoadedSystem, pages names: [Text], rankings: [Text] = []) throws(DiagnosticError) {
    let context = try EngineContext(system, readsQuiz: true)
    let session = RuleSession(context.system.rules.ruleSet)
    var reader = PageReader(
      rules: context.system.rules.ruleSet, pack: context.system.pack, messages: context.messages,
      records: context.reader.records, hasQuiz: context.quiz != nil, session: session)
    var pages: [Text: PageDefinition] = [:]
    for name in names { pages[name] = try reader.page(name) }
    self.pages = pages
    suggestions = try SuggestionEngine(context, rankings: rankings, session: session)
  }

  /// The request at `node`.
  ///
  /// - Parameter alsoKnown: fields of the document that are read elsewhere.
  /// - Returns: the request, and warnings about it.
  /// - Throws: all errors in it.
  package func request(
    _ node: Node, alsoKnown: [Text] = []
  ) throws(DiagnosticError) -> (request: DayRequest, warnings: [Diagnostic]) {
    try suggestions.request(node, alsoKnown: alsoKnown)
  }
}

/// The limits of a slot, which the rules declare.
package struct SlotRule: Sendable {
  /// The maximum number of messages.
  package var limit = 1
  /// The maximum number of messages of one layer.
  package var perLayer = Int.max
  /// Places kept for layers, by position of the layer.
  package var least: [(layer: Int, count: Int)] = []
  /// Days within which choices of one layer and priority take turns; nil if they have the order of their rows.
  package var rotation: Int?
  /// The parts of messages that a short page keeps; nil if it keeps all.
  var brief: [Text]?
  /// True for a slot of the whole page only, which is filled after the slots of the short page, so that those have the same messages on both.
  var isMore = false

  package init() {}
}

/// The tags of messages that a page can still have.
package struct PageTags: Sendable {
  /// Groups of tags of which a page has messages with at most one.
  let opposites: [[Text]]
  /// The tags that no further message has.
  var ruledOut: Set<Text> = []

  package init(opposites: [[Text]] = []) { self.opposites = opposites }

  /// Rules out the opposites of `tags`, which a message on the page has.
  fileprivate mutating func take(_ tags: [Text]) {
    for tag in tags {
      for group in opposites where group.contains(tag) { ruledOut.formUnion(group.filter { $0 != tag }) }
    }
  }
}

/// Fills a group of slots with at most one message per topic, none of which opposes another.
///
/// Choices are taken by layer, priority, then turn or order. Of two choices that oppose each other, the choice that was taken first stays;
/// it has the higher layer. Neither is a choice taken if one of its tags is ruled out on the page.
package struct SlotFilling {
  /// A slot and its choices.
  package struct Slot {
    let rule: SlotRule
    let choices: [MessageChoice]

    package init(rule: SlotRule, choices: [MessageChoice]) {
      self.rule = rule
      self.choices = choices
    }
  }

  /// A choice of one of the slots.
  private struct Entry {
    let slot: Int
    let choice: Int
    let message: Int
    let layer: Int
    let priority: Int64
    let turn: UInt64
    let isMore: Bool
  }

  private let slots: [Slot]
  private let messages: Messages
  private var taken: [[Entry]]
  /// For each topic, whether a chosen message is about it or opposes it.
  private var topics: [(isTaken: Bool, isOpposed: Bool)]
  /// The number of chosen messages by slot and layer.
  private var layerCounts: [[Int]]
  private var tags: PageTags

  /// For each slot the choices that fill it, in order. `turn` returns the turn of a choice in a rotating slot: the lowest comes first.
  package static func fill(
    _ slots: [Slot], _ messages: Messages, _ tags: inout PageTags, turn: (_ slot: Int, _ choice: Int) -> UInt64
  ) -> [[Int]] {
    var filling = SlotFilling(slots, messages, tags)
    filling.fill(turn)
    tags = filling.tags
    return filling.taken.map { $0.ordered { filling.precedes($0, $1) }.map { $0.choice } }
  }

  private init(_ slots: [Slot], _ messages: Messages, _ tags: PageTags) {
    self.slots = slots
    self.tags = tags
    self.messages = messages
    taken = slots.map { _ in [] }
    topics = Array(repeating: (false, false), count: messages.topics.count)
    let layers = slots.reduce(0) { most, slot in
      let least = slot.rule.least.reduce(most) { max($0, $1.layer + 1) }
      return slot.choices.reduce(least) { max($0, $1.layer + 1) }
    }
    layerCounts = slots.map { _ in Array(repeating: 0, count: layers) }
  }

  /// The order in which choices are taken.
  private func precedes(_ a: Entry, _ b: Entry) -> Bool {
    if a.isMore != b.isMore { return b.isMore }
    return (a.layer, a.priority, a.slot, a.turn, a.choice) < (b.layer, b.priority, b.slot, b.turn, b.choice)
  }

  private mutating func fill(_ turn: (Int, Int) -> UInt64) {
    var entries: [Entry] = []
    entries.reserveCapacity(slots.reduce(0) { $0 + $1.choices.count })
    for index in slots.indices {
      let rotates = slots[index].rule.rotation != nil
      for number in slots[index].choices.indices {
        entries.append(
          Entry(
            slot: index, choice: number, message: slots[index].choices[number].message,
            layer: slots[index].choices[number].layer, priority: slots[index].choices[number].priority,
            turn: rotates ? turn(index, number) : 0, isMore: slots[index].rule.isMore))
      }
    }
    entries.sort { precedes($0, $1) }
    var rest: [Entry] = []
    rest.reserveCapacity(entries.count)
    for (place, entry) in entries.enumerated() {
      if keptForOthers(entry, in: entries[(place + 1)...]) || !take(entry) { rest.append(entry) }
    }
    // Places that were kept and could not be filled.
    for entry in rest { _ = take(entry) }
  }

  /// Returns true if the places left in the slot are all kept for layers that still have a choice there.
  private func keptForOthers(_ entry: Entry, in following: ArraySlice<Entry>) -> Bool {
    let rule = slots[entry.slot].rule
    guard !rule.least.isEmpty else { return false }
    if let own = rule.least.first(where: { $0.layer == entry.layer }),
      layerCounts[entry.slot][entry.layer] < own.count
    {
      return false
    }
    var kept = 0
    for least in rule.least where least.layer != entry.layer {
      var missing = least.count - layerCounts[entry.slot][least.layer]
      for other in following where missing > 0 && other.slot == entry.slot && other.layer == least.layer {
        guard isFree(other) else { continue }
        missing -= 1
        kept += 1
      }
    }
    return taken[entry.slot].count + kept >= rule.limit
  }

  /// Returns true if nothing that was taken rules `entry` out.
  private func isFree(_ entry: Entry) -> Bool {
    if let topic = messages.all[entry.message].topic, topics[topic].isTaken || topics[topic].isOpposed { return false }
    if messages.all[entry.message].opposes.contains(where: { topics[$0].isTaken }) { return false }
    if messages.all[entry.message].tags.contains(where: { tags.ruledOut.contains($0) }) { return false }
    return !taken[entry.slot].contains { $0.message == entry.message }
  }

  private mutating func take(_ entry: Entry) -> Bool {
    guard taken[entry.slot].count < slots[entry.slot].rule.limit,
      layerCounts[entry.slot][entry.layer] < slots[entry.slot].rule.perLayer, isFree(entry)
    else { return false }
    if let topic = messages.all[entry.message].topic { topics[topic].isTaken = true }
    for topic in messages.all[entry.message].opposes { topics[topic].isOpposed = true }
    tags.take(messages.all[entry.message].tags)
    taken[entry.slot].append(entry)
    layerCounts[entry.slot][entry.layer] += 1
    return true
  }
}

/// The order among choices of one layer and priority, which depends on person and day.
///
/// Without a history the choices rotate: each day continues after the day before, each person starts at a different position, and the end
/// of a year has no effect. With a history, choices that were shown in the last days come last, the most recent at the end, but choices
/// that were shown today stay.
struct MessageRotation {
  private let turns: [UInt64]

  init(_ slot: SlotFilling.Slot, messages: Messages, request: DayRequest) {
    guard let window = slot.rule.rotation else {
      turns = []
      return
    }
    var groups: [[Int]] = []
    var turns = Array(repeating: UInt64(0), count: slot.choices.count)
    for index in slot.choices.indices {
      let (layer, priority) = (slot.choices[index].layer, slot.choices[index].priority)
      let known = groups.firstIndex { group in
        slot.choices[group[0]].layer == layer && slot.choices[group[0]].priority == priority
      }
      if let known { groups[known].append(index) } else { groups.append([index]) }
    }
    // The bucket of a person and a group, whatever the day.
    let buckets = request.buckets(day: CalendarDate(days: 0))
    for group in groups {
      let first = messages.all[slot.choices[group[0]].message].id
      let start = buckets.bucket(of: first) % UInt64(group.count)
      let steps = Int64(request.moment.date.days) * Int64(clamping: slot.rule.limit % group.count)
      let offset = (Int64(start) + steps) % Int64(group.count)
      for (place, index) in group.enumerated() {
        let distance = (Int64(place) - offset) % Int64(group.count)
        var turn = UInt64(distance < 0 ? distance + Int64(group.count) : distance)
        let id = messages.all[slot.choices[index].message].id
        if let days = request.history.days(since: id, on: request.moment.date), days > 0, days <= window {
          turn += UInt64(window - days + 1) << 32
        }
        turns[index] = turn
      }
    }
    self.turns = turns
  }

  /// The turn of `choice`: the lowest comes first.
  func turn(of choice: Int) -> UInt64 { turns.indices.contains(choice) ? turns[choice] : 0 }
}

/// A page about a person and a day: parts in the order the rules give them.
public struct Page: Sendable {
  /// The presentation of a part for people. Programs can ignore it.
  public enum Style: String, Sendable, CaseIterable {
    /// Above everything.
    case title
    /// Sentences that make one paragraph.
    case paragraph
    /// One item per line.
    case list
    /// Not shown: for programs only.
    case hidden
  }

  /// A field of a record, in the person's language.
  public struct Field: Sendable {
    /// Its name.
    public let name: Text
    /// Its texts: one, or those of a list.
    public let texts: [LocalizedText.Served]
    /// The value, if it is not a text.
    public let value: Value?
  }

  /// The content of a part.
  public enum Content: Sendable {
    /// Messages.
    case messages([RenderedMessage])
    /// A value, and its label if it is a word of a vocabulary. In `shown`, all words of vocabularies and ids of records are replaced by
    /// their texts for people.
    case value(Value, label: LocalizedText.Served?, origin: Origin?, shown: Value)
    /// A record's id and fields; nil if the request names none.
    case record(id: Text?, fields: [Field])
    /// Candidates in order.
    case ranking(Ranking)
    /// The answers that weighed most; nil if no answers were given.
    case signals([Signal]?)
  }

  /// A part of a page.
  public struct Part: Sendable {
    /// Its name.
    public let id: Text
    /// The presentation.
    public let style: Style
    /// The words above it.
    public let heading: RenderedMessage?
    /// Its content.
    public let content: Content
  }

  /// The module whose page it is.
  public let module: Text
  /// Its parts.
  public let parts: [Part]
  /// The moment that the page is about.
  public let moment: Moment
  /// The language of the pack that serves the requested one; the default one if none was requested.
  public let locale: LanguageTag
}

extension Page {
  /// The ids of everything it shows that may take turns: messages and candidates.
  public var shownIDs: [Text] {
    parts.flatMap { part -> [Text] in
      switch part.content {
      case .messages(let messages): messages.map({ $0.message })
      case .ranking(let ranking): ranking.items.map({ $0.id })
      case .value, .record, .signals: []
      }
    }
  }

  /// The messages of the parts whose ids `isIncluded` accepts.
  package func messages(_ isIncluded: (Text) -> Bool = { _ in true }) -> [RenderedMessage] {
    parts.flatMap { part -> [RenderedMessage] in
      guard isIncluded(part.id), case .messages(let messages) = part.content else { return [] }
      return messages
    }
  }
}
