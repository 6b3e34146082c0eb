/// The offsets of a zone over time, read from a TZif file (RFC 9636; versions 1 to 4).
///
/// Leap seconds are not supported (`right/…`), because instants do not count them.
struct ZoneTable: Sendable {
  /// The times at which the offset changes, in seconds since 1970, ascending.
  private let transitions: [Int64]
  /// The offset from each transition on, in seconds.
  private let offsets: [Int32]
  /// The offset before the first transition.
  private let initialOffset: Int32
  /// The rule after the last transition.
  private let rule: PosixZoneRule?

  /// The offset at `seconds` since 1970.
  func offset(at seconds: Int64) -> Int {
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    if low == transitions.count, let rule { return rule.offset(at: seconds) }
    return Int(low == 0 ? initialOffset : offsets[low - 1])
  }

  /// Reads the bytes of a TZif file.
  init(_ bytes: [UInt8]) throws(ZoneError) {
    var reader = Reader(bytes: bytes)
    var header = try reader.header()
    if header.version >= 2 {
      // The first block repeats the table with 32-bit times for old readers.
      try reader.skip(header.dataSize(timeSize: 4))
      header = try reader.header()
    }
    guard header.leapCount == 0 else { throw .unreadable(reason: "it counts leap seconds") }
    guard header.typeCount > 0, header.typeCount <= 256 else { throw .unreadable(reason: "it has no offsets") }
    let timeSize = header.version >= 2 ? 8 : 4
    var transitions: [Int64] = []
    for _ in 0..<header.timeCount { transitions.append(try reader.signed(timeSize)) }
    guard zip(transitions, transitions.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw .unreadable(reason: "its times are not ascending")
    }
    var types: [Int] = []
    for _ in 0..<header.timeCount { types.append(Int(try reader.byte())) }
    var typeOffsets: [Int32] = []
    for _ in 0..<header.typeCount {
      let offset = try reader.signed(4)
      guard -86_400 < offset, offset < 86_400 else { throw .unreadable(reason: "an offset of a day or more") }
      typeOffsets.append(Int32(offset))
      // The flag for summer time and the abbreviation are not needed here.
      try reader.skip(2)
    }
    guard types.allSatisfy({ $0 < typeOffsets.count }) else {
      throw .unreadable(reason: "it names an offset that it does not have")
    }
    try reader.skip(header.charCount + header.standardCount + header.utcCount)
    self.transitions = transitions
    self.offsets = types.map { typeOffsets[$0] }
    self.initialOffset = typeOffsets.first ?? 0
    self.rule = header.version >= 2 ? try reader.footer() : nil
  }
}

private struct Header {
  var version = 1
  var utcCount = 0
  var standardCount = 0
  var leapCount = 0
  var timeCount = 0
  var typeCount = 0
  var charCount = 0

  /// Each count is at most 2^32, so that this cannot overflow.
  func dataSize(timeSize: Int) -> Int {
    timeCount * (timeSize + 1) + typeCount * 6 + charCount + leapCount * (timeSize + 4) + standardCount + utcCount
  }
}

/// A checked reading position in a TZif file.
private struct Reader {
  let bytes: [UInt8]
  var offset = 0

  static let truncated = ZoneError.unreadable(reason: "it ends too early")

  mutating func skip(_ count: Int) throws(ZoneError) {
    guard count <= bytes.count - offset else { throw Reader.truncated }
    offset += count
  }

  mutating func byte() throws(ZoneError) -> UInt8 {
    guard offset < bytes.count else { throw Reader.truncated }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// A big-endian two's complement number of 4 or 8 bytes.
  mutating func signed(_ size: Int) throws(ZoneError) -> Int64 {
    var bits: UInt64 = 0
    for _ in 0..<size { bits = bits << 8 | UInt64(try byte()) }
    return size == 4 ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(bitPattern: bits)
  }

  mutating func header() throws(ZoneError) -> Header {
    guard bytes[offset...].starts(with: "TZif".utf8) else { throw .unreadable(reason: "it is not a TZif file") }
    offset += 4
    var header = Header()
    let version = try byte()
    header.version = version == 0 ? 1 : Int(version) - Int(UInt8(ascii: "0"))
    try skip(15)
    header.utcCount = try count()
    header.standardCount = try count()
    header.leapCount = try count()
    header.timeCount = try count()
    header.typeCount = try count()
    header.charCount = try count()
    guard header.dataSize(timeSize: 4) <= bytes.count - offset else { throw Reader.truncated }
    return header
  }

  private mutating func count() throws(ZoneError) -> Int { Int(UInt32(truncatingIfNeeded: try signed(4))) }

  /// The POSIX rule between the two line feeds at the end, or nil if the file has none.
  mutating func footer() throws(ZoneError) -> PosixZoneRule? {
    guard try byte() == UInt8(ascii: "\n") else { throw .unreadable(reason: "its footer is not where it should be") }
    let rule = Array(bytes[offset...].prefix { $0 != UInt8(ascii: "\n") })
    guard offset + rule.count < bytes.count else { throw Reader.truncated }
    if rule.isEmpty { return nil }
    guard let parsed = PosixZoneRule(rule) else {
      throw .unreadable(reason: "its rule for later years cannot be read")
    }
    return parsed
  }
}

/// A rule for offsets that repeats every year, in the form of POSIX's `TZ` and the footer of a TZif file: `CET-1CEST,M3.5.0,M10.5.0/3`
/// (IEEE 1003.1, 8.3; hours up to ±167 by RFC 9636, 3.3.2).
struct PosixZoneRule: Sendable {
  /// The offset of standard time, in seconds ahead of UTC.
  private let standard: Int
  private let summer: Summer?

  fileprivate struct Summer {
    var offset: Int
    /// The start of summer time, in standard time.
    var start: Change
    /// The end of summer time, in summer time.
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
    // Transitions lie in the range of dates. Beyond it the standard offset is used; instants end with year 9999.
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
  /// Reads the rule; nil if it does not have the form.
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
  /// Skips `CEST` or `<+0330>`.
  fileprivate mutating func skipAbbreviation() -> Bool {
    if skip("<") {
      while !isAtEnd { if skip(">") { return true } else { advance() } }
      return false
    }
    let start = offset
    while let byte = next, UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 { advance() }
    return offset - start >= 3
  }

  /// Reads one to three digits.
  fileprivate mutating func number(in range: ClosedRange<Int>) -> Int? {
    guard var number = digit() else { return nil }
    while number < 1000, let digit = digit() { number = number * 10 + digit }
    return range ~= number ? number : nil
  }

  /// Reads `[+-]h[h[h]][:mm[:ss]]`; returns seconds.
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
