import TerrainBase
import TerrainDocuments

/// Bytecode during its construction: code with unresolved labels, allocated registers, and tables without duplicates.
final class Assembly {
  /// The source of an instruction, at which its errors are shown.
  enum Origin {
    case none
    case node(expression: Int32, Expression.ID)
    case place(Place)
  }

  /// Handles an error between `start` and `end`: saves it at `saved`, sets the register `pending` to 1, and continues at `target`.
  struct Handler {
    var start: Int32
    var end: Int32
    var target: Int32
    var pending: Int32
    var saved: Int32
  }

  struct Switch {
    var keys: [Value]
    var targets: [Int32]
    var otherwise: Int32
  }

  struct Failure {
    var code: FunctionFailure.Code
    var message: String
    var mentioning: [Int32]
  }

  var slots: SlotTable
  /// True if conditions are currently recorded; never inside of loops.
  var isTracing: Bool
  /// True if the bytecode records events.
  let isRecording: Bool
  var diagnostics: [Diagnostic] = []

  private(set) var code: [Instruction] = []
  private(set) var origins: [Int32] = []
  private(set) var originTable: [Origin] = [.none]
  var origin: Int32 = 0
  private(set) var labels: [Int32] = []
  var handlers: [Handler] = []
  private(set) var savedErrors: Int32 = 0

  var expressions: [TypedExpression] = []
  var localPlaces: [LocalKey: Operand] = [:]

  var functions: [Overload] = []
  var functionNames: [Text] = []
  var functionIndices: [Text: Int32] = [:]
  var candidates: [[Int32]] = []
  var candidateNames: [Text] = []
  var operands: [Int32] = []
  var optionalMarks: [Set<Int>] = []
  var texts: [Text] = []
  var textIndices: [Text: Int32] = [:]
  var vocabularies: [EnumerationType] = []
  var switches: [Switch] = []
  var jumpTables: [[Int32]] = []
  var failures: [Failure] = []
  /// The scalar kinds that `recordCompare` and `recordAtom` record, by instruction.
  var recordedKinds: [Int32: (kind: ScalarKind, vocabulary: EnumerationType?)] = [:]

  private var pendingMarkers: [Int32] = []
  /// Markers that are passed directly before a condition is recorded, by its instruction.
  private(set) var markersBefore: [Int32: [Int32]] = [:]

  var registers = Registers()
  var initialScalars: [(register: Int32, bits: Int64)] = []
  var initialValues: [(register: Int32, value: Value)] = []
  var scalarConstants: [Int64: Int32] = [:]
  var textConstants: [Text: Int32] = [:]
  var truthConstants: [Bool: Int32] = [:]
  var absentConstant: Int32?

  var facts: [FactKey: FactLayout] = [:]
  var factOrder: [FactKey] = []
  /// The start of each decision's body, by slot, and the order in which bodies were written.
  var entries: [Int32: Int32] = [:]
  var definitionOrder: [Int32] = []
  private var results: [Int32: Int32] = [:]
  /// The slots that each decision's body mentions.
  var mentioned: [Int32: Set<Int32>] = [:]
  var current: Int32 = -1
  /// For each written decision, true if it depends on the candidate.
  var lookAtCandidate: [Int32: Bool] = [:]
  /// The sets of decisions' lists, and the order in which they were requested.
  var codeSets: [Slot: CodeSet] = [:]
  var codeSetOrder: [Slot] = []

  struct LocalKey: Hashable {
    var expression: Int32
    var loop: Expression.ID
    var role: TypedExpression.LoopVariable
  }

  init(slots: SlotTable, isTracing: Bool) {
    self.slots = slots
    self.isTracing = isTracing
    isRecording = isTracing
  }

  // MARK: Code

  var position: Int32 { Int32(truncatingIfNeeded: code.count) }

  func emit(_ instruction: Instruction) {
    if !pendingMarkers.isEmpty { placeMarkers(before: instruction.op) }
    code.append(instruction)
    origins.append(origin)
  }

  /// Records a marker at this place. If a condition is recorded next, the marker needs no instruction: a run that reaches the condition has
  /// passed the marker, and the reader of the trace inserts it.
  func record(_ marker: Int32) { pendingMarkers.append(marker) }

  private func placeMarkers(before op: Opcode?) {
    let markers = pendingMarkers
    pendingMarkers = []
    if op == .recordCompare || op == .recordAtom {
      markersBefore[position] = markers
    } else {
      for marker in markers { emit(.recordMarker, flags: MarkerKind.marker, b: marker) }
    }
  }

  func emit(_ op: Opcode, flags: UInt8 = 0, a: Int32 = 0, b: Int32 = 0, c: Int64) {
    emit(Instruction(op, flags: flags, a: registers.checked(a), b: b, c: c))
  }

  func emit(_ op: Opcode, flags: UInt8 = 0, a: Int32 = 0, b: Int32 = 0, _ c0: Int32 = 0, _ c1: Int32 = 0) {
    emit(Instruction(op, flags: flags, a: registers.checked(a), b: b, c0, c1))
  }

  func setOrigin(_ new: Origin) {
    originTable.append(new)
    origin = Int32(truncatingIfNeeded: originTable.count - 1)
  }

  func makeLabel() -> Int32 {
    labels.append(-1)
    return Int32(truncatingIfNeeded: labels.count - 1)
  }

  func bind(_ label: Int32) {
    // A jump to this label has not passed the preceding code.
    if !pendingMarkers.isEmpty { placeMarkers(before: nil) }
    labels[Int(label)] = position
  }

