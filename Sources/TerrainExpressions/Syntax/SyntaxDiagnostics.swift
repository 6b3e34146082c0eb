import TerrainDocuments
import TerrainValues

/// Everything the parser complains of, in one place. Codes: `expressions/…`.
extension Diagnostic {
  private static func syntax(
    _ code: String, _ message: String, _ place: Place, related: [Diagnostic.Related] = [], fix: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      code: "expressions/" + code, severity: .error, message: message, place: place, related: related, fix: fix)
  }

  // MARK: Limits

  static func expressionTooLong(_ length: Int, limit: Int, at place: Place) -> Diagnostic {
    syntax(
      "too-long", "this expression has \(length) bytes; the limit `expression-length` is \(limit)", place,
      fix: "split it into several decisions")
  }

  static func tooManyNodes(limit: Int, at place: Place) -> Diagnostic {
    syntax(
      "too-many-nodes", "this expression has more than \(limit) parts; the limit is `expression-nodes`", place,
      fix: "split it into several decisions")
  }

  static func nestedTooDeep(limit: Int, at place: Place) -> Diagnostic {
    syntax("nested-too-deep", "more than \(limit) brackets are open here; the limit is `expression-nesting`", place)
  }

  static func tooDeep(limit: Int, at place: Place) -> Diagnostic {
    syntax(
      "too-deep", "this expression has more than \(limit) operations one upon another; the limit is `expression-depth`",
      place,
      fix: "split it into several decisions, or add up a list: `[a, b, c].sum()`")
  }

  // MARK: Characters

  static func assignment(at place: Place) -> Diagnostic {
    syntax("assignment", "`=` does not compare, and nothing can be assigned in an expression", place, fix: "write `==`")
  }

  static func marker(at place: Place) -> Diagnostic {
    syntax(
      "assignment",
      "an expression does not begin with `=`; one `=` marks a text as an expression, and it was taken off already",
      place, fix: "remove this `=`")
  }

  static func range(at place: Place) -> Diagnostic {
    syntax(
      "range", "`..` makes a range in a cell only, not in an expression", place,
      fix: "write two comparisons: `x >= 5 && x <= 8`")
  }

  static func semicolon(isLast: Bool, at place: Place) -> Diagnostic {
    syntax(
      "semicolon", "an expression is one value; nothing in it ends with `;`", place,
      fix: isLast ? "remove it" : "join conditions with `&&`")
  }

  static func foreignSign(_ sign: Text, mend: String, at place: Place) -> Diagnostic {
    syntax("unknown-operator", "there is no `\(sign)` in expressions", place, fix: mend)
  }

  static func typographicQuote(_ quote: Unicode.Scalar, straight: String, at place: Place) -> Diagnostic {
    syntax(
      "typographic-quote", "`\(quote)` is a typographic quote; texts stand in straight ones", place,
      fix: "write `\(straight)`")
  }

  static func fullwidth(_ scalar: Unicode.Scalar, ascii: Unicode.Scalar, at place: Place) -> Diagnostic {
    syntax("fullwidth-character", "`\(scalar)` is the fullwidth form of `\(ascii)`", place, fix: "write `\(ascii)`")
  }

  static func invisible(_ scalar: Unicode.Scalar, at place: Place) -> Diagnostic {
    syntax(
      "invisible-character", "an invisible character (\(codePoint(scalar))) stands here", place,
      fix: "replace it with a plain space, or remove it")
  }

  static func unknownCharacter(_ scalar: Unicode.Scalar, at place: Place) -> Diagnostic {
    syntax(
      "unknown-character", "`\(scalar)` (\(codePoint(scalar))) means nothing in expressions", place,
      fix: "put text in quotes")
  }

  static func nonASCIIName(_ name: Text, at place: Place) -> Diagnostic {
    syntax(
      "bad-name", "`\(name)` cannot be a name: names are of letters a to z, digits and `_`", place,
      fix: "if it is text, put it in quotes: `\"\(name)\"`")
  }

  private static func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  // MARK: Literals

  static func unclosedString(quote: Text, endsAtLineBreak: Bool, at place: Place) -> Diagnostic {
    syntax(
      "unclosed-string",
      endsAtLineBreak ? "the text that begins here does not end on its line" : "the text that begins here never ends",
      place,
      fix: endsAtLineBreak
        ? "close it with `\(quote)`, or use `\"\"\"` for a text of several lines" : "close it with `\(quote)`")
  }

  static func unknownEscape(_ escape: Text, inBytes: Bool, at place: Place) -> Diagnostic {
    if inBytes, escape.string.first == "\\", escape.string.dropFirst().lowercased() == "u" {
      return syntax(
        "bad-escape", "`\(escape)` names a character; bytes have none", place, fix: "write its bytes: `\\xC3\\xA9`")
    }
    return syntax(
      "bad-escape", "`\(escape)` is no escape", place,
      fix: "for a backslash write `\\\\`; for a pattern, a raw text: `r\"…\"`")
  }

  static func shortEscape(_ escape: Text, digits: Int, octal: Bool, at place: Place) -> Diagnostic {
    syntax("bad-escape", "the escape `\(escape)` needs \(digits) \(octal ? "octal" : "hexadecimal") digits", place)
  }

  static func notAScalar(_ escape: Text, isSurrogate: Bool, at place: Place) -> Diagnostic {
    syntax(
      "bad-escape",
      isSurrogate
        ? "`\(escape)` is half of a surrogate pair, not a character"
        : "`\(escape)` is beyond the last character, U+10FFFF",
      place, fix: isSurrogate ? "write the whole character: `\\U0001F375`" : nil)
  }

  static func notANumber(_ text: Text, at place: Place) -> Diagnostic {
    let digits = text.string.prefix { $0.isASCII && $0.isNumber }
    let ungrouped = text.string.filter { $0 != "_" }
    let isGrouped = ungrouped.allSatisfy { $0.isASCII && $0.isNumber }
    return syntax(
      "bad-number", "`\(text)` is neither a number nor a name", place,
      fix: isGrouped ? "write `\(ungrouped)`" : digits.isEmpty ? nil : "a number stands without its unit: `\(digits)`")
  }

  static func numberEndsInPoint(_ digits: Text, at place: Place) -> Diagnostic {
    syntax("bad-number", "digits must follow the point", place, fix: "write `\(digits).0`")
  }

  static func intOutOfRange(_ text: Text, negative: Bool, at place: Place) -> Diagnostic {
    syntax(
      "number-out-of-range",
      negative
        ? "`-\(text)` is less than the smallest int, -9223372036854775808"
        : "`\(text)` is more than the largest int, 9223372036854775807", place,
      fix: "for a larger number write a double: `1e20`")
  }

  static func uintOutOfRange(_ text: Text, at place: Place) -> Diagnostic {
    syntax("number-out-of-range", "`\(text)` is more than the largest uint, 18446744073709551615", place)
  }

  static func doubleOutOfRange(_ text: Text, at place: Place) -> Diagnostic {
    syntax("number-out-of-range", "`\(text)` is more than the largest double, about 1.8e308", place)
  }

  static func leadingZero(_ text: Text, value: String, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "expressions/leading-zero", severity: .warning,
      message: "`\(text)` means \(value): a leading zero changes nothing",
      place: place, fix: "write `\(value)`")
  }

  static func percent(_ number: Text, at place: Place) -> Diagnostic {
    syntax(
      "percent", "`%` is the remainder of a division; there are no percentages", place,
      fix: "write the fraction as a double: `\(number) / 100.0`")
  }

  // MARK: Names

  static func reservedWord(_ word: Text, at place: Place) -> Diagnostic {
    syntax("reserved-word", "`\(word)` is a reserved word and cannot be a name here", place)
  }

  static func unclosedBackticks(at place: Place) -> Diagnostic {
    syntax("unclosed-backticks", "the field name that begins here never ends", place, fix: "close it with a backtick")
  }

  static func emptyBackticks(at place: Place) -> Diagnostic {
    syntax("empty-backticks", "there is no field name between these backticks", place)
  }

  static func notInBackticks(_ character: Text, at place: Place) -> Diagnostic {
    syntax(
      "bad-backticks", "`\(character)` cannot stand in a field name between backticks", place,
      fix: "use an index: `a[\"name\"]`")
  }

  static func misplacedBackticks(_ name: Text, at place: Place) -> Diagnostic {
    syntax(
      "misplaced-backticks", "a name in backticks can stand only after a dot or before a `:`", place,
      fix: "if \(name) is text, put it in quotes")
  }
}
