// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// The result of `quiz.next`.
  public struct NextQuestion: Codable, Sendable {
    /// The pack that this comes from.
    public let pack: Results.Version
    /// The rules that this comes from.
    public let rules: Results.Version
    /// The language of the pack that serves the requested one.
    public let locale: String
    /// How many of the questions that are asked have an answer. At least 0.
    public let answered: Int
    /// How many questions are asked, as things stand. At least 0.
    public let total: Int
    /// Whether all are answered.
    public let isDone: Bool
    /// The question; `nil` where there is none left.
    public let question: Results.Question?

    private enum CodingKeys: String, CodingKey {
      case pack
      case rules
      case locale
      case answered
      case total = "of"
      case isDone = "done"
      case question
    }
  }
}
