import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// Converts a cell to a condition: one CEL expression over the cell's input.
struct CellTyping {
  let environment: Environment
  var diagnostics: [Diagnostic] = []

  init(environment: Environment) { self.environment = environment }

  /// The outcome of typing a cell.
  enum Outcome {
    case condition(TypedExpression)
    /// `-`: no condition.
    case anything
    /// The cell has a mistake, which was reported.
    case wrong
  }

  /// The input of a cell.
  struct Input {
    var expression: Expression
    /// The type of the input; for an optional input, the type of its value.
    var type: CELType
    var isOptional: Bool
    var place: Place
  }

  typealias Composer = ExpressionComposer
  typealias ID = Expression.ID

  /// The condition of `cell`.
  mutating func condition(_ cell: Cell) -> Outcome {
    guard let input = input(cell.input) else { return .wrong }
    if case .anything = cell.test { return .anything }
    if case .error = input.type { return .wrong }
    var composer = ExpressionComposer(node: cell.node)
    guard var root = test(cell.test, input, cell.node, at: 0, &composer) else { return .wrong }
    if input.isOptional, !cell.test.isNone {
      // For an absent input, only `none` holds.
      let guarded = present(input, &composer)
      root = composer.call("_&&_", guarded, root)
      if cell.test.allowsAbsence {
        let absent = composer.call("!_", present(input, &composer))
        root = composer.call("_||_", absent, root)
      }
    }
    let (typed, problems) = TypeChecker.check(composer.finish(root), environment, expecting: .bool)
    diagnostics += valueForCondition(cell, problems) ?? problems
    return typed.map { .condition($0) } ?? .wrong
  }

  /// The diagnostic about a cell whose expression yields a value instead of a condition, which replaces `problems`. Nil for other mistakes.
  private func valueForCondition(_ cell: Cell, _ problems: [Diagnostic]) -> [Diagnostic]? {
    guard case .expression(let expression) = cell.test, !problems.isEmpty,
      let type = TypeChecker.check(expression, environment).typed?.type, type != .bool, !type.isDynamic, type != .error
    else { return nil }
    let text = expression.source.text.trimmed
    var meant = "= it == \(text)"
    if case .literal = expression.kind(of: expression.root) { meant = text.string }
    return [.cellIsNoCondition(type, meant: meant, expression.place(of: expression.root))]
  }

  private mutating func input(_ expression: Expression) -> Input? {
    if case .literal(.string(let name)) = expression.kind(of: expression.root), environment.variable(name) != nil {
      diagnostics.append(.quotedName(name, expression.place(of: expression.root)))
      return nil
    }
    let type: CELType
    if case .identifier(let name) = expression.kind(of: expression.root), let declared = environment.variable(name) {
      type = declared.type
    } else {
      let (typed, problems) = TypeChecker.check(expression, environment)
      diagnostics += problems
      guard let typed else { return nil }
      type = typed.type
    }
    let place = expression.place(of: expression.root)
    if case .optional(let wrapped) = type {
      return Input(expression: expression, type: wrapped, isOptional: true, place: place)
    }
    return Input(expression: expression, type: type, isOptional: false, place: place)
  }

  /// The value of the input, assumed to be present.
  private func value(_ input: Input, _ composer: inout Composer) -> ID {
    let whole = composer.embed(input.expression, at: nil)
    return input.isOptional ? composer.call("value", on: whole) : whole
  }

  /// The test that the input is present.
  private func present(_ input: Input, _ composer: inout Composer) -> ID {
    composer.call("hasValue", on: composer.embed(input.expression, at: nil))
  }

  // MARK: Tests

