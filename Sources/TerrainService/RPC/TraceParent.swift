import TerrainBase

/// The `traceparent` of W3C Trace Context, which a request may have as a member beside `params`: log lines repeat it, so that
/// they can be found from a trace.
struct TraceParent {
  /// `version-traceid-parentid-flags`, 55 characters: only hexadecimal digits and dashes.
  let text: String

  /// `text` where it is of the form that the recommendation gives; nil for everything else, which the recommendation ignores.
  init?(_ text: Text) {
    let bytes = Array(text.string.utf8.prefix(Self.length + 1))
    guard bytes.count >= Self.length else { return nil }
    for (index, byte) in bytes.prefix(Self.length).enumerated() {
      guard Self.dashes.contains(index) ? byte == UInt8(ascii: "-") : Self.isDigit(byte) else { return nil }
    }
    func isAll(_ range: Range<Int>, _ digit: Unicode.Scalar) -> Bool {
      bytes[range].allSatisfy { $0 == UInt8(ascii: digit) }
    }
    if isAll(0..<2, "f") || isAll(3..<35, "0") || isAll(36..<52, "0") { return nil }
    // Version 00 ends here; a later one may continue after a dash, with what is not for us.
    if bytes.count > Self.length, isAll(0..<2, "0") || bytes[Self.length] != UInt8(ascii: "-") { return nil }
    self.text = String(decoding: bytes.prefix(Self.length), as: UTF8.self)
  }

  private static let length = 55
  private static let dashes: Set<Int> = [2, 35, 52]

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }
}
