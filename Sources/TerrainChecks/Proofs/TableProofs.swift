import TerrainBase
import TerrainRules

/// The way in which the rows of a table compete, as far as proofs are concerned.
package enum RowPolicy: Sendable {
  /// Exactly one row may hold.
  case unique
  /// The first row in `order` that holds wins.
  case precedence(order: [Int])
  /// Every row that holds counts.
  case every
}

/// Everything proved about one table.
package struct TableFindings: Sendable {
  /// Empty if a table need not cover all inputs.
  package var gaps = GapFindings()
  /// Empty unless only one row may hold.
  package var overlaps = OverlapFindings()
  package var deadRows = DeadRowFindings()
  package var idle: [IdleComparison] = []
  /// Rows whose sum leaves the range of its type.
  package var overflow: SumOverflow?
  /// The limit that prevented the decision.
  package var overflowStoppedBy: ProofLimit?
  /// The total number of steps.
  package var steps = 0
  /// True if a search reached a limit, if only one whose answer did not count: with other limits there might be other findings.
  package var hasReachedLimit = false

  /// True if a limit of steps prevented a proof.
  package var ranOutOfSteps: Bool {
    gaps.stopped?.limit == .steps || overlaps.stoppedBy == .steps || deadRows.stoppedBy == .steps
      || overflowStoppedBy == .steps
  }
}

extension ProofTable {
  /// Proves the properties of the table: the inputs that no row covers (if it has to be `whole`), the rows that hold together although only
  /// one may, the rows that can never fire, and the comparisons that change nothing.
  package func findings(policy: RowPolicy, whole: Bool, limits: ProofLimits = ProofLimits()) -> TableFindings {
    var findings = TableFindings()
    var search = ProofSearch(CompiledTable(self), limits: limits)
    // Each part has its own steps, so that none can starve another.
    if whole { findings.gaps = GapDiagram.findings(in: &search, limits: limits, steps: limits.steps / 5 * 2) }
    let end = search.steps + limits.steps / 5 * 2
    var proofs = RowProofs(search, limits: limits)
    switch policy {
    case .unique:
      findings.overlaps = proofs.overlaps(until: end)
      findings.deadRows = proofs.deadRows(order: nil, until: end)
    case .precedence(let order): findings.deadRows = proofs.deadRows(order: order, until: end)
    case .every: findings.deadRows = proofs.deadRows(order: nil, until: end)
    }
    var idle = IdleSearch(steps: 0, hasReachedLimit: false)
    findings.idle = idleComparisons(limits: limits, &idle)
    findings.steps = proofs.steps + proofs.looks / 16 + idle.steps
    findings.hasReachedLimit = findings.ranOutOfSteps || proofs.hasReachedLimit || idle.hasReachedLimit
    return findings
  }
}

/// Two rows that hold for the same inputs.
package struct Overlap: Sendable {
  /// The rows, the row written first comes first.
  package var first: Int
  package var second: Int
  /// Inputs for which both hold.
  package var region: ProofRegion
  /// Certain, or possible if conditions that cannot be decided evaluate to that.
  package var certainty: Certainty
}

/// The pairs of rows that hold for the same inputs.
package struct OverlapFindings: Sendable {
  package var overlaps: [Overlap] = []
  /// True if the number of pairs exceeds the number that is listed.
  package var more = false
  /// Pairs that could not be decided within the limits.
  package var stopped: [(first: Int, second: Int)] = []
  /// The limit that was reached first.
  package var stoppedBy: ProofLimit?
}

/// A row that can never fire.
package struct DeadRow: Sendable {
  /// The reason why it cannot fire.
  package enum Reason: Hashable, Sendable {
    /// Its own conditions contradict each other.
    case contradictory
    /// Its conditions ask for a combination that no facts lead to.
    case unreachable
    /// These rows together cover all inputs for which it could fire. `least` if none of them can be left out.
    case covered(by: [Int], least: Bool)
  }

  package var row: Int
  package var reason: Reason
}

/// The rows that can never fire.
package struct DeadRowFindings: Sendable {
  package var dead: [DeadRow] = []
  /// Rows that could not be decided within the limits.
  package var stopped: [Int] = []
  /// The limit that was reached first.
  package var stoppedBy: ProofLimit?
}

/// Questions about single rows and pairs of rows.
struct RowProofs {
  private var search: ProofSearch
  private let limits: ProofLimits
  /// For each row, the classes of each level outside which it cannot hold; nil if it excludes nothing.
  private let boxes: [[Side?]]
  /// Pairs of rows compared, with the levels and the words of classes visited for it: each is a sixteenth of a step.
  private(set) var looks = 0

