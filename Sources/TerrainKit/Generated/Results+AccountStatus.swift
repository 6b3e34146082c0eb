// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
import Foundation

extension Results {
  /// The result of `loyalty.status`.
  public struct AccountStatus: Codable, Sendable {
    /// The pack that this comes from.
    public let pack: Results.Version
    /// The rules that this comes from.
    public let rules: Results.Version
    /// Lines that are new.
    public let entries: [Results.Entry]
    /// Holds that were given back because their time was over.
    public let lapsed: [Results.LapsedHold]?
    /// Lines that are no more, because an event came late.
    public let withdrawn: [Results.Entry]
    /// Other events of which something else became, because an event came late.
    public let changed: [Results.ChangedEvent]
    /// The instant that the account shows.
    public let asOf: Date?
    /// What there is, by unit.
    public let balances: [String: Results.Balance]
    /// The level.
    public let level: String?
    /// What the rules decide about the account's standing.
    public let standing: Value?
    /// What events issued, and what became of it.
    public let benefits: [Results.Benefit]?
    /// Who may act on the account, by id.
    public let members: [Results.Member]?
    /// Names in the account that the pack or the rules no longer have.
    public let unknown: [Results.UnknownName]?
    /// The language of the pack that serves the requested one.
    public let locale: String
    /// Messages to send.
    public let notifications: [Results.Message]
    /// The rows that decided.
    public let why: [Results.Origin]?

    private enum CodingKeys: String, CodingKey {
      case pack
      case rules
      case entries
      case lapsed
      case withdrawn
      case changed
      case asOf = "as_of"
      case balances
      case level
      case standing
      case benefits
      case members
      case unknown
      case locale
      case notifications
      case why
    }
  }
}
