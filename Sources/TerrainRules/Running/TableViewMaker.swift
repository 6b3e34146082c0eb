import Synchronization
import TerrainBase
import TerrainDocuments
import TerrainExpressions

extension RuleSet {
  /// The rule set as finite tables.
  ///
  /// - Parameter memory: The parts of earlier views, or nil to make everything anew.
  package func tableView(_ memory: ViewMemory? = nil) -> TableView {
    var maker = TableViewMaker(JointSlots(self), memory)
    return maker.make()
  }
}

extension TableView {
  /// Two versions of a rule set with the differences `difference`, over the same inputs: the tables of `old` in the order of its decisions,
  /// then those of `new`.
  package init(_ old: RuleSet, and new: RuleSet, _ difference: RuleSetDifference) {
    var maker = TableViewMaker(JointSlots(old, new, difference), nil)
    self = maker.make()
  }
}

/// Makes finite tables of a rule set. First it collects the tests of all conditions, then it divides every input into classes, and then it
/// writes the conditions as sets of classes.
private struct TableViewMaker {
  /// An input of conditions.
  private struct Input {
    var key: ConditionInput
    var type: CELType
    var isOptional: Bool
    var minimum: Value?
    var maximum: Value?
    var name: String
    var origin: TableView.Origin
    var place: Place?
    /// The tests of the input: the positions of the decisions, and the positions of the tests in each decision.
    var sources: [(decision: Int, position: Int)] = []
  }

  private let slots: JointSlots
  private var inputs: [Input] = []
  private var indices: [ConditionInput: Int] = [:]
  private var classes: [InputClasses] = []
  private let memory: ViewMemory?

  init(_ slots: JointSlots, _ memory: ViewMemory?) {
    self.slots = slots
    self.memory = memory
  }

  mutating func make() -> TableView {
    let decisions = zip(slots.rules, slots.versions).flatMap { rules, version in
      rules.decisions.map { (typed: $0.typed, version: version) }
    }
    // In a comparison of two versions, slots have joint numbers.
    let isAlone = slots.rules.count == 1
    let readings = decisions.map { typed, version -> ConditionReading in
      let read = { ConditionReading(typed, version) }
      return isAlone ? typed.derive(read) : read()
    }
    for (decision, reading) in readings.enumerated() {
      for position in reading.tested.indices { note(reading.tested[position], decision, position) }
    }
    // Decisions that other decisions name are columns even if no condition compares them with a constant.
    let versions = makeClasses(readings, decisions.map { $0.typed.derived })
    var columns = zip(inputs, classes).map { input, classes in
      TableView.Column(name: input.name, origin: input.origin, classes: classes.classes, place: input.place)
    }
    for (index, version) in versions.enumerated() { columns[index].version = version }
    memory?.begin()
    let tables = zip(decisions, readings).map { decision, reading in
      let column = indices[.slot(decision.version.slot(decision.typed.slot))]
      guard let memory, let derived = decision.typed.derived else {
        return table(decision.typed, reading, column)
      }
      let used = (reading.tested.map { indices[$0.first.input] } + [column]).flatMap { index in
        index.map { [$0, versions[$0]] } ?? [-1]
      }
      return memory.table(derived, used)
        ?? memory.keep(table(decision.typed, reading, column), of: derived, used)
    }
    return TableView(columns: columns, tables: tables, names: names())
  }

