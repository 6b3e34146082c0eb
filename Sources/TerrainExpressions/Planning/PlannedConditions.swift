import TerrainBase

// Conditions become jumps; a truth value is computed only if it is used as a value.
extension Planner {
  /// Jumps to `label` if the condition `id` equals `sense`, and continues otherwise.
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

  /// `&&` (false decides) and `||` (true decides): either side can decide alone, even if the other side fails.
  ///
  /// An error on the left is saved while the right side is evaluated, through a handler that is found by the position of the failing
  /// instruction. Without an error this costs only two steps, and none if the left side cannot fail.
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

  /// A condition fails if its evaluation fails, or if its value is not a truth value.
  private func conditionMayFail(_ id: ID) -> Bool {
    if canFail[Int(id)] { return true }
    if case .bool = type(id) { return false }
    guard case .call(let function, nil, _) = kind(id) else { return true }
    return Comparison(function: function) == nil && function != "@in" && function != "_&&_" && function != "_||_"
  }

  /// The condition of a loop made from a macro: an error in it does not stop the loop.
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

  /// A condition without `&&`, `||`, `!`, and `?:` at its top.
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

  /// Jumps if a computed value equals `sense`.
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

  /// Jumps by an instruction whose flags contain the sense. In tracing bytecode the outcome is recorded first.
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

  /// Records the outcome of a condition in tracing bytecode.
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

extension Planner {
  /// `left comparison right` by the cheapest instruction for both types.
  mutating func compare(
    _ id: ID, _ left: ID, _ comparison: Comparison, _ right: ID, to label: Int32, when sense: Bool
  ) {
    if compareSize(left, comparison, right, to: label, when: sense) { return }
    let a = value(left)
    let b = value(right)
    if let vocabulary = order(comparison, type(left), type(right)) {
      return compareMembers(id, a, comparison, b, of: vocabulary, to: label, when: sense)
    }
    if case .constant(let x) = a, case .constant(let y) = b, let outcome = Planner.fold(x, comparison, y) {
      return jump(id, on: .constant(.bool(outcome)), to: label, when: sense)
    }
    if let (x, y) = scalars(a, b) {
      return compareScalars(id, x, comparison, y, to: label, when: sense)
    }
    if comparison == .equal || comparison == .notEqual {
      if let (subject, text) = textComparison(a, b, left, right) {
        let constant = assembly.constantRegister(.string(text))
        return jump(id, to: label, when: sense, seen: .boxed(subject)) { target, holds in
          let flags: UInt8 = holds == (comparison == .equal) ? 1 : 0
          assembly.emit(.jumpEqualText, flags: flags, a: subject, b: target, constant)
        }
      }
      let (x, y) = (boxed(a), boxed(b))
      return jump(id, to: label, when: sense, seen: .boxed(x)) { target, holds in
        assembly.emit(.jumpEqualValue, flags: holds == (comparison == .equal) ? 1 : 0, a: x, b: target, y)
      }
    }
    let (x, y) = (boxed(a), boxed(b))
    jump(id, to: label, when: sense, seen: .boxed(x)) { target, holds in
      assembly.emit(.jumpCompareValue, flags: CompareFlags.make(comparison, sense: holds), a: x, b: target, y)
    }
  }

  /// Both operands unboxed and of the same kind; a constant takes the kind of the other side.
  private func scalars(_ a: Operand, _ b: Operand) -> (Operand, Operand)? {
    switch (a, b) {
    case (.scalar(let x), .scalar(let y)):
      return x.kind == y.kind && (x.kind != .code || x.vocabulary == y.vocabulary) ? (a, b) : nil
    case (.scalar(let x), .constant(let value)): return value.bits(x.kind, x.vocabulary) == nil ? nil : (a, b)
    case (.constant(let value), .scalar(let y)): return value.bits(y.kind, y.vocabulary) == nil ? nil : (a, b)
    default: return nil
    }
  }

