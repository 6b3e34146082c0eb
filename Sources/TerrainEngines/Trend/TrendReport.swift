import TerrainContent
import TerrainValues

/// A report on the weeks of a person: a window of days, and all days before it.
public struct TrendReport: Sendable {
  /// The sentence above everything.
  public struct Pulse: Sendable {
    /// The series it is about; nil where it is about none.
    public let series: Text?
    /// Where that goes.
    public let direction: Text?
    /// Whether it is something to look after soon.
    public let isUrgent: Bool
    /// The sentence.
    public let rendered: RenderedMessage
  }

  /// Which signs were there on which days.
  public struct HeatMap: Sendable {
    /// One sign.
    public struct Row: Sendable {
      /// Its word.
      public let sign: Text
      /// Its name for people.
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
    /// Its word.
    public let kind: Text
    /// Its name for people.
    public let label: LocalizedText.Served?
    /// Minutes a day: 0 where nothing was measured.
    public let values: [Double]

    /// Over the window.
    public var total: Double { values.reduce(0, +) }
  }

  /// The first day of the window.
  public let first: CalendarDate
  /// The last one, which is the requested day.
  public let last: CalendarDate
  /// How many days the window has.
  public let days: Int
  /// The days of the window that have a record.
  public let loggedDays: Int
  /// The sentence above everything; nil where the rules have none.
  public let pulse: Pulse?
  /// Series of which enough is known, in the person's order.
  public let trends: [Trend]
  /// Series of which too little is known, in the same order.
  public let insufficient: [Trend]
  /// Which signs were there; nil where the rules name no field for it.
  public let heatMap: HeatMap?
  /// Minutes, by kind.
  public let activities: [Activity]
  /// How days with something compare with the others, the strongest first.
  public let effects: [Effect]
  /// Those of which too little is known.
  public let unknownEffects: [Effect]
  /// Its page.
  public let page: Page
}