  /// Divides each input into classes; returns their versions.
  private mutating func makeClasses(_ readings: [ConditionReading], _ derived: [DerivedValues?]) -> [Int] {
    var versions: [Int] = []
    var kept: [ConditionInput: ViewMemory.Column] = [:]
    for input in inputs {
      let domain = ViewMemory.Domain(
        type: input.type, isOptional: input.isOptional, minimum: input.minimum, maximum: input.maximum)
      let owners = input.sources.compactMap { derived[$0.decision] }
      let isKept = memory != nil && owners.count == input.sources.count
      var sources: [ViewMemory.Source] = []
      if isKept {
        for (source, owner) in zip(input.sources, owners) {
          sources.append(.init(decision: ObjectIdentifier(owner), position: source.position))
        }
      }
      let known = isKept ? memory?.column(input.key) : nil
      if let known, known.sources == sources, known.domain.isEqual(to: domain) {
        kept[input.key] = known
        versions.append(known.version)
        classes.append(known.classes)
        continue
      }
      let made = InputClasses(
        input.type, minimum: input.minimum, maximum: input.maximum, mayBeAbsent: input.isOptional,
        predicates: input.sources.flatMap { readings[$0.decision].tested[$0.position].predicates })
      classes.append(made)
      guard isKept, let memory else {
        versions.append(memory?.nextNumber() ?? 0)
        continue
      }
      let isAsBefore = known.map { $0.domain.isEqual(to: domain) && $0.classes.areEqual(to: made) } ?? false
      let version = isAsBefore ? known?.version ?? 0 : memory.nextNumber()
      versions.append(version)
      kept[input.key] = ViewMemory.Column(
        sources: sources, domain: domain, classes: made, version: version, decisions: owners)
    }
    memory?.keep(kept)
    return versions
  }

  // MARK: What conditions test

  private mutating func note(_ tested: ConditionReading.Tested, _ decision: Int, _ position: Int) {
    let index = indices[tested.first.input] ?? inputs.count
    if index == inputs.count {
      indices[tested.first.input] = index
      inputs.append(input(tested.first, tested.described))
    }
    inputs[index].sources.append((decision, position))
  }

  private func input(_ test: InputTest, _ described: ConditionReader.Described?) -> Input {
    switch test.input {
    case .slot(let joint):
      let (version, slot) = slots.owner(of: joint)
      let ruleSet = slots.rules[version]
      if let fact = ruleSet.fact(at: slot)?.declaration {
        return Input(
          key: test.input, type: fact.type, isOptional: fact.isOptional, minimum: fact.minimum, maximum: fact.maximum,
          name: fact.name.string, origin: .fact(fact.name.string), place: fact.place)
      }
      guard let index = ruleSet.decisionIndex(at: slot) else { break }
      let decision = ruleSet.decisions[index].typed
      var type = decision.type
      var isOptional = false
      if case .optional(let wrapped) = type {
        type = wrapped
        isOptional = true
      }
      return Input(
        key: test.input, type: type, isOptional: isOptional, name: decision.fullName.string,
        origin: .decision(table: version == 0 ? index : slots.rules[0].decisions.count + index),
        place: decision.place)
    case .field(let joint, let field):
      if let input = described {
        let (version, slot) = slots.owner(of: joint)
        let ruleSet = slots.rules[version]
        let name = "\(ruleSet.slots[slot].name).\(field)"
        var type = input.type
        if case .optional(let wrapped) = type { type = wrapped }
        // In a record that a decision yields, the row determines which field values occur together.
        let isFact = ruleSet.fact(at: slot) != nil
        return Input(
          key: test.input, type: type, isOptional: type != input.type, name: name,
          origin: isFact ? .fact(name) : .expression, place: input.place)
      }
    case .membership(let source, _):
      if let input = described, let element = input.element {
        let list = listName(source)
        return Input(
          key: test.input, type: .bool, isOptional: false, name: "\(element) in \(list)",
          origin: .membership(list: list, element: element), place: input.place)
      }
    case .expression(let text, _, let version):
      if let input = described {
        return Input(
          key: test.input, type: input.type, isOptional: false, name: version.map { "\(text) (\($0))" } ?? text,
          origin: .expression, place: input.place)
      }
    }
    // All inputs of readers are handled above. Any other input would be undecided, like an expression.
    return Input(key: test.input, type: .bool, isOptional: false, name: "?", origin: .expression, place: test.place)
  }

  private func listName(_ input: ConditionInput) -> String {
    switch input {
    case .slot(let slot): name(of: slot)
    case .field(let slot, let field): "\(name(of: slot)).\(field)"
    case .membership(let source, _): listName(source)
    case .expression(let text, _, _): text
    }
  }

  private func name(of joint: Slot) -> String {
    let (version, slot) = slots.owner(of: joint)
    return slots.rules[version].slots[slot].name.string
  }

  // MARK: Tables

