import TerrainBase
import TerrainDocuments
import TerrainSchemas

/// Writes the instructions of one typed expression.
///
/// The recursion is as deep as the expression, which ``Planner/maximumDepth`` limits. Chains on the left side of operators (`a + b + c`,
/// `x.f.g`) are planned without recursion, because they can be long.
struct Planner {
  typealias ID = Expression.ID

  /// The limit `expression-depth` for the planner: slightly higher than the parser's.
  static let maximumDepth = 600

  let typed: TypedExpression
  let assembly: Assembly
  /// The number of the expression in traces and among origins.
  let number: Int32
  var locals: [(loop: ID, role: TypedExpression.LoopVariable, operand: Operand)] = []
  let canFail: [Bool]

  init(_ typed: TypedExpression, _ assembly: Assembly) {
    self.typed = typed
    self.assembly = assembly
    number = Int32(truncatingIfNeeded: assembly.expressions.count)
    assembly.expressions.append(typed)
    canFail = Planner.findFailing(typed, assembly.slots)
  }

  /// True if the nesting of the expression is within the limit; otherwise reports a diagnostic.
  static func fitsDepth(_ typed: TypedExpression, _ assembly: Assembly) -> Bool {
    var heights = [Int32](repeating: 0, count: typed.expression.nodes.count)
    for index in typed.expression.nodes.indices {
      var height: Int32 = 0
      typed.expression.forEachChild(of: ID(index)) { height = max(height, heights[Int($0)] + 1) }
      heights[index] = height
    }
    if heights[Int(typed.expression.root)] <= maximumDepth { return true }
    let place = typed.expression.source.place(of: typed.expression.nodes[Int(typed.expression.root)].range)
    assembly.diagnostics.append(.planTooDeep(limit: maximumDepth, at: place))
    return false
  }

  // MARK: Nodes

  func kind(_ id: ID) -> Expression.Kind { typed.expression.nodes[Int(id)].kind }

  func type(_ id: ID) -> CELType { typed.types[Int(id)] }

  func reference(_ id: ID) -> TypedExpression.Reference { typed.references[Int(id)] }

  /// Attributes errors in the instructions emitted from now on to `id`.
  func mark(_ id: ID) { assembly.setOrigin(.node(expression: number, id)) }

  /// The value of a node in the form that is cheapest to compute.
  mutating func value(_ id: ID) -> Operand {
    switch reference(id) {
    case .variable(let variable): return self.variable(variable, id)
    case .constant(let value): return .constant(value)
    case .local(let loop, let role): return local(loop, role)
    case .none, .function: break
    }
    switch kind(id) {
    case .literal(let value): return .constant(value)
    case .identifier(let name): return failing(.unknownName, EvaluationMessage.unknownName(name), id)
    case .select(let operand, let field, let testOnly, let optional):
      return select(id, operand, field, testOnly: testOnly, optional: optional)
    case .call(let function, let target, let arguments): return call(id, function, target, arguments)
    case .list(let elements, let optionals): return list(id, elements, optionals)
    case .map(let entries): return map(id, entries)
    case .message(let name, _): return failing(.noSuchOverload, EvaluationMessage.noMessages(name), id)
    case .comprehension(let loop): return comprehension(id, loop)
    }
  }

  /// Code that always fails, in place of a missing value.
  func failing(_ code: FunctionFailure.Code, _ message: String, _ id: ID) -> Operand {
    mark(id)
    assembly.emit(.fail, b: assembly.failure(code, message))
    return .constant(.null)
  }

  private mutating func variable(_ variable: Environment.Variable, _ id: ID) -> Operand {
    switch variable.binding {
    case .constant(let value): return .constant(value)
    case .unbound: return failing(.unknownName, EvaluationMessage.withoutValue(variable.name), id)
    case .slot(let slot): return self.slot(slot, id)
    }
  }

  func local(_ loop: ID, _ role: TypedExpression.LoopVariable) -> Operand {
    locals.last { $0.loop == loop && $0.role == role }?.operand ?? .constant(.null)
  }

  // MARK: Facts and decisions