  /// The node for `test`. Returns nil and reports a diagnostic if the test has a mistake.
  ///
  /// - Parameter offset: The offset of the text of `node` in the composer's text, or nil if they are different nodes.
  private mutating func test(
    _ test: CellTest, _ input: Input, _ node: Node, at offset: Int?, _ composer: inout Composer
  ) -> ID? {
    switch test {
    case .anything:
      return composer.literal(.bool(true))
    case .none:
      if input.isOptional { return composer.call("!_", present(input, &composer)) }
      return none(input, node, &composer)
    case .literal:
      guard let literal = literal(node, input) else { return nil }
      return composer.call("_==_", value(input, &composer), composer.literal(literal))
    case .oneOf(let tests):
      return oneOf(tests, input, &composer)
    case .comparison(let comparison, let operand):
      if !operand.isPlain(in: environment, input.type), let text = node.text, let cell = meantCell(text, input) {
        diagnostics.append(.notACell(cell, node.place))
        return nil
      }
      if comparison != .notEqual, !input.type.isComparable {
        diagnostics.append(.noOrder(comparison.rawValue, input.type, node.place))
        return nil
      }
      guard let right = self.operand(operand, input, at: offset, &composer) else { return nil }
      return composer.call(comparison.function, value(input, &composer), right)
    case .interval(let lower, let includesLower, let upper, let includesUpper):
      guard input.type.isComparable else {
        // A text that contains `..` without being a range is a literal.
        if node.text != nil { return self.test(.literal, input, node, at: offset, &composer) }
        diagnostics.append(.noOrder("..", input.type, node.place))
        return nil
      }
      if let text = node.text,
        !lower.isPlain(in: environment, input.type) || !upper.isPlain(in: environment, input.type),
        let cell = meantCell(text, input)
      {
        diagnostics.append(.notACell(cell, node.place))
        return nil
      }
      if let cell = backwards(lower, upper, input) {
        diagnostics.append(.notACell(cell, node.place))
        return nil
      }
      let low = self.operand(lower, input, at: offset, &composer)
      let high = self.operand(upper, input, at: offset, &composer)
      guard let low, let high else { return nil }
      let least = composer.call(includesLower ? "_>=_" : "_>_", value(input, &composer), low)
      let greatest = composer.call(includesUpper ? "_<=_" : "_<_", value(input, &composer), high)
      return composer.call("_&&_", least, greatest)
    case .expression(let expression):
      if let loop = expression.loopNamedIt {
        diagnostics.append(.badName("it", .it, expression.place(of: loop)))
        return nil
      }
      return composer.embed(expression, at: offset.map { $0 + expression.source.offset }) { composer in
        value(input, &composer)
      }
    }
  }

  /// `none` for an input that is never absent: the text `none`, if it is a value of the input.
  private mutating func none(_ input: Input, _ node: Node, _ composer: inout Composer) -> ID? {
    switch input.type {
    case .string: break
    case .enumeration(let vocabulary) where vocabulary.code(of: "none") != nil: break
    default:
      diagnostics.append(.noneNotOptional(input.expression.text(of: input.expression.root), node.place))
      return nil
    }
    return composer.call("_==_", value(input, &composer), composer.literal("none"))
  }

  private mutating func oneOf(
    _ tests: [(test: CellTest, node: Node)], _ input: Input, _ composer: inout Composer
  ) -> ID? {
    var literals: [ID] = []
    var others: [ID] = []
    var isComplete = true
    // No literal fits a list input, so the first is reported for all.
    if case .list = input.type, let first = tests.first(where: { $0.test.isLiteral }) {
      _ = literal(first.node, input)
      return nil
    }
    for (test, node) in tests {
      switch test {
      case .literal:
        if let literal = literal(node, input) { literals.append(composer.literal(literal)) } else { isComplete = false }
      case .none where input.isOptional:
        // Reported once, for the whole cell.
        continue
      default:
        if let other = self.test(test, input, node, at: nil, &composer) {
          others.append(other)
        } else {
          isComplete = false
        }
      }
    }
    guard isComplete else { return nil }
    if !literals.isEmpty {
      let list = composer.add(.list(elements: literals, optionals: []))
      others.append(composer.call("@in", value(input, &composer), list))
    }
    guard var root = others.first else { return composer.literal(.bool(false)) }
    for other in others.dropFirst() { root = composer.call("_||_", root, other) }
    return root
  }
}

