/// File names as URI references (RFC 3986).
enum URIReference {
  /// The reference to the file at `path`: relative where the path is, else with the scheme `file`.
  static func file(_ path: String) -> String {
    let escaped = escaped(path, keeping: "/")
    if path.utf8.first == UInt8(ascii: "/") { return "file://\(escaped)" }
    // A colon in the first segment would make it a scheme; `escaped` has taken care of that.
    return escaped.isEmpty ? "." : escaped
  }

  /// `text` with every byte percent-encoded that is neither unreserved nor in `kept`.
  static func escaped(_ text: String, keeping kept: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        result.append(byte)
      case let byte where kept.utf8.contains(byte):
        result.append(byte)
      default:
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
