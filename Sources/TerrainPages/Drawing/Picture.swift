/// A drawing of the pack, in the color of the text around it: light, dark and on paper.
///
/// It is a mask and no part of the page, so nothing in it can run, be fetched or be selected.
package struct Picture: Sendable {
  /// Larger files are not put into pages.
  private static let mostBytes = 32 << 10

  private let address: String

  /// The drawing in the file `bytes`; nil where that is no SVG, or too large.
  package init?(svg bytes: [UInt8]) {
    guard bytes.count <= Self.mostBytes, String(decoding: bytes, as: UTF8.self).contains("<svg") else { return nil }
    let digits = Array("0123456789ABCDEF")
    var address = "data:image/svg+xml,"
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        address.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        address += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    self.address = address
  }

  /// Writes it beside words that mean the same.
  func write(to page: inout Markup, class name: String) {
    page.element(
      "span", ["class": "picture \(name)", "aria-hidden": "true", "style": "--picture:url(\(address))"], "")
  }
}
