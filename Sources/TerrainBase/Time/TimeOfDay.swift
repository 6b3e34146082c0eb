/// A local time without a date or a zone: 00:00:00 to 23:59:59.999999999.
public struct TimeOfDay: Hashable, Sendable {
  /// Seconds since midnight, counted as in a day of 86,400 seconds.
  package let secondOfDay: Int32
  /// 0 through 999,999,999.
  public let nanosecond: Int32

  /// 00:00:00.
  package static let midnight = TimeOfDay(secondOfDay: 0, nanosecond: 0)

  /// - Precondition: The parts are in range.
  init(secondOfDay: Int32, nanosecond: Int32) {
    self.secondOfDay = secondOfDay
    self.nanosecond = nanosecond
  }

  /// The time with these fields, or nil if a field is out of range.
  public init?(hour: Int, minute: Int, second: Int = 0, nanosecond: Int = 0) {
    guard 0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second, 0...999_999_999 ~= nanosecond else { return nil }
    self.init(secondOfDay: Int32(hour * 3600 + minute * 60 + second), nanosecond: Int32(nanosecond))
  }

  /// The time in `text`, written `HH:MM`, or nil for other texts.
  package init?(hourAndMinute text: Text) {
    let bytes = Array(text.utf8)
    guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
    func number(_ start: Int) -> Int? {
      let digits = bytes[start..<start + 2].map { Int($0) - 48 }
      return digits.allSatisfy { 0...9 ~= $0 } ? digits[0] * 10 + digits[1] : nil
    }
    guard let hour = number(0), let minute = number(3) else { return nil }
    self.init(hour: hour, minute: minute)
  }

  /// 0 through 23.
  public var hour: Int { Int(secondOfDay) / 3600 }

  /// 0 through 59.
  public var minute: Int { Int(secondOfDay) / 60 % 60 }

  /// 0 through 59.
  public var second: Int { Int(secondOfDay) % 60 }
}

extension TimeOfDay: Comparable {
  /// True if `lhs` is earlier in the day.
  public static func < (lhs: TimeOfDay, rhs: TimeOfDay) -> Bool {
    (lhs.secondOfDay, lhs.nanosecond) < (rhs.secondOfDay, rhs.nanosecond)
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// `12:00:00`, `12:00:00.500`: the fraction in groups of three digits, without empty groups at the end.
  public var description: String { DigitWriter.text { write(to: &$0) } }

  func write(to writer: inout DigitWriter) {
    writer.digits(UInt(hour.magnitude), 2)
    writer.sign(UInt8(ascii: ":"))
    writer.digits(UInt(minute.magnitude), 2)
    writer.sign(UInt8(ascii: ":"))
    writer.digits(UInt(second.magnitude), 2)
    writer.fraction(UInt(nanosecond.magnitude))
  }
}

/// A fraction of a second in protobuf's JSON form: empty, or 3, 6, or 9 digits after a point.
func fractionGroups(_ nanoseconds: UInt) -> String { DigitWriter.text { $0.fraction(nanoseconds) } }

/// A date and a time of day without a time zone. Only a `Zone` turns it into an instant.
package struct LocalDateTime: Hashable, Sendable {
  /// The day.
  package let date: CalendarDate
  /// The time of that day.
  package let time: TimeOfDay

  /// `time` on `date`.
  package init(date: CalendarDate, time: TimeOfDay) {
    self.date = date
    self.time = time
  }
}

extension LocalDateTime: Comparable {
  /// True if `lhs` is earlier.
  package static func < (lhs: LocalDateTime, rhs: LocalDateTime) -> Bool {
    (lhs.date, lhs.time) < (rhs.date, rhs.time)
  }
}

extension LocalDateTime: CustomStringConvertible {
  /// ISO 8601 without a zone: `2026-02-04T12:00:00`.
  package var description: String { DigitWriter.text { write(to: &$0) } }

  func write(to writer: inout DigitWriter) {
    date.write(to: &writer)
    writer.sign(UInt8(ascii: "T"))
    time.write(to: &writer)
  }
}

extension LocalDateTime {
  /// The date and time in a zone `offset` seconds ahead of UTC.
  init(_ instant: Timestamp, offset: Int) {
    let local = instant.seconds + Int64(offset)
    let days = local >= 0 ? local / 86_400 : (local + 1) / 86_400 - 1
    // The result is in range, because instants end with year 9999.
    self.init(
      date: CalendarDate(days: Int32(truncatingIfNeeded: days)),
      time: TimeOfDay(secondOfDay: Int32(truncatingIfNeeded: local - days * 86_400), nanosecond: instant.nanoseconds))
  }

  /// The seconds since 1970 that this date and time would have in UTC.
  var secondsAsUTC: Int64 { Int64(date.days) * 86_400 + Int64(time.secondOfDay) }
}
