import TerrainBase

/// An account after some of its events: a late event is folded from the last one before it, not from nothing.
struct Checkpoint: Sendable {
  /// How many of the account's events were folded.
  let folded: Int
  /// How many entries there were.
  let entries: Int
  let state: AccountState
  /// The version of the rules whose windows the state has.
  let windowsOf: UInt64
  /// The records that changed from here up to the next checkpoint, as they were here. It may have some of later events too.
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

  /// The position of the last one with at most `count` events folded; nil where that is the beginning.
  func last(upTo count: Int) -> Int? { all.lastIndex { $0.folded <= count } }

  /// The records that have changed since the one at `index`, as they were there.
  func replaced(since index: Int) -> [Text: EventRecord] {
    all[index...].reduce(into: [:]) { records, checkpoint in
      records.merge(keepingFirst: checkpoint.replaced)
    }
  }

  /// Removes those after the one at `index`, at which the account is again; all of them where that is nil.
  mutating func removeAll(after index: Int?) {
    guard let index else { return all.removeAll() }
    all.removeSubrange((index + 1)...)
    all[index].replaced = [:]
  }

  /// Adds that `records` have changed since the last one, as they were before, then the checkpoints of `others`.
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

  /// Removes each one whose neighbors are near enough, seen from the last.
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
