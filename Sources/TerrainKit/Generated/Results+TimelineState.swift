// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// A phase or state of a timeline.
  public struct TimelineState: Codable, Sendable {
    /// The state's id.
    public let id: String
    /// Its name for people.
    public let label: String?
    /// Its language, where that is not `locale`.
    public let labelLocale: String?
    /// A rendered message about the current state.
    public let status: Results.Message?

    private enum CodingKeys: String, CodingKey {
      case id
      case label
      case labelLocale = "label_locale"
      case status
    }
  }
}
