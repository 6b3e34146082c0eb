import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules

/// The slots of all pages, with their possible contents.
struct MessageSlots {
  /// Groups of slots that are filled together and whose possible contents are known.
  private(set) var groups: [SlotGroup] = []
  /// Results that go to these slots.
  private(set) var settled: Set<ResultPosition> = []
  /// Decisions that are also used elsewhere: notes of rankings, slots whose contents are known only at run time, other engines.
  private(set) var open: Set<Int> = []

  init(
    _ survey: PageInventory, _ rules: RuleSet, _ messages: Messages, _ firing: RowFiring, _ mentions: MessageMentions
  ) {
    let reader = SlotEntryReader(rules: rules, messages: messages, firing: firing, mentions: mentions)
    var chosen: Set<Int> = []
    var roots = Set(survey.rankings.flatMap { [$0.note, $0.fallback].compactMap { $0.map(\.index) } })
    for (page, rule) in survey.pages {
      for part in rule.parts {
        if case .show(let decision) = part.content { roots.insert(decision.index) }
      }
      for parts in Self.together(rule) {
        var entries: [(slot: Int, entry: SlotEntry)] = []
        var decisions: [Int] = []
        var isKnown = true
        for (slot, part) in parts.enumerated() {
          let number = part.decision.index
          decisions.append(number)
          guard let own = reader.entries(of: number, shape: part.shape) else {
            isKnown = false
            continue
          }
          entries += own.map { (slot, $0) }
        }
        chosen.formUnion(decisions)
        guard isKnown else {
          roots.formUnion(decisions)
          continue
        }
        settled.formUnion(entries.map(\.entry.position))
        let name = parts.map { "`\($0.id)`" }.joined(separator: " and ")
        groups.append(
          SlotGroup(name: "\(name) of the page `\(page)`", rules: parts.map(\.rule), entries: entries))
      }
    }
    for number in rules.decisions.indices where mentions.users[number] == nil && !chosen.contains(number) {
      roots.insert(number)
    }
    // A page's own list names headings; they are shown whatever else is.
    open = mentions.closure(of: roots)
  }

  private typealias Slot = (id: Text, decision: Decision, shape: MessageChoiceShape, rule: SlotRule)

  /// The groups of slots of `page`, in the order in which they first occur.
  private static func together(_ page: PageDefinition) -> [[Slot]] {
    var names: [Text] = []
    var groups: [[Slot]] = []
    for part in page.parts {
      guard case .choose(let decision, let shape, let rule, let beside) = part.content else { continue }
      let slot = (part.id, decision, shape, rule)
      if let known = names.firstIndex(of: beside) {
        groups[known].append(slot)
      } else {
        names.append(beside)
        groups.append([slot])
      }
    }
    return groups
  }
}

/// A message that a slot may receive, with its conditions.
struct SlotEntry {
  /// The result that names it.
  let position: ResultPosition
  /// Wherever it can be given.
  let may: TableView.Formula
  /// The condition under which it is certainly present.
  let must: TableView.Formula
  /// Its position among the messages.
  let message: Int
  let layer: Int
  let priority: Int64
}

/// Reads the decisions' contributions to slots without running them.
struct SlotEntryReader {
  let rules: RuleSet
  let messages: Messages
  let firing: RowFiring
  let mentions: MessageMentions
  /// Decisions inside decisions are followed this far.
  private static let mostSteps = 8

  /// The messages that `decision` may give to a slot, in the order of its list; nil if they are known only at run time.
  func entries(of decision: Int, shape: MessageChoiceShape, steps: Int = 0) -> [SlotEntry]? {
    guard steps < Self.mostSteps else { return nil }
    var all: [SlotEntry] = []
    func add(_ result: TypedResult, _ part: ResultPosition.Part) -> Bool {
      let position = ResultPosition(decision: decision, part: part)
      guard let entries = entries(in: result, at: position, shape, steps) else { return false }
      all += entries
      return true
    }
    switch rules.decisions[decision].typed.body {
    case .value(let value): if !add(value, .rest) { return nil }
    case .rows(let table):
      for (index, row) in table.rows.enumerated() {
        guard let then = row.then, add(then, .row(index)) else { return nil }
      }
      if let otherwise = table.otherwise, !add(otherwise, .rest) { return nil }
    }
    return all
  }

