// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
import Foundation

extension Results {
  /// What an event brings another account.
  public struct Counterpart: Codable, Sendable {
    /// The account to apply the event to.
    public let account: String
    /// The event to apply there, as it is.
    public let event: Event

    /// The event to apply there, as it is.
    public struct Event: Codable, Sendable {
      /// Its id.
      public let id: String
      /// What it does.
      public let type: Kind
      /// When it happened.
      public let time: Date
      /// Of a commit or a cancel: the event that it is about.
      public let total: String?
      /// Of a receive: the account that it comes from.
      public let sender: String?
      /// Of a receive: how much. At least 0.
      public let change: Int?
      /// Of which unit; without it, of the program's own.
      public let unit: String?
      /// What it is for.
      public let cause: String?
      /// Whether it counts only after a commit.
      public let waits: Bool?

      /// What it does.
      public enum Kind: String, Codable, Sendable, CaseIterable {
        /// `receive`.
        case receive
        /// `commit`.
        case commit
        /// `cancel`.
        case cancel
      }

      private enum CodingKeys: String, CodingKey {
        case id
        case type
        case time
        case total = "of"
        case sender = "from"
        case change
        case unit
        case cause
        case waits
      }
    }
  }
}