  mutating func slot(_ slot: Slot, _ id: ID) -> Operand {
    assembly.mention(slot.index)
    let entry = assembly.slots[slot]
    guard entry.role == .decision else { return fact(FactKey(slot: slot.index), entry.type) }
    mark(id)
    assembly.emit(.ensure, b: slot.index)
    return assembly.result(of: slot)
  }

  func fact(_ key: FactKey, _ type: CELType) -> Operand {
    if let kind = type.scalarKind {
      return .scalar(Scalar(kind: kind, register: assembly.factScalar(key), vocabulary: type.scalarVocabulary))
    }
    if case .optional(let wrapped) = type, let kind = wrapped.scalarKind {
      let scalar = Scalar(kind: kind, register: assembly.factScalar(key), vocabulary: wrapped.scalarVocabulary)
      return .optional(flag: assembly.factFlag(key), scalar, slot: key)
    }
    return .boxed(assembly.factBoxed(key))
  }

  /// The fact, or the field of a fact, that a node denotes, and its type.
  func factKey(_ id: ID) -> (key: FactKey, type: CELType)? {
    if case .variable(let variable) = reference(id), case .slot(let slot) = variable.binding {
      let entry = assembly.slots[slot]
      return entry.role == .decision ? nil : (FactKey(slot: slot.index), entry.type)
    }
    if case .select(let operand, let field, false, false) = kind(id), let whole = factKey(operand),
      whole.key.field < 0, case .record(let record) = whole.type, let index = record.index(of: field)
    {
      return (FactKey(slot: whole.key.slot, field: Int32(truncatingIfNeeded: index)), record.fields[index].type)
    }
    return nil
  }

  private mutating func select(
    _ id: ID, _ operand: ID, _ field: Text, testOnly: Bool, optional: Bool
  ) -> Operand {
    if !testOnly, !optional, let (key, type) = factKey(id) {
      assembly.mention(key.slot)
      return fact(key, type)
    }
    if testOnly, let (key, type) = factKey(operand), key.field < 0, case .record(let record) = type,
      let index = record.index(of: field)
    {
      assembly.mention(key.slot)
      let fieldKey = FactKey(slot: key.slot, field: Int32(truncatingIfNeeded: index))
      guard case .optional = record.fields[index].type else { return .constant(.bool(true)) }
      return .scalar(Scalar(kind: .bool, register: assembly.factFlag(fieldKey)))
    }
    let inner = boxed(value(operand))
    mark(id)
    // A record's optional field is an optional, which is absent if the field is missing.
    var isOptionalField = false
    if case .record(let record) = self.type(operand), let index = record.index(of: field), !testOnly,
      case .optional = record.fields[index].type
    {
      isOptionalField = true
    }
    let flags: UInt8 = (testOnly ? SelectFlags.test : 0) | (optional || isOptionalField ? SelectFlags.optional : 0)
    let result = assembly.registers.temporaryBoxed()
    assembly.emit(.select, flags: flags, a: result, b: inner, assembly.text(field))
    return unboxedResult(result, testOnly ? .bool : type(id), id)
  }

  // MARK: Places for values

  /// A computed value in a boxed register, unboxed if its type allows it.
  mutating func unboxedResult(_ register: Int32, _ type: CELType, _ id: ID) -> Operand {
    // An enum's value stays a string until its code is needed.
    guard let kind = type.scalarKind, kind != .code else { return .boxed(register) }
    let scalar = assembly.registers.temporaryScalar()
    assembly.emit(.unbox, flags: kind.rawValue, a: scalar, b: register, -1)
    return .scalar(Scalar(kind: kind, register: scalar))
  }

  /// A boxed register that holds the operand.
  func boxed(_ operand: Operand) -> Int32 {
    switch operand {
    case .boxed(let register): return register
    case .constant(let value): return assembly.constantRegister(value)
    case .scalar(let scalar):
      let register = assembly.registers.temporaryBoxed()
      assembly.emit(
        .box, flags: scalar.kind.rawValue, a: register, b: scalar.register, assembly.vocabulary(scalar.vocabulary))
      return register
    case .optional(_, _, let key): return assembly.factBoxed(key)
    }
  }

