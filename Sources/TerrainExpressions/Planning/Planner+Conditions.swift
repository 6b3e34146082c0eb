import TerrainBase

// Conditions become jumps; a truth value is made only where it is used as a value.
extension Planner {
  /// Jumps to `label` where the condition `id` is `sense`; falls through where it is not.
  mutating func branch(_ id: ID, to label: Int32, when sense: Bool) {
    guard case .call(let function, let target, let arguments) = kind(id), target == nil,
      let logic = LogicOperator(function: function)
    else { return atom(id, to: label, when: sense) }
    switch logic {
    case .and where arguments.count == 2:
      branchBoth(id, arguments[0], arguments[1], decisive: false, to: label, when: sense)
    case .or where arguments.count == 2:
      branchBoth(id, arguments[0], arguments[1], decisive: true, to: label, when: sense)
    case .not where arguments.count == 1: branch(arguments[0], to: label, when: !sense)
    case .choice where arguments.count == 3:
      let otherwise = assembly.makeLabel()
      let end = assembly.makeLabel()
      branch(arguments[0], to: otherwise, when: false)
      branch(arguments[1], to: label, when: sense)
      assembly.jump(to: end)
      assembly.bind(otherwise)
      branch(arguments[2], to: label, when: sense)
      assembly.bind(end)
    case .notStrictlyFalse where arguments.count == 1: branchUnlessFalse(arguments[0], to: label, when: sense)
    default: atom(id, to: label, when: sense)
    }
  }

  /// `&&` (false decides) and `||` (true decides): either side decides alone, even where the other one fails.
  ///
  /// An error on the left is kept while the right is evaluated, through a handler chosen by the position of the failing
  /// instruction: without an error nothing is paid for it but two steps, and none where the left cannot fail.
  private mutating func branchBoth(
    _ id: ID, _ left: ID, _ right: ID, decisive: Bool, to label: Int32, when sense: Bool
  ) {
    let decided = sense == decisive ? label : assembly.makeLabel()
    if conditionMayFail(left) {
      let pending = assembly.registers.temporaryScalar()
      let saved = assembly.makeSavedError()
      assembly.emit(.loadConstant, a: pending, c: 0)
      let start = assembly.position
      branch(left, to: decided, when: decisive)
      let end = assembly.position
      assembly.handlers.append(
        Assembly.Handler(start: start, end: end, target: end, pending: pending, saved: saved))
      branch(right, to: decided, when: decisive)
      mark(id)
      assembly.emit(.rethrow, a: pending, b: saved)
    } else {
      branch(left, to: decided, when: decisive)
      branch(right, to: decided, when: decisive)
    }
    if sense != decisive {
      assembly.jump(to: label)
      assembly.bind(decided)
    }
  }

  /// A condition fails where its evaluation does, and where it turns out to be no truth value.
  private func conditionMayFail(_ id: ID) -> Bool {
    if canFail[Int(id)] { return true }
    if case .bool = type(id) { return false }
    guard case .call(let function, nil, _) = kind(id) else { return true }
    return Comparison(function: function) == nil && function != "@in" && function != "_&&_" && function != "_||_"
  }

  /// The condition of a loop that an author's macro made: an error in it does not stop the loop.
  private mutating func branchUnlessFalse(_ id: ID, to label: Int32, when sense: Bool) {
    let holds = assembly.makeLabel()
    let pending = assembly.registers.temporaryScalar()
    let start = assembly.position
    branch(id, to: sense ? label : holds, when: true)
    let end = assembly.position
    if sense {
      let onward = assembly.makeLabel()
      assembly.jump(to: onward)
      assembly.handlers.append(
        Assembly.Handler(
          start: start, end: end, target: assembly.position, pending: pending, saved: assembly.makeSavedError()))
      assembly.jump(to: label)
      assembly.bind(onward)
    } else {
      assembly.jump(to: label)
      assembly.bind(holds)
      assembly.handlers.append(
        Assembly.Handler(
          start: start, end: end, target: assembly.position, pending: pending, saved: assembly.makeSavedError()))
    }
  }

