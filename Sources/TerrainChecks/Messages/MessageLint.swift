import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules

/// Checks the messages of a pack against the rules that choose them: each message is named by a rule, can be chosen by it, and is not
/// always crowded out. If a slot requires topics, each of its messages has a topic.
///
/// Only proved errors are reported; none if rules name no message at all, because their messages are then chosen elsewhere.
struct MessageLint {
  private let rules: RuleSet
  private let view: TableView
  private let pack: Pack
  private let messages: Messages
  private let survey: PageInventory
  private let mentions: MessageMentions
  private let firing: RowFiring
  private let limits = ProofLimits()
  /// Messages that fields of records name.
  private let inRecords: Set<Text>
  /// The contents of the view's tables, for a cache of earlier proofs; nil without a cache.
  private let contents: TableContents?

  init(
    _ rules: RuleSet, _ view: TableView, _ pack: Pack, _ survey: PageInventory, _ messages: Messages,
    inRecords: Set<Text>, contents: TableContents?
  ) {
    self.contents = contents
    self.rules = rules
    self.view = view
    self.pack = pack
    self.survey = survey
    self.messages = messages
    self.inRecords = inRecords
    mentions = MessageMentions(rules, ids: Set(messages.all.map(\.id)))
    firing = RowFiring(rules, view, mentions)
  }

  /// The findings. `known` has the findings about the rules alone: a row that can never fire is reported only there, and its report then
  /// names the messages that are never shown because of it.
  func findings(beside known: inout RuleFindings) -> [Diagnostic] {
    guard !mentions.positions.isEmpty else { return [] }
    var diagnostics: [Diagnostic] = []
    let places = Dictionary(
      known.diagnostics.enumerated().compactMap { index, finding in
        finding.code == Diagnostic.deadRow ? finding.place.map { ($0, index) } : nil
      }
    ) { first, _ in first }
    let dead = known.reported.compactMapValues { places[$0] }
    let isDead = self.dead(dead.keys)
    let slots = MessageSlots(survey, rules, messages, firing, mentions)
    var shown = shown(slots, isDead)
    let crowded = crowded(slots, &shown)
    let placeholders = PlaceholderLint(rules: rules, pack: pack, mentions: mentions, view: view, firing: firing)
    var headings: [Int: [Place]] = [:]
    for (_, page) in survey.pages {
      for part in page.parts { if let heading = part.heading { headings[heading, default: []].append(part.place) } }
    }
    let wordsSchemas = pack.kinds.contains { $0.check != nil || $0.isHandedIn }
    for (number, message) in messages.all.enumerated() where !inRecords.contains(message.id) {
      let place = place(of: message)
      guard let positions = mentions.positions[message.id] else {
        if wordsSchemas, message.id.string.hasPrefix(FormValidation.wordingPrefix) { continue }
        diagnostics.append(.neverNamed(message.id, at: place))
        continue
      }
      diagnostics += placeholders.findings(in: message, headings: headings[number] ?? [], isReachable: areReachable)
      if positions.allSatisfy(isDead.contains) {
        let rows = positions.compactMap { self.place(of: $0) }
        let deadRows = rows.compactMap { dead[$0] }
        for index in deadRows {
          known.diagnostics[index].related.append(.init(message: "so `\(message.id)` is never shown", place: place))
        }
        if deadRows.isEmpty { diagnostics.append(.neverChosen(message.id, at: place, by: rows)) }
      } else if let rivals = crowded[number] {
        diagnostics.append(.crowdedOut(message.id, at: place, by: rivals))
      }
    }
    for message in messages.all where inRecords.contains(message.id) {
      diagnostics += placeholders.findings(inNamedByRecords: message)
    }
    return diagnostics + withoutTopic(slots)
  }

  private func place(of message: Message) -> Place {
    pack.record(Messages.kind, message.id)?.node["id"]?.place ?? message.place
  }

