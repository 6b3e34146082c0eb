import TerrainBase

/// The registers that setting each fact fills, and the facts that have a value: the machine's own copy, in plain memory. A class, so that
/// calls do not copy it.
final class FactTable {
  /// The filling of one register. It contains no references, so that setting a fact counts none.
  struct Plan {
    /// The fastest method of setting it.
    var shape: Shape
    /// The ``ScalarKind`` of the unboxed register, or 255.
    var kind: UInt8
    var isOptional: Bool
    /// True if its values have bounds.
    var isBounded = false
    /// The epoch for which it lasts: 0 for the request, 1 for the candidate.
    var epoch: UInt8 = 0
    var scalar: Int32
    var flag: Int32
    var boxed: Int32
    var bits: Int32
    /// The index among the types.
    var type: Int32
    /// The plans of a record's fields, which follow in the table.
    var firstField: Int32
    var fieldCount: Int32
    /// The index of its first entry in the table of optionals.
    var firstReset: Int32 = 0
    var resetCount: Int32 = 0
    /// The bounds of an int.
    var minimum: Int64 = .min
    var maximum: Int64 = .max
  }

  /// Shapes of facts that are a single value of a plain type and fill one register.
  enum Shape: UInt8 {
    case int, bool, double, text, texts, other
  }

  /// The location of a decision's result.
  struct Result {
    static let boxed: UInt8 = 255
    /// The ``ScalarKind``, or ``boxed``.
    var kind: UInt8
    var register: Int32
    var vocabulary: Int32
  }

  let plans: UnsafeMutablePointer<Plan>
  let fields: UnsafeMutablePointer<Plan>
  /// For each slot, the epoch in which the fact was set. A number instead of a bit: each is written independently, and the next epoch
  /// clears all of them.
  private let stamps: UnsafeMutablePointer<Int64>
  /// The epochs of the request and of the candidate, in the machine's memory.
  private let epochs: UnsafeMutablePointer<Int64>
  /// The required facts of decisions.
  private let needed: UnsafeMutablePointer<(slot: Int32, epoch: Int32)>
  /// For each decision, the end of its range in ``needed``; the range begins at the end of the previous decision's range.
  private let neededEnds: UnsafeMutablePointer<Int32>
  private let decisionIndices: UnsafeMutablePointer<Int32>
  let entries: UnsafeMutablePointer<Int32>
  let results: UnsafeMutablePointer<Result>
  private let dependent: UnsafeMutablePointer<Bool>
  let slotCount: Int
  let types: UnsharedTypeList
  let bounds: [FactBounds?]
  let fieldNames: [Text]
  let fieldTypes: UnsharedTypeList
  /// The registers of optional facts, those of candidates last, for marking them absent.
  private let optionals: UnsafeMutablePointer<(slot: Int32, flag: Int32, boxed: Int32)>
  /// The facts with optional parts that were set since they were last cleared, for the request and for the candidate: the cost of clearing
  /// depends only on the facts that were set.
  private let touched, touchedCandidates: UnsafeMutablePointer<Int32>
  private var (touchedCount, touchedCandidateCount) = (0, 0)
  /// An optional without a value: the table's own, so that requests create none and threads share none.
  let absent = Value.optional(nil)

