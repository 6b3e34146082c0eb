// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
import Foundation

extension Results {
  /// A line of an account.
  public struct Entry: Codable, Sendable {
    /// The event's id, a slash, and a number.
    public let id: String
    /// When.
    public let time: Date
    /// Why.
    public let kind: Kind
    /// Of what.
    public let unit: String
    /// How much: negative where it went.
    public let amount: Int
    /// The event behind it.
    public let event: String
    /// What the rule adds to it, or what it is about.
    public let cause: String?
    /// The line of the event that earned it, or that it was taken back from.
    public let line: String?
    /// The rule that came to it.
    public let rule: Results.Rule?

    /// Why.
    public enum Kind: String, Codable, Sendable, CaseIterable {
      /// `earn`.
      case earn
      /// `redeem`.
      case redeem
      /// `refund`.
      case refund
      /// `expire`.
      case expire
      /// `adjust`.
      case adjust
      /// `send`.
      case send
      /// `receive`.
      case receive
    }
  }
}