  /// The location at which a result is chosen: the name of its row, or of its decision.
  private func place(of position: ResultPosition) -> Place? {
    let table = view.tables[position.decision]
    guard case .row(let index) = position.part, table.rows.indices.contains(index) else { return table.place }
    return table.rows[index].shownPlace
  }

  // MARK: Results that never come about

  /// The results that name messages and never occur: in rows that are reported as dead, and in decisions that are only used if their result
  /// cannot occur.
  private func dead(_ places: some Collection<Place>) -> Set<ResultPosition> {
    let deadPlaces = Set(places)
    var dead: Set<ResultPosition> = []
    var byDecision: [Int: [ResultPosition]] = [:]
    for positions in mentions.positions.values {
      for position in positions where byDecision[position.decision]?.contains(position) != true {
        byDecision[position.decision, default: []].append(position)
      }
    }
    for (decision, positions) in byDecision.ordered(by: { $0.key < $1.key }) {
      dead.formUnion(positions.filter { place(of: $0).map(deadPlaces.contains) ?? false })
      // The results of a decision without users occur if its rows hold, and these are proved separately.
      guard mentions.users[decision] != nil, !isChosen(decision) else { continue }
      let reach = firing.reach(decision)
      let isReachable = areReachable(positions.map { .all([firing.may($0), reach]) })
      for (position, isReachable) in zip(positions, isReachable) where !isReachable { dead.insert(position) }
    }
    return dead
  }

  /// For each of `conditions`, false if it is proved that it never holds.
  private func areReachable(_ conditions: [TableView.Formula]) -> [Bool] {
    remembered(.reachableResults, contents?.numbers(of: conditions)) { proveReachable(conditions) }
  }

  private func proveReachable(_ conditions: [TableView.Formula]) -> [Bool] {
    let table = DecisionTable(view, rows: conditions, limits: limits)
    guard table.fits, table.proof.cells <= limits.cells else { return conditions.map { _ in true } }
    var search = ProofSearch(CompiledTable(table.proof), limits: limits)
    return search.table.rows.map { row in
      search.allow(limits.stepsPerMessage)
      let result = search.find(search.state(required: search.all([search.constraint(on: [row]), row]), rows: []))
      return result.certainty > .none || search.stopped
    }
  }

  /// Returns true if a page or a ranking asks for the decision itself.
  private func isChosen(_ decision: Int) -> Bool {
    survey.asked.contains { $0.index == decision }
  }

  // MARK: Messages that are crowded out

  /// For each message, true if it is known to be shown: a result that names it goes to no slot, or to slots whose inputs are unknown.
  private func shown(_ slots: MessageSlots, _ isDead: Set<ResultPosition>) -> [Bool] {
    messages.all.map { message in
      inRecords.contains(message.id)
        || (mentions.positions[message.id] ?? []).contains {
          !isDead.contains($0) && (slots.open.contains($0.decision) || !slots.settled.contains($0))
        }
    }
  }

  /// The messages that are never shown although a row that chooses them can fire, by position, with the rows that come before it.
  private func crowded(_ slots: MessageSlots, _ shown: inout [Bool]) -> [Int: [(row: String, place: Place)]] {
    var crowded: [Int: [(row: String, place: Place)]] = [:]
    for group in slots.groups where group.entries.contains(where: { !shown[$0.entry.message] }) {
      for (index, answer) in answers(about: group, shown) {
        let entry = group.entries[index].entry
        switch answer {
        case .shown: shown[entry.message] = true
        case .never: break
        case .crowded(let others):
          let rows = others.prefix(4).compactMap { other -> (row: String, place: Place)? in
            let position = group.entries[other].entry.position
            guard let place = place(of: position) else { return nil }
            return (name(of: position), place)
          }
          if crowded[entry.message] == nil { crowded[entry.message] = rows }
        }
      }
    }
    return crowded.filter { !shown[$0.key] }
  }

  private typealias Answers = [(index: Int, answer: SlotGroupProof.Answer)]

