import TerrainDocuments

// Checks of a value by itself.
extension SchemaRun {
  @inline(never)
  mutating func checkNumber(_ instruction: Instruction, _ index: UInt32, _ node: Int, _ raw: RawNode) -> Bool {
    let limit = tables.numbers[Int(instruction.a)]
    if limit.isWhole, raw.writtenForm == NodeForm.integer, let value = SchemaRun.smallWhole(view.text(of: raw)) {
      switch instruction.operation {
      case .minimum: return value >= limit.whole || fail(.belowMinimum, index, node)
      case .maximum: return value <= limit.whole || fail(.aboveMaximum, index, node)
      case .exclusiveMinimum: return value > limit.whole || fail(.notAboveMinimum, index, node)
      case .exclusiveMaximum: return value < limit.whole || fail(.notBelowMaximum, index, node)
      default: return value % limit.whole == 0 || fail(.notMultiple, index, node)
      }
    }
    if raw.writtenForm == NodeForm.special { return checkSpecial(instruction, index, node, raw) }
    spend(view.text(of: raw).count >> 3)
    let text = UnsafeBufferPointer(start: tables.names + Int(limit.text.offset), count: Int(limit.text.count))
    let bound = DecimalText(text)
    return view.withDecimal(raw) { value in
      switch instruction.operation {
      case .minimum: value.compare(to: bound) >= 0 || fail(.belowMinimum, index, node)
      case .maximum: value.compare(to: bound) <= 0 || fail(.aboveMaximum, index, node)
      case .exclusiveMinimum: value.compare(to: bound) > 0 || fail(.notAboveMinimum, index, node)
      case .exclusiveMaximum: value.compare(to: bound) < 0 || fail(.notBelowMaximum, index, node)
      default: value.isMultiple(of: bound) || fail(.notMultiple, index, node)
      }
    }
  }

  /// YAML's infinities are beyond every bound; what is not a number at all is within none.
  @inline(never)
  private mutating func checkSpecial(_ instruction: Instruction, _ index: UInt32, _ node: Int, _ raw: RawNode) -> Bool {
    let value = NumberText.special(view.text(of: raw))
    switch instruction.operation {
    case .minimum: return value > 0 || fail(.belowMinimum, index, node)
    case .maximum: return value < 0 || fail(.aboveMaximum, index, node)
    case .exclusiveMinimum: return value > 0 || fail(.notAboveMinimum, index, node)
    case .exclusiveMaximum: return value < 0 || fail(.notBelowMaximum, index, node)
    default: return fail(.notMultiple, index, node)
    }
  }

  /// A whole number of at most 18 digits.
  @inline(__always)
  private static func smallWhole(_ text: Bytes) -> Int64? {
    guard text.count <= 18, let first = text.first else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    var value: Int64 = 0
    for byte in text.dropFirst(isNegative || first == UInt8(ascii: "+") ? 1 : 0) {
      value = value &* 10 &+ Int64(byte &- UInt8(ascii: "0"))
    }
    return isNegative ? -value : value
  }

  @inline(never)
  mutating func checkLength(_ instruction: Instruction, _ index: UInt32, _ node: Int, _ raw: RawNode) -> Bool {
    let text = view.text(of: raw)
    // Characters take one to four bytes each, so that most texts need no counting.
    if text.count < Int(instruction.a) { return fail(.tooShort, index, node) }
    if (text.count + 3) / 4 >= Int(instruction.a), text.count <= Int(instruction.b) { return true }
    spend(text.count >> 3)
    var count = 0
    for byte in text where byte & 0xC0 != 0x80 { count += 1 }
    if count < Int(instruction.a) { return fail(.tooShort, index, node) }
    return count <= Int(instruction.b) || fail(.tooLong, index, node)
  }

  @inline(never)
  mutating func isAmongValues(_ number: UInt32, _ at: Int, _ raw: RawNode) -> Bool {
    let enumeration = tables.enumerations[Int(number)]
    if raw.kindTag == NodeTag.string {
      let text = view.text(of: raw)
      spend(text.count >> 3)
      let hash = KeyHash.hash(text, seed: KeyHash.seed)
      let slots = tables.stringSlots + Int(enumeration.slots)
      var slot = hash & enumeration.slotMask
      while slots[Int(slot)].hash != PropertySlot.emptyHash {
        let candidate = slots[Int(slot)]
        if candidate.hash == hash, bytes(candidate.name).equals(text) { return true }
        slot = (slot + 1) & enumeration.slotMask
      }
      return false
    }
    for index in Int(enumeration.others)..<Int(enumeration.others + enumeration.otherCount) {
      let constant = program.constants[index]
      let compared = DocumentView.with(constant.document) { other in
        (
          isEqual: NodeEquality.areEqual(at, in: view, Int(constant.index), in: other),
          size: other.next(after: Int(constant.index)) - Int(constant.index)
        )
      }
      guard let compared else { continue }
      spend(min(compared.size, view.next(after: at) - at))
      if compared.isEqual { return true }
    }
    return false
  }

  @inline(never)
  mutating func isOfFormat(_ format: UInt32, _ raw: RawNode) -> Bool {
    let text = view.text(of: raw)
    spend(text.count >> 2)
    return Format(rawValue: UInt8(truncatingIfNeeded: format))?.accepts(text) ?? true
  }

  /// The bytes of one of the bytecode's names.
  @inline(__always)
  mutating func bytes(_ run: ByteRun) -> Bytes {
    UnsafeBufferPointer(start: tables.names + Int(run.offset), count: Int(run.count))
  }
}
