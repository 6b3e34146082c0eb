import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

/// A series as the rules declare it.
struct SeriesRule: Sendable {
  /// Which way is the good one.
  enum Better: String, Sendable, CaseIterable {
    case more
    case fewer
  }

  /// Its word in the vocabulary of series.
  let name: Text
  /// What it is on a day: `optional<double>`.
  let value: Decision
  /// How much a day counts in the means of halves; nil: all the same.
  let weight: Decision?
  let better: Better
  /// Days with a value that each half needs.
  let least: Int
  /// The difference of halves that matters.
  let effect: Double
  let unit: Text?
  /// The scale for charts.
  let low: Double?
  let high: Double?
}

/// A summary of a window, which the rules have as a fact.
struct SummaryRule: Sendable {
  enum Content: Sendable {
    /// The mean of a decision over the days that have it.
    case mean(Decision)
    /// The days on which a decision holds, or has a value.
    case count(Decision)
    /// How often each value of a field occurs, by the field's position.
    case tally(Int)
    /// Minutes of entries of a kind, by its code.
    case minutes(Int)
  }

  let fact: Fact
  let content: Content
}
