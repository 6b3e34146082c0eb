import TerrainBase
import TerrainDocuments
import TerrainRules

/// One decision of a rule set as a ``ProofTable``: its inputs, and under each input that is itself a decision the facts
/// it follows from.
///
/// Proofs see a decision in three steps. The ``TableView`` of a rule set has the conditions of all its typed decisions as
/// formulas over columns, each cut into classes. This type takes one decision from the view, together with the decisions that
/// its columns follow from, and remembers which column and which comparison is written where: findings are worded with it. Its
/// ``ProofTable`` knows nothing of rules; a ``CompiledTable`` is that table in the order in which a search decides its columns.
package struct DecisionTable {
  let view: TableView
  /// The decision, as an index into the view's tables.
  let index: Int
  package private(set) var proof = ProofTable()
  /// For each column of the proof, the view's column; nil for conditions that cannot be decided.
  private(set) var viewColumns: [Int?] = []
  /// The view's column to the proof's.
  private(set) var columnOf: [Int: Int] = [:]
  /// Where the proof's comparisons are written.
  private(set) var places: [FormulaID: Place] = [:]
  /// Comparisons that ask whether an optional input is there.
  private(set) var presence: Set<FormulaID> = []
  /// Comparisons that fail of an optional input that is absent.
  private(set) var needingValue: Set<FormulaID> = []
  /// The limit that the decision is beyond: it has then not been made whole.
  enum Excess {
    case columns
    case formulas
  }

  /// The limit that the decision is beyond; nil where it could be made whole.
  private(set) var excess: Excess?
  /// False when the decision is larger than a proof may be.
  package var fits: Bool { excess == nil }
  private let limits: ProofLimits
  private let ways: TableWays
  /// Whether regions are described by facts alone, and decisions that are inputs by the facts they follow from.
  private let followsDecisions: Bool

  init(
    _ view: TableView, index: Int, limits: ProofLimits, ways: TableWays = TableWays(), followsDecisions: Bool = false
  ) {
    self.ways = ways
    self.followsDecisions = followsDecisions
    self.view = view
    self.index = index
    self.limits = limits
    let table = view.tables[index]
    for input in table.inputs { _ = column(input, role: .input) }
    proof.rows = table.rows.map { formula($0.when, depth: 1) }
    // Columns are added while the constraint is made; each decision among them adds its own part, once.
    var next = 0
    while next < viewColumns.count, fits {
      if let column = viewColumns[next], case .decision(let source) = view.columns[column].origin {
        if let formula = link(column: next, to: source) { proof.links.append((next, formula)) }
      }
      next += 1
    }
    proof.constraint = proof.add(.all(proof.links.map(\.formula)))
  }

  /// A table of conditions that are no decision's own: rows of several decisions together, or of several versions of the
  /// decision `name`.
  package init(
    _ view: TableView, rows: [TableView.Formula], limits: ProofLimits, ways: TableWays = TableWays(), name: String = "",
    followsDecisions: Bool = false
  ) {
    var view = view
    view.tables.append(
      TableView.Table(
        name: name, place: nil, hit: .collect,
        rows: rows.map { TableView.Row(id: "", place: nil, whenPlace: nil, when: $0, outcome: .computed) },
        otherwise: nil, value: nil, inputs: []))
    self.init(
      view, index: view.tables.count - 1, limits: limits, ways: ways, followsDecisions: followsDecisions)
  }

  /// The rows' policy as the proofs know it.
  var policy: RowPolicy {
    switch view.tables[index].hit.selection {
    case .only: .unique
    case .earliest: .precedence(order: Array(proof.rows.indices))
    case .highestScore, .all: .every
    }
  }

  /// True when it is an error that no row holds.
  var mustBeWhole: Bool { view.tables[index].mustBeWhole }

  // MARK: Columns

  /// The proof's column for one of the view's.
  private mutating func column(_ index: Int, role: ProofColumn.Role) -> Int {
    if let known = columnOf[index] { return known }
    let source = view.columns[index]
    let absent = source.classes.last?.isAbsent ?? false
    let present = source.classes.count - (absent ? 1 : 0)
    let domain = ValueSet([KeyRange(0, Int64(present) - 1)], absent: absent)
    let isOpen =
      switch source.origin {
      case .fact, .membership: false
      case .expression: true
      case .decision(let table): !isTraced(view.tables[table])
      }
    var role = role
    if followsDecisions {
      role = .input
      if case .decision = source.origin { role = .traced }
    }
    let column = ProofColumn(
      name: Text(source.name), domain: domain, origin: Int64(Self.nearestToZero(source.classes)),
      role: isOpen ? .undecided : role)
    let added = add(column, view: index)
    columnOf[index] = added
    return added
  }

  private mutating func add(_ column: ProofColumn, view: Int?) -> Int {
    if viewColumns.count >= limits.columns { excess = .columns }
    viewColumns.append(view)
    return proof.add(column)
  }

  /// The class whose witness is nearest to zero; the first one of what has no zero.
  static func nearestToZero(_ classes: [TableView.ValueClass]) -> Int {
    var best: (distance: Double, index: Int)?
    for (index, value) in classes.enumerated() {
      guard let distance = value.witness?.distanceFromZero else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (distance, index) }
    }
    return best?.index ?? 0
  }

  // MARK: Formulas

  private mutating func formula(_ source: TableView.Formula, depth: Int, role: ProofColumn.Role = .input) -> FormulaID {
    if proof.formulas.count >= limits.formulas { excess = excess ?? .formulas }
    guard fits else { return 0 }
    guard depth < limits.depth else { return unknown() }
    switch source {
    case .constant(let truth): return proof.add(.constant(truth))
    case .atom(let atom):
      let column = column(atom.column, role: role)
      let id = proof.add(.comparison(column: column, values: values(of: atom)))
      places[id] = atom.place
      if values(of: atom) == .onlyAbsent { presence.insert(id) }
      if atom.needsValue { needingValue.insert(id) }
      return id
    case .not(let operand): return proof.add(.not(formula(operand, depth: depth + 1, role: role)))
    case .all(let operands):
      return proof.add(.all(operands.flattened(.all).map { formula($0, depth: depth + 1, role: role) }))
    case .any(let operands):
      return proof.add(.any(operands.flattened(.any).map { formula($0, depth: depth + 1, role: role) }))
    }
  }

  /// A condition that cannot be decided.
  private mutating func unknown() -> FormulaID {
    proof.add(.comparison(column: add(.undecided("a condition"), view: nil), values: ValueSet(1, 1)))
  }

  private func values(of atom: TableView.Atom) -> ValueSet {
    let classes = view.columns[atom.column].classes
    let absent = classes.last?.isAbsent ?? false
    let last = Int64(classes.count) - (absent ? 2 : 1)
    let ranges = atom.classes.map { KeyRange(Int64($0.lowerBound), min(Int64($0.upperBound), last)) }
    return ValueSet(ranges, absent: absent && atom.classes.contains { $0.contains(classes.count - 1) })
  }

  /// What a decision's constant result is as a value of the column for that decision.
  private func values(ofClass index: Int, column: Int) -> ValueSet {
    let classes = viewColumns[column].map { view.columns[$0].classes } ?? []
    if classes.indices.contains(index), classes[index].isAbsent { return .onlyAbsent }
    return ValueSet(Int64(index), Int64(index))
  }

  // MARK: Decisions as inputs

  /// True when the inputs of a decision determine what it yields.
  private func isTraced(_ table: TableView.Table) -> Bool {
    !table.yieldsOnlyComputed && table.rows.count <= limits.tracedRows
  }

  /// What the column of a decision has to do with what that decision looks at; nil when nothing is known.
  private mutating func link(column: Int, to source: Int) -> FormulaID? {
    guard isTraced(view.tables[source]) else { return nil }
    var ways: [FormulaID] = []
    var free: FormulaID?
    for way in self.ways.ways(of: source, in: view) {
      guard fits else { return nil }
      var parts = way.conditions.map { formula($0, depth: 1, role: .traced) }
      for row in way.not { parts.append(proof.add(.not(formula(row, depth: 1, role: .traced)))) }
      switch way.outcome {
      case .constant(_, let columnClass?):
        parts.append(proof.add(.comparison(column: column, values: values(ofClass: columnClass, column: column))))
      case .condition(let condition):
        let holds = formula(condition, depth: 1, role: .traced)
        let yes = proof.add(.comparison(column: column, values: ValueSet(1, 1)))
        let no = proof.add(.not(yes))
        let fails = proof.add(.not(holds))
        parts.append(
          proof.add(.any([proof.add(.all([holds, yes])), proof.add(.all([fails, no]))])))
      case .computed, .constant(_, nil): parts.append(unknown())
      }
      if !way.rivals.isEmpty {
        // Which of several rows wins is known only when it runs: certain only where no other outcome's row holds.
        let chosen = free ?? unknown()
        free = chosen
        let alone = proof.add(.not(proof.add(.any(way.rivals.map { formula($0, depth: 1, role: .traced) }))))
        parts.append(proof.add(.any([alone, chosen])))
      }
      ways.append(proof.add(.all(parts)))
    }
    return proof.add(.any(ways))
  }
}

