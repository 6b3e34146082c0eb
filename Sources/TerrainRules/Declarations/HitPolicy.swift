/// Which of the rows that hold make the result: DMN's hit policies, by DMN's names.
package enum HitPolicy: String, Sendable, CaseIterable {
  /// Exactly one row may hold; two are an error.
  case unique
  /// The first that holds, in file order.
  case first
  /// The one with the highest `score`; of equals the one written first.
  case highest
  /// All that hold, in file order, as a list.
  case collect
  /// The sum of all that hold; zero when none does.
  case sum
  /// The least of all that hold.
  case min
  /// The greatest of all that hold.
  case max
  /// How many hold.
  case count
}

// What follows from a policy is stated here once: analysis, mutants and messages read it, the planner writes it as bytecode.

extension HitPolicy {
  /// Which of several rows that hold make the result.
  package enum Selection: Sendable {
    /// The only one: there may not be two.
    case only
    /// The one written first.
    case earliest
    /// The one with the highest score; of equals the one written first.
    case highestScore
    /// All of them.
    case all
  }

  /// Which of several rows that hold make the result.
  package var selection: Selection {
    switch self {
    case .unique: .only
    case .first: .earliest
    case .highest: .highestScore
    case .collect, .sum, .min, .max, .count: .all
    }
  }

  /// True where the result is that of a single row.
  package var isSingle: Bool { selection != .all }

  /// True where the result is a list, in the order of the rows.
  package var isList: Bool { self == .collect }

  /// True where no row holding is an error, unless there is an `otherwise`. Nothing collected is an empty list, nothing
  /// added up is zero.
  package var needsRow: Bool {
    switch self {
    case .unique, .first, .highest, .min, .max: true
    case .collect, .sum, .count: false
    }
  }

  /// True where results are added up or compared.
  var isOfNumbers: Bool {
    switch self {
    case .sum, .min, .max: true
    case .unique, .first, .highest, .collect, .count: false
    }
  }
}
