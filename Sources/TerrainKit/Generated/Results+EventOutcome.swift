// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// What became of an event.
  public enum EventOutcome: String, Codable, Sendable, CaseIterable {
    /// `applied`.
    case applied
    /// `refused`.
    case refused
    /// `waits`.
    case waits
    /// `later`.
    case later
  }
}
