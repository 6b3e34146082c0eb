import TerrainBase

// Optionals: of a scalar fact a test and a register, nothing boxed; and what counts instead of an absent value is
// evaluated only where the value is absent.
extension Planner {
  /// `hasValue`, `value`, `orValue` and `or`; nil where the call is another one, or has no better way than the
  /// function.
  mutating func optionalCall(_ id: ID, _ set: OverloadSet, _ operands: [ID]) -> Operand? {
    guard set.group.overloads[set.first].isMember else { return nil }
    switch (set.name.string, operands.count) {
    case ("hasValue", 1): return presence(id, operands[0])
    case ("value", 1), ("orValue", 2):
      if let (key, type) = factKey(operands[0]), case .optional(let flag, let scalar, _) = fact(key, type) {
        assembly.mention(key.slot)
        return ofFact(id, set.name, operands, flag, scalar, type.unwrapped)
      }
      return set.name == "orValue" ? either(id, operands, unwraps: true) : nil
    case ("or", 2): return either(id, operands, unwraps: false)
    default: return nil
    }
  }

  /// Whether an optional has a value: of a fact a register, else a jump; nil of what may be no optional.
  private mutating func presence(_ id: ID, _ operand: ID) -> Operand? {
    guard case .optional = type(operand) else { return nil }
    if let (key, type) = factKey(operand), case .optional = type {
      assembly.mention(key.slot)
      return .scalar(Scalar(kind: .bool, register: assembly.factFlag(key)))
    }
    let whole = value(operand)
    if case .constant(.optional(let wrapped)) = whole { return .constant(.bool(wrapped != nil)) }
    let optional = boxed(whole)
    let result = assembly.registers.temporaryScalar()
    let present = assembly.makeLabel()
    mark(id)
    assembly.emit(.loadConstant, a: result, c: 1)
    assembly.emit(.jumpPresent, flags: 1, a: optional, b: present)
    assembly.emit(.loadConstant, a: result, c: 0)
    assembly.bind(present)
    return .scalar(Scalar(kind: .bool, register: result))
  }

  private mutating func ofFact(
    _ id: ID, _ function: Text, _ operands: [ID], _ flag: Int32, _ scalar: Scalar, _ type: CELType
  ) -> Operand {
    let present = assembly.makeLabel()
    mark(id)
    guard function == "orValue" else {
      assembly.emit(.jumpEqualConstant, a: flag, b: present, c: 1)
      assembly.emit(.fail, b: assembly.failure(.absentValue, EvaluationMessage.absentValue))
      assembly.bind(present)
      return .scalar(scalar)
    }
    let result = BytecodeBuilder.Register(type: type, index: assembly.registers.temporaryScalar())
    assembly.emit(.move, a: result.index, b: scalar.register)
    assembly.emit(.jumpEqualConstant, a: flag, b: present, c: 1)
    evaluate(operands[1], into: result)
    assembly.bind(present)
    return .scalar(Scalar(kind: scalar.kind, register: result.index, vocabulary: scalar.vocabulary))
  }

  /// The first where it is present, else the second.
  private mutating func either(_ id: ID, _ operands: [ID], unwraps: Bool) -> Operand {
    if unwraps, let element = elementOfFact(id, operands) { return element }
    let first = boxed(value(operands[0]))
    let result = BytecodeBuilder.Register(type: .dyn, index: assembly.registers.temporaryBoxed())
    let present = assembly.makeLabel()
    let end = assembly.makeLabel()
    mark(id)
    assembly.emit(.jumpPresent, flags: 1, a: first, b: present)
    evaluate(operands[1], into: result)
    assembly.jump(to: end)
    assembly.bind(present)
    assembly.emit(unwraps ? .unwrapOptional : .moveValue, a: result.index, b: first)
    assembly.bind(end)
    return unboxedResult(result.index, type(id), id)
  }

  /// `fact[?key].orValue(literal)` of an optional fact: where that is absent, the literal at once. Nil of anything else.
  private mutating func elementOfFact(_ id: ID, _ operands: [ID]) -> Operand? {
    guard !assembly.isRecording, let kind = type(id).scalarKind, kind != .code, isLiteral(operands[1]),
      case .call("_[?_]", nil, let parts) = self.kind(operands[0]), parts.count == 2,
      !canFail[Int(parts[1])] || isField(parts[1]),
      let (key, factType) = factKey(parts[0]), case .optional = factType
    else { return nil }
    assembly.mention(key.slot)
    let result = BytecodeBuilder.Register(type: type(id), index: assembly.registers.temporaryScalar())
    let (absent, present, end) = (assembly.makeLabel(), assembly.makeLabel(), assembly.makeLabel())
    mark(id)
    assembly.emit(.jumpEqualConstant, a: assembly.factFlag(key), b: absent, c: 0)
    let element = boxed(value(operands[0]))
    mark(id)
    assembly.emit(.jumpPresent, flags: 1, a: element, b: present)
    assembly.bind(absent)
    evaluate(operands[1], into: result)
    assembly.jump(to: end)
    assembly.bind(present)
    let inside = assembly.registers.temporaryBoxed()
    mark(id)
    assembly.emit(.unwrapOptional, a: inside, b: element)
    assembly.emit(.unbox, flags: kind.rawValue, a: result.index, b: inside, -1)
    assembly.bind(end)
    return .scalar(Scalar(kind: kind, register: result.index))
  }

  /// A field of a fact is always there.
  private func isField(_ id: ID) -> Bool { factKey(id) != nil }

  private func isLiteral(_ id: ID) -> Bool {
    switch kind(id) {
    case .literal: true
    case .call("-_", nil, let operands): operands.count == 1 && isLiteral(operands[0])
    default: false
    }
  }
}

extension CELType {
  /// The type inside an optional, else the type.
  var unwrapped: CELType {
    if case .optional(let wrapped) = self { return wrapped }
    return self
  }
}