  /// The truth value of a node in a register.
  mutating func truth(_ id: ID) -> Operand {
    let result = assembly.registers.temporaryScalar()
    let label = assembly.makeLabel()
    assembly.emit(.loadConstant, a: result, c: 0)
    branch(id, to: label, when: false)
    assembly.emit(.loadConstant, a: result, c: 1)
    assembly.bind(label)
    return .scalar(Scalar(kind: .bool, register: result))
  }

  // MARK: Atoms

  /// A condition that is no `&&`, `||`, `!` or `?:`.
  private mutating func atom(_ id: ID, to label: Int32, when sense: Bool) {
    if case .comprehension(let loop) = kind(id), let done = quantifier(id, loop, to: label, when: sense), done {
      return
    }
    if case .call(let function, nil, let arguments) = kind(id), arguments.count == 2 {
      if let comparison = Comparison(function: function) {
        return compare(id, arguments[0], comparison, arguments[1], to: label, when: sense)
      }
      if function == "@in" { return membership(id, arguments[0], arguments[1], to: label, when: sense) }
    }
    let operand = value(id)
    jump(id, on: operand, to: label, when: sense)
  }

  /// Jumps where a value already had is `sense`.
  mutating func jump(_ id: ID, on operand: Operand, to label: Int32, when sense: Bool) {
    switch operand {
    case .scalar(let scalar) where scalar.kind == .bool:
      record(id, outcome: scalar.register, seen: nil)
      assembly.emit(.jumpEqualConstant, a: scalar.register, b: label, c: sense ? 1 : 0)
    case .constant(.bool(let bool)):
      record(id, outcome: assembly.isTracing ? assembly.constantRegister(bool ? 1 : Int64(0)) : 0, seen: nil)
      if bool == sense { assembly.jump(to: label) }
    default:
      mark(id)
      let register = boxed(operand)
      if assembly.isTracing {
        let outcome = scalar(.boxed(register), .bool)
        record(id, outcome: outcome.register, seen: nil)
        assembly.emit(.jumpEqualConstant, a: outcome.register, b: label, c: sense ? 1 : 0)
      } else {
        assembly.emit(.jumpValue, flags: sense ? 1 : 0, a: register, b: label)
      }
    }
  }

  /// Jumps by an instruction that takes its sense in its flags; in a traced bytecode its outcome is noted between.
  func jump(
    _ id: ID, to label: Int32, when sense: Bool, seen: Operand?, _ emit: (_ target: Int32, _ sense: Bool) -> Void
  ) {
    mark(id)
    guard assembly.isTracing else { return emit(label, sense) }
    let outcome = assembly.registers.temporaryScalar()
    let holds = assembly.makeLabel()
    assembly.emit(.loadConstant, a: outcome, c: 1)
    emit(holds, true)
    assembly.emit(.loadConstant, a: outcome, c: 0)
    assembly.bind(holds)
    record(id, outcome: outcome, seen: seen)
    assembly.emit(.jumpEqualConstant, a: outcome, b: label, c: sense ? 1 : 0)
  }

  /// Notes the outcome of a condition, in a traced bytecode.
  func record(_ id: ID, outcome: Int32, seen: Operand?) {
    guard assembly.isTracing else { return }
    mark(id)
    let position = assembly.position
    switch seen {
    case .scalar(let scalar):
      assembly.recordedKinds[position] = (scalar.kind, scalar.vocabulary)
      assembly.emit(.recordAtom, flags: 2, a: outcome, scalar.register)
    case .boxed(let register): assembly.emit(.recordAtom, flags: 1, a: outcome, register)
    case .optional(_, _, let key): assembly.emit(.recordAtom, flags: 1, a: outcome, assembly.factBoxed(key))
    case .constant, nil: assembly.emit(.recordAtom, flags: 0, a: outcome)
    }
  }
}