  /// The recursion into results is bounded by documents and expressions, and that into decisions by ``mostSteps``.
  private func entries(
    in result: TypedResult, at position: ResultPosition, _ shape: MessageChoiceShape, _ steps: Int
  ) -> [SlotEntry]? {
    switch result {
    case .constant(let value, _): return constants(value, at: position, shape)
    case .list(let results, _):
      var all: [SlotEntry] = []
      for result in results {
        guard let some = entries(in: result, at: position, shape, steps) else { return nil }
        all += some
      }
      return all
    case .object(let fields, _):
      var map = ValueMap()
      for field in fields {
        if case .constant(let value, _) = field.value {
          map.insert(.string(field.name), value)
        } else if [MessageChoiceShape.message, MessageChoiceShape.layer, MessageChoiceShape.priority].contains(
          field.name)
        {
          return nil
        }
      }
      return constants(.map(map), at: position, shape)
    case .expression(let typed): return entries(typed, typed.expression.root, at: position, shape, steps)
    }
  }

  /// The entries that an expression takes from other decisions: their names, and concatenated lists.
  private func entries(
    _ typed: TypedExpression, _ node: Expression.ID, at position: ResultPosition, _ shape: MessageChoiceShape,
    _ steps: Int
  ) -> [SlotEntry]? {
    if case .variable(let variable) = typed.references[Int(node)] {
      guard case .slot(let slot) = variable.binding, let decision = mentions.decision(in: slot),
        let inner = entries(of: decision, shape: shape, steps: steps + 1)
      else { return nil }
      let (may, must) = (firing.may(position), firing.must(position))
      return inner.map {
        SlotEntry(
          position: $0.position, may: .all([may, $0.may]), must: .all([must, $0.must]), message: $0.message,
          layer: $0.layer, priority: $0.priority)
      }
    }
    guard case .call("_+_", nil, let operands) = typed.expression.kind(of: node), operands.count == 2,
      let left = entries(typed, operands[0], at: position, shape, steps),
      let right = entries(typed, operands[1], at: position, shape, steps)
    else { return nil }
    return left + right
  }

  private func constants(_ value: Value, at position: ResultPosition, _ shape: MessageChoiceShape) -> [SlotEntry]? {
    var value = value
    if case .optional(let wrapped) = value {
      guard let wrapped else { return [] }
      value = wrapped
    }
    switch value {
    case .list(let values):
      var all: [SlotEntry] = []
      for value in values {
        guard let some = constants(value, at: position, shape) else { return nil }
        all += some
      }
      return all
    case .string(let id):
      return messages.position(of: id).map { [entry($0, shape.layerNames.count, 0, at: position)] }
    case .map(let map):
      guard case .string(let id)? = map[string: MessageChoiceShape.message]?.whole,
        let message = messages.position(of: id)
      else { return nil }
      var layer = shape.layerNames.count
      if case .string(let name)? = map[string: MessageChoiceShape.layer]?.whole {
        layer = shape.layerNames.firstIndex(of: name) ?? layer
      }
      var priority: Int64 = 0
      if case .int(let number)? = map[string: MessageChoiceShape.priority]?.whole { priority = number }
      return [entry(message, layer, priority, at: position)]
    default: return nil
    }
  }

  private func entry(_ message: Int, _ layer: Int, _ priority: Int64, at position: ResultPosition) -> SlotEntry {
    SlotEntry(
      position: position, may: firing.may(position), must: firing.must(position), message: message, layer: layer,
      priority: priority)
  }
}

