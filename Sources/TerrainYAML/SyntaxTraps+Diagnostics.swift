import TerrainDocuments

extension Diagnostic {
  static func longKey(_ source: SourceText, range: Range<Int>, limit: Int) -> Diagnostic {
    yaml(
      "long-key", "a key is at most \(limit) characters long (libyaml's limit for a simple key)", source, range,
      fix: "shorten it, or write `? ` before it and `: ` before its value, each on a line of its own")
  }

  static func cutAtBracket(_ source: SourceText, range: Range<Int>, bracket: String) -> Diagnostic {
    yaml(
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
      fix: value.isEmpty ? nil : quoted(SyntaxTraps.text(source, value)))
  }

  /// `isGlued`: no blank is before the rest, as after the apostrophe of `'It's light'`, so that the text's quotes were
  /// meant to be around all of it.
  static func textAfterQuotes(
    _ source: SourceText, value: Range<Int>, rest: Range<Int>, isGlued: Bool
  ) -> Diagnostic {
    var text = Substring(SyntaxTraps.text(source, value))
    if isGlued, let quote = text.popFirst(), text.last == quote { text.removeLast() }
    return yaml(
      "text-after-quotes", "a text that begins with a quote ends at the next one, and there is more here", source, rest,
      fix: quoted(String(text)))
  }

  static func keyInText(_ source: SourceText, range: Range<Int>) -> Diagnostic {
    yaml(
      "bad-indentation", "by its indentation this line goes on with the text above it, where no key can be", source,
      range, fix: "indent it like the other keys, or put a text that has `: ` in it in quotes")
  }

  static func missingSpace(_ source: SourceText, range: Range<Int>) -> Diagnostic {
    yaml("missing-space", "a key's `:` has a space after it", source, range, fix: "add a space after the `:`")
  }

  /// `text`: the value before the key and the key, where they look like one text.
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
    return yaml("stray-bracket", "nothing is open that this `\(bracket)` could close", source, range)
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
      related: [Related(message: "the \(isMap ? "map" : "list") begins here", place: place(source, block..<block + 1))])
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