extension CellTest {
  /// True for `none` alone.
  fileprivate var isNone: Bool {
    if case .none = self { return true }
    return false
  }

  /// True for a plain value.
  fileprivate var isLiteral: Bool {
    if case .literal = self { return true }
    return false
  }

  /// True for a list that contains `none`.
  fileprivate var allowsAbsence: Bool {
    guard case .oneOf(let tests) = self else { return false }
    return tests.contains { $0.test.isNone }
  }
}

extension CELType {
  /// True for the types for which a cell may use `<`.
  var isComparable: Bool {
    switch self {
    case .int, .uint, .double, .decimal, .timestamp, .duration, .string, .dyn: true
    case .enumeration(let vocabulary): vocabulary.isOrdered
    default: false
    }
  }
}

extension Expression {
  /// A loop whose variable is called `it`.
  fileprivate var loopNamedIt: ID? {
    for (index, node) in nodes.enumerated() {
      if case .comprehension(let loop) = node.kind, loop.variable == "it" || loop.variable2 == "it" {
        return ID(truncatingIfNeeded: index)
      }
    }
    return nil
  }
}

extension Diagnostic {
  static func noOrder(_ sign: String, _ type: CELType, _ place: Place) -> Diagnostic {
    var fix: String?
    if case .enumeration(let vocabulary) = type {
      fix =
        "list the values it may have: `[…, …]`; or, where `\(vocabulary.name)` is declared, list its values, the least "
        + "first, and add `ordered: true`"
    }
    return Diagnostic(
      code: "rules/no-order",
      message: "`\(sign)` means nothing here: the input is \(type.described), which has no order",
      place: place, fix: fix)
  }

  static func noneNotOptional(_ input: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/none-not-optional", message: "`none` means absent, but `\(input)` is always there", place: place,
      fix: "write `\"-\"` for anything, or give the fact `optional: true`"
    ).caused(by: .alwaysThere(input.string))
  }

  /// The diagnostic about a cell in another notation.
  static func notACell(_ meant: CellSuggestion, _ place: Place) -> Diagnostic {
    Diagnostic(code: "rules/cell-syntax", message: meant.rule, place: place, fix: "write `\(meant.form)`")
  }

  /// The diagnostic about a cell whose expression yields a value instead of true or false.
  static func cellIsNoCondition(_ type: CELType, meant: String, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/cell-syntax",
      message: "the expression of a cell is its condition, and this is \(type.described)", place: place,
      fix: "did you mean \"\(meant)\"?")
  }

  static func quotedName(_ name: Text, _ place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/quoted-name", message: "in quotes this is the text `\(name)`, which is the same for everybody",
      place: place, fix: "did you mean `\(name)`, without the quotes in it?")
  }
}

// Literals and operands in cells.
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

  /// The cell that an invalid literal was probably meant to be, if it reads as an expression.
  private func meant(_ node: Node, _ input: Input) -> String? {
    guard let text = node.text,
      let expression = UnmarkedExpression.find(in: text, node, environment)
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

  /// The correct cell that `text` was meant to be, if it is written in another notation.
  func meantCell(_ text: Text, _ input: Input) -> CellSuggestion? {
    if input.type == .string { return nil }
    return CellSuggestion.find(in: text.string, isOrdered: input.type.isComparable) { part in
      let part = Text(part)
      return CellLiteral.value(of: part, as: input.type) != nil
        || NameProblem(part) == nil && environment.variable(part).map { $0.type == input.type } ?? false
    }
  }

  /// The range of `lower` and `upper` in the right order, if both are values and the first is the greater.
  func backwards(_ lower: CellOperand, _ upper: CellOperand, _ input: Input) -> CellSuggestion? {
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
    _ operand: CellOperand, _ input: Input, at offset: Int?, _ composer: inout Composer
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
    // A plain word that is neither a name nor a value of the input: both are suggested.
    if case .identifier(let name) = expression.kind(of: expression.root), environment.variable(name) == nil {
      diagnostics.append(.unknownWord(name, input.type, environment, operand.source.wholePlace))
      return nil
    }
    return composer.embed(expression, at: offset.map { $0 + operand.source.offset })
  }
}

