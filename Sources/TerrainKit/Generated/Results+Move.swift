// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// A move of a timeline that is allowed.
  public struct Move: Codable, Sendable {
    /// Where to.
    public let destination: String
    /// Its name for people.
    public let label: String?
    /// Its language, where that is not `locale`.
    public let labelLocale: String?
    /// The messages that it would send.
    public let notices: [Results.Notice]

    private enum CodingKeys: String, CodingKey {
      case destination = "to"
      case label
      case labelLocale = "label_locale"
      case notices
    }
  }
}
