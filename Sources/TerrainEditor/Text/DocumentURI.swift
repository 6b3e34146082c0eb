import TerrainBase

/// Addresses of files, as editors write them: `file:///home/a/pack.yaml`.
package enum DocumentURI {
  private static let prefix = "file://"

  /// The path of the file that `uri` names; nil where it names no file of this machine.
  package static func path(_ uri: String) -> String? {
    guard uri.hasPrefix(prefix) else { return nil }
    var rest = uri.dropFirst(prefix.count)
    if rest.hasPrefix("localhost/") { rest = rest.dropFirst("localhost".count) }
    guard rest.hasPrefix("/") else { return nil }
    var bytes: [UInt8] = []
    var source = Array(rest.utf8)[...]
    while let byte = source.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard source.count >= 2, let value = UInt8(String(decoding: source.prefix(2), as: UTF8.self), radix: 16),
        value != 0
      else { return nil }
      bytes.append(value)
      source = source.dropFirst(2)
    }
    guard let path = String(validating: bytes, as: UTF8.self) else { return nil }
    return FilePath.normal(path)
  }

  /// The address of the file at the absolute path `path`.
  package static func uri(_ path: String) -> String {
    var uri = prefix
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "/"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return uri
  }
}
