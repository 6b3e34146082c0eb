/// Which of the rows that hold make the result: DMN's hit policies, by DMN's names.
public enum HitPolicy: String, Sendable, CaseIterable {
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
