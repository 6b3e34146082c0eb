// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
import Foundation

extension Results {
  /// A hold that was given back because its time was over.
  public struct LapsedHold: Codable, Sendable {
    /// The event that made it.
    public let event: String
    /// Of what.
    public let unit: String
    /// How much. At least 0.
    public let amount: Int
    /// When.
    public let time: Date
    /// The rule that it cost this much by.
    public let rule: Results.Rule?
  }
}