  init(_ bytecode: Bytecode, epochs: UnsafeMutablePointer<Int64>, types copies: UnsharedTypes) {
    self.epochs = epochs
    let slots = bytecode.slots.entries
    slotCount = slots.count
    var own = slots.map { _ in
      Plan(
        shape: .other, kind: 255, isOptional: false, scalar: -1, flag: -1, boxed: -1, bits: -1, type: -1, firstField: 0,
        fieldCount: 0)
    }
    for (index, slot) in slots.enumerated() {
      own[index].type = Int32(index)
      own[index].isOptional = slot.isOptional
      own[index].kind = FactLayout(type: slot.type).inner.scalarKind?.rawValue ?? 255
    }
    var ownFields: [Plan] = []
    var names: [Text] = []
    var typesOfFields: [CELType] = []
    var resets: [[(slot: Int32, flag: Int32, boxed: Int32)]] = [[], []]
    func plan(_ layout: FactLayout, type: Int32) -> Plan {
      Plan(
        shape: .other, kind: layout.inner.scalarKind?.rawValue ?? 255, isOptional: layout.isOptional,
        scalar: layout.scalar, flag: layout.flag, boxed: layout.boxed, bits: layout.bits, type: type, firstField: 0,
        fieldCount: 0)
    }
    for (key, layout) in bytecode.facts.sorted(by: { ($0.key.slot, $0.key.field) < ($1.key.slot, $1.key.field) }) {
      let slot = Int(key.slot)
      if layout.isOptional {
        resets[slots[slot].role == .candidateFact ? 1 : 0].append((key.slot, layout.flag, layout.boxed))
      }
      if key.field < 0 {
        own[slot] = plan(layout, type: key.slot)
      } else {
        if own[slot].fieldCount == 0 { own[slot].firstField = Int32(ownFields.count) }
        own[slot].fieldCount += 1
        ownFields.append(plan(layout, type: Int32(typesOfFields.count)))
        names.append(layout.field?.unshared ?? "")
        typesOfFields.append(layout.type)
      }
    }
    for index in own.indices { own[index].choose(slots[index]) }
    bounds = slots.map { $0.bounds }
    plans = FactTable.memory(own)
    fields = FactTable.memory(ownFields)
    types = UnsharedTypeList(slots.map { $0.type }, copies)
    fieldNames = names
    fieldTypes = UnsharedTypeList(typesOfFields, copies)
    let optional = resets[0] + resets[1]
    optionals = FactTable.memory(optional)
    for (index, reset) in optional.enumerated() {
      let slot = Int(reset.slot)
      if plans[slot].resetCount == 0 { plans[slot].firstReset = Int32(truncatingIfNeeded: index) }
      plans[slot].resetCount += 1
    }
    touched = FactTable.memory(slots.map { _ in Int32(0) })
    touchedCandidates = FactTable.memory(slots.map { _ in Int32(0) })
    // All optional facts are cleared once before the first fact is set.
    stamps = FactTable.memory(slots.map { _ in FactTable.half })

    let decisions = bytecode.decisions
    var facts: [(slot: Int32, epoch: Int32)] = []
    neededEnds = FactTable.memory(
      decisions.map { decision in
        for fact in decision.facts where !slots[Int(fact)].isOptional {
          facts.append((fact, slots[Int(fact)].role == .candidateFact ? 1 : 0))
        }
        return Int32(truncatingIfNeeded: facts.count)
      })
    needed = FactTable.memory(facts)
    entries = FactTable.memory(decisions.map { $0.entry })
    dependent = FactTable.memory(decisions.map { $0.dependsOnCandidate })
    results = FactTable.memory(
      decisions.map { decision in
        let type = slots[Int(decision.slot)].type
        let vocabulary = type.scalarVocabulary.flatMap { own in bytecode.vocabularies.firstIndex { $0 === own } }
        return Result(
          kind: decision.scalar >= 0 ? type.scalarKind?.rawValue ?? Result.boxed : Result.boxed,
          register: max(decision.scalar, decision.boxed), vocabulary: Int32(truncatingIfNeeded: vocabulary ?? 0))
      })
    decisionIndices = FactTable.memory(bytecode.decisionIndices)
    for slot in 0..<slotCount where plans[slot].resetCount > 0 { touch(slot) }
  }

