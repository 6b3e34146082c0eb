import TerrainValues

/// How setting a fact fills registers, and which facts have a value: the machine's own copy, in plain memory.
struct FactTable {
  /// One register filling. No references in it: setting a fact counts none.
  private struct Plan {
    /// The ``ScalarKind`` of the unboxed register, or 255.
    var kind: UInt8
    var isOptional: Bool
    var scalar: Int32
    var flag: Int32
    var boxed: Int32
    var bits: Int32
    /// Index among the types.
    var type: Int32
    /// Plans of a record's fields, which follow in the table.
    var firstField: Int32
    var fieldCount: Int32
  }

  private let plans: UnsafeMutablePointer<Plan>
  private let fields: UnsafeMutablePointer<Plan>
  private let present: UnsafeMutablePointer<UInt64>
  private let candidateFacts: UnsafeMutablePointer<UInt64>
  /// For each decision, the facts that must be there.
  private let needed: UnsafeMutablePointer<UInt64>
  let decisionIndices: UnsafeMutablePointer<Int32>
  let entries: UnsafeMutablePointer<Int32>
  private let dependent: UnsafeMutablePointer<Bool>
  private let words: Int
  private let slotCount: Int
  private let types: [CELType]
  private let fieldNames: [Text]
  private let fieldTypes: [CELType]
  /// Optional facts: what absence looks like.
  private let requestOptionals: [(flag: Int32, boxed: Int32)]
  private let candidateOptionals: [(flag: Int32, boxed: Int32)]

  init(_ program: Program) {
    let slots = program.slots.entries
    slotCount = slots.count
    words = max(1, (slots.count + 63) / 64)
    var ownTypes: [CELType] = []
    var own = slots.map { _ in
      Plan(
        kind: 255, isOptional: false, scalar: -1, flag: -1, boxed: -1, bits: -1, type: -1, firstField: 0, fieldCount: 0)
    }
    for (index, slot) in slots.enumerated() {
      ownTypes.append(slot.type.unshared)
      own[index].type = Int32(index)
      own[index].isOptional = slot.isOptional
      own[index].kind = FactLayout(type: slot.type).inner.scalarKind?.rawValue ?? 255
    }
    var ownFields: [Plan] = []
    var names: [Text] = []
    var typesOfFields: [CELType] = []
    var resets: [[(flag: Int32, boxed: Int32)]] = [[], []]
    func plan(_ layout: FactLayout, type: Int32) -> Plan {
      Plan(
        kind: layout.inner.scalarKind?.rawValue ?? 255, isOptional: layout.isOptional, scalar: layout.scalar,
        flag: layout.flag, boxed: layout.boxed, bits: layout.bits, type: type, firstField: 0, fieldCount: 0)
    }
    for (key, layout) in program.facts.sorted(by: { ($0.key.slot, $0.key.field) < ($1.key.slot, $1.key.field) }) {
      let slot = Int(key.slot)
      if layout.isOptional { resets[slots[slot].role == .candidateFact ? 1 : 0].append((layout.flag, layout.boxed)) }
      if key.field < 0 {
        own[slot] = plan(layout, type: key.slot)
      } else {
        if own[slot].fieldCount == 0 { own[slot].firstField = Int32(ownFields.count) }
        own[slot].fieldCount += 1
        ownFields.append(plan(layout, type: Int32(typesOfFields.count)))
        names.append(layout.field?.unshared ?? "")
        typesOfFields.append(layout.type.unshared)
      }
    }
    plans = .allocate(capacity: max(1, own.count))
    plans.initialize(from: own, count: own.count)
    fields = .allocate(capacity: max(1, ownFields.count))
    fields.initialize(from: ownFields, count: ownFields.count)
    types = ownTypes
    fieldNames = names
    fieldTypes = typesOfFields
    requestOptionals = resets[0]
    candidateOptionals = resets[1]

    present = .allocate(capacity: words)
    present.initialize(repeating: 0, count: words)
    candidateFacts = .allocate(capacity: words)
    candidateFacts.initialize(repeating: 0, count: words)
    for (index, slot) in slots.enumerated() where slot.role == .candidateFact {
      candidateFacts[index >> 6] |= 1 << UInt64(index & 63)
    }
    let decisions = program.decisions
    needed = .allocate(capacity: max(1, words * decisions.count))
    needed.initialize(repeating: 0, count: max(1, words * decisions.count))
    entries = .allocate(capacity: max(1, decisions.count))
    entries.initialize(repeating: 0, count: max(1, decisions.count))
    dependent = .allocate(capacity: max(1, decisions.count))
    dependent.initialize(repeating: false, count: max(1, decisions.count))
    for (index, decision) in decisions.enumerated() {
      entries[index] = decision.entry
      dependent[index] = decision.dependsOnCandidate
      for fact in decision.facts where !slots[Int(fact)].isOptional {
        needed[index * words + Int(fact) >> 6] |= 1 << UInt64(fact & 63)
      }
    }
    decisionIndices = .allocate(capacity: max(1, slots.count))
    decisionIndices.initialize(from: program.decisionIndices, count: slots.count)
  }

