// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// A row that fired, with the values that it read.
  public struct RowReason: Codable, Sendable {
    /// The decision's full name.
    public let decision: String
    /// The row that fired.
    public let rule: String?
    /// The rule module's file.
    public let file: String
    /// The line, from 1.
    public let line: Int
    /// What it looked at, and the values it saw.
    public let values: [String: Value]
  }
}
