import TerrainRules
import TerrainBase

/// The effect of an operation on an account, before the account is changed.
struct AccountWork {
  var change = AccountChange()
  var state: AccountState
  /// The version of the rules whose windows the state has.
  var windowsOf: UInt64
  /// New lines; those since then where something is undone first.
  var entries: [AccountEntry]
  var records: [Text: EventRecord]
  /// What is undone first; nil where nothing is.
  var rollback: Rollback?
  /// The checkpoints that were made, and the records that have changed before them, as they were.
  var checkpoints: Checkpoints
  var replaced: [Text: EventRecord]
  /// The field that the rules refused the event for.
  var blamed: Text?
  /// Where the event goes; nil where there is none to add.
  var insertion: (event: AccountEvent, place: Int)?
  var now: Timestamp
  /// What events drew on budgets.
  var drawn: [Text: [Text: Int64]]

  /// The result of `fold` at `now`, where the time of the events `later` has not come.
  init(_ fold: consuming AccountFold, later: [AccountEvent], now: Timestamp) {
    fold.settleRecords()
    records = fold.settled
    for event in later { records[event.id] = EventRecord(event, .later) }
    rollback = fold.start.rollback
    checkpoints = fold.checkpoints
    replaced = fold.replaced
    state = fold.state
    windowsOf = fold.rules.engine.fingerprint
    entries = fold.entries
    self.now = now
    drawn = fold.drawn
    change.entries = fold.entries
    change.why = fold.why
    change.lapses = fold.lapses
    blamed = fold.blamed
    change.claims = fold.claims
    change.foldedEvents = fold.folded - fold.start.folded
  }
}

extension AccountWork {
  /// Records what folding again has changed of `account`, besides the event that was added.
  mutating func compare(with account: Account, besides added: Text?) {
    // In an account that is only being made nothing can have changed.
    guard let rollback, !account.records.isEmpty || !account.entries.isEmpty else { return }
    let undone = account.entries[rollback.entries...]
    let before = Dictionary(keepingFirst: undone.map { ($0.key, $0) })
    let after = Dictionary(keepingFirst: entries.map { ($0.key, $0) })
    change.entries = entries.filter { entry in before[entry.key].map { !$0.isSame(as: entry) } ?? true }
    change.withdrawn = undone.filter { entry in after[entry.key].map { !$0.isSame(as: entry) } ?? true }
    // Folded again, holds lapse again that had lapsed before.
    let held = Set(account.holds.map { $0.event })
    change.lapses.removeAll { !held.contains($0.event) && account.records[$0.event] != nil }
    // Of those that were folded before, only what waited may have changed.
    let waited = rollback.checkpoint.map { account.checkpoints.all[$0].state.waiting.values.flatMap { $0 } } ?? []
    let events = waited.sorted { $0.key < $1.key } + account.events[rollback.folded...]
    for event in events where event.id != added {
      guard let old = account.records[event.id]?.outcome, let new = records[event.id]?.outcome, old != new else {
        continue
      }
      change.changed.append((event.id, old, new))
    }
  }
}

extension Account {
  /// Applies the effect of an operation.
  mutating func take(_ work: AccountWork) {
    state = work.state
    windowsOf = work.windowsOf
    asOf = work.now
    work.rollback?.apply(to: &self)
    entries += work.entries
    if records.isEmpty { records = work.records } else { records.merge(replacingBy: work.records) }
    checkpoints.add(replaced: work.replaced, then: work.checkpoints)
    if let (event, place) = work.insertion { events.insert(event.kept, at: place) }
  }
}
