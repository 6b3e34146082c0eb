import TerrainDocuments
import TerrainBase

extension Machine {
  /// What a failure costs, so that a loop whose every round fails is not cheaper than it is slow.
  private static let failureCost = 100
  /// How many values are shown beside an error.
  private static let maximumSeen = 12
  /// How many parts of an expression are searched for them: an error that a loop absorbs happens again and again.
  private static let maximumSearched = 200

  /// What stopped an unboxed instruction.
  enum Trap {
    case steps, overflow, divisionByZero, remainderByZero, cycle, interrupted, called
  }

  @inline(never) func note(_ trap: Trap) {
    switch trap {
    case .steps: state.pointee.failure = Failure(code: .stepLimit, message: EvaluationMessage.stepLimit(limits.steps))
    case .overflow: state.pointee.failure = Failure(code: .overflow, message: EvaluationMessage.overflow)
    case .divisionByZero:
      state.pointee.failure = Failure(code: .divisionByZero, message: EvaluationMessage.divisionByZero)
    case .remainderByZero:
      state.pointee.failure = Failure(code: .divisionByZero, message: EvaluationMessage.remainderByZero)
    case .cycle: state.pointee.failure = Failure(code: .cycle, message: EvaluationMessage.cycle)
    case .interrupted:
      state.pointee.failure = Failure(code: .interrupted, message: EvaluationMessage.interrupted)
    case .called:
      if state.pointee.failure == nil, state.pointee.rethrown == nil { note(.steps) }
    }
  }

  /// The position to continue from after a failure at `pc`: the innermost handler around it, or around the calls that
  /// led there. The inverted (negative) `pc` where nothing absorbs it. Limits and interruptions are never absorbed.
  func recover(at pc: Int) -> Int {
    if let code = state.pointee.rethrown?.code ?? state.pointee.failure?.code,
      code == .stepLimit || code == .sizeLimit || code == .interrupted
    {
      return ~pc
    }
    state.pointee.remaining -= Machine.failureCost + bytecode.handlers.count >> 3
    guard state.pointee.remaining >= 0 else {
      state.pointee.rethrown = nil
      state.pointee.failure = Failure(code: .stepLimit, message: EvaluationMessage.stepLimit(limits.steps))
      return ~pc
    }
    var place = Int32(truncatingIfNeeded: pc)
    var level = state.pointee.depth
    while true {
      // Inner ranges were written first.
      if let handler = bytecode.handlers.first(where: { $0.start <= place && place < $0.end }) {
        if s[Int(handler.pending)] != 1 || state.pointee.savedErrors[Int(handler.saved)] == nil {
          state.pointee.savedErrors[Int(handler.saved)] = take(at: pc)
        }
        s[Int(handler.pending)] = 1
        state.pointee.failure = nil
        state.pointee.rethrown = nil
        state.pointee.depth = level
        return Int(handler.target)
      }
      guard level > 1 else { return ~pc }
      level -= 1
      place = returns[level] - 1
    }
  }

  /// The error that stopped the run, with its place and the values it saw.
  func take(at pc: Int) -> EvaluationError {
    defer {
      state.pointee.failure = nil
      state.pointee.rethrown = nil
    }
    if let rethrown = state.pointee.rethrown { return rethrown }
    let failure = state.pointee.failure ?? Failure(code: .stepLimit, message: EvaluationMessage.stepLimit(limits.steps))
    let origin = bytecode.originTable[Int(bytecode.origins[pc])]
    var place: Place?
    var seen: [EvaluationError.Seen] = []
    switch origin {
    case .none: break
    case .place(let declared):
      place = declared
      seen = accumulated(at: pc)
    case .node(let expression, let node):
      let typed = bytecode.expressions[Int(expression)]
      place = typed.expression.source.place(of: typed.expression.nodes[Int(node)].range)
      seen = self.seen(typed, expression, node)
    }
    if code[pc].op == .fail {
      for slot in bytecode.failures[Int(code[pc].b)].mentioning {
        append(Slot(index: slot), to: &seen)
      }
    }
    return EvaluationError(failure.code, failure.message, place: place, seen: seen)
  }

  /// The names below `node`, with the values they have now.
  private func seen(
    _ typed: TypedExpression, _ expression: Int32, _ node: Expression.ID
  ) -> [EvaluationError.Seen] {
    var values: [EvaluationError.Seen] = []
    var pending = [node]
    var searched = 0
    while let id = pending.popLast(), values.count < Machine.maximumSeen, searched < Machine.maximumSearched {
      searched += 1
      switch typed.references[Int(id)] {
      case .variable(let variable):
        switch variable.binding {
        case .slot(let slot): append(slot, to: &values)
        case .constant(let value): append(variable.name, value, to: &values)
        case .unbound: break
        }
      case .local(let loop, let role):
        if case .identifier(let name) = typed.expression.nodes[Int(id)].kind, name.utf8.first != UInt8(ascii: "@"),
          let operand = bytecode.localPlaces[Assembly.LocalKey(expression: expression, loop: loop, role: role)],
          let value = value(of: operand)
        {
          append(name, value, to: &values)
        }
      default:
        var children: [Expression.ID] = []
        typed.expression.forEachChild(of: id) { child in
          if children.count < Machine.maximumSearched { children.append(child) }
        }
        pending += children.reversed()
      }
    }
    return values
  }

  /// What was being added up: the total before, and what was added to it.
  private func accumulated(at pc: Int) -> [EvaluationError.Seen] {
    let instruction = code[pc]
    let kind: ScalarKind
    switch instruction.op {
    case .addInt: kind = .int
    case .addUInt: kind = .uint
    case .accumulateValue where instruction.flags == Accumulation.sum.rawValue:
      return [
        EvaluationError.Seen(name: "the sum so far", value: v[Int(instruction.a)]),
        EvaluationError.Seen(name: "what is added", value: v[Int(instruction.b)]),
      ]
    default: return []
    }
    return [
      EvaluationError.Seen(name: "the sum so far", value: Value(bits: s[Int(instruction.b)], kind, nil)),
      EvaluationError.Seen(name: "what is added", value: Value(bits: s[instruction.c0], kind, nil)),
    ]
  }

  private func append(_ slot: Slot, to seen: inout [EvaluationError.Seen]) {
    guard let value = value(slot) else { return }
    append(bytecode.slots[slot].name, value, to: &seen)
  }

  private func append(_ name: Text, _ value: Value, to seen: inout [EvaluationError.Seen]) {
    if !seen.contains(where: { $0.name == name }) { seen.append(EvaluationError.Seen(name: name, value: value)) }
  }

  private func value(of operand: Operand) -> Value? {
    switch operand {
    case .constant(let value): value
    case .scalar(let scalar): Value(bits: s[Int(scalar.register)], scalar.kind, scalar.vocabulary)
    case .boxed(let register): v[Int(register)]
    case .optional: nil
    }
  }
}

extension EvaluationMessage {
  static let cycle = "this decision needs its own outcome"
}
