import TerrainBase

extension Planner {
  /// `left comparison right`, by the cheapest instruction that both types allow.
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

  /// Both operands unboxed and of one kind; a constant takes the kind of the other side.
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
    // Members of a vocabulary without an order, which only a dynamic value is compared with: they are strings.
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

  /// The outcome of comparing two constants; nil where that fails.
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

  /// Whether a list has an element: one test where the list is a fact of a vocabulary's members. False where this has
  /// no better way than the general one.
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

  /// A scalar that must be one of some literals: a set of codes, or a few comparisons.
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

  /// A string, or an int, that must be one of many literals: as quick as one of few.
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
      // Of whatever type it turns out to be: only a string equals a string.
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
