import TerrainBase

/// A sum of whole numbers or of exact decimals, depending on the window.
struct WindowAmount: Sendable, Hashable {
  var whole: Int64 = 0
  var exact = ExactDecimal.zero

  var isZero: Bool { whole == 0 && exact == .zero }

  var isNegative: Bool { whole < 0 || exact < .zero }

  func adding(_ other: WindowAmount) throws(ArithmeticError) -> WindowAmount {
    let (sum, overflow) = whole.addingReportingOverflow(other.whole)
    guard !overflow else { throw .overflow }
    guard other.exact != .zero else { return WindowAmount(whole: sum, exact: exact) }
    return WindowAmount(whole: sum, exact: try exact.adding(other.exact))
  }

  func subtracting(_ other: WindowAmount) throws(ArithmeticError) -> WindowAmount {
    let (difference, overflow) = whole.subtractingReportingOverflow(other.whole)
    guard !overflow else { throw .overflow }
    guard other.exact != .zero else { return WindowAmount(whole: difference, exact: exact) }
    return WindowAmount(whole: difference, exact: try exact.subtracting(other.exact))
  }
}

/// The time of a contribution.
struct WindowInstant: Sendable, Hashable {
  let time: Timestamp
  let day: CalendarDate
}

/// The contents of a window, updated with each contribution, each return, and each step of time.
struct WindowState: Sendable {
  /// The contributions of one day or one instant.
  private struct Bucket: Sendable {
    let at: WindowInstant
    let leaves: Leaving
    var sum: WindowAmount
  }

  /// The time at which a bucket leaves the window.
  private enum Leaving: Sendable {
    case day(CalendarDate)
    case instant(Timestamp)

    func hasCome(by now: WindowInstant) -> Bool {
      switch self {
      case .day(let day): day <= now.day
      case .instant(let instant): instant <= now.time
      }
    }
  }

  private let period: HistoryWindow.Period
  /// The sum of the remaining contributions.
  private(set) var sum = WindowAmount()
  /// The first and the last contribution.
  private(set) var first: Timestamp?
  private(set) var last: Timestamp?
  /// The contributions within a part of the calendar.
  private struct Part: Sendable {
    let first: CalendarDate
    /// The first day of the next part.
    let next: CalendarDate
    var sum = WindowAmount()
    var firstTime: Timestamp
    var lastTime: Timestamp
  }

  /// Parts of the calendar, in order: the part that the window shows, and later parts. Earlier parts are removed.
  private var parts: [Part] = []
  /// The first day of the part that it shows, and that of the part after the present one.
  private var shown: CalendarDate?
  private var ends: CalendarDate?
  /// The buckets of a rolling window, in the order in which they leave. No bucket is empty, unless a contribution was negative.
  private var buckets = SortedRuns<Bucket>()
  private var hasNegatives = false

  init(_ period: HistoryWindow.Period) { self.period = period }

  /// Removes the contributions that have left by `now`.
  mutating func advance(to now: WindowInstant, opened: CalendarDate?) throws(ArithmeticError) {
    switch period {
    case .all: return
    case .calendar(let calendar, let weekBegins, let ago):
      guard !parts.isEmpty, let ends, now.day >= ends else { return }
      try turn(to: now, calendar, weekBegins, ago: ago, opened: opened)
    case .days, .seconds:
      while let bucket = buckets.first, bucket.leaves.hasCome(by: now) {
        buckets.removeFirst()
        sum = try sum.subtracting(bucket.sum)
        first = buckets.first?.at.time
        if first == nil { last = nil }
      }
    }
  }

