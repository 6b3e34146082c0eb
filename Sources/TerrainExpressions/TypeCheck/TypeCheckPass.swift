import TerrainDocuments
import TerrainBase

/// One walk over one expression, with a stack of its own instead of recursion.
struct TypeCheckPass {
  enum Mode { case checking, resolving }

  /// What is still to be done; the last is next.
  private enum Step {
    case visit(Expression.ID)
    case finish(Expression.ID)
    case beginLoop(Expression.ID)
    case endVariables(Expression.ID)
    case endLoop(Expression.ID)
  }

  /// A loop's variable in scope.
  struct Local {
    var name: Text
    var loop: Expression.ID
    var role: TypedExpression.LoopVariable
    var type: CELType
  }

  let expression: Expression
  let environment: Environment
  let mode: Mode
  var types: [CELType]
  var references: [TypedExpression.Reference]
  var inference = TypeInference()
  var locals: [Local] = []
  var diagnostics: [Diagnostic] = []
  private var visited: [Bool]
  /// Loops around the current expression.
  private var loopDepth = 0
  private var steps: [Step] = []

  init(_ expression: Expression, _ environment: Environment, mode: Mode) {
    self.expression = expression
    self.environment = environment
    self.mode = mode
    let count = expression.nodes.count
    types = Array(repeating: .error, count: count)
    references = Array(repeating: .none, count: count)
    visited = Array(repeating: false, count: count)
  }

  mutating func run() {
    steps.reserveCapacity(32)
    steps.append(.visit(expression.root))
    while let step = steps.popLast() {
      switch step {
      case .visit(let id): visit(id)
      case .finish(let id): finish(id)
      case .beginLoop(let id): beginLoop(id)
      case .endVariables(let id): endVariables(id)
      case .endLoop(let id): endLoop(id)
      }
    }
  }

  /// Types with all solutions inserted.
  mutating func finish() -> (TypedExpression?, [Diagnostic]) {
    guard !diagnostics.contains(where: { $0.severity == .error }) else { return (nil, diagnostics) }
    if !inference.solutions.isEmpty {
      for index in types.indices { types[index] = inference.resolve(types[index], final: true) }
    }
    return (TypedExpression(expression: expression, types: types, references: references), diagnostics)
  }

  func node(_ id: Expression.ID) -> Expression.Node { expression.nodes[Int(id)] }

  func type(_ id: Expression.ID) -> CELType { types[Int(id)] }

  /// The type of `id` with the solutions so far.
  func resolvedType(_ id: Expression.ID) -> CELType {
    inference.solutions.isEmpty ? types[Int(id)] : inference.resolve(types[Int(id)])
  }

  // MARK: Down

  private mutating func visit(_ id: Expression.ID) {
    // A macro may use a node twice; it has one type.
    guard !visited[Int(id)] else { return }
    visited[Int(id)] = true
    switch expression.nodes[Int(id)].kind {
    case .literal(let value):
      types[Int(id)] = mode == .resolving ? .dyn : CELType(ofLiteral: value)
    case .identifier(let name):
      resolveIdentifier(id, name)
    case .select(let operand, _, let testOnly, let optional):
      if !testOnly, !optional, resolveQualified(id) { return }
      steps.append(.finish(id))
      steps.append(.visit(operand))
    case .call(let function, let target, let arguments):
      steps.append(.finish(id))
      guard let target, !resolveNamespaced(id, function, target) else {
        for argument in arguments.reversed() { steps.append(.visit(argument)) }
        return
      }
      if !isMistypedMacro(function, arguments) {
        for argument in arguments.reversed() { steps.append(.visit(argument)) }
      }
      if mode == .resolving || namespace(target) == nil { steps.append(.visit(target)) }
    case .list(let elements, _):
      steps.append(.finish(id))
      for element in elements.reversed() { steps.append(.visit(element)) }
    case .map(let entries):
      steps.append(.finish(id))
      for entry in entries.reversed() {
        steps.append(.visit(entry.value))
        steps.append(.visit(entry.key))
      }
    case .message(_, let fields):
      steps.append(.finish(id))
      for field in fields.reversed() { steps.append(.visit(field.value)) }
    case .comprehension(let loop):
      steps.append(.endLoop(id))
      steps.append(.visit(loop.result))
      steps.append(.endVariables(id))
      steps.append(.visit(loop.step))
      steps.append(.visit(loop.condition))
      steps.append(.beginLoop(id))
      steps.append(.visit(loop.initial))
      steps.append(.visit(loop.range))
    }
  }

  // MARK: Up

  private mutating func finish(_ id: Expression.ID) {
    switch expression.nodes[Int(id)].kind {
    case .select(let operand, let field, let testOnly, let optional):
      types[Int(id)] = select(id, operand, field, testOnly: testOnly, optional: optional)
    case .call(let function, let target, let arguments):
      types[Int(id)] = call(id, function, target, arguments)
    case .list(let elements, let optionals): types[Int(id)] = list(elements, optionals)
    case .map(let entries): types[Int(id)] = map(entries)
    case .message(let type, _):
      report(.noSuchMessage(type, at: place(id)))
    default: break
    }
  }

  // MARK: Loops

  private func loop(_ id: Expression.ID) -> Expression.Comprehension? {
    if case .comprehension(let loop) = expression.nodes[Int(id)].kind { return loop }
    return nil
  }