  private static func memory<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    memory.initialize(from: elements, count: elements.count)
    return memory
  }

  deinit {
    types.deallocate()
    fieldTypes.deallocate()
    plans.deallocate()
    fields.deallocate()
    stamps.deallocate()
    needed.deallocate()
    neededEnds.deallocate()
    entries.deallocate()
    dependent.deallocate()
    results.deallocate()
    decisionIndices.deallocate()
    optionals.deallocate()
    touched.deallocate()
    touchedCandidates.deallocate()
  }

  // MARK: Presence

  /// The position of a decision among all, or -1 for other slots.
  @inline(__always) func position(of slot: Slot) -> Int {
    slot.index >= 0 && Int(slot.index) < slotCount ? Int(decisionIndices[Int(slot.index)]) : -1
  }

  @inline(__always) func dependsOnCandidate(_ decision: Int) -> Bool { dependent[decision] }

  /// True if each fact that `decision` requires was set.
  @inline(__always) func hasAll(neededBy decision: Int) -> Bool {
    var next = needed + (decision == 0 ? 0 : Int(neededEnds[decision &- 1]))
    let end = needed + Int(neededEnds[decision])
    var missing: Int64 = 0
    while next < end {
      missing |= stamps[Int(next.pointee.slot)] ^ epochs[Int(next.pointee.epoch)]
      next += 1
    }
    return missing == 0
  }

  @inline(__always) func isPresent(_ slot: Int) -> Bool { stamps[slot] == epochs[Int(plans[slot].epoch)] }

  @inline(__always) func markPresent(_ slot: Int) { stamps[slot] = epochs[Int(plans[slot].epoch)] }

  /// Marks a fact as absent, although its registers may still contain values.
  func markAbsent(_ slot: Int) {
    willFill(slot)
    stamps[slot] = FactTable.half
  }

  /// Records that the registers of a fact are about to be filled, for ``clear(candidateOnly:_:_:)``.
  @inline(__always) func willFill(_ slot: Int) {
    if plans[slot].resetCount > 0, stamps[slot] == FactTable.never { touch(slot) }
  }

  private func touch(_ slot: Int) {
    if plans[slot].epoch == 1 {
      touchedCandidates[touchedCandidateCount] = Int32(truncatingIfNeeded: slot)
      touchedCandidateCount += 1
    } else {
      touched[touchedCount] = Int32(truncatingIfNeeded: slot)
      touchedCount += 1
    }
  }

  /// The stamp of a fact that was never set.
  private static var never: Int64 { 0 }
  /// The stamp of a fact whose setting failed halfway.
  private static var half: Int64 { -1 }

  /// Marks optional facts as absent. Epochs tell if other facts are present.
  @inline(__always)
  func clear(candidateOnly: Bool, _ s: UnsafeMutablePointer<Int64>, _ v: UnsafeMutablePointer<Value>) {
    for index in 0..<touchedCandidateCount { reset(Int(touchedCandidates[index]), s, v) }
    touchedCandidateCount = 0
    if candidateOnly { return }
    for index in 0..<touchedCount { reset(Int(touched[index]), s, v) }
    touchedCount = 0
  }

  /// Keeps facts that were set in the epoch `before` for the request that begins.
  func keep(_ before: Int64) {
    for slot in 0..<slotCount where stamps[slot] == before { stamps[slot] = epochs[0] }
  }

  /// Makes a fact of the request absent.
  func forget(_ slot: Int, _ s: UnsafeMutablePointer<Int64>, _ v: UnsafeMutablePointer<Value>) {
    guard slot >= 0, slot < slotCount, isPresent(slot) else { return }
    reset(slot, s, v)
    // It remains among the facts that were set, so that the next request clears it.
    stamps[slot] = FactTable.half
  }

  /// Marks optional facts of the candidate as absent, except for those of the fact `kept`.
  func clearCandidate(but kept: Int, _ s: UnsafeMutablePointer<Int64>, _ v: UnsafeMutablePointer<Value>) {
    var count = 0
    for index in 0..<touchedCandidateCount {
      let slot = touchedCandidates[index]
      if Int(slot) == kept {
        touchedCandidates[count] = slot
        count += 1
      } else {
        reset(Int(slot), s, v)
      }
    }
    touchedCandidateCount = count
  }

  private func reset(_ slot: Int, _ s: UnsafeMutablePointer<Int64>, _ v: UnsafeMutablePointer<Value>) {
    let first = Int(plans[slot].firstReset)
    for index in first..<(first + Int(plans[slot].resetCount)) {
      let (_, flag, boxed) = optionals[index]
      if flag >= 0 { s[Int(flag)] = 0 }
      if boxed >= 0 { v[Int(boxed)] = absent }
    }
    stamps[slot] = FactTable.never
  }
}

