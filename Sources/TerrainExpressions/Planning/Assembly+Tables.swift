import TerrainBase

// Things instructions name by a number, each kept once.
extension Assembly {
  /// A register that holds the bits from the start and is never written.
  func constantRegister(_ bits: Int64) -> Int32 {
    if let existing = scalarConstants[bits] { return existing }
    let register = registers.lastingScalar()
    scalarConstants[bits] = register
    initialScalars.append((register, bits))
    return register
  }

  /// A register that holds the value from the start and is never written.
  func constantRegister(_ value: Value) -> Int32 {
    switch value {
    case .string(let text): return constantRegister(value, known: &textConstants[text])
    case .bool(let bool): return constantRegister(value, known: &truthConstants[bool])
    case .optional(nil): return constantRegister(value, known: &absentConstant)
    default:
      var other: Int32?
      return constantRegister(value, known: &other)
    }
  }

  private func constantRegister(_ value: Value, known: inout Int32?) -> Int32 {
    if let known { return known }
    let register = registers.lastingBoxedRegister()
    known = register
    initialValues.append((register, value))
    return register
  }

  /// Registers in a row that hold the codes of a set.
  func constantBits(_ codes: [Int], of vocabulary: EnumerationType) -> Int32 {
    let first = registers.lastingScalar(count: vocabulary.wordCount)
    var words = [UInt64](repeating: 0, count: vocabulary.wordCount)
    for code in codes { words[code >> 6] |= 1 << UInt64(code & 63) }
    for (index, word) in words.enumerated() {
      initialScalars.append((first + Int32(truncatingIfNeeded: index), Int64(bitPattern: word)))
    }
    return first
  }

  func function(_ overload: Overload, named name: Text) -> Int32 {
    let key = Text("\(name.string) \(overload.id.string)")
    if let existing = functionIndices[key] { return existing }
    functions.append(overload)
    functionNames.append(name)
    let index = Int32(truncatingIfNeeded: functions.count - 1)
    functionIndices[key] = index
    return index
  }

  func candidates(_ set: OverloadSet) -> Int32 {
    candidates.append(set.overloads.map { function($0, named: set.name) })
    candidateNames.append(set.name)
    return Int32(truncatingIfNeeded: candidates.count - 1)
  }

  /// The position of the registers in the table of operands.
  func operandList(_ registers: [Int32]) -> Int32 {
    operands += registers
    return Int32(truncatingIfNeeded: operands.count - registers.count)
  }

  func optionalMarks(_ marks: [Int]) -> Int32 {
    guard !marks.isEmpty else { return -1 }
    optionalMarks.append(Set(marks))
    return Int32(truncatingIfNeeded: optionalMarks.count - 1)
  }

  func text(_ text: Text) -> Int32 {
    if let existing = textIndices[text] { return existing }
    texts.append(text)
    textIndices[text] = Int32(truncatingIfNeeded: texts.count - 1)
    return Int32(truncatingIfNeeded: texts.count - 1)
  }

  func vocabulary(_ vocabulary: EnumerationType?) -> Int32 {
    guard let vocabulary else { return -1 }
    if let existing = vocabularies.firstIndex(where: { $0 === vocabulary }) {
      return Int32(truncatingIfNeeded: existing)
    }
    vocabularies.append(vocabulary)
    return Int32(truncatingIfNeeded: vocabularies.count - 1)
  }

  func failure(_ code: FunctionFailure.Code, _ message: String, mentioning: [Slot] = []) -> Int32 {
    failures.append(Failure(code: code, message: message, mentioning: mentioning.map { $0.index }))
    return Int32(truncatingIfNeeded: failures.count - 1)
  }

  // MARK: Facts

  /// The layout of a fact, for a register of it to be read.
  func fact(_ key: FactKey, _ change: (inout FactLayout) -> Void) -> FactLayout {
    var layout: FactLayout
    if let existing = facts[key] {
      layout = existing
    } else {
      let entry = slots.entries[Int(key.slot)]
      if key.field >= 0, case .record(let record) = entry.type {
        let field = record.fields[Int(key.field)]
        layout = FactLayout(type: field.type, field: field.name)
      } else {
        layout = FactLayout(type: entry.type)
      }
      factOrder.append(key)
    }
    change(&layout)
    facts[key] = layout
    return layout
  }

  /// The unboxed register of a scalar fact (of the value inside an optional one).
  func factScalar(_ key: FactKey) -> Int32 {
    fact(key) { if $0.scalar < 0 { $0.scalar = registers.lastingScalar() } }.scalar
  }

  func factFlag(_ key: FactKey) -> Int32 {
    fact(key) { if $0.flag < 0 { $0.flag = registers.lastingScalar() } }.flag
  }

  func factBoxed(_ key: FactKey) -> Int32 {
    fact(key) { if $0.boxed < 0 { $0.boxed = registers.lastingBoxedRegister() } }.boxed
  }

  func factBits(_ key: FactKey, _ vocabulary: EnumerationType) -> Int32 {
    fact(key) { if $0.bits < 0 { $0.bits = registers.lastingScalar(count: vocabulary.wordCount) } }.bits
  }

  /// Gives a fact a register, though no instruction may read it: its value can be shown.
  func keep(_ slot: Slot) {
    let entry = slots[slot]
    guard entry.role == .fact || entry.role == .candidateFact else { return }
    let key = FactKey(slot: slot.index)
    let existing = facts[key]
    if let existing, existing.scalar >= 0 || existing.boxed >= 0 || existing.bits >= 0 { return }
    if entry.type.unwrapped.scalarKind != nil {
      _ = factScalar(key)
      if case .optional = entry.type { _ = factFlag(key) }
    } else {
      _ = factBoxed(key)
    }
  }

  /// Notes that the decision being written depends on `slot`.
  func mention(_ slot: Int32) { mentioned[current, default: []].insert(slot) }
}
