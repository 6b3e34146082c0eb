// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// A record that was not ranked because it has an error.
  public struct InvalidRecord: Codable, Sendable {
    /// Its position among the records of its kind, from 0. At least 0.
    public let position: Int
    /// Its id, where it has one.
    public let id: String?
    /// What is wrong with it, and where.
    public let problem: Results.Problem
  }
}
