import TerrainBase
import TerrainRules

/// A hold that time has given back.
package struct AccountLapse: Sendable {
  /// The event that made it.
  package let event: Text
  /// Of what.
  package let unit: Text
  /// How much.
  package let amount: Int64
  /// When.
  package let time: Timestamp
  /// The rule that set it aside.
  package let reason: AccountReason?
}

/// What an operation did, or would do, to an account.
package struct AccountChange: Sendable {
  /// What became of the event; nil if there was none, only time.
  package internal(set) var outcome: EventOutcome?
  /// Why a part of the event was not done, though the event was.
  package internal(set) var declined: Text?
  /// The field of the event that the rules refused it for, or declined a part of it for, where they name one.
  package internal(set) var refusedAt: Text?
  /// The event was there already: nothing has changed.
  package internal(set) var isDuplicate = false
  /// Lines that are new.
  package internal(set) var entries: [AccountEntry] = []
  /// Lines that are no more, because an event came late.
  package internal(set) var withdrawn: [AccountEntry] = []
  /// Other events of which something else became, because an event came late.
  package internal(set) var changed: [(event: Text, before: EventOutcome, after: EventOutcome)] = []
  /// Holds that were given back because their time was over.
  package internal(set) var lapses: [AccountLapse] = []
  /// What the event drew on budgets, and which claims it was granted.
  package internal(set) var drawn: [Text: Int64] = [:]
  /// What the event asked for, where it was being accepted.
  var claims: [Claim] = []
  /// What the event brings other accounts.
  package internal(set) var counterparts: [Counterpart] = []
  /// The level before.
  package internal(set) var levelBefore: Text?
  /// Messages to send, not yet in anybody's language.
  var notices: [Notice] = []
  /// Which rows decided: why it was refused, what holds it made, which level it led to.
  package internal(set) var why: [Origin] = []

  /// How many events were folded for it: those that are new, and those that a late one made to be folded again.
  package internal(set) var foldedEvents = 0

  /// A message that a row chose.
  struct Notice: Sendable {
    let choice: MessageChoice
    let origin: Origin?
  }
}
