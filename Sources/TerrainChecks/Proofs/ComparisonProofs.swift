import TerrainBase
import TerrainRules

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

/// Rows of a `hit: sum` table that hold together and whose constants do not add up within their type.
package struct SumOverflow: Sendable {
  /// The rows, in file order: adding the last one leaves the range.
  package var rows: [Int]
  /// Inputs for which they hold.
  package var region: ProofRegion
}

/// Whether the constants that rows of a table add can leave the range of their type.
struct SumProof {
  typealias ID = ResidualFormulas.ID

  /// What each row adds; nil where that is known only when it runs.
  private let addends: [Int128?]
  private let range: ClosedRange<Int128>
  /// For each row, the least and the most that the rows after it can add.
  private let rest: [(least: Int128, most: Int128)]

  /// Nil where the rows add no whole numbers, or where no choice of them can leave the range.
  init?(_ table: TableView.Table) {
    var range: ClosedRange<Int128>?
    var addends: [Int128?] = []
    for row in table.rows {
      switch row.outcome {
      case .constant(.int(let number), _):
        range = Int128(Int64.min)...Int128(Int64.max)
        addends.append(Int128(number))
      case .constant(.uint(let number), _):
        range = 0...Int128(UInt64.max)
        addends.append(Int128(number))
      case .constant, .condition, .computed: addends.append(nil)
      }
    }
    guard let range else { return nil }
    var rest = [(least: Int128, most: Int128)](repeating: (0, 0), count: addends.count)
    var sums: (least: Int128, most: Int128) = (0, 0)
    for index in addends.indices.reversed() {
      rest[index] = sums
      let addend = addends[index] ?? 0
      sums = (sums.least + min(0, addend), sums.most + max(0, addend))
    }
    guard sums.least < range.lowerBound || sums.most > range.upperBound else { return nil }
    self.addends = addends
    self.range = range
    self.rest = rest
  }

  /// A choice of the rows: those that hold, those that do not, and the sum so far.
  private struct Choice {
    var next: Int
    var sum: Int128
    var required: ID
    var held: [Int]
    var not: [ID]
  }

  /// Rows that hold together for some inputs, certainly, and whose sum leaves the range; nil where none were found with the
  /// steps that `search` is allowed.
  func overflow(in search: inout ProofSearch, limits: ProofLimits, steps: Int) -> (
    found: SumOverflow?, reached: ProofLimit?
  ) {
    let end = search.steps + steps
    let rows = search.table.rows
    // A choice remembers what it decided of each row.
    guard rows.count <= limits.tracedRows else { return (nil, .steps) }
    var waiting = [Choice(next: 0, sum: 0, required: search.constraint(on: rows), held: [], not: [])]
    while let choice = waiting.popLast() {
      guard search.steps < end else { return (nil, .steps) }
      guard choice.next < rows.count else { continue }
      let (least, most) = (rest[choice.next].least, rest[choice.next].most)
      let addend = addends[choice.next] ?? 0
      guard
        choice.sum + least + min(0, addend) < range.lowerBound || choice.sum + most + max(0, addend) > range.upperBound
      else { continue }
      // Rows that add nothing known are left open.
      guard addend != 0 else {
        var next = choice
        next.next += 1
        waiting.append(next)
        continue
      }
      var without = choice
      without.next += 1
      without.not.append(rows[choice.next])
      waiting.append(without)
      var with = choice
      with.next += 1
      with.sum += addend
      with.held.append(choice.next)
      with.required = search.all([choice.required, rows[choice.next]])
      search.allow(min(limits.stepsPerRow, end - search.steps))
      let result = search.find(search.state(required: with.required, rows: with.not), eager: true)
      if result.certainty == .none, !search.stopped { continue }
      guard range.contains(with.sum) else {
        guard result.certainty == .certain else { continue }
        var region = search.witness(result.reversed.reversed(), certainty: result.certainty)
        let tested = search.columns(of: with.held.map { rows[$0] })
        region.columns = search.described(result.reversed.reversed()).filter { tested.contains($0.column) }
        return (SumOverflow(rows: with.held, region: region), nil)
      }
      waiting.append(with)
    }
    return (nil, search.reached)
  }
}

