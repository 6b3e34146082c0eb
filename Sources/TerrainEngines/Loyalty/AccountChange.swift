import TerrainRules
import TerrainValues

/// What an operation did, or would do, to an account.
public struct AccountChange: Sendable {
  /// What became of the event; nil where there was none, only time.
  public internal(set) var outcome: EventOutcome?
  /// The field of the event that the rules refused it for, where they name one.
  public internal(set) var refusedAt: Text?
  /// The event was there already: nothing has changed.
  public internal(set) var isDuplicate = false
  /// Lines that are new.
  public internal(set) var entries: [AccountEntry] = []
  /// Lines that are no more, because an event came late.
  public internal(set) var withdrawn: [AccountEntry] = []
  /// Other events of which something else became, because an event came late.
  public internal(set) var changed: [(event: Text, before: EventOutcome, after: EventOutcome)] = []
  /// The level before.
  public internal(set) var levelBefore: Text?
  /// Messages to send, not yet in anybody's language.
  var notices: [Notice] = []
  /// Which rows decided: why it was refused, what holds it made, which level it led to.
  public internal(set) var why: [Origin] = []

  /// A message that a row chose.
  struct Notice: Sendable {
    let choice: MessageChoice
    let origin: Origin?
  }
}
