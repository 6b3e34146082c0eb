// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
import Foundation

extension Results {
  /// An account, as the next request contains it.
  public struct Account: Codable, Sendable {
    /// The caller's name for it.
    public let account: String
    /// The rules that it was folded by.
    public let rules: Rules
    /// The instant that it shows.
    public let asOf: Date?
    /// When something last changed.
    public let changed: Date?
    /// The level.
    public let level: Level?
    /// The level that an event set.
    public let setLevel: SetLevel?
    /// Nothing of the program's own unit expires before.
    public let renewed: Date?
    /// How many events earned something.
    public let earns: Int
    /// What there is, by unit.
    public let balances: [String: Results.Balance]
    /// What came in and is left.
    public let lots: [Lot]
    /// What is set aside.
    public let holds: [Hold]
    /// What was spent and may come back; in the parts, what has not.
    public let spent: [Spent]?
    /// What events issued, and what became of it.
    public let benefits: [Results.Benefit]?
    /// Who may act on it, by id.
    public let members: [Results.Member]?
    /// Its lines.
    public let entries: [Results.Entry]
    /// What happened, by time and id.
    public let events: [Event]

    /// The rules that it was folded by.
    public struct Rules: Codable, Sendable {
      /// The rule set.
      public let id: String
      /// Its version.
      public let version: String
      /// The hash of its content.
      public let hash: String
    }

    /// The level.
    public struct Level: Codable, Sendable {
      /// The level.
      public let id: String
      /// Since when.
      public let since: Date
      /// When it is lost.
      public let lost: Date?
      /// What the account qualifies for.
      public let qualified: String?
      /// Lower levels that it had before, the lowest first.
      public let before: [Before]?
      /// The highest level that it ever had, where that is another.
      public let highest: String?

      /// An element of `before`.
      public struct Before: Codable, Sendable {
        /// The level.
        public let id: String
        /// Since when it had this or a higher one.
        public let since: Date
      }
    }

    /// The level that an event set.
    public struct SetLevel: Codable, Sendable {
      /// The level.
      public let id: String
      /// When it is set no more.
      public let until: Date?
    }

    /// An element of `lots`.
    public struct Lot: Codable, Sendable {
      /// The entry that made it.
      public let id: String
      /// The event that it came with.
      public let event: String
      /// Of what.
      public let unit: String
      /// What is left of it. At least 0.
      public let left: Int
      /// Since when it counts; of one that waits, when it came in.
      public let since: Date
      /// When it expires.
      public let expires: Date?
      /// The rule that declares how long it waits and lasts.
      public let rule: Results.Rule?
      /// When it begins to count.
      public let begins: Date?
      /// How long after a commit it begins to count.
      public let waits: Results.Period?
      /// How long it then lasts.
      public let lasts: Results.Period?
    }

    /// An element of `holds`.
    public struct Hold: Codable, Sendable {
      /// The event that made it.
      public let event: String
      /// Of what.
      public let unit: String
      /// How much. At least 0.
      public let amount: Int
      /// When it is given back by itself.
      public let lapses: Date?
      /// The rule that it costs this much by.
      public let rule: Results.Rule?
      /// The lots that it was taken from.
      public let parts: [Part]

      /// An element of `parts`.
      public struct Part: Codable, Sendable {
        /// The entry that made it.
        public let id: String
        /// The event that it came with.
        public let event: String
        /// Of what.
        public let unit: String
        /// What is left of it. At least 0.
        public let left: Int
        /// Since when it counts; of one that waits, when it came in.
        public let since: Date
        /// When it expires.
        public let expires: Date?
        /// The rule that declares how long it waits and lasts.
        public let rule: Results.Rule?
      }
    }

    /// An element of `spent`.
    public struct Spent: Codable, Sendable {
      /// The event that made it.
      public let event: String
      /// Of what.
      public let unit: String
      /// How much. At least 0.
      public let amount: Int
      /// When it is given back by itself.
      public let lapses: Date?
      /// The rule that it costs this much by.
      public let rule: Results.Rule?
      /// The lots that it was taken from.
      public let parts: [Part]

      /// An element of `parts`.
      public struct Part: Codable, Sendable {
        /// The entry that made it.
        public let id: String
        /// The event that it came with.
        public let event: String
        /// Of what.
        public let unit: String
        /// What is left of it. At least 0.
        public let left: Int
        /// Since when it counts; of one that waits, when it came in.
        public let since: Date
        /// When it expires.
        public let expires: Date?
        /// The rule that declares how long it waits and lasts.
        public let rule: Results.Rule?
      }
    }

    /// An element of `events`.
    public struct Event: Codable, Sendable {
      /// The caller's id: its name for ever.
      public let id: String
      /// What it does.
      public let type: Kind
      /// When it happened.
      public let time: Date
      /// The event that it is about.
      public let subject: String?
      /// The money that it is about.
      public let amount: Results.Money?
      /// How much to add or take, send or receive.
      public let change: Int?
      /// Of which unit.
      public let unit: String?
      /// The account that it sends to.
      public let recipient: String?
      /// The account that it receives from.
      public let sender: String?
      /// What it receives for.
      public let cause: String?
      /// Whether it counts only after a commit.
      public let waits: Bool?
      /// The benefit that is used or cancelled.
      public let benefit: String?
      /// Who acts, or whose rights are set.
      public let member: String?
      /// The rights that are set.
      public let rights: [String]?
      /// The level that is set.
      public let level: String?
      /// When that level is set no more.
      public let until: Date?
      /// Who adjusts, or sets rights or a level.
      public let actor: String?
      /// Why.
      public let reason: String?
      /// What it was granted.
      public let grants: [String: Int]?
      /// Facts that the rules declare, by name.
      public let facts: [String: Value]?
      /// What became of it.
      public let outcome: Results.EventOutcome
      /// Why it was refused.
      public let refused: String?
      /// When its lots began to count, where that was later.
      public let began: Date?
      /// False where it counts towards no lifetime.
      public let counts: Bool?

      /// What it does.
      public enum Kind: String, Codable, Sendable, CaseIterable {
        /// `earn`.
        case earn
        /// `reserve`.
        case reserve
        /// `commit`.
        case commit
        /// `cancel`.
        case cancel
        /// `refund`.
        case refund
        /// `adjust`.
        case adjust
        /// `use`.
        case use
        /// `send`.
        case send
        /// `receive`.
        case receive
        /// `member`.
        case member
        /// `level`.
        case level
      }

      private enum CodingKeys: String, CodingKey {
        case id
        case type
        case time
        case subject = "of"
        case amount
        case change
        case unit
        case recipient = "to"
        case sender = "from"
        case cause
        case waits
        case benefit
        case member
        case rights
        case level
        case until
        case actor
        case reason
        case grants
        case facts
        case outcome
        case refused
        case began
        case counts
      }
    }

    private enum CodingKeys: String, CodingKey {
      case account
      case rules
      case asOf = "as_of"
      case changed
      case level
      case setLevel = "set_level"
      case renewed
      case earns
      case balances
      case lots
      case holds
      case spent
      case benefits
      case members
      case entries
      case events
    }
  }
}
