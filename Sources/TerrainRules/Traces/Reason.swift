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
  /// Why `decision` came out as it did, then why each decision it looked at did; after ``value(_:)``.
  public func reasons(for decision: Decision) -> [Reason] {
    var reasons: [Reason] = []
    var told: Set<Int> = []
    // Depth first, in the order in which conditions name them.
    var waiting = [decision.index]
    while let index = waiting.popLast() {
      guard told.insert(index).inserted else { continue }
      let linked = ruleSet.linkedDecisions[index]
      let (reason, looked) = reason(linked, firedRow(index))
      reasons.append(reason)
      let needed = looked.compactMap { slot in ruleSet.linkedDecisions.firstIndex { $0.slot == slot } }
      waiting += needed.reversed()
    }
    return reasons
  }

  private func reason(_ linked: LinkedDecision, _ firedRow: Int?) -> (reason: Reason, looked: [Slot]) {
    let decision = linked.typed
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
    reason.seen = seen(looked)
    return (reason, looked)
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
  /// What the conditions of a table look at, then the facts behind the decisions among that.
  func slotsBehind(_ table: TypedTable) -> [Slot] {
    var slots = table.inputs
    for slot in table.inputs {
      guard let decision = decisions.first(where: { $0.slot == slot }) else { continue }
      for fact in facts(neededBy: decision) where !slots.contains(fact.slot) { slots.append(fact.slot) }
    }
    return slots
  }

  /// What a slot is called in what people read: a fact by its name, a decision by its own without its module.
  func shownName(_ slot: Slot) -> Text {
    linkedDecisions.first { $0.slot == slot }?.typed.name ?? slots[slot].name
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
