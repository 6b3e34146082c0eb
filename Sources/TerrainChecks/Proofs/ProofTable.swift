import TerrainBase
import TerrainRules

/// One input of a table's conditions.
package struct ProofColumn: Sendable {
  /// The role of the column in a proof.
  package enum Role: Hashable, Sendable {
    /// An input of the table: regions are described by inputs.
    case input
    /// A fact that an input which is itself a decision is traced back to: only whether some value leads there counts.
    case traced
    /// A condition that cannot be decided: it may be true or false, whatever the inputs are.
    case undecided
  }

  /// The name shown: a fact's, a decision's, or the text of a condition that cannot be decided.
  package var name: Text
  /// Every value the column can have.
  package var domain: ValueSet
  /// The key a witness is chosen nearest to.
  package var origin: Int64
  package var role: Role

  /// A column `name` whose values are `domain`.
  package init(name: Text, domain: ValueSet, origin: Int64 = 0, role: Role = .input) {
    self.name = name
    self.domain = domain
    self.origin = origin
    self.role = role
  }

  /// A condition that cannot be decided.
  package static func undecided(_ text: Text) -> ProofColumn {
    ProofColumn(name: text, domain: ValueSet(0, 1), role: .undecided)
  }
}

/// Names a formula of one table.
package typealias FormulaID = Int32

/// A decision table as the proofs see it: rows are formulas over comparisons of a column with a set of its values.
package struct ProofTable: Sendable {
  /// A formula. Its operands come before it, so that traversal needs no recursion.
  package enum Formula: Sendable {
    case constant(Bool)
    /// The column's value is in the set. Values outside of the column's domain do not matter.
    case comparison(column: Int, values: ValueSet)
    case not(FormulaID)
    /// All of the operands; true for none.
    case all([FormulaID])
    /// At least one of the operands; false for none.
    case any([FormulaID])
  }

  package private(set) var columns: [ProofColumn] = []
  package private(set) var formulas: [Formula] = []
  /// The nesting depth of each formula: a comparison is 1.
  package private(set) var depths: [Int] = []
  /// Each row's condition, in the order they are written.
  package var rows: [FormulaID] = []
  /// The formula that holds for all columns together whatever the facts are: it relates decisions to the facts that they depend on.
  package var constraint: FormulaID
  /// The parts of the constraint. Each relates one column to its inputs, and permits at least one of its values for any values of the
  /// inputs. Empty if the constraint has no such parts: a question then includes the whole constraint.
  package var links: [(column: Int, formula: FormulaID)] = []

  /// A table without columns and rows.
  package init() {
    constraint = 0
    formulas = [.constant(true)]
    depths = [1]
  }

  /// Adds a column and returns its index.
  package mutating func add(_ column: ProofColumn) -> Int {
    columns.append(column)
    return columns.count - 1
  }

  /// Adds a formula whose operands were already added.
  package mutating func add(_ formula: Formula) -> FormulaID {
    formulas.append(formula)
    let inner: [FormulaID] =
      switch formula {
      case .constant, .comparison: []
      case .not(let operand): [operand]
      case .all(let operands), .any(let operands): operands
      }
    depths.append(1 + (inner.map { depths[Int($0)] }.max() ?? 0))
    return FormulaID(formulas.count - 1)
  }
}

extension ProofTable {
  /// The approximate number of bits for the classes of all comparisons: for each column, its different comparisons times the maximum number
  /// of classes that they make.
  package var cells: Int {
    var different = [Set<ValueSet>](repeating: [], count: columns.count)
    var ends = [Int](repeating: 1, count: columns.count)
    for case .comparison(let column, let values) in formulas where different[column].insert(values).inserted {
      ends[column] += values.ranges.count * 2
    }
    return zip(different, ends).reduce(0) { $0 + $1.0.count * $1.1 }
  }
}

/// A run of keys: both ends are in it.
package struct KeyRange: Hashable, Sendable {
  package var low: Int64
  package var high: Int64

  /// The keys from `low` to `high`, both included.
  package init(_ low: Int64, _ high: Int64) {
    self.low = low
    self.high = high
  }
}

