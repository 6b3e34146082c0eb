import TerrainBase
import TerrainDocuments

/// An error reported by libyaml, with marks converted to byte offsets.
struct LibYAMLError {
  var isReader: Bool
  var problem: String
  var context: String
  var at: Int
  var contextAt: Int
  /// The character of a reader error.
  var value: UInt32
}

/// Diagnoses the mistakes of authors in their terms, while libyaml reports the state of its scanner.
struct SyntaxTraps {
  let source: SourceText
  /// True between brackets, where commas and brackets end a text.
  let isInFlow: Bool
  /// The innermost open bracket, or nil outside of brackets.
  var bracket: (start: Int, isMap: Bool)?

  var bytes: [UInt8] { source.bytes }

  /// The diagnostics for an error of libyaml: one, unless the file has unfinished merges.
  func diagnostics(_ error: LibYAMLError) -> [Diagnostic] {
    let conflicts = unfinishedMerges()
    return conflicts.isEmpty ? [diagnostic(error)] : conflicts
  }

  private func diagnostic(_ error: LibYAMLError) -> Diagnostic {
    if error.isReader {
      return error.problem == "control characters are not allowed"
        ? .controlCharacter(source, at: error.at, value: error.value)
        : .otherSyntax(source, range: character(error.at), problem: error.problem, context: "")
    }
    if let key = longKey(error) {
      return .longKey(source, range: key, limit: Self.longestKey)
    }
    if let glued = gluedBracket(error) { return .missingSpace(source, range: glued) }
    if let slip = gap(near: error) ?? runawayQuote(before: error.at) ?? commentedText() { return slip }
    switch error.problem {
    case "found character that cannot start any token": return cannotStart(error.at)
    case "found a tab character that violates indentation",
      "found a tab character where an indentation space is expected":
      return .tabIndentation(source, at: tab(near: error.at))
    case "mapping values are not allowed in this context":
      return colon(error.at)
    case "mapping keys are not allowed in this context": return cannotStart(error.at)
    case "block sequence entries are not allowed in this context":
      return .listOnKeyLine(source, range: error.at..<valueEnd(from: error.at))
    case "did not find expected ',' or ']'": return flow(error, isMap: false)
    case "did not find expected ',' or '}'": return flow(error, isMap: true)
    case "did not find expected key", "did not find expected '-' indicator":
      return block(error, isMap: error.problem.hasSuffix("key"))
    case "could not find expected ':'":
      if let glued = gluedColon(in: error.contextAt..<lineEnd(error.contextAt)) {
        return .missingSpace(source, range: glued)
      }
      if let colon = fullwidthColon(in: error.contextAt..<lineEnd(error.contextAt)) {
        return .fullwidthColon(source, range: colon)
      }
      var diagnostic = Diagnostic.expectedColon(source, range: error.contextAt..<lineEnd(error.contextAt))
      if error.contextAt < bytes.count, bytes[error.contextAt] == UInt8(ascii: "{") {
        diagnostic.fix = "begin an element of a list with `- `"
      }
      return diagnostic
    case "found unknown escape character":
      let end = character(min(error.at + 1, bytes.count)).upperBound
      return .unknownEscape(source, range: error.at..<end)
    case "found invalid Unicode character escape code", "did not find expected hexdecimal number":
      return .unknownEscape(source, range: escape(near: error.at))
    case "did not find expected <document start>":
      return .textAfterDocument(source, range: error.at..<lineEnd(error.at))
    case "did not find expected node content":
      return missingValue(error.at)
    default: return byContext(error)
    }
  }

