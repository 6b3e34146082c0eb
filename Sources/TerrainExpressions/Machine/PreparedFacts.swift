import TerrainBase

/// Many values of one fact, ready for one machine: what setting the fact would put into its registers, side by side.
/// For rankings, whose candidates are the same in every request.
package final class PreparedFacts {
  let slot: Slot
  /// How many values there are.
  package let count: Int
  // Plain memory: setting a fact counts no references.
  fileprivate let scalarRegisters: UnsafeMutableBufferPointer<Int32>
  fileprivate let boxedRegisters: UnsafeMutableBufferPointer<Int32>
  /// For each value the bits of each of the registers, one value after another.
  fileprivate let bits: UnsafeMutablePointer<Int64>
  fileprivate let boxed: UnsafeMutablePointer<Value>

  /// Makes room for `count` values; the caller fills it.
  fileprivate init(_ slot: Slot, count: Int, scalarRegisters scalars: [Int32], boxedRegisters boxes: [Int32]) {
    self.slot = slot
    self.count = count
    scalarRegisters = .allocate(capacity: scalars.count)
    _ = scalarRegisters.initialize(from: scalars)
    boxedRegisters = .allocate(capacity: boxes.count)
    _ = boxedRegisters.initialize(from: boxes)
    bits = .allocate(capacity: max(1, count * scalars.count))
    bits.initialize(repeating: 0, count: max(1, count * scalars.count))
    boxed = .allocate(capacity: max(1, count * boxes.count))
    boxed.initialize(repeating: .null, count: max(1, count * boxes.count))
  }

  deinit {
    boxed.deinitialize(count: max(1, count * boxedRegisters.count))
    boxed.deallocate()
    bits.deallocate()
    scalarRegisters.deallocate()
    boxedRegisters.deallocate()
  }

  fileprivate func has(_ position: Int) -> Bool { position >= 0 && position < count }
}

extension Machine {
  /// Prepares `values` of the fact `slot` for ``set(_:at:)``. The values are copied into memory of the machine's own.
  ///
  /// - Throws: `fact-type` for the first that is not of the slot's type.
  package func prepare(_ slot: Slot, _ values: [Value]) throws(EvaluationError) -> PreparedFacts {
    var scalarRegisters: [Int32] = []
    var boxedRegisters: [Int32] = []
    for (key, layout) in bytecode.facts where key.slot == slot.index {
      if layout.scalar >= 0 { scalarRegisters.append(layout.scalar) }
      if layout.flag >= 0 { scalarRegisters.append(layout.flag) }
      if layout.boxed >= 0 { boxedRegisters.append(layout.boxed) }
      if layout.bits >= 0, let vocabulary = layout.bitsVocabulary {
        for word in 0..<vocabulary.wordCount { scalarRegisters.append(layout.bits + Int32(word)) }
      }
    }
    let prepared = PreparedFacts(
      slot, count: values.count, scalarRegisters: scalarRegisters, boxedRegisters: boxedRegisters)
    var (bits, boxed) = (prepared.bits, prepared.boxed)
    for value in values {
      try set(slot, value)
      for register in scalarRegisters {
        bits.pointee = s[Int(register)]
        bits += 1
      }
      for register in boxedRegisters {
        boxed.pointee = v[Int(register)].unshared
        boxed += 1
      }
    }
    return prepared
  }

  /// Gives a fact the value at `position` of those prepared for it by this machine; false where there is none.
  @discardableResult
  package func set(_ prepared: PreparedFacts, at position: Int) -> Bool {
    guard prepared.has(position) else { return false }
    takeBack(prepared.slot)
    facts.willFill(Int(prepared.slot.index))
    setScalars(prepared, position)
    let count = prepared.boxedRegisters.count
    for index in 0..<count {
      v[Int(prepared.boxedRegisters[index])] = prepared.boxed[position * count + index]
    }
    facts.markPresent(Int(prepared.slot.index))
    return true
  }

  /// Goes on to the next candidate, as ``nextCandidate()``, and gives it the value at `position` of those prepared for the
  /// candidate's fact by this machine; false where there is none.
  ///
  /// The values are lent: their registers hold them without counting references, which ``takeBack()`` undoes before anything
  /// else is put there.
  @discardableResult
  package func nextCandidate(_ prepared: PreparedFacts, at position: Int) -> Bool {
    let slot = Int(prepared.slot.index)
    guard prepared.has(position), bytecode.slots[prepared.slot].role == .candidateFact else {
      nextCandidate()
      return set(prepared, at: position)
    }
    let count = prepared.boxedRegisters.count
    if state.pointee.lent === prepared {
      facts.clearCandidate(but: slot, s, v)
    } else {
      takeBack()
      facts.clear(candidateOnly: true, s, v)
      facts.willFill(slot)
      for index in 0..<count { v[Int(prepared.boxedRegisters[index])] = .null }
      state.pointee.lent = prepared
    }
    startCandidate()
    setScalars(prepared, position)
    for index in 0..<count {
      UnsafeMutableRawPointer(v + Int(prepared.boxedRegisters[index])).copyMemory(
        from: prepared.boxed + (position * count + index), byteCount: MemoryLayout<Value>.size)
    }
    facts.markPresent(slot)
    return true
  }

  @inline(__always)
  private func setScalars(_ prepared: PreparedFacts, _ position: Int) {
    let count = prepared.scalarRegisters.count
    let bits = prepared.bits + position * count
    for index in 0..<count { s[Int(prepared.scalarRegisters[index])] = bits[index] }
  }

  /// Forgets values that are lent to registers of the fact `slot`, which is about to be set.
  @inline(__always)
  func takeBack(_ slot: Slot) {
    if let lent = state.pointee.lent, lent.slot == slot { takeBack() }
  }

  /// Forgets values that are lent to registers: those are null then.
  func takeBack() {
    guard let lent = state.pointee.lent else { return }
    for register in lent.boxedRegisters { (v + Int(register)).initialize(to: .null) }
    state.pointee.lent = nil
  }
}
