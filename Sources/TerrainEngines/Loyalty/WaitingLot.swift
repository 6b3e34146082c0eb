import TerrainBase

/// A lot that does not count yet.
package struct WaitingLot: Sendable, Hashable {
  /// The lot, with the time at which it came in.
  package var lot: Lot
  /// When it begins to count; nil: after a commit.
  package var begins: Timestamp?
  /// How long after the commit it begins to count.
  package let waits: CalendarPeriod
  /// How long it then lasts; nil: for ever.
  package let lasts: CalendarPeriod?
}

/// The lots that do not count yet: those that wait for a commit, as they came in, and those that wait for their time, in the
/// order in which they begin.
struct WaitingLots: Sendable {
  private var uncommitted = SortedRuns<WaitingLot>()
  private var timed = SortedRuns<WaitingLot>()

  /// Those that wait for a commit first.
  var all: [WaitingLot] { uncommitted.all + timed.all }

  /// When the next one begins to count by itself.
  var nextBegin: Timestamp? { timed.first?.begins }

  mutating func insert(_ waiting: WaitingLot) {
    if let begins = waiting.begins {
      let place = timed.place {
        ($0.begins ?? .latest, $0.lot.event, $0.lot.entry) < (begins, waiting.lot.event, waiting.lot.entry)
      }
      timed.insert(waiting, at: place)
    } else {
      let place = uncommitted.place { $0.lot.since <= waiting.lot.since }
      uncommitted.insert(waiting, at: place)
    }
  }

  /// Removes the next one that begins to count by itself.
  mutating func removeFirst() -> WaitingLot? { timed.removeFirst() }

  /// Removes those of `event` that wait for a commit since `since`, the last that came first.
  mutating func commit(_ event: Text, since: Timestamp) -> [WaitingLot] {
    var matches: [WaitingLot] = []
    var place = uncommitted.place { $0.lot.since < since }
    while let waiting = uncommitted[place], waiting.lot.since == since {
      if waiting.lot.event == event {
        uncommitted.remove(at: &place)
        matches.append(waiting)
      } else {
        uncommitted.advance(&place)
      }
    }
    return matches.reversed()
  }

  /// Takes up to `amount` from lots of `event`, which wait since `since`, or until `begins`, where their number is one of
  /// `isEntry`; how much that was.
  mutating func take(
    _ amount: Int64, of event: Text, since: Timestamp, begins: Timestamp?, where isEntry: (Int) -> Bool
  ) -> Int64 {
    func isPart(_ waiting: WaitingLot) -> Bool { waiting.lot.event == event && isEntry(waiting.lot.entry) }
    guard let begins else {
      return Self.take(amount, from: &uncommitted, where: isPart, after: { $0.lot.since < since }) {
        $0.lot.since == since
      }
    }
    return Self.take(amount, from: &timed, where: isPart, after: { ($0.begins ?? .latest) < begins }) {
      $0.begins == begins
    }
  }

  private static func take(
    _ amount: Int64, from lots: inout SortedRuns<WaitingLot>, where isPart: (WaitingLot) -> Bool,
    after isBefore: (borrowing WaitingLot) -> Bool, while isThere: (WaitingLot) -> Bool
  ) -> Int64 {
    var remaining = amount
    var place = lots.place(after: isBefore)
    while remaining > 0, let waiting = lots[place], isThere(waiting) {
      let part = isPart(waiting) ? min(remaining, waiting.lot.left) : 0
      remaining -= part
      if part == waiting.lot.left {
        lots.remove(at: &place)
      } else {
        lots.change(at: place) { $0.lot.left -= part }
        lots.advance(&place)
      }
    }
    return amount - remaining
  }
}
