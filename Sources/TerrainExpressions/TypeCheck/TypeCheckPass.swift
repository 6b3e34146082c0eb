import TerrainBase
import TerrainDocuments

/// One traversal of one expression, with an explicit stack instead of recursion.
struct TypeCheckPass {
  enum Mode { case checking, resolving }

  /// The remaining steps; the last is executed next.
  private enum Step {
    case visit(Expression.ID)
    case finish(Expression.ID)
    case beginLoop(Expression.ID)
    case endVariables(Expression.ID)
    case endLoop(Expression.ID)
  }

  /// A loop variable in scope.
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
  /// The number of loops around the current expression.
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

  /// Returns the typed expression with all solutions inserted, and the diagnostics.
  mutating func finish() -> (TypedExpression?, [Diagnostic]) {
    guard !diagnostics.contains(where: { $0.severity == .error }) else { return (nil, diagnostics) }
    if !inference.solutions.isEmpty {
      for index in types.indices { types[index] = inference.resolve(types[index], final: true) }
    }
    return (TypedExpression(expression: expression, types: types, references: references), diagnostics)
  }

  func node(_ id: Expression.ID) -> Expression.Node { expression.nodes[Int(id)] }

  func type(_ id: Expression.ID) -> CELType { types[Int(id)] }

  /// The type of `id`, resolved with the solutions found until now.
  func resolvedType(_ id: Expression.ID) -> CELType {
    inference.solutions.isEmpty ? types[Int(id)] : inference.resolve(types[Int(id)])
  }

  // MARK: Down

  private mutating func visit(_ id: Expression.ID) {
    // A macro may use a node several times; its type is determined once.
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
    // The new value of the loop's accumulator must be of its type. An empty list learns its type here, too.
    if !inference.assign(type(loop.step), to: accumulator.type) {
      reportStep(loop, actual: resolvedType(loop.step), expected: inference.resolve(accumulator.type))
    }
  }

  private mutating func endLoop(_ id: Expression.ID) {
    guard let loop = loop(id) else { return }
    locals.removeLast()
    types[Int(id)] = mode == .resolving ? .dyn : type(loop.result)
  }

  /// Reports in terms of the macro that the author wrote, not of its loop.
  private mutating func reportStep(_ loop: Expression.Comprehension, actual: CELType, expected: CELType) {
    guard !actual.isDynamic else { return }
    report(.loopStep(macro: loop.macro, actual: actual, expected: expected, at: place(loop.step)))
  }

  // MARK: Diagnostics

  func place(_ id: Expression.ID) -> Place { expression.source.place(of: expression.nodes[Int(id)].range) }

