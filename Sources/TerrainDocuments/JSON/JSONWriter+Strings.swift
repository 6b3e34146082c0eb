// Texts in quotes, with what has to be escaped.

extension JSONWriter {
  /// A key as it is written: in quotes, escaped, with its colon. Of those that are written again and again.
  package struct Key: Sendable {
    let bytes: [UInt8]

    /// The key `key`.
    package init(_ key: String) {
      var writer = JSONWriter()
      JSONWriter.withBytes(of: key) { writer.writeQuoted($0) }
      bytes = writer.bytes + [UInt8(ascii: ":")]
    }
  }

  /// Calls `body` with the bytes of `text`.
  static func withBytes(of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    if text.utf8.withContiguousStorageIfAvailable(body) == nil { Array(text.utf8).withUnsafeBufferPointer(body) }
  }

  mutating func writeQuoted(_ text: UnsafeBufferPointer<UInt8>) {
    output.append(UInt8(ascii: "\""))
    var from = 0
    while from < text.count {
      let rest = UnsafeBufferPointer(rebasing: text[from...])
      let plain = Self.plainCount(rest)
      if plain > 0, let start = rest.baseAddress { output.append(start, plain) }
      from += plain
      if plain < rest.count { from += writeEscaped(UnsafeBufferPointer(rebasing: rest[plain...])) }
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Writes the first character of `text`, or its first byte, with its escape where it needs one; returns how many bytes it has.
  private mutating func writeEscaped(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    let byte = text[0]
    // U+2028 and U+2029 (E2 80 A8, E2 80 A9) are valid bare, but not to JavaScript before 2019, nor to line readers.
    if byte == 0xE2, text.count > 2, text[1] == 0x80, text[2] & 0xFE == 0xA8 {
      output.append(text[2] == 0xA8 ? "\\u2028" : "\\u2029")
      return 3
    }
    if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F {
      output.append(Self.escape(byte))
    } else {
      output.append(byte)
    }
    return 1
  }

  /// How many bytes at the beginning need no escape: those before the first control character, quote, backslash or byte that may
  /// begin U+2028.
  private static func plainCount(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    /// Nonzero where a byte of `word` is zero.
    func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & (ones << 7) }
    let raw = UnsafeRawBufferPointer(text)
    var count = 0
    while raw.count - count >= 8 {
      let word = raw.loadUnaligned(fromByteOffset: count, as: UInt64.self)
      let below = (word &- ones &* 0x20) & ~word & (ones << 7)
      let others = zeros(word ^ ones &* 0x22) | zeros(word ^ ones &* 0x5C) | zeros(word ^ ones &* 0x7F)
      if below | others | zeros(word ^ ones &* 0xE2) != 0 { break }
      count += 8
    }
    while count < raw.count {
      let byte = raw[count]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xE2 { return count }
      count += 1
    }
    return count
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case 0x22: "\\\""
    case 0x5C: "\\\\"
    case 0x08: "\\b"
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0C: "\\f"
    case 0x0D: "\\r"
    default: "\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
    }
  }
}
