import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// The rest of an amount that came in at once, with its expiry.
package struct Lot: Sendable, Hashable {
  /// The event that it came with.
  package let event: Text
  /// The number of the entry that made the lot, among those of its event.
  let entry: Int
  /// The rest of the amount.
  package var left: Int64
  /// The time from which the lot counts; for a waiting lot, the time at which it came in.
  package var since: Timestamp
  /// The time at which it expires; nil if it never does.
  package var expires: Timestamp?

  /// The id of the entry that made it.
  package var id: Text { AccountEntry.id(event, entry) }

  /// Orders lots by expiry, then by age, then by event and entry.
  static func isBefore(_ a: borrowing Lot, _ b: borrowing Lot) -> Bool {
    let (x, y) = (a.expires ?? .latest, b.expires ?? .latest)
    if x != y { return x < y }
    if a.since != b.since { return a.since < b.since }
    return a.event != b.event ? a.event < b.event : a.entry < b.entry
  }
}

/// The lots that count, in the order in which they are taken. No lot is empty.
struct LotQueue: Sendable {
  private var lots = SortedRuns<Lot>()

  /// All lots, in order.
  var all: [Lot] { lots.all }

  /// The time of the next expiry; nil if no lot expires.
  var nextExpiry: Timestamp? { lots.first?.expires }

  /// The amount that expires at that time.
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

  /// Adds a lot, or adds its amount to the same lot in the queue.
  mutating func insert(_ lot: Lot) {
    let place = lots.place { Lot.isBefore($0, lot) }
    if let there = lots[place], there.event == lot.event, there.entry == lot.entry {
      lots.change(at: place) { $0.left += lot.left }
    } else {
      lots.insert(lot, at: place)
    }
  }

  /// Takes up to `amount` from the front. Returns the parts of lots that were taken.
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

  /// Takes up to `amount` from the lots of `event` that count since `since` and expire at `expires`, and for whose entry number `isEntry`
  /// is true. Returns the amount taken.
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

  /// Takes up to `amount` from all lots of `event` for whose entry number `isEntry` is true, in the order of their entries. Returns the
  /// amount taken. Visits every lot.
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

  /// Takes `amount` from the lot at `place`. If that empties the lot, it is removed; `place` then refers to the next lot in either case.
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

/// The beginning and the end of an event's lots, as the decision `lot` declares them.
struct LotTerms: Sendable {
  /// True if the lots wait for a commit.
  var isPending = false
  /// The delay until the lots count.
  var waits = CalendarPeriod()
  /// The lifetime of the lots; nil if they never expire.
  var lasts: CalendarPeriod?
  /// True if the lots count towards the lifetime.
  var counts = true
  /// The rule that declares them; nil if none does.
  var reason: AccountReason?
}

extension LotTerms {
  /// The terms that `value`, the result of `decision`, declares.
  ///
  /// - Throws: the errors in the declaration.
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
  /// The time at which it begins to count; nil if it waits for a commit.
  package var begins: Timestamp?
  /// The delay after the commit.
  package let waits: CalendarPeriod
  /// The lifetime after that; nil if it never expires.
  package let lasts: CalendarPeriod?
}

/// The lots that do not count yet: lots that wait for a commit, in the order in which they came in, and lots that wait for a time, in the
/// order in which they begin to count.
struct WaitingLots: Sendable {
  private var uncommitted = SortedRuns<WaitingLot>()
  private var timed = SortedRuns<WaitingLot>()

  /// All waiting lots; those that wait for a commit come first.
  var all: [WaitingLot] { uncommitted.all + timed.all }

  /// The time at which the next lot begins to count by itself.
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

  /// Removes the next lot that begins to count by itself.
  mutating func removeFirst() -> WaitingLot? { timed.removeFirst() }

  /// Removes the lots of `event` that wait for a commit since `since`. The first to come in is last in the result.
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

  /// Takes up to `amount` from lots of `event` that wait since `since`, or until `begins`, and for whose entry number `isEntry` is true.
  /// Returns the amount taken.
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
  /// The amount that is set aside.
  package let amount: Int64
  /// The time at which it is given back automatically; nil if it never is.
  package let lapses: Timestamp?
  /// The lots that the amount was taken from, with the taken amount as `left`. For a spent amount, the part that has not come back.
  package internal(set) var parts: [Lot]

  /// The sum of its parts.
  var left: Int64 { parts.reduce(0) { $0 + $1.left } }

  /// Takes up to `amount` from its parts in reverse order, so that parts that expire last go first.
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

/// The holds in the order in which they lapse.
struct Holds: Sendable {
  private var holds = SortedRuns<Hold>()

  /// All holds, in order.
  var all: [Hold] { holds.all }

  /// The time at which the next hold lapses.
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