  private func table(_ decision: TypedDecision, _ reading: ConditionReading, _ column: Int?) -> TableView.Table {
    var used: [Int] = []
    func formula(_ formula: ConditionFormula) -> TableView.Formula { self.formula(formula, &used) }
    var made = TableView.Table(
      name: decision.fullName.string, place: decision.place, hit: .first, rows: [], otherwise: nil, value: nil,
      inputs: [])
    switch decision.body {
    case .value(let value): made.value = outcome(value, reading.rest.map(formula), column)
    case .rows(let table):
      made.hit = table.hit
      for (index, row) in table.rows.enumerated() {
        let when = formula(reading.rows[index])
        let result = reading.results[index].map(formula)
        made.rows.append(
          TableView.Row(
            id: row.id.string, place: row.place, whenPlace: row.conditions.first?.place, when: when,
            outcome: row.then.map { outcome($0, result, column) } ?? .computed))
      }
      made.otherwise = table.otherwise.map { outcome($0, reading.rest.map(formula), column) }
    }
    made.inputs = used
    return made
  }

  private func outcome(
    _ result: TypedResult, _ condition: TableView.Formula?, _ column: Int?
  ) -> TableView.Outcome {
    if let condition { return .condition(condition) }
    guard case .constant(let value, _) = result else { return .computed }
    guard let column else { return .constant(value, columnClass: nil) }
    return .constant(value, columnClass: classes[column].index(of: value))
  }

  /// `formula` over columns. Columns that are not in `used` are added to it.
  private func formula(_ formula: ConditionFormula, _ used: inout [Int]) -> TableView.Formula {
    formula.map { test in
      guard let column = indices[test.input] else { preconditionFailure("no column for a tested input") }
      if !used.contains(column) { used.append(column) }
      return TableView.Atom(
        column: column, classes: classes[column].matching(test.predicate), place: test.place,
        needsValue: test.needsValue)
    }
  }

  // MARK: Names

  private func names() -> [TableView.NameUse] { slots.rules.flatMap { names(of: $0) } }

  private func names(of ruleSet: RuleSet) -> [TableView.NameUse] {
    ruleSet.facts.map {
      TableView.NameUse(
        kind: .fact, name: "\($0.module).\($0.name)", place: $0.declaration.place, isUsed: $0.isUsed)
    }
      + ruleSet.parameters.map {
        TableView.NameUse(kind: .parameter, name: $0.fullName.string, place: $0.declaration.place, isUsed: $0.isUsed)
      }
      + ruleSet.decisions.map {
        TableView.NameUse(kind: .decision, name: $0.name.string, place: $0.place, isUsed: $0.typed.isUsed)
      }
  }
}

/// The parts of a rule set's finite tables, kept for making them again: a column with the same tests has the same classes, and a decision
/// with the same columns has the same table.
package final class ViewMemory: Sendable {
  /// An input as one decision tests it.
  struct Source: Hashable {
    let decision: ObjectIdentifier
    /// The position of the input among the tests of the decision.
    let position: Int
  }

  /// A column and its sources.
  struct Column: Sendable {
    let sources: [Source]
    let domain: Domain
    let classes: InputClasses
    /// A number that columns share only if they have the same classes.
    let version: Int
    /// Kept alive, so that their addresses are not reused.
    let decisions: [DerivedValues]
  }

  /// The possible values of an input.
  struct Domain: Sendable {
    let type: CELType
    let isOptional: Bool
    let minimum: Value?
    let maximum: Value?

    func isEqual(to other: Domain) -> Bool {
      type == other.type && isOptional == other.isOptional && minimum.isEqual(to: other.minimum)
        && maximum.isEqual(to: other.maximum)
    }
  }

  /// A table and its columns, by number and version.
  struct Table: Sendable {
    let columns: [Int]
    let table: TableView.Table
    /// Kept alive, so that its address is not reused.
    let decision: DerivedValues
  }

  private struct State {
    var columns: [ConditionInput: Column] = [:]
    var tables = RecentValues<ObjectIdentifier, Table>(rounds: 8)
    var last = 0
  }

  private let state = Mutex(State())

  /// An empty memory.
  package init() {}

  /// Begins a view.
  func begin() { state.withLock { $0.tables.begin() } }

  /// The earlier column of `input`.
  func column(_ input: ConditionInput) -> Column? { state.withLock { $0.columns[input] } }

  /// Stores the columns of a view in place of the earlier columns.
  func keep(_ columns: [ConditionInput: Column]) { state.withLock { $0.columns = columns } }

  /// A new number.
  func nextNumber() -> Int {
    state.withLock { state in
      state.last += 1
      return state.last
    }
  }

  /// The table of `decision`, if it was made with `columns`.
  func table(_ decision: DerivedValues, _ columns: [Int]) -> TableView.Table? {
    let known = state.withLock { $0.tables.value(of: ObjectIdentifier(decision)) }
    return known.flatMap { $0.columns == columns ? $0.table : nil }
  }

  /// Stores a table under a new version.
  func keep(_ table: TableView.Table, of decision: DerivedValues, _ columns: [Int]) -> TableView.Table {
    var table = table
    table.version = nextNumber()
    let entry = Table(columns: columns, table: table, decision: decision)
    state.withLock { $0.tables.keep(entry, of: ObjectIdentifier(decision)) }
    return table
  }
}