  /// The answers about the entries of `group` whose messages are not known to be `shown`, in their order.
  private func answers(about group: SlotGroup, _ shown: [Bool]) -> Answers {
    remembered(.crowding, contents.flatMap { group.numbers(messages, shown, $0) }) { prove(group, shown) }
  }

  private func prove(_ group: SlotGroup, _ shown: [Bool]) -> Answers {
    var proof = SlotGroupProof(group, messages, firing, limits: limits)
    var shown = shown
    var answers: Answers = []
    for (index, (_, entry)) in group.entries.enumerated() where !shown[entry.message] {
      let answer = proof.answer(index)
      if case .shown = answer { shown[entry.message] = true }
      answers.append((index, answer))
    }
    return answers
  }

  /// The cached answer to a question about contents with these `numbers`, else the answer of `prove`, which is cached unless `numbers` is
  /// nil.
  private func remembered<T: Sendable>(_ kind: ProofMemory.Question.Kind, _ numbers: [Int]?, _ prove: () -> T) -> T {
    guard let memory = contents?.memory, let numbers else { return prove() }
    let question = ProofMemory.Question(kind: kind, contents: numbers, limits: limits)
    if let known = memory.answer(question, as: T.self) { return known }
    let answer = prove()
    memory.keep(answer, for: question)
    return answer
  }

  private func name(of position: ResultPosition) -> String {
    let table = view.tables[position.decision]
    guard case .row(let index) = position.part, table.rows.indices.contains(index) else { return table.name }
    return table.rows[index].id
  }

  // MARK: Topics

  /// Messages without a topic in slots in which topics must differ.
  private func withoutTopic(_ slots: MessageSlots) -> [Diagnostic] {
    var reported: Set<Int> = []
    var diagnostics: [Diagnostic] = []
    for group in slots.groups where group.places > 1 {
      let all = group.entries.map(\.entry.message)
      guard let other = all.first(where: { messages.all[$0].topic != nil }) else { continue }
      for message in all where messages.all[message].topic == nil && reported.insert(message).inserted {
        diagnostics.append(
          .messageWithoutTopic(
            messages.all[message].id, at: place(of: messages.all[message]), slot: group.name,
            other: place(of: messages.all[other])))
      }
    }
    return diagnostics
  }
}

extension Diagnostic {
  static let messageNeverNamedCode = "message/never-named"

  fileprivate static func neverNamed(_ id: Text, at place: Place) -> Diagnostic {
    Diagnostic(
      code: messageNeverNamedCode, severity: .warning, message: "no rule names the message `\(id)`", place: place,
      fix: "let a row choose it, or remove it")
  }

  fileprivate static func neverChosen(_ id: Text, at place: Place, by rows: [Place]) -> Diagnostic {
    Diagnostic(
      code: "message/never-chosen", severity: .warning,
      message: "the message `\(id)` can never be chosen: no facts lead to what names it", place: place,
      related: rows.prefix(4).map { .init(message: "named here", place: $0) },
      fix: "fix the conditions on the way there, or remove it")
  }

  fileprivate static func crowdedOut(_ id: Text, at place: Place, by rows: [(row: String, place: Place)]) -> Diagnostic
  {
    Diagnostic(
      code: "message/crowded-out", severity: .warning,
      message:
        "the message `\(id)` is always crowded out: whenever its row holds, others come before it and leave it no place",
      place: place, related: rows.map { .init(message: "`\($0.row)` comes before it", place: $0.place) },
      fix: "raise its layer or priority, give the slot another place, or remove it")
  }

  fileprivate static func messageWithoutTopic(_ id: Text, at place: Place, slot: String, other: Place) -> Diagnostic {
    Diagnostic(
      code: "message/no-topic", severity: .warning,
      message: "the message `\(id)` has no topic, and \(slot) shows one message a topic", place: place,
      related: [.init(message: "this one has", place: other)],
      fix: "add `topic: …`, so that it is not shown beside another on the same topic")
  }
}

