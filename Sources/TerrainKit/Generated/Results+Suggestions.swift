// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// The result of `suggest`.
  public struct Suggestions: Codable, Sendable {
    /// The pack that this comes from.
    public let pack: Results.Version
    /// The rules that this comes from.
    public let rules: Results.Version
    /// The local day.
    public let date: LocalDay
    /// The language of the pack that serves the requested one.
    public let locale: String
    /// The ranking.
    public let suggestions: Results.Ranking
  }
}
