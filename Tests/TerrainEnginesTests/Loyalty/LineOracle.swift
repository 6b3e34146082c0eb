/// What the program of ``LineWorld`` does, in whole dollars, seconds and days of 86400 seconds, with nothing of the engine: every event and every
/// expiry in order, and lots in a list that is sorted each time.
struct LineOracle {
  struct Line {
    var id: String
    var kind: String
    var quantity: Int
    var dollars: Int
  }

  struct Event {
    var id: String
    var time: Int
    /// The order that it is a return of; nil of an order.
    var of: String?
    var dollars: Int?
    var isGift = false
    var isSpending = false
    var lines: [Line] = []
  }

  private struct Lot {
    var event: String
    var entry: Int
    var line: String?
    var unit: String
    var left: Int
    var since: Int
    var ends: Int { since + 40 * 86_400 }
  }

  /// What an order earned, by line and unit.
  private struct Part {
    var line: String?
    var unit: String
    var earned = 0
    var taken = 0
    var expired = 0
  }

  private struct Order {
    var event: Event
    var parts: [Part] = []
    var returned: [String: Int] = [:]
    var refunded = 0
    var entries = 0
  }

  private var lots: [Lot] = []
  private var owed: [String: Int] = [:]
  private var orders: [String: Order] = [:]
  private var waiting: [Event] = []
  /// Event, kind, unit, amount, line.
  private(set) var entries: [String] = []
  private(set) var refused: [String: String] = [:]

  /// Everything that has happened by `now`.
  init(_ events: [Event], now: Int) {
    for event in events.sorted(by: { ($0.time, $0.id) < ($1.time, $1.id) }) where event.time <= now {
      expire(by: event.time)
      if let of = event.of, orders[of] == nil {
        waiting.append(event)
        continue
      }
      apply(event, at: event.time)
      let due = waiting.filter { $0.of == event.id }
      waiting.removeAll { $0.of == event.id }
      for other in due { apply(other, at: event.time) }
    }
    expire(by: now)
  }

  func balance(_ unit: String) -> Int {
    lots.filter { $0.unit == unit }.map(\.left).reduce(0, +) - owed[unit, default: 0]
  }

  private mutating func apply(_ event: Event, at time: Int) {
    if event.isSpending { return spend(event) }
    event.of == nil ? earn(event, at: time) : takeBack(event)
  }

  private mutating func note(_ event: String, _ kind: String, _ unit: String, _ amount: Int, _ line: String?) {
    entries.append("\(event) \(kind) \(unit) \(amount) \(line ?? "-")")
  }

  private mutating func spend(_ event: Event) {
    note(event.id, "adjust", "points", -(event.dollars ?? 0), nil)
    take(event.dollars ?? 0, "points") { _ in false }
  }

  private mutating func earn(_ event: Event, at time: Int) {
    var order = Order(event: event)
    var (points, base, bonus) = (0, 0, 0)
    func add(_ amount: Int, _ unit: String, _ line: String?, _ order: inout Order, _ oracle: inout LineOracle) {
      if amount == 0 { return }
      order.entries += 1
      if let place = order.parts.firstIndex(where: { $0.line == line && $0.unit == unit }) {
        order.parts[place].earned += amount
      } else {
        order.parts.append(Part(line: line, unit: unit, earned: amount))
      }
      oracle.note(event.id, "earn", unit, amount, line)
      let fills = min(oracle.owed[unit, default: 0], amount)
      oracle.owed[unit, default: 0] -= fills
      if amount > fills {
        oracle.lots.append(
          Lot(event: event.id, entry: order.entries, line: line, unit: unit, left: amount - fills, since: time))
      }
    }
    for line in event.lines {
      let first = min(line.dollars, 60 - points)
      add(first, "points", line.id, &order, &self)
      points += first
      base += first
      if line.kind == "mug" { add(line.quantity, "stars", line.id, &order, &self) }
      if line.kind == "coffee" {
        let second = min(first, 20 - bonus, 60 - points)
        add(second, "points", line.id, &order, &self)
        points += second
        bonus += second
      }
    }
    let rest = min(max(0, (event.dollars ?? 0) - event.lines.map(\.dollars).reduce(0, +)), 60 - points)
    add(rest, "points", nil, &order, &self)
    points += rest
    base += rest
    if event.isGift { add(min(base / 2, 60 - points), "points", nil, &order, &self) }
    orders[event.id] = order
  }