/// Placeholders that nothing fills, so that people would see the braces, and values that do not have the form of their format.
struct PlaceholderLint {
  let rules: RuleSet
  let pack: Pack
  let mentions: MessageMentions
  let view: TableView
  let firing: RowFiring

  /// The types of a field in the decisions that give it, by its name.
  private typealias Fields = [Text: [CELType]]

  /// The findings in the texts of `message`, which rules name, and in the results that show it.
  ///
  /// - Parameters:
  ///   - headings: The locations at which pages name it as a heading, which has no values.
  ///   - isReachable: returns false for each condition that is proved never to hold.
  func findings(
    in message: Message, headings: [Place], isReachable: ([TableView.Formula]) -> [Bool]
  ) -> [Diagnostic] {
    let diagnostics = findings(in: message) { fields(givenTo: message.id) }
    guard !diagnostics.hasErrors else { return diagnostics }
    return diagnostics + unfilled(message, headings, isReachable)
  }

  /// Results that show `message` without a value for one of its placeholders, or with one that may be absent.
  private func unfilled(
    _ message: Message, _ headings: [Place], _ isReachable: ([TableView.Formula]) -> [Bool]
  ) -> [Diagnostic] {
    var names: [Text] = []
    for part in message.parts {
      for (_, text) in part.text.texts where text.utf8.contains(UInt8(ascii: "{")) {
        for argument in MessagePattern(text).arguments where !names.contains(argument.name) {
          names.append(argument.name)
        }
      }
    }
    guard !names.isEmpty, let showings = Showings(of: message.id, rules, mentions)?.all else { return [] }
    let all = showings + headings.map { Showing(position: nil, place: $0) }
    return names.flatMap { name -> [Diagnostic] in
      let without = all.filter { $0.values[name] == nil }
      let absent = all.filter { showing in
        guard case .perhaps(let slot)? = showing.values[name], let position = showing.position else { return false }
        return isReachable([.all([firing.may(position), isAbsent(slot)])])[0]
      }
      return (without.isEmpty ? [] : [.givesNothing(name, to: message, at: without.map(\.place), isSure: true)])
        + (absent.isEmpty ? [] : [.givesNothing(name, to: message, at: absent.map(\.place), isSure: false)])
    }
  }

  /// A formula that is true if the fact or decision in `slot` has no value; always true if no condition reads it.
  private func isAbsent(_ slot: Slot?) -> TableView.Formula {
    guard let slot else { return .constant(true) }
    let table = mentions.decision(in: slot)
    let fact = rules.facts.first { $0.slot == slot }?.name.string
    let column = view.columns.firstIndex { column in
      switch column.origin {
      case .fact(let name): name == fact
      case .decision(let number): number == table
      case .membership, .expression: false
      }
    }
    guard let column, let last = view.columns[column].classes.indices.last, view.columns[column].classes[last].isAbsent
    else { return .constant(true) }
    return .atom(TableView.Atom(column: column, classes: [last...last], place: nil))
  }

  /// The findings in the texts of `message`, which records name: any decision may choose it, so a placeholder that no decision fills is
  /// never filled.
  func findings(inNamedByRecords message: Message) -> [Diagnostic] {
    findings(in: message) { allFields }
  }

  private func findings(in message: Message, known fields: () -> Fields?) -> [Diagnostic] {
    guard let texts = pack.record(Messages.kind, message.id)?.node["texts"], texts.kind == .map else { return [] }
    var diagnostics: [Diagnostic] = []
    var given: Fields??
    for (_, part) in texts.members {
      for node in part.kind == .map ? part.members.map(\.value) : [part] {
        guard let text = node.text else { continue }
        for argument in MessagePattern(text).arguments {
          let known = given ?? fields()
          given = .some(known)
          guard let known else { continue }
          let place = node.place(ofDecoded: argument.range)
          if let types = known[argument.name] {
            guard let type = types.first, !types.contains(where: argument.format.fits) else { continue }
            diagnostics.append(.unfitValue(argument, type, at: place, path: node.path))
          } else {
            diagnostics.append(
              .nothingFills(argument, at: place, path: node.path, among: known.keys.map(\.string).ordered()))
          }
        }
      }
    }
    return diagnostics
  }

