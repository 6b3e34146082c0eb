import TerrainDocuments
import TerrainBase

/// Diagnostics about characters that begin no token: most are another language's, or a word processor's.
extension Lexer {
  /// Bytes of the character at `index`.
  func scalarLength(at index: Int) -> Int {
    switch byte(index) {
    case 0xF0...: min(4, bytes.count - index)
    case 0xE0...: min(3, bytes.count - index)
    case 0xC0...: min(2, bytes.count - index)
    default: min(1, bytes.count - index)
    }
  }

  private func scalar(at index: Int) -> Unicode.Scalar {
    text(index, index + scalarLength(at: index)).string.unicodeScalars.first ?? "\u{FFFD}"
  }

  /// True where the character at `index` is not a letter or digit in any script, so that a name may end before it.
  func isPunctuation(at index: Int) -> Bool { !scalar(at: index).properties.isXIDContinue }

  func nonASCIIName(_ start: Int, _ end: Int) -> SyntaxFailure {
    var tail = end
    while tail < bytes.count, Self.isNamePart(bytes[tail]) || (bytes[tail] >= 0x80 && !isPunctuation(at: tail)) {
      tail += scalarLength(at: tail)
    }
    return SyntaxFailure(.nonASCIIName(text(start, tail), at: place(start, tail)))
  }

  func unknown(at start: Int) -> SyntaxFailure {
    if let sign = Self.foreignSigns.first(where: { bytes[start...].starts(with: $0.written.utf8) }) {
      let end = start + sign.written.utf8.count
      if sign.written == "=" {
        return SyntaxFailure(start == 0 ? .marker(at: place(start, end)) : .assignment(at: place(start, end)))
      }
      if sign.written == ".." { return SyntaxFailure(.range(at: place(start, end))) }
      if sign.written == ";" { return SyntaxFailure(.semicolon(isLast: isLast(end), at: place(start, end))) }
      return SyntaxFailure(.foreignSign(Text(sign.written), fix: sign.fix, at: place(start, end)))
    }
    let scalar = scalar(at: start)
    let end = start + scalarLength(at: start)
    let place = place(start, end)
    switch scalar.value {
    case 0x201C, 0x201D, 0x201E, 0x00AB, 0x00BB, 0x300C, 0x300D:
      return SyntaxFailure(.typographicQuote(scalar, straight: "\"", at: place))
    case 0x2018, 0x2019, 0x201A, 0x00B4: return SyntaxFailure(.typographicQuote(scalar, straight: "'", at: place))
    case 0xFF01...0xFF5E:
      // The fullwidth forms repeat ASCII in order; a Chinese or Japanese keyboard types them.
      let ascii = Unicode.Scalar(UInt8(scalar.value - 0xFF01 + 0x21))
      return SyntaxFailure(.fullwidth(scalar, ascii: ascii, at: place))
    default: break
    }
    if scalar.properties.isXIDStart { return nonASCIIName(start, start) }
    if scalar.value != 0x20,
      scalar.properties.isWhitespace || scalar.properties.generalCategory == .format || scalar.value < 0x20
    {
      return SyntaxFailure(.invisible(scalar, at: place))
    }
    return SyntaxFailure(.unknownCharacter(scalar, at: place))
  }

  private func isLast(_ end: Int) -> Bool { bytes[end...].allSatisfy { Self.isSpace($0) || $0 == UInt8(ascii: ";") } }

  /// Signs of other languages, the longest first, and what replaces them here.
  private static let foreignSigns: [(written: String, fix: String)] = [
    ("===", "write `==`"), ("!==", "write `!=`"), ("=>", "for \"at least\" write `>=`"), ("=<", "write `<=`"),
    ("=~", "write `text.matches(r\"pattern\")`"), ("=", "write `==`"), ("<>", "write `!=`"),
    ("**", "write the product out: `x * x`"), ("??", "write `a.orValue(b)`"), ("..", "write two comparisons"),
    ("&", "write `&&`"), ("|", "write `||`"), (";", "remove it"), ("#", "a comment begins with `//`"),
    ("^", "for a power, write the product out: `x * x`"), ("~", "for \"not\" write `!`"),
    ("$", "a name needs no `$`"), ("@", "a name needs no `@`"),
    ("\\", "an expression may take several lines; nothing marks their ends"), ("≤", "write `<=`"), ("≥", "write `>=`"),
    ("≠", "write `!=`"), ("×", "write `*`"), ("÷", "write `/`"), ("−", "write `-`"), ("–", "write `-`"),
    ("—", "write `-`"),
    ("∧", "write `&&`"), ("∨", "write `||`"), ("¬", "write `!`"), ("∈", "write `in`"),
  ]
}

extension Diagnostic {
  static func assignment(at place: Place) -> Diagnostic {
    expression(
      "expressions/assignment", "`=` does not compare, and nothing can be assigned in an expression", place,
      fix: "write `==`")
  }

  static func marker(at place: Place) -> Diagnostic {
    expression(
      "expressions/assignment",
      "an expression does not begin with `=`; one `=` marks a text as an expression, and it was taken off already",
      place, fix: "remove this `=`")
  }

  static func range(at place: Place) -> Diagnostic {
    expression(
      "expressions/range", "`..` makes a range in a cell only, not in an expression", place,
      fix: "write two comparisons: `x >= 5 && x <= 8`")
  }

  static func semicolon(isLast: Bool, at place: Place) -> Diagnostic {
    expression(
      "expressions/semicolon", "an expression is one value; nothing in it ends with `;`", place,
      fix: isLast ? "remove it" : "join conditions with `&&`, and separate arguments with `,`")
  }

  static func foreignSign(_ sign: Text, fix: String, at place: Place) -> Diagnostic {
    expression("expressions/unknown-operator", "there is no `\(sign)` in expressions", place, fix: fix)
  }

  static func typographicQuote(_ quote: Unicode.Scalar, straight: String, at place: Place) -> Diagnostic {
    expression(
      "expressions/typographic-quote", "`\(quote)` is a typographic quote; texts take straight ones", place,
      fix: "write `\(straight)`")
  }

  static func fullwidth(_ scalar: Unicode.Scalar, ascii: Unicode.Scalar, at place: Place) -> Diagnostic {
    expression(
      "expressions/fullwidth-character", "`\(scalar)` is the fullwidth form of `\(ascii)`", place,
      fix: "write `\(ascii)`")
  }

  static func invisible(_ scalar: Unicode.Scalar, at place: Place) -> Diagnostic {
    expression(
      "expressions/invisible-character", "an invisible character (\(codePoint(scalar))) is here", place,
      fix: "replace it with a plain space, or remove it")
  }

  static func unknownCharacter(_ scalar: Unicode.Scalar, at place: Place) -> Diagnostic {
    expression(
      "expressions/unknown-character", "`\(scalar)` (\(codePoint(scalar))) means nothing in expressions", place,
      fix: "put text in quotes")
  }

  static func nonASCIIName(_ name: Text, at place: Place) -> Diagnostic {
    expression(
      "expressions/bad-name", "`\(name)` cannot be a name: names are of letters a to z, digits and `_`", place,
      fix: "if it is text, put it in quotes: `\"\(name)\"`")
  }

  private static func codePoint(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