  /// The `:` directly before a bracket (`hour:{ … }`) that caused an error on its line.
  private func gluedBracket(_ error: LibYAMLError) -> Range<Int>? {
    let problems = [
      "mapping values are not allowed in this context", "found unexpected ':'", "did not find expected ',' or '}'",
      "did not find expected ',' or ']'", "did not find expected key",
    ]
    guard problems.contains(error.problem), error.at < bytes.count else { return nil }
    var start = error.at
    while start > 0, error.at - start < Self.longestLine, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D {
      start -= 1
    }
    var quote: UInt8?
    var at = start
    let end = min(lineEnd(error.at), start + Self.longestLine)
    while at + 1 < end {
      let byte = bytes[at]
      if let inside = quote {
        if byte == inside { quote = nil }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
      } else if byte == UInt8(ascii: ":"), bytes[at + 1] == UInt8(ascii: "{") || bytes[at + 1] == UInt8(ascii: "["),
        at > start, bytes[at - 1] > 0x20
      {
        return at..<at + 1
      } else if byte == UInt8(ascii: "#"), at > start, bytes[at - 1] == 0x20 {
        return nil
      }
      at += 1
    }
    return nil
  }

  /// The maximum number of characters between the beginning of a key and its `:`. libyaml rejects longer keys.
  private static let longestKey = 1024

