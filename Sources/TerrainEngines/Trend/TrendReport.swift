import TerrainRules
import TerrainBase

/// A report on the weeks of a person: a window of days, and all days before it.
package struct TrendReport: Sendable {
  /// The sentence above everything.
  package struct Pulse: Sendable {
    /// The series it is about; nil where it is about none.
    package let series: Text?
    /// Where that goes.
    package let direction: Text?
    /// Whether it is something to look after soon.
    package let isUrgent: Bool
    /// The sentence.
    package let rendered: RenderedMessage
  }

  /// Which signs were there on which days.
  package struct HeatMap: Sendable {
    /// One sign.
    package struct Row: Sendable {
      /// Its word.
      package let sign: Text
      /// Its name for people.
      package let label: LocalizedText.Served?
      /// Whether it was there; nil on days of which nothing is known.
      package let values: [Bool?]

      /// The days on which it was there.
      package var days: Int { values.count { $0 == true } }
    }

    /// The field of the log.
    package let field: Text
    /// Whether anything is known of a day.
    package let known: [Bool]
    /// Every word of the vocabulary, in its order.
    package let rows: [Row]
  }

  /// Minutes of one kind of activity.
  package struct Activity: Sendable {
    /// Its word.
    package let kind: Text
    /// Its name for people.
    package let label: LocalizedText.Served?
    /// Minutes a day: 0 where nothing was measured.
    package let values: [Double]

    /// Over the window.
    package var total: Double { values.reduce(0, +) }
  }

  /// The first day of the window.
  package let first: CalendarDate
  /// The last one, which is the requested day.
  package let last: CalendarDate
  /// How many days the window has.
  package let days: Int
  /// The days of the window that have a record.
  package let loggedDays: Int
  /// The sentence above everything; nil where the rules have none.
  package let pulse: Pulse?
  /// Series of which enough is known, in the person's order.
  package let trends: [Trend]
  /// Series of which too little is known, in the same order.
  package let insufficient: [Trend]
  /// Which signs were there; nil where the rules name no field for it.
  package let heatMap: HeatMap?
  /// Minutes, by kind.
  package let activities: [Activity]
  /// How days with something compare with the others, the strongest first.
  package let effects: [Effect]
  /// Those of which too little is known.
  package let unknownEffects: [Effect]
  /// Its page.
  package let page: Page
}
