import TerrainContent
import TerrainValues

/// Weeks of a person: what a window of days, and all days before, have to say.
public struct TrendReport: Sendable {
  /// The sentence above everything.
  public struct Pulse: Sendable {
    /// The series it is about; nil where it is about none.
    public let series: Text?
    public let direction: Text?
    /// Whether it is something to look after soon.
    public let isUrgent: Bool
    public let said: Said
  }

  /// Which signs were there on which days.
  public struct HeatMap: Sendable {
    /// One sign.
    public struct Row: Sendable {
      public let sign: Text
      public let label: LocalizedText.Served?
      /// Whether it was there; nil on days of which nothing is known.
      public let values: [Bool?]

      /// The days on which it was there.
      public var days: Int { values.count { $0 == true } }
    }

    /// The field of the log.
    public let field: Text
    /// Whether anything is known of a day.
    public let known: [Bool]
    /// Every word of the vocabulary, in its order.
    public let rows: [Row]
  }

  /// Minutes of one kind of activity.
  public struct Activity: Sendable {
    public let kind: Text
    public let label: LocalizedText.Served?
    /// Minutes a day: 0 where nothing was measured.
    public let values: [Double]

    public var total: Double { values.reduce(0, +) }
  }

  /// The first day of the window, and the last, which is the day asked for.
  public let first: CalendarDate
  public let last: CalendarDate
  /// How many days the window has.
  public let days: Int
  /// The days of the window on which something was told.
  public let loggedDays: Int
  public let pulse: Pulse?
  /// In the person's order, those of which too little is known apart.
  public let trends: [Trend]
  public let insufficient: [Trend]
  public let heatMap: HeatMap?
  public let activities: [Activity]
  /// How things that were done went; those of which too little is known apart.
  public let effects: [Effect]
  public let unknownEffects: [Effect]
  /// What else is said.
  public let page: Page
}
