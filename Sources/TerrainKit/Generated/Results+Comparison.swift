// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// Two stretches of days, compared.
  public struct Comparison: Codable, Sendable {
    /// How many days the last ones are. At least 0.
    public let days: Int
    /// The last days.
    public let recent: Recent
    /// The days before them.
    public let before: Before
    /// The mean of the last days minus that of those before.
    public let change: Double
    /// Two-sided, for days that resemble each other.
    public let pValue: Double
    /// How much a day resembles the day before.
    public let autocorrelation: Double
    /// How many times the variance is what it is for independent days.
    public let inflation: Double

    /// The last days.
    public struct Recent: Codable, Sendable {
      /// The days with a value. At least 0.
      public let days: Int
      /// Their weighted mean.
      public let mean: Double?
    }

    /// The days before them.
    public struct Before: Codable, Sendable {
      /// The days with a value. At least 0.
      public let days: Int
      /// Their weighted mean.
      public let mean: Double?
    }

    private enum CodingKeys: String, CodingKey {
      case days
      case recent
      case before
      case change
      case pValue = "p"
      case autocorrelation
      case inflation
    }
  }
}
