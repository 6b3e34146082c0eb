import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

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

  /// When the next one expires; nil if none does.
  var nextExpiry: Timestamp? { lots.first?.expires }

  /// How much expires then.
  var nextExpiryAmount: Int64 {
    guard let expiry = nextExpiry else { return 0 }
    var (amount, place) = (Int64(0), lots.place { _ in false })
    while let lot = lots[place], lot.expires == expiry {
      amount += lot.left
      lots.advance(&place)
    }
    return amount
  }

  /// Lets all lots that expire before `end` expire then.
  mutating func renew(until end: Timestamp) {
    var renewed: [Lot] = []
    while let expires = lots.first?.expires, expires < end, var lot = lots.removeFirst() {
      lot.expires = end
      renewed.append(lot)
    }
    for lot in renewed { insert(lot) }
  }

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

  /// Takes up to `amount` from all lots that came with `event`, in the order of their entries, where their number is one of `isEntry`; how
  /// much that was. It looks at every lot.
  mutating func take(_ amount: Int64, of event: Text, where isEntry: (Int) -> Bool) -> Int64 {
    var remaining = amount
    let own = lots.all.filter { $0.event == event && isEntry($0.entry) }.sorted { $0.entry < $1.entry }
    for lot in own where remaining > 0 {
      var place = lots.place { Lot.isBefore($0, lot) }
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

/// When the lots of an event begin and end to count, as the decision `lot` declares.
struct LotTerms: Sendable {
  /// They wait for a commit.
  var isPending = false
  /// They begin to count so much later.
  var waits = CalendarPeriod()
  /// They last so long; nil: for ever.
  var lasts: CalendarPeriod?
  /// They count towards the lifetime.
  var counts = true
  /// The rule that declares them; nil if none does.
  var reason: AccountReason?
}

extension LotTerms {
  /// The terms that `value`, the result of `decision`, declares.
  ///
  /// - Throws: what is wrong with them.
  init(_ value: Value, of decision: Decision) throws(DiagnosticError) {
    guard case .map(let map)? = value.present else { return }
    for (key, value) in map.entries {
      guard case .string(let key) = key, let value = value.present else { continue }
      switch (key.string, value) {
      case ("pending", .bool(let isPending)): self.isPending = isPending
      case ("counts", .bool(let counts)): self.counts = counts
      case ("waits", _):
        guard let period = PeriodReader.period(value) else { throw DiagnosticError(.notAPeriod(decision)) }
        waits = period
      case ("lasts", _):
        guard let period = PeriodReader.period(value) else { throw DiagnosticError(.notAPeriod(decision)) }
        lasts = period
      default: throw DiagnosticError(.wrongTerm(key, decision))
      }
    }
  }
}

extension Diagnostic {
  static func wrongTerm(_ key: Text, _ decision: Decision) -> Diagnostic {
    rule(
      "account/terms", "`\(key)` of `\(decision.name)` is not what it has to be", decision,
      fix: "`pending` and `counts` are true or false, `waits` and `lasts` are periods")
  }
}

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
  /// The lots that it was taken from; in each, `left` is what was taken. Of what was spent, what has not come back.
  package internal(set) var parts: [Lot]

  /// The sum of its parts.
  var left: Int64 { parts.reduce(0) { $0 + $1.left } }

  /// Takes up to `amount` from its parts, those that were taken last before: they are the ones that expire last.
  mutating func takeLast(_ amount: Int64) -> [Lot] {
    var taken: [Lot] = []
    var remaining = amount
    while remaining > 0, var part = parts.popLast() {
      if part.left > remaining {
        var rest = part
        rest.left -= remaining
        parts.append(rest)
        part.left = remaining
      }
      remaining -= part.left
      taken.append(part)
    }
    return taken
  }
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

  /// Removes the first hold that `event` made, which lapses at `lapses`; nil if it is no more.
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
