import TerrainContent
import TerrainValues

/// How days with something compare with the others.
public struct Effect: Sendable {
  /// Two ends.
  public struct Interval: Sendable {
    public let low: Double
    public let high: Double
  }

  /// Signs on some days.
  public struct Signs: Sendable {
    /// The days that say.
    public let days: Int
    /// How much bothered on them.
    public let mean: Double?
  }

  /// The item's id, its kind and its name for people; those are nil where the pack does not know it.
  public let item: Text
  public let kind: Text?
  public let label: LocalizedText.Served?
  /// What it comes to, in a word of the rules, and for people.
  public let verdict: Text
  public let verdictLabel: LocalizedText.Served?
  /// From −1 to 1; nil where too little is known.
  public let value: Double?
  /// The value with the ends of the share's interval.
  public let interval: Interval?
  /// How sure the intervals are, as a share.
  public let level: Double
  /// The days with it, and those of them with feedback that counts.
  public let days: Int
  public let toldDays: Int
  /// The share of good feedback among those; nil where there is none.
  public let share: Double?
  public let shareInterval: Interval?
  public let with: Signs
  public let without: Signs
  public let note: Said?
}
