import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// A page as the rules declare it: a list of parts with one purpose each.
package struct PageDefinition: Sendable {
  /// The content of a part.
  package enum Content: Sendable {
    case choose(Decision, MessageChoiceShape, SlotRule, beside: Text)
    case show(Decision)
    case tell(Fact, fields: [Text])
    /// A ranking. Of rankings with the same `beside`, each leaves out the items that an earlier ranking shows.
    case rank(RankingModule, limit: Int?, beside: Text?)
    case signals(Int)
  }

  /// A part of a page.
  package struct Part: Sendable {
    package let id: Text
    package let place: Place
    /// The words above it, as the position of a message.
    package let heading: Int?
    let style: Page.Style
    package let content: Content
    /// The most messages or items of a day, if a decision lowers the limit that is declared.
    package let atMost: Decision?
    /// True if only a request with `more` gets the part.
    package let isMore: Bool

    /// The decisions that the part itself evaluates, without those of its ranking.
    package var decisions: [Decision] {
      switch content {
      case .choose(let decision, _, _, _), .show(let decision): [decision, atMost].compactMap { $0 }
      case .tell, .rank, .signals: [atMost].compactMap { $0 }
      }
    }

    /// The ranking that the part shows; nil for other parts.
    package var ranking: RankingModule? { if case .rank(let ranking, _, _) = content { ranking } else { nil } }
  }

  /// The name of the decision that is a page, after its module's.
  static let decision: Text = "page"
  /// The names of the decisions for tags, after the module's.
  fileprivate static let oppositesDecision: Text = "opposites"
  fileprivate static let ruledOutDecision: Text = "ruled_out"

  package let parts: [Part]
  /// The rankings among the parts.
  let rankings: [RankingModule]
  /// Groups of tags of which a page has messages with at most one.
  let opposites: [[Text]]
  /// The decision for the tags that no message of a day has.
  let ruledOut: Decision?

  init(parts: [Part], opposites: [[Text]], ruledOut: Decision?) {
    self.parts = parts
    self.opposites = opposites
    self.ruledOut = ruledOut
    rankings = parts.compactMap { $0.ranking }
  }

  /// The names of the modules of `rules` that have a page.
  static func names(in rules: RuleSet) -> [Text] { rules.modules(with: decision) }

  /// The requirements of the page of the module `name` on a rule set.
  static func contract(_ name: Text) -> Contract {
    Contract(
      "terrain page \(name)", caller: "terrain page",
      decisions: [
        .init("\(name).\(decision)", .dyn),
        .init("\(name).\(oppositesDecision)", .list(.list(.string)), isOptional: true),
        .init("\(name).\(ruledOutDecision)", .list(.string), isOptional: true),
      ], otherFacts: .dyn)
  }
}

/// Reads a page out of the rules.
struct PageReader {
  /// The fields of a part that declare its content.
  fileprivate static let contentKeys: [Text] = ["choose", "show", "tell", "rank", "signals"]
  /// The fields that accompany one of the content fields.
  private static let detailKeys: [Text] = [
    "limit", "at_most", "per_layer", "rotate", "beside", "least", "brief", "fields",
  ]

  let rules: RuleSet
  let pack: Pack
  let messages: Messages
  let records: RecordValues
  let hasQuiz: Bool
  /// The session that decides the parts of pages, and the settings of the rankings that they show.
  private let session: RuleSession
  private var diagnostics: [Diagnostic] = []
  /// The rankings that were already read.
  private var rankings: [Text: RankingModule]

  init(
    rules: RuleSet, pack: Pack, messages: Messages, records: RecordValues, hasQuiz: Bool,
    rankings: [Text: RankingModule] = [:], session: RuleSession
  ) {
    self.session = session
    self.rankings = rankings
    self.rules = rules
    self.pack = pack
    self.messages = messages
    self.records = records
    self.hasQuiz = hasQuiz
  }

  /// The page of the module `name`.
  ///
  /// - Throws: all errors in it.
  mutating func page(_ name: Text) throws(DiagnosticError) -> PageDefinition {
    guard let decision = rules.decision("\(name).\(PageDefinition.decision)") else {
      throw DiagnosticError(rules.check(PageDefinition.contract(name)))
    }
    session.begin()
    let place = rules.place(ofResult: decision)
    guard case .list(let values) = try session.decided(decision) else {
      throw DiagnosticError(.pageWithoutParts(decision, at: place))
    }
    let nodes = rules.node(ofResult: decision).map { $0.kind == .list ? Array($0.elements) : [] } ?? []
    var parts: [PageDefinition.Part] = []
    for (number, value) in values.enumerated() {
      let node = nodes.count == values.count ? nodes[number] : nil
      guard let part = part(value, number, of: decision, module: name, node) else { continue }
      if parts.contains(where: { $0.id == part.id }) {
        let own = node.flatMap { $0.kind == .map ? $0["id"] : nil }
        diagnostics.append(.partTwice(part.id, at: own?.place ?? place))
      }
      parts.append(part)
    }
    if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    return PageDefinition(
      parts: parts, opposites: try opposites(name),
      ruledOut: rules.decision("\(name).\(PageDefinition.ruledOutDecision)"))
  }

