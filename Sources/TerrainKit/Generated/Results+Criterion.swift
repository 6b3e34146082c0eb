// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// Points of a candidate, and what they are made of.
  public struct Criterion: Codable, Sendable {
    /// The decision's full name.
    public let decision: String
    /// What it gives.
    public let points: Int
    /// The rows that fired.
    public let rows: [String]?
    /// What these points are made of.
    public let parts: [Results.Criterion]?
  }
}
