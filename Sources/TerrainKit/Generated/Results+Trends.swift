// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// The result of `trend`.
  public struct Trends: Codable, Sendable {
    /// The pack that this comes from.
    public let pack: Results.Version
    /// The rules that this comes from.
    public let rules: Results.Version
    /// The local day that the window ends on.
    public let date: LocalDay
    /// What the clock showed.
    public let time: String?
    /// The language of the pack that serves the requested one.
    public let locale: String
    /// The days that are looked at.
    public let window: Window
    /// The one sentence about it all.
    public let pulse: Pulse?
    /// The trends with enough days, in the person's order.
    public let trends: [Results.Trend]
    /// The trends without enough days, and what is missing.
    public let insufficient: [Results.Trend]
    /// Which signs were there on which days.
    public let heatMap: HeatMap?
    /// Minutes of what was done.
    public let activity: Activity
    /// How days with something compare with the others.
    public let effectiveness: Effectiveness
    /// Further messages, by the ids of parts.
    public let parts: [String: Results.PagePart]
    /// Facts that other requests about this person may have.
    public let facts: Facts
    /// Problems of single records: their locations, never their values. A wrong value is ignored.
    public let warnings: [Results.Problem]

    /// The days that are looked at.
    public struct Window: Codable, Sendable {
      /// Its first day.
      public let firstDay: LocalDay
      /// Its last day.
      public let lastDay: LocalDay
      /// How many days it has. At least 0.
      public let days: Int
      /// How many each half has. At least 0.
      public let half: Int
      /// The days with at least one value. At least 0.
      public let loggedDays: Int

      private enum CodingKeys: String, CodingKey {
        case firstDay = "from"
        case lastDay = "to"
        case days
        case half
        case loggedDays = "logged"
      }
    }

    /// The one sentence about it all.
    public struct Pulse: Codable, Sendable {
      /// The series it is about; left out where it is about none.
      public let series: String?
      /// How sure its change is.
      public let grade: String?
      /// Where it goes; left out if the grade does not justify a direction.
      public let direction: String?
      /// Whether to look after it soon.
      public let isUrgent: Bool
      /// The sentence.
      public let message: Results.Message

      private enum CodingKeys: String, CodingKey {
        case series
        case grade
        case direction
        case isUrgent = "urgent"
        case message = "said"
      }
    }

    /// Which signs were there on which days.
    public struct HeatMap: Codable, Sendable {
      /// The field of the log.
      public let field: String
      /// The days of which something is known. At least 0.
      public let days: Int
      /// Whether anything is known, a day each.
      public let known: [Bool]
      /// Every sign.
      public let rows: [Row]

      /// An element of `rows`.
      public struct Row: Codable, Sendable {
        /// The sign's word.
        public let sign: String
        /// Its name.
        public let label: String?
        /// Its language, where that is not `locale`.
        public let labelLocale: String?
        /// The days on which it was there. At least 0.
        public let days: Int
        /// Whether it was there; `nil` where nothing is known.
        public let values: [Bool?]

        private enum CodingKeys: String, CodingKey {
          case sign
          case label
          case labelLocale = "label_locale"
          case days
          case values
        }
      }
    }

    /// Minutes of what was done.
    public struct Activity: Codable, Sendable {
      /// What is counted.
      public let unit: Unit
      /// By kind.
      public let kinds: [Kind]
      /// All kinds together.
      public let total: Double
      /// The minutes of each day.
      public let values: [Double]

      /// What is counted.
      public enum Unit: String, Codable, Sendable, CaseIterable {
        /// `minutes`.
        case minutes
      }

      /// An element of `kinds`.
      public struct Kind: Codable, Sendable {
        /// The kind's word.
        public let kind: String
        /// Its name.
        public let label: String?
        /// Its language, where that is not `locale`.
        public let labelLocale: String?
        /// Over the window.
        public let total: Double
        /// A day each.
        public let values: [Double]

        private enum CodingKeys: String, CodingKey {
          case kind
          case label
          case labelLocale = "label_locale"
          case total
          case values
        }
      }
    }

    /// How days with something compare with the others.
    public struct Effectiveness: Codable, Sendable {
      /// The strongest first.
      public let items: [Results.Effect]
      /// Those of which too little is known.
      public let insufficient: [Results.Effect]
    }

    /// Facts that other requests about this person may have.
    public struct Facts: Codable, Sendable {
      /// From -1 to 1, by item.
      public let effectiveness: [String: Double]
    }

    private enum CodingKeys: String, CodingKey {
      case pack
      case rules
      case date
      case time
      case locale
      case window
      case pulse
      case trends
      case insufficient
      case heatMap = "heat_map"
      case activity
      case effectiveness
      case parts
      case facts
      case warnings
    }
  }
}
