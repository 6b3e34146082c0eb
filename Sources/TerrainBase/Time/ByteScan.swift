/// A reading position in a short text of fixed form.
struct ByteScan {
  private let bytes: [UInt8]
  private(set) var offset = 0

  init(_ text: Text) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { offset == bytes.count }

  /// The next byte, not yet taken.
  var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  var malformed: TimeParseError { .malformed(offset: offset) }

  /// Takes the next byte, whatever it is.
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

  /// Exactly `count` digits, as a number.
  mutating func digits(_ count: Int) throws(TimeParseError) -> Int {
    var number = 0
    for _ in 0..<count {
      guard let digit = digit() else { throw malformed }
      number = number * 10 + digit
    }
    return number
  }

  /// Exactly `count` digits, whose number lies in `range`.
  mutating func digits(_ count: Int, in range: ClosedRange<Int>) throws(TimeParseError) -> Int {
    let start = offset
    let number = try digits(count)
    guard range ~= number else { throw .noSuchValue(offset: start) }
    return number
  }
}
