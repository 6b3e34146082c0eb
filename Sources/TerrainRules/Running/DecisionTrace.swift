import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// The evaluation of a decision, row by row.
package struct DecisionTrace: Sendable {
  /// The decision's full name.
  package var decision: Text
  /// The place of its name in the module's file.
  package var place: Place
  /// The hit policy, or nil for a decision that is a `value`.
  package var hit: HitPolicy?
  /// All its rows, in file order.
  package var rows: [RowTrace]
  /// The place of `otherwise`, if it was used.
  package var otherwise: Place?
  /// The result, or nil if the decision failed.
  package var value: Value?
  /// The version of its rule set, if the rule set has several.
  package var version: Text?
}

extension DecisionTrace {
  /// The rows that made the result, with their numbers; the number of `otherwise` comes after that of the last row.
  package var firedRows: [(number: Int, origin: Origin)] {
    if let otherwise { return [(rows.count, Origin(decision: decision, row: nil, place: otherwise, note: nil))] }
    return rows.enumerated().filter { $1.outcome == .fired }.map {
      ($0, Origin(decision: decision, row: $1.id, place: $1.place, note: $1.note))
    }
  }
}

/// The evaluation of a row.
package struct RowTrace: Sendable {
  /// The outcome of a row.
  package enum Outcome: Sendable {
    /// An earlier row had already decided.
    case notLookedAt
    /// A condition did not hold.
    case failed
    /// All conditions hold, but another row has priority.
    case held
    /// The row made the result or a part of it.
    case fired
  }

  /// The row's `id`.
  package var id: Text
  /// The place of the row's `id` in the file.
  package var place: Place
  /// The author's note.
  package var note: Text?
  /// The outcome of the row.
  package var outcome: Outcome
  /// Its conditions, in the order they are written.
  package var conditions: [ConditionTrace]
}

/// The evaluation of a condition.
package struct ConditionTrace: Sendable {
  /// A part of a condition that is itself true or false.
  package struct Part: Sendable {
    /// The part as written.
    package var text: Text
    /// The place of the part.
    package var place: Place
    /// True if the part holds.
    package var holds: Bool
    /// The compared value, if the part is a comparison.
    package var seen: Value?
  }

  /// The tested input as written, or nil for a `when` expression.
  package var input: Text?
  /// The condition as written.
  package var text: Text
  /// The place of the condition.
  package var place: Place
  /// True if the condition holds; nil if it was not evaluated.
  package var holds: Bool?
  /// The facts and decisions that it names, with their values.
  package var seen: [EvaluationError.Seen]
  /// The evaluated comparisons in it, if it has more than one.
  package var parts: [Part]
}
