/// `email` (RFC 5321, section 4.1.2, Mailbox) and `idn-email` (RFC 6531, section 3.3).
enum EmailAddress {
  /// The longest part before the `@`, in bytes (RFC 5321, section 4.5.3.1.1).
  private static let longestLocalPart = 64

  static func accepts(_ text: Bytes, international: Bool) -> Bool {
    var cursor = ByteCursor(text)
    guard takeLocalPart(&cursor, international), cursor.position <= longestLocalPart, cursor.take("@")
    else { return false }
    if cursor.take("[") { return takeAddressLiteral(&cursor) && cursor.take("]") && cursor.isAtEnd }
    return HostName.isDomain(Bytes(rebasing: text[cursor.position...]), international: international)
  }

  private static func takeLocalPart(_ cursor: inout ByteCursor, _ international: Bool) -> Bool {
    if cursor.take("\"") {
      while let byte = cursor.peek() {
        cursor.advance()
        if byte == UInt8(ascii: "\"") { return true }
        if byte == UInt8(ascii: "\\") {
          guard cursor.take(if: { $0 >= 0x20 && $0 < 0x7F }) else { return false }
        } else if byte < 0x20 || byte == 0x7F || byte >= 0x80 && !international {
          return false
        }
      }
      return false
    }
    repeat {
      let length = cursor.take(while: { byte in
        byte.isLetter || byte.isDigit || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte) || byte >= 0x80 && international
      })
      if length == 0 { return false }
    } while cursor.take(".")
    return true
  }

  /// The text in brackets after the `@`: an address of IPv4, one of IPv6 with its tag, or one of a registered kind.
  private static func takeAddressLiteral(_ cursor: inout ByteCursor) -> Bool {
    let start = cursor.position
    if cursor.takeIPv4Address() { return true }
    cursor.rewind(to: start)
    guard cursor.peek()?.isLetter == true || cursor.peek()?.isDigit == true else { return false }
    let length = cursor.take(while: { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") })
    let tag = cursor.bytes[start..<start + length]
    guard tag.last != UInt8(ascii: "-"), cursor.take(":") else { return false }
    if tag.count == 4, tag.elementsEqual("ipv6".utf8, by: { $0 | 0x20 == $1 || $0 == $1 }) {
      return cursor.takeIPv6Address()
    }
    return cursor.take(while: { (0x21...0x5A).contains($0) || (0x5E...0x7E).contains($0) }) > 0
  }
}
