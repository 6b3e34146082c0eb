import TerrainBase
import TerrainRules

/// A series over a window of days, with the grade and the direction of its change.
package struct Trend: Sendable {
  /// One half of the window.
  package struct Half: Sendable {
    /// The days that have a value.
    package let days: Int
    /// The weighted mean; nil without values.
    package let mean: Double?
  }

  /// The result of the tests.
  package struct Test: Sendable {
    /// The comparisons of the last days with the days before, as the rules declare them.
    package let comparisons: [WindowComparison]
    /// The position of the comparison with the smallest p, which the grade is about.
    package let decisive: Int
    /// The one-sided p-value of all comparisons together, in the direction of the decisive comparison.
    package let p: Double
    /// ``p``, adjusted for both directions of all series of the person.
    package let adjusted: Double
    /// The number of the person's series that are compared.
    package let family: Int

    /// The comparison that the grade is about.
    package var decided: WindowComparison { comparisons[decisive] }
  }

  /// The good range of a series, in its own unit; an end that is nil is open.
  package struct Zone: Sendable {
    /// The position of a value relative to the zone.
    package enum Place: String, Sendable {
      /// Under the lower end.
      case below
      /// Between the ends, or at one.
      case inside
      /// Over the upper end.
      case above
    }

    /// The lower end.
    package let low: Double?
    /// The upper end.
    package let high: Double?

    /// The position of `value` relative to the zone, whose ends are inside.
    package func place(of value: Double) -> Place {
      if let low, value < low { return .below }
      if let high, value > high { return .above }
      return .inside
    }
  }

  /// The series' word.
  package let series: Text
  /// Its name for people.
  package let label: LocalizedText.Served?
  /// The unit of its values.
  package let unit: Text?
  /// The words for the unit.
  package let unitLabel: LocalizedText.Served?
  /// True if more is better.
  package let moreIsBetter: Bool
  /// The certainty of the change, in a word of the rules.
  package let grade: Text
  /// The label of the grade.
  package let gradeLabel: LocalizedText.Served?
  /// The direction, in a word of the rules; nil if the grade does not justify one.
  package let direction: Text?
  /// The label of the direction.
  package let directionLabel: LocalizedText.Served?
  /// True if too little is known.
  package let isInsufficient: Bool
  /// True if this person should watch it.
  package let isWatchedFor: Bool
  /// Its place in this person's order, from 1.
  package let priority: Int
  /// A value a day, the oldest first; nil if nothing is known.
  package let values: [Double?]
  /// The earlier half of the window.
  package let earlier: Half
  /// The later half, the requested day included.
  package let later: Half
  /// The number of further days with a value after which a comparison is possible; 0 if one is.
  package let missingDays: Int
  /// The difference that matters.
  package let effect: Double
  /// The test of the change; nil if nothing can be compared.
  package let test: Test?
  /// The lower end of the scale for charts.
  package let low: Double?
  /// The upper end of the range.
  package let high: Double?
  /// The good range; nil if the rules do not declare it.
  package let zone: Zone?
  /// The number of consecutive worsenings up to the last value.
  package let worseningDays: Int
  /// The message about the trend.
  package let note: RenderedMessage?

  /// The mean of the last days minus the mean of the days before; nil if nothing can be compared.
  package var change: Double? { test?.decided.change }

  /// The days with a value.
  package var count: Int { earlier.days + later.days }

  /// The position of the later half's mean relative to the zone.
  package var zonePlace: Zone.Place? {
    guard let zone, let mean = later.mean else { return nil }
    return zone.place(of: mean)
  }
}

/// A report on the weeks of a person: a window of days, and all days before it.
package struct TrendReport: Sendable {
  /// The sentence above everything.
  package struct Pulse: Sendable {
    /// The series it is about; nil if it is about none.
    package let series: Text?
    /// The grade and the direction of the series.
    package let grade: Text?
    package let direction: Text?
    /// True if it is something to look after soon.
    package let isUrgent: Bool
    /// The sentence.
    package let rendered: RenderedMessage
  }

  /// The signs that were present on each day.
  package struct HeatMap: Sendable {
    /// The days of one sign.
    package struct Row: Sendable {
      /// Its word.
      package let sign: Text
      /// Its name for people.
      package let label: LocalizedText.Served?
      /// For each day true if the sign was present; nil if the day has no record.
      package let values: [Bool?]

      /// The days on which it was there.
      package var days: Int { values.count { $0 == true } }
    }

    /// The field of the log.
    package let field: Text
    /// For each day true if it has a record.
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
    /// Minutes a day: 0 if nothing was measured.
    package let values: [Double]

    /// Over the window.
    package var total: Double { values.reduce(0, +) }
  }

  /// The first day of the window.
  package let first: CalendarDate
  /// The last one, which is the requested day.
  package let last: CalendarDate
  /// The number of days of the window.
  package let days: Int
  /// The days of the window that have a record.
  package let loggedDays: Int
  /// The sentence above everything; nil if the rules have none.
  package let pulse: Pulse?
  /// Series with sufficient data, in the person's order.
  package let trends: [Trend]
  /// Series without sufficient data, in the same order.
  package let insufficient: [Trend]
  /// The signs on each day; nil if the rules name no field for it.
  package let heatMap: HeatMap?
  /// Minutes, by kind.
  package let activities: [Activity]
  /// The comparisons of days with an item with all other days, the strongest first.
  package let effects: [Effect]
  /// The effects without sufficient data.
  package let unknownEffects: [Effect]
  /// Its page.
  package let page: Page
}
