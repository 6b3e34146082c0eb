import TerrainBase
import TerrainDocuments

/// Addresses of files, as editors write them: `file:///home/a/pack.yaml`.
package enum DocumentURI {
  private static let prefix = "file://"

  /// The path of the file that `uri` names; nil if it names no file of this machine.
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

/// The unit of positions within a line, which client and server agree on at the start.
package enum PositionEncoding: String, Sendable {
  /// In bytes.
  case utf8 = "utf-8"
  /// In UTF-16 code units, which every client knows.
  case utf16 = "utf-16"

  /// The number of units of the UTF-8 text `bytes`.
  func count(_ bytes: ArraySlice<UInt8>) -> Int {
    switch self {
    case .utf8: return bytes.count
    case .utf16:
      // Each sequence counts once at its first byte, and twice if it has four bytes: a pair of surrogates.
      return bytes.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : $1 >= 0xF0 ? 2 : 1) }
    }
  }

  /// The number of bytes of the first `units` units; a position inside a character means its beginning.
  func length(of units: Int, in bytes: ArraySlice<UInt8>) -> Int {
    if self == .utf8 {
      var end = min(bytes.startIndex + max(units, 0), bytes.endIndex)
      while end > bytes.startIndex, end < bytes.endIndex, bytes[end] & 0xC0 == 0x80 { end -= 1 }
      return end - bytes.startIndex
    }
    var left = units
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let width = bytes[index] >= 0xF0 ? 2 : 1
      guard left >= width else { break }
      left -= width
      index += 1
      while index < bytes.endIndex, bytes[index] & 0xC0 == 0x80 { index += 1 }
    }
    return index - bytes.startIndex
  }
}

/// A position in a text: a line from 0, and units of the agreed encoding before it in that line.
package struct TextPosition: Hashable, Sendable, Comparable {
  package let line: Int
  package let character: Int

  package init(line: Int, character: Int) { (self.line, self.character) = (line, character) }

  package static func < (a: TextPosition, b: TextPosition) -> Bool { (a.line, a.character) < (b.line, b.character) }
}

extension SourceText {
  /// The position of the byte `offset`. `written` is the text that a person sees, if this text was derived from it.
  func textPosition(at offset: Int, _ encoding: PositionEncoding, in written: SourceText? = nil) -> TextPosition {
    let (line, column) = bytePosition(at: offset)
    let text = origin == nil ? self : written ?? self
    guard encoding != .utf8, let range = text.range(ofLine: line) else {
      return TextPosition(line: line - 1, character: column - 1)
    }
    let start = Int(range.start)
    let end = min(start + column - 1, text.bytes.count)
    return TextPosition(line: line - 1, character: encoding.count(text.bytes[start..<max(start, end)]))
  }

  /// The byte at `position`; a line or a character too far means the end of the text or line.
  func offset(of position: TextPosition, _ encoding: PositionEncoding) -> Int {
    guard position.line >= 0, position.line < Int(Int32.max), let range = range(ofLine: position.line + 1) else {
      return position.line < 0 ? 0 : bytes.count
    }
    return Int(range.start) + encoding.length(of: position.character, in: bytes[clamped(range)])
  }
}
