import TerrainDocuments

// Plain texts that end too soon, and where texts, lines and characters end.

extension SyntaxTraps {
  /// A plain text with `open` parentheses that a comma or a comment cuts short; nil where all is well.
  func cutShort(_ start: Int, _ end: Int, open: Int) -> Diagnostic? {
    var open = open
    var next = end
    while next < bytes.count, bytes[next] == 0x20 { next += 1 }
    guard next < bytes.count else { return nil }
    let isComma = isInFlow && bytes[next] == UInt8(ascii: ",")
    guard isComma || (next > end && bytes[next] == UInt8(ascii: "#")) else { return nil }
    // Only where the parenthesis is closed further on is it clear what was meant.
    var close = next
    let line = lineEnd(next)
    while close < line, open > 0 {
      if bytes[close] == UInt8(ascii: "(") { open += 1 } else if bytes[close] == UInt8(ascii: ")") { open -= 1 }
      close += 1
    }
    guard open == 0 else { return nil }
    return isComma ? .cutAtComma(source, range: start..<close) : .cutAtComment(source, range: start..<close)
  }

  // MARK: - Places

  /// The end of the value that begins at `start`: of its line, without a comment and blanks; between brackets also
  /// before a comma or bracket that is not its own.
  func valueEnd(from start: Int) -> Int {
    let line = lineEnd(start)
    var at = start
    var depth = 0
    while at < line {
      let byte = bytes[at]
      if byte == UInt8(ascii: "#"), at > start, bytes[at - 1] == 0x20 { break }
      if isInFlow {
        if [UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{")].contains(byte) { depth += 1 }
        let isClosing = [UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(byte)
        if depth == 0, isClosing || byte == UInt8(ascii: ",") { break }
        if isClosing { depth -= 1 }
      }
      at += 1
    }
    while at > start, bytes[at - 1] <= 0x20 { at -= 1 }
    return at
  }

  /// The value on the line of `offset`: from after the line's first `: ` (between brackets the last one, comma or
  /// bracket before `offset`) to its end.
  func value(containing offset: Int) -> Range<Int> {
    var lineStart = offset
    while lineStart > 0, bytes[lineStart - 1] != 0x0A, bytes[lineStart - 1] != 0x0D { lineStart -= 1 }
    var at = lineStart
    var start: Int?
    while at < offset, start == nil || isInFlow {
      let isSeparator = at + 1 < bytes.count && bytes[at + 1] == 0x20 && bytes[at] == UInt8(ascii: ":")
      let isMark = isInFlow && [UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "[")].contains(bytes[at])
      at += 1
      if isSeparator { start = at } else if isMark { start = nil }
    }
    guard let start, start < offset else { return offset..<offset }
    at = start
    while at < offset, bytes[at] == 0x20 { at += 1 }
    return at..<max(at, valueEnd(from: at))
  }

  /// The escape around `offset`: from its backslash to the end of its digits.
  func escape(near offset: Int) -> Range<Int> {
    var start = min(offset, max(0, bytes.count - 1))
    while start > 0, offset - start < 10, bytes[start] != UInt8(ascii: "\\") { start -= 1 }
    var end = start + 1
    while end < bytes.count, end - start < 10, bytes[end] < 0x80,
      Character(Unicode.Scalar(bytes[end])).isHexDigit || end == start + 1
    { end += 1 }
    return start..<end
  }

  func tab(near offset: Int) -> Range<Int> {
    var at = min(offset, bytes.count)
    while at < bytes.count, bytes[at] != 0x09, bytes[at] != 0x0A { at += 1 }
    if at < bytes.count, bytes[at] == 0x09 { return at..<at + 1 }
    at = min(offset, bytes.count)
    while at > 0, bytes[at - 1] != 0x09, bytes[at - 1] != 0x0A { at -= 1 }
    return at > 0 && bytes[at - 1] == 0x09 ? at - 1..<at : character(offset)
  }

  func isFlowEnd(_ at: Int) -> Bool {
    at < bytes.count && (bytes[at] == UInt8(ascii: "]") || bytes[at] == UInt8(ascii: "}"))
  }

  func character(_ at: Int) -> Range<Int> {
    guard at < bytes.count else { return bytes.count..<bytes.count }
    var end = at + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return at..<end
  }

  /// No line of an author's is longer; a file without lines must not be scanned for each diagnostic.
  static let longestLine = 4000

  func lineEnd(_ offset: Int) -> Int {
    var at = min(offset, bytes.count)
    let limit = min(at + Self.longestLine, bytes.count)
    while at < limit, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
    return at
  }

  static func text(_ source: SourceText, _ range: Range<Int>) -> String {
    source.text(of: SourceRange(start: UInt32(clamping: range.lowerBound), end: UInt32(clamping: range.upperBound)))
  }
}

extension Diagnostic {
  // MARK: Texts that need quotes

  static func cutAtComma(_ source: SourceText, range: Range<Int>) -> Diagnostic {
    yaml(
      "cut-at-comma", "between brackets a comma ends a text, so this one is cut in two", source, range,
      fix: quoted(SyntaxTraps.text(source, range)))
  }

  static func cutAtComment(_ source: SourceText, range: Range<Int>) -> Diagnostic {
    yaml(
      "cut-at-comment", "` #` begins a comment, so this text loses its end", source, range,
      fix: quoted(SyntaxTraps.text(source, range)))
  }
}
