import TerrainExpressions
import TerrainBase

/// In a ranking, a row's condition that does not look at the candidate has the same answer for all of them. Such
/// conditions become decisions of their own, so that they are computed once a request; unless they are as cheap as
/// looking such an answer up.
struct RequestConditions {
  /// A condition of its own.
  struct Hoisted {
    var slot: Slot
    var expression: TypedExpression
  }

  private struct Key: Hashable {
    var decision: Int
    var row: Int
    var condition: Int
  }

  /// The conditions, each with the slot of its answer.
  private(set) var all: [Hoisted] = []
  private var slotsByKey: [Key: Slot] = [:]

  /// Finds them in `decisions`, adding a slot for each to `slots`.
  init(_ decisions: [LinkedDecision], slots: inout SlotTable) {
    var dependent: Set<Slot> = []
    func isDependent(_ slot: Slot) -> Bool { slots[slot].role == .candidateFact || dependent.contains(slot) }
    for (index, linked) in decisions.enumerated() {
      var mentioned: [Slot] = []
      linked.typed.forEachExpression { mentioned += $0.slots }
      guard mentioned.contains(where: isDependent) else { continue }
      dependent.insert(linked.slot)
      guard case .rows(let table) = linked.typed.body else { continue }
      for (row, typed) in table.rows.enumerated() {
        for (position, condition) in typed.conditions.enumerated() {
          let used = condition.expression.slots
          guard !used.isEmpty, !used.contains(where: isDependent), !condition.expression.isCheap else { continue }
          let name = Text("\(linked.typed.fullName) \(typed.id) \(position)")
          let slot = slots.addDecision(name, .bool)
          slotsByKey[Key(decision: index, row: row, condition: position)] = slot
          all.append(Hoisted(slot: slot, expression: condition.expression))
        }
      }
    }
  }

  /// `table` of decision number `decision`, with such conditions replaced by their answers.
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

extension TypedDecision {
  /// Calls `body` with each expression of the decision.
  package func forEachExpression(_ body: (TypedExpression) -> Void) {
    switch self.body {
    case .value(let value): value.forEachExpression(body)
    case .rows(let table):
      for row in table.rows {
        for condition in row.conditions { body(condition.expression) }
        row.then?.forEachExpression(body)
        row.score?.forEachExpression(body)
      }
      table.otherwise?.forEachExpression(body)
    }
  }
}

extension TypedExpression {
  /// True of a comparison or two of plain names: as cheap as looking an answer up.
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
