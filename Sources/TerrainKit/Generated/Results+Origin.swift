// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// The row of a decision that chose something.
  public struct Origin: Codable, Sendable {
    /// The decision's full name.
    public let decision: String
    /// The row that fired; left out where none did by itself.
    public let row: String?
    /// The rule module's file.
    public let file: String
    /// The line, from 1.
    public let line: Int
  }
}
