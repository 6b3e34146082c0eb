import TerrainDocuments
import TerrainBase

extension Lexer {
  /// A number's token; the parser computes its value, when it has seen whether a minus precedes it.
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

  /// A number may not run into a name: `3days`, `10px`, `1_000`.
  private mutating func finish(_ kind: TokenKind, _ start: Int, _ end: Int) throws(SyntaxFailure) -> Token {
    guard Self.isNamePart(byte(end)) else {
      position = end
      return Token(kind: kind, start: start, end: end)
    }
    var tail = end
    while Self.isNamePart(byte(tail)) { tail += 1 }
    throw SyntaxFailure(.notANumber(text(start, tail), at: place(start, tail)))
  }

  /// What the number `token` is worth, negated where `negative`.
  func value(ofNumber token: Token, negative: Bool) throws(SyntaxFailure) -> Value {
    switch token.kind {
    case .double:
      // Digits, one point and an exponent are what Swift reads too; only a leading point is not.
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

  /// True of `007`, which is seven here and eight to the base in other languages.
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
