import TerrainDocuments
import TerrainBase

/// Runs one bytecode, again and again, on one thread: owns the frame, so that a run of scalars allocates nothing.
///
/// Make one per worker. A request is `begin()`, `set` for each fact, `run` for each requested decision; a ranking calls
/// `nextCandidate()`, sets the candidate's facts and runs again. What a run reads is copied into memory of the
/// machine's own when it is made: threads that share bytecode share no reference counts.
package final class Machine {
  /// The bytecode.
  package let bytecode: Bytecode
  /// What one run may do.
  package let limits: EvaluationLimits

  // The door to unchecked memory: everything below has the size that the bytecode declares, and only the bytecode's own
  // instructions, which the planner wrote, index it.
  let code: UnsafeMutablePointer<Instruction>
  private let scalarMemory: UnsafeMutablePointer<Int64>
  private let boxedMemory: UnsafeMutablePointer<Value>
  /// Unboxed registers; temporary ones are below.
  let s: UnsafeMutablePointer<Int64>
  /// Boxed registers; temporary ones are below.
  let v: UnsafeMutablePointer<Value>
  /// For each decision, the epoch in which it was computed.
  let stamps: UnsafeMutablePointer<Int64>
  /// For each decision, the epoch in which computing it began.
  let begun: UnsafeMutablePointer<Int64>
  /// The epochs of the request and of the candidate: a decision whose stamp is its epoch is computed.
  let epochs: UnsafeMutablePointer<Int64>
  let returns: UnsafeMutablePointer<Int32>
  let returnCapacity: Int
  let operands: UnsafeMutablePointer<Int32>
  let jumpTables: JumpTables
  let facts: FactTable
  let calls: CallTable
  let texts: [Text]
  let vocabularies: UnsharedTypeList
  let sizes: KnownSizes

  /// What changes while bytecode runs; behind a pointer, which needs no check of exclusive access.
  let state: UnsafeMutablePointer<State>

  struct State {
    /// Steps left.
    var remaining: Int
    /// Decisions begun and not ended, while an error is handled.
    var depth = 0
    /// Bytes that may still be built.
    var remainingBytes: Int
    /// Runs until it is asked whether the result is still wanted.
    var runsUntilLook = Machine.runsPerLook
    var nextEpoch: Int64 = 1
    /// Why the run stopped.
    var failure: Failure?
    /// The error that stopped the run, where it is one that was kept aside.
    var rethrown: EvaluationError?
    var savedErrors: [EvaluationError?]
    var trace: TraceBuffer
    /// The candidates' values of which one is in registers without being counted there.
    var lent: PreparedFacts?
  }

  /// Runs between two looks at whether the result is still wanted.
  private static let runsPerLook = 64
  /// Steps of a loop between two such looks.
  static let stepsPerLook = 20_000

  /// An error without its location.
  struct Failure {
    var code: FunctionFailure.Code
    var message: String
  }

  /// A machine for `bytecode`.
  package init(_ bytecode: Bytecode, limits: EvaluationLimits = .standard) {
    self.bytecode = bytecode
    self.limits = limits
    code = .allocate(capacity: bytecode.code.count)
    code.initialize(from: bytecode.code, count: bytecode.code.count)
    let temporaryScalars = Int(bytecode.registers.temporaryScalars)
    let scalarCount = temporaryScalars + Int(bytecode.registers.lastingScalars)
    scalarMemory = .allocate(capacity: max(1, scalarCount))
    scalarMemory.initialize(repeating: 0, count: max(1, scalarCount))
    s = scalarMemory + temporaryScalars
    let temporaryBoxed = Int(bytecode.registers.temporaryBoxed)
    let boxedCount = temporaryBoxed + Int(bytecode.registers.lastingBoxed)
    boxedMemory = .allocate(capacity: max(1, boxedCount))
    boxedMemory.initialize(repeating: .null, count: max(1, boxedCount))
    v = boxedMemory + temporaryBoxed
    stamps = .allocate(capacity: max(1, bytecode.decisions.count))
    stamps.initialize(repeating: 0, count: max(1, bytecode.decisions.count))
    begun = .allocate(capacity: max(1, bytecode.decisions.count))
    begun.initialize(repeating: 0, count: max(1, bytecode.decisions.count))
    epochs = .allocate(capacity: 2)
    epochs.initialize(repeating: 1, count: 2)
    // No decision needs itself, so none waits for more than all the others.
    returnCapacity = bytecode.decisions.count + 1
    returns = .allocate(capacity: returnCapacity)
    returns.initialize(repeating: 0, count: returnCapacity)
    operands = .allocate(capacity: max(1, bytecode.operands.count))
    operands.initialize(from: bytecode.operands, count: bytecode.operands.count)
    jumpTables = JumpTables(bytecode)
    let ownTypes = UnsharedTypes()
    facts = FactTable(bytecode, epochs: epochs, types: ownTypes)
    calls = CallTable(bytecode, types: ownTypes)
    texts = bytecode.texts.map { $0.unshared }
    vocabularies = UnsharedTypeList(bytecode.vocabularies.map { .enumeration($0) }, ownTypes)
    state = .allocate(capacity: 1)
    state.initialize(
      to: State(
        remaining: limits.steps, remainingBytes: limits.bytes,
        savedErrors: Array(repeating: nil, count: bytecode.savedErrors),
        trace: TraceBuffer(limit: limits.traceEvents)))
    for (register, bits) in bytecode.initialScalars { s[Int(register)] = bits }
    for (register, value) in bytecode.initialValues { v[Int(register)] = value.unshared }
    let values = v
    sizes = KnownSizes(bytecode.initialValues.lazy.map { values[Int($0.register)] })
    begin()
  }

  deinit {
    let bytecode = self.bytecode
    takeBack()
    code.deallocate()
    scalarMemory.deallocate()
    boxedMemory.deinitialize(
      count: max(1, Int(bytecode.registers.temporaryBoxed) + Int(bytecode.registers.lastingBoxed)))
    boxedMemory.deallocate()
    stamps.deallocate()
    begun.deallocate()
    epochs.deallocate()
    returns.deallocate()
    operands.deallocate()
    jumpTables.deallocate()
    calls.deallocate()
    vocabularies.deallocate()
    sizes.deallocate()
    state.pointee.trace.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  // MARK: Requests

  /// Starts a request: every fact is absent, no decision is computed, no step counted.
  package func begin() {
    state.pointee.nextEpoch &+= 1
    epochs[0] = state.pointee.nextEpoch
    takeBack()
    facts.clear(candidateOnly: false, s, v)
    state.pointee.trace.clear()
    startCandidate()
  }

  /// Starts a request that has the facts of the one before, except for `absent` and the candidate's: no decision is computed, no
  /// step counted.
  package func beginAgain(without absent: [Slot]) {
    let before = epochs[0]
    state.pointee.nextEpoch &+= 1
    epochs[0] = state.pointee.nextEpoch
    takeBack()
    facts.clear(candidateOnly: true, s, v)
    facts.keep(before)
    for slot in absent { facts.forget(Int(slot.index), s, v) }
    state.pointee.trace.clear()
    startCandidate()
  }

  /// Forgets the candidate's facts and what was computed from them; everything else keeps its value.
  package func nextCandidate() {
    takeBack()
    facts.clear(candidateOnly: true, s, v)
    startCandidate()
  }

  func startCandidate() {
    state.pointee.nextEpoch &+= 1
    epochs[1] = state.pointee.nextEpoch
    renewLimits()
  }

  /// Allows what follows as many steps and bytes as a request or candidate has at its beginning.
  package func renewLimits() {
    state.pointee.remaining = limits.steps
    state.pointee.remainingBytes = limits.bytes
  }

  /// Computes a decision, and what it needs.
  ///
  /// - Throws: `missing-fact` when a fact the decision may read has no value (optional ones need none); whatever an
  ///   operation fails with; `step-limit`, `size-limit`.
  package func run(_ decision: Slot) throws(EvaluationError) {
    let position = facts.position(of: decision)
    guard position >= 0 else { throw unknownDecision(decision) }
    // What is computed had all that it needs.
    if stamps[position] == epochs[facts.dependsOnCandidate(position) ? 1 : 0] { return }
    state.pointee.runsUntilLook &-= 1
    if state.pointee.runsUntilLook < 0 { try look() }
    guard facts.hasAll(neededBy: position) else { throw missingFacts(decision) }
    if let error = execute(from: Int(facts.entries[position]), decision: position) { throw error }
  }

  @inline(never) private func look() throws(EvaluationError) {
    state.pointee.runsUntilLook = Machine.runsPerLook
    if limits.isInterrupted() { throw EvaluationError(.interrupted, EvaluationMessage.interrupted) }
  }

  private func unknownDecision(_ decision: Slot) -> EvaluationError {
    EvaluationError(.unknownName, EvaluationMessage.notADecision)
  }

  private func missingFacts(_ decision: Slot) -> EvaluationError {
    let missing = bytecode.facts(neededBy: decision).filter {
      !facts.isPresent(Int($0.index)) && !bytecode.slots[$0].isOptional
    }
    return EvaluationError(.missingFact, EvaluationMessage.missingFacts(missing.map { bytecode.slots[$0].name }))
  }

  /// Whether the fact has a value, also one whose parts alone were prepared.
  package func isPresent(_ fact: Slot) -> Bool { facts.isPresent(Int(fact.index)) }

  // MARK: Results

  /// The value of a fact that was set or a decision that was run; nil of any other, and of an optional fact that is
  /// absent. Of a companion, what its decision noted last, even where it failed then.
  package func value(_ slot: Slot) -> Value? {
    guard slot.index >= 0, Int(slot.index) < facts.slotCount else { return nil }
    let position = facts.position(of: slot)
    guard position >= 0 else {
      if case .companion(let decision) = bytecode.slots[slot].role { return companion(slot, of: decision) }
      return facts.value(slot, bytecode, s, v)
    }
    let result = facts.results[position]
    guard stamps[position] == epochs[facts.dependsOnCandidate(position) ? 1 : 0] else { return nil }
    switch ScalarKind(rawValue: result.kind) {
    case .int: return .int(s[Int(result.register)])
    case .bool: return .bool(s[Int(result.register)] != 0)
    case .code:
      let cases = vocabularies.vocabulary(Int(result.vocabulary)).cases
      let code = Int(s[Int(result.register)])
      return cases.indices.contains(code) ? .string(cases[code]) : nil
    case let kind?: return Value(bits: s[Int(result.register)], kind, nil)
    case nil: return v[Int(result.register)]
    }
  }

  private func companion(_ slot: Slot, of decision: Slot) -> Value? {
    guard let layout = bytecode.decision(decision), let register = bytecode.companions[slot.index] else { return nil }
    let position = Int(bytecode.decisionIndices[Int(decision.index)])
    guard begun[position] == epochs[layout.dependsOnCandidate ? 1 : 0] else { return nil }
    if let kind = register.type.scalarKind {
      return Value(bits: s[Int(register.index)], kind, register.type.scalarVocabulary)
    }
    return v[Int(register.index)]
  }

  /// What a decision noted last in a scalar companion, even if it failed after that.
  package func lastNoted(_ companion: Slot) -> Int64? {
    guard let register = bytecode.companions[companion.index], bytecode.slots[companion].type.scalarKind != nil else {
      return nil
    }
    return s[Int(register.index)]
  }

  /// The bits of a decision that was run and whose type is scalar: an int itself, a bool as 0 or 1, a vocabulary's
  /// member as its position there. For those who run one decision very often.
  package func bits(_ decision: Slot) -> Int64? {
    let position = facts.position(of: decision)
    guard position >= 0, facts.results[position].kind != FactTable.Result.boxed else { return nil }
    return s[Int(facts.results[position].register)]
  }

  /// Steps used since ``begin()`` or ``nextCandidate()``.
  package var steps: Int { limits.steps - max(0, state.pointee.remaining) }

  /// Bytes of values built since ``begin()`` or ``nextCandidate()``.
  package var bytes: Int { limits.bytes - max(0, state.pointee.remainingBytes) }
}

extension SlotTable.Entry {
  var isOptional: Bool {
    if case .optional = type { return true }
    return false
  }
}

extension EvaluationMessage {
  static func missingFacts(_ names: [Text]) -> String {
    names.count == 1
      ? "the fact `\(names[0])` has no value"
      : "these facts have no value: \(names.allQuoted)"
  }

  static let interrupted = "the evaluation was interrupted: nobody wants its result any more"

  static let notADecision = "this is no decision of the bytecode"
}
