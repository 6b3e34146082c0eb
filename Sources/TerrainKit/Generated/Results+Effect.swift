// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// Days with an item compared with the days without it.
  public struct Effect: Codable, Sendable {
    /// The item's id.
    public let item: String
    /// The kind of record it is; left out where the pack does not know it.
    public let kind: String?
    /// What people call it.
    public let label: String?
    /// Its language, where that is not `locale`.
    public let labelLocale: String?
    /// What it comes to.
    public let verdict: String
    /// The same for people.
    public let verdictLabel: String?
    /// Its language, where that is not `locale`.
    public let verdictLabelLocale: String?
    /// From -1 to 1.
    public let value: Double?
    /// Between which the true value lies, given how few days there are.
    public let interval: Interval?
    /// The days with it. At least 0.
    public let days: Int
    /// Those of them with feedback that counts. At least 0.
    public let told: Int
    /// The good ones among those.
    public let share: Double?
    /// Wilson's interval of the share.
    public let shareInterval: ShareInterval?
    /// Signs a day: what it is compared with.
    public let signs: Signs
    /// The words beside it.
    public let note: Results.Message?

    /// Between which the true value lies, given how few days there are.
    public struct Interval: Codable, Sendable {
      /// The lower end.
      public let low: Double
      /// The upper end.
      public let high: Double
      /// How sure, as a share.
      public let level: Double
    }

    /// Wilson's interval of the share.
    public struct ShareInterval: Codable, Sendable {
      /// The lower end.
      public let low: Double
      /// The upper end.
      public let high: Double
      /// How sure, as a share.
      public let level: Double
    }

    /// Signs a day: what it is compared with.
    public struct Signs: Codable, Sendable {
      /// On days with it.
      public let with: With
      /// On the others that say.
      public let without: Without

      /// On days with it.
      public struct With: Codable, Sendable {
        /// The days with a value. At least 0.
        public let days: Int
        /// Their weighted mean.
        public let mean: Double?
      }

      /// On the others that say.
      public struct Without: Codable, Sendable {
        /// The days with a value. At least 0.
        public let days: Int
        /// Their weighted mean.
        public let mean: Double?
      }
    }

    private enum CodingKeys: String, CodingKey {
      case item
      case kind
      case label
      case labelLocale = "label_locale"
      case verdict
      case verdictLabel = "verdict_label"
      case verdictLabelLocale = "verdict_label_locale"
      case value
      case interval
      case days
      case told
      case share
      case shareInterval = "share_interval"
      case signs
      case note
    }
  }
}
