import TerrainBase
import TerrainExpressions

/// A row during the writing of a decision's bytecode, with the conditions that remain to be evaluated.
struct PendingRow {
  var index: Int
  var conditions: [PendingCondition]
}

/// A condition, with the properties that are known without facts.
struct PendingCondition {
  /// Its number among all conditions of its row.
  var number: Int
  var expression: TypedExpression
  var formula: ConditionFormula
  /// Its only input, if it has exactly one and that is always present.
  var slot: Slot?
  /// The decisions that must be computed for it, or nil if it might fail by itself.
  var decisions: [Slot]?
}

/// Divides the conditions of rows into tests.
struct RowConditions {
  let slots: SlotTable
  let module: Text

  /// The rows of `table` with all conditions pending.
  func rows(of table: TypedTable) -> [PendingRow] {
    table.rows.enumerated().map { index, row in
      var conditions: [PendingCondition] = []
      for condition in row.conditions { add(condition.expression, isCell: condition.input != nil, to: &conditions) }
      return PendingRow(index: index, conditions: conditions)
    }
  }

  /// Adds a condition. `a && b` is added as two conditions if neither can fail, so that their order does not matter.
  private func add(_ typed: TypedExpression, isCell: Bool, to conditions: inout [PendingCondition]) {
    let expression = typed.expression
    let made = condition(typed, isCell: isCell, number: conditions.count)
    if case .call("_&&_", nil, let parts) = expression.kind(of: expression.root), parts.count == 2,
      made.decisions != nil, made.slot == nil, !usesOptional(made.formula)
    {
      for part in parts {
        var half = expression
        half.root = part
        add(
          TypedExpression(expression: half, types: typed.types, references: typed.references), isCell: isCell,
          to: &conditions)
      }
      return
    }
    conditions.append(made)
  }

  private func condition(_ typed: TypedExpression, isCell: Bool, number: Int) -> PendingCondition {
    var reader = ConditionReader(typed, module: module)
    let formula = reader.read()
    var inputs: [ConditionInput] = []
    formula.forEachAtom { if !inputs.contains($0.input) { inputs.append($0.input) } }
    var slot: Slot?
    if inputs.count == 1, case .slot(let only) = inputs[0], slots[only].type.canBeDispatched { slot = only }
    return PendingCondition(
      number: number, expression: typed, formula: formula, slot: slot,
      decisions: decisions(inputs, mayUseOptional: isCell))
  }

  /// The decisions among `inputs`, or nil if reading one of them might fail by itself.
  private func decisions(_ inputs: [ConditionInput], mayUseOptional: Bool) -> [Slot]? {
    var decisions: [Slot] = []
    for input in inputs {
      switch input {
      // The type of a field is unknown here, and reading an absent field could fail.
      case .expression, .field, .membership(.field, _), .membership(.expression, _), .membership(.membership, _):
        return nil
      case .slot(let slot), .membership(.slot(let slot), _):
        // A cell tests if its input is present before it reads the value.
        if case .optional = slots[slot].type, !mayUseOptional { return nil }
        if case .decision = slots[slot].role { decisions.append(slot) }
      }
    }
    return decisions
  }

  private func usesOptional(_ formula: ConditionFormula) -> Bool {
    var isOptional = false
    formula.forEachAtom { test in
      if case .slot(let slot) = test.input, case .optional = slots[slot].type { isOptional = true }
    }
    return isOptional
  }
}

extension ConditionFormula {
  /// True if it holds for this value of its only input.
  func holds(for value: Value) -> Bool { holds { $0.predicate.holds(for: value) } }

  /// The possible values of its only input, if they are a list of constants.
  var listedValues: [Value]? {
    guard case .atom(let test) = self else { return nil }
    switch test.predicate {
    case .equals(let value): return [value]
    case .isOneOf(let values): return values
    default: return nil
    }
  }
}

extension CELType {
  /// True for the types that can separate rows by a jump on the value.
  fileprivate var canBeDispatched: Bool {
    switch self {
    case .bool, .int, .double, .enumeration, .string: true
    default: false
    }
  }
}

/// In a ranking, a row's condition that does not depend on the candidate has the same value for all candidates. Such conditions become
/// separate decisions that are computed once for each request, unless they are as cheap as reading a stored value.
struct RequestConditions {
  /// A condition that has become a separate decision.
  struct Hoisted {
    var slot: Slot
    var expression: TypedExpression
  }

  private struct Key: Hashable {
    var decision: Int
    var row: Int
    var condition: Int
  }

  /// The conditions, each with the slot of its result.
  private(set) var all: [Hoisted] = []
  private var slotsByKey: [Key: Slot] = [:]