extension FactTable.Plan {
  /// Chooses a fast path for setting the fact, if one applies.
  fileprivate mutating func choose(_ slot: SlotTable.Entry) {
    epoch = slot.role == .candidateFact ? 1 : 0
    if case .int(let least)? = slot.bounds?.minimum { minimum = least }
    if case .int(let most)? = slot.bounds?.maximum { maximum = most }
    isBounded = slot.bounds.map { $0.minimum != nil || $0.maximum != nil || $0.size != nil } ?? false
    guard !isOptional, fieldCount == 0, flag < 0, bits < 0 else { return }
    let isUnboxed = scalar >= 0 && boxed < 0
    switch slot.type {
    case .int where isUnboxed: shape = .int
    case .bool where isUnboxed: shape = .bool
    case .double where isUnboxed && slot.bounds == nil: shape = .double
    case .string where boxed >= 0 && !isBounded: shape = .text
    case .list(.string) where boxed >= 0 && !isBounded: shape = .texts
    default: break
    }
  }
}

extension FactTable {
  // MARK: Setting

  /// Sets an int fact that exists only unboxed. Returns false and does nothing if the fact is of another kind or the number is out of
  /// bounds.
  @inline(__always) func setPlain(_ slot: Int, int: Int64, _ s: UnsafeMutablePointer<Int64>) -> Bool {
    guard slot >= 0, slot < slotCount, plans[slot].shape == .int, int >= plans[slot].minimum,
      int <= plans[slot].maximum
    else { return false }
    s[Int(plans[slot].scalar)] = int
    markPresent(slot)
    return true
  }

  func isInt(_ slot: Int) -> Bool { slot >= 0 && slot < slotCount && plans[slot].kind == ScalarKind.int.rawValue }

  /// Sets a fact of any type. Returns a description of the mistake, if any.
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
    // A fact that fails during setting stays absent.
    markAbsent(slot)
    let plan = plans[slot]
    // Only the used fields of a record are read, unless the record is used as a whole.
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

  /// Fills the registers of `plan`. `declared` returns its type, which is copied only if needed.
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
    /// The type of a present value.
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
      // A value that is passed as an optional is stored unchanged.
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

  /// The value of a fact that was set, from any register that has it, or nil if none has it.
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
  /// The value inside a present optional.
  fileprivate var unwrapped: Value {
    if case .optional(let value?) = self { return value }
    return self
  }
}

/// Many values of one fact, prepared for one machine: the contents of the registers for each value. For rankings, whose candidates are the
/// same in every request.
package final class PreparedFacts {
  let slot: Slot
  /// The number of values.
  package let count: Int
  // Plain memory, so that setting a fact counts no references.
  fileprivate let scalarRegisters: UnsafeMutableBufferPointer<Int32>
  fileprivate let boxedRegisters: UnsafeMutableBufferPointer<Int32>
  /// For each value, the bits of each register; values follow one another.
  fileprivate let bits: UnsafeMutablePointer<Int64>
  fileprivate let boxed: UnsafeMutablePointer<Value>

  /// Allocates memory for `count` values, which the caller fills.
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
  /// Prepares `values` of the fact `slot` for ``set(_:at:)``. The values are copied into the machine's own memory.
  ///
  /// - Throws: `fact-type` for the first value that is not of the slot's type.
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

  /// Sets a fact to the value at `position` of those that this machine prepared for it; false if it has no such value.
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

  /// Moves to the next candidate, as ``nextCandidate()``, and sets the candidate's fact to the value at `position` of those that this
  /// machine prepared; false if it has no such value.
  ///
  /// The values are lent: registers hold them without counting references. ``takeBack()`` undoes that before registers are written again.
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

  /// Removes values that are lent to registers of the fact `slot`, which is about to be set.
  @inline(__always)
  func takeBack(_ slot: Slot) {
    if let lent = state.pointee.lent, lent.slot == slot { takeBack() }
  }

  /// Removes values that are lent to registers, which then contain null.
  func takeBack() {
    guard let lent = state.pointee.lent else { return }
    for register in lent.boxedRegisters { (v + Int(register)).initialize(to: .null) }
    state.pointee.lent = nil
  }
}
