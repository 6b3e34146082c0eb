import TerrainRules

/// The ways of the decisions of one view, each looked up once: several tables may look at the same decision.
package final class TableWays {
  private var cache: [Int: [TableView.Table.Way]] = [:]

  /// Every way to a result of the decision at `index` of `view`.
  func ways(of index: Int, in view: TableView) -> [TableView.Table.Way] {
    if let ways = cache[index] { return ways }
    let ways = view.tables[index].ways
    cache[index] = ways
    return ways
  }
}

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
    if !hit.isSingle, value == nil { return true }
    let outcomes = rows.map(\.outcome) + [otherwise, value].compactMap { $0 }
    return outcomes.allSatisfy { if case .computed = $0 { true } else { false } }
  }

  /// Every way to a result.
  var ways: [Way] {
    if let value { return [Way(conditions: [], not: [], outcome: value, rivals: [])] }
    var ways: [Way] = []
    let atoms = rows.map(\.when.atoms)
    for (index, row) in rows.enumerated() {
      var way = Way(conditions: [row.when], not: [], outcome: row.outcome, rivals: [])
      switch hit.selection {
      case .earliest:
        for other in 0..<index
        where !rows[other].outcome.isSame(as: row.outcome) && !atoms[other].exclude(atoms[index]) {
          way.not.append(rows[other].when)
        }
      case .highestScore:
        for other in rows.indices
        where !rows[other].outcome.isSame(as: row.outcome) && !atoms[other].exclude(atoms[index]) {
          way.rivals.append(rows[other].when)
        }
      case .only, .all: break
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

extension [TableView.Atom] {
  /// True when comparisons that must hold show at a glance that two rows cannot hold together.
  fileprivate func exclude(_ other: [TableView.Atom]) -> Bool {
    contains { mine in
      other.contains { theirs in
        mine.column == theirs.column
          && !mine.classes.contains { range in theirs.classes.contains { range.overlaps($0) } }
      }
    }
  }
}

extension TableView.Formula {
  /// True when two rows' cells show at a glance that the rows cannot hold together.
  package func excludes(_ other: TableView.Formula) -> Bool { atoms.exclude(other.atoms) }

  /// The comparisons that must all hold for it to hold.
  fileprivate var atoms: [TableView.Atom] {
    switch self {
    case .atom(let atom): [atom]
    case .all(let operands):
      operands.compactMap { if case .atom(let atom) = $0 { atom } else { nil } }
    case .constant, .not, .any, .undecided: []
    }
  }
}
