import TerrainDocuments

// Checks of maps.
extension SchemaRun {
  mutating func checkMap(_ number: UInt32, _ index: UInt32, _ node: Int, _ at: Int, _ raw: RawNode) -> Bool {
    let shape = program.mapShapes.base[Int(number)]
    var isValid = true
    var seen: UInt64 = 0
    if shape.needsMembers {
      let end = Int(raw.link)
      var key = at + 1
      while key < end {
        if !checkMember(key, of: at, shape, index, seen: &seen) {
          if !isRecording { return false }
          isValid = false
        }
        key = view.next(after: key + 1)
      }
    }
    if shape.required & ~seen != 0, !missesRequired(shape, seen, index, node) { isValid = false }
    if shape.moreRequiredCount > 0 || shape.dependentCount > 0, !checkNeededKeys(shape, index, node, at) {
      isValid = false
    }
    if shape.minimumCount > 0 || shape.maximumCount != .max {
      let count = view.count(of: raw, at: at)
      if count < Int(shape.minimumCount) { isValid = fail(.tooFewKeys, index, node) }
      if count > Int(shape.maximumCount) { isValid = fail(.tooManyKeys, index, node) }
    }
    return isValid
  }

  @inline(__always)
  private mutating func checkMember(
    _ key: Int, of at: Int, _ shape: MapShape, _ index: UInt32, seen: inout UInt64
  ) -> Bool {
    let hash = view.nodes[key].extra
    var isKnown = false
    var isValid = true
    let slots = program.propertySlots.base + Int(shape.slots)
    var slot = Int(hash & shape.slotMask)
    while slots[slot].hash != PropertySlot.emptyHash {
      if slots[slot].hash == hash, bytes(slots[slot].name).equals(view.text(at: key)) {
        seen |= slots[slot].requiredBit
        if slots[slot].isDeclared {
          isKnown = true
          isValid = passes(slots[slot].check, key + 1)
        }
        break
      }
      slot = (slot + 1) & Int(shape.slotMask)
    }
    if shape.patternCount > 0 {
      let patterns = program.patternEntries.base + Int(shape.patterns)
      for number in 0..<Int(shape.patternCount)
      where program.patterns.base[Int(patterns[number].pattern)].matches(view.text(at: key)) {
        isKnown = true
        if !passes(patterns[number].check, key + 1) { isValid = false }
      }
    }
    if !isKnown, shape.hasAdditional {
      isKnown = true
      if shape.forbidsAdditional {
        isValid = fail(.unknownKey, index, key, detail: UInt32(truncatingIfNeeded: at))
      } else if !passes(shape.additional, key + 1) {
        isValid = false
      }
    }
    if shape.names.block != Check.none, !passes(shape.names, key) { isValid = false }
    if shape.marks, isKnown { mark(key) }
    return isValid
  }

  /// Notes each required key that is not there. Always false.
  private mutating func missesRequired(_ shape: MapShape, _ seen: UInt64, _ index: UInt32, _ node: Int) -> Bool {
    guard isRecording else { return false }
    for slot in Int(shape.slots)...Int(shape.slots + shape.slotMask) {
      let bit = program.propertySlots.base[slot].requiredBit
      if bit & shape.required & ~seen != 0 { _ = fail(.missingKey, index, node, detail: UInt32(slot)) }
    }
    return false
  }

  /// Required keys beyond those that have bits, and keys that need others.
  private mutating func checkNeededKeys(_ shape: MapShape, _ index: UInt32, _ node: Int, _ at: Int) -> Bool {
    var isValid = true
    for number in shape.moreRequired..<shape.moreRequired + shape.moreRequiredCount where !hasKey(number, at) {
      isValid = fail(.missingDependent, index, node, detail: number)
    }
    for pair in 0..<shape.dependentCount {
      let first = shape.dependents + pair * 2
      guard hasKey(first, at), !hasKey(first + 1, at) else { continue }
      isValid = fail(.missingDependent, index, node, detail: first + 1)
    }
    return isValid
  }

  private func hasKey(_ number: UInt32, _ at: Int) -> Bool {
    let entry = program.keys.base[Int(number)]
    return view.value(ofKey: bytes(entry.name), hash: entry.hash, inMapAt: at) != nil
  }

  mutating func checkDependents(_ instruction: Instruction, _ node: Int, _ at: Int) -> Bool {
    var isValid = true
    for number in instruction.a..<instruction.a + instruction.b where hasKey(number, at) {
      if run(program.keys.base[Int(number)].block, node) { continue }
      isValid = false
      if !isRecording { break }
    }
    return isValid
  }

  mutating func checkUnevaluatedProperties(
    _ instruction: Instruction, _ index: UInt32, _ at: Int, _ raw: RawNode, marks: Int
  ) -> Bool {
    let check = program.checks.base[Int(instruction.a)]
    stampMarks(since: marks)
    var isValid = true
    var key = at + 1
    // Checking a value may stamp anew, so what is left is found before.
    var rest: [Int] = []
    while key < Int(raw.link) {
      if !isStamped(key) { rest.append(key) }
      key = view.next(after: key + 1)
    }
    for key in rest {
      mark(key)
      if instruction.b == 1 {
        isValid = fail(.unknownKey, index, key, detail: UInt32(truncatingIfNeeded: at))
      } else if !passes(check, key + 1) {
        isValid = false
      }
      if !isValid, !isRecording { return false }
    }
    return isValid
  }
}
