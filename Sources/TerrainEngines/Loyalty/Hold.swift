import TerrainBase

/// Something set aside, to be spent or given back.
package struct Hold: Sendable, Hashable {
  /// The event that made it.
  package let event: Text
  /// The unit's position.
  let unit: Int
  /// How much.
  package let amount: Int64
  /// When it is given back by itself; nil: never.
  package let lapses: Timestamp?
  /// The lots that it was taken from; in each, `left` is what was taken.
  package internal(set) var parts: [Lot]
}

/// What is set aside, in the order in which it lapses.
struct Holds: Sendable {
  private var holds = SortedRuns<Hold>()

  /// All of them, in order.
  var all: [Hold] { holds.all }

  /// When the next one lapses.
  var nextLapse: Timestamp? { holds.first?.lapses }

  mutating func insert(_ hold: Hold) {
    let place = place(of: hold.event, lapses: hold.lapses, unit: hold.unit)
    holds.insert(hold, at: place)
  }

  /// Removes the first hold that `event` made, which lapses at `lapses`; nil where it is no more.
  mutating func remove(_ event: Text, lapses: Timestamp?) -> Hold? {
    var place = place(of: event, lapses: lapses, unit: 0)
    guard let hold = holds[place], hold.event == event, hold.lapses == lapses else { return nil }
    return holds.remove(at: &place)
  }

  /// Removes the first one, which has lapsed.
  mutating func removeFirst() -> Hold? { holds.removeFirst() }

  private func place(of event: Text, lapses: Timestamp?, unit: Int) -> SortedRuns<Hold>.Place {
    holds.place { ($0.lapses ?? .latest, $0.event, $0.unit) < (lapses ?? .latest, event, unit) }
  }
}
