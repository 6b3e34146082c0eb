import TerrainBase
import TerrainDocuments

/// Splits an expression's text into tokens, one at a time.
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

  /// The byte at `index`, or 0 after the end.
  @inline(__always)
  func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  /// The text of bytes `start` up to `end`.
  func text(_ start: Int, _ end: Int) -> Text { Text(decoding: bytes[start..<end]) }

  func text(of token: Token) -> Text { text(token.start, token.end) }

  func place(_ start: Int, _ end: Int) -> Place {
    source.place(of: SourceRange(start: UInt32(start), end: UInt32(max(start, end))))
  }

  func place(of token: Token) -> Place { place(token.start, token.end) }

  /// The next token; at the end of the text, an empty token of kind `.end`.
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

  /// The kind of string that the letters before a quote denote: `r`, `b`, `br`, in either case.
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

  /// Finds the end of a string; ``value(ofString:)`` reads its content.
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

/// The kind of a token.
enum TokenKind: UInt8 {
  case end
  case identifier, quotedIdentifier
  case int, uint, double, string, bytes
  case `true`, `false`, null
  case leftParenthesis, rightParenthesis, leftBracket, rightBracket, leftBrace, rightBrace
  case dot, comma, colon, question
  case not, plus, minus, times, slash, percent
  case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual, `in`
  case and, or

  /// The binary operator for this token.
  var binaryOperator: BinaryOperator? {
    switch self {
    case .or: .or
    case .and: .and
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .equal: .equal
    case .notEqual: .notEqual
    case .in: .in
    case .plus: .add
    case .minus: .subtract
    case .times: .multiply
    case .slash: .divide
    case .percent: .remainder
    default: nil
    }
  }
}

/// One token and its bytes.
struct Token {
  var kind: TokenKind
  var start: Int
  var end: Int
}

/// The first syntax error, thrown out of the parser.
final class SyntaxFailure: Error, Sendable {
  let diagnostic: Diagnostic

  init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }
}

extension Lexer {
  /// Reads the token of a number. The parser computes its value later, when it knows if a minus precedes it.
  mutating func number(from start: Int) throws(SyntaxFailure) -> Token {
    if bytes[start] == UInt8(ascii: "0"), byte(start + 1) | 0x20 == UInt8(ascii: "x") {
      return try hexadecimal(from: start)
    }
    var kind = TokenKind.int
    var end = skipDigits(from: start)
    if byte(end) == UInt8(ascii: "."), Self.isDigit(byte(end + 1)) {
      kind = .double
      end = skipDigits(from: end + 1)
    } else if byte(end) == UInt8(ascii: "."), byte(end + 1) != UInt8(ascii: "."), !Self.isNameStart(byte(end + 1)),
      byte(end + 1) != UInt8(ascii: "`"), byte(end + 1) != UInt8(ascii: "?")
    {
      throw SyntaxFailure(.numberEndsInPoint(text(start, end), at: place(start, end + 1)))
    }
    if byte(end) | 0x20 == UInt8(ascii: "e") {
      let sign = byte(end + 1) == UInt8(ascii: "+") || byte(end + 1) == UInt8(ascii: "-")
      let digits = end + (sign ? 2 : 1)
      if Self.isDigit(byte(digits)) {
        kind = .double
        end = skipDigits(from: digits)
      }
    }
    if kind == .int, byte(end) | 0x20 == UInt8(ascii: "u") {
      kind = .uint
      end += 1
    }
    return try finish(kind, start, end)
  }

  private mutating func hexadecimal(from start: Int) throws(SyntaxFailure) -> Token {
    var end = start + 2
    while Self.isHexDigit(byte(end)) { end += 1 }
    guard end > start + 2, bytes[start + 1] == UInt8(ascii: "x") else { return try finish(.int, start, start + 1) }
    guard byte(end) | 0x20 == UInt8(ascii: "u") else { return try finish(.int, start, end) }
    return try finish(.uint, start, end + 1)
  }

  private func skipDigits(from start: Int) -> Int {
    var end = start
    while Self.isDigit(byte(end)) { end += 1 }
    return end
  }

  /// A number may not be followed directly by a name: `3days`, `10px`, `1_000`.
  private mutating func finish(_ kind: TokenKind, _ start: Int, _ end: Int) throws(SyntaxFailure) -> Token {
    guard Self.isNamePart(byte(end)) else {
      position = end
      return Token(kind: kind, start: start, end: end)
    }
    var tail = end
    while Self.isNamePart(byte(tail)) { tail += 1 }
    throw SyntaxFailure(.notANumber(text(start, tail), at: place(start, tail)))
  }

