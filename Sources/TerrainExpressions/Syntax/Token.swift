import TerrainDocuments

/// What a run of an expression's bytes is.
enum TokenKind: UInt8 {
  case end
  case identifier, quotedIdentifier
  case int, uint, double, string, bytes
  case `true`, `false`, null
  case leftParenthesis, rightParenthesis, leftBracket, rightBracket, leftBrace, rightBrace
  case dot, comma, colon, question
  case not, plus, minus, times, slash, percent
  case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual, `in`
  case and, or

  /// The operator it is between two values.
  var binaryOperator: BinaryOperator? {
    switch self {
    case .or: .or
    case .and: .and
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    case .equal: .equal
    case .notEqual: .notEqual
    case .in: .in
    case .plus: .add
    case .minus: .subtract
    case .times: .multiply
    case .slash: .divide
    case .percent: .remainder
    default: nil
    }
  }
}

/// One token and its bytes.
struct Token {
  var kind: TokenKind
  var start: Int
  var end: Int
}

/// A first error of syntax, on its way out of the parser.
final class SyntaxFailure: Error, Sendable {
  let diagnostic: Diagnostic

  init(_ diagnostic: Diagnostic) { self.diagnostic = diagnostic }
}