  /// Finds the conditions in `decisions`, and adds a slot for each to `slots`.
  init(_ decisions: [TypedDecision], slots: inout SlotTable) {
    var dependent: Set<Slot> = []
    func isDependent(_ slot: Slot) -> Bool { slots[slot].role == .candidateFact || dependent.contains(slot) }
    for (index, decision) in decisions.enumerated() {
      var mentioned: [Slot] = []
      decision.forEachExpression { mentioned += $0.slots }
      guard mentioned.contains(where: isDependent) else { continue }
      dependent.insert(decision.slot)
      guard let table = decision.table else { continue }
      for (row, typed) in table.rows.enumerated() {
        for (position, condition) in typed.conditions.enumerated() {
          let used = condition.expression.slots
          guard !used.isEmpty, !used.contains(where: isDependent), !condition.expression.isCheap else { continue }
          let name = Text("\(decision.fullName) \(typed.id) \(position)")
          let slot = slots.addDecision(name, .bool)
          slotsByKey[Key(decision: index, row: row, condition: position)] = slot
          all.append(Hoisted(slot: slot, expression: condition.expression))
        }
      }
    }
  }

  /// The table `table` of decision number `decision`, with such conditions replaced by their results.
  func replacing(in table: TypedTable, of decision: Int, slots: SlotTable) -> TypedTable {
    guard !slotsByKey.isEmpty else { return table }
    var table = table
    for row in table.rows.indices {
      for condition in table.rows[row].conditions.indices {
        guard let slot = slotsByKey[Key(decision: decision, row: row, condition: condition)] else { continue }
        table.rows[row].conditions[condition].expression = TypedExpression(reading: slot, slots[slot])
      }
    }
    return table
  }
}

extension TypedExpression {
  /// True for one or two comparisons of plain names, which are as cheap as reading a stored result.
  fileprivate var isCheap: Bool {
    guard expression.nodes.count <= 7 else { return false }
    return expression.nodes.allSatisfy { node in
      switch node.kind {
      case .comprehension, .message, .map: false
      default: true
      }
    }
  }
}

/// Finds the input that best separates pending rows, and the rows that remain for each of its values.
///
/// Reading an input first must not change any result or error. So an input is chosen only if reading it cannot fail or would come first
/// anyway, and a row is dropped only if no earlier condition could have failed.
struct RowDispatch {
  /// The input to test.
  var slot: Slot
  var type: CELType
  /// The remaining rows for each outcome.
  var groups: [Group]
  /// True if the groups are for ascending intervals of numbers, each except the last with an upper bound.
  var isOrdered: Bool

  struct Group {
    /// The values that lead to the group; empty for all other values.
    var values: [Value]
    /// For numbers, the upper bound of the group, or nil in the last group.
    var upper: TableView.Bound?
    var rows: [PendingRow]
  }

  /// The minimum number of rows; fewer rows are evaluated one by one.
  private static let fewest = 3
  /// The maximum number of classes of numbers for a tree.
  private static let mostClasses = 64
  /// The minimum number of listed numbers for a lookup table.
  private static let fewestListed = 8
  /// The maximum number of tests of a row against a value of a vocabulary. A table with thousands of rows and thousands of values either
  /// lists the values or is not separated by them.
  private static let mostLooks = 10_000

  /// The best input for `rows`, given the already `computed` decisions, or nil if no input separates them well enough.
  static func best(for rows: [PendingRow], computed: Set<Slot>, slots: SlotTable) -> RowDispatch? {
    guard rows.count >= fewest else { return nil }
    var candidates: [Slot] = []
    for row in rows {
      for condition in row.conditions {
        guard let slot = condition.slot, !candidates.contains(slot) else { continue }
        candidates.append(slot)
      }
    }
    let forced = rows.first?.conditions.first?.slot
    var best: (dispatch: RowDispatch, cost: Double)?
    for slot in candidates {
      if case .decision = slots[slot].role, !computed.contains(slot), slot != forced { continue }
      guard let dispatch = RowDispatch(slot, rows, computed: computed.union([slot]), slots: slots) else { continue }
      let left = dispatch.groups.reduce(0) { $0 + $1.rows.count }
      let cost = Double(left) / Double(dispatch.groups.count * rows.count)
      guard cost <= 0.75, left <= rows.count * 3 + 16 else { continue }
      if cost < best?.cost ?? 2 { best = (dispatch, cost) }
    }
    return best?.dispatch
  }