/// A set of a column's values: runs of ordered keys, and whether the value may be missing.
///
/// A key is a value's position in the order of its column: of a decision's column, the position of its class. So open and closed
/// ends are all closed here, and the arithmetic of sets is exact.
package struct ValueSet: Hashable, Sendable {
  /// Sorted, disjoint, and not touching one another.
  package private(set) var ranges: [KeyRange]
  /// True if the absence of an optional fact is in the set.
  package private(set) var absent: Bool

  /// The union of `ranges`, in any order; a range with reversed ends is empty.
  package init(_ ranges: [KeyRange], absent: Bool = false) {
    self.absent = absent
    let sorted = ranges.filter { $0.low <= $0.high }.ordered { ($0.low, $0.high) < ($1.low, $1.high) }
    var merged: [KeyRange] = []
    for range in sorted {
      guard let last = merged.last, last.high == .max || range.low <= last.high + 1 else {
        merged.append(range)
        continue
      }
      merged[merged.count - 1].high = max(last.high, range.high)
    }
    self.ranges = merged
  }

  /// The keys from `low` to `high`.
  package init(_ low: Int64, _ high: Int64) { self.init([KeyRange(low, high)]) }

  /// Only the absence of an optional fact.
  package static let onlyAbsent = ValueSet([], absent: true)

  package var isEmpty: Bool { ranges.isEmpty && !absent }

  /// True when `key` is in the set.
  package func contains(_ key: Int64) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].high < key { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].low <= key
  }

  package func intersection(_ other: ValueSet) -> ValueSet {
    var result: [KeyRange] = []
    var mine = 0
    var theirs = 0
    while mine < ranges.count, theirs < other.ranges.count {
      let a = ranges[mine]
      let b = other.ranges[theirs]
      result.append(KeyRange(max(a.low, b.low), min(a.high, b.high)))
      if a.high < b.high { mine += 1 } else { theirs += 1 }
    }
    return ValueSet(result, absent: absent && other.absent)
  }

  /// The values in this set that are not in `other`.
  package func subtracting(_ other: ValueSet) -> ValueSet {
    var outside: [KeyRange] = []
    var start: Int64? = .min
    for range in other.ranges {
      if let from = start, range.low > .min { outside.append(KeyRange(from, range.low - 1)) }
      start = range.high == .max ? nil : range.high + 1
    }
    if let from = start { outside.append(KeyRange(from, .max)) }
    return intersection(ValueSet(outside, absent: !other.absent))
  }

  /// True when every value here is in `other`.
  package func isSubset(of other: ValueSet) -> Bool { subtracting(other).isEmpty }

  /// The key nearest to `origin`, and the greater of two equally near keys; nil if only absence is left.
  package func nearest(to origin: Int64) -> Int64? {
    var best: (distance: UInt64, key: Int64)?
    for range in ranges {
      let key = min(max(origin, range.low), range.high)
      let distance = key >= origin ? UInt64(bitPattern: key &- origin) : UInt64(bitPattern: origin &- key)
      if best.map({ distance <= $0.distance }) ?? true { best = (distance, key) }
    }
    return best?.key
  }

  /// The number of keys, with absence counted as one; `Int.max` if the number is larger.
  package var count: Int {
    var total = absent ? 1 : 0
    for range in ranges {
      let (span, overflow) = range.high.subtractingReportingOverflow(range.low)
      guard !overflow, span < Int64(Int.max / 2), total < Int.max / 2 else { return .max }
      total += Int(span) + 1
    }
    return total
  }
}

/// The ways of the decisions of one view, each computed once: several tables may read the same decision.
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
  /// One way to a result: the conditions that must hold, those that must not, and the result.
  struct Way {
    var conditions: [TableView.Formula]
    var not: [TableView.Formula]
    var outcome: TableView.Outcome
    /// Rows with other results that may win instead if they hold too; the winner is known only at run time.
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
  /// True if both are known to put a column into the same class.
  func isSame(as other: TableView.Outcome) -> Bool {
    guard case .constant(_, let mine?) = self, case .constant(_, let theirs?) = other else { return false }
    return mine == theirs
  }
}

extension [TableView.Atom] {
  /// True if the required comparisons directly show that two rows cannot hold together.
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

  /// The comparisons that must all be true for the formula to be true.
  fileprivate var atoms: [TableView.Atom] {
    switch self {
    case .atom(let atom): [atom]
    case .all(let operands):
      operands.compactMap { if case .atom(let atom) = $0 { atom } else { nil } }
    case .constant, .not, .any: []
    }
  }
}
