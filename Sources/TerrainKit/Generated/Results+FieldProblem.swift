// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// A problem of a filled-in form, at its field.
  public struct FieldProblem: Codable, Sendable {
    /// The way to the field from the record: `lines[0].quantity`; empty for the record itself.
    public let path: String
    /// The code of a diagnostic of the schema; of a rule, `MODULE.ROW` or the message.
    public let code: String
    /// The message of the pack that words it.
    public let message: String?
    /// The message's title.
    public let title: String?
    /// Its language, where that is not `locale`.
    public let titleLocale: String?
    /// The message's text.
    public let text: String?
    /// Its language, where that is not `locale`.
    public let textLocale: String?
    /// The message's why.
    public let why: String?
    /// Its language, where that is not `locale`.
    public let whyLocale: String?
    /// The message's advice.
    public let advice: String?
    /// Its language, where that is not `locale`.
    public let adviceLocale: String?
    /// The fix, where the pack has no text for it.
    public let help: String?
    /// What would be right, where the rules say it.
    public let expected: Value?
    /// The rule that chose it.
    public let rule: Results.Origin?
    /// OpenFeature's word for it: a row fired, or what is used otherwise.
    public let reason: Results.Reason?

    private enum CodingKeys: String, CodingKey {
      case path = "at"
      case code
      case message
      case title
      case titleLocale = "title_locale"
      case text
      case textLocale = "text_locale"
      case why
      case whyLocale = "why_locale"
      case advice
      case adviceLocale = "advice_locale"
      case help
      case expected
      case rule
      case reason
    }
  }
}
