import TerrainBase
import TerrainDocuments

/// A rule set as finite tables, for proofs.
///
/// Every input of every decision is a ``Column``. The values of a column are divided into classes at each constant with which any condition
/// of the rule set compares it, so that no condition distinguishes two values of a class. A condition over a column is then a set of
/// classes, and everything is finite: ints, doubles, decimals, enums, bools, and absence. Parameters have become constants before this view
/// is made.
package struct TableView: Sendable {
  /// Facts, decisions used as inputs, and whole expressions that conditions use as inputs.
  package var columns: [Column]
  /// All loaded decisions; each comes after the decisions that it uses.
  package var tables: [Table]
  /// The declared names and their uses.
  package var names: [NameUse]

  package init(columns: [Column], tables: [Table], names: [NameUse]) {
    self.columns = columns
    self.tables = tables
    self.names = names
  }

  /// An input with its classes of values.
  package struct Column: Sendable {
    /// The name as an author would write it: `mood`, `shop.orders.size`, `size(goals)`.
    package var name: String
    package var origin: Origin
    /// The classes in order: numbers ascending, enum cases as declared, `false` before `true`, absence last.
    package var classes: [ValueClass]
    /// The place of the declaration; for an expression, of its first occurrence.
    package var place: Place?
    /// A number that two columns of one memory share only if they have the same classes; 0 without a memory.
    package internal(set) var version = 0

    package init(name: String, origin: Origin, classes: [ValueClass], place: Place?) {
      self.name = name
      self.origin = origin
      self.classes = classes
      self.place = place
    }
  }

  /// The origin of a column's value.
  package enum Origin: Sendable {
    /// A fact by its name, or, with a dot, a field of a record fact. Every class is possible, independent of all other columns.
    case fact(String)
    /// The result of `tables[index]`, in which each row leads to one class (see ``Outcome``).
    case decision(table: Int)
    /// True if a list fact contains a constant. Both values are possible, independent of other lists and constants.
    case membership(list: String, element: Value)
    /// Any other expression, of which only the type is known. Combinations with other columns may be impossible, so findings about it are
    /// "undecided", not "proved".
    case expression
  }

  /// Values that no condition of the rule set distinguishes.
  package struct ValueClass: Sendable {
    /// A member of the class; for numbers, the member nearest to zero. Nil for the class "absent".
    package var witness: Value?
    /// The least value (nil: unbounded); equal to `upper` for a class with one value.
    package var lower: Bound?
    /// The greatest value (nil: unbounded).
    package var upper: Bound?

    package init(witness: Value?, lower: Bound? = nil, upper: Bound? = nil) {
      self.witness = witness
      self.lower = lower
      self.upper = upper
    }

    /// True for the class of an absent optional fact.
    package var isAbsent: Bool { witness == nil }
  }

  /// A bound of a class of numbers. The bounds of ints are always closed.
  package struct Bound: Sendable {
    package var value: Value
    package var isClosed: Bool

    package init(value: Value, isClosed: Bool) {
      self.value = value
      self.isClosed = isClosed
    }

    /// True if `value` is between these bounds; nil means unbounded.
    static func contain(_ value: Value, _ lower: Bound?, _ upper: Bound?) -> Bool {
      if let lower, !comes(lower.value, before: value, orAt: lower.isClosed) { return false }
      if let upper, !comes(value, before: upper.value, orAt: upper.isClosed) { return false }
      return true
    }

    private static func comes(_ first: Value, before second: Value, orAt isClosed: Bool) -> Bool {
      switch first.compare(to: second) {
      case .less: true
      case .equal: isClosed
      case .greater, nil: false
      }
    }
  }

  /// A decision.
  package struct Table: Sendable {
    /// The full name: module, dot, name.
    package var name: String
    /// The place of the decision's name in the file.
    package var place: Place?
    package var hit: HitPolicy
    package var rows: [Row]
    /// The outcome if no row holds, or nil if that is an error.
    package var otherwise: Outcome?
    /// The outcome of a decision with `value:`, which has no rows.
    package var value: Outcome?
    /// The columns that its own conditions test, in the order of their first occurrence.
    package var inputs: [Int]
    /// A number that identifies the table in its memory: the same decision with the same columns. 0 without a memory.
    package internal(set) var version = 0

    package init(
      name: String, place: Place?, hit: HitPolicy, rows: [Row], otherwise: Outcome?, value: Outcome?, inputs: [Int]
    ) {
      self.name = name
      self.place = place
      self.hit = hit
      self.rows = rows
      self.otherwise = otherwise
      self.value = value
      self.inputs = inputs
    }
  }

  /// A row of a decision.
  package struct Row: Sendable {
    package var id: String
    /// The place of the row's `id` in the file.
    package var place: Place?
    /// The location of the condition; nil for a row without `when`.
    package var whenPlace: Place?
    /// The condition of the row.
    package var when: Formula
    package var outcome: Outcome

    package init(id: String, place: Place?, whenPlace: Place?, when: Formula, outcome: Outcome) {
      self.id = id
      self.place = place
      self.whenPlace = whenPlace
      self.when = when
      self.outcome = outcome
    }
  }

  /// The outcome of a row, as far as the column of its decision distinguishes it.
  package enum Outcome: Sendable {
    /// A constant. `columnClass` is its class in the column of this decision, or nil if the decision has no column.
    case constant(Value, columnClass: Int?)
    /// A truth value that a condition computes.
    case condition(Formula)
    /// A value that is known only at run time.
    case computed
  }

  /// A condition.
  package typealias Formula = BooleanFormula<Atom>

  /// The condition that a column's value lies in certain classes.
  package struct Atom: Sendable {
    /// The index in ``TableView/columns``.
    package var column: Int
    /// The indices of the classes, as sorted ranges that neither overlap nor touch; empty if no class satisfies the condition.
    package var classes: [ClosedRange<Int>]
    /// The place of the cell or of the comparison in an expression.
    package var place: Place?
    /// True if the test fails for an absent optional input, so that another test must precede it.
    package var needsValue: Bool

    package init(column: Int, classes: [ClosedRange<Int>], place: Place?, needsValue: Bool = false) {
      self.column = column
      self.classes = classes
      self.place = place
      self.needsValue = needsValue
    }
  }

  /// A declared name.
  package struct NameUse: Sendable {
    package enum Kind: Sendable { case fact, parameter, decision }

    package var kind: Kind
    /// The full name: module, dot, name.
    package var name: String
    /// The place of its declaration.
    package var place: Place?
    /// True if a row, an expression, or another decision names it.
    package var isUsed: Bool

    package init(kind: Kind, name: String, place: Place?, isUsed: Bool) {
      self.kind = kind
      self.name = name
      self.place = place
      self.isUsed = isUsed
    }
  }
}
