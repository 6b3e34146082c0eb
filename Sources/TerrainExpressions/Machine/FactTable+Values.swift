import TerrainBase

extension FactTable {
  // MARK: Setting

  /// Sets an int that is needed unboxed and in no other form; false, with nothing done, where the fact is of another
  /// kind or the number out of its bounds.
  @inline(__always) func setPlain(_ slot: Int, int: Int64, _ s: UnsafeMutablePointer<Int64>) -> Bool {
    guard slot >= 0, slot < slotCount, plans[slot].shape == .int, int >= plans[slot].minimum,
      int <= plans[slot].maximum
    else { return false }
    s[Int(plans[slot].scalar)] = int
    markPresent(slot)
    return true
  }

  func isInt(_ slot: Int) -> Bool { slot >= 0 && slot < slotCount && plans[slot].kind == ScalarKind.int.rawValue }

  /// Sets a fact of any type; what is wrong with it, if anything.
  func set(
    _ slot: Int, _ value: Value, isValidated: Bool = false, _ s: UnsafeMutablePointer<Int64>,
    _ v: UnsafeMutablePointer<Value>
  ) -> WrongFact? {
    guard slot >= 0, slot < slotCount else { return WrongFact(field: nil, expected: .error) }
    let plan = plans + slot
    switch (plan.pointee.shape, value) {
    case (.int, .int(let int)) where int >= plan.pointee.minimum && int <= plan.pointee.maximum:
      s[Int(plan.pointee.scalar)] = int
    case (.bool, .bool(let bool)): s[Int(plan.pointee.scalar)] = bool ? 1 : 0
    case (.double, .double(let double)): s[Int(plan.pointee.scalar)] = Int64(bitPattern: double.bitPattern)
    case (.text, .string): v[Int(plan.pointee.boxed)] = value
    case (.texts, .list(let elements)):
      for element in elements {
        guard case .string = element else { return WrongFact(field: nil, expected: types[slot]) }
      }
      v[Int(plan.pointee.boxed)] = value
    default: return setAny(slot, value, isValidated: isValidated, s, v)
    }
    markPresent(slot)
    return nil
  }

  @inline(never)
  private func setAny(
    _ slot: Int, _ value: Value, isValidated: Bool, _ s: UnsafeMutablePointer<Int64>, _ v: UnsafeMutablePointer<Value>
  ) -> WrongFact? {
    if !isValidated, plans[slot].isBounded, let bounds = bounds[slot], !bounds.contains(value.unwrapped) {
      return WrongFact(field: nil, expected: types[slot], isOutOfBounds: true)
    }
    // What cannot be set to its end is not there at all.
    markAbsent(slot)
    let plan = plans[slot]
    // Of a record only the fields that are used are read, unless it is used whole.
    if plan.fieldCount == 0 || plan.boxed >= 0,
      let wrong = fill(plan, { types[slot] }, value, isValidated: isValidated, s, v)
    {
      return wrong
    }
    if plan.fieldCount > 0 {
      guard case .map(let record) = value else { return WrongFact(field: nil, expected: types[slot]) }
      for offset in 0..<Int(plan.fieldCount) {
        let index = Int(plan.firstField) + offset
        let field = record[string: fieldNames[index]] ?? absent
        if fill(fields[index], { fieldTypes[index] }, field, isValidated: isValidated, s, v) != nil {
          return WrongFact(field: fieldNames[index], expected: fieldTypes[index])
        }
      }
    }
    markPresent(slot)
    return nil
  }

  struct WrongFact {
    var field: Text?
    var expected: CELType
    var isOutOfBounds = false
  }

  /// Fills the registers of `plan`; `declared` is its type, which is only copied where it is needed.
  private func fill(
    _ plan: Plan, _ declared: () -> CELType, _ value: Value, isValidated: Bool, _ s: UnsafeMutablePointer<Int64>,
    _ v: UnsafeMutablePointer<Value>
  ) -> WrongFact? {
    var inner = value
    if plan.isOptional {
      switch value {
      case .null, .optional(nil):
        if plan.flag >= 0 { s[Int(plan.flag)] = 0 }
        if plan.boxed >= 0 { v[Int(plan.boxed)] = absent }
        return nil
      case .optional(let present?): inner = present
      default: break
      }
    }
    /// The type of what is there.
    func type() -> CELType {
      let declared = declared()
      if plan.isOptional, case .optional(let wrapped) = declared { return wrapped }
      return declared
    }
    if let kind = ScalarKind(rawValue: plan.kind) {
      guard let bits = inner.bits(kind, kind == .code ? type().scalarVocabulary : nil) else {
        return WrongFact(field: nil, expected: type())
      }
      if plan.scalar >= 0 { s[Int(plan.scalar)] = bits }
    } else if !isValidated {
      let type = type()
      if !type.accepts(inner, depth: 0) { return WrongFact(field: nil, expected: type) }
    }
    if plan.flag >= 0 { s[Int(plan.flag)] = 1 }
    if plan.boxed >= 0 {
      // What comes as an optional is one already.
      if plan.isOptional, case .optional = value {
        v[Int(plan.boxed)] = value
      } else {
        v[Int(plan.boxed)] = plan.isOptional ? .optional(inner) : inner
      }
    }
    if plan.bits >= 0, case .list(.enumeration(let vocabulary)) = type(), case .list(let elements) = inner {
      for word in 0..<vocabulary.wordCount { s[Int(plan.bits) + word] = 0 }
      for case .string(let text) in elements {
        guard let code = vocabulary.code(of: text) else { return WrongFact(field: nil, expected: type()) }
        s[Int(plan.bits) + code >> 6] |= 1 << Int64(code & 63)
      }
    }
    return nil
  }

  // MARK: Reading

  /// The value of a fact that was set, from whichever register has it; nil where none does.
  func value(
    _ slot: Slot, _ bytecode: Bytecode, _ s: UnsafeMutablePointer<Int64>, _ v: UnsafeMutablePointer<Value>
  ) -> Value? {
    let index = Int(slot.index)
    guard index >= 0, index < slotCount, isPresent(index) else { return nil }
    let plan = plans[index]
    if plan.flag >= 0, s[Int(plan.flag)] == 0 { return nil }
    var type = types[index]
    if case .optional(let wrapped) = type { type = wrapped }
    if plan.scalar >= 0, let kind = ScalarKind(rawValue: plan.kind) {
      return Value(bits: s[Int(plan.scalar)], kind, type.scalarVocabulary)
    }
    if plan.boxed >= 0 {
      if plan.isOptional, case .optional(let inner) = v[Int(plan.boxed)] { return inner }
      return v[Int(plan.boxed)]
    }
    if plan.bits >= 0, case .list(.enumeration(let vocabulary)) = type {
      return .list(
        vocabulary.cases.indices.filter { s[Int(plan.bits) + $0 >> 6] >> Int64($0 & 63) & 1 == 1 }
          .map { .string(vocabulary.cases[$0]) })
    }
    return nil
  }
}

extension Value {
  /// The value inside an optional that is present.
  fileprivate var unwrapped: Value {
    if case .optional(let value?) = self { return value }
    return self
  }
}
