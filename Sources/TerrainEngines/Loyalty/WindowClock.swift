import TerrainBase

/// The day of a program's calendar at an instant that never decreases.
struct WindowClock: Sendable {
  /// The last day that has begun.
  private(set) var day: CalendarDate
  /// The beginning of the next day.
  private var ends: Timestamp

  /// A clock before any instant.
  init() {
    day = CalendarDate(days: .min)
    ends = .earliest
  }

  /// Advances to `instant`, unless that is in the past.
  ///
  /// A clock that is set back over midnight does not restore the day before.
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

  /// The first instant of `day`; the latest possible instant if the calendar ends before.
  static func start(of day: CalendarDate, in days: LocalDays) -> Timestamp { (try? days.start(of: day)) ?? .latest }
}

extension Timestamp {
  /// The instant just before it.
  var previous: Timestamp {
    (try? Timestamp(seconds: seconds, nanoseconds: Int64(nanoseconds) - 1)) ?? self
  }
}

/// The contribution of an event to a window, kept if amounts may be taken from it.
struct WindowContribution: Sendable {
  let window: Int
  let amount: WindowAmount
  /// The rest of the contribution.
  var left: WindowAmount
}
