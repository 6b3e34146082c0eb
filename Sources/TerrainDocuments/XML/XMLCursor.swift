/// A position in the text of an XML document, and what can be read there.
struct XMLCursor {
  private let source: SourceText
  private let bytes: [UInt8]
  /// The offset of the next byte.
  var index: Int

  init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
    index = source.byteOrderMarkLength
  }

  var isAtEnd: Bool { index >= bytes.count }

  func isAt(_ text: String) -> Bool { matches(text, at: index) }

  func matches(_ text: String, at offset: Int) -> Bool {
    offset <= bytes.count && bytes[offset...].starts(with: text.utf8)
  }

  /// Steps over `text`, where it is next.
  mutating func skip(_ text: String) -> Bool {
    guard isAt(text) else { return false }
    index += text.utf8.count
    return true
  }

  static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  func isBlank(_ offset: Int) -> Bool { offset < bytes.count && Self.isBlank(bytes[offset]) }

  /// Steps over blanks; false where there is none.
  mutating func skipBlanks() -> Bool {
    let start = index
    while isBlank(index) { index += 1 }
    return index > start
  }

  /// Steps to the next `<` or `&`, or to `end`.
  mutating func skipCharacters(until end: String? = nil) {
    let last = end?.utf8.first
    while index < bytes.count, bytes[index] != UInt8(ascii: "<"), bytes[index] != UInt8(ascii: "&"),
      bytes[index] != last
    {
      index += 1
    }
  }

  /// The offset of the first `text` from here.
  func find(_ text: String) -> Int? { firstOffset(of: text, in: index..<bytes.count) }

  func firstOffset(of text: String, in range: Range<Int>) -> Int? {
    bytes[range].firstRange(of: Array(text.utf8))?.lowerBound
  }

  /// The characters in `range`, with line ends as LF.
  ///
  /// - Throws: a character that XML does not have.
  func lines(_ range: Range<Int>) throws(DiagnosticError) -> String {
    try checkCharacters(range)
    let text = String(decoding: bytes[range], as: UTF8.self)
    return text.utf8.contains(0x0D) ? text.replacing("\r\n", with: "\n").replacing("\r", with: "\n") : text
  }

  func checkCharacters(_ range: Range<Int>) throws(DiagnosticError) {
    var offset = range.lowerBound
    for scalar in String(decoding: bytes[range], as: UTF8.self).unicodeScalars {
      if !Self.isCharacter(scalar) { throw mistake("XML does not have this character", from: offset) }
      offset += UTF8.width(scalar)
    }
  }

  /// The digits from here.
  mutating func digits(isHexadecimal: Bool) -> String {
    let start = index
    while index < bytes.count, Character(Unicode.Scalar(bytes[index])).isASCII,
      let value = Character(Unicode.Scalar(bytes[index])).hexDigitValue, isHexadecimal || value < 10
    {
      index += 1
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// The name from here; nil where there is none.
  mutating func name() -> String? {
    let start = index
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        guard Self.isInName(Unicode.Scalar(byte), isFirst: index == start) else { break }
        index += 1
        continue
      }
      let width = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
      guard
        let scalar = String(decoding: bytes[index..<min(index + width, bytes.count)], as: UTF8.self).unicodeScalars
          .first,
        Self.isInName(scalar, isFirst: index == start)
      else { break }
      index += width
    }
    return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
  }

  // MARK: Characters

  static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.enumerated().allSatisfy { isInName($0.element, isFirst: $0.offset == 0) }
  }

  private static func isInName(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch scalar.value {
    case 0x3A, 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D,
      0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF,
      0xFDF0...0xFFFD, 0x10000...0xEFFFF:
      true
    case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: !isFirst
    default: false
    }
  }

  // MARK: Places

  func place(_ start: Int, _ end: Int) -> Place {
    Place(
      source: source, range: SourceRange(start: UInt32(clamping: start), end: UInt32(clamping: min(end, bytes.count))))
  }

  func mistake(_ message: String, from start: Int) -> DiagnosticError {
    mistake(message, at: place(start, max(start, index)))
  }

  func mistake(_ message: String, at place: Place) -> DiagnosticError {
    DiagnosticError(Diagnostic(code: "xml/not-well-formed", message: message, place: place))
  }
}
