// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// A question of a quiz, with its options.
  public struct Question: Codable, Sendable {
    /// The question's id.
    public let id: String
    /// What is asked.
    public let text: String?
    /// Its language, where that is not `locale`.
    public let textLocale: String?
    /// Whether answers without it are incomplete.
    public let isRequired: Bool
    /// The option that was chosen before.
    public let chosen: String?
    /// The question before it.
    public let previous: String?
    /// What can be answered.
    public let options: [Option]

    /// An element of `options`.
    public struct Option: Codable, Sendable {
      /// The option's id.
      public let id: String
      /// What it says.
      public let text: String?
      /// Its language, where that is not `locale`.
      public let textLocale: String?

      private enum CodingKeys: String, CodingKey {
        case id
        case text
        case textLocale = "text_locale"
      }
    }

    private enum CodingKeys: String, CodingKey {
      case id
      case text
      case textLocale = "text_locale"
      case isRequired = "required"
      case chosen
      case previous
      case options
    }
  }
}
