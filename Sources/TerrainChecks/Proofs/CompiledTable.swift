import TerrainBase

/// A table made ready for the proofs: its columns in the order they are decided, cut into classes, its rows as residues.
package struct CompiledTable {
  package typealias ID = ResidualFormulas.ID

  let source: ProofTable
  /// The column decided at each level: inputs, then the facts they are traced to, then undecidable conditions.
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
  /// The parts of the constraint, by the level of the column that each is about; empty if it has no parts.
  private(set) var links: [Int32: ID] = [:]
  private var compiled: [Polarity: ID] = [:]

  /// A formula of the table, or its negation.
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
    // Inputs with few classes come first: rows then differ early, and their residues become equal sooner.
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

  /// Makes the missing residues, operands before the formulas that contain them.
  private mutating func residue(of wanted: Polarity, known: inout [Polarity: ID]) -> ID {
    var waiting = [wanted]
    while let next = waiting.last {
      let missing = operands(of: next).filter { known[$0] == nil }
      if known[next] == nil, missing.isEmpty { known[next] = make(next, known: known) }
      if known[next] == nil { waiting += missing } else { waiting.removeLast() }
    }
    return known[wanted] ?? ResidualFormulas.never
  }

  /// The operands of `wanted`: for a negation, the negated operands.
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
