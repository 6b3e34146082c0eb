import TerrainDocuments
import TerrainBase

/// Punctuation that a document has from another language or another program: a decimal comma, a fullwidth colon, a `#`
/// that was meant to begin a text.
enum PunctuationSlip {
  /// Both parts of the number whose decimal comma ended it between brackets, where `key` is what is left of it: `4` and
  /// `5` for the key `5` of `{ limit: 4,5 }`.
  static func parts(ofNumberEndingWith key: Node) -> (whole: String, fraction: String)? {
    let bytes = key.document.source.bytes
    let (start, end) = (Int(key.range.start), Int(key.range.end))
    guard start > 1, end <= bytes.count, start < end, bytes[start..<end].allSatisfy(isDigit),
      bytes[start - 1] == UInt8(ascii: ","), end == bytes.count || bytes[end] != UInt8(ascii: ":")
    else { return nil }
    var first = start - 1
    while first > 0, isDigit(bytes[first - 1]) { first -= 1 }
    guard first < start - 1 else { return nil }
    if first > 0, bytes[first - 1] == UInt8(ascii: "-") { first -= 1 }
    return (
      String(decoding: bytes[first..<start - 1], as: UTF8.self), String(decoding: bytes[start..<end], as: UTF8.self)
    )
  }

  /// The word after the `#` that made a comment of it, where nothing else is written as a value: `#1F5E3D` of
  /// `color: #1F5E3D`.
  static func comment(insteadOf node: Node) -> String? {
    let bytes = node.document.source.bytes
    var start = Int(node.range.end)
    while start < bytes.count, bytes[start] == 0x20 { start += 1 }
    guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "#"), bytes[start + 1] > 0x20,
      bytes[start + 1] != UInt8(ascii: "#")
    else { return nil }
    let end = bytes[start...].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: ",") } ?? bytes.count
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The first fullwidth colon in `key`, and what precedes it.
  static func fullwidthColon(in key: String) -> (before: String, range: Range<Int>)? {
    guard let colon = key.firstRange(of: "：") else { return nil }
    let before = String(key[..<colon.lowerBound])
    return (before, before.utf8.count..<before.utf8.count + "：".utf8.count)
  }

  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension Diagnostic {
  /// An unknown key that punctuation made, `key` being its text; nil for other keys.
  static func punctuatedKey(_ about: Wording.About, key: String) -> Diagnostic? {
    if let (whole, fraction) = PunctuationSlip.parts(ofNumberEndingWith: about.node) {
      return value(
        "unknown-key", about,
        "between brackets the comma of `\(whole),\(fraction)` ends the number, and `\(key)` is a key",
        fix: decimalPointFix("\(whole),\(fraction)") ?? "write the number without a comma")
    }
    if let colon = PunctuationSlip.fullwidthColon(in: key) {
      return Diagnostic(
        code: "schema/unknown-key", message: "`：` is the fullwidth form of `:`, and does not end a key",
        place: about.node.place(ofDecoded: colon.range), fix: "write `: `", path: about.path)
    }
    return nil
  }

  /// The fix where `text` is a number with a comma in it.
  static func decimalPointFix(_ text: String) -> String? {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard digits.utf8.allSatisfy({ PunctuationSlip.isDigit($0) || $0 == UInt8(ascii: ",") }) else { return nil }
    return DecimalComma.withPoint(text).map { "write `\($0)`, with a decimal point" }
  }

  /// The fix where a value is missing because a `#` made a comment of it.
  static func commentFix(_ node: Node) -> String? {
    PunctuationSlip.comment(insteadOf: node).map {
      "a `#` after a space begins a comment; if it begins a text, put the text in quotes: `\"\($0)\"`"
    }
  }
}
