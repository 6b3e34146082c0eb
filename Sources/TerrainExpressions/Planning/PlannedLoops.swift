import TerrainBase

extension Planner {
  mutating func comprehension(_ id: ID, _ loop: Expression.Comprehension) -> Operand {
    if let bound = binding(id, loop) { return bound }
    if predicate(loop) != nil { return truth(id) }
    if let done = collecting(id, loop) { return done }
    return generalLoop(id, loop)
  }

  // MARK: cel.bind

  /// A loop over an empty list only gives a name to a value.
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

  /// Records the location of a loop's variable, for errors that mention it.
  private func note(_ loop: ID, _ role: TypedExpression.LoopVariable, _ operand: Operand) {
    assembly.localPlaces[Assembly.LocalKey(expression: number, loop: loop, role: role)] = operand
  }

  // MARK: exists_one, map, filter

  /// Loops that count or build a list or map: no accumulator is copied.
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

  /// The number of elements for which `condition` is true, in a register.
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

  /// `list.filter(x, condition).size()` without creating the list, or nil if `id` is not such a filter.
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

  /// Plans `body` for each element, with the loop's variables in scope. The loop ends with a jump to the given label.
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
      // For a map the elements are its keys; for a list the first variable is the index.
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

/// Plans `exists` and `all` as conditions that jump out of their loop.
extension Planner {
  private static let notFalse: Text = "@not_strictly_false"

  enum Quantifier { case exists, all }

  /// The condition that `exists` or `all` evaluates for each element.
  func predicate(_ loop: Expression.Comprehension) -> (kind: Quantifier, condition: ID)? {
    guard case .call(Self.notFalse, nil, _) = kind(loop.condition), isAccumulator(loop.result),
      case .literal(.bool(let start)) = kind(loop.initial),
      case .call(let function, nil, let arguments) = kind(loop.step), arguments.count == 2, isAccumulator(arguments[0])
    else { return nil }
    if function == "_||_", !start { return (.exists, arguments[1]) }
    if function == "_&&_", start { return (.all, arguments[1]) }
    return nil
  }

  func isAccumulator(_ id: ID) -> Bool {
    if case .local(_, .accumulator) = reference(id) { return true }
    return false
  }

  /// `exists` or `all` as a condition that jumps out of its loop. Nil for other loops.
  mutating func quantifier(
    _ id: ID, _ loop: Expression.Comprehension, to label: Int32, when sense: Bool
  ) -> Bool? {
    guard let (quantifier, condition) = predicate(loop) else { return nil }
    let isExists = quantifier == .exists
    if existsEqual(id, loop, condition, isExists, to: label, when: sense) { return true }
    if existsCommon(id, loop, condition, isExists, to: label, when: sense) { return true }
    let traced = assembly.isTracing
    // Only the outcome of the loop itself is recorded, because its body is evaluated many times.
    let decided = traced ? assembly.makeLabel() : (sense == isExists ? label : assembly.makeLabel())
    let outcome = traced ? assembly.registers.temporaryScalar() : 0
    let range = value(loop.range)
    if traced { assembly.emit(.loadConstant, a: outcome, c: isExists ? 1 : 0) }
    runQuantifier(id, loop, range, condition, isExists, decided)
    if traced {
      assembly.emit(.loadConstant, a: outcome, c: isExists ? 0 : 1)
      assembly.bind(decided)
      record(id, outcome: outcome, seen: range)
      assembly.emit(.jumpEqualConstant, a: outcome, b: label, c: sense ? 1 : 0)
    } else if sense != isExists {
      assembly.jump(to: label)
      assembly.bind(decided)
    }
    return true
  }

  private mutating func runQuantifier(
    _ id: ID, _ loop: Expression.Comprehension, _ range: Operand, _ condition: ID, _ isExists: Bool, _ decided: Int32
  ) {
    let mayFail = canFail[Int(condition)]
    let pending = mayFail ? assembly.registers.temporaryScalar() : 0
    let saved = mayFail ? assembly.makeSavedError() : 0
    if mayFail { assembly.emit(.loadConstant, a: pending, c: 0) }
    each(id, loop, range) { planner, next in
      let start = planner.assembly.position
      planner.untraced { $0.branch(condition, to: decided, when: isExists) }
      let end = planner.assembly.position
      if mayFail {
        planner.assembly.handlers.append(
          Assembly.Handler(start: start, end: end, target: end, pending: pending, saved: saved))
      }
      planner.assembly.jump(to: next)
    }
    if mayFail {
      mark(id)
      assembly.emit(.rethrow, a: pending, b: saved)
    }
  }

