// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// A candidate of a ranking.
  public struct RankedItem: Codable, Sendable {
    /// The candidate's id.
    public let id: String
    /// The kind of record it is.
    public let kind: String?
    /// What people call it.
    public let label: String?
    /// Its language, where that is not `locale`.
    public let labelLocale: String?
    /// What its kind shows of it wherever it is offered, by name.
    public let card: [String: Value]?
    /// Its points.
    public let score: Int
    /// Words beside it.
    public let note: Results.Message?
    /// What the rules decide about it beside, as it is.
    public let details: Value?
    /// Days since it was shown the last time. At least 0.
    public let daysSinceShown: Int?
    /// What its points are made of.
    public let criteria: [Results.Criterion]?

    private enum CodingKeys: String, CodingKey {
      case id
      case kind
      case label
      case labelLocale = "label_locale"
      case card
      case score
      case note
      case details
      case daysSinceShown = "days_since_shown"
      case criteria
    }
  }
}
