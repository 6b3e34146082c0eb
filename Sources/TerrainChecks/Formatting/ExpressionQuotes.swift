import TerrainDocuments

/// Which scalars of a rule module are expressions, and how those are written: in double quotes; in single quotes where
/// the expression has double quotes or backslashes itself.
struct ExpressionQuotes {
  /// The nodes that are expressions.
  private(set) var expressions: Set<Int32> = []

  init(_ document: Document) {
    guard let decisions = document.root["decisions"], document.root["rules"] != nil else { return }
    for (_, decision) in decisions.members {
      for key in ["value", "otherwise"] { addValues(decision[key]) }
      for row in decision["rows"]?.elements ?? decision.elements {
        for key in ["then", "score"] { addValues(row[key]) }
        addCondition(row["when"])
      }
    }
  }

  /// Strings that begin with `=`, anywhere in what a row yields.
  private mutating func addValues(_ node: Node?) {
    guard let node, !node.isAlias else { return }
    if let text = node.text, text.utf8.first == UInt8(ascii: "=") { expressions.insert(node.index) }
    for element in node.elements { addValues(element) }
    for (_, value) in node.members { addValues(value) }
  }

  private mutating func addCondition(_ node: Node?) {
    guard let node, !node.isAlias else { return }
    if node.kind == .string { expressions.insert(node.index) }
    for (_, cell) in node.members {
      addCell(cell)
      for element in cell.elements { addCell(element) }
    }
  }

  /// A cell that is more than a literal.
  private mutating func addCell(_ cell: Node) {
    guard !cell.isAlias, let text = cell.text, let first = text.utf8.first else { return }
    let isRange = text.string.utf8.count > 2 && text.string.contains("..")
    let marks: [UInt8] = Array("<>!=[(".utf8)
    if marks.contains(first) || isRange || text == "-" { expressions.insert(cell.index) }
  }

  /// How the expression `node`, whose bytes are `written`, is written; nil where it is left as it is.
  func written(_ node: Node, _ written: ArraySlice<UInt8>) -> [UInt8]? {
    guard expressions.contains(node.index), let first = written.first, let text = node.text else { return nil }
    let isSpecial = text.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
    let quote = isSpecial ? UInt8(ascii: "'") : UInt8(ascii: "\"")
    let inner: [UInt8]
    switch first {
    case UInt8(ascii: "|"), UInt8(ascii: ">"): return nil
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      // Over several lines, or with characters that need escapes, it stays as its author wrote it.
      let isPlain = text.string.unicodeScalars.allSatisfy { $0.value >= 0x20 && !($0.value >= 0x7F && $0.value < 0xA0) }
      guard first != quote, isPlain, !written.contains(0x0A), !written.contains(0x0D) else { return nil }
      inner = Array(text.utf8)
    default: inner = Array(written)
    }
    var result = [quote]
    for byte in inner {
      if byte == UInt8(ascii: "'"), quote == byte { result.append(byte) }
      result.append(byte)
    }
    return result + [quote]
  }
}