  private mutating func compareScalars(
    _ id: ID, _ a: Operand, _ comparison: Comparison, _ b: Operand, to label: Int32, when sense: Bool
  ) {
    switch (a, b) {
    case (.constant, .scalar): return compareScalars(id, b, comparison.mirrored, a, to: label, when: sense)
    case (.scalar(let x), .constant(let value)):
      guard let bits = value.bits(x.kind, x.vocabulary) else { return }
      if x.kind == .code, comparison != .equal, comparison != .notEqual { break }
      mark(id)
      assembly.comparison(x, comparison, constant: bits, to: label, when: sense)
      return
    case (.scalar(let x), .scalar(let y)):
      if x.kind == .code, comparison != .equal, comparison != .notEqual { break }
      mark(id)
      assembly.comparison(x, comparison, y.register, to: label, when: sense)
      return
    default: return
    }
    // Members of an unordered vocabulary are compared only with a dynamic value, as strings.
    let (x, y) = (boxed(a), boxed(b))
    jump(id, to: label, when: sense, seen: .boxed(x)) { target, holds in
      assembly.emit(.jumpCompareValue, flags: CompareFlags.make(comparison, sense: holds), a: x, b: target, y)
    }
  }

  /// A boxed string compared with a literal.
  private func textComparison(_ a: Operand, _ b: Operand, _ left: ID, _ right: ID) -> (subject: Int32, text: Text)? {
    switch (a, b) {
    case (.boxed(let register), .constant(.string(let text))): (register, text)
    case (.constant(.string(let text)), .boxed(let register)): (register, text)
    default: nil
    }
  }

  /// The outcome of comparing two constants, or nil if the comparison fails.
  static func fold(_ a: Value, _ comparison: Comparison, _ b: Value) -> Bool? {
    guard isCheap(a), isCheap(b) else { return nil }
    switch comparison {
    case .equal: return a.isEqual(to: b)
    case .notEqual: return !a.isEqual(to: b)
    default: return a.outcome(of: comparison, with: b)
    }
  }

  // MARK: Membership

  /// `left in right`.
  mutating func membership(_ id: ID, _ left: ID, _ right: ID, to label: Int32, when sense: Bool) {
    let element = value(left)
    if contains(id, element, right, to: label, when: sense) { return }
    let collection = value(right)
    if case .constant(let x) = element, case .constant(let list) = collection, let matched = Planner.fold(x, in: list) {
      return jump(id, on: .constant(.bool(matched)), to: label, when: sense)
    }
    if case .constant(.list(let elements)) = collection, case .scalar(let scalar) = element,
      oneOf(id, scalar, elements, to: label, when: sense)
    {
      return
    }
    if case .constant(.list(let elements)) = collection, oneOfMany(id, element, elements, to: label, when: sense) {
      return
    }
    let list = boxed(collection)
    if case .constant(.string(let text)) = element, case .list = type(right) {
      return containsText(id, list, text, to: label, when: sense)
    }
    let x = boxed(element)
    let areTexts = isText(type(left)) && (type(right) == .list(.string) || type(right) == .list(type(left)))
    jump(id, to: label, when: sense, seen: .boxed(x)) { target, holds in
      if areTexts {
        assembly.emit(.jumpContainsText, flags: holds ? 1 : 0, a: list, b: target, x)
      } else {
        assembly.emit(.jumpContains, flags: holds ? 1 : 0, a: x, b: target, list)
      }
    }
  }

  private func isText(_ type: CELType) -> Bool { type == .string || type.scalarKind == .code }

  private func containsText(_ id: ID, _ list: Int32, _ text: Text, to label: Int32, when sense: Bool) {
    let constant = assembly.constantRegister(.string(text))
    jump(id, to: label, when: sense, seen: .boxed(list)) { target, holds in
      assembly.emit(.jumpContainsText, flags: holds ? 1 : 0, a: list, b: target, constant)
    }
  }

