// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// The row of a decision that something follows from.
  public struct Rule: Codable, Sendable {
    /// The decision's full name.
    public let decision: String
    /// The row that fired.
    public let row: String?
  }
}
