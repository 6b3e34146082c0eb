/// What the program of ``ActivityWorld`` does with one account, in whole points and seconds, with nothing of the engine: every event and
/// everything that time does, in order, over lists that are searched from the start.
struct ActivityOracle {
  struct Event {
    var id: String
    var time: Int
    var kind: String
    var of: String?
    var dollars: Int?
    var change = 0
    var isQuiet = false
    var isSlow = false
    var level: String?
    var until: Int?
  }

  private struct Lot {
    var event: String
    var entry: Int
    var unit: String
    var left: Int
    var since: Int
    var ends: Int

    var text: String { "\(event)/\(entry) \(unit) \(left) \(since)-\(ends == .max ? "" : "\(ends)")" }
  }

  private struct Hold {
    var event: String
    var parts: [Lot]
    var lapses: Int

    var amount: Int { parts.map(\.left).reduce(0, +) }
  }

  /// The sums of a unit.
  struct Sums: Equatable {
    var held = 0
    var lifetime = 0
    var earned = 0
    var spent = 0
    var expired = 0
    var takenBack = 0
  }

  private static let ranks = ["plain", "silver", "gold"]
  private static let day = 86_400

  private var lots: [Lot] = []
  private var pending: [Lot] = []
  private var holds: [Hold] = []
  /// What commits spent, and what of it has not come back.
  private var spent: [String: [Lot]] = [:]
  private var owed: [String: Int] = [:]
  private var waiting: [Event] = []
  private var kinds: [String: String] = [:]
  private var made: [String: Int] = [:]
  /// By event and unit: what it earned, what of that a level brought, what was taken back, and what expired.
  private var earned: [String: [String: Int]] = [:]
  private var gifts: [String: [String: Int]] = [:]
  private var taken: [String: [String: Int]] = [:]
  private var expired: [String: [String: Int]] = [:]
  /// When orders were applied.
  private var orders: [Int] = []
  private var renewed = Int.min
  private var highest = 0
  private var house: (level: String, until: Int)?
  private(set) var level: String?
  private(set) var sums: [String: Sums] = [:]
  /// Event, kind, unit, amount, time.
  private(set) var entries: [String] = []
  /// What became of each event.
  private(set) var outcomes: [String: String] = [:]

  /// Everything that has happened by `now`.
  init(_ events: [Event], now: Int) {
    for event in events.sorted(by: { ($0.time, $0.id) < ($1.time, $1.id) }) {
      if event.time > now {
        outcomes[event.id] = "later"
        continue
      }
      pass(until: event.time)
      var due = [event]
      while !due.isEmpty {
        let next = due.removeFirst()
        if let of = next.of, ["waits", "later", nil].contains(outcomes[of]) {
          waiting.append(next)
          outcomes[next.id] = "waits"
          continue
        }
        settle(next, at: event.time)
        due = waiting.filter { $0.of == next.id } + due
        waiting.removeAll { $0.of == next.id }
      }
    }
    pass(until: now)
  }

  func active(_ unit: String) -> Int {
    lots.filter { $0.unit == unit }.map(\.left).reduce(0, +) - owed[unit, default: 0]
  }

  func pending(_ unit: String) -> Int { pending.filter { $0.unit == unit }.map(\.left).reduce(0, +) }

  /// All lots that count.
  var lotTexts: [String] { lots.map(\.text).sorted() }

  /// When points expire next, and how many.
  var nextExpiry: (time: Int, amount: Int)? {
    let points = lots.filter { $0.unit == "points" && $0.ends < .max }
    guard let next = points.map(\.ends).min() else { return nil }
    return (next, points.filter { $0.ends == next }.map(\.left).reduce(0, +))
  }

  /// How many orders there were on the day before that of `now`, and in the week two weeks before that of `now`: the first day is a Sunday.
  func earlierOrders(_ now: Int) -> [Int] {
    func week(_ time: Int) -> Int { (time / Self.day + 6) / 7 }
    return [
      orders.filter { $0 / Self.day + 1 == now / Self.day }.count, orders.filter { week($0) + 2 == week(now) }.count,
    ]
  }

  // MARK: Events

  private mutating func settle(_ event: Event, at time: Int) {
    if level == nil { level = "plain" }
    let word = apply(event, at: time)
    outcomes[event.id] = word.map { "refused(\($0))" } ?? "applied"
    kinds[event.id] = event.kind
    if word != nil { return }
    if event.kind == "earn" { orders.append(time) }
    if ["earn", "commit"].contains(event.kind), !event.isQuiet { renew(until: time + 6 * Self.day) }
    decide(at: time, because: event.kind == "commit" ? event.of ?? "" : event.id)
  }