  /// The fields of the decisions that name the message or pass it on; nil if they are known only at run time.
  private func fields(givenTo id: Text) -> Fields? {
    var waiting = (mentions.positions[id] ?? []).map(\.decision)
    var seen: Set<Int> = []
    var fields: Fields = [:]
    while let decision = waiting.popLast() {
      guard seen.insert(decision).inserted else { continue }
      guard Self.collect(rules.decisions[decision].type, into: &fields) else { return nil }
      waiting += (mentions.users[decision] ?? []).map(\.decision)
    }
    return fields
  }

  /// The fields of all decisions with a message; nil if they are known only at run time.
  private var allFields: Fields? {
    var fields: Fields = [:]
    for decision in rules.decisions {
      // A map of numbers is not a choice of a message.
      if case .map(_, let value) = decision.type, [.int, .uint, .double, .decimal, .bool].contains(value) {
        continue
      }
      guard Self.collect(decision.type, into: &fields) else { return nil }
    }
    return fields
  }

  /// Types nest a few levels deep at most.
  private static func collect(_ type: CELType, into fields: inout Fields) -> Bool {
    switch type {
    case .list(let inner), .optional(let inner): return collect(inner, into: &fields)
    case .record(let record):
      for field in record.fields { fields[field.name, default: []].append(field.type) }
      return true
    case .map, .dyn: return false
    default: return true
    }
  }
}

extension MessagePattern.Format {
  /// Returns true if values of `type` can be written in this format.
  fileprivate func fits(_ type: CELType) -> Bool {
    switch (self, type) {
    case (_, .optional(let inner)): fits(inner)
    case (_, .dyn): true
    case (.plain, .bool), (.plain, .list), (.plain, .map), (.plain, .record), (.plain, .timestamp), (.plain, .duration):
      false
    case (.plain, _): true
    case (.number, .int), (.number, .uint), (.number, .double), (.number, .decimal): true
    case (.plural, .int), (.plural, .uint), (.plural, .double), (.plural, .decimal): true
    case (.date, .string), (.date, .timestamp), (.money, .string), (.money, .map): true
    case (.money, .record(let record)): record.index(of: "currency") != nil && record.index(of: "minor") != nil
    default: false
    }
  }

  /// The values that it takes.
  fileprivate var values: String {
    switch self {
    case .plain: "a text or a number"
    case .number, .plural: "a number"
    case .date: "a date: a timestamp, or a string such as `2026-03-05`"
    case .money: "an amount of money: a string such as `12.34 USD`, or a record with `currency` and `minor`"
    }
  }
}

extension Diagnostic {
  fileprivate static func nothingFills(
    _ argument: MessagePattern.Argument, at place: Place, path: String, among known: [String]
  ) -> Diagnostic {
    let name = argument.name
    let word = name.string.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let nearest = known.contains(word) ? word : Suggestion.nearest(to: word, among: known)
    let format =
      argument.format.name.isEmpty ? "" : ", \(argument.format.name)" + (argument.format.name == "plural" ? ", …" : "")
    return Diagnostic(
      code: "message/nothing-fills",
      message: "nothing fills `{\(name)\(format)}`: no row that chooses this message gives `\(name)`",
      place: place,
      fix: nearest.map { "did you mean `{\($0)\(format)}`?" } ?? "give it beside the message, or leave the braces out",
      path: path)
  }

  fileprivate static func unfitValue(
    _ argument: MessagePattern.Argument, _ type: CELType, at place: Place, path: String
  ) -> Diagnostic {
    let format = argument.format.name.isEmpty ? "{\(argument.name)}" : argument.format.name
    return Diagnostic(
      code: "message/format",
      message: "`\(format)` takes \(argument.format.values); `\(argument.name)` is `\(type)`",
      place: place,
      fix: argument.format.name.isEmpty
        ? "give a value of that type" : "give a value of that type, or write `{\(argument.name)}`", path: path)
  }

