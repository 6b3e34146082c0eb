import TerrainDocuments
import TerrainExpressions
import TerrainValues

/// Why a decision came out as it did, in short: the row that fired, and what its conditions looked at. Known after any
/// run, without recording.
public struct Reason: Sendable {
  /// The part of a decision that made its result.
  public enum Part: String, Hashable, Sendable {
    /// One row.
    case row
    /// Several rows together, or none of those that could have added to it.
    case rows
    /// `otherwise`.
    case otherwise
    /// The `value` of a decision without rows.
    case value
  }

  /// The decision's full name.
  public var decision: Text
  /// The row that fired; nil where `otherwise` or a `value` was used, or where several rows made the result.
  public var row: Text?
  /// What made the result.
  public var part: Part = .rows
  /// The row's `id`; else where the result is written.
  public var place: Place
  /// What the row's author notes.
  public var note: Text?
  /// The facts and decisions that were looked at, with the values they had.
  public var seen: [EvaluationError.Seen]
}

extension RuleSession {
  /// What a reason has that does not depend on the request: the row, and what its conditions look at.
  struct ReasonSource {
    /// The reason, with nothing seen.
    let reason: Reason
    /// The facts and decisions that were looked at, with what they are called.
    let looked: [(slot: Slot, name: Text, decision: Int?)]
  }

  /// Why `decision` came out as it did, then why each decision it looked at did; after ``value(_:)``.
  public func reasons(for decision: Decision) -> [Reason] {
    var reasons: [Reason] = []
    var told: Set<Int> = []
    // Depth first, in the order in which conditions name them.
    var waiting = [decision.index]
    while let index = waiting.popLast() {
      guard told.insert(index).inserted else { continue }
      let source = reasonSource(index, firedRow(index))
      var reason = source.reason
      for looked in source.looked {
        if let value = machine.value(looked.slot) { reason.seen.append(.init(name: looked.name, value: value)) }
      }
      reasons.append(reason)
      for looked in source.looked.reversed() { if let needed = looked.decision { waiting.append(needed) } }
    }
    return reasons
  }

  /// The source of the reason where `firedRow` yielded the result of the decision at `index`, made once.
  private func reasonSource(_ index: Int, _ firedRow: Int?) -> ReasonSource {
    let place = firedRow.map { max(0, $0 &+ 1) } ?? 0
    if place < reasonSources[index].count, let known = reasonSources[index][place] { return known }
    let made = ruleSet.reasonSource(index, firedRow)
    if place >= reasonSources[index].count {
      // A row that the decision does not have is not kept.
      let rows = ruleSet.rowCount(of: index)
      guard place <= rows + 1 else { return made }
      reasonSources[index] = Array(repeating: nil, count: rows + 2)
    }
    reasonSources[index][place] = made
    return made
  }

  /// The number of the row that yielded a decision's result; the count of rows for `otherwise`; nil where unknown.
  func firedRow(_ decision: Int) -> Int? {
    guard let slot = ruleSet.linkedDecisions[decision].rowSlot, case .int(let row)? = machine.value(slot) else {
      return nil
    }
    return Int(row)
  }

  /// Names and values of what is given or computed among `slots`.
  func seen(_ slots: [Slot]) -> [EvaluationError.Seen] {
    slots.compactMap { slot in
      machine.value(slot).map { EvaluationError.Seen(name: ruleSet.shownName(slot), value: $0) }
    }
  }
}

extension RuleSet {
  fileprivate func reasonSource(_ index: Int, _ firedRow: Int?) -> RuleSession.ReasonSource {
    let decision = linkedDecisions[index].typed
    var reason = Reason(decision: decision.fullName, row: nil, place: decision.place, note: nil, seen: [])
    var looked: [Slot] = []
    func look(_ expression: TypedExpression) {
      for slot in expression.slots where !looked.contains(slot) { looked.append(slot) }
    }
    switch decision.body {
    case .value(let value):
      reason.part = .value
      reason.place = value.place
      value.forEachExpression(look)
    case .rows(let table):
      if let row = firedRow, table.rows.indices.contains(row) {
        let fired = table.rows[row]
        reason.part = .row
        reason.row = fired.id
        reason.place = fired.place
        reason.note = fired.note
        for condition in fired.conditions { look(condition.expression) }
        fired.score?.forEachExpression(look)
        fired.then?.forEachExpression(look)
      } else {
        if firedRow != nil, let otherwise = table.otherwise {
          reason.part = .otherwise
          reason.place = otherwise.place
        }
        for row in table.rows { for condition in row.conditions { look(condition.expression) } }
      }
    }
    return RuleSession.ReasonSource(
      reason: reason, looked: looked.map { ($0, shownName($0), decisionIndex(at: $0)) })
  }

  /// How many rows the decision at `index` has.
  func rowCount(of index: Int) -> Int {
    if case .rows(let table) = linkedDecisions[index].typed.body { return table.rows.count }
    return 0
  }

  /// What the conditions of a table look at, then the facts behind the decisions among that.
  func slotsBehind(_ table: TypedTable) -> [Slot] {
    var slots = table.inputs
    for slot in table.inputs {
      guard let index = decisionIndex(at: slot) else { continue }
      for fact in facts(neededBy: decisions[index]) where !slots.contains(fact.slot) { slots.append(fact.slot) }
    }
    return slots
  }

  /// What a slot is called in what people read: a fact by its name, a decision by its own without its module.
  func shownName(_ slot: Slot) -> Text {
    decisionIndex(at: slot).map { linkedDecisions[$0].typed.name } ?? slots[slot].name
  }
}

extension TypedResult {
  /// Calls `body` with each expression in it.
  func forEachExpression(_ body: (TypedExpression) -> Void) {
    switch self {
    case .constant: break
    case .expression(let expression): body(expression)
    case .list(let items, _): for item in items { item.forEachExpression(body) }
    case .object(let fields, _): for field in fields { field.value.forEachExpression(body) }
    }
  }
}

extension TypedTable {
  /// The facts and decisions its conditions look at, in the order they are written.
  var inputs: [Slot] {
    var seen: [Slot] = []
    for row in rows {
      for condition in row.conditions {
        for slot in condition.expression.slots where !seen.contains(slot) { seen.append(slot) }
      }
    }
    return seen
  }
}
