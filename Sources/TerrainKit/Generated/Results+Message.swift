// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// A rendered message.
  public struct Message: Codable, Sendable {
    /// The message's id.
    public let id: String
    /// What it is about: one item a topic is shown.
    public let topic: String?
    /// Words of what it does, such as `rest`.
    public let tags: [String]?
    /// The layer of the row that chose it.
    public let layer: String?
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
    /// The rule that chose it.
    public let rule: Results.Origin?
    /// OpenFeature's word for it: a row fired, or what is used otherwise.
    public let reason: Results.Reason?

    private enum CodingKeys: String, CodingKey {
      case id = "message"
      case topic
      case tags
      case layer
      case title
      case titleLocale = "title_locale"
      case text
      case textLocale = "text_locale"
      case why
      case whyLocale = "why_locale"
      case advice
      case adviceLocale = "advice_locale"
      case rule
      case reason
    }
  }
}
