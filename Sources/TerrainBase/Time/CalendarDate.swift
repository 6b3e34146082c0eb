/// A day of the proleptic Gregorian calendar, without a time or a zone.
public struct CalendarDate: Hashable, Sendable {
  /// Days since 1970-01-01; negative before.
  package let days: Int32

  /// The day `days` after 1970-01-01.
  package init(days: Int32) { self.days = days }

  /// The day with this date, or nil if the date does not exist (February 30) or is out of range (±5.8 million years).
  ///
  /// Year 0 is the year before year 1, as in ISO 8601.
  public init?(year: Int, month: Int, day: Int) {
    guard -6_000_000...6_000_000 ~= year, 1...12 ~= month, day >= 1,
      day <= CalendarDate.daysInMonth(month, ofYear: year),
      let days = Int32(exactly: CalendarDate.daysSince1970(year: year, month: month, day: day))
    else { return nil }
    self.days = days
  }

  /// The number of days of `month` (1 to 12) in `year`.
  package static func daysInMonth(_ month: Int, ofYear year: Int) -> Int {
    switch month {
    case 2: isLeapYear(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// True for a year of 366 days.
  package static func isLeapYear(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}

extension CalendarDate {
  /// Year, month (1 to 12), and day of month (from 1), computed together, which is cheaper than separately.
  ///
  /// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
  package var fields: (year: Int, month: Int, day: Int) {
    let shifted = Int64(days) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (Int(yearOfEra + era * 400 + (month <= 2 ? 1 : 0)), Int(month), Int(day))
  }

  /// From the same source, `days_from_civil`.
  static func daysSince1970(year: Int, month: Int, day: Int) -> Int64 {
    let year = Int64(month <= 2 ? year - 1 : year)
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * Int64(month > 2 ? month - 3 : month + 9) + 2) / 5 + Int64(day) - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The year; 0 is the year before 1.
  public var year: Int { fields.year }

  /// The month, 1 to 12.
  public var month: Int { fields.month }

  /// The day of the month, from 1.
  public var day: Int { fields.day }

  /// The day of the week by ISO 8601: 1 for Monday to 7 for Sunday.
  public var weekday: Int {
    let sinceMonday = (Int64(days) + 3) % 7
    return Int(sinceMonday < 0 ? sinceMonday + 7 : sinceMonday) + 1
  }

  /// The day of the year, from 1.
  package var dayOfYear: Int { Int(Int64(days) - CalendarDate.daysSince1970(year: year, month: 1, day: 1)) + 1 }

  /// The day `count` days later.
  ///
  /// - Throws: `overflow` if the result is out of the range of `days`.
  package func adding(days count: Int) throws(ArithmeticError) -> CalendarDate {
    let (sum, overflow) = Int(days).addingReportingOverflow(count)
    guard !overflow, let days = Int32(exactly: sum) else { throw .overflow }
    return CalendarDate(days: days)
  }

  /// The same day `count` months later, or the last day of that month if it has no such day: one month after January 31 is February 28 or
  /// 29.
  ///
  /// - Throws: `overflow` if the result is out of the range of `days`.
  package func adding(months count: Int) throws(ArithmeticError) -> CalendarDate {
    let (year, month, day) = fields
    let (months, overflow) = (year * 12 + month - 1).addingReportingOverflow(count)
    guard !overflow else { throw .overflow }
    let newYear = months >= 0 ? months / 12 : (months + 1) / 12 - 1
    let newMonth = months - newYear * 12 + 1
    let newDay = min(day, CalendarDate.daysInMonth(newMonth, ofYear: newYear))
    guard let date = CalendarDate(year: newYear, month: newMonth, day: newDay) else { throw .overflow }
    return date
  }

  /// The number of days from `earlier` to this day; negative if this day comes first.
  package func days(since earlier: CalendarDate) -> Int { Int(days) - Int(earlier.days) }
}

extension CalendarDate: Comparable {
  /// True if `lhs` is the earlier day.
  public static func < (lhs: CalendarDate, rhs: CalendarDate) -> Bool { lhs.days < rhs.days }
}

extension CalendarDate: CustomStringConvertible {
  /// Reads ISO 8601's `2026-02-04`: years 0000 to 9999, without other characters before or after.
  public init(parsing text: Text) throws(TimeParseError) {
    var scan = ByteScan(text)
    self = try scan.date()
    try scan.expectEnd()
  }

  /// ISO 8601: `2026-02-04`. Outside the years 0 to 9999, with a sign and all digits of the year.
  public var description: String { DigitWriter.text { write(to: &$0) } }

  func write(to writer: inout DigitWriter) {
    let (year, month, day) = fields
    if year < 0 { writer.sign(UInt8(ascii: "-")) } else if year > 9999 { writer.sign(UInt8(ascii: "+")) }
    writer.digits(UInt(year.magnitude), 4)
    writer.sign(UInt8(ascii: "-"))
    writer.digits(UInt(month.magnitude), 2)
    writer.sign(UInt8(ascii: "-"))
    writer.digits(UInt(day.magnitude), 2)
  }
}

extension ByteScan {
  /// Reads `YYYY-MM-DD`.
  mutating func date() throws(TimeParseError) -> CalendarDate {
    let year = try digits(4)
    try expect("-")
    let month = try digits(2, in: 1...12)
    try expect("-")
    let start = offset
    let day = try digits(2)
    guard let date = CalendarDate(year: year, month: month, day: day) else { throw .noSuchValue(offset: start) }
    return date
  }
}

/// `number` with leading zeros, up to `width` digits.
func padded(_ number: UInt, _ width: Int) -> String {
  let digits = String(number)
  return digits.utf8.count >= width ? digits : String(repeating: "0", count: width - digits.utf8.count) + digits
}