  fileprivate static func givesNothing(
    _ name: Text, to message: Message, at places: [Place], isSure: Bool
  ) -> Diagnostic {
    let text = message.parts.first { part in
      part.text.texts.contains { MessagePattern($0.text).arguments.contains { $0.name == name } }
    }
    return Diagnostic(
      code: "message/unfilled", severity: isSure ? .error : .warning,
      message: isSure
        ? "this gives no `\(name)` for `{\(name)}` in the message `\(message.id)`, which is then not shown"
        : "`\(name)` may be absent here: then the message `\(message.id)` with `{\(name)}` is not shown",
      place: places.first,
      related: places.dropFirst().map { .init(message: "nor here", place: $0) }
        + [.init(message: "`{\(name)}` is in its `\(text?.name ?? "text")`", place: message.place)],
      fix: isSure
        ? "add `\(name): …` beside `message`"
        : "add a condition that it is there, or give another value: `….orValue(…)`")
  }
}

/// A result that shows a message.
struct Showing {
  /// The presence of a value that accompanies the message.
  enum Given {
    case always
    /// Absent if the fact or decision in the slot is absent; the slot is nil if absence has another cause.
    case perhaps(Slot?)
  }

  /// Nil for a heading.
  let position: ResultPosition?
  let place: Place
  var values: [Text: Given] = [:]
}

/// All results that show one message, with the values that accompany it.
///
/// A record with the message's id in `message` gives its other fields. A single id has no other fields, unless the decision is the field
/// `message` of such a record: then that record counts instead.
private struct Showings {
  private(set) var all: [Showing] = []
  private let rules: RuleSet
  private let mentions: MessageMentions
  private var seen: Set<Int> = []

  /// Returns nil if only a run can tell.
  init?(of id: Text, _ rules: RuleSet, _ mentions: MessageMentions) {
    self.rules = rules
    self.mentions = mentions
    for position in mentions.positions[id] ?? [] {
      guard let result = result(at: position), add(result, naming: .id(id), at: position) else { return nil }
    }
  }

  /// The name by which a part of a result counts.
  private enum Name {
    case id(Text)
    /// The result of a decision that yields ids.
    case slot(Slot)
  }

  private func result(at position: ResultPosition) -> TypedResult? {
    switch (rules.decisions[position.decision].typed.body, position.part) {
    case (.value(let value), .rest): value
    case (.rows(let table), .rest): table.otherwise
    case (.rows(let table), .row(let index)): table.rows.indices.contains(index) ? table.rows[index].then : nil
    case (.value, .row): nil
    }
  }

  /// Adds the results in `result` that name the message. Returns false if they are known only at run time. The recursion is bounded by the
  /// nesting of results, which readers limit, and by `seen`.
  private mutating func add(_ result: TypedResult, naming name: Name, at position: ResultPosition) -> Bool {
    switch result {
    case .constant(let value, let place): return add(value, naming: name, at: position, place)
    case .list(let results, _):
      for result in results { if !add(result, naming: name, at: position) { return false } }
      return true
    case .object(let fields, let place):
      if let message = fields.first(where: { $0.name == MessageChoiceShape.message }), isNamed(name, in: message.value)
      {
        var showing = Showing(position: position, place: place)
        for field in fields { showing.values[field.name] = given(by: field.value) }
        all.append(showing)
      }
      return true
    case .expression(let typed):
      guard isNamed(name, in: result) else { return true }
      switch typed.type.element {
      case .string, .enumeration: return addAlone(at: position, typed.expression.place(of: typed.expression.root))
      case .record: if case .slot = name { return true } else { return false }
      case .map, .dyn: return false
      default: return true
      }
    }
  }

