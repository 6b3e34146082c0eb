import TerrainBase
import Testing

@Suite struct CalendarPeriodTests {
  static let ends: [(start: Text, zone: Text, period: CalendarPeriod, end: Text)] = [
    ("2026-01-31T12:00:00Z", "UTC", CalendarPeriod(months: 1), "2026-02-28T12:00:00Z"),
    ("2028-01-31T12:00:00Z", "UTC", CalendarPeriod(months: 1), "2028-02-29T12:00:00Z"),
    ("2028-02-29T12:00:00Z", "UTC", CalendarPeriod(months: 12), "2029-02-28T12:00:00Z"),
    ("2026-01-31T12:00:00Z", "UTC", CalendarPeriod(months: 1, through: .day), "2026-03-01T00:00:00Z"),
    ("2026-01-15T12:00:00Z", "UTC", CalendarPeriod(months: 12, through: .month), "2027-02-01T00:00:00Z"),
    ("2026-11-30T12:00:00Z", "UTC", CalendarPeriod(months: 1, through: .month), "2027-01-01T00:00:00Z"),
    ("2026-06-01T00:00:00Z", "UTC", CalendarPeriod(through: .year), "2027-01-01T00:00:00Z"),
    ("2026-06-01T00:00:00Z", "UTC", CalendarPeriod(seconds: 1800), "2026-06-01T00:30:00Z"),
    // A day on which clocks are put forward has 23 hours; a day of the calendar is one all the same.
    ("2026-03-07T17:00:00Z", "America/New_York", CalendarPeriod(days: 1), "2026-03-08T16:00:00Z"),
    ("2026-03-07T17:00:00Z", "America/New_York", CalendarPeriod(seconds: 86_400), "2026-03-08T17:00:00Z"),
    // Still January there.
    ("2026-02-01T03:00:00Z", "America/New_York", CalendarPeriod(through: .month), "2026-02-01T05:00:00Z"),
    ("2026-06-01T00:00:00.5Z", "UTC", CalendarPeriod(), "2026-06-01T00:00:00.5Z"),
  ]

  @Test(arguments: ends.indices) func periodsEndByTheCalendar(_ index: Int) throws {
    let (start, zone, period, end) = Self.ends[index]
    #expect(
      try period.end(from: Timestamp(rfc3339: start), in: Zone(named: zone)) == Timestamp(rfc3339: end), "\(period)")
  }

  @Test func theCalendarEnds() throws {
    #expect(throws: ArithmeticError.overflow) { try CalendarPeriod(months: 1).end(from: .latest, in: .utc) }
    #expect(throws: ArithmeticError.overflow) { try CalendarPeriod(through: .year).end(from: .latest, in: .utc) }
    #expect(throws: ArithmeticError.overflow) { try CalendarPeriod(months: .max).end(from: .epoch, in: .utc) }
  }
}
