import TerrainBase
import TerrainDocuments
import TerrainExpressions

extension ModuleReader {
  /// The test in `node`; nil (and a diagnostic) if there is none, or if its expression cannot be parsed.
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
    // Of several expressions with syntax errors, the first is reported.
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

/// A part of a cell's decoded text that knows where it begins.
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

  /// `a..b`, `[a..b]`, `(a..b)`, `[a..b)`, `(a..b]`; nil if there is no `..` in it.
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

  /// Offset from `start` of the first `..` outside quotes, with `openAtStart` brackets open around it.
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

/// One input of a row and its required values: DMN's unary test.
package struct Cell: Sendable {
  /// The key: the name of the input, or an expression.
  package var input: Expression
  package var test: CellTest
  /// The test as written in the file.
  package var node: Node
}

/// The test of a cell, before the input's type is resolved.
package indirect enum CellTest: Sendable {
  /// `-`
  case anything
  /// `none`: an optional input that is absent. Also the value `none` if the input is not optional.
  case none
  /// A value that the input equals: the node of the test itself.
  case literal
  /// A list: one of these must hold.
  case oneOf([(test: CellTest, node: Node)])
  case comparison(CellComparison, CellOperand)
  /// `a..b`, with the ends in it or not.
  case interval(lower: CellOperand, includesLower: Bool, upper: CellOperand, includesUpper: Bool)
  /// `= EXPR`, over the input as `it`.
  case expression(Expression)
}

/// The signs a cell can begin with.
package enum CellComparison: String, Sendable, CaseIterable {
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case notEqual = "!="
  case less = "<"
  case greater = ">"

  /// The function CEL declares for it.
  var function: Text {
    switch self {
    case .lessOrEqual: "_<=_"
    case .greaterOrEqual: "_>=_"
    case .notEqual: "_!=_"
    case .less: "_<_"
    case .greater: "_>_"
    }
  }
}

/// The other side of a cell's comparison: a literal, a parameter, or an expression. Whether its text is a literal (`1h`,
/// `2026-02-04`) or an expression depends on the type of the input, so an operand that is not an expression is not yet a
/// mistake.
package struct CellOperand: Sendable {
  package var source: ExpressionSource
  package var expression: Expression?
  package var diagnostics: [Diagnostic] = []

  /// The operand written in `source`. A plain number is a literal of any type that the input may have; it is not parsed.
  init(_ source: ExpressionSource) {
    self.source = source
    if !CellLiteral.isNumber(source.text) { (expression, diagnostics) = ExpressionParser.parse(source) }
  }
}

extension Cell {
  /// The expressions that the input is compared with.
  var expressions: [Expression] {
    var expressions: [Expression] = []
    test.forEachExpression { expressions.append($0) }
    return expressions
  }
}

extension CellTest {
  func forEachExpression(_ body: (Expression) -> Void) {
    switch self {
    case .anything, .none, .literal: break
    case .oneOf(let tests): for (test, _) in tests { test.forEachExpression(body) }
    case .comparison(_, let operand): if let expression = operand.expression { body(expression) }
    case .interval(let lower, _, let upper, _):
      for operand in [lower, upper] { if let expression = operand.expression { body(expression) } }
    case .expression(let expression): body(expression)
    }
  }
}
