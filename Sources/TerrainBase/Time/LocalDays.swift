/// The days of a time zone. All days begin at the same time of day; earlier instants belong to the day before.
package struct LocalDays: Sendable, Equatable {
  /// The time zone.
  package let zone: Zone
  /// The time at which a day ends and the next begins: midnight, unless a pack declares another time.
  package let ends: TimeOfDay

  /// The days of `zone`, which end at `ends` of the next calendar day.
  package init(_ zone: Zone, ends: TimeOfDay = .midnight) {
    self.zone = zone
    self.ends = ends
  }

  /// The day to which `instant` belongs.
  package func date(at instant: Timestamp) -> CalendarDate { zone.local(at: instant).day(ends: ends) }

  /// The first instant of `date`.
  ///
  /// - Throws: `overflow` outside the years 1 to 9999.
  package func start(of date: CalendarDate) throws(ArithmeticError) -> Timestamp {
    try zone.instant(of: LocalDateTime(date: date, time: ends))
  }
}

extension LocalDateTime {
  /// The day to which the local time belongs if days end at `ends`. The first day of the calendar has no previous day.
  package func day(ends: TimeOfDay) -> CalendarDate {
    guard time < ends, let before = try? date.adding(days: -1), before.year >= 1 else { return date }
    return before
  }
}
