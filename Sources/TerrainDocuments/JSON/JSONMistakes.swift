extension JSONParser {
  /// Reports a mistake that ends reading.
  mutating func stop(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    isStopped = true
  }

  /// Reports a mistake after which reading continues.
  mutating func collect(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    if diagnostics.count >= Self.errorLimit { isStopped = true }
  }

  /// The diagnostics.
  mutating func report(duplicateKeys: Severity) -> [Diagnostic] {
    for pair in builder.duplicates {
      let (first, second) = (builder.node(pair.first), builder.node(pair.second))
      diagnostics.append(
        .duplicateKey(
          source, code: "json/duplicate-key", severity: duplicateKeys, key: source.text(of: contents(of: second)),
          first: SourceRange(start: first.start, end: first.end),
          second: SourceRange(start: second.start, end: second.end)))
    }
    return diagnostics
  }

  private func contents(of key: RawNode) -> SourceRange {
    SourceRange(start: key.start + 1, end: max(key.start + 1, key.end - 1))
  }

  /// The token at `offset` as a message names it, or nil at the end of the text.
  func found(_ offset: Int) -> String? {
    guard offset < end else { return nil }
    if Self.isWordByte(base[offset]) && base[offset] < 0x80 {
      var stop = offset
      while stop < end, stop - offset < 40, Self.isWordByte(base[stop]) && base[stop] < 0x80 { stop += 1 }
      return source.text(of: SourceRange(start: UInt32(offset), end: UInt32(stop)))
    }
    let tail = source.text(of: SourceRange(start: UInt32(offset), end: UInt32(min(end, offset + 32))))
    return tail.first.map(String.init)
  }

  mutating func stopUnclosed() {
    guard let start = builder.openStart else { return stop(.expectedJSONValue(source, at: at, found: nil)) }
    stop(.unclosedBracket(source, start: start, isMap: builder.isInMap, end: end))
  }

  mutating func stopAtSeparator(_ isMap: Bool) {
    let start = builder.openStart ?? 0
    if base[at] == UInt8(ascii: "}") || base[at] == UInt8(ascii: "]") {
      return stop(.wrongBracket(source, at: at, opened: start, isMap: isMap))
    }
    stop(.expectedSeparator(source, at: at, found: found(at), opened: start, isMap: isMap))
  }

  mutating func stopAtKey() {
    let byte = base[at]
    if byte == UInt8(ascii: "'") { return stop(.singleQuotes(source, at: at, end: quoteEnd(at))) }
    if byte == UInt8(ascii: ",") { return stop(.doubledComma(source, at: at)) }
    if byte == UInt8(ascii: "]") {
      return stop(.wrongBracket(source, at: at, opened: builder.openStart ?? 0, isMap: true))
    }
    let word = Self.isWordByte(byte) ? found(at) : nil
    stop(.expectedKey(source, at: at, found: found(at), word: word))
  }

  /// A value is expected, and another token follows.
  mutating func readMistake() {
    let byte = base[at]
    let start = at
    switch byte {
    case UInt8(ascii: "'"): stop(.singleQuotes(source, at: at, end: quoteEnd(at)))
    case UInt8(ascii: ",") where builder.depth > 0: stop(.doubledComma(source, at: at))
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if builder.depth > 0, builder.isInMap == (byte == UInt8(ascii: "}")) {
        stop(.expectedJSONValue(source, at: at, found: found(at)))
      } else if let opened = builder.openStart {
        stop(.wrongBracket(source, at: at, opened: opened, isMap: builder.isInMap))
      } else {
        stop(.expectedJSONValue(source, at: at, found: found(at)))
      }
    case UInt8(ascii: "+"), UInt8(ascii: "."):
      at += 1
      while at < end, Self.isWordByte(base[at]) || base[at] == UInt8(ascii: ".") { at += 1 }
      stop(.badNumberStart(source, start: start, end: at))
    default:
      guard Self.isWordByte(byte) else {
        return stop(.expectedJSONValue(source, at: at, found: found(at)))
      }
      while at < end, Self.isWordByte(base[at]) { at += 1 }
      let word = source.text(of: SourceRange(start: UInt32(start), end: UInt32(at)))
      // The word is taken for a value, so that reading can continue after it.
      collect(.notAJSONWord(source, word: word, start: start, end: at))
      builder.value(RawNode.Tag.null, start: start, end: at)
    }
  }

  mutating func readBadNumber(_ start: Int) {
    while at < end, Self.isWordByte(base[at]) { at += 1 }
    let word = source.text(of: SourceRange(start: UInt32(start), end: UInt32(at)))
    if word == "-Infinity" || word == "-NaN" || word == "-inf" {
      collect(.notAJSONWord(source, word: word, start: start, end: at))
      builder.value(RawNode.Tag.null, start: start, end: at)
    } else {
      stop(.digitExpected(source, at: start + 1, after: "the minus sign"))
    }
  }

  mutating func stopAtLeadingZero(_ start: Int) { stop(.leadingZero(source, start: start, end: at)) }

  mutating func stopAtNumberTail(_ start: Int) {
    while at < end, Self.isWordByte(base[at]) { at += 1 }
    stop(.numberTail(source, start: start, end: at))
  }

  mutating func stopAtControl(_ start: Int) {
    let byte = base[at]
    if byte == 0x0A || byte == 0x0D { return stop(.unclosedString(source, start: start, end: at)) }
    stop(.controlCharacter(source, at: at, byte: byte))
  }

  /// Skips a comment, which JSON does not have; false if no comment begins here.
  mutating func skipComment() -> Bool {
    let start = at
    if base[at] == UInt8(ascii: "#") || (end - at >= 2 && base[at + 1] == UInt8(ascii: "/")) {
      at = lineEnd(at)
    } else if end - at >= 2, base[at + 1] == UInt8(ascii: "*") {
      at += 2
      while at < end, !(base[at - 1] == UInt8(ascii: "*") && base[at] == UInt8(ascii: "/") && at - start > 2) {
        at += 1
      }
      at = min(at + 1, end)
    } else {
      return false
    }
    if !isStopped { collect(.comment(source, start: start, end: at)) }
    return true
  }

  private func quoteEnd(_ start: Int) -> Int {
    let line = lineEnd(start)
    var index = start + 1
    while index < line, base[index] != UInt8(ascii: "'") { index += 1 }
    return min(index + 1, line)
  }
}