  /// An unboxed register that holds the operand as a value of `type`. Fails at run time if the value is of another type.
  func scalar(_ operand: Operand, _ kind: ScalarKind, _ vocabulary: EnumerationType? = nil) -> Scalar {
    switch operand {
    case .scalar(let scalar)
    where scalar.kind == kind && (kind != .code || scalar.vocabulary == vocabulary):
      return scalar
    case .constant(let value):
      if let bits = value.bits(kind, vocabulary) {
        return Scalar(kind: kind, register: assembly.constantRegister(bits), vocabulary: vocabulary)
      }
    default: break
    }
    let source = boxed(operand)
    let register = assembly.registers.temporaryScalar()
    assembly.emit(.unbox, flags: kind.rawValue, a: register, b: source, assembly.vocabulary(vocabulary))
    return Scalar(kind: kind, register: register, vocabulary: vocabulary)
  }

  /// Puts the operand into a register.
  func store(_ operand: Operand, into register: BytecodeBuilder.Register) {
    if let kind = register.type.scalarKind {
      let vocabulary = register.type.scalarVocabulary
      if case .constant(let value) = operand, let bits = value.bits(kind, vocabulary) {
        assembly.emit(.loadConstant, a: register.index, c: bits)
        return
      }
      let source = scalar(operand, kind, vocabulary)
      if source.register != register.index { assembly.emit(.move, a: register.index, b: source.register) }
    } else {
      let source = boxed(operand)
      if source != register.index { assembly.emit(.moveValue, a: register.index, b: source) }
    }
  }
}

extension Diagnostic {
  static func planTooDeep(limit: Int, at place: Place) -> Diagnostic {
    Diagnostic(
      code: "expressions/too-deep", severity: .error,
      message: "this expression has more than \(limit) operations one upon another; the limit is `expression-depth`",
      place: place, fix: "split it into several decisions")
  }
}

extension EvaluationMessage {
  static func unknownName(_ name: Text) -> String { "there is no `\(name)` here" }

  static func withoutValue(_ name: Text) -> String { "`\(name)` has a type but was given no value" }

  static func noMessages(_ name: Text) -> String { "`\(name){…}` makes a message, and there are none here" }
}

extension Planner {
  /// For each node, true if evaluating it may fail. Operands that cannot fail need no error handling in `&&` and `||`.
  static func findFailing(_ typed: TypedExpression, _ slots: SlotTable) -> [Bool] {
    var result = [Bool](repeating: false, count: typed.expression.nodes.count)
    for index in typed.expression.nodes.indices {
      let id = ID(index)
      var fails = mayFailItself(id, typed, slots)
      if !fails { typed.expression.forEachChild(of: id) { fails = fails || result[Int($0)] } }
      result[index] = fails
    }
    return result
  }

  private static func mayFailItself(_ id: ID, _ typed: TypedExpression, _ slots: SlotTable) -> Bool {
    switch typed.references[Int(id)] {
    case .variable(let variable):
      switch variable.binding {
      case .slot(let slot): return slots[slot].role == .decision
      case .constant: return false
      case .unbound: return true
      }
    case .constant, .local: return false
    case .none, .function: break
    }
    switch typed.expression.nodes[Int(id)].kind {
    case .literal: return false
    case .identifier, .select, .message, .map: return true
    case .comprehension(let loop):
      // The declared type of a fact's elements was checked when the fact was set.
      guard loop.macro == "exists" || loop.macro == "all", case .variable = typed.references[Int(loop.range)] else {
        return true
      }
      switch typed.types[Int(loop.range)] {
      case .list, .map: return false
      default: return true
      }
    case .list(_, let optionals): return !optionals.isEmpty
    case .call(let function, _, let arguments): return callMayFail(function, arguments, typed)
    }
  }

  private static func callMayFail(_ function: Text, _ arguments: [ID], _ typed: TypedExpression) -> Bool {
    switch function.string {
    case "_==_", "_!=_", "hasValue", "orValue": return false
    case "_&&_", "_||_", "!_", "_?_:_":
      return arguments.contains { typed.types[Int($0)].isDynamic }
    case "_<_", "_<=_", "_>_", "_>=_", "@in":
      return arguments.contains { typed.types[Int($0)].isDynamic }
    default: return true
    }
  }
}

