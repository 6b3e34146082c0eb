import TerrainBase

extension Planner {
  mutating func comprehension(_ id: ID, _ loop: Expression.Comprehension) -> Operand {
    if let bound = binding(id, loop) { return bound }
    if predicate(loop) != nil { return truth(id) }
    if let done = collecting(id, loop) { return done }
    return generalLoop(id, loop)
  }

  // MARK: cel.bind

  /// A loop over nothing only gives a value a name.
  private mutating func binding(_ id: ID, _ loop: Expression.Comprehension) -> Operand? {
    guard case .list(let elements, _) = kind(loop.range), elements.isEmpty, loop.variable2 == nil,
      case .literal(.bool(false)) = kind(loop.condition)
    else { return nil }
    let initial = value(loop.initial)
    locals.append((id, .accumulator, initial))
    note(id, .accumulator, initial)
    defer { locals.removeLast() }
    return value(loop.result)
  }

  /// Remembers where a loop's variable is, for an error that mentions it.
  private func note(_ loop: ID, _ role: TypedExpression.LoopVariable, _ operand: Operand) {
    assembly.localPlaces[Assembly.LocalKey(expression: number, loop: loop, role: role)] = operand
  }

  // MARK: exists_one, map, filter

  /// Loops that count, or put a list or map together: no accumulator is copied.
  private mutating func collecting(_ id: ID, _ loop: Expression.Comprehension) -> Operand? {
    guard case .literal(.bool(true)) = kind(loop.condition) else { return nil }
    var condition: ID?
    var step = loop.step
    if case .call("_?_:_", nil, let arguments) = kind(step), arguments.count == 3, isAccumulator(arguments[2]) {
      condition = arguments[0]
      step = arguments[1]
    }
    guard case .call(let function, nil, let arguments) = kind(step), let first = arguments.first, isAccumulator(first)
    else { return nil }
    switch (function.string, arguments.count) {
    case ("_+_", 2):
      if case .list(let elements, let optionals) = kind(arguments[1]), elements.count == 1, optionals.isEmpty,
        isAccumulator(loop.result), case .list(let initial, _) = kind(loop.initial), initial.isEmpty
      {
        return buildList(id, loop, condition, elements[0])
      }
      if case .literal(.int(1)) = kind(arguments[1]), let condition, case .literal(.int(0)) = kind(loop.initial),
        case .call("_==_", nil, let sides) = kind(loop.result), sides.count == 2, isAccumulator(sides[0]),
        case .literal(.int(1)) = kind(sides[1])
      {
        return countOne(id, loop, condition)
      }
      return nil
    case ("cel.@mapInsert", 2), ("cel.@mapInsert", 3):
      guard isAccumulator(loop.result), case .map(let initial) = kind(loop.initial), initial.isEmpty else { return nil }
      return buildMap(id, loop, condition, Array(arguments.dropFirst()))
    default: return nil
    }
  }

  private mutating func buildList(
    _ id: ID, _ loop: Expression.Comprehension, _ condition: ID?, _ element: ID
  ) -> Operand {
    let range = value(loop.range)
    let result = assembly.registers.temporaryBoxed()
    mark(id)
    assembly.emit(.makeList, a: result, b: 0, 0, -1)
    each(id, loop, range) { planner, next in
      planner.untraced {
        if let condition { $0.branch(condition, to: next, when: false) }
        let register = $0.boxed($0.value(element))
        $0.mark(id)
        $0.assembly.emit(.append, a: result, b: register)
        $0.assembly.jump(to: next)
      }
    }
    return .boxed(result)
  }

  private mutating func buildMap(
    _ id: ID, _ loop: Expression.Comprehension, _ condition: ID?, _ parts: [ID]
  ) -> Operand {
    let range = value(loop.range)
    let result = assembly.registers.temporaryBoxed()
    mark(id)
    assembly.emit(.makeMap, a: result, b: 0, 0, -1)
    each(id, loop, range) { planner, next in
      planner.untraced {
        if let condition { $0.branch(condition, to: next, when: false) }
        let first = $0.boxed($0.value(parts[0]))
        let second = parts.count > 1 ? $0.boxed($0.value(parts[1])) : first
        $0.mark(id)
        $0.assembly.emit(.insert, flags: parts.count > 1 ? 0 : 1, a: result, b: first, second)
        $0.assembly.jump(to: next)
      }
    }
    return .boxed(result)
  }

  /// The number of elements of which `condition` is true, in a register.
  mutating func count(_ id: ID, _ loop: Expression.Comprehension, _ condition: ID) -> Int32 {
    let range = value(loop.range)
    let count = assembly.registers.temporaryScalar()
    assembly.emit(.loadConstant, a: count, c: 0)
    each(id, loop, range) { planner, next in
      planner.untraced { $0.branch(condition, to: next, when: false) }
      planner.assembly.emit(.addConstant, a: count, b: count, c: 1)
      planner.assembly.jump(to: next)
    }
    return count
  }

