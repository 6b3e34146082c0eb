import TerrainValues

// Optionals: of a scalar fact a test and a register, nothing boxed; and what counts instead of an absent value is
// evaluated only where the value is absent.
extension Planner {
  /// `hasValue`, `value`, `orValue` and `or`; nil where the call is another one, or has no better way than the
  /// function.
  mutating func optionalCall(_ id: ID, _ set: OverloadSet, _ operands: [ID]) -> Operand? {
    guard set.group.overloads[set.first].isMember else { return nil }
    switch (set.name.string, operands.count) {
    case ("hasValue", 1), ("value", 1), ("orValue", 2):
      if let (key, type) = factKey(operands[0]), case .optional(let flag, let scalar, _) = fact(key, type) {
        assembly.mention(key.slot)
        return ofFact(id, set.name, operands, flag, scalar, type.unwrapped)
      }
      return set.name == "orValue" ? either(id, operands, unwraps: true) : nil
    case ("or", 2): return either(id, operands, unwraps: false)
    default: return nil
    }
  }

  private mutating func ofFact(
    _ id: ID, _ function: Text, _ operands: [ID], _ flag: Int32, _ scalar: Scalar, _ type: CELType
  ) -> Operand {
    if function == "hasValue" { return .scalar(Scalar(kind: .bool, register: flag)) }
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
}

extension CELType {
  /// The type inside an optional, else the type.
  var unwrapped: CELType {
    if case .optional(let wrapped) = self { return wrapped }
    return self
  }
}
