import TerrainBase

// Lists of an enum's values as sets of codes: what several of them have in common is a matter of bits.
extension Planner {
  /// A list of an enum's values that bytecode has as a set of codes.
  enum CodeSet {
    /// A fact's, or that of a field of a fact.
    case fact(FactKey)
    /// The values of a literal list.
    case literal([Value])
    /// A decision's that does not look at the candidate; made by a decision of its own, which reports what the set leaves out
    /// (``SetContent``).
    case decision(Slot)

    var isLiteral: Bool { if case .literal = self { true } else { false } }
  }

  /// Two lists of values of one enum, of which one may belong to the candidate.
  struct CodeSets {
    let range: CodeSet
    let other: CodeSet
    let vocabulary: EnumerationType

    var words: Int32 { Int32(truncatingIfNeeded: vocabulary.wordCount) }
  }

  // MARK: Which lists are sets

  /// The lists of `x in other` for each `x` of the loop's range, where both are sets of values of one enum.
  func codeSets(_ id: ID, _ loop: Expression.Comprehension, _ membership: ID) -> CodeSets? {
    guard loop.variable2 == nil, case .call("@in", nil, let sides) = kind(membership), sides.count == 2,
      isVariable(sides[0], of: id), let range = codeSet(loop.range), let other = codeSet(sides[1]),
      let vocabulary = range.vocabulary ?? other.vocabulary,
      [range, other].allSatisfy({ $0.vocabulary == nil || $0.vocabulary == vocabulary })
    else { return nil }
    switch (range.set, other.set) {
    case (.fact, .fact): break
    // In bytecode that records, every evaluation is recorded as it is written.
    case _ where assembly.isRecording: return nil
    case (.fact, .literal), (.literal, .fact): break
    // Making a set of a decision's list is worth it where it is compared with many candidates' lists.
    case (.decision, .fact(let key)), (.fact(let key), .decision):
      guard assembly.slots.entries[Int(key.slot)].role == .candidateFact else { return nil }
    default: return nil
    }
    return CodeSets(range: range.set, other: other.set, vocabulary: vocabulary)
  }

  /// The list `id` as a set, with the enum of its values where the list's type names it.
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

  /// The registers of a set; of a decision's, after it was computed, with the register of its ``SetContent``.
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

  /// Jumps to `label` where the lists have a value in common (`wanted` true) or have none (false), else falls through; where the
  /// first one is no set, to `list`. The second is computed only where the first one has values, as in a loop.
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

  /// The number of elements of the first list that the second one has, in `result`; where the first one is no set, or has a
  /// value twice, to `list`.
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

  /// `range.filter(x, x in other).size()` of two sets, in a register; nil where they are none.
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

  /// `list.size() > 0` and its kin, of a fact that is a set of one word: whether the word is 0. False of anything else.
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

  /// Whether the list of a decision that does not look at the candidate has `element`, tested for each candidate; false where it
  /// is another list.
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

/// How far a set of codes is what its list is; the result of the decision that makes a set of another one's list.
enum SetContent {
  /// The list has each of the codes once, and nothing else.
  static let distinct: Int64 = 0
  /// The list has a code more than once.
  static let repeated: Int64 = 1
  /// The list has elements that are no values of the enum.
  static let others: Int64 = 2
}
