import TerrainBase

/// A day of a person's calendar, and the time of day where it is known.
public struct Moment: Sendable, Hashable {
  /// The local calendar day.
  public let date: CalendarDate
  /// What the clock showed; nil where only the day is known.
  public let time: TimeOfDay?
  /// The instant itself; nil where only the calendar is known.
  public let instant: Timestamp?

  /// `time` on `date`.
  package init(date: CalendarDate, time: TimeOfDay? = nil) {
    self.date = date
    self.time = time
    instant = nil
  }

  /// What calendar and clock showed in `zone` at `instant`.
  package init(_ instant: Timestamp, in zone: Zone) {
    let local = zone.local(at: instant)
    date = local.date
    time = local.time
    self.instant = instant
  }

  /// The same time of day `days` later; the last day there is where the calendar ends.
  package func adding(days: Int) -> Moment {
    Moment(date: (try? date.adding(days: days)) ?? date, time: time)
  }

  /// The facts that calendar and clock give, by the names rules know them by: all whole numbers, and `now`, a timestamp.
  package static let factNames: [Text] = [
    "year", "month", "day_of_month", "day_of_year", "weekday", "hour", "minute", "now",
  ]

  /// The value of one of ``factNames``; nil of others, and of clock facts where no time is known.
  func fact(_ name: Text) -> Value? {
    switch name.string {
    case "year": .int(Int64(date.year))
    case "month": .int(Int64(date.month))
    case "day_of_month": .int(Int64(date.day))
    case "day_of_year": .int(Int64(date.dayOfYear))
    case "weekday": .int(Int64(date.weekday))
    case "hour": time.map { .int(Int64($0.hour)) }
    case "minute": time.map { .int(Int64($0.minute)) }
    case "now": instant.map { .timestamp($0) }
    default: nil
    }
  }
}
