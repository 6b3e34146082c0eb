import TerrainDocuments
import TerrainRules
import TerrainBase

/// A rule set with one small change, which a test should notice.
package struct Mutant: Sendable {
  /// What is changed.
  package enum Kind: String, Sendable, CaseIterable {
    /// A number in a condition, or the value of a parameter.
    case threshold
    /// A comparison operator, or the values that `in` lists.
    case comparison
    /// A row is removed.
    case removed
    /// A row and the one after it change places.
    case swapped
    /// What a row, `otherwise` or `value` yields, or its score.
    case result
  }

  /// What is changed.
  package let kind: Kind
  /// The module in which it is changed.
  package let module: Text
  /// The decision that is changed, or the parameter, by its full name.
  package let name: Text
  /// The row that is changed; nil of `otherwise`, `value` and parameters.
  package let row: Text?
  /// Where it is changed.
  package let place: Place
  /// What was written.
  package let was: String
  /// What it became.
  package let became: String
  /// The rule set with the change.
  package let variant: RuleSetVariant
}

/// What became of a mutant.
package enum MutantFate: Sendable {
  /// A rule test fails: its file and name.
  case killed(by: String)
  /// No rule test fails, and a scenario does: its file and name.
  case killedByScenario(String)
  /// It decides as before for all facts: proved.
  case equal
  /// Nothing fails. `undecided`: why it was not proved to be equal; nil where it is proved to differ.
  case survived(undecided: String?)
  /// The time was over.
  case untried
}
