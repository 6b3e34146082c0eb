/// A rule of offsets that repeats every year, as POSIX's `TZ` and the footer of a TZif file write it:
/// `CET-1CEST,M3.5.0,M10.5.0/3` (IEEE 1003.1, 8.3; hours up to ±167 by RFC 9636, 3.3.2).
struct PosixZoneRule: Sendable {
  /// Seconds ahead of UTC.
  private let standard: Int
  private let summer: Summer?

  fileprivate struct Summer {
    var offset: Int
    /// In standard time.
    var start: Change
    /// In summer time.
    var end: Change
  }

  /// A day of the year and a time on it, in seconds from midnight.
  fileprivate struct Change {
    var day: Day
    var time: Int
  }

  fileprivate enum Day {
    /// `Jn`, 1 to 365: February 29 is never counted.
    case julian(Int)
    /// `n`, 0 to 365: February 29 is counted.
    case zeroBased(Int)
    /// `Mm.w.d`: the `week`th (5: last) `weekday` (Sunday is 0) of `month`.
    case weekday(month: Int, week: Int, weekday: Int)
  }

  /// The offset at `seconds` since 1970.
  func offset(at seconds: Int64) -> Int {
    guard let summer else { return standard }
    let days = (seconds + Int64(standard)) / 86_400 - ((seconds + Int64(standard)) % 86_400 < 0 ? 1 : 0)
    // Transitions lie in years that dates hold; beyond them (instants end with year 9999) the standard offset is as good.
    guard let day = Int32(exactly: days) else { return standard }
    let year = CalendarDate(days: day).year
    let start = summer.start.seconds(inYear: year) - Int64(standard)
    let end = summer.end.seconds(inYear: year) - Int64(summer.offset)
    let isSummer = start < end ? start <= seconds && seconds < end : !(end <= seconds && seconds < start)
    return isSummer ? summer.offset : standard
  }
}

extension PosixZoneRule.Change {
  /// Seconds since 1970, as if local time were UTC.
  fileprivate func seconds(inYear year: Int) -> Int64 {
    let newYear = CalendarDate.daysSince1970(year: year, month: 1, day: 1)
    let days: Int64
    switch day {
    case .julian(let number):
      days = newYear + Int64(number) - (CalendarDate.isLeapYear(year) && number >= 60 ? 0 : 1)
    case .zeroBased(let number):
      days = newYear + Int64(number)
    case .weekday(let month, let week, let weekday):
      let first = CalendarDate.daysSince1970(year: year, month: month, day: 1)
      // 1970-01-01 was a Thursday, 4.
      let firstWeekday = Int(((first + 4) % 7 + 7) % 7)
      var inMonth = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
      if inMonth >= CalendarDate.daysInMonth(month, ofYear: year) { inMonth -= 7 }
      days = first + Int64(inMonth)
    }
    return days * 86_400 + Int64(time)
  }
}

extension PosixZoneRule {
  /// Reads the rule; nil when it does not have the form.
  init?(_ bytes: [UInt8]) {
    var scan = ByteScan(Text(decoding: bytes))
    guard scan.skipAbbreviation(), let west = scan.signedTime() else { return nil }
    standard = -west
    guard !scan.isAtEnd else {
      summer = nil
      return
    }
    guard scan.skipAbbreviation() else { return nil }
    var offset = standard + 3600
    if scan.next != UInt8(ascii: ",") {
      guard let west = scan.signedTime() else { return nil }
      offset = -west
    }
    guard scan.skip(","), let start = Change(&scan), scan.skip(","), let end = Change(&scan), scan.isAtEnd else {
      return nil
    }
    summer = Summer(offset: offset, start: start, end: end)
  }
}

extension PosixZoneRule.Change {
  fileprivate init?(_ scan: inout ByteScan) {
    guard let day = PosixZoneRule.Day(&scan) else { return nil }
    self.day = day
    time = 7200
    if scan.skip("/") {
      guard let given = scan.signedTime() else { return nil }
      time = given
    }
  }
}

extension PosixZoneRule.Day {
  fileprivate init?(_ scan: inout ByteScan) {
    if scan.skip("J") {
      guard let number = scan.number(in: 1...365) else { return nil }
      self = .julian(number)
    } else if scan.skip("M") {
      guard let month = scan.number(in: 1...12), scan.skip("."), let week = scan.number(in: 1...5), scan.skip("."),
        let weekday = scan.number(in: 0...6)
      else { return nil }
      self = .weekday(month: month, week: week, weekday: weekday)
    } else {
      guard let number = scan.number(in: 0...365) else { return nil }
      self = .zeroBased(number)
    }
  }
}

extension ByteScan {
  /// `CEST` or `<+0330>`.
  fileprivate mutating func skipAbbreviation() -> Bool {
    if skip("<") {
      while !isAtEnd { if skip(">") { return true } else { advance() } }
      return false
    }
    let start = offset
    while let byte = next, UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 { advance() }
    return offset - start >= 3
  }

  /// One to three digits.
  fileprivate mutating func number(in range: ClosedRange<Int>) -> Int? {
    guard var number = digit() else { return nil }
    while number < 1000, let digit = digit() { number = number * 10 + digit }
    return range ~= number ? number : nil
  }

  /// `[+-]h[h[h]][:mm[:ss]]`, in seconds.
  fileprivate mutating func signedTime() -> Int? {
    let negative = skip("-")
    if !negative { _ = skip("+") }
    guard let hours = number(in: 0...167) else { return nil }
    var seconds = hours * 3600
    if skip(":") {
      guard let minutes = number(in: 0...59) else { return nil }
      seconds += minutes * 60
      if skip(":") {
        guard let rest = number(in: 0...59) else { return nil }
        seconds += rest
      }
    }
    return negative ? -seconds : seconds
  }
}
