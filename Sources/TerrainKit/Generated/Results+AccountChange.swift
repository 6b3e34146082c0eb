// Generated from the table of operations by Tests/Generators/kit-results.py: do not edit.
import Foundation

extension Results {
  /// The result of `loyalty.apply`.
  public struct AccountChange: Codable, Sendable {
    /// The pack that this comes from.
    public let pack: Results.Version
    /// The rules that this comes from.
    public let rules: Results.Version
    /// What became of the event.
    public let outcome: Results.EventOutcome?
    /// Why it was refused.
    public let refused: String?
    /// Why a part of it was not done, though the event was.
    public let declined: String?
    /// The field of the event that it was refused or declined for, as far as the rules say it.
    public let refusedAt: String?
    /// Whether it was there already, so that nothing changed.
    public let isDuplicate: Bool?
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
    /// The language of the pack that serves the requested one.
    public let locale: String
    /// Messages to send.
    public let notifications: [Results.Message]
    /// The rows that decided.
    public let why: [Results.Origin]?
    /// What the event brings other accounts, to apply there.
    public let counterparts: [Results.Counterpart]?
    /// What was granted of budgets so far, for the next request.
    public let budgets: [String: Results.Budget]?
    /// The account, for the next request.
    public let account: Results.Account

    private enum CodingKeys: String, CodingKey {
      case pack
      case rules
      case outcome
      case refused
      case declined
      case refusedAt = "refused_at"
      case isDuplicate = "duplicate"
      case entries
      case lapsed
      case withdrawn
      case changed
      case asOf = "as_of"
      case balances
      case level
      case standing
      case locale
      case notifications
      case why
      case counterparts
      case budgets
      case account
    }
  }
}