  func deallocate() {
    plans.deallocate()
    fields.deallocate()
    present.deallocate()
    candidateFacts.deallocate()
    needed.deallocate()
    entries.deallocate()
    dependent.deallocate()
    decisionIndices.deallocate()
  }

  // MARK: Presence

  @inline(__always) func dependsOnCandidate(_ decision: Int) -> Bool { dependent[decision] }

  @inline(__always) func hasAll(neededBy decision: Int) -> Bool {
    for word in 0..<words where needed[decision &* words &+ word] & ~present[word] != 0 { return false }
    return true
  }

  func isPresent(_ slot: Int) -> Bool { present[slot >> 6] & (1 << UInt64(slot & 63)) != 0 }

  @inline(__always) private func markPresent(_ slot: Int) { present[slot >> 6] |= 1 << UInt64(slot & 63) }

  func clear(candidateOnly: Bool, _ s: UnsafeMutablePointer<Int64>, _ v: UnsafeMutablePointer<Value>) {
    for word in 0..<words { present[word] &= candidateOnly ? ~candidateFacts[word] : 0 }
    if !candidateOnly { FactTable.reset(requestOptionals, s, v) }
    FactTable.reset(candidateOptionals, s, v)
  }

  private static func reset(
    _ optionals: [(flag: Int32, boxed: Int32)], _ s: UnsafeMutablePointer<Int64>, _ v: UnsafeMutablePointer<Value>
  ) {
    for (flag, boxed) in optionals {
      if flag >= 0 { s[Int(flag)] = 0 }
      if boxed >= 0 { v[Int(boxed)] = .optional(nil) }
    }
  }

  // MARK: Setting

  /// Sets an int; false when the fact is none.
  @inline(__always)
  func set(_ slot: Int, int: Int64, _ s: UnsafeMutablePointer<Int64>, _ v: UnsafeMutablePointer<Value>) -> Bool {
    guard slot >= 0, slot < slotCount else { return false }
    let plan = plans[slot]
    guard plan.kind == ScalarKind.int.rawValue else { return false }
    if plan.scalar >= 0 { s[Int(plan.scalar)] = int }
    if plan.flag >= 0 { s[Int(plan.flag)] = 1 }
    if plan.boxed >= 0 { v[Int(plan.boxed)] = plan.isOptional ? .optional(.int(int)) : .int(int) }
    markPresent(slot)
    return true
  }

  /// Sets a fact of any type; what is wrong with it, if anything.
  func set(
    _ slot: Int, _ value: Value, _ s: UnsafeMutablePointer<Int64>, _ v: UnsafeMutablePointer<Value>
  ) -> WrongFact? {
    guard slot >= 0, slot < slotCount else { return WrongFact(field: nil, expected: .error) }
    let plan = plans[slot]
    // Of a record only the fields that are used are looked at, unless it is used whole.
    if plan.fieldCount == 0 || plan.boxed >= 0, let wrong = fill(plan, types[slot], value, s, v) { return wrong }
    if plan.fieldCount > 0 {
      guard case .map(let record) = value else { return WrongFact(field: nil, expected: types[slot]) }
      for offset in 0..<Int(plan.fieldCount) {
        let index = Int(plan.firstField) + offset
        let field = record[string: fieldNames[index]] ?? .optional(nil)
        if fill(fields[index], fieldTypes[index], field, s, v) != nil {
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
  }

  private func fill(
    _ plan: Plan, _ type: CELType, _ value: Value, _ s: UnsafeMutablePointer<Int64>, _ v: UnsafeMutablePointer<Value>
  ) -> WrongFact? {
    var type = type
    var inner = value
    if plan.isOptional {
      guard case .optional(let wrapped) = type else { return WrongFact(field: nil, expected: type) }
      switch value {
      case .null, .optional(nil):
        if plan.flag >= 0 { s[Int(plan.flag)] = 0 }
        if plan.boxed >= 0 { v[Int(plan.boxed)] = .optional(nil) }
        return nil
      case .optional(let present?): inner = present
      default: break
      }
      type = wrapped
    }
    if let kind = ScalarKind(rawValue: plan.kind) {
      guard let bits = inner.bits(kind, type.scalarVocabulary) else { return WrongFact(field: nil, expected: type) }
      if plan.scalar >= 0 { s[Int(plan.scalar)] = bits }
    } else if !type.accepts(inner, depth: 0) {
      return WrongFact(field: nil, expected: type)
    }
    if plan.flag >= 0 { s[Int(plan.flag)] = 1 }
    if plan.boxed >= 0 { v[Int(plan.boxed)] = plan.isOptional ? .optional(inner) : inner }
    if plan.bits >= 0, case .list(.enumeration(let vocabulary)) = type, case .list(let elements) = inner {
      for word in 0..<vocabulary.wordCount { s[Int(plan.bits) + word] = 0 }
      for case .string(let text) in elements {
        guard let code = vocabulary.code(of: text) else { return WrongFact(field: nil, expected: type) }
        s[Int(plan.bits) + code >> 6] |= 1 << Int64(code & 63)
      }
    }
    return nil
  }

  // MARK: Reading

  /// The value of a fact that was set, from whichever register has it; nil where none does.
  func value(
    _ slot: Slot, _ program: Program, _ s: UnsafeMutablePointer<Int64>, _ v: UnsafeMutablePointer<Value>
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