  /// Tests if a list has an element: a single test if the list is a fact with members of a vocabulary. Returns false if only the general
  /// method applies.
  mutating func contains(_ id: ID, _ element: Operand, _ list: ID, to label: Int32, when sense: Bool) -> Bool {
    if let (key, type) = factKey(list), case .list(.enumeration(let vocabulary)) = type {
      switch element {
      case .constant(.string(let text)):
        assembly.mention(key.slot)
        guard let code = vocabulary.code(of: text) else {
          jump(id, on: .constant(.bool(false)), to: label, when: sense)
          return true
        }
        let word = assembly.factBits(key, vocabulary) + Int32(truncatingIfNeeded: code >> 6)
        jump(id, to: label, when: sense, seen: assembly.isTracing ? .boxed(assembly.factBoxed(key)) : nil) {
          target, holds in
          assembly.emit(.jumpBit, flags: holds ? 1 : 0, a: word, b: target, c: Int64(code & 63))
        }
        return true
      case .scalar(let scalar) where scalar.kind == .code && scalar.vocabulary == vocabulary:
        assembly.mention(key.slot)
        let first = assembly.factBits(key, vocabulary)
        jump(id, to: label, when: sense, seen: element) { target, holds in
          assembly.emit(.jumpBitOfCode, flags: holds ? 1 : 0, a: first, b: target, scalar.register)
        }
        return true
      default: return false
      }
    }
    if decidedSetContains(element, list, to: label, when: sense) { return true }
    if case .constant(.string(let text)) = element, case .list(let inner) = type(list),
      inner == .string || inner == .dyn,
      let (key, type) = factKey(list)
    {
      assembly.mention(key.slot)
      if case .boxed(let register) = fact(key, type) {
        containsText(id, register, text, to: label, when: sense)
        return true
      }
    }
    return false
  }

  /// A test that a scalar is one of some literals: a set of codes, or a few comparisons.
  private mutating func oneOf(
    _ id: ID, _ scalar: Scalar, _ elements: [Value], to label: Int32, when sense: Bool
  ) -> Bool {
    if scalar.kind == .code, let vocabulary = scalar.vocabulary {
      let codes = elements.compactMap { element -> Int? in
        if case .string(let text) = element { return vocabulary.code(of: text) }
        return nil
      }
      let first = assembly.constantBits(codes, of: vocabulary)
      jump(id, to: label, when: sense, seen: .scalar(scalar)) { target, holds in
        assembly.emit(.jumpBitOfCode, flags: holds ? 1 : 0, a: first, b: target, scalar.register)
      }
      return true
    }
    let bits = elements.compactMap { $0.bits(scalar.kind, nil) }
    guard scalar.kind == .int, bits.count == elements.count, bits.count <= 8, !assembly.isTracing else { return false }
    mark(id)
    let matched = sense ? label : assembly.makeLabel()
    for value in bits { assembly.emit(.jumpEqualConstant, a: scalar.register, b: matched, c: value) }
    if !sense {
      assembly.jump(to: label)
      assembly.bind(matched)
    }
    return true
  }

  /// A test that a string or an int is one of many literals, as fast as for a few.
  private mutating func oneOfMany(
    _ id: ID, _ element: Operand, _ elements: [Value], to label: Int32, when sense: Bool
  ) -> Bool {
    guard elements.count > 4 else { return false }
    var op = Opcode.switchValue
    let subject: Int32
    switch element {
    case .scalar(let scalar) where scalar.kind == .int:
      guard elements.allSatisfy({ if case .int = $0 { true } else { false } }) else { return false }
      (op, subject) = (.switchInt, scalar.register)
    case .boxed(let register):
      // The subject may be of any type, because only a string equals a string.
      guard elements.allSatisfy({ if case .string = $0 { true } else { false } }) else { return false }
      subject = register
    default: return false
    }
    jump(id, to: label, when: sense, seen: element) { target, holds in
      let onward = assembly.makeLabel()
      let matched = holds ? target : onward
      assembly.emit(op, a: subject, b: Int32(truncatingIfNeeded: assembly.switches.count))
      assembly.switches.append(
        Assembly.Switch(
          keys: elements, targets: Array(repeating: matched, count: elements.count), otherwise: holds ? onward : target)
      )
      assembly.bind(onward)
    }
    return true
  }

