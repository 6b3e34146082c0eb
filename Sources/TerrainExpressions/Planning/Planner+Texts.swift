import TerrainValues

extension Planner {
  /// Texts added one after another, as one text; nil where anything else is called.
  mutating func concatenation(_ chain: [(id: ID, set: OverloadSet, operands: [ID])]) -> Operand? {
    guard !assembly.isRecording, let (id, set, _) = chain.first, let overload = set.single, overload.result == .string,
      case .copying(1) = overload.cost,
      chain.allSatisfy({ $0.set.name == "_+_" && $0.set.single?.id == overload.id && $0.operands.count == 2 }),
      let deepest = chain.last
    else { return nil }
    let operands = deepest.operands + chain.dropLast().reversed().map { $0.operands[1] }
    // Constants that come first are put together when they are planned; what may be of another kind fails where it is added.
    guard !operands.prefix(2).allSatisfy(isConstant),
      operands.allSatisfy({ type($0) == .string || type($0).scalarKind == .code })
    else { return nil }
    let registers = operands.map { boxed(value($0)) }
    let result = assembly.registers.temporaryBoxed()
    mark(id)
    assembly.emit(
      .concatenate, a: result, b: assembly.function(overload, named: set.name), assembly.operandList(registers),
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
