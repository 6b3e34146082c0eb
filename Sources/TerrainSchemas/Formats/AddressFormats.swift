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

  /// Eight groups of up to four hexadecimal digits, one run of them left out as `::`, the last two perhaps an IPv4
  /// address.
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
