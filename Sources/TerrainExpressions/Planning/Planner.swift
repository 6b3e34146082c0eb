import TerrainDocuments
import TerrainBase

/// Writes the instructions of one typed expression.
///
/// Its recursion follows the expression's depth, which ``Planner/maximumDepth`` bounds; the left sides of operators in
/// a row (`a + b + c`, `x.f.g`) are planned without recursion, since they can be long.
struct Planner {
  typealias ID = Expression.ID

  /// The limit `expression-depth` as the planner sees it: a little more than the parser allows.
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

  /// False, with a diagnostic, when the expression nests deeper than recursion may go.
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

  /// Errors in what is emitted from now on are those of `id`.
  func mark(_ id: ID) { assembly.setOrigin(.node(expression: number, id)) }

  /// The value of a node, in whatever place it is had most cheaply.
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

  /// The fact, or the field of a fact, that a node is, and its type.
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
    // A record's optional field is an optional: of a field that is not there, none.
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

  /// A value just computed into a boxed register, unboxed where its type allows it.
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

  /// An unboxed register that holds the operand as a value of `type`; what it turns out not to be fails when it runs.
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
