extension Node {
  /// The source location of bytes of a string's *decoded* text: through quotes, escapes, folded lines, and the indentation of block text.
  /// `decoded` counts UTF-8 bytes of ``text``. An empty range gives an empty place; offsets outside the text are clamped. For a node that
  /// is not a string, the result is its ``place``.
  package func place(ofDecoded decoded: Range<Int>) -> Place {
    let raw = targetRaw
    let source = document.source
    guard raw.tag == RawNode.Tag.string else {
      return Place(source: source, range: SourceRange(start: raw.start, end: raw.end))
    }
    let range = document.withScalarBytes(index) { text -> Range<Int> in
      let lower = min(max(decoded.lowerBound, 0), text.count)
      let upper = min(max(decoded.upperBound, lower), text.count)
      switch raw.form {
      case RawNode.Form.decoded:
        return source.bytes.withUnsafeBufferPointer { bytes in
          var walk = DecodedWalk(
            source: bytes, range: Int(raw.start)..<min(Int(raw.end), bytes.count), decoded: text)
          return walk.sourceRange(of: lower..<upper)
        }
      case RawNode.Form.quoted: return Int(raw.start) + 1 + lower..<Int(raw.start) + 1 + upper
      default: return Int(raw.start) + lower..<Int(raw.start) + upper
      }
    }
    return Place(
      source: source,
      range: SourceRange(start: UInt32(clamping: range.lowerBound), end: UInt32(clamping: range.upperBound)))
  }
}

/// Decodes a scalar again and records the source range of each part of its text. Done only to locate a diagnostic, so that reading does not
/// pay for it.
struct DecodedWalk {
  /// A run of decoded bytes and its source range; both have the same length if the bytes were copied verbatim.
  private struct Segment {
    var decoded: Range<Int>
    var source: Range<Int>
  }

  private let source: UnsafeBufferPointer<UInt8>
  private let range: Range<Int>
  private let decoded: UnsafeBufferPointer<UInt8>
  private var segments: [Segment] = []
  private var position = 0

  init(source: UnsafeBufferPointer<UInt8>, range: Range<Int>, decoded: UnsafeBufferPointer<UInt8>) {
    self.source = source
    self.range = range
    self.decoded = decoded
    guard let first = range.first else { return }
    switch source[first] {
    case UInt8(ascii: "\""): flow(range.dropFirst().dropLast(), quote: UInt8(ascii: "\""))
    case UInt8(ascii: "'"): flow(range.dropFirst().dropLast(), quote: UInt8(ascii: "'"))
    case UInt8(ascii: "|"), UInt8(ascii: ">"): block()
    default: flow(range, quote: nil)
    }
  }

  mutating func sourceRange(of decoded: Range<Int>) -> Range<Int> {
    let start = sourceStart(of: decoded.lowerBound)
    if decoded.isEmpty { return start..<start }
    return start..<max(start, sourceEnd(of: decoded.upperBound - 1))
  }

  /// The source offset at which the decoded byte at `offset` begins; the end of the last segment for the offset after the text.
  private func sourceStart(of offset: Int) -> Int {
    guard let segment = segment(at: offset) else { return segments.last?.source.upperBound ?? range.lowerBound }
    let isVerbatim = segment.decoded.count == segment.source.count
    return segment.source.lowerBound + (isVerbatim ? offset - segment.decoded.lowerBound : 0)
  }

  /// The source offset at which the decoded byte at `offset` ends.
  private func sourceEnd(of offset: Int) -> Int {
    guard let segment = segment(at: offset) else { return segments.last?.source.upperBound ?? range.upperBound }
    let isVerbatim = segment.decoded.count == segment.source.count
    return isVerbatim ? segment.source.lowerBound + offset - segment.decoded.lowerBound + 1 : segment.source.upperBound
  }

