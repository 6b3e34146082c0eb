import Foundation
import TerrainBase

/// A day of the Gregorian calendar wherever a person is: not an instant, and in no time zone.
public struct LocalDay: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
  private let date: CalendarDate

  /// The day that is written as `text`, `2026-02-05`; nil for anything else.
  public init?(_ text: String) {
    guard let date = try? CalendarDate(parsing: Text(text)) else { return nil }
    self.date = date
  }

  /// The day that `instant` is on in `timeZone`.
  public init?(_ instant: Date, in timeZone: TimeZone) { self.init(LocalDay.text(of: instant, in: timeZone)) }

  /// The day that `instant` is on in `timeZone`, as JSON has it.
  static func text(of instant: Date, in timeZone: TimeZone) -> String {
    instant.formatted(Date.ISO8601FormatStyle(dateSeparator: .dash, timeZone: timeZone).year().month().day())
  }

  /// The year.
  public var year: Int { date.fields.year }
  /// The month, from 1.
  public var month: Int { date.fields.month }
  /// The day of the month, from 1.
  public var day: Int { date.fields.day }

  /// The day as JSON has it, `2026-02-05`.
  public var description: String { date.description }

  /// The instant at which the day begins in `timeZone`; nil for a day that the zone skips.
  public func start(in timeZone: TimeZone) -> Date? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let start = calendar.date(from: DateComponents(year: year, month: month, day: day)).map {
      calendar.startOfDay(for: $0)
    }
    return start.flatMap { LocalDay($0, in: timeZone) == self ? $0 : nil }
  }

  /// Decodes text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let day = LocalDay(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a day, as in 2026-02-05")
    }
    self = day
  }

  /// Encodes text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Whether `lhs` is an earlier day.
  public static func < (lhs: LocalDay, rhs: LocalDay) -> Bool { lhs.date < rhs.date }
}
