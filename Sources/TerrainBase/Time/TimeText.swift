/// A reading position in a short text of a fixed form.
struct ByteScan {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ text: Text) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { offset == bytes.count }

  /// The next byte, which is not consumed.
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  var malformed: TimeParseError { .malformed(offset: offset) }

  /// Consumes the next byte.
  mutating func advance() { if !isAtEnd { offset += 1 } }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  mutating func skipBytes(_ expected: [UInt8]) -> Bool {
    guard bytes[offset...].starts(with: expected) else { return false }
    offset += expected.count
    return true
  }

  mutating func expect(_ character: Unicode.Scalar) throws(TimeParseError) {
    guard skip(character) else { throw malformed }
  }

  mutating func expectEnd() throws(TimeParseError) {
    guard isAtEnd else { throw malformed }
  }

  mutating func digit() -> Int? {
    guard let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
    offset += 1
    return Int(byte - UInt8(ascii: "0"))
  }

  /// Reads exactly `count` digits as a number.
  mutating func digits(_ count: Int) throws(TimeParseError) -> Int {
    var number = 0
    for _ in 0..<count {
      guard let digit = digit() else { throw malformed }
      number = number * 10 + digit
    }
    return number
  }

  /// Reads exactly `count` digits as a number in `range`.
  mutating func digits(_ count: Int, in range: ClosedRange<Int>) throws(TimeParseError) -> Int {
    let start = offset
    let number = try digits(count)
    guard range ~= number else { throw .noSuchValue(offset: start) }
    return number
  }
}

/// Writes the digits and signs of dates and times without creating a text for each part.
struct DigitWriter {
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private var count = 0

  private init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

  /// The length of the longest text: a local time with a year of seven digits, nanoseconds, and a sign.
  private static let capacity = 48

  /// The text that `write` writes.
  static func text(_ write: (inout DigitWriter) -> Void) -> String {
    String(unsafeUninitializedCapacity: capacity) { buffer in
      var writer = DigitWriter(buffer)
      write(&writer)
      return writer.count
    }
  }

  /// Writes one byte, or nothing if the text has reached its limit.
  mutating func sign(_ byte: UInt8) {
    guard count < buffer.count else { return }
    buffer[count] = byte
    count += 1
  }

  /// Writes `number` with at least `width` digits.
  mutating func digits(_ number: UInt, _ width: Int) {
    var unit: UInt = 1
    var places = 1
    while places < width || number / unit >= 10 {
      unit *= 10
      places += 1
    }
    while unit > 0 {
      sign(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / unit % 10))
      unit /= 10
    }
  }

  /// Writes a fraction of a second in protobuf's JSON form: nothing, or 3, 6, or 9 digits after a point.
  mutating func fraction(_ nanoseconds: UInt) {
    if nanoseconds == 0 { return }
    sign(UInt8(ascii: "."))
    if nanoseconds % 1_000_000 == 0 { return digits(nanoseconds / 1_000_000, 3) }
    if nanoseconds % 1000 == 0 { return digits(nanoseconds / 1000, 6) }
    digits(nanoseconds, 9)
  }
}

/// The reason why a text is not a date, an instant, or a duration.
public enum TimeParseError: Error, Hashable, Sendable {
  /// Does not have the form; `offset` is the first byte that does not fit.
  case malformed(offset: Int)
  /// Has the form, but the month, day, hour, minute, second or offset does not exist; `offset` is its position.
  case noSuchValue(offset: Int)
  /// A leap second (`23:59:60`), which instants do not count and cannot represent.
  case leapSecond
  /// More digits than nanoseconds; they are not truncated.
  case tooPrecise
  /// Beyond the range of instants (years 1 to 9999) or of durations (±315,576,000,000 s).
  case outOfRange
}

extension TimeParseError: CustomStringConvertible {
  /// The reason as part of a sentence.
  public var description: String {
    switch self {
    case .malformed(let offset): "not the form that is expected (at byte \(offset))"
    case .noSuchValue(let offset): "no such date or time (at byte \(offset))"
    case .leapSecond: "leap seconds cannot be represented; write the second before or after"
    case .tooPrecise: "finer than a nanosecond"
    case .outOfRange: "out of range"
    }
  }
}
