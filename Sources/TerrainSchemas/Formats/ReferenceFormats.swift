// `uri`, `uri-reference` (RFC 3986, appendix A), `iri`, `iri-reference` (RFC 3987, section 2.2).

/// The characters in a reference: ASCII only, or all.
enum ReferenceKind {
  case uri, iri
}

extension ByteCursor {
  /// Takes a whole reference. The text is valid if the cursor is then at the end.
  mutating func takeReference(_ kind: ReferenceKind, needsScheme: Bool) -> Bool {
    let hasScheme = takeScheme()
    if needsScheme, !hasScheme { return false }
    if peek() == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") {
      advance(2)
      guard takeAuthority(kind) else { return false }
      // A path after an authority is empty or begins with a slash.
      if let next = peek(), next != UInt8(ascii: "/"), next != UInt8(ascii: "?"), next != UInt8(ascii: "#") {
        return false
      }
    } else if !hasScheme {
      // The first segment of a relative path has no colon, because that would make it a scheme.
      while takePathCharacter(kind, colon: false) {}
      if peek() == UInt8(ascii: ":") { return false }
    }
    while takePathCharacter(kind, colon: true) || take("/") {}
    if take("?") { while takePathCharacter(kind, colon: true, query: true) || take("/") || take("?") {} }
    if take("#") { while takePathCharacter(kind, colon: true) || take("/") || take("?") {} }
    return true
  }

  /// Takes `name:` if the text has it here, and nothing otherwise.
  private mutating func takeScheme() -> Bool {
    let start = position
    if take(if: \.isLetter) {
      _ = take(while: { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) })
      if take(":") { return true }
    }
    rewind(to: start)
    return false
  }

  private mutating func takeAuthority(_ kind: ReferenceKind) -> Bool {
    let start = position
    while takeHostCharacter(kind) || take(":") {}
    if !take("@") { rewind(to: start) }
    if take("[") {
      guard takeIPLiteral() else { return false }
    } else {
      while takeHostCharacter(kind) {}
    }
    if take(":") { _ = take(while: \.isDigit) }
    return true
  }

  /// Takes the content after `[`, up to and including `]`.
  private mutating func takeIPLiteral() -> Bool {
    if take(if: { $0 | 0x20 == UInt8(ascii: "v") }) {
      guard take(while: \.isHexadecimal) > 0, take("."),
        take(while: { $0.isUnreserved || $0.isSubDelimiter || $0 == UInt8(ascii: ":") }) > 0
      else { return false }
    } else if !takeIPv6Address() {
      return false
    }
    return take("]")
  }

  /// Takes a character of a host name or a user name.
  private mutating func takeHostCharacter(_ kind: ReferenceKind) -> Bool {
    take(if: { $0.isUnreserved || $0.isSubDelimiter }) || takePercentEncoded() || takeInternational(kind, query: false)
  }

  private mutating func takePathCharacter(_ kind: ReferenceKind, colon: Bool, query: Bool = false) -> Bool {
    take(if: { byte in
      byte.isUnreserved || byte.isSubDelimiter || byte == UInt8(ascii: "@") || colon && byte == UInt8(ascii: ":")
    }) || takePercentEncoded() || takeInternational(kind, query: query)
  }

  private mutating func takeInternational(_ kind: ReferenceKind, query: Bool) -> Bool {
    guard kind == .iri, let first = peek(), first >= 0x80 else { return false }
    let start = position
    if let scalar = takeScalar(),
      scalar.isInternationalURICharacter || query && scalar.isPrivateURICharacter
    {
      return true
    }
    rewind(to: start)
    return false
  }

  /// `%41`
  mutating func takePercentEncoded() -> Bool {
    guard peek() == UInt8(ascii: "%"), peek(1)?.isHexadecimal == true, peek(2)?.isHexadecimal == true
    else { return false }
    advance(3)
    return true
  }
}