  mutating func report(_ diagnostic: Diagnostic) {
    // The number of diagnostics for an expression is limited.
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

extension TypeCheckPass {
  mutating func resolveIdentifier(_ id: Expression.ID, _ name: Text) {
    if let local = local(name) {
      references[Int(id)] = .local(loop: local.loop, local.role)
      types[Int(id)] = mode == .resolving ? .dyn : local.type
      return
    }
    if resolve(id, asName: name) { return }
    types[Int(id)] = mode == .resolving ? .dyn : .error
    report(.unknownName(name, suggestion: suggestion(for: name), at: place(id)))
  }

  /// The innermost loop variable called `name`; nil for `.name`.
  private func local(_ name: Text) -> Local? {
    guard !locals.isEmpty else { return nil }
    return locals.last { $0.name == name }
  }

  /// A whole chain of selections may be one name. The longest is tried first, because the traversal begins at the outermost selection.
  mutating func resolveQualified(_ id: Expression.ID) -> Bool {
    guard environment.hasDottedNames || !environment.container.isEmpty || startsWithTypeNamespace(id) else {
      return false
    }
    guard let name = freeQualifiedName(id) else { return false }
    return resolve(id, asName: name)
  }

  private func startsWithTypeNamespace(_ id: Expression.ID) -> Bool {
    base(of: id).map { $0 == "google" || $0 == ".google" } ?? false
  }

  /// The identifier at the beginning of a chain of selections.
  private func base(of id: Expression.ID) -> Text? {
    var current = id
    while true {
      switch expression.nodes[Int(current)].kind {
      case .identifier(let name): return name
      case .select(let operand, _, false, false): current = operand
      default: return nil
      }
    }
  }

  /// The dotted name at `id`, unless it begins with a loop variable.
  private func freeQualifiedName(_ id: Expression.ID) -> Text? {
    guard let base = base(of: id), local(base) == nil else { return nil }
    return expression.qualifiedName(of: id)
  }

  private mutating func resolve(_ id: Expression.ID, asName name: Text) -> Bool {
    for candidate in environment.candidates(for: name) {
      if let variable = environment.variable(candidate) {
        references[Int(id)] = .variable(variable)
        types[Int(id)] = mode == .resolving ? .dyn : variable.type
        return true
      }
      if let type = CELType(named: candidate) {
        references[Int(id)] = .constant(.type(candidate))
        types[Int(id)] = mode == .resolving ? .dyn : .type(type)
        return true
      }
    }
    return false
  }

  /// `a.b.f(x)` may be a call of the function `a.b.f` instead of a call of `f` on the value `a.b`.
  mutating func resolveNamespaced(_ id: Expression.ID, _ function: Text, _ target: Expression.ID) -> Bool {
    guard let prefix = freeQualifiedName(target) else { return false }
    for candidate in environment.candidates(for: Text("\(prefix.string).\(function.string)")) {
      if let group = environment.group(candidate) {
        references[Int(id)] = .function(OverloadSet(group, first: 0), namespaced: true)
        return true
      }
    }
    return false
  }

  private func suggestion(for name: Text) -> String? {
    let visible = locals.reversed().filter { $0.name.utf8.first != UInt8(ascii: "@") }.map { $0.name.string }
    // Values of an enum are texts and need quotes.
    let values = environment.variableNames.flatMap { environment.variable($0)?.type.values ?? [] }
    if values.contains(name) { return "'\(name)'" }
    return Suggestion.nearest(to: name.string, among: visible + environment.variableNames.map { $0.string })
      ?? Suggestion.nearest(to: name.string, among: values.map { $0.string }).map { "'\($0)'" }
  }
}

extension CELType {
  /// The values of the enum of this type, or of the enum that it contains.
  fileprivate var values: [Text] {
    switch self {
    case .enumeration(let vocabulary): vocabulary.cases
    case .optional(let of), .list(let of): of.values
    default: []
    }
  }

  /// The type that a type's name denotes.
  init?(named name: Text) {
    switch name.string {
    case "bool": self = .bool
    case "int": self = .int
    case "uint": self = .uint
    case "double": self = .double
    case "decimal": self = .decimal
    case "string": self = .string
    case "bytes": self = .bytes
    case "list": self = .list(.dyn)
    case "map": self = .map(key: .dyn, value: .dyn)
    case "null_type": self = .null
    case "type": self = .type(.dyn)
    case "dyn": self = .dyn
    case "optional_type": self = .optional(.dyn)
    case "google.protobuf.Timestamp": self = .timestamp
    case "google.protobuf.Duration": self = .duration
    default: return nil
    }
  }
}

extension Diagnostic {
  /// The code for an undefined name.
  package static let unknownNameCode = "expressions/unknown-name"

  static func unknownName(_ name: Text, suggestion: String?, at place: Place) -> Diagnostic {
    expression("expressions/unknown-name", "there is no `\(name)` here", place, fix: didYouMean(suggestion)).caused(
      by: .name(name))
  }
}

extension TypeCheckPass {
  mutating func call(
    _ id: Expression.ID, _ function: Text, _ target: Expression.ID?, _ arguments: [Expression.ID]
  ) -> CELType {
    var group: FunctionGroup?
    var isMember = target != nil
    var operands = arguments
    if case .function(let set, _) = references[Int(id)] {
      group = set.group
      isMember = false
    } else {
      if mode == .checking, let namespace = target.flatMap({ namespace($0) }) {
        reportUnknownFunction(id, function, isMember: true, namespace: namespace)
        return .error
      }
      if let target { operands.insert(target, at: 0) }
      if let special = logic(id, function, isMember, operands) { return special }
      for candidate in environment.candidates(for: function) {
        group = environment.group(candidate)
        if group != nil { break }
      }
    }
    guard let group else {
      if mode == .resolving { return .dyn }
      reportUnknownFunction(id, function, isMember: isMember, namespace: nil)
      return .error
    }
    let namespaced = target != nil && !isMember
    if mode == .resolving {
      resolveByCount(id, group, operands.count, isMember: isMember, namespaced: namespaced)
      return .dyn
    }
    return choose(id, group, operands, isMember: isMember, namespaced: namespaced)
  }

  // MARK: Logic

  /// `&&`, `||`, `!`, and `?:` accept only conditions; the diagnostic about another operand says so.
  private mutating func logic(
    _ id: Expression.ID, _ function: Text, _ isMember: Bool, _ operands: [Expression.ID]
  ) -> CELType? {
    guard !isMember, LogicOperator(function: function) != nil else { return nil }
    guard mode == .checking else { return .dyn }
    if function == "_?_:_", operands.count == 3 {
      condition(operands[0])
      let (a, b) = (resolvedType(operands[1]), resolvedType(operands[2]))
      if a == .error || b == .error { return .error }
      if let joined = inference.join(a, b) { return joined }
      report(
        .choiceTypes(a, b, fix: literalFix(operands[2], a) ?? literalFix(operands[1], b), at: focus(id)))
      return .error
    }
    for operand in operands { condition(operand) }
    return .bool
  }

  private mutating func condition(_ id: Expression.ID) {
    let actual = resolvedType(id)
    if case .bool = actual { return }
    if case .optional(.bool) = actual { return report(.bareOptional(written(id), wrapped: .bool, at: place(id))) }
    if !inference.assign(actual, to: .bool) { report(.notACondition(actual, at: place(id))) }
  }

  // MARK: Overloads

  /// All overloads with the right number of arguments: the overload is chosen at run time.
  private mutating func resolveByCount(
    _ id: Expression.ID, _ group: FunctionGroup, _ count: Int, isMember: Bool, namespaced: Bool
  ) {
    let fitting = group.overloads.indices.filter {
      group.overloads[$0].isMember == isMember && group.overloads[$0].parameters.count == count
    }
    guard let first = fitting.first else {
      references[Int(id)] = .none
      return
    }
    references[Int(id)] = .function(
      OverloadSet(group, first: first, others: Array(fitting.dropFirst())), namespaced: namespaced)
  }

  private mutating func choose(
    _ id: Expression.ID, _ group: FunctionGroup, _ operands: [Expression.ID], isMember: Bool, namespaced: Bool
  ) -> CELType {
    if let index = plainMatch(group, operands, isMember: isMember) {
      references[Int(id)] = .function(OverloadSet(group, first: index), namespaced: namespaced)
      return group.overloads[index].result
    }
    let argumentTypes = operands.map { resolvedType($0) }
    if argumentTypes.contains(.error) { return .error }
    let isUnknown = argumentTypes.contains(where: { $0.isUnknown })
    var first: Int?
    var others: [Int] = []
    var result: CELType = .dyn
    for (index, overload) in group.overloads.enumerated()
    where overload.isMember == isMember && overload.parameters.count == operands.count {
      var variables: [(name: Text, variable: CELType)] = []
      var parameters: [CELType] = []
      for parameter in overload.parameters { parameters.append(inference.instantiate(parameter, &variables)) }
      guard inference.assign(argumentTypes, to: parameters) else { continue }
      let instantiated = inference.instantiate(overload.result, &variables)
      let type = inference.resolve(instantiated)
      if first == nil {
        first = index
        result = type
      } else {
        others.append(index)
        if result != .dyn, result != type { result = isUnknown ? .error : .dyn }
      }
    }
    guard let first else {
      reportNoOverload(id, group, operands, argumentTypes, isMember: isMember)
      return .error
    }
    references[Int(id)] = .function(OverloadSet(group, first: first, others: others), namespaced: namespaced)
    checkVocabularies(id, group.name, operands)
    checkOrder(id, group.name, operands)
    return result
  }

  /// The overload whose parameters are exactly these plain types. It is the only possible one, and nothing needs to be inferred.
  private func plainMatch(_ group: FunctionGroup, _ operands: [Expression.ID], isMember: Bool) -> Int? {
    for operand in operands where !types[Int(operand)].isPlain { return nil }
    for (index, overload) in group.overloads.enumerated()
    where group.isPlain[index] && overload.isMember == isMember && overload.parameters.count == operands.count {
      var matches = true
      for (parameter, operand) in zip(overload.parameters, operands)
      where !parameter.isSamePlain(as: types[Int(operand)]) {
        matches = false
        break
      }
      if matches { return index }
    }
    return nil
  }

  // MARK: Vocabularies

  /// A value that is compared with a member of a closed vocabulary must be able to be a member.
  private mutating func checkVocabularies(_ id: Expression.ID, _ function: Text, _ operands: [Expression.ID]) {
    guard operands.count == 2 else { return }
    let (a, b) = (type(operands[0]), type(operands[1]))
    guard a.vocabulary != nil || b.vocabulary != nil || b.keyVocabulary != nil else { return }
    let compares = function == "_==_" || function == "_!=_"
    guard compares || function == "@in" || function.string.hasPrefix("sets.") else { return }
    switch (a.vocabulary, b.vocabulary ?? b.keyVocabulary) {
    case (.some, .some): break
    case (let x?, nil): coerceLiterals(operands[1], to: x)
    case (nil, let y?): coerceLiterals(operands[0], to: y)
    case (nil, nil): break
    }
  }

  private mutating func coerceLiterals(_ id: Expression.ID, to vocabulary: EnumerationType) {
    switch node(id).kind {
    case .literal(.string): coerce(id, to: vocabulary)
    case .list(let elements, let optionals) where optionals.isEmpty:
      let literals = elements.filter {
        if case .literal(.string) = node($0).kind { return true }
        return false
      }
      for literal in literals { coerce(literal, to: vocabulary) }
      if literals.count == elements.count, !elements.isEmpty { types[Int(id)] = .list(.enumeration(vocabulary)) }
    default: break
    }
  }
}

/// The operators with conditions as operands, which they may not all evaluate.
enum LogicOperator {
  case and, or, not, choice, notStrictlyFalse

  init?(function: Text) {
    switch function.string {
    case "_&&_": self = .and
    case "_||_": self = .or
    case "!_": self = .not
    case "_?_:_": self = .choice
    case "@not_strictly_false": self = .notStrictlyFalse
    default: return nil
    }
  }
}

extension CELType {
  fileprivate var keyVocabulary: EnumerationType? {
    if case .map(.enumeration(let type), _) = self { return type }
    return nil
  }

  /// Equality of two plain types.
  fileprivate func isSamePlain(as other: CELType) -> Bool {
    switch (self, other) {
    case (.bool, .bool), (.int, .int), (.uint, .uint), (.double, .double), (.decimal, .decimal), (.string, .string),
      (.bytes, .bytes):
      true
    default: false
    }
  }
}

extension Diagnostic {
  static func choiceTypes(_ a: CELType, _ b: CELType, fix: String?, at place: Place) -> Diagnostic {
    expression(
      "expressions/choice-types", "both answers of `?:` must have one type; these are `\(a)` and `\(b)`", place,
      fix: fix)
  }
}

// The order of a closed vocabulary's members. The type system accepts members as texts, which have another order.
extension TypeCheckPass {
  /// Values that are compared, stepped through, or sorted as members of a vocabulary must belong to an ordered vocabulary.
  mutating func checkOrder(_ id: Expression.ID, _ function: Text, _ operands: [Expression.ID]) {
    switch function.string {
    case "_<_", "_<=_", "_>_", "_>=_": checkComparison(id, function, operands)
    case "next", "previous", "position": checkMember(id, function, operands)
    case "min", "max", "sort", "@sortByAssociatedKeys":
      guard let type = operands.last.map({ resolvedType($0) }), case .list(.enumeration(let vocabulary)) = type,
        vocabulary.isOrdered
      else { return }
      report(.sortedAsTexts(function == "@sortByAssociatedKeys" ? "sortBy" : function, vocabulary, at: focus(id)))
    default: break
    }
  }

  private mutating func checkComparison(_ id: Expression.ID, _ function: Text, _ operands: [Expression.ID]) {
    let vocabularies = operands.compactMap { resolvedType($0).comparedVocabulary }
    guard let vocabulary = vocabularies.first(where: { $0.isOrdered }) ?? vocabularies.first else {
      return checkImpliedOrder(id, operands)
    }
    guard vocabulary.isOrdered else {
      return report(.noOrder(BinaryOperator(function: function)?.sign ?? function.string, vocabulary, at: focus(id)))
    }
    for operand in operands {
      guard let other = resolvedType(operand).comparedVocabulary, other.isOrdered else {
        coerce(operand, to: vocabulary)
        continue
      }
      if other != vocabulary {
        report(
          .wrongType(
            actual: .enumeration(other), expected: .enumeration(vocabulary), fix: nil, at: place(operand)))
      }
    }
  }

  /// If only a literal shows the type of a comparison, and it is a value of an ordered enum, that enum's order applies.
  private mutating func checkImpliedOrder(_ id: Expression.ID, _ operands: [Expression.ID]) {
    for operand in operands {
      guard case .literal(.string(let text)) = node(operand).kind else { continue }
      let orders = environment.impliedOrders.filter { $0.code(of: text) != nil }
      if orders.count > 1 { return report(.severalOrders(text, orders, at: focus(id))) }
      if let order = orders.first { return types[Int(operand)] = .enumeration(order) }
    }
  }

  private mutating func checkMember(_ id: Expression.ID, _ function: Text, _ operands: [Expression.ID]) {
    guard let operand = operands.first else { return }
    switch resolvedType(operand) {
    case .enumeration(let vocabulary):
      if !vocabulary.isOrdered { report(.noOrder(function.string, vocabulary, at: focus(id))) }
    case .error: break
    case let type: report(.noMember(function, type, at: focus(id)))
    }
  }
}

extension Diagnostic {
  static func noOrder(_ sign: String, _ vocabulary: EnumerationType, at place: Place) -> Diagnostic {
    expression(
      "expressions/no-order", "`\(sign)` needs an order, and the values of `\(vocabulary.name)` have none", place,
      fix: "where `\(vocabulary.name)` is declared, list its values, the least first, and add `ordered: true`")
  }

  static func severalOrders(_ text: Text, _ orders: [EnumerationType], at place: Place) -> Diagnostic {
    expression(
      "expressions/no-order",
      "`\(text)` is a value of several ordered enums, and the type of what it is compared with is unknown: "
        + orders.map { "`\($0.name)`" }.joined(separator: ", "), place,
      fix: "list the values that are meant: `x in ['a', 'b']`")
  }

  static func noMember(_ function: Text, _ type: CELType, at place: Place) -> Diagnostic {
    expression(
      "expressions/no-order", "`\(function)` is called on a value of an ordered enum, and this is `\(type)`", place)
  }

  static func sortedAsTexts(_ function: Text, _ vocabulary: EnumerationType, at place: Place) -> Diagnostic {
    expression(
      "expressions/no-order", "`\(function)` takes the values of `\(vocabulary.name)` as texts, not in their order",
      place, fix: "compare two values with `<` or `>`")
  }
}
