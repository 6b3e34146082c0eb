// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// The result of `decide`.
  public struct Decision: Codable, Sendable {
    /// The pack that this comes from.
    public let pack: Results.Version
    /// The rules that this comes from.
    public let rules: Results.Version
    /// The decision's full name.
    public let decision: String
    /// What it came to.
    public let value: Value
    /// Which rules fired, and what they saw.
    public let why: [Results.RowReason]?
  }
}
