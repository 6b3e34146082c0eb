// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// The two halves of a window for one series, compared.
  public struct Trend: Codable, Sendable {
    /// The series' word.
    public let series: String
    /// Its name.
    public let label: String?
    /// Its language, where that is not `locale`.
    public let labelLocale: String?
    /// The unit of its values.
    public let unit: String?
    /// What people call the unit.
    public let unitLabel: String?
    /// Its language, where that is not `locale`.
    public let unitLabelLocale: String?
    /// Which way is the good one.
    public let better: Better
    /// How sure the change is; `insufficient` if it is too early to tell.
    public let grade: String
    /// What people call that.
    public let gradeLabel: String?
    /// Its language, where that is not `locale`.
    public let gradeLabelLocale: String?
    /// Where it goes; left out if the grade does not justify a direction.
    public let direction: String?
    /// What people call that.
    public let directionLabel: String?
    /// Its language, where that is not `locale`.
    public let directionLabelLocale: String?
    /// Whether this person should watch it.
    public let isWatched: Bool
    /// Its place in the person's order, from 1.
    public let priority: Int
    /// The days with a value. At least 0.
    public let count: Int
    /// The earlier half of the window.
    public let earlier: Earlier
    /// The later half, today included.
    public let later: Later
    /// The mean of the last days minus that of those before.
    public let change: Double?
    /// The difference that matters.
    public let effect: Double?
    /// How sure it is.
    public let test: Test?
    /// After how many more days with a value it can be compared; left out if it can be now. At least 0.
    public let missingDays: Int?
    /// A value a day, the oldest first; `nil` where nothing is known.
    public let values: [Double?]
    /// The scale for charts.
    public let scale: Scale?
    /// Where it is well.
    public let zone: Zone?
    /// How many of the last values were each worse than that of the day before. At least 0.
    public let worseningDays: Int?
    /// The words beside it.
    public let note: Results.Message?

    /// Which way is the good one.
    public enum Better: String, Codable, Sendable, CaseIterable {
      /// `more`.
      case more
      /// `fewer`.
      case fewer
    }

    /// The earlier half of the window.
    public struct Earlier: Codable, Sendable {
      /// The days with a value. At least 0.
      public let days: Int
      /// Their weighted mean.
      public let mean: Double?
    }

    /// The later half, today included.
    public struct Later: Codable, Sendable {
      /// The days with a value. At least 0.
      public let days: Int
      /// Their weighted mean.
      public let mean: Double?
    }

    /// How sure it is.
    public struct Test: Codable, Sendable {
      /// The test.
      public let name: Name
      /// Of all comparisons together, in the direction of the change.
      public let pValue: Double
      /// That p, adjusted for both directions of all series of the person.
      public let adjusted: Double
      /// How many series of the person are compared. At least 0.
      public let family: Int
      /// The comparison that the grade is about.
      public let compared: Results.Comparison
      /// All of them, as the rules declare them.
      public let comparisons: [Results.Comparison]

      /// The test.
      public enum Name: String, Codable, Sendable, CaseIterable {
        /// `permutation`.
        case permutation
      }

      private enum CodingKeys: String, CodingKey {
        case name
        case pValue = "p"
        case adjusted
        case family
        case compared
        case comparisons
      }
    }

    /// The scale for charts.
    public struct Scale: Codable, Sendable {
      /// The lower end.
      public let low: Double?
      /// The upper end.
      public let high: Double?
    }

    /// Where it is well.
    public struct Zone: Codable, Sendable {
      /// The lower end.
      public let low: Double?
      /// The upper end.
      public let high: Double?
      /// Where the later half lies.
      public let position: Position?

      /// Where the later half lies.
      public enum Position: String, Codable, Sendable, CaseIterable {
        /// `below`.
        case below
        /// `inside`.
        case inside
        /// `above`.
        case above
      }

      private enum CodingKeys: String, CodingKey {
        case low
        case high
        case position = "at"
      }
    }

    private enum CodingKeys: String, CodingKey {
      case series
      case label
      case labelLocale = "label_locale"
      case unit
      case unitLabel = "unit_label"
      case unitLabelLocale = "unit_label_locale"
      case better
      case grade
      case gradeLabel = "grade_label"
      case gradeLabelLocale = "grade_label_locale"
      case direction
      case directionLabel = "direction_label"
      case directionLabelLocale = "direction_label_locale"
      case isWatched = "watch_for"
      case priority
      case count = "n"
      case earlier
      case later
      case change
      case effect
      case test
      case missingDays = "missing_days"
      case values
      case scale
      case zone
      case worseningDays = "worsening_days"
      case note
    }
  }
}
