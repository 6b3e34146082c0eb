// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// Where a person is on an axis.
  public struct Axis: Codable, Sendable {
    /// Rounded once and brought inside the axis, as the rules say.
    public let value: Int
    /// The exact sum, outside the axis too.
    public let sum: Double?
    /// The least value of the axis.
    public let min: Int?
    /// The greatest value of the axis.
    public let max: Int?
  }
}
