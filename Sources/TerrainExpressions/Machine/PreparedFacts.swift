import TerrainValues

/// Many values of one fact, ready for one machine: what setting the fact would put into its registers, side by side.
/// For rankings, whose candidates are the same in every request.
package struct PreparedFacts {
  let slot: Slot
  /// How many values there are.
  package let count: Int
  let scalarRegisters: ContiguousArray<Int32>
  /// For each value the bits of each of the registers, one value after another.
  let bits: ContiguousArray<Int64>
  let boxedRegisters: ContiguousArray<Int32>
  let boxed: ContiguousArray<Value>
}

extension Machine {
  /// Prepares `values` of the fact `slot` for ``set(_:at:)``. The values are copied into memory of the machine's own.
  ///
  /// - Throws: `fact-type` for the first that is not of the slot's type.
  package func prepare(_ slot: Slot, _ values: [Value]) throws(EvaluationError) -> PreparedFacts {
    var scalarRegisters: ContiguousArray<Int32> = []
    var boxedRegisters: ContiguousArray<Int32> = []
    for (key, layout) in bytecode.facts where key.slot == slot.index {
      if layout.scalar >= 0 { scalarRegisters.append(layout.scalar) }
      if layout.flag >= 0 { scalarRegisters.append(layout.flag) }
      if layout.boxed >= 0 { boxedRegisters.append(layout.boxed) }
      if layout.bits >= 0, let vocabulary = layout.bitsVocabulary {
        for word in 0..<vocabulary.wordCount { scalarRegisters.append(layout.bits + Int32(word)) }
      }
    }
    var bits: ContiguousArray<Int64> = []
    var boxed: ContiguousArray<Value> = []
    bits.reserveCapacity(values.count * scalarRegisters.count)
    boxed.reserveCapacity(values.count * boxedRegisters.count)
    for value in values {
      try set(slot, value)
      for register in scalarRegisters { bits.append(s[Int(register)]) }
      for register in boxedRegisters { boxed.append(v[Int(register)].unshared) }
    }
    return PreparedFacts(
      slot: slot, count: values.count, scalarRegisters: scalarRegisters, bits: bits, boxedRegisters: boxedRegisters,
      boxed: boxed)
  }

  /// Gives a fact the value at `position` of those prepared for it by this machine; false where there is none.
  @discardableResult
  package func set(_ prepared: borrowing PreparedFacts, at position: Int) -> Bool {
    guard position >= 0, position < prepared.count else { return false }
    facts.willFill(Int(prepared.slot.index))
    let scalars = prepared.scalarRegisters.count
    prepared.scalarRegisters.withUnsafeBufferPointer { registers in
      prepared.bits.withUnsafeBufferPointer { bits in
        for index in 0..<scalars { s[Int(registers[index])] = bits[position * scalars + index] }
      }
    }
    let others = prepared.boxedRegisters.count
    for index in 0..<others { v[Int(prepared.boxedRegisters[index])] = prepared.boxed[position * others + index] }
    facts.markPresent(Int(prepared.slot.index))
    return true
  }
}
