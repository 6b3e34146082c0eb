// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
import Foundation

extension Results {
  /// A benefit of an account.
  public struct Benefit: Codable, Sendable {
    /// The id of the event that issued it, `#`, and a number.
    public let id: String
    /// What it is.
    public let benefit: String
    /// Where it is in its life.
    public let stage: Stage
    /// When it was issued.
    public let since: Date
    /// When it expires.
    public let expires: Date?
    /// How often it may be used; without it, until it expires. At least 0.
    public let uses: Int?
    /// How often it was used. At least 0.
    public let used: Int?
    /// When it was used up, expired or was cancelled.
    public let ended: Date?
    /// The rule that issued it.
    public let rule: Results.Rule?

    /// Where it is in its life.
    public enum Stage: String, Codable, Sendable, CaseIterable {
      /// `issued`.
      case issued
      /// `used`.
      case used
      /// `expired`.
      case expired
      /// `cancelled`.
      case cancelled
    }
  }
}