  static func fold(_ element: Value, in collection: Value) -> Bool? {
    guard isCheap(element), isCheap(collection) else { return nil }
    return switch collection {
    case .list(let elements): elements.count > 64 ? nil : elements.contains { $0.isEqual(to: element) }
    case .map(let map): map[element] != nil
    default: nil
    }
  }
}

// Lists of an enum's values as sets of codes, so that common values are found by operations on bits.
extension Planner {
  /// A list of an enum's values that is available as a set of codes.
  enum CodeSet {
    /// The list in a fact or in a field of a fact.
    case fact(FactKey)
    /// The values of a literal list.
    case literal([Value])
    /// The list of a decision that does not depend on the candidate. A separate decision converts it to a set and reports if the set
    /// differs from the list (``SetContent``).
    case decision(Slot)

    var isLiteral: Bool { if case .literal = self { true } else { false } }
  }

  /// Two lists of values of the same enum, of which one may belong to the candidate.
  struct CodeSets {
    let range: CodeSet
    let other: CodeSet
    let vocabulary: EnumerationType

    var words: Int32 { Int32(truncatingIfNeeded: vocabulary.wordCount) }
  }

  // MARK: Which lists are sets

  /// The lists of `x in other` for each `x` of the loop's range, or nil unless both are sets of values of the same enum.
  func codeSets(_ id: ID, _ loop: Expression.Comprehension, _ membership: ID) -> CodeSets? {
    guard loop.variable2 == nil, case .call("@in", nil, let sides) = kind(membership), sides.count == 2,
      isVariable(sides[0], of: id), let range = codeSet(loop.range), let other = codeSet(sides[1]),
      let vocabulary = range.vocabulary ?? other.vocabulary,
      [range, other].allSatisfy({ $0.vocabulary == nil || $0.vocabulary == vocabulary })
    else { return nil }
    switch (range.set, other.set) {
    case (.fact, .fact): break
    // In tracing bytecode, every evaluation is recorded as written.
    case _ where assembly.isRecording: return nil
    case (.fact, .literal), (.literal, .fact): break
    // Converting a decision's list to a set pays only if it is compared with the lists of many candidates.
    case (.decision, .fact(let key)), (.fact(let key), .decision):
      guard assembly.slots.entries[Int(key.slot)].role == .candidateFact else { return nil }
    default: return nil
    }
    return CodeSets(range: range.set, other: other.set, vocabulary: vocabulary)
  }

  /// The list `id` as a set, with the enum of its values if the list's type names it.
  private func codeSet(_ id: ID) -> (set: CodeSet, vocabulary: EnumerationType?)? {
    if let (key, type) = factKey(id) {
      guard case .list(.enumeration(let vocabulary)) = type else { return nil }
      return (.fact(key), vocabulary)
    }
    if case .list(let elements, let optionals) = kind(id), optionals.isEmpty, !elements.isEmpty {
      let values = elements.compactMap { if case .literal(.string(let text)) = kind($0) { text } else { nil } }
      return values.count == elements.count ? (.literal(values.map { .string($0) }), nil) : nil
    }
    guard case .variable(let variable) = reference(id), case .slot(let slot) = variable.binding,
      case .list(.enumeration(let vocabulary)) = assembly.slots[slot].type, assembly.isForRequest(slot)
    else { return nil }
    return (.decision(slot), vocabulary)
  }

  // MARK: Bits

  /// The registers of a set. For a decision's list, these are valid after its computation, and the register of its ``SetContent`` is
  /// included.
  private func bits(_ set: CodeSet, _ vocabulary: EnumerationType) -> (first: Int32, content: Int32?) {
    switch set {
    case .fact(let key):
      assembly.mention(key.slot)
      return (assembly.factBits(key, vocabulary), nil)
    case .literal(let values):
      return (
        assembly.constantBits(values.compactMap { $0.bits(.code, vocabulary).map { Int($0) } }, of: vocabulary), nil
      )
    case .decision(let slot):
      let computed = assembly.codeSet(of: slot, vocabulary)
      assembly.mention(computed.slot.index)
      assembly.emit(.ensure, b: computed.slot.index)
      return (computed.first, assembly.resultRegister(of: computed.slot).index)
    }
  }

