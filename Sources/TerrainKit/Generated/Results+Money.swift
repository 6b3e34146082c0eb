// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
extension Results {
  /// An amount of money.
  public struct Money: Codable, Sendable {
    /// By ISO 4217.
    public let currency: String
    /// In its smallest units.
    public let minor: Int
  }
}
