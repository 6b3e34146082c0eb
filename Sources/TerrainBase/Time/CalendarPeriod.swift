/// A length of time in a calendar: a number of months and days, optionally extended to the end of a calendar part.
package struct CalendarPeriod: Hashable, Sendable {
  /// A calendar unit whose end a period can extend to.
  package enum Part: String, Sendable, CaseIterable {
    /// The end of the day.
    case day
    /// The end of the month.
    case month
    /// The end of the year.
    case year
  }

  /// The number of calendar months; a year has twelve.
  package var months: Int
  /// The number of calendar days, added after the months.
  package var days: Int
  /// The seconds of elapsed time, independent of changes of clocks, added after the days.
  package var seconds: Int
  /// The unit whose end the period extends to, or nil if it ends at the resulting time of day.
  package var through: Part?

  /// A period of `months`, then `days`, then `seconds`, extended to the end of `through`.
  package init(months: Int = 0, days: Int = 0, seconds: Int = 0, through: Part? = nil) {
    self.months = months
    self.days = days
    self.seconds = seconds
    self.through = through
  }

  /// True for a period of no length.
  package var isEmpty: Bool { months == 0 && days == 0 && seconds == 0 && through == nil }

  /// The end of the period that begins at `start`, by the calendar of `zone`.
  ///
  /// A month from 31 January ends on 28 or 29 February. The end of a day is the first instant of the next day.
  ///
  /// - Throws: `overflow` outside the years 1 to 9999.
  package func end(from start: Timestamp, in zone: Zone) throws(ArithmeticError) -> Timestamp {
    var instant = start
    if months != 0 || days != 0 {
      let local = zone.local(at: start)
      let date = try local.date.adding(months: months).adding(days: days)
      instant = try zone.instant(of: LocalDateTime(date: date, time: local.time))
    }
    if seconds != 0 {
      let (sum, overflow) = instant.seconds.addingReportingOverflow(Int64(seconds))
      guard !overflow else { throw .overflow }
      instant = try Timestamp(seconds: sum, nanoseconds: Int64(instant.nanoseconds))
    }
    guard let through else { return instant }
    let date = zone.date(at: instant)
    let (year, month, _) = date.fields
    let next: CalendarDate? =
      switch through {
      case .day: try date.adding(days: 1)
      case .month:
        month == 12
          ? CalendarDate(year: year + 1, month: 1, day: 1) : CalendarDate(year: year, month: month + 1, day: 1)
      case .year: CalendarDate(year: year + 1, month: 1, day: 1)
      }
    guard let next else { throw .overflow }
    return try zone.start(of: next)
  }
}
