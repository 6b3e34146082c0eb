// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// An answer that moved an axis.
  public struct Signal: Codable, Sendable {
    /// The question.
    public let question: String
    /// The option that was chosen.
    public let option: String
    /// What the option says.
    public let text: String?
    /// Its language, where that is not `locale`.
    public let textLocale: String?
    /// The axis it moved most.
    public let axis: String
    /// What people call the axis.
    public let label: String?
    /// Its language, where that is not `locale`.
    public let labelLocale: String?
    /// How far it moved it.
    public let amount: Double
    /// The question's weight.
    public let weight: Double

    private enum CodingKeys: String, CodingKey {
      case question
      case option
      case text
      case textLocale = "text_locale"
      case axis
      case label
      case labelLocale = "label_locale"
      case amount
      case weight
    }
  }
}