  /// The key that exceeds libyaml's limit, or nil if that is not the mistake.
  private func longKey(_ error: LibYAMLError) -> Range<Int>? {
    let start: Int
    switch error.problem {
    case "could not find expected ':'": start = error.contextAt
    case "mapping values are not allowed in this context", "did not find expected ',' or '}'":
      guard error.at < bytes.count, bytes[error.at] == UInt8(ascii: ":") else { return nil }
      start = keyStart(before: error.at)
    default: return nil
    }
    guard start < bytes.count else { return nil }
    let quote = [UInt8(ascii: "\""), UInt8(ascii: "'")].first { $0 == bytes[start] }
    var end = start + 1
    var isOpen = quote != nil
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D {
      if bytes[end] == quote { isOpen.toggle() }
      if !isOpen, bytes[end] == UInt8(ascii: ":"), end + 1 == bytes.count || bytes[end + 1] <= 0x20 { break }
      end += 1
    }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ":"), end - start > Self.longestKey else { return nil }
    let characters = bytes[start..<end].count { $0 & 0xC0 != 0x80 }
    return characters > Self.longestKey ? start..<end : nil
  }

  /// The start of the key that ends at `end`: after the bracket, comma, or line end before it.
  private func keyStart(before end: Int) -> Int {
    var start = end
    let stops = [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ","), 0x0A, 0x0D]
    if start > 0, bytes[start - 1] == UInt8(ascii: "\"") || bytes[start - 1] == UInt8(ascii: "'") {
      let quote = bytes[start - 1]
      start -= 1
      while start > 0, bytes[start - 1] != quote, bytes[start - 1] != 0x0A { start -= 1 }
      return max(0, start - 1)
    }
    while start > 0, !stops.contains(bytes[start - 1]) { start -= 1 }
    while start < end, bytes[start] == 0x20 { start += 1 }
    return start
  }

  private func byContext(_ error: LibYAMLError) -> Diagnostic {
    let start = error.contextAt
    switch error.context {
    case "while scanning a block scalar" where error.problem == "did not find expected comment or line break":
      let isFolded = start < bytes.count && bytes[start] == UInt8(ascii: ">")
      return .reservedStart(
        source, range: start..<valueEnd(from: start), character: isFolded ? ">" : "|",
        meaning: "it begins a text of several lines")
    case "while scanning a quoted scalar":
      return .unclosedQuote(source, range: start..<lineEnd(start))
    case "while scanning a tag", "while parsing a tag":
      return .reservedStart(
        source, range: start..<valueEnd(from: start), character: "!", meaning: "YAML takes it for a tag")
    case "while scanning an anchor":
      return .reservedStart(
        source, range: start..<valueEnd(from: start), character: "&", meaning: "YAML takes it for an anchor")
    case "while scanning an alias":
      return .reservedStart(
        source, range: start..<valueEnd(from: start), character: "*", meaning: "YAML takes it for an alias")
    case "while scanning a directive", "while scanning a %YAML directive", "while scanning a %TAG directive",
      "while parsing a %TAG directive", "while parsing a tag directive":
      return .badDirective(source, range: start..<lineEnd(start), problem: error.problem)
    case "while parsing a node" where error.problem == "found undefined tag handle":
      return .reservedStart(
        source, range: start..<valueEnd(from: start), character: "!", meaning: "YAML takes it for a tag")
    default:
      return .otherSyntax(source, range: character(error.at), problem: error.problem, context: error.context)
    }
  }

  private func cannotStart(_ at: Int) -> Diagnostic {
    guard at < bytes.count else {
      return .otherSyntax(source, range: at..<at, problem: "the text ends where a value is expected", context: "")
    }
    let byte = bytes[at]
    if byte == 0x09 { return .tabIndentation(source, at: at..<at + 1) }
    if bytes[at...].starts(with: "```".utf8) { return .codeFence(source, range: at..<lineEnd(at)) }
    let meaning: String
    switch byte {
    case UInt8(ascii: "@"), UInt8(ascii: "`"): meaning = "YAML keeps this character for itself"
    case UInt8(ascii: ">"), UInt8(ascii: "|"): meaning = "it begins a text of several lines"
    case UInt8(ascii: "%"): meaning = "YAML takes it for a directive"
    default: meaning = "it has a meaning of its own in YAML"
    }
    return .reservedStart(
      source, range: at..<valueEnd(from: at), character: Self.text(source, character(at)), meaning: meaning)
  }

  private func flow(_ error: LibYAMLError, isMap: Bool) -> Diagnostic {
    if let after = textAfterQuotes(error.at) { return after }
    if error.at < bytes.count, bytes[error.at] == UInt8(ascii: ":") { return colon(error.at) }
    if let cut = cutAtBracket(error.at) { return cut }
    return .unclosedFlow(source, opened: error.contextAt, at: error.at, isMap: isMap)
  }

  private func block(_ error: LibYAMLError, isMap: Bool) -> Diagnostic {
    if let after = textAfterQuotes(error.at) { return after }
    if isFlowEnd(error.at) { return .strayBracket(source, range: character(error.at)) }
    return .badIndentation(
      source, range: error.at..<max(error.at + 1, valueEnd(from: error.at)), block: error.contextAt, isMap: isMap)
  }

  /// `{ when: a["b"] }`: a bracket directly after a text.
  private func cutAtBracket(_ at: Int) -> Diagnostic? {
    guard at > 0, at < bytes.count, bytes[at] == UInt8(ascii: "[") || bytes[at] == UInt8(ascii: "{"),
      bytes[at - 1] > 0x20
    else { return nil }
    let value = value(containing: at)
    return value.isEmpty ? nil : .cutAtBracket(source, range: value, bracket: Self.text(source, character(at)))
  }

  /// A `: ` at a position that cannot have a key: inside a value, or after a text that an indented line continues.
  private func colon(_ at: Int) -> Diagnostic {
    let value = value(containing: at)
    if !value.isEmpty {
      if let key = keyAfterText(in: value, colon: at) {
        return .missingComma(source, range: key, bracket: bracket?.start, text: value)
      }
      return .secondColon(source, value: value, colon: at)
    }
    var key = at
    while key > 0, bytes[key - 1] != 0x0A, bytes[key - 1] != 0x0D { key -= 1 }
    while key < at, bytes[key] == 0x20 { key += 1 }
    let range = key..<max(key + 1, at)
    if let glued = gluedColon(in: lineAbove(key)) { return .missingSpace(source, range: glued) }
    if let colon = fullwidthColon(in: lineAbove(key)) { return .fullwidthColon(source, range: colon) }
    if isInFlow { return .missingComma(source, range: range, bracket: bracket?.start) }
    if let slashes = slashes(in: lineAbove(key)) { return .slashComment(source, range: slashes) }
    return .keyInText(source, range: range)
  }

  /// The last line above `key` that is not blank, without its line end.
  private func lineAbove(_ key: Int) -> Range<Int> {
    var end = key
    while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
    var start = end
    while start > 0, end - start < Self.longestLine, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return start..<end
  }

  /// The `//` at the beginning of a line.
  private func slashes(in line: Range<Int>) -> Range<Int>? {
    let start = line.first { bytes[$0] > 0x20 } ?? line.upperBound
    guard start + 1 < line.upperBound, bytes[start] == UInt8(ascii: "/"), bytes[start + 1] == UInt8(ascii: "/") else {
      return nil
    }
    return start..<start + 2
  }

  /// The `:` of a line if no space follows (`a:b`), so that YAML reads a text instead of a key.
  private func gluedColon(in line: Range<Int>) -> Range<Int>? {
    guard let at = line.first(where: { bytes[$0] == UInt8(ascii: ":") }), at + 1 < line.upperBound else { return nil }
    // The `:` of an address (`https://`) does not end a key.
    return bytes[at + 1] > 0x20 && bytes[at + 1] != UInt8(ascii: "/") ? at..<at + 1 : nil
  }

  private func missingValue(_ at: Int) -> Diagnostic {
    let isAtEnd = !bytes.dropFirst(at).contains { $0 > 0x20 }
    if isAtEnd, let bracket {
      return .unclosedFlow(source, opened: bracket.start, at: at, isMap: bracket.isMap)
    }
    return isInFlow ? .expectedValue(source, range: character(at)) : cannotStart(at)
  }

  /// `"a" in tags`: a quoted text followed by other characters on its line.
  private func textAfterQuotes(_ at: Int) -> Diagnostic? {
    var before = at
    while before > 0, bytes[before - 1] == 0x20 { before -= 1 }
    guard before > 0, at < bytes.count,
      bytes[before - 1] == UInt8(ascii: "\"") || bytes[before - 1] == UInt8(ascii: "'")
    else { return nil }
    let quote = bytes[before - 1]
    var start = before - 2
    while start >= 0, bytes[start] != quote, bytes[start] != 0x0A { start -= 1 }
    guard start >= 0, bytes[start] == quote else { return nil }
    let end = valueEnd(from: at)
    return .textAfterQuotes(
      source, value: start..<end, rest: at..<max(end, at + 1), isGlued: before == at)
  }
}

