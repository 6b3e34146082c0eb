// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// What was granted of a budget.
  public struct Budget: Codable, Sendable {
    /// In all. At least 0.
    public let granted: Int
    /// By day of the program's calendar.
    public let days: [String: Int]?
  }
}