  /// The classes of one column in a row's box.
  private struct Side {
    var classes: ClassSet
    /// From the first class to the last: these distinguish most pairs.
    var range: ClosedRange<Int>

    init?(_ classes: ClassSet) {
      guard let lowest = classes.lowest, let highest = classes.highest else { return nil }
      self.classes = classes
      range = lowest...highest
    }
  }

  init(_ search: ProofSearch, limits: ProofLimits) {
    self.search = search
    self.limits = limits
    boxes = search.table.rows.map { row in search.table.box(of: row).map { $0.flatMap(Side.init) } }
  }

  /// The steps taken.
  var steps: Int { search.steps }
  /// True if any search reached a limit.
  var hasReachedLimit: Bool { search.hasReachedLimit }

  /// Checks every pair of rows, until `end` steps are taken in total.
  mutating func overlaps(until end: Int) -> OverlapFindings {
    var findings = OverlapFindings()
    let rows = search.table.rows
    for second in rows.indices {
      guard search.steps < end, !isWorn else {
        findings.stopped.append((0, second))
        findings.stoppedBy = findings.stoppedBy ?? .steps
        continue
      }
      for first in 0..<second where meet(first, second) {
        guard findings.overlaps.count < limits.pairs else {
          findings.more = true
          return findings
        }
        let required = search.all([search.constraint(on: [rows[first], rows[second]]), rows[first], rows[second]])
        let start = search.state(required: required, rows: [])
        search.allow(min(limits.stepsPerRow, end - search.steps))
        let result = search.find(start)
        if result.certainty > .none {
          var region = search.witness(result.reversed.reversed(), certainty: result.certainty)
          let tested = search.columns(of: [rows[first], rows[second]])
          region.columns = search.described(result.reversed.reversed()).filter { tested.contains($0.column) }
          region.columns.sort { $0.column < $1.column }
          findings.overlaps.append(
            Overlap(first: first, second: second, region: region, certainty: result.certainty))
        }
        if let reached = search.reached, result.certainty < .certain {
          findings.stopped.append((first, second))
          findings.stoppedBy = findings.stoppedBy ?? reached
        }
      }
    }
    return findings
  }

  /// Checks every row, until `end` steps are taken in total. `order` lists the rows as they take precedence: a row is dead when those
  /// before it take all it could fire for. If rows do not compete, `order` is nil.
  mutating func deadRows(order: [Int]?, until end: Int) -> DeadRowFindings {
    var findings = DeadRowFindings()
    let rows = search.table.rows
    for (position, row) in (order ?? Array(rows.indices)).enumerated() {
      guard search.steps < end, !isWorn else {
        findings.stopped.append(row)
        findings.stoppedBy = findings.stoppedBy ?? .steps
        continue
      }
      search.allow(min(limits.stepsPerRow, end - search.steps))
      let before = order?.prefix(position) ?? []
      var rivals: [Int] = []
      for other in before where meet(other, row) { rivals.append(other) }
      let start = search.state(row: rows[row], box: settled(row), others: rivals.map { rows[$0] })
      guard search.find(start, eager: true).certainty == .none else { continue }
      if let reached = search.reached {
        findings.stopped.append(row)
        findings.stoppedBy = findings.stoppedBy ?? reached
      } else {
        findings.dead.append(DeadRow(row: row, reason: reason(row, rivals: rivals, until: end)))
      }
    }
    findings.dead.sort { $0.row < $1.row }
    return findings
  }

  /// The reason why `row` cannot fire, given the earlier rows that could take inputs from it.
  private mutating func reason(_ row: Int, rivals: [Int], until end: Int) -> DeadRow.Reason {
    let own = search.table.rows[row]
    if search.find(search.state(required: own, rows: [])).certainty == .none { return .contradictory }
    if !leaves(row, uncoveredBy: [], until: end) { return .unreachable }
    for rival in rivals where !leaves(row, uncoveredBy: [rival], until: end) {
      return .covered(by: [rival], least: true)
    }
    var needed = rivals
    for rival in rivals.reversed() {
      let others = needed.filter { $0 != rival }
      if !leaves(row, uncoveredBy: others, until: end) { needed = others }
      if search.stopped { return .covered(by: needed, least: false) }
    }
    return .covered(by: needed, least: true)
  }

  /// True if `row` can hold when none of `rivals` does, or if that is unknown.
  private mutating func leaves(_ row: Int, uncoveredBy rivals: [Int], until end: Int) -> Bool {
    let rows = search.table.rows
    search.allow(min(limits.stepsPerRow, end - search.steps))
    let start = search.state(row: rows[row], box: settled(row), others: rivals.map { rows[$0] })
    let result = search.find(start, eager: true)
    return result.certainty > .none || search.stopped
  }

