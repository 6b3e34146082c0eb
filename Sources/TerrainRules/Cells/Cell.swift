import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// One input of a row and what it must be: DMN's unary test.
package struct Cell: Sendable {
  /// The key: the name of the input, or an expression.
  package var input: ExpressionSource
  package var test: CellTest
  /// What the input must be, as written in the file.
  package var node: Node
}

/// The test of a cell, before the input's type is resolved.
package indirect enum CellTest: Sendable {
  /// `-`
  case anything
  /// `none`: an optional input that is absent. Also the value `none`, where the input is not optional.
  case none
  /// A value that the input equals.
  case literal(Node)
  /// A list: one of these must hold.
  case oneOf([(test: CellTest, node: Node)])
  case comparison(CellComparison, CellOperand)
  /// `a..b`, with the ends in it or not.
  case interval(lower: CellOperand, includesLower: Bool, upper: CellOperand, includesUpper: Bool)
  /// `= EXPR`, over the input as `it`.
  case expression(ExpressionSource)
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

/// What a cell compares its input with: a literal, a parameter or an expression.
package struct CellOperand: Sendable {
  package var source: ExpressionSource
}
