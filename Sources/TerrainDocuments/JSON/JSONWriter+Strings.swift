// Texts in quotes, with what has to be escaped.

extension JSONWriter {
  /// A key as it is written: in quotes, escaped, with its colon. Of those that are written again and again.
  package struct Key: Sendable {
    let bytes: [UInt8]

    /// The key `key`.
    package init(_ key: String) {
      var writer = JSONWriter()
      writer.writeString(key, isKey: true)
      bytes = writer.bytes
    }
  }

  /// Texts up to this many bytes are put between their quotes first: one growth of the array, and not three.
  private static let mostAtOnce = 120

  mutating func writeString(_ text: String, isKey: Bool = false) {
    let fast: Void? = text.utf8.withContiguousStorageIfAvailable { writeQuoted($0, isKey) }
    if fast == nil { Array(text.utf8).withUnsafeBufferPointer { writeQuoted($0, isKey) } }
  }

  private mutating func writeQuoted(_ text: UnsafeBufferPointer<UInt8>, _ isKey: Bool) {
    let plain = Self.plainCount(text)
    guard plain == text.count, plain <= Self.mostAtOnce, let start = text.baseAddress else {
      bytes.append(UInt8(ascii: "\""))
      writeEscaped(text, plain)
      bytes.append(UInt8(ascii: "\""))
      if isKey { bytes.append(UInt8(ascii: ":")) }
      return
    }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: plain + 3) { quoted in
      guard let room = quoted.baseAddress else { return }
      room.initialize(to: UInt8(ascii: "\""))
      (room + 1).initialize(from: start, count: plain)
      (room + plain + 1).initialize(to: UInt8(ascii: "\""))
      (room + plain + 2).initialize(to: UInt8(ascii: ":"))
      bytes.append(contentsOf: UnsafeBufferPointer(start: room, count: plain + (isKey ? 3 : 2)))
    }
  }

  /// Writes `text`, of which the first `plain` bytes need no escape.
  private mutating func writeEscaped(_ text: UnsafeBufferPointer<UInt8>, _ plain: Int) {
    if plain == text.count { return bytes.append(contentsOf: text) }
    var from = 0
    for index in plain..<text.count {
      let byte = text[index]
      // U+2028 and U+2029 (E2 80 A8, E2 80 A9) are valid bare, but not to JavaScript before 2019, nor to line readers.
      let isSeparator =
        byte == 0xE2 && index + 2 < text.count && text[index + 1] == 0x80 && text[index + 2] & 0xFE == 0xA8
      guard byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || isSeparator else { continue }
      bytes.append(contentsOf: text[from..<index])
      from = index + 1
      if isSeparator {
        bytes.append(contentsOf: (text[index + 2] == 0xA8 ? "\\u2028" : "\\u2029").utf8)
        from = index + 3
      } else {
        bytes.append(contentsOf: Self.escape(byte).utf8)
      }
    }
    bytes.append(contentsOf: text[from...])
  }

  /// How many bytes at the beginning, at least, need no escape: those before the first group of eight with a control character,
  /// a quote, a backslash or a byte that may begin U+2028.
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
      if below | others | zeros(word ^ ones &* 0xE2) != 0 { return count }
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
