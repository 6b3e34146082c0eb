import TerrainDocuments
import TerrainBase

extension Lexer {
  /// The text between the quotes of `token`, escapes decoded.
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

  /// Decodes the escape at `start`; returns where the text continues.
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