  private func segment(at offset: Int) -> Segment? {
    var low = 0
    var high = segments.count
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].decoded.upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < segments.count ? segments[low] : nil
  }

  /// Records that `count` decoded bytes come from `from`.
  private mutating func add(_ count: Int, from: Range<Int>) {
    guard count > 0 else { return }
    if count == from.count, let last = segments.last, last.decoded.count == last.source.count,
      last.source.upperBound == from.lowerBound
    {
      segments[segments.count - 1].decoded = last.decoded.lowerBound..<position + count
      segments[segments.count - 1].source = last.source.lowerBound..<from.upperBound
    } else {
      segments.append(Segment(decoded: position..<position + count, source: from))
    }
    position += count
  }

  // MARK: Plain and quoted text

  private mutating func flow(_ text: Range<Int>, quote: UInt8?) {
    var at = text.lowerBound
    while at < text.upperBound {
      let byte = source[at]
      if isBlank(byte) || isBreak(byte) {
        var end = at
        while end < text.upperBound, isBlank(source[end]) { end += 1 }
        if end < text.upperBound, isBreak(source[end]) {
          at = fold(at, text.upperBound, isEscaped: false)
        } else {
          add(end - at, from: at..<end)
          at = end
        }
      } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\""), at + 1 < text.upperBound {
        at = escape(at, text.upperBound)
      } else if byte == UInt8(ascii: "'"), quote == byte {
        add(1, from: at..<min(at + 2, text.upperBound))
        at += 2
      } else {
        add(1, from: at..<at + 1)
        at += 1
      }
    }
  }

  /// Blanks and line breaks from `at`: a single break becomes a space, and a sequence of breaks loses one. After a backslash, the first
  /// break is dropped.
  private mutating func fold(_ start: Int, _ end: Int, isEscaped: Bool) -> Int {
    var at = start
    var breaks = 0
    while at < end, isBlank(source[at]) || isBreak(source[at]) {
      if source[at] == 0x0D, at + 1 < end, source[at + 1] == 0x0A { at += 1 }
      if isBreak(source[at]) { breaks += 1 }
      at += 1
    }
    add(breaks > 1 ? breaks - 1 : (isEscaped ? 0 : 1), from: start..<at)
    return at
  }

  private mutating func escape(_ start: Int, _ end: Int) -> Int {
    let byte = source[start + 1]
    if isBreak(byte) { return fold(start + 1, end, isEscaped: true) }
    var digits = 0
    switch byte {
    case UInt8(ascii: "x"): digits = 2
    case UInt8(ascii: "u"): digits = 4
    case UInt8(ascii: "U"): digits = 8
    case UInt8(ascii: "N"), UInt8(ascii: "_"):
      add(2, from: start..<start + 2)
      return start + 2
    case UInt8(ascii: "L"), UInt8(ascii: "P"):
      add(3, from: start..<start + 2)
      return start + 2
    default:
      segments.append(Segment(decoded: position..<position + 1, source: start..<start + 2))
      position += 1
      return start + 2
    }
    var stop = min(start + 2 + digits, end)
    var code = hexadecimal(start + 2..<stop)
    // JSON writes a character beyond U+FFFF as two escapes.
    if digits == 4, code & 0xFC00 == 0xD800, stop + 6 <= end, source[stop] == UInt8(ascii: "\\") {
      code = 0x10000
      stop += 6
    }
    let length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    segments.append(Segment(decoded: position..<position + length, source: start..<stop))
    position += length
    return stop
  }

  private func hexadecimal(_ digits: Range<Int>) -> UInt32 {
    digits.reduce(0) { value, index in
      value << 4 | UInt32(truncatingIfNeeded: Character(Unicode.Scalar(source[index])).hexDigitValue ?? 0)
    }
  }

  // MARK: Block text

  /// Literal and folded text: the content of each line appears unchanged in the decoded text. Line ends between lines are `
  /// ` or, if folded, a space.
  private mutating func block() {
    var line = nextLine(range.lowerBound)
    var indentation: Int?
    var breakStart = line
    while line < range.upperBound {
      var end = line
      while end < range.upperBound, !isBreak(source[end]) { end += 1 }
      var spaces = line
      while spaces < end, source[spaces] == 0x20 { spaces += 1 }
      if indentation == nil, spaces < end {
        // The indentation is the number of spaces that the source of the first line has more than its decoded text.
        var kept = 0
        var first = 0
        while first < decoded.count, isBreak(decoded[first]) { first += 1 }
        while first + kept < decoded.count, decoded[first + kept] == 0x20 { kept += 1 }
        indentation = max(0, spaces - line - kept)
      }
      let content = min(line + (indentation ?? end - line), end)
      if content < end {
        var gap = 0
        while position + gap < decoded.count, isBreak(decoded[position + gap]) { gap += 1 }
        if gap == 0, position < decoded.count, decoded[position] == 0x20, !isBlank(source[content]) { gap = 1 }
        addGap(gap, from: breakStart..<content)
        let count = min(end - content, decoded.count - position)
        add(count, from: content..<content + count)
        breakStart = end
      }
      line = nextLine(end)
    }
    addGap(decoded.count - position, from: min(breakStart, range.upperBound)..<range.upperBound)
  }

  /// Line ends (and the indentation after them) never count as verbatim, whatever their length.
  private mutating func addGap(_ count: Int, from: Range<Int>) {
    guard count > 0 else { return }
    segments.append(Segment(decoded: position..<position + count, source: from))
    position += count
  }

  private func nextLine(_ from: Int) -> Int {
    var at = from
    while at < range.upperBound, !isBreak(source[at]) { at += 1 }
    if at + 1 < range.upperBound, source[at] == 0x0D, source[at + 1] == 0x0A { at += 1 }
    return min(at + 1, range.upperBound)
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
  private func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
