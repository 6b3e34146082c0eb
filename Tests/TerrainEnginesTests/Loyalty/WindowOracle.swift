import TerrainBase
import TerrainEngines
import TerrainRules

/// The windows of Documentation/reference/loyalty-windows.md, computed from all events each time, as the page defines them.
struct WindowOracle {
  let zone: Zone
  let calendar: Pack.Calendar
  let account: Account
  let now: Timestamp
  private let gifts: Set<Text>
  private let pieces: [Text: Int64]
  private let applied: [AccountEvent]
  private let times: [Text: Timestamp]

  /// - Parameters:
  ///   - gifts: the events with `gift: true`.
  ///   - pieces: the `quantity` of events.
  init(
    _ account: Account, zone: Zone, _ calendar: Pack.Calendar, now: Timestamp, gifts: Set<Text>, pieces: [Text: Int64]
  ) throws {
    self.zone = zone
    self.calendar = calendar
    self.account = account
    self.now = now
    self.gifts = gifts
    self.pieces = pieces
    applied = account.events.filter { account.outcome(of: $0.id) == .applied }
    var times: [Text: Timestamp] = [:]
    let events = Dictionary(account.events.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for event in applied {
      // Those that it waited for, and those that they waited for.
      var time = event.time
      var next = event.of.flatMap { events[$0] }
      while let other = next {
        time = max(time, other.time)
        next = other.of.flatMap { events[$0] }
      }
      times[event.id] = time
    }
    self.times = times
    entries = Dictionary(grouping: account.entries, by: \.event)
    taken = Dictionary(
      grouping: account.entries.filter { $0.kind == .refund }, by: { $0.cause ?? "" })
    returned = Dictionary(grouping: applied.filter { $0.kind == .refund }, by: { $0.of ?? "" })
    var days: [Timestamp: CalendarDate] = [:]
    for time in times.values + [now] where days[time] == nil {
      days[time] = try Self.day(time, in: zone, ends: calendar.dayEnds)
    }
    self.days = days
    opened = times.values.min().flatMap { days[$0] }
  }

  // What is looked up often.
  private let entries: [Text: [AccountEntry]]
  private let taken: [Text: [AccountEntry]]
  private let returned: [Text: [AccountEvent]]
  private let days: [Timestamp: CalendarDate]
  private let opened: CalendarDate?

  // MARK: Values

  /// The value of the window `name` of ``WindowWorld``.
  func value(_ name: String) throws -> String {
    let parts = name.split(separator: "_")
    let period = String(parts[parts.count - 1])
    let what = parts.dropLast().joined(separator: "_")
    func inside(_ events: [AccountEvent]) throws -> [AccountEvent] {
      try events.filter { try isInside(times[$0.id] ?? $0.time, period) }
    }
    let earns = try inside(applied.filter { $0.kind == .earn })
    switch what {
    case "orders": return "\(earns.filter { !isReturned($0) }.count)"
    case "paid": return sum(earns.map(paid))
    case "earned": return "\(earns.reduce(0) { $0 + earned($1, unit: "points", cause: nil) })"
    case "bonus": return "\(earns.reduce(0) { $0 + earned($1, unit: "points", cause: "bonus") })"
    case "capped": return "\(earns.reduce(0) { $0 + earned($1, unit: "points", cause: "cap") })"
    case "bonuses": return "\(earns.filter { gifts.contains($0.id) && !isReturned($0) }.count)"
    case "stars": return "\(earns.reduce(0) { $0 + earned($1, unit: "stars", cause: nil) })"
    case "pieces": return "\(earns.reduce(0) { $0 + left(ofPieces: $1) })"
    case "gifts": return "\(earns.filter { gifts.contains($0.id) && !isReturned($0) }.count)"
    case "held": return "\(try inside(applied.filter { $0.kind == .reserve }).filter { !isUndone($0) }.count)"
    case "tries": return "\(try inside(applied.filter { $0.kind == .reserve || $0.kind == .earn }).count)"
    case "returns": return "\(try inside(applied.filter { $0.kind == .refund }).count)"
    case "given_back":
      return sum(try inside(applied.filter { $0.kind == .refund }).map { $0.amount?.decimal ?? .zero })
    case "first": return earns.compactMap { times[$0.id] }.min().map { "\($0)" } ?? "none"
    case "last":
      return try inside(applied.filter { $0.kind == .reserve || $0.kind == .earn }).compactMap { times[$0.id] }.max()
        .map { "\($0)" } ?? "none"
    case "counted": return "\(try counted(period))"
    default: return "unknown window"
    }
  }

  private func sum(_ amounts: [ExactDecimal]) -> String {
    "\(amounts.reduce(ExactDecimal.zero) { (try? $0.adding($1)) ?? .zero })"
  }

  private func returns(of event: AccountEvent) -> [AccountEvent] {
    returned[event.id] ?? []
  }

  private func isCancelled(_ event: AccountEvent) -> Bool {
    applied.contains { $0.kind == .cancel && $0.of == event.id }
  }

  private func isReturned(_ event: AccountEvent) -> Bool {
    let returns = returns(of: event)
    if isCancelled(event) || returns.contains(where: { $0.amount == nil }) { return true }
    guard let amount = event.amount?.decimal, !returns.isEmpty else { return false }
    let back = returns.compactMap { $0.amount?.decimal }.reduce(ExactDecimal.zero) { (try? $0.adding($1)) ?? .zero }
    return back >= amount
  }

  /// A reserved event that was given back: its hold is gone, and nobody has spent it.
  private func isUndone(_ event: AccountEvent) -> Bool {
    if applied.contains(where: { $0.kind == .commit && $0.of == event.id }) { return false }
    return !account.holds.contains { $0.event == event.id }
  }

  private func paid(_ event: AccountEvent) -> ExactDecimal {
    guard let amount = event.amount?.decimal, !isReturned(event) else { return .zero }
    return returns(of: event).reduce(amount) { (try? $0.subtracting($1.amount?.decimal ?? .zero)) ?? .zero }
  }

  private func left(ofPieces event: AccountEvent) -> Int64 {
    if isReturned(event) { return 0 }
    return max(0, (pieces[event.id] ?? 0) - returns(of: event).reduce(0) { $0 + (pieces[$1.id] ?? 0) })
  }

  /// What came of `event` in `unit`, and what was taken back of it.
  private func amounts(_ event: AccountEvent, _ unit: Text) -> (earned: Int64, taken: Int64) {
    var (earned, taken) = (Int64(0), Int64(0))
    for entry in entries[event.id] ?? [] where entry.unit == unit && entry.kind == .earn { earned += entry.amount }
    for entry in self.taken[event.id] ?? [] where entry.unit == unit { taken -= entry.amount }
    return (earned, taken)
  }

  private func earned(_ event: AccountEvent, unit: Text, cause: Text?) -> Int64 {
    let (earned, taken) = amounts(event, unit)
    let gross = (entries[event.id] ?? []).filter {
      $0.kind == .earn && $0.unit == unit && (cause == nil || $0.cause == cause)
    }.reduce(Int64(0)) { $0 + $1.amount }
    return earned == 0 ? 0 : gross * (earned - taken) / earned
  }

  private func counted(_ period: String) throws -> Int64 {
    var sum: Int64 = 0
    for event in applied {
      // What is added waits for a commit, or for ever.
      let commit = applied.first { $0.kind == .commit && $0.of == event.id }
      guard !slow.contains(event.id) || commit != nil else { continue }
      let began = commit.flatMap { times[$0.id] } ?? event.time
      switch event.kind {
      case .adjust where gifts.contains(event.id):
        if let change = event.change, change > 0, try isInside(began, period) { sum += change }
      case .earn:
        let (earned, taken) = amounts(event, "points")
        if try isInside(began, period) { sum += earned - taken }
      default: break
      }
    }
    return sum
  }

  /// The events whose lots wait for a commit.
  var slow: Set<Text> = []

  // MARK: Periods

  private static func day(_ time: Timestamp, in zone: Zone, ends: TimeOfDay) throws -> CalendarDate {
    // The last day that has begun, a few days around what the clock shows.
    let shown = zone.date(at: time)
    var day = try shown.adding(days: -3)
    for ahead in -3...3 {
      let next = try shown.adding(days: ahead)
      if try zone.instant(of: LocalDateTime(date: next, time: ends)) <= time { day = next }
    }
    return day
  }

  private func isInside(_ time: Timestamp, _ period: String) throws -> Bool {
    guard let then = days[time], let today = days[now] else { return false }
    switch period {
    case "all": return true
    case "day": return then == today
    case "week":
      // 1 January 1970 was a Thursday.
      let shift = Int32(4 - calendar.weekBegins + 7)
      return (then.days + shift) / 7 == (today.days + shift) / 7
    case "lastweek":
      let shift = Int32(4 - calendar.weekBegins + 7)
      return (then.days + shift) / 7 + 1 == (today.days + shift) / 7
    case "monthsago": return 12 * then.year + then.month + 2 == 12 * today.year + today.month
    case "yearbefore": return try years(then) + 1 == years(today)
    case "month": return (then.year, then.month) == (today.year, today.month)
    case "quarter": return (then.year, (then.month - 1) / 3) == (today.year, (today.month - 1) / 3)
    case "year": return then.year == today.year
    case "anniversary": return try years(then) == years(today)
    case "days": return today.days - then.days < 3
    case "months": return try today < then.adding(months: 1)
    case "hours":
      let end = try Timestamp(seconds: time.seconds + 30 * 3600, nanoseconds: Int64(time.nanoseconds))
      return now < end
    default: return false
    }
  }

  /// How many anniversaries there were by `day`.
  private func years(_ day: CalendarDate) throws -> Int {
    guard let opened else { return 0 }
    var years = 0
    while try opened.adding(months: 12 * (years + 1)) <= day { years += 1 }
    return years
  }
}
