import TerrainDocuments
import TerrainExpressions
import TerrainBase

// Literals and operands of cells.
extension CellTyping {
  mutating func literal(_ node: Node, _ input: Input) -> Value? {
    if case .list(let element) = input.type {
      diagnostics.append(.listInput(input.expression.text(of: input.expression.root), element, node))
      return nil
    }
    var reader = LiteralReader()
    if let value = reader.read(node, as: input.type) { return value }
    if let text = node.text, let cell = meantCell(text, input) {
      diagnostics.append(.notACell(cell, node.place))
    } else if let meant = meant(node, input) {
      diagnostics.append(.cellForExpression(meant, node.place))
    } else {
      diagnostics += reader.diagnostics
    }
    return nil
  }

  /// The cell that a literal was meant as, which is none and reads as an expression.
  private func meant(_ node: Node, _ input: Input) -> String? {
    guard let text = node.text,
      let expression = UnmarkedExpression.find(in: text, node, environment, limits: .standard)
    else { return nil }
    let own = input.expression.text(of: input.expression.root)
    if case .call(let function, nil, let operands) = expression.kind(of: expression.root), operands.count == 2,
      expression.text(of: operands[0]) == own,
      let sign = CellComparison.allCases.first(where: { $0.function == function })
    {
      return "\(sign.rawValue) \(expression.text(of: operands[1]))"
    }
    let type = TypeChecker.check(expression, environment).typed?.type
    return type == .bool && input.type != .bool ? "= \(text.trimmed)" : "= it == \(text.trimmed)"
  }

  /// The cell that `text` is meant to be, where it is not written as cells are.
  func meantCell(_ text: Text, _ input: Input) -> CellSuggestion? {
    if input.type == .string { return nil }
    return CellSuggestion.find(in: text.string, isOrdered: input.type.isComparable) { part in
      let part = Text(part)
      return CellLiteral.value(of: part, as: input.type) != nil
        || NameProblem(part) == nil && environment.variable(part).map { $0.type == input.type } ?? false
    }
  }

  /// The range of `lower` and `upper`, where both are values and the first is the greater.
  func backwards(_ lower: ParsedOperand, _ upper: ParsedOperand, _ input: Input) -> CellSuggestion? {
    guard input.type != .string, let low = CellLiteral.value(of: lower.source.text, as: input.type),
      let high = CellLiteral.value(of: upper.source.text, as: input.type)
    else { return nil }
    if case .enumeration(let vocabulary) = input.type {
      guard let first = vocabulary.position(of: low), let last = vocabulary.position(of: high), first > last else {
        return nil
      }
    } else if low.compare(to: high) != .greater {
      return nil
    }
    return .backwards(lower: lower.source.text.trimmed.string, upper: upper.source.text.trimmed.string)
  }

  mutating func operand(
    _ operand: ParsedOperand, _ input: Input, at offset: Int?, _ composer: inout Composer
  ) -> ID? {
    let text = operand.source.text
    if let value = CellLiteral.value(of: text, as: input.type), input.type != .string {
      return composer.literal(value)
    }
    if CellLiteral.isNumber(text) {
      diagnostics.append(.operandType(text, expected: input.type, operand.source.wholePlace))
      return nil
    }
    guard let expression = operand.expression else {
      diagnostics += operand.diagnostics
      return nil
    }
    // A bare word that is neither a name nor one of the input's values: suggest both.
    if case .identifier(let name) = expression.kind(of: expression.root), environment.variable(name) == nil {
      diagnostics.append(.unknownWord(name, input.type, environment, operand.source.wholePlace))
      return nil
    }
    return composer.embed(expression, at: offset.map { $0 + operand.source.offset })
  }
}

extension ParsedOperand {
  /// Whether the operand is a value of `type`, or an expression with nothing wrong in it.
  func isPlain(in environment: Environment, _ type: CELType) -> Bool {
    if CellLiteral.value(of: source.text, as: type) != nil { return true }
    guard let expression, diagnostics.isEmpty else { return false }
    return TypeChecker.check(expression, environment).typed?.type == type
  }
}

extension ExpressionSource {
  /// All of the text.
  var wholePlace: Place { place(of: SourceRange(start: 0, end: UInt32(clamping: text.utf8.count))) }
}

extension Diagnostic {
  static func unknownWord(
    _ name: Text, _ type: CELType, _ environment: Environment, _ place: Place
  ) -> Diagnostic {
    var declared = environment.variableNames.filter { !$0.utf8.contains(UInt8(ascii: ".")) }.map { $0.string }
    var message = "there is no `\(name)` here"
    var fix: String?
    if case .enumeration(let vocabulary) = type {
      message = "`\(name)` is neither a value of `\(vocabulary.name)` nor a name"
      declared += vocabulary.cases.map { $0.string }
      fix = vocabulary.listed
    } else if type == .string {
      fix = "to compare with the text itself, put it in quotes: `'\(name)'`"
    }
    return Diagnostic(
      code: "rules/unknown-name", message: message, place: place, fix: Suggestion.fix(name, among: declared) ?? fix
    ).caused(by: .name(name))
  }

  static func listInput(_ input: Text, _ element: CELType, _ node: Node) -> Diagnostic {
    let literal = element.erased == .string ? "'\(node.text ?? "…")'" : node.place.source.text(of: node.range)
    return Diagnostic(
      code: "rules/list-input", message: "`\(input)` is a list, and a list is not equal to one value",
      place: node.place,
      fix: "to ask whether it holds the value, write \"= \(literal) in it\"")
  }

  /// A cell that can be no value of its input, and reads as an expression.
  static func cellForExpression(_ meant: String, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/text-for-expression", message: "this is not a value of the input, and reads as an expression",
      place: place, fix: "did you mean \"\(meant)\"?")
  }

  static func operandType(_ text: Text, expected: CELType, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/literal-type", message: "expected \(expected.described), not the number \(text)", place: place)
  }
}