  /// Plans the body of a loop without recording.
  mutating func untraced(_ body: (inout Planner) -> Void) {
    let before = assembly.isTracing
    assembly.isTracing = false
    body(&self)
    assembly.isTracing = before
  }

  /// `list.exists(x, x == y)` is planned as a test that the list contains `y`, and `list.all(x, x != y)` as a test that it does not.
  private mutating func existsEqual(
    _ id: ID, _ loop: Expression.Comprehension, _ condition: ID, _ isExists: Bool, to label: Int32, when sense: Bool
  ) -> Bool {
    guard loop.variable2 == nil, case .list = type(loop.range),
      case .call(let function, nil, let arguments) = kind(condition), arguments.count == 2,
      function == (isExists ? "_==_" : "_!=_")
    else { return false }
    let isFirst = isVariable(arguments[0], of: id)
    guard isFirst || isVariable(arguments[1], of: id) else { return false }
    let other = isFirst ? arguments[1] : arguments[0]
    // The other side must be the same for every element, and must not affect the evaluation of the list.
    guard case .literal = kind(other) else { return false }
    let holds = sense == isExists
    let element = value(other)
    if contains(id, element, loop.range, to: label, when: holds) { return true }
    let list = boxed(value(loop.range))
    let x = boxed(element)
    jump(id, to: label, when: holds, seen: .boxed(list)) { target, wanted in
      assembly.emit(.jumpContains, flags: wanted ? 1 : 0, a: x, b: target, list)
    }
    return true
  }

  /// `list.exists(x, x in other)` is planned as a test that two lists of a vocabulary's members have a common element, and `list.all(x, !(x
  /// in other))` as a test that they have none.
  private mutating func existsCommon(
    _ id: ID, _ loop: Expression.Comprehension, _ condition: ID, _ isExists: Bool, to label: Int32, when sense: Bool
  ) -> Bool {
    var membership = condition
    if !isExists {
      guard case .call("!_", nil, let negated) = kind(condition), negated.count == 1 else { return false }
      membership = negated[0]
    }
    guard let sets = codeSets(id, loop, membership) else { return false }
    let holds = sense == isExists
    if case .fact(let one) = sets.range, case .fact(let other) = sets.other {
      assembly.mention(one.slot)
      assembly.mention(other.slot)
      let (a, b) = (assembly.factBits(one, sets.vocabulary), assembly.factBits(other, sets.vocabulary))
      jump(id, to: label, when: sense, seen: assembly.isTracing ? .boxed(assembly.factBoxed(one)) : nil) {
        target, holds in
        assembly.emit(.jumpMeet, flags: holds == isExists ? 1 : 0, a: a, b: target, b, sets.words)
      }
      return true
    }
    let (list, end) = (assembly.makeLabel(), assembly.makeLabel())
    mark(id)
    branchCommon(sets, to: label, when: holds, list: list)
    if case .decision = sets.range {
      assembly.jump(to: end)
      assembly.bind(list)
      let decided = holds ? label : assembly.makeLabel()
      runQuantifier(id, loop, value(loop.range), condition, isExists, decided)
      if !holds {
        assembly.jump(to: label)
        assembly.bind(decided)
      }
    }
    assembly.bind(end)
    return true
  }

  func isVariable(_ id: ID, of loop: ID) -> Bool {
    if case .local(loop, .first) = reference(id) { return true }
    return false
  }
}

// Optionals: for a scalar fact a test and an unboxed register. The alternative to an absent value is evaluated only if the value is absent.
extension Planner {
  /// `hasValue`, `value`, `orValue`, and `or`. Nil for other calls, and if calling the function is the best method.
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

  /// The presence of an optional: a register for a fact, else a jump. Nil if the operand may be something else than an optional.
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

  /// The first operand if it is present, else the second.
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

  /// `fact[?key].orValue(literal)` for an optional fact: if the fact is absent, the literal at once. Nil for other expressions.
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

  /// A field of a fact is always present.
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
