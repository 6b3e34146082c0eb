import TerrainBase

// Decisions' lists of an enum's values as sets of codes. A set is a decision of its own: computed when it is first used, once a
// request.
extension Assembly {
  /// A decision that makes a set of codes of another one's list.
  struct CodeSet {
    /// Its slot; its result is a ``SetContent``.
    let slot: Slot
    /// The first register of its words.
    let first: Int32
    let vocabulary: EnumerationType
  }

  /// The set of the list of `decision`, whose elements are values of `vocabulary`.
  func codeSet(of decision: Slot, _ vocabulary: EnumerationType) -> CodeSet {
    if let known = codeSets[decision] { return known }
    let slot = slots.addDecision("the set of \(slots[decision].name)", .int)
    let set = CodeSet(
      slot: slot, first: registers.lastingScalar(count: vocabulary.wordCount), vocabulary: vocabulary)
    codeSets[decision] = set
    lookAtCandidate[slot.index] = false
    codeSetOrder.append(decision)
    return set
  }

  /// Whether `decision` was written before and does not look at the candidate.
  func isForRequest(_ decision: Slot) -> Bool {
    slots[decision].role == .decision && lookAtCandidate[decision.index] == false
  }

  /// Whether `decision` looks at the candidate, as far as it is written. What is written later may look at anything.
  func isForCandidate(_ decision: Int32) -> Bool {
    if let known = lookAtCandidate[decision] { return known }
    return mentioned[decision, default: []].contains { slot in
      switch slots.entries[Int(slot)].role {
      case .candidateFact: true
      case .decision: lookAtCandidate[slot] ?? true
      case .fact, .companion: false
      }
    }
  }
}

extension BytecodeBuilder {
  /// Writes the decisions that make sets of others' lists, as far as they are used.
  mutating func defineCodeSets() {
    for decision in assembly.codeSetOrder {
      guard let set = assembly.codeSets[decision] else { continue }
      define(set.slot) { builder, content, _ in
        builder.assembly.mention(decision.index)
        builder.assembly.emit(.ensure, b: decision.index)
        builder.assembly.emit(
          .collectCodes, a: content.index, b: builder.assembly.resultRegister(of: decision).index, set.first,
          builder.assembly.vocabulary(set.vocabulary))
      }
    }
  }
}