  /// The groups of tags of the page `name` that oppose each other.
  private func opposites(_ name: Text) throws(DiagnosticError) -> [[Text]] {
    guard let decision = rules.decision("\(name).\(PageDefinition.oppositesDecision)"),
      case .list(let groups) = try session.decided(decision)
    else { return [] }
    return groups.map { $0.texts }
  }

  private mutating func part(
    _ value: Value, _ number: Int, of page: Decision, module: Text, _ node: Node?
  ) -> PageDefinition.Part? {
    var what = "part \(number + 1) of `\(page.name)`"
    if case .map(let map) = value, case .string(let id)? = map[string: "id"]?.present {
      what = "the part `\(id)` of `\(page.name)`"
    }
    var fields = ValueFields(value, of: page, in: rules, what: what, at: node)
    defer { diagnostics += fields.finish() }
    let id = fields.text("id")
    if id == nil { fields.wrong("id", "a name") }
    var heading: Int?
    if let text = fields.text("heading") {
      heading = messages.position(of: text)
      if heading == nil {
        fields.report(
          .noSuchMessage(text, in: what, at: fields.place(of: "heading"), among: messages.all.map { $0.id }))
      }
    }
    var style = Page.Style.list
    if let text = fields.text("style") {
      if let known = Page.Style(rawValue: text.string) {
        style = known
      } else {
        fields.wrong("style", "one of \(Page.Style.allCases.map { $0.rawValue }.quoted)")
      }
    }
    var isMore = false
    if let value = fields.value("more") {
      if case .bool(let flag) = value { isMore = flag } else { fields.wrong("more", "true or false") }
    }
    let contents = [
      choose(&fields, id ?? "", module, what), show(&fields, module, what), tell(&fields, what), rank(&fields, module),
      signals(&fields),
    ].compactMap { $0 }
    let atMost = fields.text("at_most").flatMap { decision($0, "at_most", &fields, module, what) }
    if let atMost, atMost.type != .int { fields.wrong("at_most", "a decision of type `int`") }
    guard contents.count == 1, let content = contents.first else {
      if contents.isEmpty, fields.mayHaveMisspelled(Self.contentKeys) {
        // Further fields belong to the misspelled content.
        fields.expect(Self.contentKeys + Self.detailKeys)
      } else if !fields.diagnostics.hasErrors {
        fields.report(.partWithoutContent(what, at: node?.place ?? rules.place(ofResult: page)))
        fields.expect(Self.detailKeys)
      }
      return nil
    }
    guard let id else { return nil }
    return PageDefinition.Part(
      id: id, place: node?.place ?? rules.place(ofResult: page), heading: heading, style: style, content: content,
      atMost: atMost, isMore: isMore)
  }

  // MARK: What a part does

  /// The decision that the field `key` calls `name`: one of the page's own `module`, or of one that it uses.
  private func decision(
    _ name: Text, _ key: Text, _ fields: inout ValueFields, _ module: Text, _ what: String
  ) -> Decision? {
    if let own = rules.decision("\(module).\(name)") { return own }
    if let used = rules.module(of: name, outOfReachOf: module) {
      fields.report(.notUsed(used, by: rules.fullName(module), at: fields.place(of: key)))
      return nil
    }
    if let decision = rules.decision(name) { return decision }
    fields.report(
      .noSuchDecision(
        name, in: what, at: fields.place(of: key),
        among: rules.decisions.flatMap { [rules.relativeName($0.name), $0.name] }))
    return nil
  }

