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

extension HitPolicy {
  /// True where the result is that of a single row.
  package var isSingle: Bool {
    switch self {
    case .unique, .first, .highest: true
    case .collect, .sum, .min, .max, .count: false
    }
  }

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