extension Diagnostic {
  static func expectedKey(_ source: SourceText, at offset: Int, found: String?, word: String?) -> Diagnostic {
    json(
      "expected-key", "expected a key in double quotes here, but \(named(found))", source, offset,
      offset + max(word?.utf8.count ?? 0, characterEnd(source, offset) - offset),
      fix: word.map { "put the key in quotes: `\"\($0)\"`" })
  }

  static func expectedSeparator(
    _ source: SourceText, at offset: Int, found: String?, opened start: Int, isMap: Bool
  ) -> Diagnostic {
    let bracket = isMap ? "}" : "]"
    return json(
      "expected-comma", "expected `,` or `\(bracket)` here, but \(named(found))", source, offset,
      characterEnd(source, offset), related: [opened(source, start, isMap: isMap)])
  }

  static func wrongBracket(_ source: SourceText, at offset: Int, opened start: Int, isMap: Bool) -> Diagnostic {
    let found = String(Unicode.Scalar(source.bytes[offset]))
    return json(
      "wrong-bracket", "expected `\(isMap ? "}" : "]")` to close this, but found `\(found)`", source, offset,
      offset + 1, related: [opened(source, start, isMap: isMap)])
  }

  static func unclosedBracket(_ source: SourceText, start: Int, isMap: Bool, end: Int) -> Diagnostic {
    json(
      "unclosed-bracket", "the \(isMap ? "object" : "array") that begins here is never closed: the text ends first",
      source, start, start + 1, fix: "add the missing `\(isMap ? "}" : "]")`")
  }

  static func trailingComma(_ source: SourceText, at offset: Int, isMap: Bool) -> Diagnostic {
    json(
      "trailing-comma", "JSON has no comma after the last \(isMap ? "member" : "element")", source, offset,
      offset + 1, fix: "remove the comma")
  }

  static func doubledComma(_ source: SourceText, at offset: Int) -> Diagnostic {
    json("doubled-comma", "there is nothing before this comma", source, offset, offset + 1, fix: "remove the comma")
  }

  static func singleQuotes(_ source: SourceText, at offset: Int, end: Int) -> Diagnostic {
    json("single-quotes", "JSON strings are in double quotes", source, offset, end, fix: "use `\"` instead of `'`")
  }

  static func comment(_ source: SourceText, start: Int, end: Int) -> Diagnostic {
    json(
      "comment", "JSON has no comments", source, start, end, fix: "remove the comment, or make the file a YAML one")
  }

  static func notAJSONWord(_ source: SourceText, word: String, start: Int, end: Int) -> Diagnostic {
    let values = ["true", "false", "null"]
    let message: String
    var fix: String?
    switch word {
    case "NaN", "Infinity", "-Infinity", "-NaN", "-inf", "nan", "inf", "Inf":
      message = "JSON has no `\(word)`: numbers are finite"
    case "None", "nil", "undefined": (message, fix) = ("`\(word)` is not JSON", "write `null`")
    default:
      message = "`\(word)` is not a JSON value"
      if let nearest = Suggestion.nearest(to: word.lowercased(), among: values) {
        fix = "write `\(nearest)`"
      } else {
        fix = "put text in double quotes: `\"\(word)\"`"
      }
    }
    return json("unknown-word", message, source, start, end, fix: fix)
  }

  static func leadingZero(_ source: SourceText, start: Int, end: Int) -> Diagnostic {
    json("leading-zero", "a number does not begin with a zero and another digit", source, start, end)
  }

  static func badNumberStart(_ source: SourceText, start: Int, end: Int) -> Diagnostic {
    json("bad-number", "a number begins with a digit or a minus sign", source, start, end)
  }

  static func digitExpected(_ source: SourceText, at offset: Int, after what: String) -> Diagnostic {
    json("bad-number", "expected a digit after \(what)", source, offset, characterEnd(source, offset))
  }

  static func numberTail(_ source: SourceText, start: Int, end: Int) -> Diagnostic {
    json("bad-number", "this is not a number", source, start, end, fix: "put text in double quotes")
  }

  static func unclosedString(_ source: SourceText, start: Int, end: Int) -> Diagnostic {
    json(
      "unclosed-string", "this string has no closing quote on its line", source, start, end,
      fix: "add the missing `\"`, or write a line end as `\\n`")
  }

  static func controlCharacter(_ source: SourceText, at offset: Int, byte: UInt8) -> Diagnostic {
    let escape = byte == 0x09 ? "\\t" : "\\u00" + hexadecimal(byte)
    return json(
      "control-character", "the control character U+00\(hexadecimal(byte)) is unescaped in a string", source, offset,
      offset + 1, fix: "write it as `\(escape)`")
  }

  static func unknownEscape(_ source: SourceText, start: Int, end: Int) -> Diagnostic {
    let written = source.text(of: SourceRange(start: UInt32(clamping: start), end: UInt32(clamping: end)))
    return json(
      "unknown-escape", "`\(written)` is not an escape", source, start, end,
      fix: "a backslash itself is written `\\\\`")
  }

  static func badUnicodeEscape(_ source: SourceText, start: Int, end: Int) -> Diagnostic {
    json("unknown-escape", "`\\u` is followed by four hexadecimal digits", source, start, end)
  }

  static func loneSurrogate(_ source: SourceText, start: Int, end: Int) -> Diagnostic {
    json("lone-surrogate", "this is half a surrogate pair, and no character", source, start, end)
  }

  static func nestedTooDeep(_ source: SourceText, at offset: Int, limit: Int) -> Diagnostic {
    json(
      "nested-too-deep", "arrays and objects are nested deeper than the limit `nesting` of \(limit)", source, offset,
      offset + 1)
  }
}