  /// The rows that remain for each value of `slot`. Returns nil if it separates no rows.
  private init?(_ slot: Slot, _ rows: [PendingRow], computed: Set<Slot>, slots: SlotTable) {
    // For each row, the condition that the value of the input settles.
    let settled = rows.map { Self.condition(on: slot, of: $0, computed: computed) }
    guard settled.contains(where: { $0 != nil }) else { return nil }
    self.slot = slot
    type = slots[slot].type
    isOrdered = false
    groups = []
    let listed = zip(rows, settled).map { row, position in position.flatMap { row.conditions[$0].formula.listedValues }
    }
    let allListed = zip(listed, settled).allSatisfy { $0 != nil || $1 == nil }
    switch type {
    case .int where !allListed || listed.reduce(0, { $0 + ($1?.count ?? 0) }) < Self.fewestListed, .double:
      isOrdered = true
      guard makeStretches(rows, settled) else { return nil }
    case .int, .string:
      guard allListed else { return nil }
      makeListed(rows, settled, listed)
    case .enumeration(let vocabulary) where vocabulary.cases.count * rows.count > Self.mostLooks:
      guard allListed else { return nil }
      makeListed(rows, settled, listed)
    default:
      makeCases(rows, settled)
    }
  }

  private static func condition(on slot: Slot, of row: PendingRow, computed: Set<Slot>) -> Int? {
    for (position, condition) in row.conditions.enumerated() {
      if condition.slot == slot { return position }
      guard let decisions = condition.decisions, decisions.allSatisfy(computed.contains) else { return nil }
    }
    return nil
  }

  /// `rows` without the rows whose settled condition fails for `value`, and without that condition in the other rows.
  private func remaining(_ rows: [PendingRow], _ settled: [Int?], for value: Value) -> [PendingRow] {
    var left: [PendingRow] = []
    for (row, position) in zip(rows, settled) {
      guard let position else {
        left.append(row)
        continue
      }
      guard row.conditions[position].formula.holds(for: value) else { continue }
      var rest = row
      rest.conditions.remove(at: position)
      left.append(rest)
    }
    return left
  }

  private mutating func makeCases(_ rows: [PendingRow], _ settled: [Int?]) {
    let values: [Value]
    if case .enumeration(let vocabulary) = type {
      values = vocabulary.cases.map { .string($0) }
    } else {
      values = [false, true]
    }
    groups = values.map { Group(values: [$0], upper: nil, rows: remaining(rows, settled, for: $0)) }
  }

  private mutating func makeStretches(_ rows: [PendingRow], _ settled: [Int?]) -> Bool {
    var predicates: [InputTest.Predicate] = []
    for (row, position) in zip(rows, settled) {
      if let position { row.conditions[position].formula.forEachAtom { predicates.append($0.predicate) } }
    }
    guard predicates.count <= Self.mostClasses else { return false }
    let classes = InputClasses(type, mayBeAbsent: false, predicates: predicates).classes
    guard classes.count > 1, classes.count <= Self.mostClasses else { return false }
    for valueClass in classes {
      guard let witness = valueClass.witness else { return false }
      let left = remaining(rows, settled, for: witness)
      groups.append(Group(values: [], upper: valueClass.upper, rows: left))
    }
    return true
  }

  /// Makes a group for each listed value, with the rows that list it and the rows that do not test it, and a group with only the latter for
  /// all other values.
  private mutating func makeListed(_ rows: [PendingRow], _ settled: [Int?], _ listed: [[Value]?]) {
    var order: [DispatchKey] = []
    var members: [DispatchKey: [Int]] = [:]
    var others: [Int] = []
    for index in rows.indices {
      guard let values = listed[index] else {
        others.append(index)
        continue
      }
      for key in Set(values.compactMap(DispatchKey.init)) {
        if members[key] == nil { order.append(key) }
        members[key, default: []].append(index)
      }
    }
    func pending(_ indices: [Int]) -> [PendingRow] {
      indices.map { index in
        var row = rows[index]
        if let position = settled[index] { row.conditions.remove(at: position) }
        return row
      }
    }
    // A table for an input that most rows do not test would repeat these rows for each value.
    guard order.count * others.count <= rows.count * 2 + 16 else {
      groups = [Group(values: [], upper: nil, rows: rows)]
      return
    }
    for key in order.ordered() {
      let indices = ((members[key] ?? []) + others).ordered()
      groups.append(Group(values: [key.value], upper: nil, rows: pending(indices)))
    }
    groups.append(Group(values: [], upper: nil, rows: pending(others)))
  }
}

/// An int or a string as the key of a table.
private enum DispatchKey: Hashable, Comparable {
  case int(Int64)
  case string(Text)

  init?(_ value: Value) {
    switch value {
    case .int(let number): self = .int(number)
    case .string(let text): self = .string(text)
    default: return nil
    }
  }

  var value: Value {
    switch self {
    case .int(let number): .int(number)
    case .string(let text): .string(text)
    }
  }
}
