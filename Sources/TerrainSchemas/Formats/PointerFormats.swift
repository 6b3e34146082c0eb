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

  /// How many levels up, perhaps how many elements on or back, then `#` or a way down.
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

  /// What follows `{`, up to and with `}`.
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
