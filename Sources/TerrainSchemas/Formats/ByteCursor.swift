/// Bytes of a text that somebody else owns.
typealias Bytes = UnsafeBufferPointer<UInt8>

/// Walks over bytes, each read behind a check that there is one.
struct ByteCursor {
  let bytes: Bytes
  private(set) var position = 0

  init(_ bytes: Bytes) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }

  /// The byte `distance` after the next one.
  func peek(_ distance: Int = 0) -> UInt8? {
    let index = position + distance
    return index < bytes.count ? bytes[index] : nil
  }

  /// Takes `byte` if it comes next.
  mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  /// Takes the next byte if `condition` holds for it.
  mutating func take(if condition: (UInt8) -> Bool) -> Bool {
    guard let byte = peek(), condition(byte) else { return false }
    position += 1
    return true
  }

  /// Takes bytes for as long as `condition` holds, and returns their number.
  mutating func take(while condition: (UInt8) -> Bool) -> Int {
    let start = position
    while let byte = peek(), condition(byte) { position += 1 }
    return position - start
  }

  /// Takes `count` decimal digits and gives their value.
  mutating func takeDigits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let byte = peek(), byte.isDigit else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      position += 1
    }
    return value
  }

  mutating func advance(_ count: Int = 1) { position = min(position + count, bytes.count) }
  mutating func rewind(to position: Int) { self.position = position }

  /// Takes the next character, decoded; `nil` at the end or where the bytes are not UTF-8.
  mutating func takeScalar() -> Unicode.Scalar? {
    guard let first = peek() else { return nil }
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    var decoder = UTF8()
    var source = bytes[position..<min(position + length, bytes.count)].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&source) else { return nil }
    position += UTF8.width(scalar)
    return scalar
  }
}

extension UInt8 {
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  var isLetter: Bool { (self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "z") }
  var isHexadecimal: Bool { isDigit || (self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "f") }
}
