import TerrainBase

// Ordered vocabularies: a member's code is its position, so comparing members is comparing their codes.
extension Planner {
  /// The vocabulary by whose order values of types `a` and `b` are compared; nil where it is by another order.
  func order(_ comparison: Comparison, _ a: CELType, _ b: CELType) -> EnumerationType? {
    guard comparison != .equal, comparison != .notEqual else { return nil }
    return [a, b].lazy.compactMap { $0.comparedVocabulary }.first(where: { $0.isOrdered })
  }

  /// `a comparison b` by the order of `vocabulary`; what turns out not to be a member fails when it runs.
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

  /// `operand.next()`, `operand.previous()` and `operand.position()`; nil where the call is another one.
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
