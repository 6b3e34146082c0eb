/// Base 64 with padding (RFC 4648, 4).
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// `bytes` as base 64.
  package static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity((bytes.count + 2) / 3 * 4)
    let alphabet = alphabet
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = Swift.min(3, bytes.count - start)
      var bits = UInt32(bytes[start]) << 16
      if count > 1 { bits |= UInt32(bytes[start + 1]) << 8 }
      if count > 2 { bits |= UInt32(bytes[start + 2]) }
      result.append(alphabet[Int(bits >> 18 & 63)])
      result.append(alphabet[Int(bits >> 12 & 63)])
      result.append(count > 1 ? alphabet[Int(bits >> 6 & 63)] : UInt8(ascii: "="))
      result.append(count > 2 ? alphabet[Int(bits & 63)] : UInt8(ascii: "="))
    }
    return result
  }

  /// The bytes that `text` encodes, with or without padding, or nil if it is not Base64.
  package static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    let bytes = Array(text)
    var end = bytes.count
    while end > 0, bytes.count - end < 2, bytes[end - 1] == UInt8(ascii: "=") { end -= 1 }
    guard end == bytes.count || bytes.count % 4 == 0, end % 4 != 1 else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(end * 3 / 4)
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes[..<end] {
      guard let digit = digit(byte) else { return nil }
      bits = bits << 6 | digit
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a") + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0") + 52)
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