  private func choose(
    _ fields: inout ValueFields, _ id: Text, _ module: Text, _ what: String
  ) -> PageDefinition.Content? {
    guard let name = fields.text("choose") else { return nil }
    var rule = SlotRule()
    rule.limit = fields.int("limit", atLeast: 1) ?? 1
    rule.perLayer = fields.int("per_layer", atLeast: 1) ?? .max
    rule.rotation = fields.int("rotate", atLeast: 1)
    let beside = fields.text("beside") ?? id
    let least = fields.value("least")
    rule.brief = fields.texts("brief")
    if let brief = rule.brief {
      let names = Set(messages.all.flatMap { $0.parts.map { $0.name } }).ordered()
      if !brief.allSatisfy(names.contains) {
        fields.wrong("brief", "a list of parts of messages", among: names.map { $0.string })
      }
    }
    guard let decision = decision(name, "choose", &fields, module, what) else { return nil }
    if let wrong = rules.candidateFact(neededBy: decision) { fields.report(wrong) }
    guard let shape = MessageChoiceShape(decision.type) else {
      fields.report(.notChoices(decision))
      return nil
    }
    for id in MessageChoiceShape.messages(of: decision.type) ?? [] where messages.position(of: id) == nil {
      fields.report(
        .noSuchMessage(id, in: "`\(decision.name)`", at: decision.place, among: messages.all.map { $0.id }))
    }
    if let least {
      if case .map(let map) = least {
        for (key, value) in map.entries {
          guard case .string(let layer) = key, let value = value.present else { continue }
          guard let position = shape.layerNames.firstIndex(of: layer) else {
            fields.report(
              .noSuchLayer(layer, in: what, at: fields.place(of: "least", child: layer), among: shape.layerNames))
            continue
          }
          if case .int(let count) = value { rule.least.append((position, Int(clamping: count))) }
        }
      } else {
        fields.wrong("least", "a map from layers to numbers")
      }
    }
    return .choose(decision, shape, rule, beside: beside)
  }

  private func show(_ fields: inout ValueFields, _ module: Text, _ what: String) -> PageDefinition.Content? {
    guard let name = fields.text("show") else { return nil }
    guard let decision = decision(name, "show", &fields, module, what) else { return nil }
    if let wrong = rules.candidateFact(neededBy: decision) { fields.report(wrong) }
    return .show(decision)
  }

  private func tell(_ fields: inout ValueFields, _ what: String) -> PageDefinition.Content? {
    guard let name = fields.text("tell") else { return nil }
    let told = fields.texts("fields") ?? []
    guard let fact = rules.fact(name), case .record(let type) = fact.declaration.type, records[type.name] != nil else {
      fields.report(.notARecordFact(name, in: what, at: fields.place(of: "tell")))
      return nil
    }
    checkFields(told, of: type.name, what, &fields)
    return .tell(fact, fields: told)
  }

  /// Reports the fields in `names` that no possible record of a fact of the type `type` has.
  private func checkFields(_ names: [Text], of type: Text, _ what: String, _ fields: inout ValueFields) {
    let all = (pack.reading(type)?.kinds ?? []).flatMap { pack.records(of: $0) }.map { $0.node }.filter {
      $0.kind == .map
    }
    guard !all.isEmpty else { return }
    for (index, name) in names.enumerated() where !all.contains(where: { $0[name] != nil }) {
      let known = Set(all.flatMap { $0.members.compactMap { $0.key.text } }).ordered()
      fields.report(
        .noSuchField(name, of: type, in: what, at: fields.place(of: "fields", element: index), among: known))
    }
  }

  private mutating func rank(_ fields: inout ValueFields, _ module: Text) -> PageDefinition.Content? {
    guard let name = fields.text("rank") else { return nil }
    // The limit of a slot is read separately; this is the limit of a ranking.
    let limit = fields.int("limit", atLeast: 1)
    let beside = fields.text("beside")
    if let used = rules.module(of: name, outOfReachOf: module) {
      fields.report(.notUsed(used, by: rules.fullName(module), at: fields.place(of: "rank")))
      return nil
    }
    let known = RankingModule.names(in: rules)
    guard known.contains(name) || known.contains(where: { rules.fullName($0) == rules.fullName(name) }) else {
      fields.report(.noSuchRanking(name, at: fields.place(of: "rank"), among: known))
      return nil
    }
    do throws(DiagnosticError) {
      let module: RankingModule
      if let known = rankings[name] {
        module = known
      } else {
        module = try RankingModule(name, rules: rules, pack: pack, records: records, session: session)
        rankings[name] = module
      }
      return .rank(module, limit: limit, beside: beside)
    } catch {
      for diagnostic in error.diagnostics { fields.report(diagnostic) }
      return nil
    }
  }

  private func signals(_ fields: inout ValueFields) -> PageDefinition.Content? {
    guard let count = fields.int("signals", atLeast: 1) else { return nil }
    if !hasQuiz { fields.report(.noQuizForSignals(at: fields.place(of: "signals"))) }
    return .signals(count)
  }
}