extension Planner {
  /// The texts that the last steps of `chain` add to each other, as one text; removes these steps from `chain`. Returns nil and changes
  /// nothing if its last step does not add texts.
  mutating func concatenation(_ chain: inout [(id: ID, set: OverloadSet, operands: [ID])]) -> Operand? {
    guard !assembly.isRecording, let deepest = chain.last, let overload = deepest.set.single,
      overload.result == .string,
      case .copying(1) = overload.cost
    else { return nil }
    let additions = chain.reversed().prefix {
      $0.set.name == "_+_" && $0.set.single?.id == overload.id && $0.operands.count == 2
    }
    guard let whole = additions.last else { return nil }
    let operands = deepest.operands + additions.dropFirst().map { $0.operands[1] }
    // Leading constants are joined during planning. An operand that may be of another kind fails at its addition.
    guard !operands.prefix(2).allSatisfy(isConstant),
      operands.allSatisfy({ type($0) == .string || type($0).scalarKind == .code })
    else { return nil }
    chain.removeLast(additions.count)
    let registers = operands.map { boxed(value($0)) }
    let result = assembly.registers.temporaryBoxed()
    mark(whole.id)
    assembly.emit(
      .concatenate, a: result, b: assembly.function(overload, named: whole.set.name), assembly.operandList(registers),
      Int32(truncatingIfNeeded: registers.count))
    return .boxed(result)
  }

  private func isConstant(_ id: ID) -> Bool {
    if case .literal = kind(id) { return true }
    switch reference(id) {
    case .constant: return true
    case .variable(let variable): if case .constant = variable.binding { return true }
    default: break
    }
    return false
  }
}

/// Prepares calls with a constant part during planning: a pattern is compiled once, a zone looked up once.
package enum PreparedCalls {
  /// A function of the first argument alone that is equivalent to `overload` with the constant `second`. Nil if none exists or if it would
  /// fail, so that the call itself fails at its place.
  static func prepare(_ overload: Overload, with second: Value) -> Overload? {
    switch overload.id.string {
    case "matches", "matches_string": return matches(overload, second)
    default: return field(overload, second)
    }
  }

  private static func matches(_ overload: Overload, _ written: Value) -> Overload? {
    guard case .string(let text) = written, let pattern = try? Pattern(re2: text) else { return nil }
    let id = Text("\(overload.id.string) \(text.string)")
    // Either one lookup for each byte, or a number of steps that is known only at run time.
    if pattern.isComplete {
      return Overload(
        id, [.string], .bool, cost: .scaled(8),
        .unary { value throws(FunctionFailure) in .bool(pattern.matches(try value.asText)) })
    }
    return Overload(
      id, [.string], .bool, steps: StringFunctions.stepwiseSteps,
      .metered { arguments, _, steps throws(FunctionFailure) in
        .bool(try StringFunctions.matches(try arguments[0].asText, pattern, &steps))
      })
  }

  /// The maximum number of steps for each byte of a text when matching a constant pattern, or nil if `text` is not a pattern.
  package static func stepsPerByte(ofPattern text: Text) -> Int? { (try? Pattern(re2: text))?.stepsPerByte }

  private static func field(_ overload: Overload, _ name: Value) -> Overload? {
    guard overload.parameters == [.timestamp, .string], let field = TimestampField(overload: overload.id),
      let zone = try? TimestampField.zone(name)
    else { return nil }
    return Overload(
      Text("\(overload.id.string) \(name)"), [.timestamp], .int, steps: 24,
      .unary { value throws(FunctionFailure) in .int(field.value(at: try value.asTimestamp, in: zone)) })
  }
}

extension Planner {
  mutating func call(_ id: ID, _ function: Text, _ target: ID?, _ arguments: [ID]) -> Operand {
    guard case .function(let set, let namespaced) = reference(id) else {
      if target == nil, LogicOperator(function: function) != nil { return truthOrChoice(id, function, arguments) }
      // The operands are evaluated first, so that their errors come first.
      for operand in (target.map { [$0] } ?? []) + arguments { _ = value(operand) }
      return failing(.noSuchOverload, EvaluationMessage.unknownFunction(function), id)
    }
    if let target, !namespaced { return call(id, set, [target] + arguments) }
    return call(id, set, arguments)
  }