extension Value {
  /// The value, or the value inside an optional; nil for null and for an empty optional.
  var whole: Value? {
    switch self {
    case .null: nil
    case .optional(let wrapped): wrapped
    default: self
    }
  }
}

/// Slots of a page that are filled together, with everything they may be given.
struct SlotGroup {
  /// The page's module and the slots' parts.
  let name: String
  let rules: [SlotRule]
  /// The entries of each slot.
  let entries: [(slot: Int, entry: SlotEntry)]

  /// The maximum number of messages in it at once.
  var places: Int { rules.reduce(0) { $0 + min($1.limit, 1_000) } }
}

extension SlotGroup {
  /// All that proofs about the group rest on, in numbers; nil if that is unknown. `shown`: messages that nothing is asked about.
  func numbers(_ messages: Messages, _ shown: [Bool], _ contents: TableContents) -> [Int]? {
    guard var numbers = contents.numbers(of: entries.flatMap { [$0.entry.may, $0.entry.must] }) else { return nil }
    numbers.append(rules.count)
    for rule in rules {
      numbers += [rule.limit, rule.perLayer, rule.rotation ?? -1, rule.least.count]
      for least in rule.least { numbers += [least.layer, least.count] }
    }
    for (slot, entry) in entries {
      let message = messages.all[entry.message]
      numbers += [slot, entry.layer, Int(entry.priority), entry.message, shown[entry.message] ? 1 : 0]
      numbers += [message.topic ?? -1, message.opposes.count]
      numbers += message.opposes
    }
    return numbers
  }
}

/// Asks of the messages in a group whether they can be shown.
struct SlotGroupProof {
  private let group: SlotGroup
  private let messages: Messages
  private var search: ProofSearch
  private let limits: ProofLimits
  /// Cases in which some entry of the group holds: for each level, the class of its column.
  private var cases: [[Int]] = []
  private static let mostCases = 64
  /// False if the group exceeds the limits of proofs.
  let isWhole: Bool

  init(_ group: SlotGroup, _ messages: Messages, _ firing: RowFiring, limits: ProofLimits) {
    self.group = group
    self.messages = messages
    self.limits = limits
    let conditions = group.entries.flatMap { [$0.entry.may, $0.entry.must] }
    let table = DecisionTable(firing.view, rows: conditions, limits: limits)
    isWhole = table.fits && table.proof.cells <= limits.cells
    search = ProofSearch(CompiledTable(isWhole ? table.proof : ProofTable()), limits: limits)
  }

  private func may(_ index: Int) -> ProofSearch.ID { search.table.rows[index * 2] }
  private func must(_ index: Int) -> ProofSearch.ID { search.table.rows[index * 2 + 1] }

  /// The answer about an entry.
  enum Answer: Sendable {
    /// The message can be shown, or that is unknown.
    case shown
    /// No facts make its row hold.
    case never
    /// Other messages always take its place, primarily those at these positions.
    case crowded(by: [Int])
  }

  /// The answer about the entry at `index`.
  mutating func answer(_ index: Int) -> Answer {
    // Each message is compared with all others of its group, within the same limit of steps in total.
    guard isWhole, search.steps < limits.steps / 4 else { return .shown }
    search.allow(limits.stepsPerMessage)
    let result = search.find(search.state(required: search.all([search.table.constraint, may(index)]), rows: []))
    guard result.certainty > .none else { return search.stopped ? .shown : .never }
    // Cases in which the row holds: if the message is shown in one of them, no proof is necessary.
    let classes = search.classes(result.reversed)
    note(classes)
    var there: [Int] = []
    for known in cases.reversed() where search.holds(may(index), for: known) {
      let held = group.entries.indices.filter { $0 == index || search.holds(may($0), for: known) }
      if shows(index, filled(by: held, first: index)) { return .shown }
      // Entries that do not hold in all cases are uncertain.
      there = there.isEmpty ? held : there.filter(held.contains)
    }
    // If it is shown together with the messages that always hold with it, it may be shown, and no proof is necessary.
    let own = search.all([search.table.constraint, may(index)])
    let sure = there.filter { $0 == index || isSure($0, wherever: own) }
    let taken = filled(by: sure, first: index)
    if shows(index, taken) { return .shown }
    let maybe = group.entries.indices.filter { !sure.contains($0) && mayHold($0, with: own, for: classes) }
    var crowding = SlotReachability(
      group.rules, (sure + maybe).ordered().map { crowdingEntry($0, isSure: sure.contains($0), first: index) },
      message: group.entries[index].entry.message)
    guard case .never = crowding.answer() else { return .shown }
    return .crowded(by: taken)
  }

