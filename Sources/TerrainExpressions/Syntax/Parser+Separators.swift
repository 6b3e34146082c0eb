import TerrainDocuments
import TerrainBase

// `:` and `,`.
extension Parser {
  mutating func readColon() throws(SyntaxFailure) {
    try reduce(to: Precedence.conditional)
    switch pending.last?.kind {
    case .conditionalThen:
      pending[pending.count - 1].kind = .conditionalElse
      pending[pending.count - 1].binary = .or
    case .mapKey:
      pending[pending.count - 1].kind = .mapValue
    default:
      throw SyntaxFailure(.unexpectedColon(at: lexer.place(of: token)))
    }
    try advance()
  }

  /// True when another element is expected; false where the comma was the last thing before a closing bracket.
  mutating func readComma() throws(SyntaxFailure) -> Bool {
    try reduce(to: Precedence.conditional)
    guard let top = pending.last else { throw SyntaxFailure(.unexpectedComma(in: nil, at: lexer.place(of: token))) }
    switch top.kind {
    case .call, .memberCall:
      try advance()
    case .list:
      try advance()
      if token.kind == .rightBracket { return false }
      try readOptionalMark()
    case .mapValue:
      pending[pending.count - 1].kind = .mapKey
      try advance()
      if token.kind == .rightBrace { return false }
      try readOptionalMark()
    case .message:
      try advance()
      if token.kind == .rightBrace { return false }
      try readFieldName()
    case .mapKey: throw SyntaxFailure(.missingMapValue(at: lexer.place(of: token)))
    case .conditionalThen: throw missingElse(top)
    default: throw SyntaxFailure(.unexpectedComma(in: bracket(of: top), at: lexer.place(of: token)))
    }
    return true
  }
}

extension Diagnostic {
  static func unexpectedColon(at place: Place) -> Diagnostic {
    expression(
      "expressions/unexpected-colon", "no `?` precedes this `:`", place,
      fix: "write `condition ? value : otherwise`")
  }

  static func unexpectedComma(in bracket: String?, at place: Place) -> Diagnostic {
    expression(
      "expressions/unexpected-comma",
      bracket.map { "`\($0)` contains one value, and no `,`" } ?? "`,` separates values in brackets only",
      place,
      fix: "join conditions with `&&`")
  }

  static func missingMapValue(at place: Place) -> Diagnostic {
    expression(
      "expressions/missing-colon", "a key of a map needs `:` and a value after it", place, fix: "write `{key: value}`")
  }
}
