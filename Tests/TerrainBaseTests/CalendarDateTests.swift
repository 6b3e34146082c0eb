import Foundation
import Testing

@testable import TerrainBase

@Suite struct CalendarDateTests {
  @Test(
    arguments: [
      ("1970-01-01", 0, 4, 1), ("2026-02-04", 20488, 3, 35), ("2024-02-29", 19782, 4, 60),
      ("2024-12-31", 20088, 2, 366),
      ("1969-12-31", -1, 3, 365), ("0001-01-01", -719_162, 1, 1), ("0000-02-29", -719_469, 2, 60),
      ("9999-12-31", 2_932_896, 5, 365),
      ("1900-03-01", -25508, 4, 60),
    ] as [(Text, Int32, Int, Int)]) func knowsItsDay(text: Text, days: Int32, weekday: Int, dayOfYear: Int) throws
  {
    let date = try CalendarDate(parsing: text)
    #expect(date.days == days)
    #expect(date.weekday == weekday)
    #expect(date.dayOfYear == dayOfYear)
    #expect(date.description == text.string)
  }

  @Test(
    arguments: [
      ("2026-2-4", .malformed(offset: 6)), ("2026-02-04T", .malformed(offset: 10)), ("20260204", .malformed(offset: 4)),
      ("2023-02-29", .noSuchValue(offset: 8)), ("1900-02-29", .noSuchValue(offset: 8)),
      ("2026-04-31", .noSuchValue(offset: 8)),
      ("2026-13-01", .noSuchValue(offset: 5)), ("2026-01-00", .noSuchValue(offset: 8)), ("", .malformed(offset: 0)),
    ] as [(Text, TimeParseError)]) func refuses(text: Text, error: TimeParseError)
  {
    #expect(throws: error) { try CalendarDate(parsing: text) }
  }

  @Test(
    arguments: [
      ("2026-01-31", 1, "2026-02-28"), ("2024-01-31", 1, "2024-02-29"), ("2026-03-31", -1, "2026-02-28"),
      ("2026-12-15", 1, "2027-01-15"), ("2026-01-15", -1, "2025-12-15"), ("2024-02-29", 12, "2025-02-28"),
      ("2026-05-31", 13, "2027-06-30"), ("0001-01-01", -12, "0000-01-01"), ("0000-01-31", -11, "-0001-02-28"),
      ("9999-12-31", 1, "+10000-01-31"),
    ] as [(Text, Int, String)]) func addsMonthsWithinTheMonth(from: Text, months: Int, to: String) throws
  {
    #expect(try CalendarDate(parsing: from).adding(months: months).description == to)
  }

  @Test func addingIsChecked() {
    for count in [Int.min, Int.max] {
      #expect(throws: ArithmeticError.overflow) { try CalendarDate(days: 1).adding(days: count) }
      #expect(throws: ArithmeticError.overflow) { try CalendarDate(days: 1).adding(months: count) }
    }
    #expect(throws: ArithmeticError.overflow) { try CalendarDate(days: .max).adding(days: 1) }
    #expect(throws: ArithmeticError.overflow) { try CalendarDate(days: .max).adding(months: 1) }
    #expect(CalendarDate(year: 5_881_580, month: 7, day: 11)?.days == .max)
    #expect(CalendarDate(year: 5_881_580, month: 7, day: 12) == nil)
    #expect(CalendarDate(year: .max, month: 1, day: 1) == nil)
  }

  @Test func everyDayOfFourCenturiesFollowsTheOneBefore() throws {
    var expected = (year: 1600, month: 1, day: 1)
    let first = try #require(CalendarDate(year: 1600, month: 1, day: 1))
    for offset in 0..<(146_097 + 1) {
      let date = CalendarDate(days: first.days + Int32(offset))
      guard date.fields == expected, CalendarDate(year: date.year, month: date.month, day: date.day) == date else {
        Issue.record("\(date) is not \(expected)")
        return
      }
      expected.day += 1
      if expected.day > CalendarDate.daysInMonth(expected.month, ofYear: expected.year) {
        expected = expected.month == 12 ? (expected.year + 1, 1, 1) : (expected.year, expected.month + 1, 1)
      }
    }
    #expect(expected == (2000, 1, 2))
  }

  @Test func extremesHaveDates() {
    for days in [Int32.min, -1, 0, Int32.max] {
      let (year, month, day) = CalendarDate(days: days).fields
      #expect(CalendarDate.daysSince1970(year: year, month: month, day: day) == Int64(days))
      #expect(1...7 ~= CalendarDate(days: days).weekday)
    }
  }

  @Test func agreesWithFoundation() throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    var random = SeededGenerator(seed: 2)
    for _ in 0..<300 {
      // Foundation's calendar is Julian before 1582.
      let date = CalendarDate(days: .random(in: -140_000...2_932_896, using: &random))
      let parts = calendar.dateComponents(
        [.year, .month, .day, .weekday], from: Date(timeIntervalSince1970: Double(date.days) * 86_400))
      #expect(parts.year == date.year && parts.month == date.month && parts.day == date.day)
      #expect(parts.weekday == date.weekday % 7 + 1)
    }
  }
}