  private mutating func add(_ value: Value, naming name: Name, at position: ResultPosition, _ place: Place) -> Bool {
    guard case .id(let id) = name else { return true }
    switch value {
    case .string(let text): return text == id ? addAlone(at: position, place) : true
    case .list(let values):
      for value in values { if !add(value, naming: name, at: position, place) { return false } }
      return true
    case .optional(let value?): return add(value, naming: name, at: position, place)
    case .map(let map):
      guard case .string(id)? = map[string: MessageChoiceShape.message]?.whole else { return true }
      var showing = Showing(position: position, place: place)
      for case (.string(let key), let value) in map.entries where value.whole != nil { showing.values[key] = .always }
      all.append(showing)
      return true
    default: return true
    }
  }

  /// Adds a single id: shown as it is, or with the fields of the records that contain the decision.
  private mutating func addAlone(at position: ResultPosition, _ place: Place) -> Bool {
    let decision = rules.decisions[position.decision]
    switch decision.type.element {
    case .string, .enumeration: break
    default: return true
    }
    guard let users = mentions.users[position.decision], !users.isEmpty else {
      // The same word may be the name of something other than a message.
      guard case .enumeration(let words) = decision.type.element, words.name == Self.ids else { return true }
      all.append(Showing(position: position, place: place))
      return true
    }
    guard seen.insert(position.decision).inserted else { return true }
    for user in users {
      if let result = result(at: user), !add(result, naming: .slot(decision.slot), at: user) { return false }
    }
    return true
  }

  private static let ids = Text("\(Messages.kind)_id")

  private func isNamed(_ name: Name, in result: TypedResult) -> Bool {
    switch (result, name) {
    case (.constant(let value, _), .id(let id)): if case .string(id)? = value.whole { true } else { false }
    case (.constant, .slot), (.list, _), (.object, _): false
    case (.expression(let typed), .id(let id)):
      typed.expression.nodes.contains { if case .literal(.string(id)) = $0.kind { true } else { false } }
        || typed.references.contains { reference in
          if case .variable(let variable) = reference, case .constant(.string(id)) = variable.binding {
            true
          } else {
            false
          }
        }
    case (.expression(let typed), .slot(let slot)): typed.slots.contains(slot)
    }
  }

  private func given(by result: TypedResult) -> Showing.Given? {
    switch result {
    case .constant(let value, _): return value.whole == nil ? nil : .always
    case .list, .object: return .always
    case .expression(let typed):
      if case .null = typed.type { return nil }
      let root = typed.expression.root
      guard mayBeAbsent(root, of: typed) else { return .always }
      guard case .variable(let variable) = typed.references[Int(root)], case .slot(let slot) = variable.binding else {
        return .perhaps(nil)
      }
      return .perhaps(slot)
    }
  }

  /// Returns true if the value of the node `id` may be absent. Its type is not sufficient: a value for an optional field has the type of
  /// the field. Expressions nest as deep as the parser allows.
  private func mayBeAbsent(_ id: Expression.ID, of typed: TypedExpression) -> Bool {
    if case .variable(let variable) = typed.references[Int(id)] { return variable.type.isOptional }
    switch typed.expression.kind(of: id) {
    case .literal(let value): if case .null = value { return true } else { return false }
    case .select(let operand, let field, let isTest, let isOptional):
      if isTest { return false }
      guard case .record(let record) = typed.types[Int(operand)], !isOptional else {
        return isOptional || typed.types[Int(operand)].isOptional
      }
      return record.fields.first { $0.name == field }?.type.isOptional ?? false
    case .call("_?_:_", _, let arguments) where arguments.count == 3:
      return arguments.dropFirst().contains { mayBeAbsent($0, of: typed) }
    case .call("optional.of", _, _): return false
    case .call("optional.none", _, _), .call("_[?_]", _, _): return true
    case .call("_[_]", _, let arguments): return arguments.first.map { typed.types[Int($0)].isOptional } ?? false
    case .call("or", _, let arguments): return arguments.last.map { mayBeAbsent($0, of: typed) } ?? true
    case .call(let function, _, _): return Self.ofOptionals.contains(function.string)
    case .identifier, .list, .map, .message, .comprehension: return false
    }
  }