  private mutating func renew(until end: Int) {
    renewed = max(renewed, end)
    func later(_ lot: Lot) -> Lot {
      var lot = lot
      if lot.unit == "points" { lot.ends = max(lot.ends, end) }
      return lot
    }
    lots = lots.map(later)
    for place in holds.indices { holds[place].parts = holds[place].parts.map(later) }
    spent = spent.mapValues { $0.map(later) }
  }

  private mutating func apply(_ event: Event, at time: Int) -> String? {
    let of = event.of ?? ""
    switch event.kind {
    case "earn":
      let dollars = event.dollars ?? 0
      guard dollars > 0 else { return nil }
      note(event.id, "earn", "points", dollars, at: time)
      earned[event.id, default: [:]]["points", default: 0] += dollars
      sums["points", default: Sums()].earned += dollars
      let lot = lot(event.id, "points", dollars, since: time, days: 10)
      if event.isSlow { pending.append(lot) } else { begin(lot) }
    case "adjust":
      note(event.id, "adjust", "points", event.change, at: time)
      if event.change > 0 {
        begin(lot(event.id, "points", event.change, since: time, days: 10))
      } else {
        take(-event.change, "points")
      }
    case "level":
      house = event.level.flatMap { level in event.until ?? .max > time ? (level, event.until ?? .max) : nil }
    case "reserve":
      guard active("points") >= 8 else { return "balance" }
      holds.append(Hold(event: event.id, parts: front(8, "points"), lapses: time + 3 * Self.day))
    case "commit":
      if kinds[of] == "reserve" {
        guard let place = holds.firstIndex(where: { $0.event == of }) else { return "no_hold" }
        let hold = holds.remove(at: place)
        note(event.id, "redeem", "points", -hold.amount, at: time)
        sums["points", default: Sums()].spent += hold.amount
        spent[event.id] = hold.parts
        return nil
      }
      let own = pending.filter { $0.event == of }
      guard !own.isEmpty else { return "nothing_waits" }
      pending.removeAll { $0.event == of }
      for lot in own { begin(self.lot(of, lot.unit, lot.left, since: time, days: 10, entry: lot.entry)) }
    case "cancel":
      if kinds[of] == "reserve" {
        guard let place = holds.firstIndex(where: { $0.event == of }) else { return "no_hold" }
        giveBack(holds.remove(at: place).parts, at: time)
        return nil
      }
      guard pending.contains(where: { $0.event == of }) else { return "nothing_waits" }
      // All of it, and what a level brought with it.
      for unit in ["points", "stars"] { takeBack(left(of, unit), unit, of, by: event.id, at: time) }
    case "refund":
      if let parts = spent[of], kinds[of] == "commit" {
        guard !parts.isEmpty else { return "nothing_earned" }
        let amount = parts.map(\.left).reduce(0, +)
        note(event.id, "redeem", "points", amount, at: time)
        sums["points", default: Sums()].spent -= amount
        spent[of] = []
        giveBack(parts.reversed(), at: time)
        return nil
      }
      guard outcomes[of] == "applied", kinds[of] == "earn" else { return "nothing_earned" }
      for unit in ["points", "stars"] where earned[of]?[unit] ?? 0 > 0 {
        takeBack(min(event.dollars ?? .max, left(of, unit)), unit, of, by: event.id, at: time)
      }
    default: return "unknown"
    }
    return nil
  }

  /// What `event` earned of `unit`, and has not lost.
  private func left(_ event: String, _ unit: String) -> Int {
    max(0, (earned[event]?[unit] ?? 0) - (taken[event]?[unit] ?? 0) - (expired[event]?[unit] ?? 0))
  }

  private mutating func takeBack(_ amount: Int, _ unit: String, _ of: String, by event: String, at time: Int) {
    if amount <= 0 { return }
    let before = taken[of]?[unit] ?? 0
    var rest = amount
    for place in pending.indices where pending[place].event == of && pending[place].unit == unit {
      let part = min(rest, pending[place].left)
      pending[place].left -= part
      rest -= part
    }
    pending.removeAll { $0.left == 0 }
    // What the order itself earned goes first; only that counted.
    let base = (earned[of]?[unit] ?? 0) - (gifts[of]?[unit] ?? 0)
    sums[unit, default: Sums()].lifetime -= min(rest, max(0, base - before - (amount - rest)))
    lots.sort { ($0.event, $0.entry) < ($1.event, $1.entry) }
    for place in lots.indices where lots[place].event == of && lots[place].unit == unit {
      let part = min(rest, lots[place].left)
      lots[place].left -= part
      rest -= part
    }
    lots.removeAll { $0.left == 0 }
    take(rest, unit)
    taken[of, default: [:]][unit, default: 0] += amount
    sums[unit, default: Sums()].takenBack += amount
    note(event, "refund", unit, -amount, at: time)
  }