/// What is left of a formula once some columns are known, each residue stored once.
///
/// Two rows of which the same thing is left are one residue, so that "the rows that remain" can be compared by their
/// numbers. There is no negation: it has been pushed down to the comparisons, whose sets it turns over.
package struct ResidualFormulas {
  /// Names a residue.
  package typealias ID = Int32

  enum Kind {
    case never
    case always
    case comparison(classes: ClassSet)
    case all([ID])
    case any([ID])
  }

  static let never: ID = 0
  static let always: ID = 1

  /// How many classes each level's column has.
  let classCounts: [Int]
  private(set) var kinds: [Kind] = [.never, .always]
  /// The first level each residue depends on; `Int32.max` for the constants.
  private(set) var tops: [Int32] = [.max, .max]
  /// For each residue asked about, what is left of it for each class of its first level; -1 where not yet known.
  private var restricted: [[ID]] = [[], []]
  /// Work done, in the steps of ``ProofSearch``: residues made, and operands visited for it.
  private(set) var work = 0
  /// About how many bytes are held.
  private(set) var bytes = 0
  private var comparisons: [ComparisonKey: ID] = [:]
  private var alls: [[ID]: ID] = [:]
  private var anys: [[ID]: ID] = [:]

  private struct ComparisonKey: Hashable {
    var level: Int32
    var classes: ClassSet
  }

  init(classCounts: [Int]) { self.classCounts = classCounts }

  /// The column of `level` is in one of `classes`.
  mutating func comparison(level: Int32, classes: ClassSet) -> ID {
    if classes.isEmpty { return Self.never }
    if classes.count == classCounts[Int(level)] { return Self.always }
    let key = ComparisonKey(level: level, classes: classes)
    if let known = comparisons[key] { return known }
    let id = append(.comparison(classes: classes), top: level)
    comparisons[key] = id
    return id
  }

  mutating func all(_ operands: [ID]) -> ID { join(operands, conjunction: true) }

  mutating func any(_ operands: [ID]) -> ID { join(operands, conjunction: false) }

  /// What is left of `id` where the column of its first level is in `value`.
  mutating func restrict(_ id: ID, to value: Int) -> ID {
    let index = Int(id)
    if case .comparison(let classes) = kinds[index] { return classes.contains(value) ? Self.always : Self.never }
    if restricted[index].isEmpty {
      work += classCounts[Int(tops[index])]
      bytes += 32 + 4 * classCounts[Int(tops[index])]
      restricted[index] = [ID](repeating: -1, count: classCounts[Int(tops[index])])
    }
    let known = restricted[index][value]
    if known >= 0 { return known }
    let result: ID
    switch kinds[index] {
    case .never, .always, .comparison: result = id
    case .all(let operands): result = all(restrict(operands, level: tops[index], to: value))
    case .any(let operands): result = any(restrict(operands, level: tops[index], to: value))
    }
    restricted[index][value] = result
    return result
  }

  private mutating func restrict(_ operands: [ID], level: Int32, to value: Int) -> [ID] {
    var result: [ID] = []
    result.reserveCapacity(operands.count)
    for operand in operands {
      result.append(tops[Int(operand)] == level ? restrict(operand, to: value) : operand)
    }
    return result
  }

  /// What is left of `id` where the column of each level is in the classes given for it; nil: in any.
  mutating func assume(_ classes: [ClassSet?], in id: ID, known: inout [ID: ID]) -> ID {
    if let result = known[id] { return result }
    let result: ID
    switch kinds[Int(id)] {
    case .never, .always: return id
    case .comparison(let admitted):
      guard let possible = classes[Int(tops[Int(id)])] else { return id }
      work += 1
      let both = admitted.intersection(possible)
      result = both.isEmpty ? Self.never : both == possible ? Self.always : id
    case .all(let operands): result = all(operands.map { assume(classes, in: $0, known: &known) })
    case .any(let operands): result = any(operands.map { assume(classes, in: $0, known: &known) })
    }
    known[id] = result
    return result
  }

  /// `operands` joined by "and" or "or": constants gone, nesting flattened, comparisons of one column made one.
  private mutating func join(_ operands: [ID], conjunction: Bool) -> ID {
    work += 8 + operands.count
    let neutral = conjunction ? Self.always : Self.never
    let decisive = conjunction ? Self.never : Self.always
    var parts: [ID] = []
    var sets: [(level: Int32, classes: ClassSet)] = []
    var clashes = false
    func note(_ level: Int32, _ classes: ClassSet) {
      work += sets.count / 8 + classes.words.count
      if let index = sets.firstIndex(where: { $0.level == level }) {
        clashes = true
        let known = sets[index].classes
        sets[index].classes = conjunction ? known.intersection(classes) : known.union(classes)
      } else {
        sets.append((level, classes))
      }
    }
    func take(_ operand: ID) {
      switch kinds[Int(operand)] {
      case .comparison(let classes): note(tops[Int(operand)], classes)
      default: break
      }
      parts.append(operand)
    }
    for operand in operands {
      if operand == decisive { return decisive }
      if operand == neutral { continue }
      switch (kinds[Int(operand)], conjunction) {
      case (.all(let inner), true), (.any(let inner), false):
        work += inner.count
        for part in inner { take(part) }
      default: take(operand)
      }
    }
    if clashes {
      parts.removeAll { part in
        if case .comparison = kinds[Int(part)] { true } else { false }
      }
      for set in sets {
        let id = comparison(level: set.level, classes: set.classes)
        if id == decisive { return decisive }
        if id != neutral { parts.append(id) }
      }
    }
    parts.sort()
    var unique: [ID] = []
    for part in parts where unique.last != part { unique.append(part) }
    if unique.count < 2 { return unique.first ?? neutral }
    if let known = conjunction ? alls[unique] : anys[unique] { return known }
    let top = unique.reduce(Int32.max) { min($0, tops[Int($1)]) }
    let id = append(conjunction ? .all(unique) : .any(unique), top: top)
    if conjunction { alls[unique] = id } else { anys[unique] = id }
    return id
  }

  private mutating func append(_ kind: Kind, top: Int32) -> ID {
    switch kind {
    case .never, .always: break
    case .comparison(let classes): bytes += 160 + 8 * classes.words.count
    case .all(let operands), .any(let operands): bytes += 160 + 4 * operands.count
    }
    kinds.append(kind)
    tops.append(top)
    restricted.append([])
    return ID(kinds.count - 1)
  }
}
