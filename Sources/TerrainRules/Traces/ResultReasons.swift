import TerrainBase
import TerrainDocuments
import TerrainExpressions

extension RuleSession {
  /// The reason for the result of `decision`, followed by those of each decision that was evaluated for it. To be called after
  /// ``value(_:)``.
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
        // Inputs that an earlier condition made superfluous were not evaluated.
        guard let value = machine.value(looked.slot) else { continue }
        reason.seen.append(.init(name: looked.name, value: value))
        if let decision = looked.decision { needed.append(decision) }
      }
      reasons.append(reason)
      waiting += needed.reversed()
    }
    return reasons
  }

  /// The source of the reason if `firedRow` yielded the result of the decision at `index`.
  private func reasonSource(_ index: Int, _ firedRow: Int?) -> ReasonSource {
    reasonSources.value(index, firedRow, of: ruleSet.rowCount(of: index)) { ruleSet.reasonSource(index, firedRow) }
  }

  /// The number of the row that yielded a decision's result; the number of rows for `otherwise`; nil if unknown.
  func firedRow(_ decision: Int) -> Int? {
    guard let slot = ruleSet.decisions[decision].typed.rowSlot, case .int(let row)? = machine.value(slot) else {
      return nil
    }
    return Int(row)
  }

  /// The names and values of the facts and decisions among `slots` that have a value. With `absent`, also missing facts, with an absent
  /// value.
  func seen(_ slots: [Slot], absent: Bool = false) -> [EvaluationError.Seen] {
    slots.compactMap { slot in
      let isFact = [.fact, .candidateFact].contains(ruleSet.slots[slot].role)
      // If only the fields of a record are kept, comparisons show the fields.
      let value = machine.value(slot) ?? (absent && isFact && !machine.isKeptByField(slot) ? .optional(nil) : nil)
      return value.map { EvaluationError.Seen(name: ruleSet.shownName(slot), value: $0) }
    }
  }
}

extension RuleSet {
  fileprivate func reasonSource(_ index: Int, _ firedRow: Int?) -> ReasonSource {
    let decision = decisions[index].typed
    var reason = Reason(decision: decision.fullName, row: nil, place: decision.place, note: nil, seen: [])
    var looked: [TypedExpression] = []
    switch decision.body {
    case .value(let value):
      reason.part = .value
      reason.place = value.place
      looked = value.expressions
    case .rows(let table):
      if let row = firedRow, table.rows.indices.contains(row) {
        let fired = table.rows[row]
        reason.part = .row
        reason.row = fired.id
        reason.place = fired.place
        reason.note = fired.note
        looked = fired.tests + (fired.score?.expressions ?? []) + (fired.then?.expressions ?? [])
      } else {
        if firedRow != nil, let otherwise = table.otherwise {
          reason.part = .otherwise
          reason.place = otherwise.place
          looked = otherwise.expressions
        }
        looked += table.rows.flatMap { $0.tests }
      }
    }
    return ReasonSource(
      reason: reason, looked: looked.slots.map { ($0, shownName($0), decisionIndex(at: $0)) })
  }

  /// The number of rows of the decision at `index`.
  func rowCount(of index: Int) -> Int { decisions[index].typed.table?.rows.count ?? 0 }

  /// The inputs of a table's conditions, followed by the facts behind the decisions among them.
  func slotsBehind(_ table: TypedTable) -> [Slot] {
    let inputs = table.rows.flatMap { $0.tests }.slots
    var slots = inputs
    for slot in inputs {
      guard let index = decisionIndex(at: slot) else { continue }
      for fact in facts(neededBy: decisions[index]) where !slots.contains(fact.slot) { slots.append(fact.slot) }
    }
    return slots
  }

  /// The name of a slot for people: the name of a fact, or the name of a decision without its module.
  func shownName(_ slot: Slot) -> Text {
    decisionIndex(at: slot).map { decisions[$0].typed.name } ?? slots[slot].name
  }
}

extension [Origin] {
  /// The origin of the result's element `index`: a single origin is that of all elements.
  package func origin(ofElement index: Int) -> Origin? { indices.contains(index) ? self[index] : first }
}

extension RuleSession {
  /// The origins of the elements of the list that `decision` yielded, in their order; a single origin for other results. To be called after
  /// ``value(_:)``.
  package func origins(of decision: Decision) -> [Origin] {
    guard let slot = decision.typed.rowsSlot else { return [origin(of: decision)] }
    guard case .list(let rows)? = machine.value(slot) else { return [] }
    return rows.map { value in
      if case .int(let row) = value { return origin(Int(row), of: decision) }
      return origin(nil, of: decision)
    }
  }

  /// The origin of the result of `decision`, unless it is a list from several rows.
  package func origin(of decision: Decision) -> Origin { origin(firedRow(decision.index), of: decision) }

  /// The origin of the result of `row`, or of `otherwise` or a value if `row` is nil.
  private func origin(_ row: Int?, of decision: Decision) -> Origin {
    origins.value(decision.index, row, of: ruleSet.rowCount(of: decision.index)) { ruleSet.origin(row, of: decision) }
  }
}

extension RuleSet {
  fileprivate func origin(_ row: Int?, of decision: Decision) -> Origin {
    switch decision.typed.body {
    case .rows(let table):
      if let row, table.rows.indices.contains(row) {
        let row = table.rows[row]
        return Origin(decision: decision.name, row: row.id, place: row.place, note: row.note)
      }
      let place = row == nil ? decision.place : table.otherwise?.place ?? decision.place
      return Origin(decision: decision.name, row: nil, place: place, note: nil)
    case .value(let value): return Origin(decision: decision.name, row: nil, place: value.place, note: nil)
    }
  }
}

extension RuleSession {
  /// The decisions that make up the result of `decision`, with their values: those that its value, the fired row's result, or `otherwise`
  /// names, if they were evaluated. To be called after ``value(_:)``.
  ///
  /// - Parameter rows: The numbers of the fired rows if several make the result.
  package func parts(of decision: Decision, rows: [Int]) -> [(decision: Decision, value: Value)] {
    let named =
      if let row = firedRow(decision.index) { decisions(namedBy: decision, row) } else if rows.isEmpty {
        decisions(namedBy: decision, nil)
      } else {
        rows.reduce(into: [Decision]()) { all, row in
          all += ruleSet.decisions(namedBy: decision, row).filter { one in !all.contains { $0.id == one.id } }
        }
      }
    return named.compactMap { part in machine.value(part.slot).map { (part, $0) } }
  }

  /// The decisions that the result of `row` names, or `otherwise` or the value if `row` is nil.
  private func decisions(namedBy decision: Decision, _ row: Int?) -> [Decision] {
    namedParts.value(decision.index, row, of: ruleSet.rowCount(of: decision.index)) {
      ruleSet.decisions(namedBy: decision, row)
    }
  }
}

extension RuleSet {
  fileprivate func decisions(namedBy decision: Decision, _ row: Int?) -> [Decision] {
    let result: TypedResult?
    switch decision.typed.body {
    case .value(let value): result = value
    case .rows(let table):
      if let row, table.rows.indices.contains(row) { result = table.rows[row].then } else { result = table.otherwise }
    }
    return (result?.expressions ?? []).slots.compactMap { slot in decisionIndex(at: slot).map { decisions[$0] } }
  }

  /// The node of the result of a decision without rows, or nil if it is an expression.
  package func node(ofResult decision: Decision) -> Node? { decision.typed.valueNode }

  /// The place of the result of a decision without rows, else of its name.
  package func place(ofResult decision: Decision) -> Place {
    if case .value(let value) = decision.typed.body { return value.place }
    return decision.place
  }
}