// Plain texts that end too soon, and the ends of texts, lines, and characters.

extension SyntaxTraps {
  /// A plain text with `open` parentheses that a comma or a comment cuts short, or nil if it is complete.
  func cutShort(_ start: Int, _ end: Int, open: Int) -> Diagnostic? {
    var open = open
    var next = end
    while next < bytes.count, bytes[next] == 0x20 { next += 1 }
    guard next < bytes.count else { return nil }
    let isComma = isInFlow && bytes[next] == UInt8(ascii: ",")
    guard isComma || (next > end && bytes[next] == UInt8(ascii: "#")) else { return nil }
    // The intention is clear only if the parenthesis is closed further on.
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

  /// The end of the value that begins at `start`: the end of its line without a comment and blanks; between brackets, also the first comma
  /// or bracket that is not its own.
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

  /// The value on the line of `offset`: from the line's first `: ` (between brackets, from the last `: `, comma, or bracket before
  /// `offset`) to its end.
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

  /// Longer than any author's line. A file without line ends must not be scanned for each diagnostic.
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

// Characters that a keyboard, a word processor, or a merge leaves behind, and missing quotes.
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

  /// A character that looks like a blank at a position that needs a blank for YAML's layout: in the indentation, after a `-`, or after the
  /// `:` of a key, on one of the lines of an error.
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

  /// The text that a `#` turned into a comment, on the line of the bracket that stays open: `{ color: #1F5E3D, size: 2 }`.
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

  /// The first fullwidth colon of a line, if it was intended to end the line's key.
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

  /// A quoted text that runs over the end of its line to the intended opening quote of the next text, directly before `at`. The diagnostic
  /// is at its opening quote.
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

  /// True if a value or a key begins at the quote.
  private func isOpening(_ quote: Int) -> Bool {
    var before = quote
    while before > 0, bytes[before - 1] == 0x20 { before -= 1 }
    guard before > 0 else { return true }
    return bytes[before - 1] == 0x0A || ":-,[{".utf8.contains(bytes[before - 1])
  }

  /// The typographic quotes around the plain text at `range`, if they surround all of it. `isCut` is true if, between brackets, a comma
  /// ends the text before its closing quote.
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

  /// True if the typographic quote at `offset` is a double quote, or nil if the character is not a typographic quote.
  private func typographicQuote(_ offset: Int) -> Bool? {
    guard offset + 2 < bytes.count, bytes[offset] == 0xE2, bytes[offset + 1] == 0x80 else { return nil }
    switch bytes[offset + 2] {
    case 0x98...0x9A: return false
    case 0x9C...0x9E: return true
    default: return nil
    }
  }

  // MARK: Commas

  /// `{ a: cold b: hot }`: the second of two words before the `:` at `colon`, a key without a comma before it.
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

extension Diagnostic {
  static func longKey(_ source: SourceText, range: Range<Int>, limit: Int) -> Diagnostic {
    yaml(
      "long-key", "a key is at most \(limit) characters long (libyaml's limit for a simple key)", source, range,
      fix: "shorten it, or write `? ` before it and `: ` before its value, each on a line of its own")
  }

  static func cutAtBracket(_ source: SourceText, range: Range<Int>, bracket: String) -> Diagnostic {
    let text = SyntaxTraps.text(source, range)
    if bracket == "[", text.hasSuffix("[]") {
      return yaml(
        "cut-at-bracket", "between brackets a `[` ends a text, so this one is cut in two", source, range,
        fix: "a list is written `list<\(text.dropLast(2))>`")
    }
    return yaml(
      "cut-at-bracket", "between brackets a `\(bracket)` ends a text, so this one is cut in two", source, range,
      fix: quoted(SyntaxTraps.text(source, range)))
  }

  static func reservedStart(_ source: SourceText, range: Range<Int>, character: String, meaning: String) -> Diagnostic {
    yaml(
      "unquoted-text",
      "a text that begins with \(character == "`" ? "a backtick" : "`\(character)`") needs quotes, because \(meaning)",
      source, range,
      fix: quoted(SyntaxTraps.text(source, range)))
  }

  static func codeFence(_ source: SourceText, range: Range<Int>) -> Diagnostic {
    yaml(
      "unquoted-text", "this fence of a code block is not YAML", source, range,
      fix: "remove this line, and the one that ends the block")
  }

  static func fullwidthColon(_ source: SourceText, range: Range<Int>) -> Diagnostic {
    yaml(
      "expected-colon", "`：` is the fullwidth form of `:`, and does not end a key", source, range, fix: "write `: `")
  }

  static func secondColon(_ source: SourceText, value: Range<Int>, colon: Int) -> Diagnostic {
    yaml(
      "second-colon", "`: ` inside a text needs quotes, because it would end another key", source, colon..<colon + 1,
      fix: value.isEmpty ? nil : quoted(SyntaxTraps.text(source, value))
    ).fixed(at: place(source, value))
  }

  /// - Parameter isGlued: True if no blank precedes the remainder, as after the apostrophe of `'It's light'`, so that the quotes were meant
  ///   to surround the whole text.
  static func textAfterQuotes(
    _ source: SourceText, value: Range<Int>, rest: Range<Int>, isGlued: Bool
  ) -> Diagnostic {
    var text = Substring(SyntaxTraps.text(source, value))
    if isGlued, let quote = text.popFirst(), text.last == quote { text.removeLast() }
    return yaml(
      "text-after-quotes", "a text that begins with a quote ends at the next one, and there is more here", source, rest,
      fix: quoted(String(text))
    ).fixed(at: place(source, value))
  }

  static func slashComment(_ source: SourceText, range: Range<Int>) -> Diagnostic {
    yaml("slash-comment", "`//` begins no comment in YAML, but a text", source, range, fix: "write `#`")
  }

  static func keyInText(_ source: SourceText, range: Range<Int>) -> Diagnostic {
    yaml(
      "bad-indentation", "by its indentation this line goes on with the text above it, where no key can be", source,
      range, fix: "indent it like the other keys, or put a text that has `: ` in it in quotes")
  }

  static func missingSpace(_ source: SourceText, range: Range<Int>) -> Diagnostic {
    yaml("missing-space", "a key's `:` has a space after it", source, range, fix: "add a space after the `:`")
  }

  /// - Parameter text: The value before the key and the key, if they look like one text.
  static func missingComma(
    _ source: SourceText, range: Range<Int>, bracket: Int?, text: Range<Int>? = nil
  ) -> Diagnostic {
    yaml(
      "expected-comma", "expected `,` or a closing bracket before this key", source, range,
      related: bracket.map { [Related(message: "the bracket opens here", place: place(source, $0..<$0 + 1))] } ?? [],
      fix: text.map { "write a comma before it; if all of it is one text, \(quoted(SyntaxTraps.text(source, $0)))" })
  }

  static func expectedValue(_ source: SourceText, range: Range<Int>) -> Diagnostic {
    yaml("expected-value", "expected a value before this", source, range)
  }

  static func strayBracket(_ source: SourceText, range: Range<Int>) -> Diagnostic {
    let bracket = SyntaxTraps.text(source, range)
    return yaml(
      "stray-bracket", "nothing is open that this `\(bracket)` could close", source, range, fix: "leave it out")
  }

  static func tabIndentation(_ source: SourceText, at range: Range<Int>) -> Diagnostic {
    yaml(
      "tab-indentation", "YAML is indented with spaces, and this is a tab", source, range, fix: "replace it by spaces")
  }

  static func unclosedFlow(_ source: SourceText, opened: Int, at offset: Int, isMap: Bool) -> Diagnostic {
    let what = isMap ? "map" : "list"
    if !source.bytes.dropFirst(offset).contains(where: { $0 > 0x20 }) {
      return yaml(
        "unclosed-bracket", "the \(what) that begins here is never closed", source, opened..<opened + 1,
        fix: "add the missing `\(isMap ? "}" : "]")`")
    }
    return yaml(
      "expected-comma", "expected `,` or `\(isMap ? "}" : "]")` here", source, offset..<offset + 1,
      related: [Related(message: "the \(what) begins here", place: place(source, opened..<opened + 1))])
  }

