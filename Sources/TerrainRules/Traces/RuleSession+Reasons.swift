import TerrainDocuments
import TerrainExpressions
import TerrainBase

extension RuleSession {
  /// Why `decision` has its result, then why each decision that was evaluated for it does; after ``value(_:)``.
  package func reasons(for decision: Decision) -> [Reason] {
    var reasons: [Reason] = []
    var isIncluded = Array(repeating: false, count: ruleSet.decisions.count)
    // Depth first, in the order in which conditions name them.
    var waiting = [decision.index]
    while let index = waiting.popLast() {
      if isIncluded[index] { continue }
      isIncluded[index] = true
      let source = reasonSource(index, firedRow(index))
      var reason = source.reason
      var needed: [Int] = []
      for looked in source.looked {
        // What an earlier condition made superfluous was not evaluated.
        guard let value = machine.value(looked.slot) else { continue }
        reason.seen.append(.init(name: looked.name, value: value))
        if let decision = looked.decision { needed.append(decision) }
      }
      reasons.append(reason)
      waiting += needed.reversed()
    }
    return reasons
  }

  /// The source of the reason where `firedRow` yielded the result of the decision at `index`.
  private func reasonSource(_ index: Int, _ firedRow: Int?) -> ReasonSource {
    reasonSources.value(index, firedRow, of: ruleSet.rowCount(of: index)) { ruleSet.reasonSource(index, firedRow) }
  }

  /// The number of the row that yielded a decision's result; the count of rows for `otherwise`; nil where unknown.
  func firedRow(_ decision: Int) -> Int? {
    guard let slot = ruleSet.linkedDecisions[decision].rowSlot, case .int(let row)? = machine.value(slot) else {
      return nil
    }
    return Int(row)
  }

  /// Names and values of what is given or computed among `slots`; with `absent`, also of facts that are not given, which have no
  /// value.
  func seen(_ slots: [Slot], absent: Bool = false) -> [EvaluationError.Seen] {
    slots.compactMap { slot in
      let isFact = [.fact, .candidateFact].contains(ruleSet.slots[slot].role)
      // Of a record of which only fields are kept, comparisons show those.
      let value = machine.value(slot) ?? (absent && isFact && !machine.isKeptByField(slot) ? .optional(nil) : nil)
      return value.map { EvaluationError.Seen(name: ruleSet.shownName(slot), value: $0) }
    }
  }
}

extension RuleSet {
  fileprivate func reasonSource(_ index: Int, _ firedRow: Int?) -> ReasonSource {
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
          otherwise.forEachExpression(look)
        }
        for row in table.rows { for condition in row.conditions { look(condition.expression) } }
      }
    }
    return ReasonSource(
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