  // MARK: Lots

  private mutating func note(_ event: String, _ kind: String, _ unit: String, _ amount: Int, at time: Int) {
    made[event, default: 0] += 1
    entries.append("\(event) \(kind) \(unit) \(amount) \(time)")
  }

  /// The lot of the last entry of `event`, or of `entry`.
  private func lot(
    _ event: String, _ unit: String, _ amount: Int, since time: Int, days: Int?, entry: Int? = nil
  ) -> Lot {
    var ends = days.map { time + $0 * Self.day } ?? .max
    if unit == "points" { ends = max(ends, renewed) }
    return Lot(event: event, entry: entry ?? made[event] ?? 0, unit: unit, left: amount, since: time, ends: ends)
  }

  /// A lot begins to count, towards the lifetime too.
  private mutating func begin(_ lot: Lot, counts: Bool = true) {
    if counts { sums[lot.unit, default: Sums()].lifetime += lot.left }
    add(lot)
  }

  private mutating func add(_ lot: Lot) {
    var lot = lot
    let fills = min(owed[lot.unit, default: 0], lot.left)
    owed[lot.unit, default: 0] -= fills
    lot.left -= fills
    if lot.left == 0 { return }
    if let place = lots.firstIndex(where: { $0.event == lot.event && $0.entry == lot.entry }) {
      lots[place].left += lot.left
    } else {
      lots.append(lot)
    }
  }

  /// Takes up to `amount` of what expires first, and returns what was taken from which.
  private mutating func front(_ amount: Int, _ unit: String) -> [Lot] {
    var rest = amount
    var parts: [Lot] = []
    lots.sort { ($0.ends, $0.since, $0.event, $0.entry) < ($1.ends, $1.since, $1.event, $1.entry) }
    for place in lots.indices where lots[place].unit == unit && rest > 0 {
      var part = lots[place]
      part.left = min(part.left, rest)
      lots[place].left -= part.left
      rest -= part.left
      parts.append(part)
    }
    lots.removeAll { $0.left == 0 }
    return parts
  }

  /// Takes `amount`, also what is not there.
  private mutating func take(_ amount: Int, _ unit: String) {
    owed[unit, default: 0] += amount - front(amount, unit).map(\.left).reduce(0, +)
  }

  private mutating func giveBack(_ parts: [Lot], at time: Int) {
    for part in parts {
      if part.ends <= time { expire(part, at: time) } else { add(part) }
    }
  }

  private mutating func expire(_ lot: Lot, at time: Int) {
    sums[lot.unit, default: Sums()].expired += lot.left
    expired[lot.event, default: [:]][lot.unit, default: 0] += lot.left
    note(lot.event, "expire", lot.unit, -lot.left, at: time)
  }

  // MARK: Levels

  private mutating func decide(at time: Int, because event: String?) {
    let points = sums["points"]?.lifetime ?? 0
    let own = points >= 100 || orders.count >= 6 ? 2 : points >= 40 ? 1 : 0
    let rank = max(own, house.flatMap { Self.ranks.firstIndex(of: $0.level) } ?? 0)
    let before = level ?? "plain"
    level = Self.ranks[rank]
    guard let event, rank > highest else { return }
    highest = rank
    if rank == 1 { bring(3, "stars", days: 4, event, at: time) }
    if rank == 2 { bring(20, "points", days: 5, event, at: time) }
    if rank == 2, before == "plain" { bring(1, "stars", days: nil, event, at: time) }
  }

  private mutating func bring(_ amount: Int, _ unit: String, days: Int?, _ event: String, at time: Int) {
    note(event, "earn", unit, amount, at: time)
    earned[event, default: [:]][unit, default: 0] += amount
    gifts[event, default: [:]][unit, default: 0] += amount
    sums[unit, default: Sums()].earned += amount
    begin(lot(event, unit, amount, since: time, days: days), counts: false)
  }

  // MARK: Time

  private mutating func pass(until time: Int) {
    while true {
      let lapse = holds.map(\.lapses).min() ?? .max
      let expiry = lots.map(\.ends).min() ?? .max
      let until = house?.until ?? .max
      let next = min(lapse, expiry, until)
      if next > time || next == .max { return }
      if lapse == next {
        holds.sort { ($0.lapses, $0.event) < ($1.lapses, $1.event) }
        giveBack(holds.removeFirst().parts, at: next)
      } else if expiry == next {
        for lot in lots where lot.ends == next { expire(lot, at: next) }
        lots.removeAll { $0.ends == next }
      } else {
        house = nil
        decide(at: next, because: nil)
      }
    }
  }
}
