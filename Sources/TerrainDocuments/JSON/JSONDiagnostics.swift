// Everything that can be wrong with a JSON text.

extension Diagnostic {
  private static func json(
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
  private static func characterEnd(_ source: SourceText, _ offset: Int) -> Int {
    var end = offset + 1
    while end < source.bytes.count, source.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  private static func named(_ found: String?) -> String {
    found.map { "found `\($0)`" } ?? "the text ends"
  }

  private static func opened(_ source: SourceText, _ start: Int, isMap: Bool) -> Related {
    Related(message: "the \(isMap ? "object" : "array") begins here", place: place(source, start, start + 1))
  }

  static func expectedJSONValue(_ source: SourceText, at offset: Int, found: String?) -> Diagnostic {
    json(
      "expected-value", "expected a value here, but \(named(found))", source, offset,
      found == nil ? offset : characterEnd(source, offset))
  }

  static func textAfterJSON(_ source: SourceText, at offset: Int, found: String?) -> Diagnostic {
    json(
      "text-after-value", "expected the end of the text after its value, but \(named(found))", source, offset,
      characterEnd(source, offset))
  }

  static func expectedKey(_ source: SourceText, at offset: Int, found: String?, word: String?) -> Diagnostic {
    json(
      "expected-key", "expected a key in double quotes here, but \(named(found))", source, offset,
      offset + max(word?.utf8.count ?? 0, characterEnd(source, offset) - offset),
      fix: word.map { "put the key in quotes: `\"\($0)\"`" })
  }

  static func expectedColon(_ source: SourceText, at offset: Int, found: String?, key: Range<Int>) -> Diagnostic {
    json(
      "expected-colon", "expected `:` after the key, but \(named(found))", source, offset,
      characterEnd(source, offset))
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
      "control-character", "the control character U+00\(hexadecimal(byte)) stands bare in a string", source, offset,
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
