// `ipv4` (RFC 2673, section 3.2), `ipv6` (RFC 4291, section 2.2), `uuid` (RFC 4122, section 3).
extension ByteCursor {
  /// Four numbers up to 255, without leading zeros.
  mutating func takeIPv4Address() -> Bool {
    for part in 0..<4 {
      if part > 0, !take(".") { return false }
      let start = position
      let digits = take(while: \.isDigit)
      guard digits >= 1, digits <= 3, digits == 1 || bytes[start] != UInt8(ascii: "0") else { return false }
      rewind(to: start)
      guard let value = takeDigits(digits), value <= 255 else { return false }
    }
    return true
  }

  /// Eight groups of up to four hexadecimal digits. `::` may replace one sequence of groups, and an IPv4 address may replace the last two.
  mutating func takeIPv6Address() -> Bool {
    var groups = 0
    var hasGap = false
    if peek() == UInt8(ascii: ":") {
      guard peek(1) == UInt8(ascii: ":") else { return false }
      advance(2)
      hasGap = true
    }
    while groups < 8, peek()?.isHexadecimal == true {
      let start = position
      let digits = take(while: \.isHexadecimal)
      if peek() == UInt8(ascii: ".") {
        rewind(to: start)
        guard groups <= 6, takeIPv4Address() else { return false }
        groups += 2
        break
      }
      guard digits <= 4 else { return false }
      groups += 1
      guard peek() == UInt8(ascii: ":") else { break }
      if peek(1) == UInt8(ascii: ":") {
        guard !hasGap else { return false }
        hasGap = true
        advance(2)
      } else {
        // A group must follow.
        guard peek(1)?.isHexadecimal == true, groups < 8 else { return false }
        advance()
      }
    }
    return hasGap ? groups < 8 : groups == 8
  }

  mutating func takeUUID() -> Bool {
    for (part, length) in [8, 4, 4, 4, 12].enumerated() {
      if part > 0, !take("-") { return false }
      for _ in 0..<length where !take(if: \.isHexadecimal) { return false }
    }
    return true
  }
}

/// `email` (RFC 5321, section 4.1.2, Mailbox) and `idn-email` (RFC 6531, section 3.3).
enum EmailAddress {
  /// The maximum length of the part before the `@`, in bytes (RFC 5321, section 4.5.3.1.1).
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

  /// The text in brackets after the `@`: an IPv4 address, an IPv6 address with its tag, or an address of a registered kind.
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

/// `hostname` (RFC 1123, section 2.1, with RFC 5891's A-labels), and the domains of e-mail addresses.
enum HostName {
  /// The maximum length of a name without a trailing dot (RFC 1035, section 2.3.4, less the bytes of its encoding).
  static let longestName = 253
  /// The maximum length of a label (RFC 1035, section 2.3.4).
  static let longestLabel = 63

  static func accepts(_ text: Bytes) -> Bool {
    guard text.count <= longestName else { return false }
    let labels = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let plain = labels.map { Bytes(rebasing: $0) }
    guard plain.allSatisfy({ isLabel($0, international: false) }) else { return false }
    guard plain.contains(where: isALabel) else { return true }
    return InternationalHostName.accepts(text)
  }

  /// True for labels of letters, digits, and hyphens; IDNA is not applied.
  static func isDomain(_ text: Bytes, international: Bool) -> Bool {
    guard text.count <= 255 else { return false }
    return text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .allSatisfy { isLabel(Bytes(rebasing: $0), international: international) }
  }

  /// True for letters, digits, and hyphens, without a hyphen at either end.
  static func isLabel(_ label: Bytes, international: Bool) -> Bool {
    guard let first = label.first, let last = label.last, label.count <= longestLabel else { return false }
    guard first != UInt8(ascii: "-"), last != UInt8(ascii: "-") else { return false }
    return label.allSatisfy { byte in
      byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") || byte >= 0x80 && international
    }
  }

  /// `xn--…`
  static func isALabel(_ label: Bytes) -> Bool {
    label.count >= 4 && label[0] | 0x20 == UInt8(ascii: "x") && label[1] | 0x20 == UInt8(ascii: "n")
      && label[2] == UInt8(ascii: "-") && label[3] == UInt8(ascii: "-")
  }
}
