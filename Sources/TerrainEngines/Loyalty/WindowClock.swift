import TerrainBase

/// The day of a program's calendar at an instant that only goes forward.
struct WindowClock: Sendable {
  /// The last day that has begun.
  private(set) var day: CalendarDate
  /// When the next day begins.
  private var ends: Timestamp

  /// A clock before any instant.
  init() {
    day = CalendarDate(days: .min)
    ends = .earliest
  }

  /// Goes on to `instant`, where that is later.
  ///
  /// A clock that is put back over midnight does not bring the day before back: a day has begun once for all.
  mutating func advance(to instant: Timestamp, in days: LocalDays) {
    guard instant >= ends else { return }
    day = max(day, days.date(at: instant))
    ends = Self.start(after: day, in: days)
    while ends <= instant, ends < .latest, let next = try? day.adding(days: 1) {
      day = next
      ends = Self.start(after: day, in: days)
    }
  }

  /// The first instant of the day after `day`.
  private static func start(after day: CalendarDate, in days: LocalDays) -> Timestamp {
    guard let next = try? day.adding(days: 1) else { return .latest }
    return start(of: next, in: days)
  }

  /// The first instant of `day`; the last there is where the calendar has ended.
  static func start(of day: CalendarDate, in days: LocalDays) -> Timestamp { (try? days.start(of: day)) ?? .latest }
}

extension Timestamp {
  /// The instant just before it.
  var previous: Timestamp {
    (try? Timestamp(seconds: seconds, nanoseconds: Int64(nanoseconds) - 1)) ?? self
  }
}

/// What an event contributed to a window, as far as something may be taken from it.
struct WindowContribution: Sendable {
  let window: Int
  let amount: WindowAmount
  /// What is left of it.
  var left: WindowAmount
}