extension InputClasses {
  /// True if `other` has the same classes in the same order.
  func areEqual(to other: InputClasses) -> Bool {
    func same(_ a: TableView.Bound?, _ b: TableView.Bound?) -> Bool {
      guard let a, let b else { return a == nil && b == nil }
      return a.isClosed == b.isClosed && a.value.isEqual(to: b.value)
    }
    return classes.count == other.classes.count
      && zip(classes, other.classes).allSatisfy { a, b in
        guard same(a.lower, b.lower), same(a.upper, b.upper) else { return false }
        guard let first = a.witness, let second = b.witness else { return a.isAbsent && b.isAbsent }
        return first.isEqual(to: second)
      }
  }
}

/// The slots of two versions of a rule set, merged so that both can be compared over the same inputs: a fact that both declare alike, and a
/// decision with the same value in both, share the slot of the old version.
struct JointSlots {
  /// The old version and the new version.
  let rules: [RuleSet]
  /// Their slots.
  let versions: [VersionSlots]
  private let first: Int32

  /// The slots of a single rule set, unchanged.
  init(_ rules: RuleSet) {
    self.rules = [rules]
    versions = [VersionSlots(slots: [:], changedNames: [], title: "")]
    first = .max
  }

  /// The joint slots of `old` and `new`, which differ by `difference`.
  init(_ old: RuleSet, _ new: RuleSet, _ difference: RuleSetDifference) {
    rules = [old, new]
    let first = Int32(truncatingIfNeeded: old.slots.entries.count)
    self.first = first
    var known: [Text: Slot] = [:]
    for fact in old.facts where !difference.facts.contains(fact.name) { known["fact \(fact.name)"] = fact.slot }
    for decision in old.decisions where !difference.affected.contains(decision.name) {
      known["decision \(decision.name)"] = decision.slot
    }
    var slots: [Slot: Slot] = [:]
    var changed = Set(difference.parameters.map { Self.last($0.name) })
    func map(_ slot: Slot, _ name: Text, _ key: Text) {
      if let same = known[key] {
        slots[slot] = same
      } else {
        slots[slot] = Slot(index: slot.index + first)
        changed.insert(Self.last(name))
      }
    }
    for fact in new.facts { map(fact.slot, fact.name, "fact \(fact.name)") }
    for decision in new.decisions {
      map(decision.slot, decision.name, "decision \(decision.name)")
    }
    changed.formUnion(difference.facts.map { Self.last($0) })
    changed.formUnion(difference.affected.map { Self.last($0) })
    versions = [
      VersionSlots(slots: [:], changedNames: changed, title: "old rules"),
      VersionSlots(slots: slots, changedNames: changed, title: "new rules"),
    ]
  }

  /// The version to which `slot` belongs, and its slot there.
  func owner(of slot: Slot) -> (version: Int, slot: Slot) {
    slot.index < first ? (0, slot) : (1, Slot(index: slot.index - first))
  }

  private static func last(_ name: Text) -> Substring {
    let text = name.string
    return text[(text.lastIndex(of: ".").map { text.index(after: $0) } ?? text.startIndex)...]
  }
}
