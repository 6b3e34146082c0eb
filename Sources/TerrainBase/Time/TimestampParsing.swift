extension Timestamp {
  /// Reads RFC 3339's `date-time`: `2026-02-04T12:00:00Z`, `2026-02-04T12:00:00.5+08:00`.
  ///
  /// Up to nine digits of fraction, an offset of at most 23:59, `t` and `z` as good as `T` and `Z`. A leap second is refused.
  public init(rfc3339 text: Text) throws(TimeParseError) {
    if let instant = text.utf8.withContiguousStorageIfAvailable(Self.usual) ?? nil {
      self = instant
      return
    }
    var scan = ByteScan(text)
    let date = try scan.date()
    guard scan.skip("T") || scan.skip("t") else { throw scan.malformed }
    let time = try scan.timeOfDay()
    var offset = 0
    if !scan.skip("Z"), !scan.skip("z") {
      let sign = try scan.sign()
      let hours = try scan.digits(2, in: 0...23)
      try scan.expect(":")
      offset = sign * (hours * 3600 + (try scan.digits(2, in: 0...59)) * 60)
    }
    try scan.expectEnd()
    try self.init(LocalDateTime(date: date, time: time), parsedOffset: offset)
  }

  /// The instant in `text` of the usual form, `2026-02-04T12:00:00Z`; nil of any other form, and where something is wrong.
  private static func usual(_ text: UnsafeBufferPointer<UInt8>) -> Timestamp? {
    guard text.count == 20, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"), text[10] == UInt8(ascii: "T"),
      text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"), text[19] == UInt8(ascii: "Z")
    else { return nil }
    var isNumber = true
    func number(_ start: Int, _ count: Int) -> Int {
      var number = 0
      for place in start..<start + count {
        let digit = text[place] &- UInt8(ascii: "0")
        if digit > 9 { isNumber = false }
        number = number * 10 + Int(digit)
      }
      return number
    }
    let (year, month, day) = (number(0, 4), number(5, 2), number(8, 2))
    let (hour, minute, second) = (number(11, 2), number(14, 2), number(17, 2))
    guard isNumber, hour < 24, minute < 60, second < 60, let date = CalendarDate(year: year, month: month, day: day)
    else { return nil }
    return try? Timestamp(seconds: Int64(date.days) * 86_400 + Int64(hour * 3600 + minute * 60 + second))
  }

  /// Reads what PostgreSQL prints for a `timestamptz` in ISO style: `2026-02-04 12:00:00.123456+00`, with an offset of
  /// `+HH`, `+HH:MM`, `+HHMM` or `+HH:MM:SS`, with or without a blank before it.
  package init(postgreSQL text: Text) throws(TimeParseError) {
    var scan = ByteScan(text)
    let date = try scan.date()
    try scan.expect(" ")
    let time = try scan.timeOfDay()
    _ = scan.skip(" ")
    let sign = try scan.sign()
    var offset = try scan.digits(2, in: 0...23) * 3600
    if scan.skip(":") {
      offset += try scan.digits(2, in: 0...59) * 60
      if scan.skip(":") { offset += try scan.digits(2, in: 0...59) }
    } else if !scan.isAtEnd {
      offset += try scan.digits(2, in: 0...59) * 60
    }
    try scan.expectEnd()
    try self.init(LocalDateTime(date: date, time: time), parsedOffset: sign * offset)
  }

  private init(_ local: LocalDateTime, parsedOffset offset: Int) throws(TimeParseError) {
    do {
      try self.init(seconds: local.secondsAsUTC - Int64(offset), nanoseconds: Int64(local.time.nanosecond))
    } catch { throw .outOfRange }
  }
}

extension ByteScan {
  fileprivate mutating func sign() throws(TimeParseError) -> Int {
    if skip("-") { return -1 }
    try expect("+")
    return 1
  }

  /// `HH:MM:SS`, and a fraction of up to nine digits.
  fileprivate mutating func timeOfDay() throws(TimeParseError) -> TimeOfDay {
    let hour = try digits(2, in: 0...23)
    try expect(":")
    let minute = try digits(2, in: 0...59)
    try expect(":")
    let start = offset
    let second = try digits(2)
    guard second != 60 else { throw .leapSecond }
    let nanosecond = skip(".") ? try fraction() : 0
    guard let time = TimeOfDay(hour: hour, minute: minute, second: second, nanosecond: nanosecond) else {
      throw .noSuchValue(offset: start)
    }
    return time
  }

  /// One to nine digits, as nanoseconds.
  private mutating func fraction() throws(TimeParseError) -> Int {
    guard var nanoseconds = digit() else { throw malformed }
    var places = 1
    while let digit = digit() {
      guard places < 9 else { throw .tooPrecise }
      nanoseconds = nanoseconds * 10 + digit
      places += 1
    }
    for _ in places..<9 { nanoseconds *= 10 }
    return nanoseconds
  }
}
