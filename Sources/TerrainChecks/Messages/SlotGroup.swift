import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainBase

/// Slots of a page that are filled together, with everything they may be given.
struct SlotGroup {
  /// The page's module and the slots' parts.
  let name: String
  let rules: [SlotRule]
  /// Whether each slot takes turns.
  let entries: [(slot: Int, entry: SlotEntry)]

  /// How many messages there can be in it at once.
  var places: Int { rules.reduce(0) { $0 + min($1.limit, 1_000) } }
}

extension SlotGroup {
  /// All that proofs about the group rest on, in numbers; nil where that is unknown. `shown`: messages that nothing is asked about.
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
  /// Cases in which something in the group holds: for each level, the class that its column is in.
  private var cases: [[Int]] = []
  private static let mostCases = 64
  /// False where the group looks at more than proofs do.
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

  /// What is known of an entry.
  enum Answer: Sendable {
    /// It can be shown, or nothing is known.
    case shown
    /// No facts make its row hold.
    case never
    /// Others always take its place: these first of all.
    case crowded(by: [Int])
  }

  /// What is known of the entry at `index`.
  mutating func answer(_ index: Int) -> Answer {
    // Each message is compared with all others of its group: together they take no more than this either.
    guard isWhole, search.steps < limits.steps / 4 else { return .shown }
    search.allow(limits.stepsPerMessage)
    let result = search.find(search.state(required: search.all([search.table.constraint, may(index)]), rows: []))
    guard result.certainty > .none else { return search.stopped ? .shown : .never }
    // Cases in which the row holds: where it is shown in one of them, there is nothing to prove.
    let classes = search.classes(result.reversed)
    note(classes)
    var there: [Int] = []
    for known in cases.reversed() where search.holds(may(index), for: known) {
      let held = group.entries.indices.filter { $0 == index || search.holds(may($0), for: known) }
      if shows(index, filled(by: held, first: index)) { return .shown }
      // What does not hold in all of them is not sure.
      there = there.isEmpty ? held : there.filter(held.contains)
    }
    // Where it is shown beside what always holds with it, nothing can be proved.
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

  /// Whether the message of the entry at `index` is among those `taken`.
  private func shows(_ index: Int, _ taken: [Int]) -> Bool {
    taken.contains { group.entries[$0].entry.message == group.entries[index].entry.message }
  }

  /// Keeps a case in which something holds, to be tried before anything is proved.
  private mutating func note(_ classes: [Int]) {
    if cases.count >= Self.mostCases { cases.removeFirst() }
    cases.append(classes)
  }

  /// Whether the entry at `other` surely is given wherever `condition` holds.
  private mutating func isSure(_ other: Int, wherever condition: ProofSearch.ID) -> Bool {
    for known in cases where search.holds(condition, for: known) && !search.holds(must(other), for: known) {
      return false
    }
    search.allow(limits.stepsPerMessage)
    let without = search.find(search.state(required: condition, rows: [must(other)]), eager: true)
    if without.certainty > .none { note(search.classes(without.reversed)) }
    return without.certainty == .none && !search.stopped
  }

  /// Whether the entry at `other` may be given where `condition` holds, of which `classes` is a case.
  private mutating func mayHold(_ other: Int, with condition: ProofSearch.ID, for classes: [Int]) -> Bool {
    if search.holds(may(other), for: classes) { return true }
    search.allow(limits.stepsPerMessage)
    let result = search.find(search.state(required: search.all([condition, may(other)]), rows: []))
    return result.certainty > .none || search.stopped
  }

  /// What fills the slots where the rows of the entries `there` hold and it is the turn of the entry `first`.
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
    let taken = SlotFilling.fill(slots, messages) { slot, choice in members[slot][choice] == first ? 0 : 1 }
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
