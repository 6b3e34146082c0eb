import TerrainBase
import TerrainDocuments

/// Diagnostics about tokens in positions where they are not allowed.
extension Parser {
  /// The failure for ``token`` in place of a value.
  func missingValue() -> SyntaxFailure {
    if token.kind == .quotedIdentifier {
      return SyntaxFailure(.misplacedBackticks(lexer.text(of: token), at: lexer.place(of: token)))
    }
    guard let top = pending.last else {
      if isClosing(token.kind) {
        return SyntaxFailure(.unopenedBracket(lexer.text(of: token).string, at: lexer.place(of: token)))
      }
      return missingLeft()
    }
    switch top.kind {
    case .binary where previous.kind == .slash && token.kind == .times && previous.end == token.start:
      return SyntaxFailure(
        .foreignSign("/*", fix: "a comment begins with `//`", at: lexer.place(previous.start, token.end)))
    case .binary, .not, .negate, .conditionalThen, .conditionalElse:
      return SyntaxFailure(.missingRight(of: lexer.text(of: previous).string, at: lexer.place(of: previous)))
    default: break
    }
    if token.kind == .end {
      let end = lexer.place(token.start, token.start)
      return SyntaxFailure(
        .unclosedBracket(bracket(of: top), closing: closing(of: top), openedAt: lexer.place(of: top.token), end: end))
    }
    if isClosing(token.kind) || token.kind == .comma {
      if previous.kind == .leftParenthesis, token.kind == .rightParenthesis, top.kind == .parenthesis {
        return SyntaxFailure(.emptyParentheses(at: lexer.place(previous.start, token.end)))
      }
      return SyntaxFailure(.missingElement(after: lexer.text(of: previous).string, at: lexer.place(of: previous)))
    }
    return missingLeft()
  }

  private func missingLeft() -> SyntaxFailure {
    let place = lexer.place(of: token)
    if token.kind == .plus { return SyntaxFailure(.unaryPlus(at: place)) }
    let sign = lexer.text(of: token).string
    return SyntaxFailure(
      token.kind.binaryOperator == nil && token.kind != .question
        ? .missingBefore(sign, at: place) : .missingLeft(of: sign, at: place))
  }

  private func isClosing(_ kind: TokenKind) -> Bool {
    kind == .rightParenthesis || kind == .rightBracket || kind == .rightBrace
  }

  /// The failure for ``token`` in place of a name after a dot.
  func missingField() -> SyntaxFailure {
    switch token.kind {
    case .in, .true, .false, .null:
      SyntaxFailure(.keywordField(lexer.text(of: token), at: lexer.place(of: token)))
    case .int, .uint, .double:
      SyntaxFailure(.numericField(lexer.text(of: token), at: lexer.place(of: token)))
    default:
      SyntaxFailure(.missingField(at: lexer.place(of: previous)))
    }
  }

  func missingElse(_ question: Pending) -> SyntaxFailure {
    let isOptionalChain =
      lexer.byte(question.token.end) == UInt8(ascii: ".") && question.token.start > 0
      && Lexer.isNamePart(lexer.byte(question.token.start - 1))
    return SyntaxFailure(
      .missingElse(
        at: lexer.place(of: question.token), then: lexer.place(of: token), isOptionalChain: isOptionalChain))
  }

  func reservedWord(_ word: Text, _ token: Token) -> SyntaxFailure {
    word == "if" || word == "else"
      ? SyntaxFailure(.ifThenElse(word, at: lexer.place(of: token)))
      : SyntaxFailure(.reservedWord(word, at: lexer.place(of: token)))
  }

  /// The failure for two values without an operator between them; ``token`` begins the second.
  func missingOperator() -> SyntaxFailure {
    let word = lexer.text(of: token)
    let place = lexer.place(of: token)
    if token.kind == .double, word.utf8.first == UInt8(ascii: "."), token.start == previous.end {
      return SyntaxFailure(.numericField(Text(String(word.string.dropFirst())), at: place))
    }
    if let last = operands.last, !last.isParenthesized, last.end == previous.end,
      case .identifier(let name) = nodes[Int(last.id)].kind, name.string.lowercased() == "not"
    {
      return SyntaxFailure(.wordOperator(name, fix: "write `!`", at: lexer.place(last.start, last.end)))
    }
    if token.kind == .not, nextIs(.in) {
      return SyntaxFailure(.wordOperator("!in", fix: "write `!(x in list)`", at: place))
    }
    guard token.kind == .identifier else { return SyntaxFailure(.missingOperator(before: word, at: place)) }
    switch word.string.lowercased() {
    case "and": return SyntaxFailure(.wordOperator(word, fix: "write `&&`", at: place))
    case "or": return SyntaxFailure(.wordOperator(word, fix: "write `||`", at: place))
    case "is" where following.map({ lexer.text(of: $0) == "not" }) ?? false:
      let end = following?.end ?? token.end
      return SyntaxFailure(.wordOperator("is not", fix: "write `!=`", at: lexer.place(token.start, end)))
    case "is", "eq", "equals": return SyntaxFailure(.wordOperator(word, fix: "write `==`", at: place))
    case "mod": return SyntaxFailure(.wordOperator(word, fix: "write `%`", at: place))
    case "in": return SyntaxFailure(.wordOperator(word, fix: "write `in`", at: place))
    case "not" where nextIs(.in):
      return SyntaxFailure(.wordOperator("not in", fix: "write `!(x in list)`", at: place))
    case "contains", "startswith", "endswith", "matches":
      return SyntaxFailure(.wordOperator(word, fix: "write `text.\(word)(…)`", at: place))
    case "between": return SyntaxFailure(.wordOperator(word, fix: "write `x >= a && x <= b`", at: place))
    case "then", "else", "if": return SyntaxFailure(.ifThenElse(word, at: place))
    default: return SyntaxFailure(.missingOperator(before: word, at: place))
    }
  }

