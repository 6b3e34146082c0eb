import TerrainRules
import TerrainValues

/// The effect of an operation on an account, before the account is changed.
struct AccountWork {
  var change = AccountChange()
  var state: AccountState
  /// The version of the rules whose windows the state has.
  var windowsOf: UInt64
  /// New lines; all of them where everything was folded again.
  var entries: [AccountEntry]
  var records: [Text: EventRecord]
  var isRefold: Bool
  /// The event that the rules refused last, and the field that they did it for.
  var blamed: (event: Text, field: Text)?
  /// Where the event goes; nil where there is none to add.
  var insertion: (event: AccountEvent, place: Int)?
  var now: Timestamp
  /// What events drew on budgets.
  var drawn: [Text: [Text: Int64]]

  /// The result of `fold` at `now`.
  init(_ fold: AccountFold, records: [Text: EventRecord], isRefold: Bool, now: Timestamp) {
    state = fold.state
    windowsOf = fold.rules.engine.fingerprint
    entries = fold.entries
    self.records = records
    self.isRefold = isRefold
    self.now = now
    drawn = fold.drawn
    change.entries = fold.entries
    change.why = fold.why
    change.lapses = fold.lapses
    blamed = fold.blamed
    change.claims = fold.claims
  }
}

extension AccountWork {
  /// Records what folding again has changed of `account`, besides the event that was added.
  mutating func compare(with account: Account, besides added: Text?) {
    let before = Dictionary(keepingFirst: account.entries.map { ($0.key, $0) })
    let after = Dictionary(keepingFirst: entries.map { ($0.key, $0) })
    change.entries = entries.filter { entry in before[entry.key].map { !$0.isSame(as: entry) } ?? true }
    change.withdrawn = account.entries.filter { entry in after[entry.key].map { !$0.isSame(as: entry) } ?? true }
    // Folded again, holds lapse again that had lapsed before.
    let held = Set(account.holds.map { $0.event })
    change.lapses.removeAll { !held.contains($0.event) && account.records[$0.event] != nil }
    for event in account.events where event.id != added {
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
    if work.isRefold {
      entries = work.entries
      records = work.records
    } else {
      entries += work.entries
      for (id, record) in work.records { records[id] = record }
    }
    if let (event, place) = work.insertion { events.insert(event.kept, at: place) }
  }
}