  private mutating func takeBack(_ event: Event) {
    guard let of = event.of, var order = orders[of] else { return }
    var pieces = order.returned
    for line in event.lines {
      guard let bought = order.event.lines.first(where: { $0.id == line.id }) else {
        refused[event.id] = "no_such_line"
        return
      }
      pieces[line.id, default: 0] += line.quantity
      if pieces[line.id, default: 0] > bought.quantity || line.quantity < 1 {
        refused[event.id] = "line_returned"
        return
      }
    }
    order.returned = pieces
    let bought = order.event.dollars ?? 0
    let left = max(0, bought - order.refunded - (event.dollars ?? bought))
    for unit in ["points", "stars"] {
      // Line by line, then the rest; without lines all of it at once.
      let named: [String?] = event.lines.isEmpty ? [] : event.lines.map(\.id) + [nil]
      for line in named {
        guard let place = order.parts.firstIndex(where: { $0.line == line && $0.unit == unit }) else { continue }
        let part = order.parts[place]
        let kept: Int
        if let line, let quantity = order.event.lines.first(where: { $0.id == line })?.quantity {
          kept = part.earned * (quantity - pieces[line, default: 0]) / quantity
        } else {
          kept = left == 0 ? 0 : part.earned * left / bought
        }
        // Returns without lines were noted for the event, not for a part: the rest has its share of them.
        let earned = order.parts.filter { $0.unit == unit }.map(\.earned).reduce(0, +)
        let before = part.taken + (line == nil ? whole[of + unit, default: 0] * part.earned / earned : 0)
        let wanted = max(0, min(part.earned - kept, part.earned - part.expired) - before)
        let amount = min(wanted, part.earned - before, remaining(order, unit))
        if amount <= 0 { continue }
        order.parts[place].taken += amount
        note(event.id, "refund", unit, -amount, line)
        take(amount, unit) {
          $0.event == of && $0.line == line
        } then: {
          $0.event == of
        }
      }
      if event.lines.isEmpty {
        let parts = order.parts.filter { $0.unit == unit }
        let earned = parts.map(\.earned).reduce(0, +)
        let before = earned - remaining(order, unit)
        let kept = left == 0 ? 0 : earned * left / bought
        let amount = min(
          max(0, min(earned - kept, earned - parts.map(\.expired).reduce(0, +)) - before), earned - before)
        if amount > 0 {
          whole[of + unit, default: 0] += amount
          note(event.id, "refund", unit, -amount, nil)
          take(amount, unit) { $0.event == of }
        }
      }
    }
    order.refunded += event.dollars ?? 0
    orders[of] = order
  }

  /// What returns without lines took, by order and unit.
  private var whole: [String: Int] = [:]

  private func remaining(_ order: Order, _ unit: String) -> Int {
    let parts = order.parts.filter { $0.unit == unit }
    return parts.map { $0.earned - $0.taken }.reduce(0, +) - whole[order.event.id + unit, default: 0]
  }

  /// Takes from lots that are `first`, then from those that are `second`, then from all, then below zero.
  private mutating func take(
    _ amount: Int, _ unit: String, _ first: @escaping (Lot) -> Bool,
    then second: @escaping (Lot) -> Bool = { _ in false }
  ) {
    var amount = amount
    lots.sort { ($0.ends, $0.event, $0.entry) < ($1.ends, $1.event, $1.entry) }
    for matches in [first, second, { _ in true }] {
      for place in lots.indices where lots[place].unit == unit && matches(lots[place]) {
        let part = min(amount, lots[place].left)
        lots[place].left -= part
        amount -= part
      }
    }
    lots.removeAll { $0.left == 0 }
    owed[unit, default: 0] += amount
  }

  private mutating func expire(by time: Int) {
    for lot in lots where lot.ends <= time {
      note(lot.event, "expire", lot.unit, -lot.left, lot.line)
      if let place = orders[lot.event]?.parts.firstIndex(where: { $0.line == lot.line && $0.unit == lot.unit }) {
        orders[lot.event]?.parts[place].expired += lot.left
      }
    }
    lots.removeAll { $0.ends <= time }
  }
}
