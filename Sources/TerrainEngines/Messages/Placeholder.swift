import TerrainBase

/// Words in braces in a message's text, for which a choice has values: `{name}`.
package enum Placeholder {
  /// The names in `text`, each with the bytes of UTF-8 that it takes, braces and all.
  package static func all(in text: Text) -> [(name: Text, range: Range<Int>)] {
    let bytes = Array(text.utf8)
    var placeholders: [(name: Text, range: Range<Int>)] = []
    var rest = 0
    while let open = bytes[rest...].firstIndex(of: UInt8(ascii: "{")),
      let close = bytes[open...].firstIndex(of: UInt8(ascii: "}"))
    {
      placeholders.append((Text(decoding: bytes[(open + 1)..<close]), open..<(close + 1)))
      rest = close + 1
    }
    return placeholders
  }

  /// The first brace in `text` that has no partner, and its bytes of UTF-8; nil where all have one. Placeholders do not nest.
  package static func unbalancedBrace(in text: Text) -> (isOpening: Bool, range: Range<Int>)? {
    var open: Int?
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "{"):
        if let open { return (true, open..<(open + 1)) }
        open = index
      case UInt8(ascii: "}"):
        guard open != nil else { return (false, index..<(index + 1)) }
        open = nil
      default: break
      }
    }
    return open.map { (true, $0..<($0 + 1)) }
  }

  /// The names in `text` that are in full-width braces, which nothing fills, each with the bytes of UTF-8 that it takes, braces and all.
  package static func wide(in text: Text) -> [(name: Text, range: Range<Int>)] {
    let bytes = Array(text.utf8)
    let (opening, closing) = (Array("\u{FF5B}".utf8), Array("\u{FF5D}".utf8))
    var names: [(name: Text, range: Range<Int>)] = []
    var start = 0
    while start + opening.count < bytes.count {
      guard bytes[start...].starts(with: opening) else {
        start += 1
        continue
      }
      let name = bytes[(start + opening.count)...].prefix(while: isOfName)
      if !name.isEmpty, bytes[name.endIndex...].starts(with: closing) {
        names.append((Text(decoding: Array(name)), start..<(name.endIndex + closing.count)))
      }
      start = name.endIndex
    }
    return names
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
