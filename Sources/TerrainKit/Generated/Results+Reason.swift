// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// Why something was chosen, in OpenFeature's words.
  public enum Reason: String, Codable, Sendable, CaseIterable {
    /// `TARGETING_MATCH`.
    case targetingMatch = "TARGETING_MATCH"
    /// `DEFAULT`.
    case `default` = "DEFAULT"
  }
}
