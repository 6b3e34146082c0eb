import TerrainBase

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
