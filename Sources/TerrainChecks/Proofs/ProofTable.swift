import TerrainBase
import TerrainDocuments
import TerrainRules

/// One thing a table's conditions look at.
package struct ProofColumn: Sendable {
  /// What part the column plays in a proof.
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
  /// A formula; the formulas it is made of come before it, so that walking one needs no recursion.
  package enum Formula: Sendable {
    case constant(Bool)
    /// The column's value is in the set. What is outside the column's domain does not matter.
    case comparison(column: Int, values: ValueSet)
    case not(FormulaID)
    /// All of them; true when there are none.
    case all([FormulaID])
    /// At least one of them; false when there are none.
    case any([FormulaID])
  }

  package private(set) var columns: [ProofColumn] = []
  package private(set) var formulas: [Formula] = []
  /// How deep each formula is nested: a comparison is 1.
  package private(set) var depths: [Int] = []
  /// Each row's condition, in the order they are written.
  package var rows: [FormulaID] = []
  /// What holds of all columns together whatever the facts are: how decisions follow from the facts under them.
  package var constraint: FormulaID
  /// The parts of the constraint: each is what one column follows from, and leaves some value of it for every value of
  /// what that is. Empty where the constraint is not made of such parts: a question then asks for all of it.
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

  /// Adds a formula made of ones already added.
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
  /// About how many bits it takes to hold what each comparison is true of: for each column, its different comparisons
  /// times the classes they can make.
  package var cells: Int {
    var different = [Set<ValueSet>](repeating: [], count: columns.count)
    var ends = [Int](repeating: 1, count: columns.count)
    for case .comparison(let column, let values) in formulas where different[column].insert(values).inserted {
      ends[column] += values.ranges.count * 2
    }
    return zip(different, ends).reduce(0) { $0 + $1.0.count * $1.1 }
  }
}

/// The tables of a view as proofs see them: what has equal numbers has equal proofs, wherever in a file it is.
package struct TableContents: Sendable {
  package let memory: ProofMemory
  private let view: TableView
  /// By column of the view. A column of a decision has a number when the decision has.
  private var columns: [Int?]
  /// By table of the view; nil of one that looks at a decision behind it.
  private var tables: [Int?] = []
  /// By column, how many columns before it have its origin and name.
  private let occurrences: [Int]

  package init(_ view: TableView, _ memory: ProofMemory) {
    self.view = view
    self.memory = memory
    columns = Array(repeating: nil, count: view.columns.count)
    var seen: [[String]: Int] = [:]
    occurrences = view.columns.map { column in
      defer { seen[[column.origin.word, column.name], default: 0] += 1 }
      return seen[[column.origin.word, column.name], default: 0]
    }
    memory.begin()
    tables.reserveCapacity(view.tables.count)
    // A decision comes after those it looks at.
    for index in view.tables.indices { tables.append(makeNumber(ofTable: index)) }
    for index in view.columns.indices { _ = number(ofColumn: index) }
  }

  /// The number of the table at `index`; nil where its contents are unknown.
  func number(ofTable index: Int) -> Int? { tables[index] }

  /// What `formulas` contain, in numbers; nil where that is unknown.
  package func numbers(of formulas: [TableView.Formula]) -> [Int]? {
    var contents = self
    var numbers = [formulas.count]
    for formula in formulas { guard contents.add(formula, to: &numbers) else { return nil } }
    return numbers
  }

  // MARK: Tables

  private mutating func makeNumber(ofTable index: Int) -> Int? {
    let table = view.tables[index]
    guard table.version != 0 else { return number(of: table) }
    var inputs: [Int] = []
    for input in table.inputs {
      guard let column = number(ofColumn: input) else { return nil }
      inputs.append(column)
    }
    let versioned = ProofMemory.Versioned(isTable: true, version: table.version, name: "", parts: inputs)
    return memory.number(of: versioned) { number(of: table) }
  }

  private mutating func number(of table: TableView.Table) -> Int? {
    var numbers = [memory.number(of: table.hit.rawValue), table.rows.count]
    for row in table.rows {
      guard add(row.when, to: &numbers), add(row.outcome, of: table, to: &numbers) else { return nil }
    }
    for outcome in [table.otherwise, table.value] {
      guard let outcome else {
        numbers.append(0)
        continue
      }
      numbers.append(1)
      guard add(outcome, of: table, to: &numbers) else { return nil }
    }
    for input in table.inputs {
      guard let column = number(ofColumn: input) else { return nil }
      numbers.append(column)
    }
    return memory.number(of: numbers)
  }

  private mutating func add(
    _ outcome: TableView.Outcome, of table: TableView.Table, to numbers: inout [Int]
  ) -> Bool {
    switch outcome {
    case .constant(let value, let columnClass):
      numbers += [1, columnClass ?? -1]
      // What rows add counts, and nothing else of what they yield.
      guard table.hit == .sum else { return true }
      switch value {
      case .int(let number): numbers += [1, Int(number)]
      case .uint(let number): numbers += [2, Int(bitPattern: UInt(number))]
      default: numbers.append(0)
      }
      return true
    case .condition(let formula):
      numbers.append(2)
      return add(formula, to: &numbers)
    case .computed:
      numbers.append(3)
      return true
    }
  }

  private mutating func number(ofColumn index: Int) -> Int? {
    if let known = columns[index] { return known }
    let column = view.columns[index]
    var source = -1
    if case .decision(let table) = column.origin {
      guard tables.indices.contains(table), let number = tables[table] else { return nil }
      source = number
    }
    let occurrence = occurrences[index]
    let versioned = ProofMemory.Versioned(
      isTable: false, version: column.version, name: "\(column.origin.word) \(column.name)",
      parts: [occurrence, source])
    func make() -> Int {
      memory.number(of: [
        memory.number(of: column.origin.word), memory.number(of: column.name), occurrence, column.classes.count,
        column.classes.last?.isAbsent ?? false ? 1 : 0, DecisionTable.nearestToZero(column.classes), source,
      ])
    }
    let number = column.version == 0 ? make() : memory.number(of: versioned, make)
    columns[index] = number
    return number
  }

  // MARK: Formulas

  /// Adds `formula`, operands after what they are operands of; without recursion, because long conditions are nested deep.
  private mutating func add(_ formula: TableView.Formula, to numbers: inout [Int]) -> Bool {
    var waiting = [formula]
    while let next = waiting.popLast() {
      switch next {
      case .constant(let truth): numbers.append(truth ? 1 : 0)
      case .atom(let atom):
        guard let column = number(ofColumn: atom.column) else { return false }
        numbers += [2, column, atom.classes.count]
        for range in atom.classes { numbers += [range.lowerBound, range.upperBound] }
      case .not(let operand):
        numbers.append(3)
        waiting.append(operand)
      case .all(let operands):
        numbers += [4, operands.count]
        waiting += operands.reversed()
      case .any(let operands):
        numbers += [5, operands.count]
        waiting += operands.reversed()
      }
    }
    return true
  }
}

