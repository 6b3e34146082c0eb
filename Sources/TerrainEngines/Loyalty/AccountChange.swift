import TerrainBase
import TerrainRules

/// A hold that time has given back.
package struct AccountLapse: Sendable {
  /// The event that made it.
  package let event: Text
  /// The unit of the amount.
  package let unit: Text
  /// The amount that ends.
  package let amount: Int64
  /// The time at which it ends.
  package let time: Timestamp
  /// The rule that set it aside.
  package let reason: AccountReason?
}

/// The effects that an operation had, or would have, on an account.
package struct AccountChange: Sendable {
  /// The outcome of the event; nil if only time passed.
  package internal(set) var outcome: EventOutcome?
  /// The reason for declining a part of an event that was otherwise applied.
  package internal(set) var declined: Text?
  /// The field of the event that led to the refusal or the decline, if the rules name a field.
  package internal(set) var refusedAt: Text?
  /// The event was there already: nothing has changed.
  package internal(set) var isDuplicate = false
  /// Lines that are new.
  package internal(set) var entries: [AccountEntry] = []
  /// Entries that were removed because an event came late.
  package internal(set) var withdrawn: [AccountEntry] = []
  /// Other events whose outcome changed because an event came late.
  package internal(set) var changed: [(event: Text, before: EventOutcome, after: EventOutcome)] = []
  /// Holds that were given back because their time was over.
  package internal(set) var lapses: [AccountLapse] = []
  /// The amounts that the event drew on budgets, and the claims that it was granted.
  package internal(set) var drawn: [Text: Int64] = [:]
  /// The claims of the event if it was being accepted.
  var claims: [Claim] = []
  /// The events for other accounts that follow from this event.
  package internal(set) var counterparts: [Counterpart] = []
  /// The level before.
  package internal(set) var levelBefore: Text?
  /// The messages to send, not yet translated.
  var notices: [Notice] = []
  /// The rows that decided the refusal, the holds, and the level.
  package internal(set) var why: [Origin] = []

  /// The number of events that were folded: new events, and events that a late event made it necessary to fold again.
  package internal(set) var foldedEvents = 0

  /// A message that a row chose.
  struct Notice: Sendable {
    let choice: MessageChoice
    let origin: Origin?
  }
}
