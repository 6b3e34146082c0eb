import TerrainDocuments
import TerrainExpressions
import TerrainValues

/// Where a result, or one element of a collected list, comes from.
public struct Origin: Sendable {
  /// The decision's full name.
  public let decision: Text
  /// The row that yielded it; nil for `otherwise`, a `value`, and what several rows made together.
  public let row: Text?
  /// The row's `id`; else where the result is written.
  public let place: Place
  /// What the row's author notes.
  public let note: Text?

  /// The row `row` of `decision`, at `place`.
  package init(decision: Text, row: Text?, place: Place, note: Text?) {
    self.decision = decision
    self.row = row
    self.place = place
    self.note = note
  }
}

extension RuleSession {
  /// Where the elements of the list that `decision` came to are from, in their order; one origin for any other result.
  /// After ``value(_:)``.
  public func origins(of decision: Decision) -> [Origin] {
    let linked = ruleSet.linkedDecisions[decision.index]
    let name = linked.typed.fullName
    guard case .rows(let table) = linked.typed.body else {
      if case .value(let value) = linked.typed.body {
        return [Origin(decision: name, row: nil, place: value.place, note: nil)]
      }
      return []
    }
    func origin(_ row: Int?) -> Origin {
      guard let row, table.rows.indices.contains(row) else {
        let place = row == nil ? decision.place : table.otherwise?.place ?? decision.place
        return Origin(decision: name, row: nil, place: place, note: nil)
      }
      return Origin(decision: name, row: table.rows[row].id, place: table.rows[row].place, note: table.rows[row].note)
    }
    guard let slot = linked.rowsSlot else { return [origin(firedRow(decision.index))] }
    guard case .list(let rows)? = machine.value(slot) else { return [] }
    return rows.map { value in
      if case .int(let row) = value { return origin(Int(row)) }
      return origin(nil)
    }
  }
}

extension RuleSet {
  /// The decisions that `decision` itself names, in the order in which they are written.
  public func decisions(namedBy decision: Decision) -> [Decision] {
    var slots: [Slot] = []
    func look(_ expression: TypedExpression) {
      for slot in expression.slots where !slots.contains(slot) { slots.append(slot) }
    }
    switch linkedDecisions[decision.index].typed.body {
    case .value(let value): value.forEachExpression(look)
    case .rows(let table):
      for row in table.rows {
        for condition in row.conditions { look(condition.expression) }
        row.score?.forEachExpression(look)
        row.then?.forEachExpression(look)
      }
    }
    return slots.compactMap { slot in decisions.first { $0.slot == slot } }
  }

  /// What the result of a decision that has no rows is read from; nil where it is an expression.
  package func node(ofResult decision: Decision) -> Node? { linkedDecisions[decision.index].typed.valueNode }

  /// Where the result of a decision that has no rows is written; else its name.
  package func place(ofResult decision: Decision) -> Place {
    if case .value(let value) = linkedDecisions[decision.index].typed.body { return value.place }
    return decision.place
  }
}
