import TerrainDocuments
import TestSupport

/// Writes a document in a style chosen at random: indentation, blocks and brackets, quotes, blank lines, trailing blanks,
/// and comments at any column wherever YAML has one. The values are those of the document.
struct RandomStyle {
  private var random: SplitMix64
  private var text = ""
  private var comments = 0
  /// The furthest column of a comment on the next line: after a block scalar, a deeper one would be a part of its text.
  private var deepest = Self.widest

  private static let widest = 14

  /// `document`, written with the style number `seed`.
  static func write(_ document: Document, seed: UInt64) -> String {
    var style = RandomStyle(random: SplitMix64(seed: seed))
    style.block(document.root, indent: 0)
    style.between(indent: 0)
    return style.text
  }

  private init(random: SplitMix64) { self.random = random }

  private mutating func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }

  private mutating func spaces(_ range: ClosedRange<Int>) -> String {
    String(repeating: " ", count: Int.random(in: range, using: &random))
  }

  private mutating func comment() {
    comments += 1
    text += "# note \(comments)"
  }

  /// The end of a line, perhaps with a comment or blanks before it.
  private mutating func endLine() {
    if chance(8) {
      text += spaces(1...4)
      comment()
    }
    if chance(8) { text += spaces(1...3) }
    text += "\n"
  }

  /// Lines without values: blank ones, and comments at any column.
  private mutating func between(indent: Int) {
    while chance(4) {
      if chance(3) {
        if deepest == Self.widest { text += spaces(0...3) }
        text += "\n"
      } else {
        text += spaces(0...deepest)
        comment()
        text += "\n"
      }
    }
    deepest = Self.widest
  }

  // MARK: Blocks

  private func isBlock(_ node: Node) -> Bool { node.count > 0 && (node.kind == .map || node.kind == .list) }

  private mutating func block(_ node: Node, indent: Int) {
    let margin = String(repeating: " ", count: indent)
    guard isBlock(node) else {
      text += margin
      value(node, indent: max(indent - 1, 0))
      return
    }
    for (key, child) in node.members {
      between(indent: indent)
      text += margin
      scalar(key, inFlow: false)
      text += ":"
      entry(child, indent: indent, isListInPlace: chance(3))
    }
    for element in node.elements {
      between(indent: indent)
      text += margin
      dash(element, indent: indent)
    }
  }

  /// A list's element, from its dash.
  private mutating func dash(_ node: Node, indent: Int) {
    text += "-"
    guard isBlock(node), !chance(3) else { return entry(node, indent: indent, isListInPlace: false) }
    let gap = Int.random(in: 1...4, using: &random)
    text += String(repeating: " ", count: gap)
    let inner = indent + 1 + gap
    let margin = String(repeating: " ", count: inner)
    var isFirst = true
    for (key, child) in node.members {
      if !isFirst {
        between(indent: inner)
        text += margin
      }
      isFirst = false
      scalar(key, inFlow: false)
      text += ":"
      entry(child, indent: inner, isListInPlace: chance(3))
    }
    for element in node.elements {
      if !isFirst {
        between(indent: inner)
        text += margin
      }
      isFirst = false
      dash(element, indent: inner)
    }
  }

  /// What is after a key or a dash.
  private mutating func entry(_ node: Node, indent: Int, isListInPlace: Bool) {
    if isBlock(node), !chance(3) {
      endLine()
      let isInPlace = isListInPlace && node.kind == .list
      block(node, indent: isInPlace ? indent : indent + Int.random(in: 1...5, using: &random))
    } else if isBlock(node) || !chance(10) {
      text += spaces(1...3)
      value(node, indent: indent)
    } else {
      endLine()
      between(indent: indent)
      text += String(repeating: " ", count: indent) + spaces(1...5)
      value(node, indent: indent)
    }
  }

  /// A value that is not a block collection, and the end of its line.
  private mutating func value(_ node: Node, indent: Int) {
    if node.kind == .string, chance(6), let words = node.text?.string, Self.isPlainLine(words) {
      text += "|-\n" + String(repeating: " ", count: indent) + spaces(1...5) + words + "\n"
      deepest = min(indent, Self.widest)
      return
    }
    flow(node, indent: indent)
    endLine()
  }

  // MARK: Brackets and scalars

  private mutating func flow(_ node: Node, indent: Int) {
    switch node.kind {
    case .map:
      text += "{"
      var isFirst = true
      for (key, child) in node.members {
        if !isFirst { text += "," }
        isFirst = false
        gap(indent: indent)
        scalar(key, inFlow: true)
        text += ":" + spaces(1...2)
        flow(child, indent: indent)
      }
      gap(indent: indent)
      text += "}"
    case .list:
      text += "["
      var isFirst = true
      for child in node.elements {
        if !isFirst { text += "," }
        isFirst = false
        gap(indent: indent)
        flow(child, indent: indent)
      }
      gap(indent: indent)
      text += "]"
    default: scalar(node, inFlow: true)
    }
  }

  /// Blanks inside brackets, perhaps with line ends and comments.
  private mutating func gap(indent: Int) {
    text += spaces(0...2)
    guard chance(10) else { return }
    if chance(3) {
      text += " "
      comment()
    }
    text += "\n"
    if chance(3) {
      text += spaces(0...Self.widest)
      comment()
      text += "\n"
    }
    text += String(repeating: " ", count: indent) + spaces(1...6)
  }

  private mutating func scalar(_ node: Node, inFlow: Bool) {
    guard let words = node.text?.string else {
      text += node.kind == .null ? "null" : node.place.source.text(of: node.range)
      return
    }
    let written = node.place.source.text(of: node.range)
    let isWord = words.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
    if written == words, isWord, !chance(8) {
      text += words
    } else if Self.isPlainLine(words), chance(2) {
      text += "'" + words.replacing("'", with: "''") + "'"
    } else {
      text += JSONText.quoted(words)
    }
  }

  /// Whether `words` are one line without characters that need an escape.
  private static func isPlainLine(_ words: String) -> Bool {
    guard let first = words.unicodeScalars.first, let last = words.unicodeScalars.last else { return false }
    return first != " " && last != " "
      && words.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA1).contains($0.value) && $0.value < 0x2028 }
  }
}

/// Text as JSON writes it, which YAML reads too.
private enum JSONText {
  static func quoted(_ words: String) -> String {
    var result = "\""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case "\0"..<" ", "\u{7F}"..<"\u{A0}":
        result += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
