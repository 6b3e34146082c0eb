/// Numbers that are written with a decimal comma, as in many languages.
package enum DecimalComma {
  /// `text` with a decimal point: `4.5` for `4,5`, `1.5h` for `1,5h`. Nil where it does not have one comma, between digits; and where
  /// that may separate thousands, so that the point would make a thousandth of `1,000`.
  package static func withPoint(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    let parts = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let whole = parts[0].reversed().prefix(while: isDigit)
    let fraction = parts[1].prefix(while: isDigit)
    guard let first = Array(whole).last, !fraction.isEmpty else { return nil }
    // A group of thousands follows up to three digits, of which the first is not zero.
    let isGroup = whole.count <= 3 && fraction.count == 3 && first != UInt8(ascii: "0")
    return isGroup ? nil : String(decoding: parts[0] + [UInt8(ascii: ".")] + parts[1], as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
