/// Steps through a line of simple JSON without building a document.
///
/// For readers of the same few fields in millions of lines. It accepts ASCII strings without escapes and returns nil for everything else;
/// the caller then uses ``JSONReader``, which also diagnoses mistakes.
package struct LineCursor {
  private let base: UnsafePointer<UInt8>
  /// The position of the next byte.
  package private(set) var at = 0
  private let end: Int

  /// A cursor at the start of `line`, or nil if `line` has no memory.
  package init?(_ line: UnsafeBufferPointer<UInt8>) {
    guard let start = line.baseAddress else { return nil }
    base = start
    end = line.count
  }

  /// The bytes from `start`, which must be inside the line.
  @inline(__always)
  package func bytes(from start: Int) -> UnsafePointer<UInt8> { base + start }

  /// Skips blanks; true if the line ends after them.
  @inline(__always)
  package mutating func isAtEnd() -> Bool {
    skipBlanks()
    return at == end
  }

  /// Skips blanks and then `byte`; false if another byte follows.
  @inline(__always)
  package mutating func take(_ byte: UInt8) -> Bool {
    if at < end, base[at] == byte {
      at &+= 1
      return true
    }
    skipBlanks()
    guard at < end, base[at] == byte else { return false }
    at &+= 1
    return true
  }

  @inline(__always)
  private mutating func skipBlanks() {
    while at < end, base[at] == 0x20 || base[at] == 0x09 || base[at] == 0x0D || base[at] == 0x0A { at &+= 1 }
  }

  /// Skips blanks and a quoted string, and returns the range inside the quotes. Returns nil if no string follows, or if it contains an
  /// escape, a control character, or a character that is not ASCII.
  @inline(__always)
  package mutating func plainString() -> Range<Int>? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = at
    // Checks eight bytes at once for quotes, backslashes, control characters, and bytes that are not ASCII. The subtraction marks bytes
    // correctly only up to the first match.
    while end &- at >= 8 {
      let word = UInt64(littleEndian: UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self))
      let quotes = word ^ 0x2222_2222_2222_2222
      let slashes = word ^ 0x5C5C_5C5C_5C5C_5C5C
      let found =
        ((quotes &- 0x0101_0101_0101_0101) & ~quotes | (slashes &- 0x0101_0101_0101_0101) & ~slashes
          | (word &- 0x2020_2020_2020_2020) & ~word | word) & 0x8080_8080_8080_8080
      if found != 0 {
        at &+= found.trailingZeroBitCount >> 3
        break
      }
      at &+= 8
    }
    while at < end {
      let byte = base[at]
      if byte == UInt8(ascii: "\"") {
        at &+= 1
        return start..<at &- 1
      }
      if byte == UInt8(ascii: "\\") || byte < 0x20 || byte >= 0x80 { return nil }
      at &+= 1
    }
    return nil
  }

  /// Skips blanks and a whole number in the notation of ``JSONWriter`` that is short enough to fit. Returns its range, or nil if no such
  /// number follows.
  package mutating func plainInteger() -> Range<Int>? {
    skipBlanks()
    let start = at
    if at < end, base[at] == UInt8(ascii: "-") { at &+= 1 }
    let first = at
    while at < end, at &- first < 19, base[at] &- UInt8(ascii: "0") < 10 { at &+= 1 }
    let digits = at &- first
    guard digits > 0, digits < 19, base[first] != UInt8(ascii: "0") || at &- start == 1 else { return nil }
    guard at == end || Self.ends(base[at]) else { return nil }
    return start..<at
  }

  private static func ends(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") || byte <= 0x20
  }

  /// True if the bytes of `range` are those of `word`.
  @inline(__always)
  package func matches(_ range: Range<Int>, _ word: StaticString) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for index in 0..<range.count where base[range.lowerBound &+ index] != word.utf8Start[index] { return false }
    return true
  }
}
