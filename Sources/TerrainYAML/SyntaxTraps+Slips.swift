import TerrainDocuments

// What a keyboard, a word processor or a merge leaves behind, and a missing quote.
extension SyntaxTraps {
  // MARK: Merges

  /// One diagnostic for each conflict that a merge left in the file.
  func unfinishedMerges() -> [Diagnostic] {
    var found: [(start: Range<Int>, end: Range<Int>?)] = []
    var line = 0
    while line < bytes.count {
      let end = bytes[line...].firstIndex(of: 0x0A) ?? bytes.count
      let stop = end > line && bytes[end - 1] == 0x0D ? end - 1 : end
      if isMarker("<<<<<<<", line, stop) {
        found.append((line..<stop, nil))
      } else if isMarker(">>>>>>>", line, stop), let last = found.indices.last, found[last].end == nil {
        found[last].end = line..<stop
      }
      line = end + 1
    }
    return found.prefix(DocumentBuilder.diagnosticLimit).map { .unfinishedMerge(source, range: $0.start, end: $0.end) }
  }

  private func isMarker(_ sign: StaticString, _ start: Int, _ end: Int) -> Bool {
    let count = sign.utf8CodeUnitCount
    guard end - start >= count, end - start == count || bytes[start + count] == 0x20 else { return false }
    return "\(sign)".utf8.elementsEqual(bytes[start..<start + count])
  }

  // MARK: Blanks

  /// A character that looks like a blank where YAML's layout needs one: in the indentation, after a `-`, or after a key's
  /// `:`, on one of the lines an error is about.
  func gap(near error: LibYAMLError) -> Diagnostic? {
    guard !source.isASCII else { return nil }
    var before = lineStart(error.at)
    while before > 0, bytes[before - 1] <= 0x20 { before -= 1 }
    for offset in [error.contextAt, error.at, max(0, before - 1)] {
      if let found = gap(inLineOf: offset) { return .lookAlike(source, found) }
    }
    return nil
  }

