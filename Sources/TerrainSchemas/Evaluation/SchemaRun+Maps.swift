import TerrainDocuments

// Checks of maps.
extension SchemaRun {
  @inline(never)
  mutating func checkMap(_ number: UInt32, _ index: UInt32, _ node: Int, _ at: Int, _ raw: RawNode) -> Bool {
    let shape = tables.mapShapes + Int(number)
    var isValid = true
    var seen: UInt64 = 0
    if shape.pointee.needsMembers {
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
    if shape.pointee.required & ~seen != 0, !missesRequired(shape, seen, index, node) { isValid = false }
    if shape.pointee.moreRequiredCount > 0 || shape.pointee.dependentCount > 0, !checkNeededKeys(shape, index, node, at)
    {
      isValid = false
    }
    if shape.pointee.minimumCount > 0 || shape.pointee.maximumCount != .max {
      let count = view.count(of: raw, at: at)
      if count < Int(shape.pointee.minimumCount) { isValid = fail(.tooFewKeys, index, node) }
      if count > Int(shape.pointee.maximumCount) { isValid = fail(.tooManyKeys, index, node) }
    }
    return isValid
  }

  @inline(__always)
  private mutating func checkMember(
    _ key: Int, of at: Int, _ shape: UnsafePointer<MapShape>, _ index: UInt32, seen: inout UInt64
  ) -> Bool {
    let hash = view.nodes[key].hashOrCount
    var isKnown = false
    var isValid = true
    let slots = tables.propertySlots + Int(shape.pointee.slots)
    var slot = Int(hash & shape.pointee.slotMask)
    while slots[slot].hash != PropertySlot.emptyHash {
      if slots[slot].hash == hash, bytes(slots[slot].name).equals(view.text(at: key)) {
        seen |= slots[slot].requiredBit
        if slots[slot].isDeclared {
          isKnown = true
          isValid = passes(slots[slot].check, key + 1)
        }
        break
      }
      slot = (slot + 1) & Int(shape.pointee.slotMask)
    }
    if shape.pointee.patternCount > 0 {
      let patterns = tables.patternEntries + Int(shape.pointee.patterns)
      for number in 0..<Int(shape.pointee.patternCount)
      where matches(patterns[number].pattern, view.text(at: key), index, key) {
        isKnown = true
        if !passes(patterns[number].check, key + 1) { isValid = false }
      }
    }
    if !isKnown, shape.pointee.hasAdditional {
      isKnown = true
      if shape.pointee.forbidsAdditional {
        isValid = fail(.unknownKey, index, key, detail: UInt32(truncatingIfNeeded: at))
      } else if !passes(shape.pointee.additional, key + 1) {
        isValid = false
      }
    }
    if shape.pointee.names.block != Check.none, !passes(shape.pointee.names, key) { isValid = false }
    if shape.pointee.marks, isKnown { mark(key) }
    return isValid
  }

  /// Notes each required key that is not there. Always false.
  @inline(never)
  private mutating func missesRequired(_ shape: UnsafePointer<MapShape>, _ seen: UInt64, _ index: UInt32, _ node: Int)
    -> Bool
  {
    guard isRecording else { return false }
    for slot in Int(shape.pointee.slots)...Int(shape.pointee.slots + shape.pointee.slotMask) {
      let bit = tables.propertySlots[slot].requiredBit
      if bit & shape.pointee.required & ~seen != 0 { _ = fail(.missingKey, index, node, detail: UInt32(slot)) }
    }
    return false
  }

  /// Required keys beyond those that have bits, and keys that need others.
  @inline(never)
  private mutating func checkNeededKeys(_ shape: UnsafePointer<MapShape>, _ index: UInt32, _ node: Int, _ at: Int)
    -> Bool
  {
    var isValid = true
    for number in shape.pointee.moreRequired..<shape.pointee.moreRequired + shape.pointee.moreRequiredCount
    where !hasKey(number, at) {
      isValid = fail(.missingDependent, index, node, detail: number)
    }
    for pair in 0..<shape.pointee.dependentCount {
      let first = shape.pointee.dependents + pair * 2
      guard hasKey(first, at), !hasKey(first + 1, at) else { continue }
      isValid = fail(.missingDependent, index, node, detail: first + 1)
    }
    return isValid
  }

  private mutating func hasKey(_ number: UInt32, _ at: Int) -> Bool {
    let entry = tables.keys[Int(number)]
    spend(view.count(of: view.nodes[at], at: at) >> 2)
    return view.value(ofKey: bytes(entry.name), hash: entry.hash, inMapAt: at) != nil
  }

  @inline(never)
  mutating func checkDependents(_ instruction: Instruction, _ node: Int, _ at: Int) -> Bool {
    var isValid = true
    for number in instruction.a..<instruction.a + instruction.b where hasKey(number, at) {
      if run(tables.keys[Int(number)].block, node) { continue }
      isValid = false
      if !isRecording { break }
    }
    return isValid
  }

  @inline(never)
  mutating func checkUnevaluatedProperties(
    _ instruction: Instruction, _ index: UInt32, _ at: Int, _ raw: RawNode, marks: Int
  ) -> Bool {
    let check = tables.checks[Int(instruction.a)]
    stampMarks(since: marks)
    var isValid = true
    var key = at + 1
    // Checking a value may stamp anew, so what is left is collected before.
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
