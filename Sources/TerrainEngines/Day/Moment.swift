import TerrainValues

/// A day of somebody's calendar, and what the clock showed where that matters.
public struct Moment: Sendable, Hashable {
  /// The local calendar day.
  public let date: CalendarDate
  /// What the clock showed; nil where only the day is known.
  public let time: TimeOfDay?

  /// `time` on `date`.
  public init(date: CalendarDate, time: TimeOfDay? = nil) {
    self.date = date
    self.time = time
  }

  /// What calendar and clock showed in `zone` at `instant`.
  public init(_ instant: Timestamp, in zone: Zone) {
    let local = zone.local(at: instant)
    date = local.date
    time = local.time
  }

  /// The same time of day `days` later; the last day there is where the calendar ends.
  public func adding(days: Int) -> Moment {
    Moment(date: (try? date.adding(days: days)) ?? date, time: time)
  }

  /// The facts that calendar and clock give, by the names rules know them by: all whole numbers.
  public static let factNames: [Text] = [
    "year", "month", "day_of_month", "day_of_year", "weekday", "hour", "minute",
  ]

  /// The value of one of ``factNames``; nil of others, and of clock facts where no time is known.
  func fact(_ name: Text) -> Int64? {
    switch name.string {
    case "year": Int64(date.year)
    case "month": Int64(date.month)
    case "day_of_month": Int64(date.day)
    case "day_of_year": Int64(date.dayOfYear)
    case "weekday": Int64(date.weekday)
    case "hour": time.map { Int64($0.hour) }
    case "minute": time.map { Int64($0.minute) }
    default: nil
    }
  }
}
