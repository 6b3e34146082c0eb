import TerrainDocuments
import TerrainExpressions
import TerrainValues

/// What deciding went through, row by row.
public struct DecisionTrace: Sendable {
  /// The decision's full name.
  public var decision: Text
  /// Its name in the module's file.
  public var place: Place
  /// nil for a decision that is a `value`.
  public var hit: HitPolicy?
  /// All its rows, in file order.
  public var rows: [RowTrace]
  /// Where `otherwise` is written, if it was used.
  public var otherwise: Place?
  /// nil when deciding failed.
  public var value: Value?
}

/// What became of a row.
public struct RowTrace: Sendable {
  /// How far a row got.
  public enum Outcome: Sendable {
    /// An earlier row had decided already.
    case notLookedAt
    /// A condition did not hold.
    case failed
    /// All conditions hold, and another row counts more.
    case held
    /// It made the result, or a part of it.
    case fired
  }

  /// The row's `id`.
  public var id: Text
  /// The row's `id` in the file.
  public var place: Place
  /// What its author notes.
  public var note: Text?
  /// How far it got.
  public var outcome: Outcome
  /// Its conditions, in the order they are written.
  public var conditions: [ConditionTrace]
}

/// What became of a condition.
public struct ConditionTrace: Sendable {
  /// The part of a condition that is true or false by itself.
  public struct Part: Sendable {
    /// As it is written.
    public var text: Text
    /// Where it is written.
    public var place: Place
    /// Whether it is true.
    public var holds: Bool
    /// What was compared, where it was a comparison.
    public var seen: Value?
  }

  /// What is tested, as written; nil for a `when` that is an expression.
  public var input: Text?
  /// The condition as written.
  public var text: Text
  /// Where it is written.
  public var place: Place
  /// nil: not evaluated.
  public var holds: Bool?
  /// The facts and decisions it names, with the values they had.
  public var seen: [EvaluationError.Seen]
  /// The comparisons in it that were evaluated, where there is more than one.
  public var parts: [Part]
}