  private func nextIs(_ kind: TokenKind) -> Bool { following?.kind == kind }

  /// The token after ``token``; nil if it is invalid.
  private var following: Token? {
    var ahead = lexer
    return try? ahead.next()
  }

  /// Rejects `a < b < c`; the second sign is ``token``.
  func refuseChain(_ second: BinaryOperator) throws(SyntaxFailure) {
    guard let left = operands.last, !left.isParenthesized,
      case .call(let function, nil, _) = nodes[Int(left.id)].kind,
      let first = BinaryOperator(function: function), first.isOrdering
    else { return }
    throw SyntaxFailure(
      .chainedComparison(
        lexer.text(left.start, left.end), first: first.sign, second: second.sign, at: lexer.place(left.start, token.end)
      ))
  }

  /// Rejects `50%`: `sign` was read, and no value follows it.
  func refusePercent(_ left: Operand, _ sign: Token) throws(SyntaxFailure) {
    guard left.end == sign.start,
      case .literal(let number) = nodes[Int(left.id)].kind
    else { return }
    switch number {
    case .int, .uint, .double: break
    default: return
    }
    guard
      token.kind == .end || isClosing(token.kind) || token.kind == .comma || token.kind == .question
        || token.kind == .colon || (token.kind.binaryOperator != nil && token.kind != .minus)
    else { return }
    throw SyntaxFailure(.percent(lexer.text(left.start, left.end), at: lexer.place(left.start, sign.end)))
  }
}

extension Diagnostic {
  static func reservedWord(_ word: Text, at place: Place) -> Diagnostic {
    expression("expressions/reserved-word", "`\(word)` is a reserved word and cannot be a name here", place)
  }

  static func misplacedBackticks(_ name: Text, at place: Place) -> Diagnostic {
    expression(
      "expressions/misplaced-backticks", "a name in backticks is allowed only after a dot or before a `:`", place,
      fix: "if \(name) is text, put it in quotes")
  }

  static func emptyParentheses(at place: Place) -> Diagnostic {
    expression("expressions/missing-value", "there is nothing between these parentheses", place)
  }

  static func missingRight(of sign: String, at place: Place) -> Diagnostic {
    expression("expressions/missing-value", "`\(sign)` needs a value on its right", place)
  }

  static func missingLeft(of sign: String, at place: Place) -> Diagnostic {
    expression("expressions/missing-value", "`\(sign)` needs a value on its left", place)
  }

  static func unaryPlus(at place: Place) -> Diagnostic {
    expression(
      "expressions/missing-value", "`+` needs a value on its left", place,
      fix: "a positive number is written without `+`")
  }

  static func missingElement(after sign: String, at place: Place) -> Diagnostic {
    expression("expressions/missing-value", "a value is missing after `\(sign)`", place)
  }

  static func missingBefore(_ sign: String, at place: Place) -> Diagnostic {
    expression("expressions/missing-value", "a value is missing before `\(sign)`", place)
  }

  static func missingOperator(before text: Text, at place: Place) -> Diagnostic {
    expression("expressions/missing-operator", "an operator is missing before `\(text)`", place)
  }

  static func missingField(at place: Place) -> Diagnostic {
    expression("expressions/missing-field", "a field name must follow `.`", place)
  }

  static func numericField(_ digits: Text, at place: Place) -> Diagnostic {
    expression(
      "expressions/missing-field", "a field name cannot begin with a digit", place,
      fix: "for an element of a list write `[\(digits)]`")
  }

  static func keywordField(_ word: Text, at place: Place) -> Diagnostic {
    expression(
      "expressions/reserved-word", "`\(word)` cannot be a field name", place, fix: "use an index: `a[\"\(word)\"]`")
  }

  static func missingElse(at place: Place, then: Place, isOptionalChain: Bool) -> Diagnostic {
    expression(
      "expressions/missing-else", "`?` needs a `:` and the value to take otherwise", place,
      related: [Related(message: "the expression goes on here", place: then)],
      fix: isOptionalChain ? "to select a field that may be absent write `.?`" : "write `condition ? value : otherwise`"
    )
  }

  static func wordOperator(_ word: Text, fix: String, at place: Place) -> Diagnostic {
    expression("expressions/word-operator", "`\(word)` is not an operator", place, fix: fix)
  }

  static func ifThenElse(_ word: Text, at place: Place) -> Diagnostic {
    expression(
      "expressions/if-then-else", "there is no `\(word)` in expressions", place,
      fix: "write `condition ? value : otherwise`")
  }

  static func chainedComparison(_ text: Text, first: String, second: String, at place: Place) -> Diagnostic {
    expression(
      "expressions/chained-comparison",
      "comparisons cannot be chained: `\(text)` would compare true or false with what follows",
      place,
      fix: "write `a \(first) b && b \(second) c`")
  }
}
