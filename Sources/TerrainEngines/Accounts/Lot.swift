import TerrainValues

/// What is left of an amount that came in at once, and how long it lasts.
public struct Lot: Sendable, Hashable {
  /// The id of the entry that made it.
  public let id: Text
  /// The event that it came with.
  public let event: Text
  /// What is left of it.
  public var left: Int64
  /// When it began to count; of one that waits, when it came in.
  public var since: Timestamp
  /// When it expires; nil: never.
  public var expires: Timestamp?

  /// Those that expire first are taken first, of those the oldest, of those by id.
  static func isBefore(_ a: Lot, _ b: Lot) -> Bool {
    let (x, y) = (a.expires ?? .latest, b.expires ?? .latest)
    if x != y { return x < y }
    if a.since != b.since { return a.since < b.since }
    return a.id < b.id
  }
}

/// A lot that does not count yet.
public struct WaitingLot: Sendable, Hashable {
  /// The lot, with the time at which it came in.
  public var lot: Lot
  /// When it begins to count; nil: after a commit.
  public var begins: Timestamp?
  /// How long after the commit it begins to count.
  let waits: CalendarPeriod
  /// How long it then lasts; nil: for ever.
  let lasts: CalendarPeriod?

  /// `lot`, which begins to count at `begins`, or `waits` after a commit, and then `lasts`.
  init(lot: Lot, begins: Timestamp?, waits: CalendarPeriod, lasts: CalendarPeriod?) {
    self.lot = lot
    self.begins = begins
    self.waits = waits
    self.lasts = lasts
  }
}

/// Something set aside, to be spent or given back.
public struct Hold: Sendable, Hashable {
  /// The event that made it.
  public let event: Text
  /// The unit's position.
  let unit: Int
  /// How much.
  public let amount: Int64
  /// When it is given back by itself; nil: never.
  public let lapses: Timestamp?
  /// The lots that it was taken from; in each, `left` is what was taken.
  public internal(set) var parts: [Lot]
}

/// The lots that count, in the order in which they are taken.
///
/// What is taken from is kept until it comes to the front, so that taking and giving back move nothing.
struct LotQueue: Sendable {
  private var lots: [Lot] = []
  private var head = 0

  /// Those with something left, in order.
  var all: [Lot] { lots[head...].filter { $0.left > 0 } }

  /// When the next one expires; nil where none does.
  var nextExpiry: Timestamp? { head < lots.count ? lots[head].expires : nil }

  /// Adds a lot, or gives back to one that is there.
  mutating func insert(_ lot: Lot) {
    // Nearly always the last.
    if let last = lots.last, !Lot.isBefore(last, lot) {
      let place = position(of: lot)
      if place < lots.count, lots[place].id == lot.id {
        lots[place].left += lot.left
      } else {
        lots.insert(lot, at: place)
      }
    } else {
      lots.append(lot)
    }
  }

  /// Takes up to `amount` from the front; what was taken, from which.
  mutating func take(_ amount: Int64) -> [Lot] {
    var parts: [Lot] = []
    var wanted = amount
    while wanted > 0, head < lots.count {
      var part = lots[head]
      part.left = min(part.left, wanted)
      wanted -= part.left
      lots[head].left -= part.left
      if part.left > 0 { parts.append(part) }
      skipEmpty()
    }
    return parts
  }

  /// Takes up to `amount` from the lots that came with `event`, which count since `since` and expire at `expires`; how much
  /// that was.
  mutating func take(_ amount: Int64, of event: Text, since: Timestamp, expires: Timestamp?) -> Int64 {
    var wanted = amount
    var place = position(of: Lot(id: "", event: event, left: 0, since: since, expires: expires))
    while wanted > 0, place < lots.count, lots[place].since == since, lots[place].expires == expires {
      if lots[place].event == event {
        let taken = min(lots[place].left, wanted)
        lots[place].left -= taken
        wanted -= taken
      }
      place += 1
    }
    skipEmpty()
    return amount - wanted
  }

  /// Removes the first one, which has expired.
  mutating func removeFirst() -> Lot? {
    guard head < lots.count else { return nil }
    let lot = lots[head]
    lots[head].left = 0
    skipEmpty()
    return lot
  }

  private mutating func skipEmpty() {
    while head < lots.count, lots[head].left == 0 { head += 1 }
    if head == lots.count {
      lots.removeAll(keepingCapacity: true)
      head = 0
    } else if head >= 64, head * 2 > lots.count {
      lots.removeFirst(head)
      head = 0
    }
  }

  /// Where `lot` is, or would go.
  private func position(of lot: Lot) -> Int {
    var (low, high) = (head, lots.count)
    while low < high {
      let middle = low + (high - low) / 2
      if Lot.isBefore(lots[middle], lot) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