  /// The value of the number `token`, negated if `negative` is true.
  func value(ofNumber token: Token, negative: Bool) throws(SyntaxFailure) -> Value {
    switch token.kind {
    case .double:
      // Swift reads digits, one point, and an exponent in the same form, except for a leading point.
      let written = text(of: token).string
      guard let double = Double(written.utf8.first == UInt8(ascii: ".") ? "0" + written : written), double.isFinite
      else {
        throw SyntaxFailure(.doubleOutOfRange(text(of: token), at: place(of: token)))
      }
      return .double(negative ? -double : double)
    case .uint:
      guard let magnitude = magnitude(token.start, token.end - 1) else {
        throw SyntaxFailure(.uintOutOfRange(text(of: token), at: place(of: token)))
      }
      return .uint(magnitude)
    default:
      guard let magnitude = magnitude(token.start, token.end) else {
        throw SyntaxFailure(.intOutOfRange(text(of: token), negative: negative, at: place(of: token)))
      }
      if negative, magnitude == 1 << 63 { return .int(.min) }
      guard let int = Int64(exactly: magnitude) else {
        throw SyntaxFailure(.intOutOfRange(text(of: token), negative: negative, at: place(of: token)))
      }
      return .int(negative ? -int : int)
    }
  }

  private func magnitude(_ start: Int, _ end: Int) -> UInt64? {
    let isHexadecimal = byte(start + 1) == UInt8(ascii: "x")
    let radix: UInt64 = isHexadecimal ? 16 : 10
    var result: UInt64 = 0
    for byte in bytes[(isHexadecimal ? start + 2 : start)..<end] {
      let digit = Self.isDigit(byte) ? byte & 0x0F : (byte | 0x20) - UInt8(ascii: "a") + 10
      let (product, overflow) = result.multipliedReportingOverflow(by: radix)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      guard !overflow, !carry else { return nil }
      result = sum
    }
    return result
  }

  /// True for `007`, which is seven here but octal in other languages.
  func hasLeadingZero(_ token: Token) -> Bool {
    token.kind != .double && bytes[token.start] == UInt8(ascii: "0") && Self.isDigit(byte(token.start + 1))
  }
}

extension Diagnostic {
  static func notANumber(_ text: Text, at place: Place) -> Diagnostic {
    let digits = text.string.prefix { $0.isASCII && $0.isNumber }
    let ungrouped = text.string.filter { $0 != "_" }
    let isGrouped = ungrouped.allSatisfy { $0.isASCII && $0.isNumber }
    return expression(
      "expressions/bad-number", "`\(text)` is neither a number nor a name", place,
      fix: isGrouped ? "write `\(ungrouped)`" : digits.isEmpty ? nil : "a number has no unit: `\(digits)`")
  }

  static func numberEndsInPoint(_ digits: Text, at place: Place) -> Diagnostic {
    expression("expressions/bad-number", "digits must follow the point", place, fix: "write `\(digits).0`")
  }

  static func intOutOfRange(_ text: Text, negative: Bool, at place: Place) -> Diagnostic {
    expression(
      "expressions/number-out-of-range",
      negative
        ? "`-\(text)` is less than the smallest int, -9223372036854775808"
        : "`\(text)` is more than the largest int, 9223372036854775807", place,
      fix: "for a larger number write a double: `1e20`")
  }

  static func uintOutOfRange(_ text: Text, at place: Place) -> Diagnostic {
    expression(
      "expressions/number-out-of-range", "`\(text)` is more than the largest uint, 18446744073709551615", place)
  }

  static func doubleOutOfRange(_ text: Text, at place: Place) -> Diagnostic {
    expression("expressions/number-out-of-range", "`\(text)` is more than the largest double, about 1.8e308", place)
  }
}

extension Lexer {
  /// The text between the quotes of `token`, with escapes decoded.
  func value(ofString token: Token) throws(SyntaxFailure) -> Value {
    var start = token.start
    var raw = false
    while bytes[start] != UInt8(ascii: "\""), bytes[start] != UInt8(ascii: "'") {
      raw = raw || bytes[start] | 0x20 == UInt8(ascii: "r")
      start += 1
    }
    let quote = bytes[start]
    let triple = token.end - start >= 6 && bytes[start + 1] == quote && bytes[start + 2] == quote
    start += triple ? 3 : 1
    let end = token.end - (triple ? 3 : 1)
    guard !raw, bytes[start..<end].contains(UInt8(ascii: "\\")) else {
      return token.kind == .bytes ? .bytes(Array(bytes[start..<end])) : .string(text(start, end))
    }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(end - start)
    var index = start
    while index < end {
      guard bytes[index] == UInt8(ascii: "\\") else {
        decoded.append(bytes[index])
        index += 1
        continue
      }
      index = try escape(at: index, end: end, isBytes: token.kind == .bytes, into: &decoded)
    }
    return token.kind == .bytes ? .bytes(decoded) : .string(Text(decoding: decoded))
  }

