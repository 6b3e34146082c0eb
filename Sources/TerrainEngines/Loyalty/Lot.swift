import TerrainBase

/// What is left of an amount that came in at once, and how long it lasts.
package struct Lot: Sendable, Hashable {
  /// The event that it came with.
  package let event: Text
  /// The number of the entry that made it, among those of its event.
  let entry: Int
  /// What is left of it.
  package var left: Int64
  /// When it began to count; of one that waits, when it came in.
  package var since: Timestamp
  /// When it expires; nil: never.
  package var expires: Timestamp?

  /// The id of the entry that made it.
  package var id: Text { AccountEntry.id(event, entry) }

  /// Those that expire first are taken first, of those the oldest, of those by event and entry.
  static func isBefore(_ a: borrowing Lot, _ b: borrowing Lot) -> Bool {
    let (x, y) = (a.expires ?? .latest, b.expires ?? .latest)
    if x != y { return x < y }
    if a.since != b.since { return a.since < b.since }
    return a.event != b.event ? a.event < b.event : a.entry < b.entry
  }
}

/// The lots that count, in the order in which they are taken. None of them is empty.
struct LotQueue: Sendable {
  private var lots = SortedRuns<Lot>()

  /// All of them, in order.
  var all: [Lot] { lots.all }

  /// When the next one expires; nil where none does.
  var nextExpiry: Timestamp? { lots.first?.expires }

  /// Adds a lot, or gives back to one that is there.
  mutating func insert(_ lot: Lot) {
    let place = lots.place { Lot.isBefore($0, lot) }
    if let there = lots[place], there.event == lot.event, there.entry == lot.entry {
      lots.change(at: place) { $0.left += lot.left }
    } else {
      lots.insert(lot, at: place)
    }
  }

  /// Takes up to `amount` from the front; what was taken, from which.
  mutating func take(_ amount: Int64) -> [Lot] {
    var parts: [Lot] = []
    var remaining = amount
    while remaining > 0, var part = lots.first {
      part.left = min(part.left, remaining)
      remaining -= part.left
      var place = lots.place { _ in false }
      take(part.left, at: &place)
      parts.append(part)
    }
    return parts
  }

  /// Takes up to `amount` from the lots that came with `event`, which count since `since` and expire at `expires`, where their
  /// number is one of `isEntry`; how much that was.
  mutating func take(
    _ amount: Int64, of event: Text, since: Timestamp, expires: Timestamp?, where isEntry: (Int) -> Bool
  ) -> Int64 {
    var remaining = amount
    let first = Lot(event: event, entry: 0, left: 0, since: since, expires: expires)
    var place = lots.place { Lot.isBefore($0, first) }
    while remaining > 0, let lot = lots[place], lot.event == event, lot.since == since, lot.expires == expires {
      guard isEntry(lot.entry) else {
        lots.advance(&place)
        continue
      }
      let taken = min(lot.left, remaining)
      remaining -= taken
      take(taken, at: &place)
    }
    return amount - remaining
  }

  /// Takes `amount` from the lot at `place`; where all of it goes, the next one is there, else `place` is that one's.
  private mutating func take(_ amount: Int64, at place: inout SortedRuns<Lot>.Place) {
    if let lot = lots[place], lot.left > amount {
      lots.change(at: place) { $0.left -= amount }
      lots.advance(&place)
    } else {
      lots.remove(at: &place)
    }
  }

  /// Removes the first one, which has expired.
  mutating func removeFirst() -> Lot? { lots.removeFirst() }
}
