import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// What deciding went through, row by row.
package struct DecisionTrace: Sendable {
  /// The decision's full name.
  package var decision: Text
  /// Its name in the module's file.
  package var place: Place
  /// nil for a decision that is a `value`.
  package var hit: HitPolicy?
  /// All its rows, in file order.
  package var rows: [RowTrace]
  /// Where `otherwise` is written, if it was used.
  package var otherwise: Place?
  /// nil when deciding failed.
  package var value: Value?
  /// The version of its rule set, where several are in force one after another.
  package var version: Text?
}

extension DecisionTrace {
  /// The rows that made the result, with their numbers; `otherwise` comes after the last row.
  package var firedRows: [(number: Int, origin: Origin)] {
    if let otherwise { return [(rows.count, Origin(decision: decision, row: nil, place: otherwise, note: nil))] }
    return rows.enumerated().filter { $1.outcome == .fired }.map {
      ($0, Origin(decision: decision, row: $1.id, place: $1.place, note: $1.note))
    }
  }
}

/// What became of a row.
package struct RowTrace: Sendable {
  /// How far a row got.
  package enum Outcome: Sendable {
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
  package var id: Text
  /// The row's `id` in the file.
  package var place: Place
  /// What its author notes.
  package var note: Text?
  /// How far it got.
  package var outcome: Outcome
  /// Its conditions, in the order they are written.
  package var conditions: [ConditionTrace]
}

/// What became of a condition.
package struct ConditionTrace: Sendable {
  /// The part of a condition that is true or false by itself.
  package struct Part: Sendable {
    /// As it is written.
    package var text: Text
    /// Where it is written.
    package var place: Place
    /// Whether it is true.
    package var holds: Bool
    /// What was compared, where it was a comparison.
    package var seen: Value?
  }

  /// What is tested, as written; nil for a `when` that is an expression.
  package var input: Text?
  /// The condition as written.
  package var text: Text
  /// Where it is written.
  package var place: Place
  /// nil: not evaluated.
  package var holds: Bool?
  /// The facts and decisions it names, with the values they had.
  package var seen: [EvaluationError.Seen]
  /// The comparisons in it that were evaluated, where there is more than one.
  package var parts: [Part]
}
