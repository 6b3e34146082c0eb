import TerrainDocuments
import TerrainBase

/// Cuts an expression's text into tokens, one at a time.
struct Lexer {
  let source: ExpressionSource
  let bytes: [UInt8]
  var position = 0

  init(_ source: ExpressionSource) {
    self.source = source
    self.bytes = Array(source.text.utf8)
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  static func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- 0x61 < 6 }

  static func isNameStart(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_") }

  static func isNamePart(_ byte: UInt8) -> Bool { isNameStart(byte) || isDigit(byte) }

  static func isQuotedNamePart(_ byte: UInt8) -> Bool {
    isNamePart(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/")
      || byte == UInt8(ascii: " ")
  }

  /// The byte at `index`, 0 where there is none.
  @inline(__always)
  func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  /// The text of bytes `start` up to `end`.
  func text(_ start: Int, _ end: Int) -> Text { Text(decoding: bytes[start..<end]) }

  func text(of token: Token) -> Text { text(token.start, token.end) }

  func place(_ start: Int, _ end: Int) -> Place {
    source.place(of: SourceRange(start: UInt32(start), end: UInt32(max(start, end))))
  }

  func place(of token: Token) -> Place { place(token.start, token.end) }

  /// The next token; at the end of the text, one of kind `.end` and no bytes.
  mutating func next() throws(SyntaxFailure) -> Token {
    skipSpace()
    let start = position
    guard start < bytes.count else { return Token(kind: .end, start: start, end: start) }
    let byte = bytes[start]
    if Self.isNameStart(byte) { return try name(from: start) }
    if Self.isDigit(byte) { return try number(from: start) }
    switch byte {
    case UInt8(ascii: "("): return take(1, .leftParenthesis)
    case UInt8(ascii: ")"): return take(1, .rightParenthesis)
    case UInt8(ascii: "["): return take(1, .leftBracket)
    case UInt8(ascii: "]"): return take(1, .rightBracket)
    case UInt8(ascii: "{"): return take(1, .leftBrace)
    case UInt8(ascii: "}"): return take(1, .rightBrace)
    case UInt8(ascii: ","): return take(1, .comma)
    case UInt8(ascii: ":"): return take(1, .colon)
    case UInt8(ascii: "+"): return take(1, .plus)
    case UInt8(ascii: "-"): return take(1, .minus)
    case UInt8(ascii: "/"): return take(1, .slash)
    case UInt8(ascii: "%"): return take(1, .percent)
    case UInt8(ascii: "*") where self.byte(start + 1) != byte: return take(1, .times)
    case UInt8(ascii: "."):
      if Self.isDigit(self.byte(start + 1)) { return try number(from: start) }
      if self.byte(start + 1) != byte { return take(1, .dot) }
    case UInt8(ascii: "?") where self.byte(start + 1) != byte: return take(1, .question)
    case UInt8(ascii: "<"):
      let following = self.byte(start + 1)
      if following == UInt8(ascii: "=") { return take(2, .lessOrEqual) }
      if following != UInt8(ascii: ">") { return take(1, .less) }
    case UInt8(ascii: ">"):
      return self.byte(start + 1) == UInt8(ascii: "=") ? take(2, .greaterOrEqual) : take(1, .greater)
    case UInt8(ascii: "!"):
      if self.byte(start + 1) != UInt8(ascii: "=") { return take(1, .not) }
      if self.byte(start + 2) != UInt8(ascii: "=") { return take(2, .notEqual) }
    case UInt8(ascii: "="):
      if self.byte(start + 1) == UInt8(ascii: "="), self.byte(start + 2) != UInt8(ascii: "=") { return take(2, .equal) }
    case UInt8(ascii: "&") where self.byte(start + 1) == byte: return take(2, .and)
    case UInt8(ascii: "|") where self.byte(start + 1) == byte: return take(2, .or)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      return try string(from: start, quoteAt: start, kind: .string, raw: false)
    case UInt8(ascii: "`"): return try quotedName(from: start)
    default: break
    }
    throw unknown(at: start)
  }

  @inline(__always)
  private mutating func take(_ length: Int, _ kind: TokenKind) -> Token {
    let token = Token(kind: kind, start: position, end: position + length)
    position += length
    return token
  }

  @inline(__always)
  private mutating func skipSpace() {
    while position < bytes.count {
      let byte = bytes[position]
      if Self.isSpace(byte) {
        position += 1
      } else if byte == UInt8(ascii: "/"), self.byte(position + 1) == byte {
        while position < bytes.count, bytes[position] != 0x0A { position += 1 }
      } else {
        return
      }
    }
  }

  private mutating func name(from start: Int) throws(SyntaxFailure) -> Token {
    var end = start + 1
    while end < bytes.count, Self.isNamePart(bytes[end]) { end += 1 }
    let quote = byte(end)
    if end - start <= 2, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), let prefix = prefix(start, end) {
      return try string(from: start, quoteAt: end, kind: prefix.kind, raw: prefix.raw)
    }
    if end < bytes.count, bytes[end] >= 0x80, !isPunctuation(at: end) { throw nonASCIIName(start, end) }
    position = end
    return Token(kind: keyword(start, end) ?? .identifier, start: start, end: end)
  }

  /// What the letters before a quote make of a string: `r`, `b`, `br`, in either case.
  private func prefix(_ start: Int, _ end: Int) -> (kind: TokenKind, raw: Bool)? {
    let first = bytes[start] | 0x20
    if end - start == 1 {
      if first == UInt8(ascii: "r") { return (.string, true) }
      return first == UInt8(ascii: "b") ? (.bytes, false) : nil
    }
    let isRawBytes = first == UInt8(ascii: "b") && bytes[start + 1] | 0x20 == UInt8(ascii: "r")
    return isRawBytes ? (.bytes, true) : nil
  }

  private func keyword(_ start: Int, _ end: Int) -> TokenKind? {
    switch (end - start, bytes[start]) {
    case (2, UInt8(ascii: "i")): matches("in", at: start) ? .in : nil
    case (4, UInt8(ascii: "t")): matches("true", at: start) ? .true : nil
    case (4, UInt8(ascii: "n")): matches("null", at: start) ? .null : nil
    case (5, UInt8(ascii: "f")): matches("false", at: start) ? .false : nil
    default: nil
    }
  }

  private func matches(_ word: StaticString, at start: Int) -> Bool {
    let count = word.utf8CodeUnitCount
    return start + count <= bytes.count
      && word.withUTF8Buffer { $0.elementsEqual(bytes[start..<start + count]) }
  }

  private mutating func quotedName(from start: Int) throws(SyntaxFailure) -> Token {
    var end = start + 1
    while end < bytes.count, Self.isQuotedNamePart(bytes[end]) { end += 1 }
    guard byte(end) == UInt8(ascii: "`") else {
      guard end < bytes.count else { throw SyntaxFailure(.unclosedBackticks(at: place(start, end))) }
      let length = scalarLength(at: end)
      throw SyntaxFailure(.notInBackticks(text(end, end + length), at: place(end, end + length)))
    }
    guard end > start + 1 else { throw SyntaxFailure(.emptyBackticks(at: place(start, end + 1))) }
    position = end + 1
    return Token(kind: .quotedIdentifier, start: start, end: position)
  }

  /// Finds a string's end; ``value(ofString:)`` reads what is in it.
  private mutating func string(
    from start: Int, quoteAt quoteStart: Int, kind: TokenKind, raw: Bool
  ) throws(SyntaxFailure) -> Token {
    let quote = bytes[quoteStart]
    let triple = byte(quoteStart + 1) == quote && byte(quoteStart + 2) == quote
    var index = quoteStart + (triple ? 3 : 1)
    while index < bytes.count {
      let byte = bytes[index]
      if byte == quote {
        if !triple {
          position = index + 1
          return Token(kind: kind, start: start, end: position)
        }
        if self.byte(index + 1) == quote, self.byte(index + 2) == quote {
          position = index + 3
          return Token(kind: kind, start: start, end: position)
        }
        index += 1
      } else if byte == UInt8(ascii: "\\"), !raw {
        index += 2
      } else if !triple, byte == 0x0A || byte == 0x0D {
        break
      } else {
        index += 1
      }
    }
    let end = min(index, bytes.count)
    throw SyntaxFailure(
      .unclosedString(
        quote: text(quoteStart, quoteStart + (triple ? 3 : 1)), endsAtLineBreak: end < bytes.count,
        at: place(start, end)))
  }
}

extension Diagnostic {
  static func unclosedString(quote: Text, endsAtLineBreak: Bool, at place: Place) -> Diagnostic {
    expression(
      "expressions/unclosed-string",
      endsAtLineBreak ? "the text that begins here does not end on its line" : "the text that begins here never ends",
      place,
      fix: endsAtLineBreak
        ? "close it with `\(quote)`, or use `\"\"\"` for a text of several lines" : "close it with `\(quote)`")
  }

  static func percent(_ number: Text, at place: Place) -> Diagnostic {
    expression(
      "expressions/percent", "`%` is the remainder of a division; there are no percentages", place,
      fix: "write the fraction as a double: `\(number) / 100.0`")
  }

  static func unclosedBackticks(at place: Place) -> Diagnostic {
    expression(
      "expressions/unclosed-backticks", "the field name that begins here never ends", place,
      fix: "close it with a backtick")
  }

  static func emptyBackticks(at place: Place) -> Diagnostic {
    expression("expressions/empty-backticks", "there is no field name between these backticks", place)
  }

  static func notInBackticks(_ character: Text, at place: Place) -> Diagnostic {
    expression(
      "expressions/bad-backticks", "`\(character)` is not allowed in a field name between backticks", place,
      fix: "use an index: `a[\"name\"]`")
  }
}
