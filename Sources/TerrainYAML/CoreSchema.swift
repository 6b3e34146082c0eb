import TerrainDocuments

/// What a plain scalar is, by YAML 1.2.2's core schema (section 10.3.2): `yes`, `on` and `1_000` are strings, `0o17` and
/// `0x1F` are numbers.
enum CoreSchema {
  /// The stored kind and form of a plain scalar's text.
  @inline(__always)
  static func resolve(_ text: UnsafeBufferPointer<UInt8>) -> (tag: UInt32, form: UInt32) {
    guard let first = text.first else { return (RawNode.Tag.null, 0) }
    // Most texts begin with a letter that begins none of the others.
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
      if let form = number(text) { return (RawNode.Tag.number, form) }
    case UInt8(ascii: "t"), UInt8(ascii: "T"), UInt8(ascii: "f"), UInt8(ascii: "F"):
      if let bool = bool(text) { return (RawNode.Tag.bool, bool ? RawNode.Form.true : RawNode.Form.false) }
    case UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "~"):
      if isNull(text) { return (RawNode.Tag.null, 0) }
    default: break
    }
    return (RawNode.Tag.string, RawNode.Form.bare)
  }

  /// `null`, `Null`, `NULL`, `~` and nothing.
  static func isNull(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.isEmpty || equal(text, "null") || equal(text, "~") || equal(text, "Null") || equal(text, "NULL")
  }

  /// `true`, `True`, `TRUE` and the like of `false`.
  static func bool(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
    if equal(text, "true") || equal(text, "True") || equal(text, "TRUE") { return true }
    if equal(text, "false") || equal(text, "False") || equal(text, "FALSE") { return false }
    return nil
  }

  /// The form of a number; nil for what is none.
  static func number(_ text: UnsafeBufferPointer<UInt8>) -> UInt32? {
    var index = 0
    let count = text.count
    if text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+") { index = 1 }
    func skipDigits() -> Bool {
      let start = index
      while index < count, text[index] &- UInt8(ascii: "0") < 10 { index += 1 }
      return index > start
    }
    if index == 0, count > 2, text[0] == UInt8(ascii: "0") {
      if text[1] == UInt8(ascii: "x") { return text[2...].allSatisfy(isHexadecimal) ? RawNode.Form.hexadecimal : nil }
      if text[1] == UInt8(ascii: "o") {
        return text[2...].allSatisfy { $0 &- UInt8(ascii: "0") < 8 } ? RawNode.Form.octal : nil
      }
    }
    let hasDigits = skipDigits()
    if index == count { return hasDigits ? RawNode.Form.integer : nil }
    if text[index] == UInt8(ascii: ".") {
      index += 1
      if !skipDigits() && !hasDigits { return special(text) }
    } else if !hasDigits {
      return nil
    }
    if index < count, text[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") { index += 1 }
      guard skipDigits() else { return nil }
    }
    return index == count ? RawNode.Form.fraction : nil
  }

  /// `.inf` with or without a sign, `.nan` without.
  private static func special(_ text: UnsafeBufferPointer<UInt8>) -> UInt32? {
    let isSigned = text[0] != UInt8(ascii: ".")
    let word = UnsafeBufferPointer(rebasing: text[(isSigned ? 1 : 0)...])
    if equal(word, ".inf") || equal(word, ".Inf") || equal(word, ".INF") { return RawNode.Form.special }
    guard !isSigned, equal(word, ".nan") || equal(word, ".NaN") || equal(word, ".NAN") else { return nil }
    return RawNode.Form.special
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6
  }

  @inline(__always)
  private static func equal(_ text: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    guard text.count == word.utf8CodeUnitCount else { return false }
    for index in 0..<text.count where text[index] != word.utf8Start[index] { return false }
    return true
  }
}