extension TableView.Origin {
  fileprivate var word: String {
    switch self {
    case .fact: "fact"
    case .decision: "decision"
    case .membership: "membership"
    case .expression: "expression"
    }
  }
}

/// How the rows of a table compete, as far as proofs are concerned.
package enum RowPolicy: Sendable {
  /// Exactly one row may hold.
  case unique
  /// Of the rows that hold, the first in `order` wins.
  case precedence(order: [Int])
  /// Every row that holds counts.
  case every
}

/// Everything proved about one table.
package struct TableFindings: Sendable {
  /// Empty where a table need not cover all inputs.
  package var gaps = GapFindings()
  /// Empty unless only one row may hold.
  package var overlaps = OverlapFindings()
  package var deadRows = DeadRowFindings()
  package var idle: [IdleComparison] = []
  /// Rows whose sum leaves the range of its type.
  package var overflow: SumOverflow?
  /// The limit that kept this from being decided.
  package var overflowStoppedBy: ProofLimit?
  /// Steps taken for all of it.
  package var steps = 0
  /// Whether a search reached a limit, if only one whose answer did not count: with other limits there might be other findings.
  package var hasReachedLimit = false

  /// True when a limit of steps kept something from being proved.
  package var ranOutOfSteps: Bool {
    gaps.stopped?.limit == .steps || overlaps.stoppedBy == .steps || deadRows.stoppedBy == .steps
      || overflowStoppedBy == .steps
  }
}

extension ProofTable {
  /// Proves what there is to prove about the table: which inputs no row covers (when it has to be `whole`), which rows
  /// hold together where only one may, which can never fire, and which comparisons change nothing.
  package func findings(policy: RowPolicy, whole: Bool, limits: ProofLimits = ProofLimits()) -> TableFindings {
    var findings = TableFindings()
    var search = ProofSearch(CompiledTable(self), limits: limits)
    // Each part has steps of its own: none can starve another.
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
    case .constant, .not, .any: []
    }
  }
}
