import TerrainBase
import TerrainDocuments
import TerrainExpressions

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
  /// A list of tests of which one must hold.
  case oneOf([(test: CellTest, node: Node)])
  case comparison(CellComparison, CellOperand)
  /// `a..b`, with or without the ends.
  case interval(lower: CellOperand, includesLower: Bool, upper: CellOperand, includesUpper: Bool)
  /// `= EXPR`, over the input as `it`.
  case expression(Expression)
}

/// The comparison signs at the beginning of a cell.
package enum CellComparison: String, Sendable, CaseIterable {
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case notEqual = "!="
  case less = "<"
  case greater = ">"

  /// CEL's function for the comparison.
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

/// The other side of a cell's comparison: a literal, a parameter, or an expression. The type of the input decides if the text is a literal
/// (`1h`, `2026-02-04`) or an expression, so a text that is not a valid expression is not yet a mistake.
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
  /// The expressions with which the input is compared.
  var expressions: [Expression] {
    var expressions: [Expression] = []
    test.forEachExpression { expressions.append($0) }
    return expressions
  }
}

extension CellTest {
  /// Calls `body` with the texts of the values in a list and of the ends that belong to a range, with true for a lower end and false for an
  /// upper one. Lists nest as deep as the document.
  func forEachValue(at node: Node, _ body: (Text, Place, _ isLower: Bool?) -> Void) {
    switch self {
    case .oneOf(let tests):
      for (test, node) in tests {
        if case .literal = test {
          body(node.text ?? node.rawNumber ?? "", node.place, nil)
        } else {
          test.forEachValue(at: node, body)
        }
      }
    case .interval(let lower, let includesLower, let upper, let includesUpper):
      if includesLower { body(lower.source.text, lower.source.wholePlace, true) }
      if includesUpper { body(upper.source.text, upper.source.wholePlace, false) }
    default: break
    }
  }

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