  /// Returns true if the message of the entry at `index` is among those `taken`.
  private func shows(_ index: Int, _ taken: [Int]) -> Bool {
    taken.contains { group.entries[$0].entry.message == group.entries[index].entry.message }
  }

  /// Keeps a case in which something holds, to be tried before anything is proved.
  private mutating func note(_ classes: [Int]) {
    if cases.count >= Self.mostCases { cases.removeFirst() }
    cases.append(classes)
  }

  /// Returns true if the entry at `other` surely is given wherever `condition` holds.
  private mutating func isSure(_ other: Int, wherever condition: ProofSearch.ID) -> Bool {
    for known in cases where search.holds(condition, for: known) && !search.holds(must(other), for: known) {
      return false
    }
    search.allow(limits.stepsPerMessage)
    let without = search.find(search.state(required: condition, rows: [must(other)]), eager: true)
    if without.certainty > .none { note(search.classes(without.reversed)) }
    return without.certainty == .none && !search.stopped
  }

  /// Returns true if the entry at `other` may be present when `condition` holds, of which `classes` is a case.
  private mutating func mayHold(_ other: Int, with condition: ProofSearch.ID, for classes: [Int]) -> Bool {
    if search.holds(may(other), for: classes) { return true }
    search.allow(limits.stepsPerMessage)
    let result = search.find(search.state(required: search.all([condition, may(other)]), rows: []))
    return result.certainty > .none || search.stopped
  }

  /// The messages in the slots if the rows of the entries `there` hold and it is the turn of the entry `first`.
  private func filled(by there: [Int], first: Int) -> [Int] {
    let members = group.rules.indices.map { slot in there.filter { group.entries[$0].slot == slot } }
    let slots = zip(group.rules, members).map { rule, members in
      SlotFilling.Slot(
        rule: rule,
        choices: members.enumerated().map { number, index in
          let entry = group.entries[index].entry
          return MessageChoice(message: entry.message, layer: entry.layer, priority: entry.priority, element: number)
        })
    }
    // Tags depend on the whole page and the day: a proof about a group of slots is without them.
    var tags = PageTags()
    let taken = SlotFilling.fill(slots, messages, &tags) { slot, choice in members[slot][choice] == first ? 0 : 1 }
    return zip(members, taken).flatMap { members, taken in taken.map { members[$0] } }
  }

  private func crowdingEntry(_ index: Int, isSure: Bool, first: Int) -> SlotReachability.Entry {
    let (slot, entry) = group.entries[index]
    let message = messages.all[entry.message]
    let takesTurns = group.rules[slot].rotation != nil
    return SlotReachability.Entry(
      slot: slot, layer: entry.layer, priority: entry.priority, message: entry.message, topic: message.topic,
      opposes: message.opposes, isSure: isSure, turn: takesTurns && index != first ? 1 : 0)
  }
}

/// Decides if a message can get into a group of slots, when some rows are known to hold and others only may hold.
///
/// It simulates ``SlotFilling`` choice by choice, and follows both branches if the outcome is unknown. The answer "never" is therefore a
/// proof; any other answer is not.
struct SlotReachability {
  /// A choice of one of the slots.
  struct Entry: Hashable {
    var slot: Int
    var layer: Int
    var priority: Int64
    var message: Int
    /// Its topic; nil if none is declared.
    var topic: Int?
    var opposes: [Int]
    /// True if its row holds for certain.
    var isSure: Bool
    /// The turn among choices of one layer and priority: the lowest comes first.
    var turn = 0
  }

