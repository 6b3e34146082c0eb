import TerrainRules
import TerrainBase

/// How days with something compare with the others.
package struct Effect: Sendable {
  /// Two ends.
  package struct Interval: Sendable {
    /// The lower one.
    package let low: Double
    /// The upper one.
    package let high: Double
  }

  /// Signs on some days.
  package struct Signs: Sendable {
    /// The days that record signs.
    package let days: Int
    /// How much bothered on them.
    package let mean: Double?
  }

  /// The item's id.
  package let item: Text
  /// The kind of record it is; nil where the pack does not know it.
  package let kind: Text?
  /// Its name for people.
  package let label: LocalizedText.Served?
  /// The verdict, a value of the rules' vocabulary.
  package let verdict: Text
  /// The same for people.
  package let verdictLabel: LocalizedText.Served?
  /// From −1 to 1; nil where too little is known.
  package let value: Double?
  /// Between which values the true one lies, given how few days there are.
  package let interval: Interval?
  /// How sure the intervals are, as a share.
  package let level: Double
  /// The days with it.
  package let days: Int
  /// Those of them with feedback that counts.
  package let toldDays: Int
  /// The share of good feedback among those; nil where there is none.
  package let share: Double?
  /// Wilson's interval of that share.
  package let shareInterval: Interval?
  /// Signs on days with it.
  package let with: Signs
  /// Signs on the other days that record them.
  package let without: Signs
  /// The words beside it.
  package let note: RenderedMessage?
}

extension Effect {
  /// An effect, and every decision that was evaluated for it.
  package struct Explanation: Sendable {
    /// The effect.
    package let effect: Effect
    /// The decisions, in the order in which they were evaluated.
    package let traces: [DecisionTrace]
  }
}
