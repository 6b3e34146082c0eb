/// The rule that selects the result from the rows that hold: DMN's hit policies under DMN's names.
package enum HitPolicy: String, Sendable, CaseIterable {
  /// Exactly one row may hold; two matching rows are an error.
  case unique
  /// The first row that holds, in file order.
  case first
  /// The row with the highest `score`; for equal scores, the row that is written first.
  case highest
  /// A list of the results of all rows that hold, in file order.
  case collect
  /// The sum of the results of all rows that hold; zero if none holds.
  case sum
  /// The least result of all rows that hold.
  case min
  /// The greatest result of all rows that hold.
  case max
  /// The number of rows that hold.
  case count
}

// The consequences of a policy, defined once: analysis, mutants, and messages use them, and the planner writes the policy as bytecode.

extension HitPolicy {
  /// The choice among several rows that hold.
  package enum Selection: Sendable {
    /// The only row; two are an error.
    case only
    /// The row that is written first.
    case earliest
    /// The row with the highest score; for equal scores, the row that is written first.
    case highestScore
    /// All rows that hold.
    case all
  }

  /// The choice among several rows that hold.
  package var selection: Selection {
    switch self {
    case .unique: .only
    case .first: .earliest
    case .highest: .highestScore
    case .collect, .sum, .min, .max, .count: .all
    }
  }

  /// True if the result comes from a single row.
  package var isSingle: Bool { selection != .all }

  /// True if the result is a list, in the order of the rows.
  package var isList: Bool { self == .collect }

  /// True if it is an error that no row holds, unless the table has `otherwise`. For `collect`, no rows give an empty list; for `sum`,
  /// zero.
  package var needsRow: Bool {
    switch self {
    case .unique, .first, .highest, .min, .max: true
    case .collect, .sum, .count: false
    }
  }

  /// True if results are added up or compared.
  var isOfNumbers: Bool {
    switch self {
    case .sum, .min, .max: true
    case .unique, .first, .highest, .collect, .count: false
    }
  }
}
