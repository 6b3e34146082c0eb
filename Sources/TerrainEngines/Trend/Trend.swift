import TerrainContent
import TerrainValues

/// A series over a window of days, and its direction.
public struct Trend: Sendable {
  /// One half of the window.
  public struct Half: Sendable {
    /// The days that have a value.
    public let days: Int
    /// Their weighted mean; nil where there are none.
    public let mean: Double?
  }

  /// The result of the test.
  public struct Test: Sendable {
    /// Mann–Kendall's S, z and p.
    public let result: MannKendall
    /// The p-value up to which it is believed.
    public let atMost: Double
    /// Theil and Sen's slope, in the series' unit a day; nil for a single day.
    public let slope: Double?
  }

  /// Where a series is well, in its own unit; an end that is missing is open.
  public struct Zone: Sendable {
    /// Where a value lies.
    public enum Place: String, Sendable {
      /// Under the lower end.
      case below
      /// Between the ends, or at one.
      case inside
      /// Over the upper end.
      case above
    }

    /// The lower end.
    public let low: Double?
    /// The upper end.
    public let high: Double?

    /// Where `value` lies; the ends are inside.
    public func place(of value: Double) -> Place {
      if let low, value < low { return .below }
      if let high, value > high { return .above }
      return .inside
    }
  }

  /// The series' word.
  public let series: Text
  /// Its name for people.
  public let label: LocalizedText.Served?
  /// The unit of its values.
  public let unit: Text?
  /// The words for the unit.
  public let unitLabel: LocalizedText.Served?
  /// True where more is better.
  public let moreIsBetter: Bool
  /// Where it goes, in a word of the rules.
  public let direction: Text
  /// The same for people.
  public let directionLabel: LocalizedText.Served?
  /// Whether too little is known.
  public let isInsufficient: Bool
  /// Whether this person should watch it.
  public let isWatchedFor: Bool
  /// Its place in this person's order, from 1.
  public let priority: Int
  /// A value a day, the oldest first; nil where nothing is known.
  public let values: [Double?]
  /// The earlier half of the window.
  public let earlier: Half
  /// The later half, the requested day included.
  public let later: Half
  /// The days with a value that each half needs.
  public let least: Int
  /// The difference of halves that matters.
  public let effect: Double
  /// The mean of the later half minus that of the earlier.
  public let change: Double?
  /// How sure it is; nil for fewer than two values.
  public let test: Test?
  /// The lower end of the scale for charts.
  public let low: Double?
  /// The upper end of it.
  public let high: Double?
  /// Where it is well; nil where the rules do not declare it.
  public let zone: Zone?
  /// How many of the last values were each worse than that of the day before.
  public let worseningDays: Int
  /// The words beside it.
  public let note: RenderedMessage?

  /// The days with a value.
  public var count: Int { earlier.days + later.days }

  /// Where the later half lies in the zone.
  public var zonePlace: Zone.Place? {
    guard let zone, let mean = later.mean else { return nil }
    return zone.place(of: mean)
  }
}