  private mutating func beginLoop(_ id: Expression.ID) {
    guard let loop = loop(id) else { return }
    if isLoop(loop) {
      loopDepth += 1
      if loopDepth == TypeChecker.maximumLoopDepth + 1 {
        diagnostics.append(.loopsNested(limit: TypeChecker.maximumLoopDepth, at: place(id)))
      }
    }
    var first: CELType = .dyn
    var second: CELType = .dyn
    let range = resolvedType(loop.range)
    if mode == .checking {
      switch range {
      case .list(let element): (first, second) = loop.variable2 == nil ? (element, .dyn) : (.int, element)
      case .map(let key, let value): (first, second) = (key, value)
      case .dyn: break
      case .error: (first, second) = (.error, .error)
      case .variable:
        first = inference.makeVariable()
        if loop.variable2 == nil { _ = inference.assign(range, to: .list(first)) }
      default:
        report(.notIterable(range, at: place(loop.range)))
        (first, second) = (.error, .error)
      }
    }
    locals.append(Local(name: loop.accumulator, loop: id, role: .accumulator, type: type(loop.initial)))
    locals.append(Local(name: loop.variable, loop: id, role: .first, type: first))
    if let name = loop.variable2 { locals.append(Local(name: name, loop: id, role: .second, type: second)) }
  }

  /// `cel.bind` and `optMap` only look like loops.
  private func isLoop(_ loop: Expression.Comprehension) -> Bool {
    if case .literal(.bool(false)) = expression.nodes[Int(loop.condition)].kind { return false }
    return true
  }

  private mutating func endVariables(_ id: Expression.ID) {
    guard let loop = loop(id) else { return }
    if isLoop(loop) { loopDepth -= 1 }
    locals.removeLast(loop.variable2 == nil ? 1 : 2)
    guard mode == .checking else { return }
    let condition = resolvedType(loop.condition)
    if !inference.assign(condition, to: .bool) { report(.notACondition(condition, at: place(loop.condition))) }
    guard let accumulator = locals.last else { return }
    // What the loop makes of its accumulator must still be one: this is also where an empty list learns its type.
    if !inference.assign(type(loop.step), to: accumulator.type) {
      reportStep(loop, actual: resolvedType(loop.step), expected: inference.resolve(accumulator.type))
    }
  }

  private mutating func endLoop(_ id: Expression.ID) {
    guard let loop = loop(id) else { return }
    locals.removeLast()
    types[Int(id)] = mode == .resolving ? .dyn : type(loop.result)
  }

  /// In terms of the macro an author wrote, not of the loop it became.
  private mutating func reportStep(_ loop: Expression.Comprehension, actual: CELType, expected: CELType) {
    guard !actual.isDynamic else { return }
    report(.loopStep(macro: loop.macro, actual: actual, expected: expected, at: place(loop.step)))
  }

  // MARK: Diagnostics

  func place(_ id: Expression.ID) -> Place { expression.source.place(of: expression.nodes[Int(id)].range) }

  mutating func report(_ diagnostic: Diagnostic) {
    // An expression of many mistakes gets a limited number of diagnostics.
    if mode == .checking, diagnostics.count < TypeCheckPass.maximumDiagnostics { diagnostics.append(diagnostic) }
  }

  static let maximumDiagnostics = 50
}

extension CELType {
  /// The type of a literal.
  init(ofLiteral value: Value) {
    switch value {
    case .null: self = .null
    case .bool: self = .bool
    case .int: self = .int
    case .uint: self = .uint
    case .double: self = .double
    case .decimal: self = .decimal
    case .string: self = .string
    case .bytes: self = .bytes
    case .timestamp: self = .timestamp
    case .duration: self = .duration
    case .list: self = .list(.dyn)
    case .map: self = .map(key: .dyn, value: .dyn)
    case .type: self = .type(.dyn)
    case .optional: self = .optional(.dyn)
    }
  }
}

extension Diagnostic {
  static func didYouMean(_ suggestion: String?) -> String? { suggestion.map { "did you mean `\($0)`?" } }

  static func noSuchMessage(_ type: Text, at place: Place) -> Diagnostic {
    expression(
      "expressions/unknown-type", "`\(type){…}` makes a message, and there are none here", place,
      fix: "write a map: `{\"name\": value}`")
  }

  static func notACondition(_ type: CELType, at place: Place) -> Diagnostic {
    expression(
      "expressions/not-a-condition", "a condition is true or false; this is `\(type)`", place,
      fix: "compare it with something")
  }

  static func notIterable(_ type: CELType, at place: Place) -> Diagnostic {
    expression("expressions/not-iterable", "only lists and maps can be gone through; this is `\(type)`", place)
  }

  static func loopsNested(limit: Int, at place: Place) -> Diagnostic {
    expression(
      "expressions/loops-nested",
      "more than \(limit) loops are nested here; the limit is `comprehension-depth`",
      place,
      fix: "make decisions of the inner ones")
  }

  static func loopStep(macro: Text, actual: CELType, expected: CELType, at place: Place) -> Diagnostic {
    expression("expressions/loop-type", "inside `\(macro)`, `\(expected)` is wanted; this is `\(actual)`", place)
  }
}