extension UInt8 {
  /// RFC 3986's `unreserved`.
  var isUnreserved: Bool { isLetter || isDigit || isOne(of: UInt8.unreservedMarks) }
  /// RFC 3986's `sub-delims`.
  var isSubDelimiter: Bool { isOne(of: UInt8.subDelimiters) }

  private static let unreservedMarks = bits("-._~")
  private static let subDelimiters = bits("!$&'()*+,;=")

  /// A set of ASCII characters with one bit for each.
  private static func bits(_ characters: StaticString) -> (low: UInt64, high: UInt64) {
    var (low, high): (UInt64, UInt64) = (0, 0)
    characters.withUTF8Buffer { bytes in
      for byte in bytes {
        let bit: UInt64 = 1 << UInt64(byte & 63)
        if byte < 64 { low |= bit } else { high |= bit }
      }
    }
    return (low, high)
  }

  private func isOne(of set: (low: UInt64, high: UInt64)) -> Bool {
    self < 0x80 && (self < 64 ? set.low : set.high) >> UInt64(self & 63) & 1 == 1
  }
}

extension Unicode.Scalar {
  /// RFC 3987's `ucschar`.
  var isInternationalURICharacter: Bool {
    switch value {
    case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: true
    case 0x10000...0xEFFFD: value & 0xFFFF <= 0xFFFD && !(0xE0000...0xE0FFF).contains(value)
    default: false
    }
  }

  /// RFC 3987's `iprivate`.
  var isPrivateURICharacter: Bool {
    switch value {
    case 0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD: true
    default: false
    }
  }
}

// `json-pointer` (RFC 6901, section 5), `relative-json-pointer` (draft-bhutton-relative-json-pointer-00),
// `uri-template` (RFC 6570, section 2).
extension ByteCursor {
  mutating func takeJSONPointer() -> Bool {
    guard !isAtEnd else { return true }
    guard peek() == UInt8(ascii: "/") else { return false }
    while let byte = peek() {
      advance()
      if byte == UInt8(ascii: "~"), !take("0"), !take("1") { return false }
    }
    return true
  }

  /// Takes the number of levels up, optionally a number of elements forward or back, then `#` or a path down.
  mutating func takeRelativeJSONPointer() -> Bool {
    guard takeWholeNumber() else { return false }
    if take("+") || take("-"), peek() == UInt8(ascii: "0") || !takeWholeNumber() { return false }
    return take("#") || takeJSONPointer()
  }

  private mutating func takeWholeNumber() -> Bool {
    if take("0") { return peek()?.isDigit != true }
    return take(while: \.isDigit) > 0
  }

  mutating func takeURITemplate() -> Bool {
    while !isAtEnd {
      if take("{") {
        guard takeTemplateExpression() else { return false }
      } else if !takePercentEncoded(), !takeTemplateLiteral() {
        return false
      }
    }
    return true
  }

  private mutating func takeTemplateLiteral() -> Bool {
    guard let byte = peek() else { return false }
    if byte >= 0x80 {
      guard let scalar = takeScalar() else { return false }
      return scalar.isInternationalURICharacter || scalar.isPrivateURICharacter
    }
    advance()
    switch byte {
    case 0...0x20, 0x7F: return false
    case UInt8(ascii: "\""), UInt8(ascii: "%"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
      UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
      return false
    default: return true
    }
  }

  /// Takes the content after `{`, up to and including `}`.
  private mutating func takeTemplateExpression() -> Bool {
    _ = take(if: { "+#./;?&=,!@|".utf8.contains($0) })
    repeat {
      guard takeTemplateName() else { return false }
      if take(":") {
        // A length from 1 to 9999.
        guard peek() != UInt8(ascii: "0"), (1...4).contains(take(while: \.isDigit)) else { return false }
      } else {
        _ = take("*")
      }
    } while take(",")
    return take("}")
  }

  private mutating func takeTemplateName() -> Bool {
    repeat {
      var length = 0
      while takePercentEncoded() || take(if: { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }) { length += 1 }
      if length == 0 { return false }
    } while take(".")
    return true
  }
}