  enum Answer { case never, perhaps }

  /// States visited before it is given up (`crowding-states`).
  static let mostStates = 50_000

  /// The complete state of the simulation.
  private struct State: Hashable {
    var next = 0
    /// For each slot the number of messages taken, in total and by layer.
    var taken: [Int]
    var layers: [[Int]]
    /// The followed topics of shown messages, and the topics that these oppose.
    var topics: Set<Topic> = []
    var opposed: Set<Topic> = []
    /// Choices that wait because the remaining places are reserved for other layers.
    var waiting: [Int] = []
  }

  /// A topic; a message without a topic is its own topic in each slot if it must not be repeated.
  private enum Topic: Hashable {
    case topic(Int)
    case message(Int, slot: Int)
  }

  private let rules: [SlotRule]
  private let entries: [Entry]
  private let target: Int
  /// The topics that matter for messages that are certainly present and for the message itself.
  private let followed: Set<Topic>
  private var seen: Set<State> = []
  private var open: [State] = []

  /// A question about `message`, for slots filled by `rules`; `entries` of one slot are in the order of its choices.
  init(_ rules: [SlotRule], _ entries: [Entry], message: Int) {
    self.rules = rules
    target = message
    self.entries = entries.enumerated().ordered { a, b in
      let (x, y) = (a.element, b.element)
      return (x.layer, x.priority, x.slot, x.turn, a.offset) < (y.layer, y.priority, y.slot, y.turn, b.offset)
    }.map(\.element)
    var followed: Set<Topic> = []
    for entry in entries where entry.isSure || entry.message == message {
      followed.insert(Self.topic(of: entry))
      followed.formUnion(entry.opposes.map { .topic($0) })
    }
    self.followed = followed
  }

  private static func topic(of entry: Entry) -> Topic {
    entry.topic.map { .topic($0) } ?? .message(entry.message, slot: entry.slot)
  }

  /// Returns `never` if the message cannot get a place in any simulation.
  mutating func answer() -> Answer {
    let layers = 1 + (entries.map(\.layer).max() ?? 0)
    add(State(taken: rules.map { _ in 0 }, layers: rules.map { _ in [Int](repeating: 0, count: layers) }))
    while let state = open.popLast() {
      guard seen.count < Self.mostStates else { return .perhaps }
      if state.next < entries.count {
        if isShown(after: state) { return .perhaps }
      } else if let first = state.waiting.first {
        var rest = state
        rest.waiting.removeFirst()
        if offer(entries[first], to: rest) { return .perhaps }
      }
    }
    return .never
  }

  private mutating func add(_ state: State) {
    if seen.insert(state).inserted { open.append(state) }
  }

  /// Continues from `state` with its next choice. Returns true if that shows the message.
  private mutating func isShown(after state: State) -> Bool {
    let index = state.next
    let entry = entries[index]
    var state = state
    state.next += 1
    let (kept, isKept) = places(keptFrom: entry, at: index, in: state)
    if kept {
      var waiting = state
      waiting.waiting.append(index)
      add(waiting)
    }
    if !isKept, offer(entry, to: state) { return true }
    // The state without the entry is tried first: a place is found soonest with few other messages.
    if !entry.isSure { add(state) }
    return false
  }

  /// Takes `entry` if possible. Returns true if that shows the message.
  private mutating func offer(_ entry: Entry, to state: State) -> Bool {
    guard isFree(entry, in: state), state.taken[entry.slot] < rules[entry.slot].limit,
      state.layers[entry.slot][entry.layer] < rules[entry.slot].perLayer
    else {
      add(state)
      return false
    }
    if entry.message == target { return true }
    // A sure entry takes the place. Any other may be absent, so both states are tried.
    if !entry.isSure { add(state) }
    var taken = state
    taken.taken[entry.slot] += 1
    taken.layers[entry.slot][entry.layer] += 1
    let topic = Self.topic(of: entry)
    if followed.contains(topic) { taken.topics.insert(topic) }
    for topic in entry.opposes where followed.contains(.topic(topic)) { taken.opposed.insert(.topic(topic)) }
    add(taken)
    return false
  }

