import TerrainBase

/// A comparison that changes nothing: the row would be the same without it.
package struct IdleComparison: Hashable, Sendable {
  /// What is idle about it.
  package enum Reason: Hashable, Sendable {
    /// It holds for every value its column can have.
    case alwaysTrue
    /// It holds for no value its column can have.
    case alwaysFalse
    /// Where it matters, the row's other comparisons already imply it.
    case redundant
  }

  package var row: Int
  /// The comparison, as the table's formula.
  package var comparison: FormulaID
  package var reason: Reason
}

/// What it took to look for comparisons that change nothing.
struct IdleSearch {
  /// The steps taken.
  var steps: Int
  /// Whether a limit kept it from looking at all of them.
  var hasReachedLimit: Bool
}

extension ProofTable {
  /// The comparisons of every row that change nothing, in the order of rows and formulas. Each row's comparisons must be
  /// formulas of its own, not shared with another row.
  package func idleComparisons(limits: ProofLimits = ProofLimits()) -> [IdleComparison] {
    var search = IdleSearch(steps: 0, hasReachedLimit: false)
    return idleComparisons(limits: limits, &search)
  }

  /// The comparisons that change nothing; `effort` is what it took to find them.
  func idleComparisons(limits: ProofLimits, _ effort: inout IdleSearch) -> [IdleComparison] {
    var idle: [IdleComparison] = []
    var doubtful: [(row: Int, comparison: FormulaID)] = []
    var work = 0
    for row in rows.indices {
      let within = comparisons(of: rows[row])
      let joined = isConjunction(rows[row])
      var uses: [Int: Int] = [:]
      for (_, column, _) in within { uses[column, default: 0] += 1 }
      for (formula, column, values) in within {
        let domain = columns[column].domain
        if domain.isSubset(of: values) {
          idle.append(IdleComparison(row: row, comparison: formula, reason: .alwaysTrue))
        } else if domain.intersection(values).isEmpty {
          idle.append(IdleComparison(row: row, comparison: formula, reason: .alwaysFalse))
        } else if uses[column, default: 0] > 1, joined {
          work += within.count
          guard work < limits.redundancy else { continue }
          let others = within.filter { $0.column == column && $0.formula != formula }
          let left = others.reduce(domain) { $0.intersection($1.values) }
          // Where the row holds for nothing, that is what is wrong with it.
          if left.isSubset(of: values), !left.isEmpty, !isContradictory(within) {
            idle.append(IdleComparison(row: row, comparison: formula, reason: .redundant))
          }
        } else if uses[column, default: 0] > 1, work < limits.redundancy {
          // Each question makes the row anew.
          work += within.count
          doubtful.append((row, formula))
        }
      }
    }
    guard !doubtful.isEmpty else { return idle.ordered { ($0.row, $0.comparison) < ($1.row, $1.comparison) } }
    var search = ProofSearch(CompiledTable(self), limits: limits)
    let end = search.steps + limits.steps / 10
    for (row, comparison) in doubtful
    where search.steps < end && redundant(comparison, in: rows[row], search: &search, limits: limits, until: end) {
      idle.append(IdleComparison(row: row, comparison: comparison, reason: .redundant))
    }
    effort = IdleSearch(steps: search.steps, hasReachedLimit: search.hasReachedLimit || search.steps >= end)
    return idle.ordered { ($0.row, $0.comparison) < ($1.row, $1.comparison) }
  }

  /// True when a row is comparisons joined by "and" and nothing else, as cells are.
  private func isConjunction(_ row: FormulaID) -> Bool {
    var waiting = [row]
    while let next = waiting.popLast() {
      switch formulas[Int(next)] {
      case .comparison, .constant(true): break
      case .all(let operands): waiting += operands
      case .any, .not, .constant(false): return false
      }
    }
    return true
  }

  /// True when comparisons joined by "and" leave nothing of some column.
  private func isContradictory(_ comparisons: [(formula: FormulaID, column: Int, values: ValueSet)]) -> Bool {
    var left: [Int: ValueSet] = [:]
    for (_, column, values) in comparisons {
      left[column] = (left[column] ?? columns[column].domain).intersection(values)
    }
    return left.values.contains(where: \.isEmpty)
  }

  /// True when the row is the same with the comparison always true, or always false; not when the row is always false.
  private func redundant(
    _ comparison: FormulaID, in row: FormulaID, search: inout ProofSearch, limits: ProofLimits, until end: Int
  ) -> Bool {
    let whole = search.residue(of: row, negated: false)
    let opposite = search.residue(of: row, negated: true)
    guard whole != ResidualFormulas.never else { return false }
    return [true, false].contains { truth in
      let changed = search.residue(of: row, negated: false, assuming: comparison, is: truth)
      let changedOpposite = search.residue(of: row, negated: true, assuming: comparison, is: truth)
      let differences = [search.all([changed, opposite]), search.all([whole, changedOpposite])]
      return differences.allSatisfy { difference in
        search.allow(min(limits.stepsPerRow, end - search.steps))
        return search.find(search.state(required: difference, rows: [])).certainty == .none && !search.stopped
      }
    }
  }

  /// The comparisons in `formula`, as formulas, columns and values, in the order they were added.
  package func comparisons(of formula: FormulaID) -> [(formula: FormulaID, column: Int, values: ValueSet)] {
    var seen: Set<FormulaID> = []
    var waiting = [formula]
    while let next = waiting.popLast() {
      guard seen.insert(next).inserted else { continue }
      switch formulas[Int(next)] {
      case .constant, .comparison: break
      case .not(let operand): waiting.append(operand)
      case .all(let operands), .any(let operands): waiting += operands
      }
    }
    return seen.ordered().compactMap { id in
      guard case .comparison(let column, let values) = formulas[Int(id)] else { return nil }
      return (id, column, values)
    }
  }
}