  /// Functions whose result may be absent.
  private static let ofOptionals: Set<String> = ["optional.ofNonZeroValue", "optMap", "optFlatMap", "first", "last"]
}

extension CELType {
  fileprivate var isOptional: Bool { if case .optional = self { true } else { false } }

  /// The type inside lists and optionals. Types nest a few levels deep at most.
  fileprivate var element: CELType {
    switch self {
    case .list(let inner), .optional(let inner): inner.element
    default: self
    }
  }
}

/// The position of a result in a rule set.
struct ResultPosition: Hashable {
  /// The part that yields the result.
  enum Part: Hashable {
    case row(Int)
    /// `otherwise`, or the `value` of a decision without rows.
    case rest
  }

  /// The decision, by its number.
  let decision: Int
  let part: Part
}

/// The results of a rule set that name each message and each decision.
///
/// Any text in a result that is a message's id counts as its name: a page's heading, a word inside an expression. A message that is not
/// named here is therefore named in no result.
struct MessageMentions {
  /// For each id, the results that name it.
  private(set) var positions: [Text: [ResultPosition]] = [:]
  /// For each decision, the results of other decisions that contain it.
  private(set) var users: [Int: [ResultPosition]] = [:]
  private let decisionOf: [Slot: Int]

  init(_ rules: RuleSet, ids: Set<Text>) {
    decisionOf = Dictionary(rules.decisions.enumerated().map { ($1.slot, $0) }) { first, _ in first }
    for (index, decision) in rules.decisions.enumerated() {
      switch decision.typed.body {
      case .value(let value): read(value, at: ResultPosition(decision: index, part: .rest), ids)
      case .rows(let table):
        for (number, row) in table.rows.enumerated() {
          if let then = row.then { read(then, at: ResultPosition(decision: index, part: .row(number)), ids) }
        }
        if let otherwise = table.otherwise { read(otherwise, at: ResultPosition(decision: index, part: .rest), ids) }
      }
    }
  }

  /// The decision that `slot` holds the result of; nil for a fact's.
  func decision(in slot: Slot) -> Int? { decisionOf[slot] }

  /// The decisions of `roots`, and all decisions that their results contain.
  func closure(of roots: some Sequence<Int>) -> Set<Int> {
    var parts: [Int: [Int]] = [:]
    for (part, positions) in users { for position in positions { parts[position.decision, default: []].append(part) } }
    var positions: Set<Int> = []
    var waiting = Array(roots)
    while let next = waiting.popLast() {
      if positions.insert(next).inserted { waiting += parts[next] ?? [] }
    }
    return positions
  }

  private mutating func read(_ result: TypedResult, at position: ResultPosition, _ ids: Set<Text>) {
    switch result {
    case .constant(let value, _): note(value, at: position, ids)
    case .list(let results, _): for result in results { read(result, at: position, ids) }
    case .object(let fields, _): for field in fields { read(field.value, at: position, ids) }
    case .expression(let typed):
      for node in typed.expression.nodes {
        if case .literal(let value) = node.kind { note(value, at: position, ids) }
      }
      for reference in typed.references {
        guard case .variable(let variable) = reference else { continue }
        switch variable.binding {
        case .constant(let value): note(value, at: position, ids)
        case .slot(let slot):
          if let decision = decisionOf[slot], users[decision]?.last != position {
            users[decision, default: []].append(position)
          }
        case .unbound: break
        }
      }
    }
  }

  /// The recursion is bounded by the nesting of values, which readers limit.
  private mutating func note(_ value: Value, at position: ResultPosition, _ ids: Set<Text>) {
    switch value {
    case .string(let text):
      if ids.contains(text), positions[text]?.last != position { positions[text, default: []].append(position) }
    case .list(let values): for value in values { note(value, at: position, ids) }
    case .map(let map): for (_, value) in map.entries { note(value, at: position, ids) }
    case .optional(let value?): note(value, at: position, ids)
    default: break
    }
  }
}
