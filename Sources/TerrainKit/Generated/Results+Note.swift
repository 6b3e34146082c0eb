// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// Something unexpected about a timeline.
  public struct Note: Codable, Sendable {
    /// Its code, as the list of diagnostics explains it.
    public let code: String
    /// What it is, in a sentence.
    public let message: String
    /// What is allowed instead.
    public let help: String?
  }
}