extension Diagnostic {
  static func pageWithoutParts(_ page: Decision, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "insight/page", message: "`\(page.name)` has to be a list of parts", place: place,
      fix: "`value: [{ id: …, choose: … }, …]`")
  }

  static func partWithoutContent(_ what: String, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "insight/part", message: "\(what) has to do one thing", place: place,
      fix: "give it one of \(PageReader.contentKeys.map { $0.string }.quoted)")
  }

  static func partTwice(_ id: Text, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "insight/part-twice", message: "two parts of the page are called `\(id)`", place: place,
      fix: "give one of them another `id`")
  }

  static func noSuchDecision(_ name: Text, in what: String, at place: Place, among names: [Text]) -> Diagnostic {
    Diagnostic(
      code: "insight/unknown-decision", message: "\(what) names the decision `\(name)`, which is not there",
      place: place, fix: Suggestion.fix(name, among: names) ?? "a decision of another module needs `uses: [MODULE]`")
  }

  static func notUsed(_ used: Text, by module: Text, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "insight/not-used", message: "this page shows something of `\(used)`, which its module does not use",
      place: place,
      fix: "add `\(used)` to `uses` of `\(module)`")
  }

  static func noSuchRanking(_ name: Text, at place: Place, among names: [Text]) -> Diagnostic {
    Diagnostic(
      code: "insight/unknown-ranking", message: "there is no module `\(name)` that ranks", place: place,
      fix: Suggestion.fix(name, among: names)
        ?? "a ranking has the decisions `\(RankingModule.Names.excluded)` and `\(RankingModule.Names.score)`")
  }

  static func noSuchLayer(_ name: Text, in what: String, at place: Place, among names: [Text]) -> Diagnostic {
    Diagnostic(
      code: "insight/unknown-layer",
      message: "\(what) keeps a place for the layer `\(name)`, which none of its rows has", place: place,
      fix: Suggestion.fix(name, among: names) ?? "its layers are \(names.quoted)")
  }

  static func notARecordFact(_ name: Text, in what: String, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "insight/no-record", message: "\(what) refers to `\(name)`, which is not a fact with a record of the pack",
      place: place)
  }

  static func noSuchField(_ name: Text, of type: Text, in what: String, at place: Place, among known: [Text])
    -> Diagnostic
  {
    Diagnostic(
      code: "insight/unknown-field", message: "\(what) shows `\(name)`, which no record of `\(type)` has",
      place: place, fix: Suggestion.fix(name, among: known))
  }

  static func noQuizForSignals(at place: Place) -> Diagnostic {
    Diagnostic(
      code: "insight/no-quiz", message: "signals are of a quiz, and this pack has none", place: place)
  }
}

/// All pages and rankings that a rule set declares, to be checked or described.
package struct PageInventory: Sendable {
  /// The messages of the pack; nil if something is wrong with them.
  package let messages: Messages?
  /// The pages that are right, by the names that requests use.
  package private(set) var pages: [(name: Text, page: PageDefinition)] = []
  /// The rankings that are right.
  package private(set) var rankings: [RankingModule] = []
  /// The errors of pages that cannot be read.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Every decision that a page or a ranking evaluates itself.
  package var asked: [Decision] {
    let ranked = rankings.flatMap { [$0.score, $0.note, $0.fallback].compactMap { $0 } }
    return ranked
      + pages.flatMap { page in
        page.page.parts.flatMap { part in
          part.decisions
        } + [page.page.ruledOut].compactMap { $0 }
      }
  }

  /// Looks through `rules`, which were loaded whole, together with `pack`.
  package init(_ rules: RuleSet, pack: Pack) {
    var found: [Diagnostic] = []
    func attempt<T>(_ body: () throws(DiagnosticError) -> T) -> T? {
      do throws(DiagnosticError) {
        return try body()
      } catch {
        // A page with an invalid ranking would report the ranking's errors again.
        found += error.diagnostics.filter { !found.contains($0) }
        return nil
      }
    }
    messages = attempt { () throws(DiagnosticError) in try Messages(pack) }
    let records = attempt { () throws(DiagnosticError) in try RecordValues(rules.facts, pack: pack) }
    guard let messages, let records else {
      diagnostics = found
      return
    }
    let session = RuleSession(rules)
    for name in RankingModule.names(in: rules) {
      let module = attempt { () throws(DiagnosticError) in
        try RankingModule(name, rules: rules, pack: pack, records: records, session: session)
      }
      if let module { rankings.append(module) }
    }
    let known = Dictionary(keepingFirst: rankings.map { ($0.name, $0) })
    let hasQuiz = !pack.records(of: ScoringEngine.quizKind).isEmpty
    for name in PageDefinition.names(in: rules) {
      // A reader keeps the diagnostics of a page: the next page begins with a new reader.
      var reader = PageReader(
        rules: rules, pack: pack, messages: messages, records: records, hasQuiz: hasQuiz, rankings: known,
        session: session)
      if let page = attempt({ () throws(DiagnosticError) in try reader.page(name) }) { pages.append((name, page)) }
    }
    diagnostics = found
  }
}
