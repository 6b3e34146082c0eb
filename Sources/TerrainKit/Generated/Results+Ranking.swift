// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// Candidates in order.
  public struct Ranking: Codable, Sendable {
    /// The module that ranks.
    public let ranking: String
    /// Candidates that are offered, the best first.
    public let items: [Results.RankedItem]
    /// How many candidates there were. At least 0.
    public let considered: Int
    /// How many were left out, by why.
    public let excluded: [String: Int]
    /// Records of the request that cannot be read: the first hundred. They keep no other out.
    public let wrong: [Results.InvalidRecord]?
    /// The message where nothing is left.
    public let fallback: Results.Message?
  }
}