  private mutating func truthOrChoice(_ id: ID, _ function: Text, _ arguments: [ID]) -> Operand {
    guard function == "_?_:_", arguments.count == 3 else { return truth(id) }
    let otherwise = assembly.makeLabel()
    let end = assembly.makeLabel()
    let type = self.type(id)
    if let kind = type.scalarKind, kind != .code || arguments[1...].allSatisfy({ self.type($0) == type }) {
      let result = BytecodeBuilder.Register(type: type, index: assembly.registers.temporaryScalar())
      choose(arguments, into: result, otherwise, end)
      return .scalar(Scalar(kind: kind, register: result.index, vocabulary: type.scalarVocabulary))
    }
    let result = BytecodeBuilder.Register(type: .dyn, index: assembly.registers.temporaryBoxed())
    choose(arguments, into: result, otherwise, end)
    return .boxed(result.index)
  }

  private mutating func choose(
    _ arguments: [ID], into result: BytecodeBuilder.Register, _ otherwise: Int32, _ end: Int32
  ) {
    branch(arguments[0], to: otherwise, when: false)
    evaluate(arguments[1], into: result)
    assembly.jump(to: end)
    assembly.bind(otherwise)
    evaluate(arguments[2], into: result)
    assembly.bind(end)
  }

  /// Evaluates a node into a register.
  mutating func evaluate(_ id: ID, into register: BytecodeBuilder.Register) {
    let operand = value(id)
    mark(id)
    store(operand, into: register)
  }

  private mutating func call(_ id: ID, _ set: OverloadSet, _ operands: [ID]) -> Operand {
    switch operands.count {
    case 1:
      if set.name == "size", let count = countOfFiltered(operands[0]) ?? countOfList(id, operands[0]) { return count }
      if let done = optionalCall(id, set, operands) ?? memberCall(id, set, operands[0]) { return done }
    case 2:
      if Comparison(function: set.name) != nil || set.name == "@in" { return truth(id) }
      if let done = optionalCall(id, set, operands) { return done }
      if set.name == "_[_]" || set.name == "_[?_]" { return index(id, set.name, operands) }
    default: break
    }
    // The left sides of a long chain, without recursion.
    var chain: [(id: ID, set: OverloadSet, operands: [ID])] = [(id, set, operands)]
    while let top = chain.last, let next = top.operands.first, let step = chainStep(next) { chain.append(step) }
    var left = concatenation(&chain)
    while let step = chain.popLast() {
      var values: [Operand] = []
      for (index, operand) in step.operands.enumerated() {
        if index == 0, let left { values.append(left) } else { values.append(value(operand)) }
      }
      left = apply(step.id, step.set, values)
    }
    return left ?? .constant(.null)
  }

  /// The number of elements of a list, unboxed, or nil if `operand` is not a list.
  private mutating func countOfList(_ id: ID, _ operand: ID) -> Operand? {
    guard case .list = type(operand) else { return nil }
    let list = value(operand)
    if case .constant(.list(let elements)) = list { return .constant(.int(Int64(elements.count))) }
    let register = boxed(list)
    let result = assembly.registers.temporaryScalar()
    mark(id)
    assembly.emit(.countElements, a: result, b: register)
    return .scalar(Scalar(kind: .int, register: result))
  }

  /// A call that is the left operand of another call and has no special translation.
  private func chainStep(_ id: ID) -> (id: ID, set: OverloadSet, operands: [ID])? {
    guard case .call(let function, let target, let arguments) = kind(id),
      case .function(let set, let namespaced) = reference(id), !Planner.isSpecial(function)
    else { return nil }
    let operands = target.map { namespaced ? arguments : [$0] + arguments } ?? arguments
    return (id, set, operands)
  }

  private static func isSpecial(_ function: Text) -> Bool {
    switch function.string {
    case "_[_]", "_[?_]", "@in", "orValue", "or", "hasValue", "value", "next", "previous", "position": true
    default: Comparison(function: function) != nil
    }
  }

