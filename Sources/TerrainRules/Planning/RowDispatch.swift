import TerrainExpressions
import TerrainBase

/// Finds the input that separates pending rows best, and which rows are left for each of its values.
///
/// Looking at an input first must change no answer and no error. So an input is taken only where looking at it cannot
/// fail, or would come first anyway; and a row is dropped only where no condition before could have failed.
struct RowDispatch {
  /// The input to look at.
  var slot: Slot
  var type: CELType
  /// Rows left for each outcome.
  var groups: [Group]
  /// The groups are for stretches of numbers, ascending; each but the last with its upper bound.
  var isOrdered: Bool

  struct Group {
    /// The values that lead here; empty for "any other".
    var values: [Value]
    /// Of numbers, the greatest that leads here; nil in the last group.
    var upper: TableView.Bound?
    var rows: [PendingRow]
  }

  /// Rows fewer than this are evaluated one by one.
  private static let fewest = 3
  /// More classes of numbers than this make no tree.
  private static let mostClasses = 64
  /// Numbers that rows list one by one are looked up in a table from this many on.
  private static let fewestListed = 8
  /// Asking each row about each value of a vocabulary is done up to this many times: a table of thousands of rows over
  /// thousands of values lists them, or is not separated by them.
  private static let mostLooks = 10_000

  /// The best input for `rows`, where `computed` decisions are computed already; nil where none is worth it.
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

  /// What looking at `slot` leaves; nil where it separates no rows.
  private init?(_ slot: Slot, _ rows: [PendingRow], computed: Set<Slot>, slots: SlotTable) {
    // For each row, the condition that can be settled by looking at the input.
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

  /// `rows` without those whose settled condition fails for `value`, and without the condition in the others.
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
      if let position { row.conditions[position].formula.forEachTest { predicates.append($0.predicate) } }
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

  /// Each listed value leads to the rows that list it and those that do not test it, all else to those alone.
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
    // A table for an input that most rows do not test would repeat them for each value.
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