  private func isFree(_ entry: Entry, in state: State) -> Bool {
    let topic = Self.topic(of: entry)
    return !state.topics.contains(topic) && !state.opposed.contains(topic)
      && !entry.opposes.contains { state.topics.contains(.topic($0)) }
  }

  /// Decides if all places left in the slot may be reserved for layers that still have a message, and if they certainly are.
  private func places(keptFrom entry: Entry, at index: Int, in state: State) -> (may: Bool, must: Bool) {
    let rule = rules[entry.slot]
    let layers = state.layers[entry.slot]
    if rule.least.isEmpty { return (false, false) }
    if let own = rule.least.first(where: { $0.layer == entry.layer }), layers[entry.layer] < own.count {
      return (false, false)
    }
    var (most, least) = (0, 0)
    for keeper in rule.least where keeper.layer != entry.layer {
      let missing = keeper.count - (layers.indices.contains(keeper.layer) ? layers[keeper.layer] : 0)
      guard missing > 0 else { continue }
      let following = entries[(index + 1)...].filter {
        $0.slot == entry.slot && $0.layer == keeper.layer && isFree($0, in: state)
      }
      most += min(missing, following.count)
      least += min(missing, following.count { $0.isSure })
    }
    let taken = state.taken[entry.slot]
    return (taken + most >= rule.limit, taken + least >= rule.limit)
  }
}

/// The conditions under which results of a rule set occur, as formulas over its facts.
struct RowFiring {
  let rules: RuleSet
  let view: TableView
  private let mentions: MessageMentions
  /// The depth to which decisions inside decisions are followed; beyond it, a result is assumed to occur for any facts.
  private static let mostSteps = 8

  init(_ rules: RuleSet, _ view: TableView, _ mentions: MessageMentions) {
    self.rules = rules
    self.view = view
    self.mentions = mentions
  }

  /// A formula that is true if the result at `position` can occur.
  func may(_ position: ResultPosition) -> TableView.Formula { formula(position, surely: false) }

  /// True only if the result at `position` occurs regardless of decisions at run time: the highest score of several rows, the limit of a
  /// list, or the removal of duplicates.
  func must(_ position: ResultPosition) -> TableView.Formula { formula(position, surely: true) }

  /// True if the result of `decision` can become part of the result of a decision without users.
  func reach(_ decision: Int, steps: Int = 0) -> TableView.Formula {
    guard let users = mentions.users[decision], !users.isEmpty, steps < Self.mostSteps else { return .constant(true) }
    return .any(users.map { .all([may($0), reach($0.decision, steps: steps + 1)]) })
  }

  private func formula(_ position: ResultPosition, surely: Bool) -> TableView.Formula {
    let table = view.tables[position.decision]
    guard case .row(let index) = position.part, table.rows.indices.contains(index) else {
      return table.rows.isEmpty ? .constant(true) : .all(table.rows.map { .not($0.when) })
    }
    let row = table.rows[index]
    let others = table.rows.enumerated().filter { $0.offset != index && !$0.element.when.excludes(row.when) }
    switch table.hit.selection {
    case .earliest: return .all([row.when] + others.filter { $0.offset < index }.map { .not($0.element.when) })
    case .highestScore: return surely ? .all([row.when] + others.map { .not($0.element.when) }) : row.when
    case .only: return row.when
    case .all: return surely && isCut(position.decision) ? .constant(false) : row.when
    }
  }

  /// Returns true if the list of `decision` may be cut or lose duplicates; false if it is not a list.
  private func isCut(_ decision: Int) -> Bool {
    guard let table = rules.decisions[decision].typed.table else { return false }
    return table.limit != nil || table.isDistinct
  }
}