  /// Decodes the escape at `start`. Returns the offset after it.
  private func escape(
    at start: Int, end: Int, isBytes: Bool, into decoded: inout [UInt8]
  ) throws(SyntaxFailure) -> Int {
    let letter = byte(start + 1)
    switch letter {
    case UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
      decoded.append(letter)
    case UInt8(ascii: "a"): decoded.append(0x07)
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    case UInt8(ascii: "t"): decoded.append(0x09)
    case UInt8(ascii: "v"): decoded.append(0x0B)
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      return try code(at: start, digits: 2, from: start + 2, radix: 16, end: end, asByte: isBytes, into: &decoded)
    case UInt8(ascii: "u") where !isBytes:
      return try code(at: start, digits: 4, from: start + 2, radix: 16, end: end, asByte: false, into: &decoded)
    case UInt8(ascii: "U") where !isBytes:
      return try code(at: start, digits: 8, from: start + 2, radix: 16, end: end, asByte: false, into: &decoded)
    case UInt8(ascii: "0")...UInt8(ascii: "3"):
      return try code(at: start, digits: 3, from: start + 1, radix: 8, end: end, asByte: isBytes, into: &decoded)
    default:
      let length = start + 1 < end ? scalarLength(at: start + 1) : 0
      throw SyntaxFailure(
        .unknownEscape(text(start, start + 1 + length), inBytes: isBytes, at: place(start, start + 1 + length)))
    }
    return start + 2
  }

  private func code(
    at start: Int, digits: Int, from first: Int, radix: UInt32, end: Int, asByte: Bool, into decoded: inout [UInt8]
  ) throws(SyntaxFailure) -> Int {
    var code: UInt32 = 0
    var index = first
    while index < first + digits {
      let byte = index < end ? self.byte(index) : 0
      guard Self.isHexDigit(byte), Self.isDigit(byte) || radix == 16, radix == 16 || byte < UInt8(ascii: "8") else {
        throw SyntaxFailure(
          .shortEscape(text(start, index), digits: digits, octal: radix == 8, at: place(start, max(index, start + 2))))
      }
      code = code * radix + UInt32(Self.isDigit(byte) ? byte & 0x0F : (byte | 0x20) - UInt8(ascii: "a") + 10)
      index += 1
    }
    if asByte {
      decoded.append(UInt8(truncatingIfNeeded: code))
    } else if let scalar = Unicode.Scalar(code) {
      decoded.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
    } else {
      throw SyntaxFailure(.notAScalar(text(start, index), isSurrogate: code < 0x11_0000, at: place(start, index)))
    }
    return index
  }
}

extension Diagnostic {
  static func unknownEscape(_ escape: Text, inBytes: Bool, at place: Place) -> Diagnostic {
    if inBytes, escape.string.first == "\\", escape.string.dropFirst().lowercased() == "u" {
      return expression(
        "expressions/bad-escape", "`\(escape)` names a character; bytes have none", place,
        fix: "write its bytes: `\\xC3\\xA9`")
    }
    return expression(
      "expressions/bad-escape", "`\(escape)` is not an escape", place,
      fix: "for a backslash write `\\\\`; for a pattern, a raw text: `r\"…\"`")
  }

  static func shortEscape(_ escape: Text, digits: Int, octal: Bool, at place: Place) -> Diagnostic {
    expression(
      "expressions/bad-escape", "the escape `\(escape)` needs \(digits) \(octal ? "octal" : "hexadecimal") digits",
      place)
  }

  static func notAScalar(_ escape: Text, isSurrogate: Bool, at place: Place) -> Diagnostic {
    expression(
      "expressions/bad-escape",
      isSurrogate
        ? "`\(escape)` is half of a surrogate pair, not a character"
        : "`\(escape)` is beyond the last character, U+10FFFF",
      place, fix: isSurrogate ? "write the whole character: `\\U0001F375`" : nil)
  }
}

/// Diagnostics about characters that begin no token; most come from another language or a word processor.
extension Lexer {
  /// The number of bytes of the character at `index`.
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

  /// True if the character at `index` is not a letter or digit in any script, so that a name may end before it.
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
      // The fullwidth forms repeat ASCII in order; Chinese and Japanese keyboards produce them.
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

  /// Operators of other languages, the longest first, and their replacements.
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
