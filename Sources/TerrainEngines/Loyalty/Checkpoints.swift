import TerrainBase

/// An account after some of its events: a late event is folded from the last checkpoint before it, not from the beginning.
struct Checkpoint: Sendable {
  /// The number of folded events of the account.
  let folded: Int
  /// The number of entries.
  let entries: Int
  let state: AccountState
  /// The version of the rules whose windows the state has.
  let windowsOf: UInt64
  /// The records that changed from here up to the next checkpoint, as they were here. It may also contain records of later events.
  var replaced: [Text: EventRecord] = [:]
}

/// The checkpoints of an account, oldest first: the further back, the fewer. Going back to one costs at most about twice the
/// events after the instant that is wanted.
struct Checkpoints: Sendable {
  /// The rules that they were folded by (``LoyaltyEngine/lineage``).
  private(set) var lineage: UInt64?
  private(set) var all: [Checkpoint] = []

  /// None yet, for the rules of `lineage`.
  init(lineage: UInt64? = nil) { self.lineage = lineage }

  /// The position of the last one with at most `count` events folded; nil if that is the beginning.
  func last(upTo count: Int) -> Int? { all.lastIndex { $0.folded <= count } }

  /// The records that have changed since the checkpoint at `index`, as they were there.
  func replaced(since index: Int) -> [Text: EventRecord] {
    all[index...].reduce(into: [:]) { records, checkpoint in
      records.merge(keepingFirst: checkpoint.replaced)
    }
  }

  /// Removes the checkpoints after `index`, to which the account has returned; removes all if `index` is nil.
  mutating func removeAll(after index: Int?) {
    guard let index else { return all.removeAll() }
    all.removeSubrange((index + 1)...)
    all[index].replaced = [:]
  }

  /// Adds that `records`, in their earlier versions, have changed since the last checkpoint, and then the checkpoints of `others`.
  mutating func add(replaced records: [Text: EventRecord], then others: Checkpoints) {
    if let last = all.indices.last, !records.isEmpty {
      all[last].replaced.merge(keepingFirst: records)
    }
    if others.all.isEmpty { return }
    all += others.all
    thinOut()
  }

  /// Adds one more.
  mutating func append(_ checkpoint: Checkpoint) {
    all.append(checkpoint)
    thinOut()
  }

  /// Removes checkpoints whose neighbors are close enough to each other, relative to their distance from the last checkpoint.
  private mutating func thinOut() {
    guard let end = all.last?.folded else { return }
    var place = all.count - 2
    while place > 0 {
      if end - all[place - 1].folded <= 2 * (end - all[place + 1].folded) {
        let removed = all.remove(at: place)
        all[place - 1].replaced.merge(keepingFirst: removed.replaced)
      }
      place -= 1
    }
  }
}

/// The beginning of folding: the current state of an account, or its state after some of its events.
struct FoldStart {
  let account: Account
  /// The number of events that are already folded.
  let folded: Int
  let state: AccountState
  /// The version of the rules whose windows the state has.
  let windowsOf: UInt64?
  /// The number of events at the last checkpoint; nil without a checkpoint.
  let checkpoint: Int?
  /// The rollback that comes first; nil if none is necessary.
  let rollback: Rollback?

  /// `account` as it is.
  init(_ account: Account) {
    self.account = account
    folded = account.firstUnfolded
    state = account.state
    windowsOf = account.windowsOf
    checkpoint = account.checkpoints.all.last?.folded
    rollback = nil
  }

  /// `account` as it was after at most `count` of its events: at the last checkpoint before that, else in `beginning`, in which
  /// nothing has happened.
  init(_ account: Account, upTo count: Int, else beginning: Account) {
    guard let index = account.checkpoints.last(upTo: count) else {
      self.account = beginning
      folded = 0
      state = beginning.state
      windowsOf = beginning.windowsOf
      checkpoint = nil
      rollback = Rollback()
      return
    }
    let there = account.checkpoints.all[index]
    self.account = account
    folded = there.folded
    state = there.state
    windowsOf = there.windowsOf
    checkpoint = there.folded
    rollback = Rollback(
      checkpoint: index, folded: there.folded, entries: there.entries,
      replaced: account.checkpoints.replaced(since: index),
      unknown: Set(account.events[there.folded...].map { $0.id }))
  }

  /// The number of entries.
  var entries: Int { rollback?.entries ?? account.entries.count }

  /// The record of the event `id` at the start; nil if it was not known.
  func record(_ id: Text) -> EventRecord? {
    guard let rollback else { return account.records[id] }
    return rollback.unknown.contains(id) ? nil : rollback.replaced[id] ?? account.records[id]
  }

  /// The account as it was there.
  var rolledBack: Account {
    var account = account
    rollback?.apply(to: &account)
    account.events.removeSubrange(folded...)
    account.state = state
    account.windowsOf = windowsOf
    return account
  }
}

/// The steps that take an account back to one of its checkpoints, or to the beginning.
struct Rollback: Sendable {
  /// The position of the checkpoint; nil: the beginning.
  var checkpoint: Int?
  /// The number of folded events.
  var folded = 0
  /// The number of entries.
  var entries = 0
  /// The records that have changed since, as they were.
  var replaced: [Text: EventRecord] = [:]
  /// The events that had no record.
  var unknown: Set<Text> = []

  /// Takes back entries, records and checkpoints of `account`; not its state.
  func apply(to account: inout Account) {
    account.checkpoints.removeAll(after: checkpoint)
    account.entries.removeSubrange(entries...)
    guard checkpoint != nil else {
      account.records = [:]
      return
    }
    account.records.merge(replacingBy: replaced)
    for id in unknown { account.records[id] = nil }
  }
}
