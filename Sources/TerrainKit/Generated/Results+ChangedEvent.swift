// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// An event of which something else became, because another one came late.
  public struct ChangedEvent: Codable, Sendable {
    /// Its id.
    public let event: String
    /// What had become of it.
    public let before: Results.EventOutcome
    /// What has become of it now.
    public let after: Results.EventOutcome
    /// Why it is refused now.
    public let refused: String?
  }
}
