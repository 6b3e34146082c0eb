import TerrainBase

extension Planner {
  /// The texts that the last steps of `chain` add one after another, as one text; takes these steps from `chain`. nil, with nothing
  /// done, where its last step adds no texts.
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
    // Constants that come first are put together when they are planned; what may be of another kind fails where it is added.
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