extension CellOperand {
  /// True if the operand is a value of `type` or a correct expression.
  func isPlain(in environment: Environment, _ type: CELType) -> Bool {
    if CellLiteral.value(of: source.text, as: type) != nil { return true }
    guard let expression, diagnostics.isEmpty else { return false }
    return TypeChecker.check(expression, environment).typed?.type == type
  }
}

extension ExpressionSource {
  /// The place of the whole text.
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
    } else if [.int, .uint, .double, .decimal].contains(type) {
      fix = "compare with a number in digits, or with a parameter of the module"
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

  /// The diagnostic about a cell that is not a value of its input and reads as an expression.
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

/// Composes an expression from literals, operators, and expressions from different places: a cell and its input become one CEL expression,
/// so that a single type checker and evaluator suffice.
struct ExpressionComposer {
  private var nodes: [Expression.Node] = []
  private var macroCalls: [Expression.ID: Expression.MacroCall] = [:]
  private let source: ExpressionSource
  /// The source range for parts without their own text.
  private let range: SourceRange

  /// A composer for an expression written in `node`.
  init(node: Node) {
    let text = node.text ?? ""
    source = ExpressionSource(text: text, node: node)
    range = SourceRange(start: 0, end: UInt32(clamping: text.utf8.count))
  }

  mutating func add(_ kind: Expression.Kind) -> Expression.ID {
    nodes.append(Expression.Node(kind: kind, range: range))
    return Expression.ID(truncatingIfNeeded: nodes.count - 1)
  }

  mutating func literal(_ value: Value) -> Expression.ID { add(.literal(value)) }

  mutating func call(_ function: Text, _ arguments: Expression.ID..., on target: Expression.ID? = nil) -> Expression.ID
  {
    add(.call(function: function, target: target, arguments: arguments))
  }

  /// A copy of `part`.
  ///
  /// - Parameter offset: The offset of its text in this expression's text, or nil if it is written elsewhere.
  mutating func embed(_ part: Expression, at offset: Int?) -> Expression.ID {
    embed(part, at: offset, replacingInput: { _ in nil })
  }

  /// A copy of `part` in which the result of `input` replaces each `it`.
  mutating func embed(
    _ part: Expression, at offset: Int?, replacingInput input: (inout ExpressionComposer) -> Expression.ID?
  ) -> Expression.ID {
    var moved: [Expression.ID] = []
    moved.reserveCapacity(part.nodes.count)
    func new(_ id: Expression.ID) -> Expression.ID { moved[Int(id)] }
    for node in part.nodes {
      if case .identifier("it") = node.kind, let replacement = input(&self) {
        moved.append(replacement)
        continue
      }
      var copy = node
      copy.kind = node.kind.renumbered(new)
      if let offset {
        let shift = UInt32(clamping: offset)
        copy.range = SourceRange(start: node.range.start &+ shift, end: node.range.end &+ shift)
      } else {
        copy.range = range
      }
      nodes.append(copy)
      moved.append(Expression.ID(truncatingIfNeeded: nodes.count - 1))
    }
    for (id, call) in part.macroCalls {
      macroCalls[new(id)] = Expression.MacroCall(
        name: call.name, target: call.target.map(new), arguments: call.arguments.map(new))
    }
    return new(part.root)
  }

  /// The expression with the root `root`.
  func finish(_ root: Expression.ID) -> Expression {
    Expression(nodes: nodes, root: root, source: source, macroCalls: macroCalls)
  }
}