  private func gap(inLineOf offset: Int) -> LookAlike? {
    let end = lineEnd(offset)
    var at = lineStart(offset)
    while at < end, bytes[at] == 0x20 || bytes[at] == UInt8(ascii: "-") { at += 1 }
    if let found = LookAlike.gap(in: bytes, at: at) { return found }
    let stops = [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "#")]
    while at < end, !stops.contains(bytes[at]) {
      if bytes[at] == UInt8(ascii: ":") {
        if let found = LookAlike.gap(in: bytes, at: at + 1) { return found }
        if at + 1 == end || bytes[at + 1] == 0x20 { return nil }
      }
      at += 1
    }
    return nil
  }

  private func lineStart(_ offset: Int) -> Int {
    var start = min(offset, bytes.count)
    let limit = max(0, start - Self.longestLine)
    while start > limit, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return start
  }

  // MARK: Signs

  /// The text that a `#` made a comment of, on the line of the bracket that it leaves open: `{ color: #1F5E3D, size: 2 }`.
  func commentedText() -> Diagnostic? {
    guard isInFlow, let bracket else { return nil }
    let end = lineEnd(bracket.start)
    var quote: UInt8?
    var before = bytes[bracket.start]
    var at = bracket.start + 1
    while at + 1 < end {
      let byte = bytes[at]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "#"), [UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: ",")].contains(before),
        bytes[at + 1] > 0x20, bytes[at - 1] == 0x20 || before != UInt8(ascii: ":")
      {
        let stops = [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")]
        let stop = bytes[at..<end].firstIndex { $0 <= 0x20 || stops.contains($0) } ?? end
        return .reservedStart(source, range: at..<stop, character: "#", meaning: "it begins a comment")
      }
      if byte != 0x20 { before = byte }
      at += 1
    }
    return nil
  }

  /// The first fullwidth colon of a line, where it was meant to end the line's key.
  func fullwidthColon(in line: Range<Int>) -> Range<Int>? {
    let colon: [UInt8] = [0xEF, 0xBC, 0x9A]
    let stops = [UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "#")]
    for at in line {
      if stops.contains(bytes[at]) { return nil }
      if bytes[at..<line.upperBound].starts(with: colon) { return at..<at + colon.count }
    }
    return nil
  }

  // MARK: Quotes

  /// A quoted text that runs over the end of its line to what was meant as the next text's opening quote, right before
  /// `at`: where it begins.
  func runawayQuote(before at: Int) -> Diagnostic? {
    guard at > 0, at <= bytes.count else { return nil }
    let quote = bytes[at - 1]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), isOpening(at - 1) else { return nil }
    var start = at - 2
    var lines = 0
    while start >= 0, bytes[start] != quote || start > 0 && bytes[start - 1] == UInt8(ascii: "\\") {
      if bytes[start] == 0x0A { lines += 1 }
      start -= 1
    }
    guard start >= 0, lines > 0, isOpening(start) else { return nil }
    return .unclosedQuote(source, range: start..<lineEnd(start))
  }

  /// Whether a quote is where a value or a key begins.
  private func isOpening(_ quote: Int) -> Bool {
    var before = quote
    while before > 0, bytes[before - 1] == 0x20 { before -= 1 }
    guard before > 0 else { return true }
    return bytes[before - 1] == 0x0A || ":-,[{".utf8.contains(bytes[before - 1])
  }

  /// The typographic quotes around the plain text at `range`, if they are around all of it. `isCut`: between brackets a
  /// comma ends the text before its closing quote.
  func typographicQuotes(_ range: Range<Int>) -> (diagnostic: Diagnostic, isCut: Bool)? {
    guard let isDouble = typographicQuote(range.lowerBound) else { return nil }
    let inner = range.lowerBound + 3
    func closing(in part: Range<Int>) -> Int? {
      part.first { bytes[$0] == 0xE2 && typographicQuote($0) == isDouble }
    }
    if let end = closing(in: inner..<max(inner, range.upperBound)) {
      guard end + 3 == range.upperBound else { return nil }
      return (.typographicQuotes(source, range: range, inner: inner..<end, isCut: false), false)
    }
    guard isInFlow, range.upperBound < bytes.count, bytes[range.upperBound] == UInt8(ascii: ",") else { return nil }
    guard let end = closing(in: range.upperBound..<lineEnd(range.upperBound)) else { return nil }
    return (.typographicQuotes(source, range: range.lowerBound..<end + 3, inner: inner..<end, isCut: true), true)
  }

  /// Whether the typographic quote at `offset` is a double one; nil where there is none.
  private func typographicQuote(_ offset: Int) -> Bool? {
    guard offset + 2 < bytes.count, bytes[offset] == 0xE2, bytes[offset + 1] == 0x80 else { return nil }
    switch bytes[offset + 2] {
    case 0x98...0x9A: return false
    case 0x9C...0x9E: return true
    default: return nil
    }
  }

  // MARK: Commas

  /// `{ a: cold b: hot }`: the second of two words before the `:` at `colon`, which is a key with no comma before it.
  func keyAfterText(in value: Range<Int>, colon: Int) -> Range<Int>? {
    guard isInFlow, value.lowerBound < colon else { return nil }
    let words = bytes[value.lowerBound..<colon].split(separator: 0x20)
    guard words.count == 2, words.allSatisfy({ $0.allSatisfy(Self.isWord) }) else { return nil }
    return words[1].startIndex..<words[1].endIndex
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte >= 0x80
  }
}

extension Diagnostic {
  static func typographicQuotes(_ source: SourceText, range: Range<Int>, inner: Range<Int>, isCut: Bool) -> Diagnostic {
    let text = SyntaxTraps.text(source, inner)
    var found = yaml(
      "typographic-quotes",
      isCut
        ? "these are typographic quotes, so the comma between them cuts this text in two; YAML's are straight"
        : "these are typographic quotes, which people will see; YAML's are straight",
      source, range,
      fix: isCut ? "write `\"\(text)\"`" : "write `\"\(text)\"`, or put it in straight quotes with its own")
    if !isCut { found.severity = .warning }
    return found
  }

  static func lookAlike(_ source: SourceText, _ found: LookAlike) -> Diagnostic {
    yaml(
      "look-alike", "here is \(found.name); keys and values are set off by ordinary spaces", source, found.range,
      fix: "type an ordinary space here")
  }

  static func unfinishedMerge(_ source: SourceText, range: Range<Int>, end: Range<Int>?) -> Diagnostic {
    yaml(
      "merge-conflict", "a merge was not finished: this line and all to `>>>>>>>` are two versions of one place",
      source,
      range, related: end.map { [Related(message: "it ends here", place: place(source, $0))] } ?? [],
      fix: "keep one of the two, and remove the lines `<<<<<<<`, `=======` and `>>>>>>>`")
  }
}
