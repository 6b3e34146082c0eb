// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// Another option of a question with which an outcome would be another one.
  public struct Flip: Codable, Sendable {
    /// The question.
    public let question: String
    /// The other option.
    public let option: String
    /// By the names that the pack and its rules declare.
    public let outcomes: [String: String?]

    private enum CodingKeys: String, CodingKey, CaseIterable {
      case question
      case option
    }

    /// Decodes the declared members, and all others by their names.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      question = try container.decode(String.self, forKey: .question)
      option = try container.decode(String.self, forKey: .option)
      outcomes = try decoder.members(except: CodingKeys.allCases.map(\.rawValue))
    }

    /// Encodes all members.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(question, forKey: .question)
      try container.encode(option, forKey: .option)
      try encoder.encode(members: outcomes)
    }
  }
}