  /// Jumps to `label` if the lists have a common value (`wanted` is true) or have none (`wanted` is false), and continues otherwise. Jumps
  /// to `list` if the first list is not a set. The second list is computed only if the first has values, as in a loop.
  mutating func branchCommon(_ sets: CodeSets, to label: Int32, when wanted: Bool, list: Int32) {
    let end = assembly.makeLabel()
    let (first, content) = bits(sets.range, sets.vocabulary)
    if let content { assembly.emit(.jumpEqualConstant, a: content, b: list, c: SetContent.others) }
    if case .decision = sets.other {
      assembly.emit(.jumpMeet, flags: 0, a: first, b: wanted ? end : label, first, sets.words)
    }
    let (second, _) = bits(sets.other, sets.vocabulary)
    assembly.emit(.jumpMeet, flags: wanted ? 1 : 0, a: first, b: label, second, sets.words)
    assembly.bind(end)
  }

  /// Puts the number of elements of the first list that are in the second into `result`. Jumps to `list` if the first list is not a set or
  /// has a repeated value.
  private mutating func countCommon(_ sets: CodeSets, into result: Int32, list: Int32, end: Int32) {
    let (first, content) = bits(sets.range, sets.vocabulary)
    if let content {
      assembly.emit(.jumpGreaterConstant, a: content, b: list, c: SetContent.distinct)
    } else if case .fact(let key) = sets.range {
      let (elements, values) = (assembly.registers.temporaryScalar(), assembly.registers.temporaryScalar())
      assembly.emit(.countElements, a: elements, b: assembly.factBoxed(key))
      assembly.emit(.countCommon, a: values, b: first, first, sets.words)
      assembly.emit(.jumpNotEqual, a: elements, b: list, values)
    }
    if case .decision = sets.other {
      assembly.emit(.loadConstant, a: result, c: 0)
      assembly.emit(.jumpMeet, flags: 0, a: first, b: end, first, sets.words)
    }
    let (second, _) = bits(sets.other, sets.vocabulary)
    assembly.emit(.countCommon, a: result, b: first, second, sets.words)
    assembly.jump(to: end)
  }

  /// `range.filter(x, x in other).size()` for two sets, in a register, or nil if they are not sets.
  mutating func countOfCommon(_ id: ID, _ loop: Expression.Comprehension, _ condition: ID) -> Int32? {
    guard let sets = codeSets(id, loop, condition), !assembly.isRecording else { return nil }
    if case .literal(let values) = sets.range {
      guard Set(values.compactMap { $0.bits(.code, sets.vocabulary) }).count == values.count else { return nil }
    }
    let result = assembly.registers.temporaryScalar()
    let (list, end) = (assembly.makeLabel(), assembly.makeLabel())
    mark(id)
    countCommon(sets, into: result, list: list, end: end)
    if !sets.range.isLiteral {
      assembly.bind(list)
      let counted = count(id, loop, condition)
      assembly.emit(.move, a: result, b: counted)
    }
    assembly.bind(end)
    return result
  }

  /// `list.size() > 0` and similar tests for a fact that is a set of one word: a test if the word is 0. False for other tests.
  mutating func compareSize(
    _ left: ID, _ comparison: Comparison, _ right: ID, to label: Int32, when sense: Bool
  ) -> Bool {
    guard !assembly.isRecording, case .literal(.int(let number)) = kind(right),
      case .call("size", let target, let arguments) = kind(left), case .function = reference(left),
      let list = target ?? arguments.first, let (key, type) = factKey(list),
      case .list(.enumeration(let vocabulary)) = type, vocabulary.wordCount == 1
    else { return false }
    let isForEmpty: Bool
    switch (comparison, number) {
    case (.equal, 0), (.lessOrEqual, 0), (.less, 1): isForEmpty = true
    case (.notEqual, 0), (.greater, 0), (.greaterOrEqual, 1): isForEmpty = false
    default: return false
    }
    assembly.mention(key.slot)
    assembly.emit(
      isForEmpty == sense ? .jumpEqualConstant : .jumpNotEqualConstant, a: assembly.factBits(key, vocabulary), b: label,
      c: 0)
    return true
  }

