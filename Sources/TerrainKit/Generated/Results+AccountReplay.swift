// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
import Foundation

extension Results {
  /// The result of `loyalty.replay`.
  public struct AccountReplay: Codable, Sendable {
    /// The pack that this comes from.
    public let pack: Results.Version
    /// The rules that this comes from.
    public let rules: Results.Version
    /// How many events were there more than once. At least 0.
    public let duplicates: Int
    /// The instant that the account shows.
    public let asOf: Date?
    /// What there is, by unit.
    public let balances: [String: Results.Balance]
    /// The level.
    public let level: String?
    /// What the rules decide about the account's standing.
    public let standing: Value?
    /// The language of the pack that serves the requested one.
    public let locale: String
    /// Messages to send.
    public let notifications: [Results.Message]
    /// The rows that decided.
    public let why: [Results.Origin]?
    /// The account, for the next request.
    public let account: Results.Account

    private enum CodingKeys: String, CodingKey {
      case pack
      case rules
      case duplicates
      case asOf = "as_of"
      case balances
      case level
      case standing
      case locale
      case notifications
      case why
      case account
    }
  }
}