  func jump(to label: Int32) { emit(.jump, b: label) }

  /// The register of a decision's result.
  func result(of slot: Slot) -> Operand {
    let type = slots[slot].type
    let register = resultRegister(of: slot)
    if let kind = type.scalarKind {
      return .scalar(Scalar(kind: kind, register: register.index, vocabulary: type.scalarVocabulary))
    }
    return .boxed(register.index)
  }

  func resultRegister(of slot: Slot) -> BytecodeBuilder.Register {
    let type = slots[slot].type
    if let register = results[slot.index] { return BytecodeBuilder.Register(type: type, index: register) }
    let index = type.scalarKind == nil ? registers.lastingBoxedRegister() : registers.lastingScalar()
    results[slot.index] = index
    return BytecodeBuilder.Register(type: type, index: index)
  }

  func makeSavedError() -> Int32 {
    savedErrors += 1
    return savedErrors - 1
  }
}

// Comparisons of unboxed registers, with their jump targets.
extension Assembly {
  func comparison(_ x: Scalar, _ comparison: Comparison, constant bits: Int64, to label: Int32, when sense: Bool) {
    if isTracing {
      let flags = CompareFlags.make(comparison, sense: sense) | CompareFlags.kind(x.kind) | CompareFlags.constant
      recordedKinds[position] = (x.kind, x.vocabulary)
      return emit(.recordCompare, flags: flags, a: x.register, b: label, c: bits)
    }
    switch x.kind {
    case .double:
      emit(
        .jumpCompareDouble, flags: CompareFlags.make(comparison, sense: sense), a: x.register, b: label,
        constantRegister(bits))
    case .uint where comparison != .equal && comparison != .notEqual:
      emit(
        .jumpCompareUInt, flags: CompareFlags.make(comparison, sense: sense), a: x.register, b: label,
        constantRegister(bits))
    default:
      let op: Opcode =
        switch sense ? comparison : comparison.negated {
        case .less: .jumpLessConstant
        case .lessOrEqual: .jumpLessOrEqualConstant
        case .greater: .jumpGreaterConstant
        case .greaterOrEqual: .jumpGreaterOrEqualConstant
        case .equal: .jumpEqualConstant
        case .notEqual: .jumpNotEqualConstant
        }
      emit(op, a: x.register, b: label, c: bits)
    }
  }

  func comparison(_ x: Scalar, _ comparison: Comparison, _ y: Int32, to label: Int32, when sense: Bool) {
    let flags = CompareFlags.make(comparison, sense: sense)
    if isTracing {
      recordedKinds[position] = (x.kind, x.vocabulary)
      return emit(.recordCompare, flags: flags | CompareFlags.kind(x.kind), a: x.register, b: label, y)
    }
    switch x.kind {
    case .double: emit(.jumpCompareDouble, flags: flags, a: x.register, b: label, y)
    case .uint where comparison != .equal && comparison != .notEqual:
      emit(.jumpCompareUInt, flags: flags, a: x.register, b: label, y)
    default:
      let op: Opcode =
        switch sense ? comparison : comparison.negated {
        case .less: .jumpLess
        case .lessOrEqual: .jumpLessOrEqual
        case .greater: .jumpGreater
        case .greaterOrEqual: .jumpGreaterOrEqual
        case .equal: .jumpEqual
        case .notEqual: .jumpNotEqual
        }
      emit(op, a: x.register, b: label, y)
    }
  }

  /// The same without recording.
  func plainComparison(_ x: Scalar, _ comparison: Comparison, _ y: Int32, to label: Int32, when sense: Bool) {
    let before = isTracing
    isTracing = false
    self.comparison(x, comparison, y, to: label, when: sense)
    isTracing = before
  }
}

// Lists of an enum's values that decisions yield, as sets of codes. A set is a separate decision, computed on first use, once for each
// request.
extension Assembly {
  /// A decision that converts the list of another decision to a set of codes.
  struct CodeSet {
    /// Its slot, whose result is a ``SetContent``.
    let slot: Slot
    /// The first register of its words.
    let first: Int32
    let vocabulary: EnumerationType
  }

  /// The set for the list of `decision`, whose elements are values of `vocabulary`.
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

  /// True if `decision` was already written and does not depend on the candidate.
  func isForRequest(_ decision: Slot) -> Bool {
    slots[decision].role == .decision && lookAtCandidate[decision.index] == false
  }

  /// True if `decision` may depend on the candidate. Decisions that are not written yet may depend on everything.
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
  /// Writes the decisions that convert lists of other decisions to sets, as far as they are used.
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

// Objects to which instructions refer by number, each stored once.
extension Assembly {
  /// A register that always contains the bits and is never written.
  func constantRegister(_ bits: Int64) -> Int32 {
    if let existing = scalarConstants[bits] { return existing }
    let register = registers.lastingScalar()
    scalarConstants[bits] = register
    initialScalars.append((register, bits))
    return register
  }

  /// A register that always contains the value and is never written.
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

  /// Consecutive registers that contain the codes of a set.
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

  /// The layout of a fact, changed so that one of its registers can be read.
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

  /// The unboxed register of a scalar fact, or of the value inside an optional fact.
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

  /// Assigns a register to a fact even if no instruction reads it, so that its value can be shown.
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

  /// Records that the current decision depends on `slot`.
  func mention(_ slot: Int32) { mentioned[current, default: []].insert(slot) }
}