// Diagnostics about mistakes in JSON texts.

extension Diagnostic {
  static func json(
    _ code: String, _ message: String, _ source: SourceText, _ start: Int, _ end: Int, related: [Related] = [],
    fix: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      code: "json/" + code, message: message, place: place(source, start, end), related: related, fix: fix)
  }

  private static func place(_ source: SourceText, _ start: Int, _ end: Int) -> Place {
    Place(
      source: source,
      range: SourceRange(start: UInt32(clamping: start), end: UInt32(clamping: min(end, source.bytes.count))))
  }

  /// The end of the character at `offset`.
  static func characterEnd(_ source: SourceText, _ offset: Int) -> Int {
    var end = offset + 1
    while end < source.bytes.count, source.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  static func named(_ found: String?) -> String {
    found.map { "found `\($0)`" } ?? "the text ends"
  }

  static func opened(_ source: SourceText, _ start: Int, isMap: Bool) -> Related {
    Related(message: "the \(isMap ? "object" : "array") begins here", place: place(source, start, start + 1))
  }

  static func expectedJSONValue(_ source: SourceText, at offset: Int, found: String?) -> Diagnostic {
    json(
      "expected-value", "expected a value here, but \(named(found))", source, offset,
      found == nil ? offset : characterEnd(source, offset))
  }
}