  /// Adds `amount` at `now`, which is no earlier than any instant before.
  mutating func add(_ amount: WindowAmount, at now: WindowInstant, opened: CalendarDate?) throws(ArithmeticError) {
    try advance(to: now, opened: opened)
    if amount.isZero { return }
    if amount.isNegative { hasNegatives = true }
    if case .calendar(let calendar, let weekBegins, let ago) = period {
      if parts.isEmpty || parts.last?.next != ends {
        let part = try calendar.bounds(of: now.day, opened: opened, weekBegins: weekBegins)
        parts.append(Part(first: part.first, next: part.next, firstTime: now.time, lastTime: now.time))
        try turn(to: now, calendar, weekBegins, ago: ago, opened: opened)
      }
      parts[parts.count - 1].sum = try parts[parts.count - 1].sum.adding(amount)
      parts[parts.count - 1].lastTime = now.time
      return show()
    }
    if first == nil { first = now.time }
    last = now.time
    sum = try sum.adding(amount)
    switch period {
    case .all, .calendar: return
    case .days(let months, let days):
      try add(amount, at: now) {
        .day((try? now.day.adding(months: months).adding(days: days)) ?? CalendarDate(days: .max))
      }
    case .seconds(let seconds):
      try add(amount, at: now) {
        .instant(
          (try? Timestamp(seconds: now.time.seconds + seconds, nanoseconds: Int64(now.time.nanoseconds))) ?? .latest)
      }
    }
  }

  /// Adds `amount` to the last bucket, or to one more.
  private mutating func add(
    _ amount: WindowAmount, at now: WindowInstant, leaves: () -> Leaving
  ) throws(ArithmeticError) {
    if let last = buckets.last, isSame(last, now) {
      let total = try last.sum.adding(amount)
      buckets.changeLast { $0.sum = total }
    } else {
      buckets.append(Bucket(at: now, leaves: leaves(), sum: amount))
    }
  }

  /// Takes `amount` from the contribution at `then`. Returns true if the window still contained it.
  mutating func take(_ amount: WindowAmount, at then: WindowInstant) throws(ArithmeticError) -> Bool {
    switch period {
    case .all: break
    case .calendar:
      guard let place = parts.firstIndex(where: { then.day >= $0.first && then.day < $0.next }) else { return false }
      parts[place].sum = try parts[place].sum.subtracting(amount)
      show()
      return true
    case .days, .seconds:
      var place = buckets.place { isBefore($0, then) }
      guard let bucket = buckets[place], isSame(bucket, then) else { return false }
      let left = try bucket.sum.subtracting(amount)
      if left.isZero, !hasNegatives {
        // An empty bucket would change nothing when it leaves.
        buckets.remove(at: &place)
      } else {
        buckets.change(at: place) { $0.sum = left }
      }
    }
    sum = try sum.subtracting(amount)
    return true
  }

  /// The next time at which a contribution leaves, if only time passes; nil if none does.
  func nextChange(in days: LocalDays) -> Timestamp? {
    switch period {
    case .all: return nil
    case .calendar:
      return parts.allSatisfy { $0.sum.isZero } ? nil : ends.map { WindowClock.start(of: $0, in: days) }
    case .days, .seconds:
      return buckets.first.map { bucket in
        switch bucket.leaves {
        case .day(let day): WindowClock.start(of: day, in: days)
        case .instant(let instant): instant
        }
      }
    }
  }

  // MARK: Parts of the calendar

  /// Finds the part that is shown at `now`, which lies `ago` parts before the present part. Parts before it are not needed any more.
  private mutating func turn(
    to now: WindowInstant, _ calendar: WindowPart, _ weekBegins: Int, ago: Int, opened: CalendarDate?
  ) throws(ArithmeticError) {
    var part = try calendar.bounds(of: now.day, opened: opened, weekBegins: weekBegins)
    ends = part.next
    shown = part.first
    for _ in 0..<ago {
      // Before the calendar begins no part can be shown.
      guard let before = try? calendar.bounds(of: part.first.adding(days: -1), opened: opened, weekBegins: weekBegins)
      else {
        shown = nil
        break
      }
      part = before
      shown = part.first
    }
    parts.removeAll { $0.first < part.first }
    show()
  }

  private mutating func show() {
    let part = parts.first.flatMap { $0.first == shown ? $0 : nil }
    (sum, first, last) = (part?.sum ?? WindowAmount(), part?.firstTime, part?.lastTime)
  }

  // MARK: Order of buckets

  private var isOfDays: Bool { if case .days = period { true } else { false } }

  private func isBefore(_ bucket: borrowing Bucket, _ instant: WindowInstant) -> Bool {
    isOfDays ? bucket.at.day < instant.day : bucket.at.time < instant.time
  }

  private func isSame(_ bucket: borrowing Bucket, _ instant: WindowInstant) -> Bool {
    isOfDays ? bucket.at.day == instant.day : bucket.at.time == instant.time
  }
}
