import TerrainBase

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

  /// `exists` or `all` as a condition: jumps out of its loop. Nil where the loop is neither.
  mutating func quantifier(
    _ id: ID, _ loop: Expression.Comprehension, to label: Int32, when sense: Bool
  ) -> Bool? {
    guard let (quantifier, condition) = predicate(loop) else { return nil }
    let isExists = quantifier == .exists
    if existsEqual(id, loop, condition, isExists, to: label, when: sense) { return true }
    if existsCommon(id, loop, condition, isExists, to: label, when: sense) { return true }
    let traced = assembly.isTracing
    // Of the loop itself only its outcome is recorded: what is inside is evaluated many times.
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

  /// What is inside a loop is not recorded.
  mutating func untraced(_ body: (inout Planner) -> Void) {
    let before = assembly.isTracing
    assembly.isTracing = false
    body(&self)
    assembly.isTracing = before
  }

  /// `list.exists(x, x == y)` tests whether the list contains `y`; `list.all(x, x != y)` whether it does not.
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
    // The other side must be the same for every element, and have no part in whether the list is evaluated.
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

  /// `list.exists(x, x in other)` tests whether two lists of a vocabulary's members have one in common; `list.all(x, !(x in other))`
  /// whether they have none.
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
