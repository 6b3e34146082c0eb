// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// A stretch of time, counted by the calendar.
  public struct Period: Codable, Sendable {
    /// Calendar months. At least 0.
    public let months: Int?
    /// Calendar days. At least 0.
    public let days: Int?
    /// Seconds. At least 0.
    public let seconds: Int?
    /// It goes on to the end of this.
    public let through: Through?

    /// It goes on to the end of this.
    public enum Through: String, Codable, Sendable, CaseIterable {
      /// `day`.
      case day
      /// `month`.
      case month
      /// `year`.
      case year
    }
  }
}