  /// For each level, the single class that `row` admits; nil if it admits several. Assuming more would make residues that no other row
  /// shares.
  private func settled(_ row: Int) -> [ClassSet?] { boxes[row].map { $0?.range.count == 1 ? $0?.classes : nil } }

  /// True if the number of compared pairs of rows has reached the limit.
  private var isWorn: Bool { looks / 4 > limits.steps }

  /// False when the rows' boxes show that they exclude one another.
  private mutating func meet(_ a: Int, _ b: Int) -> Bool {
    looks += 1
    for level in boxes[a].indices {
      looks += 1
      guard let mine = boxes[a][level], let theirs = boxes[b][level] else { continue }
      guard mine.range.overlaps(theirs.range) else { return false }
      looks += mine.classes.words.count
      if !mine.classes.intersects(theirs.classes) { return false }
    }
    return true
  }
}

extension CompiledTable {
  /// For each level, classes outside which the residue cannot hold; nil if that is every class.
  func box(of id: ID) -> [ClassSet?] {
    var box = [ClassSet?](repeating: nil, count: levels.count)
    for part in conjuncts(of: id) {
      if case .comparison(let classes) = formulas.kinds[Int(part)] { box[Int(formulas.tops[Int(part)])] = classes }
    }
    return box
  }

  /// The classes that `id` admits at one level; nil if it does not restrict them.
  func classes(of id: ID, at level: Int32) -> ClassSet? {
    for part in conjuncts(of: id) where formulas.tops[Int(part)] == level {
      if case .comparison(let classes) = formulas.kinds[Int(part)] { return classes }
    }
    return nil
  }

  /// The residues that must all hold for `id` to hold.
  private func conjuncts(of id: ID) -> [ID] {
    if case .all(let operands) = formulas.kinds[Int(id)] { operands } else { [id] }
  }
}

/// A comparison that changes nothing: the row would be the same without it.
package struct IdleComparison: Hashable, Sendable {
  /// The way in which it is idle.
  package enum Reason: Hashable, Sendable {
    /// The comparison holds for every value of its column.
    case alwaysTrue
    /// The comparison holds for no value of its column.
    case alwaysFalse
    /// The row's other comparisons already imply it in all cases in which it matters.
    case redundant
  }

  package var row: Int
  /// The comparison, as the table's formula.
  package var comparison: FormulaID
  package var reason: Reason
}

/// The effort of the search for comparisons that change nothing.
struct IdleSearch {
  /// The steps taken.
  var steps: Int
  /// True if a limit ended the search before all comparisons were checked.
  var hasReachedLimit: Bool
}

extension ProofTable {
  /// The comparisons of every row that change nothing, in the order of rows and formulas. Each row's comparisons must be separate formulas,
  /// not shared with another row.
  package func idleComparisons(limits: ProofLimits = ProofLimits()) -> [IdleComparison] {
    var search = IdleSearch(steps: 0, hasReachedLimit: false)
    return idleComparisons(limits: limits, &search)
  }

  /// The comparisons that change nothing; `effort` receives the effort of the search.
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
          // If the row can never hold, that is the error.
          if left.isSubset(of: values), !left.isEmpty, !isContradictory(within) {
            idle.append(IdleComparison(row: row, comparison: formula, reason: .redundant))
          }
        } else if uses[column, default: 0] > 1, work < limits.redundancy {
          // Each question evaluates the row again.
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

  /// True if comparisons joined by "and" leave no value of some column.
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

/// Proves that the constants added by rows of a table stay in the range of their type, or finds an overflow.
struct SumProof {
  typealias ID = ResidualFormulas.ID

  /// The amount that each row adds; nil if it is known only at run time.
  private let addends: [Int128?]
  private let range: ClosedRange<Int128>
  /// For each row, the least and the most that the rows after it can add.
  private let rest: [(least: Int128, most: Int128)]

  /// Nil if the rows add no whole numbers, or if no choice of rows can leave the range.
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

  /// A choice of the rows: those that hold, those that do not, and their sum.
  private struct Choice {
    var next: Int
    var sum: Int128
    var required: ID
    var held: [Int]
    var not: [ID]
  }

  /// Rows that hold together for some inputs, certainly, and whose sum leaves the range; nil if none were found with the steps that
  /// `search` is allowed.
  func overflow(in search: inout ProofSearch, limits: ProofLimits, steps: Int) -> (
    found: SumOverflow?, reached: ProofLimit?
  ) {
    let end = search.steps + steps
    let rows = search.table.rows
    // A choice stores its decision about each row.
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
      // Rows without a known amount are left open.
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