  /// Tests for each candidate if the list of a decision that does not depend on the candidate has `element`. Returns false for other lists.
  mutating func decidedSetContains(_ element: Operand, _ list: ID, to label: Int32, when sense: Bool) -> Bool {
    guard !assembly.isRecording, assembly.isForCandidate(assembly.current), let (set, known) = codeSet(list),
      case .decision = set, let vocabulary = known
    else { return false }
    switch element {
    case .constant(.string(let text)):
      guard let code = vocabulary.code(of: text) else { return false }
      let (first, _) = bits(set, vocabulary)
      assembly.emit(
        .jumpBit, flags: sense ? 1 : 0, a: first + Int32(truncatingIfNeeded: code >> 6), b: label, c: Int64(code & 63))
      return true
    case .scalar(let scalar) where scalar.kind == .code && scalar.vocabulary == vocabulary:
      let (first, _) = bits(set, vocabulary)
      assembly.emit(.jumpBitOfCode, flags: sense ? 1 : 0, a: first, b: label, scalar.register)
      return true
    default: return false
    }
  }
}

/// The relation of a set of codes to the list from which a decision made it; the result of that decision.
enum SetContent {
  /// The list has each of the codes once and no other elements.
  static let distinct: Int64 = 0
  /// The list has a code more than once.
  static let repeated: Int64 = 1
  /// The list has elements that are not values of the enum.
  static let others: Int64 = 2
}

// Ordered vocabularies: the code of a member is its position, so comparing members means comparing codes.
extension Planner {
  /// The vocabulary whose order applies to a comparison of values of types `a` and `b`, or nil if another order applies.
  func order(_ comparison: Comparison, _ a: CELType, _ b: CELType) -> EnumerationType? {
    guard comparison != .equal, comparison != .notEqual else { return nil }
    return [a, b].lazy.compactMap { $0.comparedVocabulary }.first(where: { $0.isOrdered })
  }

  /// `a comparison b` in the order of `vocabulary`. A value that is not a member fails at run time.
  mutating func compareMembers(
    _ id: ID, _ a: Operand, _ comparison: Comparison, _ b: Operand, of vocabulary: EnumerationType, to label: Int32,
    when sense: Bool
  ) {
    switch (a.code(in: vocabulary), b.code(in: vocabulary)) {
    case (let x?, let y?): jump(id, on: .constant(.bool(comparison.holds(x, y))), to: label, when: sense)
    case (let x?, nil):
      mark(id)
      assembly.comparison(scalar(b, .code, vocabulary), comparison.mirrored, constant: x, to: label, when: sense)
    case (nil, let y?):
      mark(id)
      assembly.comparison(scalar(a, .code, vocabulary), comparison, constant: y, to: label, when: sense)
    case (nil, nil):
      mark(id)
      let (x, y) = (scalar(a, .code, vocabulary), scalar(b, .code, vocabulary))
      assembly.comparison(x, comparison, y.register, to: label, when: sense)
    }
  }

  /// `operand.next()`, `operand.previous()`, and `operand.position()`, or nil for other calls.
  mutating func memberCall(_ id: ID, _ set: OverloadSet, _ operand: ID) -> Operand? {
    guard VocabularyFunctions.names.contains(set.name), let vocabulary = type(operand).scalarVocabulary,
      vocabulary.isOrdered
    else { return nil }
    if set.name == VocabularyFunctions.position {
      let member = value(operand)
      if let code = member.code(in: vocabulary) { return .constant(.int(code)) }
      mark(id)
      return .scalar(Scalar(kind: .int, register: scalar(member, .code, vocabulary).register))
    }
    let steps = VocabularyFunctions.steps(set.name, through: vocabulary)
    let member = value(operand)
    if case .constant(let value) = member { return .constant(.optional(steps[value])) }
    let table = assembly.constantRegister(.map(steps))
    let key = boxed(member)
    let result = assembly.registers.temporaryBoxed()
    mark(id)
    assembly.emit(.index, flags: SelectFlags.optional, a: result, b: table, key)
    return unboxedResult(result, type(id), id)
  }
}

extension Operand {
  /// The code of a constant member of `vocabulary`.
  fileprivate func code(in vocabulary: EnumerationType) -> Int64? {
    if case .constant(let value) = self { return value.bits(.code, vocabulary) }
    return nil
  }
}