extension TableView.Table {
  /// True when it is an error that no row holds.
  var mustBeWhole: Bool { otherwise == nil && value == nil && hit.needsRow }
}

extension [TableView.Formula] {
  fileprivate enum Connective { case all, any }

  /// The operands with those of the same connective among them replaced by theirs: `a && b && c` is written as nested
  /// pairs, and however long it is, it is one level deep.
  fileprivate func flattened(_ connective: Connective) -> [TableView.Formula] {
    var result: [TableView.Formula] = []
    var waiting = Array(reversed())
    while let next = waiting.popLast() {
      switch (next, connective) {
      case (.all(let inner), .all), (.any(let inner), .any): waiting += inner.reversed()
      default: result.append(next)
      }
    }
    return result
  }
}

extension Value {
  /// How far a number is from zero; nil for what is not a number.
  fileprivate var distanceFromZero: Double? {
    switch self {
    case .int(let value): Double(value.magnitude)
    case .uint(let value): Double(value)
    case .double(let value): value.magnitude
    case .decimal(let value): Double(value).magnitude
    case .duration(let value): Double(value.seconds.magnitude)
    default: nil
    }
  }
}

/// A table made ready for the proofs: its columns in the order they are decided, cut into classes, its rows as residues.
package struct CompiledTable {
  package typealias ID = ResidualFormulas.ID

  let source: ProofTable
  /// The column decided at each level: inputs, then facts they are traced to, then what cannot be decided.
  let levels: [Int]
  /// For each column, its level.
  let levelOfColumn: [Int]
  /// The first level that is not an input, and the first that cannot be decided.
  let tracedStart: Int32
  let undecidedStart: Int32
  /// The classes of each level's column.
  let partitions: [Partition]
  var formulas: ResidualFormulas
  /// Each row's residue before anything is known.
  package private(set) var rows: [ID] = []
  package private(set) var constraint: ID = ResidualFormulas.always
  /// The parts of the constraint, by the level of the column that each is about; empty where it has no parts.
  private(set) var links: [Int32: ID] = [:]
  private var compiled: [Polarity: ID] = [:]

  /// One of the table's formulas, or its opposite.
  private struct Polarity: Hashable {
    var formula: FormulaID
    var negated: Bool
  }

  package init(_ source: ProofTable) {
    self.source = source
    var sets = [[ValueSet]](repeating: [], count: source.columns.count)
    for formula in source.formulas {
      if case .comparison(let column, let values) = formula { sets[column].append(values) }
    }
    let partitions = source.columns.indices.map { Partition(of: source.columns[$0], by: sets[$0]) }
    // Inputs with few classes first: rows then part early, and what remains of them is alike sooner.
    func rank(_ column: Int) -> (Int, Int, Int) {
      switch source.columns[column].role {
      case .input: (0, partitions[column].classes.count, column)
      case .traced: (1, 0, column)
      case .undecided: (2, 0, column)
      }
    }
    levels = source.columns.indices.ordered { rank($0) < rank($1) }
    var levelOfColumn = [Int](repeating: 0, count: levels.count)
    for (level, column) in levels.enumerated() { levelOfColumn[column] = level }
    self.levelOfColumn = levelOfColumn
    tracedStart = Int32(source.columns.filter { $0.role == .input }.count)
    undecidedStart = Int32(source.columns.filter { $0.role != .undecided }.count)
    self.partitions = levels.map { partitions[$0] }
    formulas = ResidualFormulas(classCounts: self.partitions.map(\.classes.count))
    rows = source.rows.map { residue(of: $0) }
    constraint = residue(of: source.constraint)
    for link in source.links { links[Int32(levelOfColumn[link.column])] = residue(of: link.formula) }
  }

  /// The residue of one of the table's formulas, or of its opposite.
  mutating func residue(of formula: FormulaID, negated: Bool = false) -> ID {
    // Taken out, so that it is not copied for each formula.
    var made = compiled
    compiled = [:]
    let result = residue(of: Polarity(formula: formula, negated: negated), known: &made)
    compiled = made
    return result
  }

  /// The residue of a formula, or of its opposite, if the comparison in it came out as `truth` whatever the inputs are.
  mutating func residue(of formula: FormulaID, negated: Bool, assuming comparison: FormulaID, is truth: Bool) -> ID {
    var made = [
      Polarity(formula: comparison, negated: false): truth ? ResidualFormulas.always : ResidualFormulas.never,
      Polarity(formula: comparison, negated: true): truth ? ResidualFormulas.never : ResidualFormulas.always,
    ]
    return residue(of: Polarity(formula: formula, negated: negated), known: &made)
  }

  /// Makes what is not yet known, operands before what they are operands of.
  private mutating func residue(of wanted: Polarity, known: inout [Polarity: ID]) -> ID {
    var waiting = [wanted]
    while let next = waiting.last {
      let missing = operands(of: next).filter { known[$0] == nil }
      if known[next] == nil, missing.isEmpty { known[next] = make(next, known: known) }
      if known[next] == nil { waiting += missing } else { waiting.removeLast() }
    }
    return known[wanted] ?? ResidualFormulas.never
  }

  /// What `wanted` is made of: for an opposite, the operands' opposites.
  private func operands(of wanted: Polarity) -> [Polarity] {
    switch source.formulas[Int(wanted.formula)] {
    case .constant, .comparison: []
    case .not(let operand): [Polarity(formula: operand, negated: !wanted.negated)]
    case .all(let operands), .any(let operands):
      operands.map { Polarity(formula: $0, negated: wanted.negated) }
    }
  }

  private mutating func make(_ wanted: Polarity, known: [Polarity: ID]) -> ID {
    let parts = operands(of: wanted).compactMap { known[$0] }
    switch source.formulas[Int(wanted.formula)] {
    case .constant(let truth): return truth != wanted.negated ? ResidualFormulas.always : ResidualFormulas.never
    case .comparison(let column, let values):
      let level = levelOfColumn[column]
      let count = partitions[level].classes.count
      let classes = partitions[level].members[values] ?? ClassSet(count: count)
      return formulas.comparison(
        level: Int32(level), classes: wanted.negated ? classes.complement(count: count) : classes)
    case .not: return parts.first ?? ResidualFormulas.never
    case .all: return wanted.negated ? formulas.any(parts) : formulas.all(parts)
    case .any: return wanted.negated ? formulas.all(parts) : formulas.any(parts)
    }
  }
}
