import TerrainRules

extension TableView.Table {
  /// One way to a result: what must hold, what must not, and what results.
  struct Way {
    var conditions: [TableView.Formula]
    var not: [TableView.Formula]
    var outcome: TableView.Outcome
    /// Rows with other results that may win instead where they hold too; which one does is known only when it runs.
    var rivals: [TableView.Formula]
  }

  /// True when nothing is known of its result before it runs: a computed value, a list, a sum.
  var yieldsOnlyComputed: Bool {
    switch hit {
    case .collect, .sum, .min, .max, .count: if value == nil { return true }
    case .unique, .first, .highest: break
    }
    let outcomes = rows.map(\.outcome) + [otherwise, value].compactMap { $0 }
    return outcomes.allSatisfy { if case .computed = $0 { true } else { false } }
  }

  /// Every way to a result.
  var ways: [Way] {
    if let value { return [Way(conditions: [], not: [], outcome: value, rivals: [])] }
    var ways: [Way] = []
    for (index, row) in rows.enumerated() {
      var way = Way(conditions: [row.when], not: [], outcome: row.outcome, rivals: [])
      switch hit {
      case .first:
        way.not = rows[..<index].filter { !$0.outcome.isSame(as: row.outcome) && !$0.when.excludes(row.when) }
          .map(\.when)
      case .highest:
        way.rivals = rows.filter { !$0.outcome.isSame(as: row.outcome) && !$0.when.excludes(row.when) }.map(\.when)
      case .unique, .collect, .sum, .min, .max, .count: break
      }
      ways.append(way)
    }
    if let otherwise {
      ways.append(Way(conditions: [], not: rows.map(\.when), outcome: otherwise, rivals: []))
    }
    return ways
  }
}

extension TableView.Outcome {
  /// True when both are known to put a column into the same class.
  func isSame(as other: TableView.Outcome) -> Bool {
    guard case .constant(_, let mine?) = self, case .constant(_, let theirs?) = other else { return false }
    return mine == theirs
  }
}

extension TableView.Formula {
  /// True when two rows' cells show at a glance that the rows cannot hold together.
  func excludes(_ other: TableView.Formula) -> Bool {
    atoms.contains { mine in
      other.atoms.contains { theirs in
        mine.column == theirs.column
          && !mine.classes.contains { range in theirs.classes.contains { range.overlaps($0) } }
      }
    }
  }

  /// The comparisons that must all hold for it to hold.
  private var atoms: [TableView.Atom] {
    switch self {
    case .atom(let atom): [atom]
    case .all(let operands):
      operands.compactMap { if case .atom(let atom) = $0 { atom } else { nil } }
    case .constant, .not, .any, .undecided: []
    }
  }
}
