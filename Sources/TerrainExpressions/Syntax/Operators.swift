import TerrainBase

/// CEL's binary operators, with their properties for the parser, the printer, and messages.
package enum BinaryOperator: UInt8, CaseIterable, Sendable {
  case or, and
  case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual, `in`
  case add, subtract
  case multiply, divide, remainder

  /// The precedence; all operators associate to the left.
  package var precedence: Int {
    switch self {
    case .or: Precedence.or
    case .and: Precedence.and
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual, .in: Precedence.relation
    case .add, .subtract: Precedence.addition
    case .multiply, .divide, .remainder: Precedence.multiplication
    }
  }

  /// The operator's sign.
  package var sign: String {
    switch self {
    case .or: "||"
    case .and: "&&"
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    case .equal: "=="
    case .notEqual: "!="
    case .in: "in"
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .remainder: "%"
    }
  }

  /// CEL's function for the operator.
  package var function: Text {
    switch self {
    case .or: "_||_"
    case .and: "_&&_"
    case .less: "_<_"
    case .lessOrEqual: "_<=_"
    case .greater: "_>_"
    case .greaterOrEqual: "_>=_"
    case .equal: "_==_"
    case .notEqual: "_!=_"
    case .in: "@in"
    case .add: "_+_"
    case .subtract: "_-_"
    case .multiply: "_*_"
    case .divide: "_/_"
    case .remainder: "_%_"
    }
  }

  /// The operator whose function is called `function`.
  package init?(function: Text) {
    guard let match = Self.allCases.first(where: { $0.function == function }) else { return nil }
    self = match
  }

  /// True for `<`, `<=`, `>`, and `>=`.
  package var isOrdering: Bool {
    switch self {
    case .less, .lessOrEqual, .greater, .greaterOrEqual: true
    default: false
    }
  }
}

/// The precedence of each form, the lowest first.
package enum Precedence {
  package static let conditional = 0
  package static let or = 1
  package static let and = 2
  package static let relation = 3
  package static let addition = 4
  package static let multiplication = 5
  package static let prefix = 6
  package static let member = 7
}

/// The rules for names.
package enum Identifier {
  /// True if `name` can be written after a dot without backticks.
  package static func isPlain(_ name: Text) -> Bool {
    var first = true
    for byte in name.utf8 {
      guard Lexer.isNamePart(byte), !(first && Lexer.isDigit(byte)) else { return false }
      first = false
    }
    if first { return false }
    switch name.string {
    case "in", "true", "false", "null": return false
    default: return true
    }
  }

  /// True if `name` can be written after a dot in backticks.
  package static func isQuotable(_ name: Text) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy(Lexer.isQuotedNamePart)
  }

  /// True for words that CEL reserves for host languages: they cannot name variables or functions, but may follow a dot.
  static func isReserved(_ name: Text) -> Bool {
    switch name.string {
    case "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop", "package",
      "namespace", "return", "var", "void", "while":
      true
    default: false
    }
  }
}
