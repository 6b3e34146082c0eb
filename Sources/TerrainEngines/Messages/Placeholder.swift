import TerrainValues

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
}
