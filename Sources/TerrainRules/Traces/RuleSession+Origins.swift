import TerrainDocuments
import TerrainExpressions
import TerrainBase

extension RuleSession {
  /// The origins of the elements of the list that `decision` yielded, in their order; one origin for any other result.
  /// After ``value(_:)``.
  package func origins(of decision: Decision) -> [Origin] {
    guard let slot = ruleSet.linkedDecisions[decision.index].rowsSlot else { return [origin(of: decision)] }
    guard case .list(let rows)? = machine.value(slot) else { return [] }
    return rows.map { value in
      if case .int(let row) = value { return origin(Int(row), of: decision) }
      return origin(nil, of: decision)
    }
  }

  /// The origin of the result of `decision`, where that is not a list of what several rows yielded.
  package func origin(of decision: Decision) -> Origin { origin(firedRow(decision.index), of: decision) }

  /// The origin of what `row` yielded; of what no row did, where it is nil.
  private func origin(_ row: Int?, of decision: Decision) -> Origin {
    origins.value(decision.index, row, of: ruleSet.rowCount(of: decision.index)) { ruleSet.origin(row, of: decision) }
  }
}

extension RuleSet {
  fileprivate func origin(_ row: Int?, of decision: Decision) -> Origin {
    switch linkedDecisions[decision.index].typed.body {
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
  /// The decisions that the result of `decision` is made of, with their values: those that its value names, or the result of the row
  /// that fired, or `otherwise`, as far as they were evaluated; after ``value(_:)``.
  ///
  /// - Parameter rows: the numbers of the rows that fired, where several make the result.
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

  /// The decisions that the result of a row names; of `otherwise` or a value, where `row` is none.
  private func decisions(namedBy decision: Decision, _ row: Int?) -> [Decision] {
    namedParts.value(decision.index, row, of: ruleSet.rowCount(of: decision.index)) {
      ruleSet.decisions(namedBy: decision, row)
    }
  }
}

extension RuleSet {
  fileprivate func decisions(namedBy decision: Decision, _ row: Int?) -> [Decision] {
    var slots: [Slot] = []
    func look(_ expression: TypedExpression) {
      for slot in expression.slots where !slots.contains(slot) { slots.append(slot) }
    }
    switch linkedDecisions[decision.index].typed.body {
    case .value(let value): value.forEachExpression(look)
    case .rows(let table):
      if let row, table.rows.indices.contains(row) {
        table.rows[row].then?.forEachExpression(look)
      } else {
        table.otherwise?.forEachExpression(look)
      }
    }
    return slots.compactMap { slot in decisionIndex(at: slot).map { decisions[$0] } }
  }

  /// What the result of a decision that has no rows is read from; nil where it is an expression.
  package func node(ofResult decision: Decision) -> Node? { linkedDecisions[decision.index].typed.valueNode }

  /// Where the result of a decision that has no rows is written; else its name.
  package func place(ofResult decision: Decision) -> Place {
    if case .value(let value) = linkedDecisions[decision.index].typed.body { return value.place }
    return decision.place
  }
}
