// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// An outcome of a quiz for a person.
  public struct Outcome: Codable, Sendable {
    /// The outcome's id.
    public let id: String
    /// What people call it.
    public let label: String?
    /// Its language, where that is not `locale`.
    public let labelLocale: String?
    /// What people call it fondly.
    public let nickname: String?
    /// Its language, where that is not `locale`.
    public let nicknameLocale: String?
    /// The percentage of people, by how it is known: `illustrative` or `exact`.
    public let share: [String: Double]?

    private enum CodingKeys: String, CodingKey {
      case id
      case label
      case labelLocale = "label_locale"
      case nickname
      case nicknameLocale = "nickname_locale"
      case share
    }
  }
}