  static func unclosedQuote(_ source: SourceText, range: Range<Int>) -> Diagnostic {
    yaml("unclosed-quote", "this text has no closing quote", source, range)
  }

  static func unknownEscape(_ source: SourceText, range: Range<Int>) -> Diagnostic {
    yaml(
      "unknown-escape", "`\(SyntaxTraps.text(source, range))` is not an escape", source, range,
      fix: "between single quotes a backslash is only a backslash")
  }

  static func controlCharacter(_ source: SourceText, at offset: Int, value: UInt32) -> Diagnostic {
    let code = String(value, radix: 16, uppercase: true)
    return yaml(
      "control-character",
      "the control character U+\(String(repeating: "0", count: max(0, 4 - code.count)))\(code) is not allowed in YAML",
      source, offset..<offset + 1)
  }

  static func badIndentation(_ source: SourceText, range: Range<Int>, block: Int, isMap: Bool) -> Diagnostic {
    yaml(
      "bad-indentation",
      "this does not continue the \(isMap ? "map" : "list") it is in: expected \(isMap ? "a key" : "`-`") at its indentation",
      source, range,
      related: [Related(message: "the \(isMap ? "map" : "list") begins here", place: place(source, block..<block + 1))],
      fix: "indent this line, or one before it, like its neighbors")
  }

  static func expectedColon(_ source: SourceText, range: Range<Int>) -> Diagnostic {
    yaml(
      "expected-colon", "expected `: ` after this key", source, range,
      fix: "if it is text, put it on its key's line, or indent it further")
  }

  static func listOnKeyLine(_ source: SourceText, range: Range<Int>) -> Diagnostic {
    yaml(
      "list-on-key-line", "a list's first `- ` begins on a line of its own", source, range,
      fix: "put it on the next line, or put the text in quotes")
  }

  static func textAfterDocument(_ source: SourceText, range: Range<Int>) -> Diagnostic {
    yaml("text-after-document", "the document's value has ended, and there is more here", source, range)
  }

  static func badDirective(_ source: SourceText, range: Range<Int>, problem: String) -> Diagnostic {
    yaml("bad-directive", "this line begins with `%`, but is not a YAML directive: \(problem)", source, range)
  }

  static func otherSyntax(_ source: SourceText, range: Range<Int>, problem: String, context: String) -> Diagnostic {
    yaml("syntax", context.isEmpty ? problem : "\(context): \(problem)", source, range)
  }
}