  /// `list.filter(x, condition).size()`, without the list; nil where `id` is no such filter.
  mutating func countOfFiltered(_ id: ID) -> Operand? {
    guard case .comprehension(let loop) = kind(id), case .literal(.bool(true)) = kind(loop.condition),
      case .call("_?_:_", nil, let choice) = kind(loop.step), choice.count == 3, isAccumulator(choice[2]),
      case .call("_+_", nil, let sum) = kind(choice[1]), sum.count == 2, isAccumulator(sum[0]),
      case .list(let elements, let optionals) = kind(sum[1]), elements.count == 1, optionals.isEmpty,
      isVariable(elements[0], of: id), isAccumulator(loop.result), case .list(let initial, _) = kind(loop.initial),
      initial.isEmpty
    else { return nil }
    let register = countOfCommon(id, loop, choice[0]) ?? count(id, loop, choice[0])
    return .scalar(Scalar(kind: .int, register: register))
  }

  private mutating func countOne(_ id: ID, _ loop: Expression.Comprehension, _ condition: ID) -> Operand {
    let count = count(id, loop, condition)
    let result = assembly.registers.temporaryScalar()
    let end = assembly.makeLabel()
    assembly.emit(.loadConstant, a: result, c: 1)
    assembly.emit(.jumpEqualConstant, a: count, b: end, c: 1)
    assembly.emit(.loadConstant, a: result, c: 0)
    assembly.bind(end)
    return .scalar(Scalar(kind: .bool, register: result))
  }

  // MARK: The loop

  /// `body` for each element, with the loop's variables in scope; it ends by jumping to the label it is given.
  mutating func each(
    _ id: ID, _ loop: Expression.Comprehension, _ range: Operand, _ body: (inout Planner, _ next: Int32) -> Void
  ) {
    let source = boxed(range)
    let list = assembly.registers.temporaryBoxed()
    let counter = assembly.registers.temporaryScalar(count: 3)
    mark(loop.range)
    assembly.emit(.moveValue, a: list, b: source)
    assembly.emit(.beginLoop, flags: loop.variable2 == nil ? 0 : 1, a: list, b: counter)
    let next = assembly.makeLabel()
    let end = assembly.makeLabel()
    assembly.bind(next)
    mark(id)
    let level = assembly.registers.level
    let outer = locals.count
    bindVariables(id, loop, list, counter, end)
    body(&self, next)
    locals.removeLast(locals.count - outer)
    assembly.registers.free(downTo: level)
    assembly.bind(end)
  }

  private mutating func bindVariables(
    _ id: ID, _ loop: Expression.Comprehension, _ list: Int32, _ counter: Int32, _ end: Int32
  ) {
    var elementType = CELType.dyn
    if case .list(let inner) = type(loop.range) { elementType = inner }
    let role: TypedExpression.LoopVariable = loop.variable2 == nil ? .first : .second
    var element: Operand
    if let kind = elementType.scalarKind, kind != .code {
      let register = assembly.registers.temporaryScalar()
      assembly.emit(.loopNext, flags: kind.rawValue + 1, a: register, b: end, list, counter)
      element = .scalar(Scalar(kind: kind, register: register))
    } else {
      let register = assembly.registers.temporaryBoxed()
      assembly.emit(.loopNext, flags: 0, a: register, b: end, list, counter)
      element = .boxed(register)
    }
    if loop.variable2 != nil {
      // Over a map the elements are its keys; over a list the first variable is the index.
      let first: Operand
      if case .list = type(loop.range) {
        let register = assembly.registers.temporaryScalar()
        assembly.emit(.addConstant, a: register, b: counter, c: -1)
        first = .scalar(Scalar(kind: .int, register: register))
      } else {
        let key = assembly.registers.temporaryBoxed()
        let value = assembly.registers.temporaryBoxed()
        assembly.emit(.loopSecond, a: key, b: value, list, counter)
        first = .boxed(key)
        element = .boxed(value)
      }
      locals.append((id, .first, first))
      note(id, .first, first)
    }
    locals.append((id, role, element))
    note(id, role, element)
  }

  // MARK: Any other loop

  private mutating func generalLoop(_ id: ID, _ loop: Expression.Comprehension) -> Operand {
    let initial = boxed(value(loop.initial))
    let accumulator = assembly.registers.temporaryBoxed()
    assembly.emit(.moveValue, a: accumulator, b: initial)
    let range = value(loop.range)
    let done = assembly.makeLabel()
    locals.append((id, .accumulator, .boxed(accumulator)))
    note(id, .accumulator, .boxed(accumulator))
    each(id, loop, range) { planner, next in
      planner.untraced {
        $0.branch(loop.condition, to: done, when: false)
        let step = $0.boxed($0.value(loop.step))
        $0.assembly.emit(.moveValue, a: accumulator, b: step)
        $0.assembly.jump(to: next)
      }
    }
    assembly.bind(done)
    let result = value(loop.result)
    locals.removeLast()
    return result
  }
}