  /// A call with evaluated operands: folded, unboxed, or a call of the function.
  private mutating func apply(_ id: ID, _ set: OverloadSet, _ operands: [Operand]) -> Operand {
    if let folded = Planner.fold(set, operands) { return .constant(folded) }
    mark(id)
    if let done = arithmetic(id, set.name, operands) { return done }
    let result = assembly.registers.temporaryBoxed()
    if operands.count == 2, case .constant(let second) = operands[1], let overload = set.single,
      let prepared = PreparedCalls.prepare(overload, with: second)
    {
      let first = boxed(operands[0])
      assembly.emit(.callUnary, a: result, b: assembly.function(prepared, named: set.name), first)
      return unboxedResult(result, type(id), id)
    }
    let registers = operands.map { boxed($0) }
    mark(id)
    guard let overload = set.single else {
      let list = assembly.operandList(registers)
      assembly.emit(
        .callDynamic, a: result, b: assembly.candidates(set), list, Int32(truncatingIfNeeded: registers.count))
      return unboxedResult(result, type(id), id)
    }
    let function = assembly.function(overload, named: set.name)
    switch (overload.body, registers.count) {
    case (.unary, 1): assembly.emit(.callUnary, a: result, b: function, registers[0])
    case (.binary, 2): assembly.emit(.callBinary, a: result, b: function, registers[0], registers[1])
    default:
      let list = assembly.operandList(registers)
      assembly.emit(.callMany, a: result, b: function, list, Int32(truncatingIfNeeded: registers.count))
    }
    return unboxedResult(result, type(id), id)
  }

  // MARK: Unboxed arithmetic

  private mutating func arithmetic(_ id: ID, _ function: Text, _ operands: [Operand]) -> Operand? {
    guard let kind = type(id).scalarKind else { return nil }
    if function == "double", operands.count == 1, case .scalar(let source) = operands[0], source.kind == .int {
      let result = assembly.registers.temporaryScalar()
      assembly.emit(.intToDouble, a: result, b: source.register)
      return .scalar(Scalar(kind: .double, register: result))
    }
    let extreme = kind == .int && operands.count == 2 ? MathFunctions.extremes[function] : nil
    let op = Planner.arithmeticOpcode(function, kind, operands.count)
    guard op != nil || extreme != nil else { return nil }
    for operand in operands {
      switch operand {
      case .scalar(let scalar) where scalar.kind == kind: break
      case .constant(let value) where value.bits(kind, nil) != nil: break
      default: return nil
      }
    }
    guard let op else { return extreme.map { self.extreme($0, operands) } }
    let result = assembly.registers.temporaryScalar()
    if op == .addInt || op == .subtractInt, case .scalar(let x) = operands[0],
      case .constant(.int(let constant)) = operands[1], constant != .min
    {
      assembly.emit(
        .addConstant, a: result, b: x.register, c: op == .addInt ? constant : -constant)
    } else {
      let registers = operands.map { scalar($0, kind).register }
      assembly.emit(op, a: result, b: registers[0], registers.count > 1 ? registers[1] : 0)
    }
    return .scalar(Scalar(kind: kind, register: result))
  }

  /// The first of two ints, unless the comparison of the second with the first is `comparison`.
  private mutating func extreme(_ comparison: Comparison, _ operands: [Operand]) -> Operand {
    let registers = operands.map { scalar($0, .int).register }
    let result = Scalar(kind: .int, register: assembly.registers.temporaryScalar())
    let end = assembly.makeLabel()
    assembly.emit(.move, a: result.register, b: registers[0])
    assembly.plainComparison(Scalar(kind: .int, register: registers[1]), comparison, registers[0], to: end, when: false)
    assembly.emit(.move, a: result.register, b: registers[1])
    assembly.bind(end)
    return .scalar(result)
  }

  private static func arithmeticOpcode(_ function: Text, _ kind: ScalarKind, _ count: Int) -> Opcode? {
    switch (function.string, kind, count) {
    case ("_+_", .int, 2): .addInt
    case ("_-_", .int, 2): .subtractInt
    case ("_*_", .int, 2): .multiplyInt
    case ("_/_", .int, 2): .divideInt
    case ("_%_", .int, 2): .remainderInt
    case ("-_", .int, 1): .negateInt
    case ("_+_", .uint, 2): .addUInt
    case ("_-_", .uint, 2): .subtractUInt
    case ("_*_", .uint, 2): .multiplyUInt
    case ("_/_", .uint, 2): .divideUInt
    case ("_%_", .uint, 2): .remainderUInt
    case ("_+_", .double, 2): .addDouble
    case ("_-_", .double, 2): .subtractDouble
    case ("_*_", .double, 2): .multiplyDouble
    case ("_/_", .double, 2): .divideDouble
    case ("-_", .double, 1): .negateDouble
    default: nil
    }
  }

