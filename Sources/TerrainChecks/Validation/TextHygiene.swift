import TerrainDocuments

/// Finds characters that make a text look other than it is: those that change the writing direction, and controls, with
/// which a text could move a terminal's cursor. As they are in a file, comments included, or written as escapes.
enum TextHygiene {
  /// What is found in `documents` of `source`.
  static func findings(_ source: SourceText, _ documents: [Document]) -> [Diagnostic] {
    var diagnostics = source.isASCII ? [] : raw(source)
    let raw = Set(diagnostics.compactMap(\.place))
    // Only an escape can bring in what is not in the bytes.
    guard source.bytes.contains(UInt8(ascii: "\\")) else { return diagnostics }
    for document in documents {
      for index in 0..<document.nodeCount {
        let node = Node(document: document, index: Int32(truncatingIfNeeded: index))
        guard !node.isAlias, let hit = node.withText({ first(in: $0) }) ?? nil else { continue }
        let place = node.place(ofDecoded: hit.range)
        if !raw.contains(place) { diagnostics.append(.unseen(hit.scalar, at: place, path: node.path)) }
      }
    }
    return diagnostics
  }

  /// A character that is not seen, and its bytes.
  private struct Hit {
    let scalar: Unicode.Scalar
    let range: Range<Int>
  }

  private static func raw(_ source: SourceText) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    source.bytes.withUnsafeBufferPointer { bytes in
      var start = source.byteOrderMarkLength
      while start < bytes.count {
        guard let hit = first(in: UnsafeBufferPointer(rebasing: bytes[start...])) else { return }
        let range = SourceRange(
          start: UInt32(clamping: start + hit.range.lowerBound), end: UInt32(clamping: start + hit.range.upperBound))
        diagnostics.append(.unseen(hit.scalar, at: Place(source: source, range: range), path: nil))
        start += hit.range.upperBound
      }
    }
    return diagnostics
  }

  /// The first such character in UTF-8 text.
  private static func first(in bytes: UnsafeBufferPointer<UInt8>) -> Hit? {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte >= 0x20 && byte < 0x7F || byte >= 0xC3 && byte != 0xE2 {
        index += 1
        continue
      }
      func next(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }
      var scalar: UInt32?
      var length = 1
      switch byte {
      case 0x09, 0x0A, 0x0D: break
      case 0x00..<0x20, 0x7F: scalar = UInt32(byte)
      // C1 controls are U+0080 to U+009F.
      case 0xC2 where next(1) < 0xA0 && next(1) >= 0x80:
        (scalar, length) = (UInt32(next(1)), 2)
      // U+202A to U+202E, and U+2066 to U+2069.
      case 0xE2 where next(1) == 0x80 && (0xAA...0xAE).contains(next(2)):
        (scalar, length) = (0x2000 + UInt32(next(2) & 0x3F), 3)
      case 0xE2 where next(1) == 0x81 && (0xA6...0xA9).contains(next(2)):
        (scalar, length) = (0x2040 + UInt32(next(2) & 0x3F), 3)
      default: break
      }
      if let scalar = scalar.flatMap(Unicode.Scalar.init) { return Hit(scalar: scalar, range: index..<index + length) }
      index += 1
    }
    return nil
  }
}

extension Diagnostic {
  fileprivate static func unseen(_ scalar: Unicode.Scalar, at place: Place, path: String?) -> Diagnostic {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    if scalar.value >= 0x2000 {
      return Diagnostic(
        code: "text/bidi-control", severity: .warning,
        message: "\(name) changes the writing direction, so that what follows may look other than it is", place: place,
        fix: "leave it out", path: path)
    }
    return Diagnostic(
      code: "text/control-character",
      message: "\(name) is a control character, which could change what a terminal shows", place: place,
      fix: "leave it out", path: path)
  }
}
