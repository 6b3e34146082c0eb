import TerrainBase
import TerrainDocuments
import TerrainExpressions

extension ModuleReader {
  /// The test in `node`. Returns nil and reports a diagnostic if the node has none or if its expression cannot be parsed.
  mutating func cellTest(_ node: Node) -> CellTest? {
    switch node.kind {
    case .null:
      diagnostics.append(.emptyCell(node.place))
      return nil
    case .map:
      diagnostics.append(.mapInCell(node.place))
      return nil
    case .list:
      return cellList(node)
    case .bool, .number:
      return .literal
    case .string:
      return cellText(node)
    }
  }

  private mutating func cellList(_ node: Node) -> CellTest? {
    var tests: [(test: CellTest, node: Node)] = []
    // If several expressions have syntax errors, the first is reported.
    var lastSyntax: Int?
    for element in node.elements {
      let count = syntaxDiagnostics.count
      if element.kind == .list {
        diagnostics.append(.listInListCell(element.place))
      } else if let test = cellTest(element) {
        tests.append((test, element))
      } else if syntaxDiagnostics.count > count {
        lastSyntax = lastSyntax ?? syntaxDiagnostics.count
      }
    }
    if let lastSyntax { syntaxDiagnostics.removeSubrange(lastSyntax...) }
    if tests.count < node.count { return nil }
    guard !tests.isEmpty else {
      diagnostics.append(.emptyListCell(node.place))
      return nil
    }
    return .oneOf(tests)
  }

  private mutating func cellText(_ node: Node) -> CellTest? {
    guard let whole = node.text else { return nil }
    let bytes = Array(whole.utf8)
    let slice = CellSlice(bytes: bytes, node: node).trimmed
    if slice.equals("-") { return .anything }
    if slice.equals("none") { return CellTest.none }
    if slice.begins(with: "==") {
      diagnostics.append(.doubleEquals(node.place))
      return nil
    }
    for (sign, meant) in [("=<", "<="), ("=>", ">=")] where slice.begins(with: sign) {
      diagnostics.append(.turnedSign(sign, meant: meant, node.place(ofDecoded: slice.start..<slice.start + 2)))
      return nil
    }
    if slice.begins(with: "=") { return parse(slice.dropping(1).trimmed.source).map { .expression($0) } }
    for comparison in CellComparison.allCases where slice.begins(with: comparison.rawValue) {
      let operand = slice.dropping(comparison.rawValue.utf8.count).trimmed
      guard !operand.isEmpty else {
        diagnostics.append(.missingOperand(comparison.rawValue, node.place))
        return nil
      }
      return .comparison(comparison, CellOperand(operand.source))
    }
    return slice.interval ?? .literal
  }
}

/// A part of a cell's decoded text, with its offset in the cell.
private struct CellSlice {
  var bytes: [UInt8]
  var start: Int
  var end: Int
  var node: Node

  init(bytes: [UInt8], node: Node) {
    self.bytes = bytes
    self.node = node
    start = 0
    end = bytes.count
  }

  var isEmpty: Bool { start >= end }
  var count: Int { end - start }

  var source: ExpressionSource {
    ExpressionSource(text: Text(decoding: bytes[start..<end]), node: node, offset: start)
  }

  var trimmed: CellSlice {
    var slice = self
    while slice.start < slice.end, isSpace(bytes[slice.start]) { slice.start += 1 }
    while slice.start < slice.end, isSpace(bytes[slice.end - 1]) { slice.end -= 1 }
    return slice
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  func equals(_ text: StaticString) -> Bool { count == text.utf8CodeUnitCount && begins(with: "\(text)") }

  func begins(with text: String) -> Bool {
    count >= text.utf8.count && bytes[start..<end].starts(with: text.utf8)
  }

  func ends(with text: String) -> Bool {
    count >= text.utf8.count && bytes[(end - text.utf8.count)..<end].elementsEqual(text.utf8)
  }

  func dropping(_ count: Int) -> CellSlice {
    var slice = self
    slice.start = Swift.min(start + count, end)
    return slice
  }

  func droppingLast(_ count: Int) -> CellSlice {
    var slice = self
    slice.end = Swift.max(end - count, start)
    return slice
  }

  func prefix(_ count: Int) -> CellSlice {
    var slice = self
    slice.end = Swift.min(start + count, end)
    return slice
  }

  /// An interval: `a..b`, `[a..b]`, `(a..b)`, `[a..b)`, `(a..b]`. Nil if the text has no `..`.
  var interval: CellTest? {
    let opens = begins(with: "[") || begins(with: "(")
    let closes = ends(with: "]") || ends(with: ")")
    let isBracketed = opens && closes && dots(openAtStart: 1) != nil
    let inner = isBracketed ? dropping(1).droppingLast(1) : self
    guard let dots = inner.dots(openAtStart: 0) else { return nil }
    let lower = inner.prefix(dots).trimmed
    let upper = inner.dropping(dots + 2).trimmed
    // Both ends are needed; `..` in a literal text (`and so on..`) is not a range.
    guard !lower.isEmpty, !upper.isEmpty else { return nil }
    return .interval(
      lower: CellOperand(lower.source), includesLower: !isBracketed || begins(with: "["),
      upper: CellOperand(upper.source), includesUpper: !isBracketed || ends(with: "]"))
  }

  /// The offset from `start` of the first `..` outside quotes and inside `openAtStart` open brackets.
  func dots(openAtStart expected: Int) -> Int? {
    var open = 0
    var quote: UInt8?
    var index = start
    while index < end {
      let byte = bytes[index]
      if let inside = quote {
        if byte == UInt8(ascii: "\\") { index += 1 } else if byte == inside { quote = nil }
      } else {
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""): quote = byte
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
        case UInt8(ascii: ".")
        where open == expected && index + 1 < end && bytes[index + 1] == UInt8(ascii: "."):
          return index - start
        default: break
        }
      }
      index += 1
    }
    return nil
  }
}

extension Diagnostic {
  static func emptyCell(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/empty-cell", message: "nothing is written in this cell", place: place,
      fix: "write `\"-\"` for anything, or `none` for an optional fact that is absent")
  }

  static func mapInCell(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/wrong-shape",
      message: "a cell must be a value, a list of values, a comparison or a range, not a map", place: place)
  }

  static func listInListCell(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/wrong-shape", message: "a list in a list means nothing in a cell", place: place,
      fix: "write the values in one list")
  }

  static func emptyListCell(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/empty-cell", message: "no value is one of an empty list", place: place,
      fix: "write `\"-\"` for anything")
  }

  static func doubleEquals(_ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/cell-syntax", message: "a cell that means \"equals\" is just the value", place: place,
      fix: "leave out the `==`")
  }

  static func turnedSign(_ sign: String, meant: String, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/cell-syntax", message: "there is no `\(sign)`", place: place, fix: "write `\(meant)`")
  }

  static func missingOperand(_ sign: String, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/cell-syntax", message: "`\(sign)` needs something to compare with", place: place,
      fix: "for example `\"\(sign) 3\"`")
  }
}
