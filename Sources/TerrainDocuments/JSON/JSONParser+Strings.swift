extension JSONParser {
  /// Reads the string whose opening quote is here; leaves the position after its closing quote.
  @inline(__always)
  mutating func readString() -> (form: UInt32, link: UInt32) {
    let start = at
    at += 1
    skipOrdinary()
    if at < end, base[at] == UInt8(ascii: "\"") {
      at += 1
      return (RawNode.Form.quoted, 0)
    }
    return readEscapedString(start)
  }

  /// Goes to the next quote, backslash or control character, or to the end.
  @inline(__always)
  private mutating func skipOrdinary() {
    // Eight bytes at a time: a byte of `found` has its high bit set where the text's is one of the three. The lowest
    // such bit is exact, those above it may be borrowed from it.
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while end - at >= 8 {
      let word = UInt64(littleEndian: UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self))
      let quote = word ^ (ones &* 0x22)
      let backslash = word ^ (ones &* 0x5C)
      let found =
        (((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash) | ((word &- (ones &* 0x20)) & ~word)) & highs
      if found != 0 {
        at += found.trailingZeroBitCount >> 3
        return
      }
      at += 8
    }
    while at < end {
      let byte = base[at]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { return }
      at += 1
    }
  }

  /// The rest of a string with escapes: its text goes to the side buffer.
  @inline(never)
  private mutating func readEscapedString(_ start: Int) -> (form: UInt32, link: UInt32) {
    let link = builder.beginDecoded()
    defer { builder.endDecoded(link) }
    var from = start + 1
    while true {
      builder.appendDecoded(UnsafeBufferPointer(start: base + from, count: at - from))
      guard at < end else {
        stop(.unclosedString(source, start: start, end: lineEnd(start)))
        break
      }
      let byte = base[at]
      if byte == UInt8(ascii: "\"") {
        at += 1
        break
      }
      guard byte == UInt8(ascii: "\\") else {
        stopAtControl(start)
        break
      }
      guard readEscape() else { break }
      from = at
      skipOrdinary()
    }
    return (RawNode.Form.decoded, link)
  }

  /// One escape; false when it is wrong.
  private mutating func readEscape() -> Bool {
    let start = at
    guard end - at >= 2 else {
      stop(.unclosedString(source, start: start, end: end))
      return false
    }
    let byte = base[at + 1]
    at += 2
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): builder.appendDecoded(byte)
    case UInt8(ascii: "b"): builder.appendDecoded(0x08)
    case UInt8(ascii: "f"): builder.appendDecoded(0x0C)
    case UInt8(ascii: "n"): builder.appendDecoded(0x0A)
    case UInt8(ascii: "r"): builder.appendDecoded(0x0D)
    case UInt8(ascii: "t"): builder.appendDecoded(0x09)
    case UInt8(ascii: "u"): return readUnicodeEscape(start)
    default:
      // The whole character after the backslash, not its first byte.
      at -= 1
      at += 1
      while at < end, base[at] & 0xC0 == 0x80 { at += 1 }
      stop(.unknownEscape(source, start: start, end: at))
      return false
    }
    return true
  }

  private mutating func readUnicodeEscape(_ start: Int) -> Bool {
    guard var code = hexadecimal(at) else {
      var stopAt = at
      while stopAt < end, stopAt < at + 4, Self.isWordByte(base[stopAt]) { stopAt += 1 }
      stop(.badUnicodeEscape(source, start: start, end: stopAt))
      return false
    }
    at += 4
    if code & 0xFC00 == 0xD800, end - at >= 6, base[at] == UInt8(ascii: "\\"), base[at + 1] == UInt8(ascii: "u"),
      let low = hexadecimal(at + 2), low & 0xFC00 == 0xDC00
    {
      code = 0x10000 + (code & 0x3FF) << 10 + (low & 0x3FF)
      at += 6
    }
    guard let scalar = Unicode.Scalar(code) else {
      stop(.loneSurrogate(source, start: start, end: at))
      return false
    }
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { builder.appendDecoded(byte) }
    return true
  }

  private func hexadecimal(_ from: Int) -> UInt32? {
    guard end - from >= 4 else { return nil }
    var value: UInt32 = 0
    for index in from..<from + 4 {
      guard let digit = Character(Unicode.Scalar(base[index])).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// The end of the line on which `offset` is, without its line end.
  func lineEnd(_ offset: Int) -> Int {
    var index = offset
    while index < end, base[index] != 0x0A, base[index] != 0x0D { index += 1 }
    return index
  }
}
