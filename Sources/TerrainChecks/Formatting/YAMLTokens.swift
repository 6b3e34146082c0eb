import TerrainDocuments

/// A YAML text as tokens: between them is white space, and nothing else is ever rewritten.
struct YAMLTokens {
  /// What a token is.
  enum Kind {
    /// A scalar or an alias; with the number of its node.
    case scalar(Int32)
    case comment
    /// `{` or `[`.
    case open
    /// `}` or `]`.
    case close
    case comma
    case colon
    case dash
    /// An anchor or a tag, or the `?` before a key.
    case property
    /// `---`, `...` or a directive: a line of its own.
    case marker
  }

  struct Token {
    var kind: Kind
    var range: Range<Int>
    /// Line ends between the token before and this one; 1 for the first token of the text.
    var lines: Int
  }

  let bytes: [UInt8]
  private(set) var tokens: [Token] = []
  /// The token that begins at an offset.
  private(set) var starting: [Int: Int] = [:]

  /// The tokens of a source read as `document`; nil where something between scalars has no meaning here.
  init?(_ document: Document) {
    bytes = document.source.bytes
    var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for index in 0..<Int32(document.nodeCount) {
      let node = Node(document: document, index: index)
      guard node.isAlias || (node.kind != .list && node.kind != .map) else { continue }
      var range = Int(node.range.start)..<Int(node.range.end)
      guard !range.isEmpty else { continue }
      let first = bytes[range.lowerBound]
      // Blanks at the end of a block scalar's last line are part of it.
      if !node.isAlias, first == UInt8(ascii: "|") || first == UInt8(ascii: ">") {
        range = range.lowerBound..<lineEnd(range.upperBound)
      }
      guard readGap(from: position, to: range.lowerBound) else { return nil }
      append(.scalar(index), range, after: position)
      position = range.upperBound
    }
    guard readGap(from: position, to: bytes.count) else { return nil }
    for (index, token) in tokens.enumerated() { starting[token.range.lowerBound] = index }
  }

  private mutating func append(_ kind: Kind, _ range: Range<Int>, after end: Int) {
    let previous = tokens.last?.range.upperBound ?? end
    var lines = tokens.isEmpty ? 1 : 0
    for offset in previous..<range.lowerBound where bytes[offset] == 0x0A || isLoneReturn(offset) { lines += 1 }
    tokens.append(Token(kind: kind, range: range, lines: lines))
  }

  private func isLoneReturn(_ offset: Int) -> Bool {
    bytes[offset] == 0x0D && !(offset + 1 < bytes.count && bytes[offset + 1] == 0x0A)
  }

  /// Reads what is between two scalars: marks, comments, anchors and tags.
  private mutating func readGap(from start: Int, to end: Int) -> Bool {
    var at = start
    while at < end {
      switch bytes[at] {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      case UInt8(ascii: "#"):
        let stop = lineEnd(at)
        append(.comment, at..<trimmed(at, stop), after: start)
        at = stop
      case UInt8(ascii: "{"), UInt8(ascii: "["): at = mark(.open, at, after: start)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): at = mark(.close, at, after: start)
      case UInt8(ascii: ","): at = mark(.comma, at, after: start)
      case UInt8(ascii: ":"): at = mark(.colon, at, after: start)
      case UInt8(ascii: "?"): at = mark(.property, at, after: start)
      case UInt8(ascii: "%"), UInt8(ascii: "."): at = line(at, after: start)
      case UInt8(ascii: "-"):
        at = isDocumentStart(at) ? line(at, after: start) : mark(.dash, at, after: start)
      case UInt8(ascii: "&"), UInt8(ascii: "!"):
        var stop = at
        while stop < end, bytes[stop] > 0x20, !(bytes[stop] == UInt8(ascii: ",")) { stop += 1 }
        append(.property, at..<stop, after: start)
        at = stop
      default: return false
      }
    }
    return at == max(start, end)
  }

  private mutating func mark(_ kind: Kind, _ at: Int, after start: Int) -> Int {
    append(kind, at..<at + 1, after: start)
    return at + 1
  }

  /// A document's marker: three characters, or a directive's whole line.
  private mutating func line(_ at: Int, after start: Int) -> Int {
    let stop = bytes[at] == UInt8(ascii: "%") ? trimmed(at, lineEnd(at)) : min(at + 3, bytes.count)
    append(.marker, at..<stop, after: start)
    return stop
  }

  private func isDocumentStart(_ at: Int) -> Bool {
    at + 2 < bytes.count && bytes[at + 1] == UInt8(ascii: "-") && bytes[at + 2] == UInt8(ascii: "-")
      && (at == 0 || bytes[at - 1] == 0x0A || bytes[at - 1] == 0x0D)
  }

  private func lineEnd(_ at: Int) -> Int {
    var stop = at
    while stop < bytes.count, bytes[stop] != 0x0A, bytes[stop] != 0x0D { stop += 1 }
    return stop
  }

  private func trimmed(_ start: Int, _ end: Int) -> Int {
    var stop = end
    while stop > start, bytes[stop - 1] == 0x20 || bytes[stop - 1] == 0x09 { stop -= 1 }
    return stop
  }

  /// The column, from 0, at which a token begins, in bytes.
  func column(of index: Int) -> Int {
    var start = tokens[index].range.lowerBound
    let end = start
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return end - start
  }

  /// The first token that begins at or after an offset.
  func first(from offset: Int) -> Int {
    var low = 0
    var high = tokens.count
    while low < high {
      let middle = (low + high) / 2
      if tokens[middle].range.lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
