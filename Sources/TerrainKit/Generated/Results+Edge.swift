// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// How far an axis is from another outcome.
  public struct Edge: Codable, Sendable {
    /// The value of the axis there.
    public let value: Int
    /// The outcome there; `nil` where the rules have none.
    public let becomes: String?
  }
}