  // MARK: Constants

  /// The result of a call with constants, or nil if it fails, so that it fails at its own place at run time.
  static func fold(_ set: OverloadSet, _ operands: [Operand]) -> Value? {
    var values: [Value] = []
    for operand in operands {
      guard case .constant(let value) = operand, isCheap(value) else { return nil }
      values.append(value)
    }
    guard let overload = set.single ?? set.overloads.first(where: { $0.accepts(values) }) else { return nil }
    var steps = foldedSteps
    guard let result = try? overload.body.call(values, limit: foldedSizeLimit, steps: &steps),
      result.size <= foldedSizeLimit, result.nestedSize(within: foldedSizeLimit) != nil
    else {
      return nil
    }
    return result
  }

  /// The maximum size of a folded result; larger results are computed at run time.
  static let foldedSizeLimit = 4096
  private static let foldedSteps = 100_000

  /// Values that are expensive to visit are left to the run, which counts steps: an expression may have many calls.
  static func isCheap(_ value: Value) -> Bool { value.deepLength(within: 1000) != nil }

  /// Lists and maps of constants are constants, unless bound names multiply their size: those are left to the run, which counts steps.
  private static func isFolded(_ value: Value) -> Bool { value.nestedSize(within: 4 << 20) != nil }

  // MARK: Elements

  private mutating func index(_ id: ID, _ function: Text, _ operands: [ID]) -> Operand {
    let collection = value(operands[0])
    let key = value(operands[1])
    let (x, y) = (boxed(collection), boxed(key))
    let result = assembly.registers.temporaryBoxed()
    mark(id)
    assembly.emit(.index, flags: function == "_[?_]" ? SelectFlags.optional : 0, a: result, b: x, y)
    return unboxedResult(result, type(id), id)
  }

  mutating func list(_ id: ID, _ elements: [ID], _ optionals: [Int]) -> Operand {
    let values = elements.map { value($0) }
    if optionals.isEmpty {
      let constants = values.compactMap { if case .constant(let value) = $0 { value } else { nil } }
      if constants.count == values.count, Planner.isFolded(.list(constants)) { return .constant(.list(constants)) }
    }
    let registers = values.map { boxed($0) }
    let result = assembly.registers.temporaryBoxed()
    mark(id)
    assembly.emit(
      .makeList, a: result, b: assembly.operandList(registers), Int32(truncatingIfNeeded: registers.count),
      assembly.optionalMarks(optionals))
    return .boxed(result)
  }

  mutating func map(_ id: ID, _ entries: [Expression.MapEntry]) -> Operand {
    var values: [Operand] = []
    for entry in entries { values += [value(entry.key), value(entry.value)] }
    if let constant = constantMap(entries, values), Planner.isFolded(.map(constant)) {
      return .constant(.map(constant))
    }
    let registers = values.map { boxed($0) }
    let result = assembly.registers.temporaryBoxed()
    mark(id)
    assembly.emit(
      .makeMap, a: result, b: assembly.operandList(registers), Int32(truncatingIfNeeded: entries.count),
      assembly.optionalMarks(entries.indices.filter { entries[$0].optional }))
    return .boxed(result)
  }

  private func constantMap(_ entries: [Expression.MapEntry], _ values: [Operand]) -> ValueMap? {
    var map = ValueMap(capacity: entries.count)
    for (index, entry) in entries.enumerated() {
      guard !entry.optional, case .constant(let key) = values[2 * index],
        case .constant(let value) = values[2 * index + 1], key.isMapKey, map.insert(key, value)
      else { return nil }
    }
    return map
  }
}

extension EvaluationMessage {
  static func unknownFunction(_ name: Text) -> String { "there is no function `\(name)` that takes these arguments" }
}
