import TerrainDocuments
import TerrainBase

/// An error as libyaml reports it, its marks turned into byte offsets.
struct LibYAMLError {
  var isReader: Bool
  var problem: String
  var context: String
  var at: Int
  var contextAt: Int
  /// The character a reader error is about.
  var value: UInt32
}

/// Diagnoses what an author did, where libyaml reports what its scanner met.
struct SyntaxTraps {
  let source: SourceText
  /// Between brackets, where commas and brackets end a text.
  let isInFlow: Bool
  /// The innermost open bracket, where there is one.
  var bracket: (start: Int, isMap: Bool)?

  var bytes: [UInt8] { source.bytes }

  /// The diagnostics for an error of libyaml's: one, unless merges were left unfinished.
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

  /// The `:` before a bracket (`hour:{ … }`) on the line of an error that it leads to.
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

  /// A key and its `:` may be so many characters apart; libyaml does not take anything farther away for a key.
  private static let longestKey = 1024

  /// The key that is longer than libyaml takes for one; nil where that is not what is wrong.
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

  /// Where the key begins that ends at `end`: after the bracket, comma or line end before it.
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

  /// `{ when: a["b"] }`: a bracket right after a text.
  private func cutAtBracket(_ at: Int) -> Diagnostic? {
    guard at > 0, at < bytes.count, bytes[at] == UInt8(ascii: "[") || bytes[at] == UInt8(ascii: "{"),
      bytes[at - 1] > 0x20
    else { return nil }
    let value = value(containing: at)
    return value.isEmpty ? nil : .cutAtBracket(source, range: value, bracket: Self.text(source, character(at)))
  }

  /// A `: ` where no key can be: inside a value, or after a text that an indented line continues.
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
    return .keyInText(source, range: range)
  }

  /// The last line above `key` that is not blank, without its end.
  private func lineAbove(_ key: Int) -> Range<Int> {
    var end = key
    while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
    var start = end
    while start > 0, end - start < Self.longestLine, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return start..<end
  }

  /// The `:` of a line when no space comes after it (`a:b`), so that YAML sees a text there and no key.
  private func gluedColon(in line: Range<Int>) -> Range<Int>? {
    guard let at = line.first(where: { bytes[$0] == UInt8(ascii: ":") }), at + 1 < line.upperBound else { return nil }
    // An address is not a key.
    return bytes[at + 1] > 0x20 && bytes[at + 1] != UInt8(ascii: "/") ? at..<at + 1 : nil
  }

  private func missingValue(_ at: Int) -> Diagnostic {
    let isAtEnd = !bytes.dropFirst(at).contains { $0 > 0x20 }
    if isAtEnd, let bracket {
      return .unclosedFlow(source, opened: bracket.start, at: at, isMap: bracket.isMap)
    }
    return isInFlow ? .expectedValue(source, range: character(at)) : cannotStart(at)
  }

  /// `"a" in tags`: something follows a quoted text on its line.
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
