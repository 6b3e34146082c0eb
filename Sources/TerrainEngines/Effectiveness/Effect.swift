import TerrainContent
import TerrainRules
import TerrainValues

/// How days with something compare with the others.
public struct Effect: Sendable {
  /// Two ends.
  public struct Interval: Sendable {
    /// The lower one.
    public let low: Double
    /// The upper one.
    public let high: Double
  }

  /// Signs on some days.
  public struct Signs: Sendable {
    /// The days that record signs.
    public let days: Int
    /// How much bothered on them.
    public let mean: Double?
  }

  /// The item's id.
  public let item: Text
  /// The kind of record it is; nil where the pack does not know it.
  public let kind: Text?
  /// Its name for people.
  public let label: LocalizedText.Served?
  /// The verdict, a value of the rules' vocabulary.
  public let verdict: Text
  /// The same for people.
  public let verdictLabel: LocalizedText.Served?
  /// From −1 to 1; nil where too little is known.
  public let value: Double?
  /// The value with the ends of the share's interval.
  public let interval: Interval?
  /// How sure the intervals are, as a share.
  public let level: Double
  /// The days with it.
  public let days: Int
  /// Those of them with feedback that counts.
  public let toldDays: Int
  /// The share of good feedback among those; nil where there is none.
  public let share: Double?
  /// Wilson's interval of that share.
  public let shareInterval: Interval?
  /// Signs on days with it.
  public let with: Signs
  /// Signs on the other days that record them.
  public let without: Signs
  /// The words beside it.
  public let note: RenderedMessage?
}

extension Effect {
  /// An effect, and every decision that was evaluated for it.
  public struct Explanation: Sendable {
    /// The effect.
    public let effect: Effect
    /// The decisions, in the order in which they were evaluated.
    public let traces: [DecisionTrace]
  }
}
