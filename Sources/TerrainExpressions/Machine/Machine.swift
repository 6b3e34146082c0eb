import TerrainBase
import TerrainDocuments

/// Runs one bytecode repeatedly on one thread. It owns its registers, so that a run with scalars allocates nothing.
///
/// Make one per worker. A request is `begin()`, `set` for each fact, `run` for each requested decision; a ranking calls `nextCandidate()`,
/// sets the candidate's facts, and runs again. A machine copies everything that a run reads into its own memory, so that threads with the
/// same bytecode share no reference counts.
package final class Machine {
  /// The bytecode.
  package let bytecode: Bytecode
  /// The limits of one run.
  package let limits: EvaluationLimits

  // Unchecked memory: everything below has the size that the bytecode declares, and only the bytecode's own instructions, which the planner
  // wrote, index it.
  let code: UnsafeMutablePointer<Instruction>
  private let scalarMemory: UnsafeMutablePointer<Int64>
  private let boxedMemory: UnsafeMutablePointer<Value>
  /// Unboxed registers; temporary registers are at negative indices.
  let s: UnsafeMutablePointer<Int64>
  /// Boxed registers; temporary registers are at negative indices.
  let v: UnsafeMutablePointer<Value>
  /// For each decision, the epoch in which it was computed.
  let stamps: UnsafeMutablePointer<Int64>
  /// For each decision, the epoch in which its computation began.
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

  /// The budget of `limits`, which retain it, so that references are not counted for each candidate.
  private let budget: Unmanaged<StepBudget>?
  /// The mutable state of a run, behind a pointer, which needs no check of exclusive access.
  let state: UnsafeMutablePointer<State>

  struct State {
    /// The remaining steps.
    var remaining: Int
    /// The steps that were granted at the beginning of the request with this number in the budget.
    var granted: Int
    var request = 0
    /// The number of decisions whose computation has not ended, while an error is handled.
    var depth = 0
    /// The remaining bytes of values that may be built.
    var remainingBytes: Int
    /// The number of runs until the next check that the result is still needed.
    var runsUntilLook = Machine.runsPerLook
    var nextEpoch: Int64 = 1
    /// The failure that stopped the run.
    var failure: Failure?
    /// The error that stopped the run, if it is a saved error that was thrown again.
    var rethrown: EvaluationError?
    var savedErrors: [EvaluationError?]
    var trace: TraceBuffer
    /// Values of candidates, of which one is in registers without a counted reference.
    var lent: PreparedFacts?
  }

  /// The number of runs between two checks that the result is still needed.
  private static let runsPerLook = 64
  /// The number of steps of a loop between two such checks.
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
    budget = limits.budget.map { Unmanaged.passUnretained($0) }
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
    // No decision needs itself, so the stack is at most as deep as the number of decisions.
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
        remaining: limits.steps, granted: limits.steps, remainingBytes: limits.bytes,
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

  /// Starts a request: all facts are absent, no decision is computed, and no step is counted.
  package func begin() {
    state.pointee.nextEpoch &+= 1
    epochs[0] = state.pointee.nextEpoch
    takeBack()
    facts.clear(candidateOnly: false, s, v)
    state.pointee.trace.clear()
    startCandidate()
  }

  /// Starts a request with the facts of the previous request, except for `absent` and the candidate's facts. No decision is computed, and
  /// no step is counted.
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

  /// Clears the candidate's facts and the decisions that depend on them; everything else keeps its value.
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

  /// Resets the remaining steps and bytes to those of a new request or candidate.
  package func renewLimits() {
    state.pointee.remainingBytes = limits.bytes
    guard let budget else {
      state.pointee.remaining = limits.steps
      return
    }
    budget._withUnsafeGuaranteedRef { budget in
      // Steps of an earlier request do not count for this request.
      if state.pointee.request == budget.request { budget.spend(steps) }
      state.pointee.request = budget.request
      state.pointee.granted = min(limits.steps, budget.left)
    }
    state.pointee.remaining = state.pointee.granted
  }

  /// The message for an exhausted step limit.
  var stepLimitMessage: String {
    if let limit = limits.budget?.limit, state.pointee.granted < limits.steps {
      return EvaluationMessage.requestStepLimit(limit)
    }
    return EvaluationMessage.stepLimit(limits.steps)
  }

  /// Computes a decision and the decisions that it needs.
  ///
  /// - Throws: `missing-fact` if a fact that the decision may read has no value (optional facts need none); the failure of an operation;
  ///   `step-limit`, `size-limit`.
  package func run(_ decision: Slot) throws(EvaluationError) {
    let position = facts.position(of: decision)
    guard position >= 0 else { throw unknownDecision(decision) }
    // A decision that is already computed had all facts that it needs.
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

  /// True if the fact has a value, even if only its parts were prepared.
  package func isPresent(_ fact: Slot) -> Bool { facts.isPresent(Int(fact.index)) }

  // MARK: Results

  /// The value of a fact that was set or of a decision that was computed. Nil for all others and for absent optional facts. For a
  /// companion, the last value that its decision recorded, even if the decision failed then.
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

  /// The last value that a decision recorded in a scalar companion, even if the decision failed after that.
  package func lastNoted(_ companion: Slot) -> Int64? {
    guard let register = bytecode.companions[companion.index], bytecode.slots[companion].type.scalarKind != nil else {
      return nil
    }
    return s[Int(register.index)]
  }

  /// The bits of a computed decision of a scalar type: an int itself, a bool as 0 or 1, a vocabulary's member as its position. For code
  /// that runs one decision very often.
  package func bits(_ decision: Slot) -> Int64? {
    let position = facts.position(of: decision)
    guard position >= 0, facts.results[position].kind != FactTable.Result.boxed else { return nil }
    return s[Int(facts.results[position].register)]
  }

  /// The number of steps since ``begin()`` or ``nextCandidate()``.
  package var steps: Int { state.pointee.granted - max(0, state.pointee.remaining) }

  /// The number of bytes of values built since ``begin()`` or ``nextCandidate()``.
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

extension Machine {
  /// The interpreter loop. Runs decision `decision`, whose body begins at `entry`, unless it is computed already.
  ///
  /// Processor registers hold `pc`, the remaining steps, and the addresses of the frames. Complex instructions are calls
  /// (``perform(_:_:_:)``).
  func execute(from entry: Int, decision: Int) -> EvaluationError? {
    let code = self.code
    let s = self.s
    let kind = facts.dependsOnCandidate(decision) ? 1 : 0
    if stamps[decision] == epochs[kind] { return nil }
    begun[decision] = epochs[kind]
    var depth = 1
    var next = code + entry
    var remaining = state.pointee.remaining
    var lookBelow = remaining &- Machine.stepsPerLook
    while true {
      // Fields are read at their use, because not every instruction uses all of them.
      let i = next
      next += 1
      // Left out only to measure the cost of counting (Benchmarks).
      #if TERRAIN_UNMETERED
        let isSpent = false
      #else
        remaining &-= 1
        let isSpent = remaining < 0
      #endif
      let trap: Trap
      if isSpent {
        trap = .steps
      } else {
        switch i.pointee.op {
        case .jump:
          next = code + Int(i.pointee.b)
          continue
        case .complete:
          stamps[Int(i.pointee.b)] = epochs[Int(i.pointee.flags)]
          depth &-= 1
          if depth == 0 {
            state.pointee.remaining = remaining
            return nil
          }
          next = code + Int(returns[depth])
          continue
        case .ensure:
          if stamps[Int(i.pointee.b)] == epochs[Int(i.pointee.flags)] { continue }
          if depth < returnCapacity {
            begun[Int(i.pointee.b)] = epochs[Int(i.pointee.flags)]
            returns[depth] = Int32(truncatingIfNeeded: next - code)
            depth &+= 1
            next = code + Int(i.pointee.c)
            continue
          }
          trap = .cycle
        case .switchCode:
          next = code + jumpTables.target(Int(i.pointee.b), s[Int(i.pointee.a)])
          continue
        case .switchInt:
          next = code + jumpTables.target(Int(i.pointee.b), int: s[Int(i.pointee.a)])
          continue

        case .jumpLessConstant:
          if s[Int(i.pointee.a)] < i.pointee.c { next = code + Int(i.pointee.b) }
          continue
        case .jumpLessOrEqualConstant:
          if s[Int(i.pointee.a)] <= i.pointee.c { next = code + Int(i.pointee.b) }
          continue
        case .jumpGreaterConstant:
          if s[Int(i.pointee.a)] > i.pointee.c { next = code + Int(i.pointee.b) }
          continue
        case .jumpGreaterOrEqualConstant:
          if s[Int(i.pointee.a)] >= i.pointee.c { next = code + Int(i.pointee.b) }
          continue
        case .jumpEqualConstant:
          if s[Int(i.pointee.a)] == i.pointee.c { next = code + Int(i.pointee.b) }
          continue
        case .jumpNotEqualConstant:
          if s[Int(i.pointee.a)] != i.pointee.c { next = code + Int(i.pointee.b) }
          continue
        case .jumpLess:
          if s[Int(i.pointee.a)] < s[i.pointee.c0] { next = code + Int(i.pointee.b) }
          continue
        case .jumpLessOrEqual:
          if s[Int(i.pointee.a)] <= s[i.pointee.c0] { next = code + Int(i.pointee.b) }
          continue
        case .jumpGreater:
          if s[Int(i.pointee.a)] > s[i.pointee.c0] { next = code + Int(i.pointee.b) }
          continue
        case .jumpGreaterOrEqual:
          if s[Int(i.pointee.a)] >= s[i.pointee.c0] { next = code + Int(i.pointee.b) }
          continue
        case .jumpEqual:
          if s[Int(i.pointee.a)] == s[i.pointee.c0] { next = code + Int(i.pointee.b) }
          continue
        case .jumpNotEqual:
          if s[Int(i.pointee.a)] != s[i.pointee.c0] { next = code + Int(i.pointee.b) }
          continue
        case .jumpBit:
          if (s[Int(i.pointee.a)] >> i.pointee.c) & 1 == Int64(i.pointee.flags) { next = code + Int(i.pointee.b) }
          continue
        case .jumpBitOfCode:
          let bit = s[i.pointee.c0]
          if (s[Int(i.pointee.a) &+ Int(bit >> 6)] >> (bit & 63)) & 1 == Int64(i.pointee.flags) {
            next = code + Int(i.pointee.b)
          }
          continue
        case .jumpMeet:
          var common: Int64 = 0
          for word in 0..<i.pointee.c1 { common |= s[Int(i.pointee.a) &+ word] & s[i.pointee.c0 &+ word] }
          if (common != 0) == (i.pointee.flags == 1) { next = code + Int(i.pointee.b) }
          continue
        case .jumpCompareDouble:
          let x = Double(bitPattern: UInt64(bitPattern: s[Int(i.pointee.a)]))
          let y = Double(bitPattern: UInt64(bitPattern: s[i.pointee.c0]))
          if CompareFlags.comparison(i.pointee.flags).holds(x, y) == (i.pointee.flags & CompareFlags.sense != 0) {
            next = code + Int(i.pointee.b)
          }
          continue
        case .jumpCompareUInt:
          let (x, y) = (UInt64(bitPattern: s[Int(i.pointee.a)]), UInt64(bitPattern: s[i.pointee.c0]))
          if CompareFlags.comparison(i.pointee.flags).holds(x, y) == (i.pointee.flags & CompareFlags.sense != 0) {
            next = code + Int(i.pointee.b)
          }
          continue
        case .recordCompare:
          let y = i.pointee.flags & CompareFlags.constant != 0 ? i.pointee.c : s[i.pointee.c0]
          let holds = CompareFlags.holds(i.pointee.flags, s[Int(i.pointee.a)], y)
          state.pointee.trace.append(
            TraceBuffer.Event(
              place: Int32(truncatingIfNeeded: i - code), kind: .scalar, holds: holds, bits: s[Int(i.pointee.a)]))
          if holds == (i.pointee.flags & CompareFlags.sense != 0) { next = code + Int(i.pointee.b) }
          continue
        case .recordMarker:
          // Recording costs no steps, so that a run has the same limit with and without tracing.
          remaining &+= 1
          state.pointee.trace.append(
            TraceBuffer.Event(place: i.pointee.b, kind: .marker(i.pointee.flags), holds: false, bits: 0))
          continue

        case .loadConstant:
          s[Int(i.pointee.a)] = i.pointee.c
          continue
        case .move:
          s[Int(i.pointee.a)] = s[Int(i.pointee.b)]
          continue
        case .addConstant:
          let (sum, overflow) = s[Int(i.pointee.b)].addingReportingOverflow(i.pointee.c)
          s[Int(i.pointee.a)] = sum
          if !overflow { continue }
          trap = .overflow
        case .addInt:
          let (result, overflow) = s[Int(i.pointee.b)].addingReportingOverflow(s[i.pointee.c0])
          if !overflow {
            s[Int(i.pointee.a)] = result
            continue
          }
          trap = .overflow
        case .subtractInt:
          let (result, overflow) = s[Int(i.pointee.b)].subtractingReportingOverflow(s[i.pointee.c0])
          if !overflow {
            s[Int(i.pointee.a)] = result
            continue
          }
          trap = .overflow
        case .multiplyInt:
          let (result, overflow) = s[Int(i.pointee.b)].multipliedReportingOverflow(by: s[i.pointee.c0])
          if !overflow {
            s[Int(i.pointee.a)] = result
            continue
          }
          trap = .overflow
        case .divideInt:
          let divisor = s[i.pointee.c0]
          let (result, overflow) = s[Int(i.pointee.b)].dividedReportingOverflow(by: divisor)
          if !overflow {
            s[Int(i.pointee.a)] = result
            continue
          }
          trap = divisor == 0 ? .divisionByZero : .overflow
        case .remainderInt:
          let divisor = s[i.pointee.c0]
          let (result, overflow) = s[Int(i.pointee.b)].remainderReportingOverflow(dividingBy: divisor)
          if !overflow {
            s[Int(i.pointee.a)] = result
            continue
          }
          trap = divisor == 0 ? .remainderByZero : .overflow
        case .negateInt:
          if s[Int(i.pointee.b)] != .min {
            s[Int(i.pointee.a)] = 0 &- s[Int(i.pointee.b)]
            continue
          }
          trap = .overflow
        case .addUInt:
          let (result, overflow) = UInt64(bitPattern: s[Int(i.pointee.b)]).addingReportingOverflow(
            UInt64(bitPattern: s[i.pointee.c0]))
          if !overflow {
            s[Int(i.pointee.a)] = Int64(bitPattern: result)
            continue
          }
          trap = .overflow
        case .subtractUInt:
          let (result, overflow) = UInt64(bitPattern: s[Int(i.pointee.b)]).subtractingReportingOverflow(
            UInt64(bitPattern: s[i.pointee.c0]))
          if !overflow {
            s[Int(i.pointee.a)] = Int64(bitPattern: result)
            continue
          }
          trap = .overflow
        case .multiplyUInt:
          let (result, overflow) = UInt64(bitPattern: s[Int(i.pointee.b)]).multipliedReportingOverflow(
            by: UInt64(bitPattern: s[i.pointee.c0]))
          if !overflow {
            s[Int(i.pointee.a)] = Int64(bitPattern: result)
            continue
          }
          trap = .overflow
        case .divideUInt:
          let divisor = UInt64(bitPattern: s[i.pointee.c0])
          if divisor != 0 {
            s[Int(i.pointee.a)] = Int64(bitPattern: UInt64(bitPattern: s[Int(i.pointee.b)]) / divisor)
            continue
          }
          trap = .divisionByZero
        case .remainderUInt:
          let divisor = UInt64(bitPattern: s[i.pointee.c0])
          if divisor != 0 {
            s[Int(i.pointee.a)] = Int64(bitPattern: UInt64(bitPattern: s[Int(i.pointee.b)]) % divisor)
            continue
          }
          trap = .remainderByZero
        case .addDouble:
          s[Int(i.pointee.a)] = Machine.bits(Machine.double(s[Int(i.pointee.b)]) + Machine.double(s[i.pointee.c0]))
          continue
        case .subtractDouble:
          s[Int(i.pointee.a)] = Machine.bits(Machine.double(s[Int(i.pointee.b)]) - Machine.double(s[i.pointee.c0]))
          continue
        case .multiplyDouble:
          s[Int(i.pointee.a)] = Machine.bits(Machine.double(s[Int(i.pointee.b)]) * Machine.double(s[i.pointee.c0]))
          continue
        case .divideDouble:
          s[Int(i.pointee.a)] = Machine.bits(Machine.double(s[Int(i.pointee.b)]) / Machine.double(s[i.pointee.c0]))
          continue
        case .negateDouble:
          s[Int(i.pointee.a)] = Machine.bits(-Machine.double(s[Int(i.pointee.b)]))
          continue
        case .intToDouble:
          s[Int(i.pointee.a)] = Machine.bits(Double(s[Int(i.pointee.b)]))
          continue
        case .countCommon:
          var common = 0
          for word in 0..<i.pointee.c1 {
            common &+= (s[Int(i.pointee.b) &+ word] & s[i.pointee.c0 &+ word]).nonzeroBitCount
          }
          s[Int(i.pointee.a)] = Int64(common)
          continue

        case .loopNext:
          let counter = s + i.pointee.c1
          let position = counter[0]
          guard position < counter[1] else {
            next = code + Int(i.pointee.b)
            continue
          }
          counter[0] = position &+ 1
          if remaining >= lookBelow {
            if nextElement(i, counter[2], Int(position)) { continue }
            trap = .called
          } else {
            lookBelow = remaining &- Machine.stepsPerLook
            if !limits.isInterrupted() {
              if nextElement(i, counter[2], Int(position)) { continue }
              trap = .called
            } else {
              trap = .interrupted
            }
          }
        default:
          let done = perform(i.pointee, next - code, remaining)
          if done.remaining >= 0 {
            next = code + done.pc
            remaining = done.remaining
            continue
          }
          remaining = ~done.remaining
          trap = .called
        }
      }
      // Passed through the machine's memory: a variable passed by reference could not stay in a processor register.
      note(trap)
      state.pointee.depth = depth
      state.pointee.remaining = remaining
      let target = recover(at: i - code)
      if target < 0 { return take(at: ~target) }
      next = code + target
      depth = state.pointee.depth
      remaining = state.pointee.remaining
    }
  }
}

// Copies that share no reference count with the original, so that threads do not contend for it.

extension Text {
  /// The same text in its own memory.
  var unshared: Text { Text(String(decoding: Array(utf8), as: UTF8.self)) }
}

extension Value {
  /// The same value in its own memory. The depth of the expression bounds the nesting of constants.
  var unshared: Value {
    switch self {
    case .null, .bool, .int, .uint, .double: self
    case .decimal(let decimal): .decimal(decimal)
    case .timestamp(let timestamp): .timestamp(timestamp)
    case .duration(let duration): .duration(duration)
    case .string(let text): .string(text.unshared)
    case .bytes(let bytes): .bytes(bytes.map { $0 })
    case .type(let name): .type(name.unshared)
    case .list(let elements): .list(elements.map({ $0.unshared }))
    case .map(let map): .map(ValueMap(map.entries.map { ($0.key.unshared, $0.value.unshared) }))
    case .optional(let wrapped): .optional(wrapped?.unshared)
    }
  }
}

/// One machine's copies of types: one for each vocabulary and each record type, however many facts use it.
final class UnsharedTypes {
  private var enumerations: [ObjectIdentifier: EnumerationType] = [:]
  private var records: [ObjectIdentifier: RecordType] = [:]

  /// The same type in its own memory.
  func copy(_ type: CELType) -> CELType {
    switch type {
    case .list(let x): .list(copy(x))
    case .optional(let x): .optional(copy(x))
    case .type(let x): .type(copy(x))
    case .wrapper(let x): .wrapper(copy(x))
    case .map(let key, let value): .map(key: copy(key), value: copy(value))
    case .enumeration(let vocabulary): .enumeration(copy(vocabulary))
    case .record(let record): .record(copy(record))
    default: type
    }
  }

  /// The same vocabulary in its own memory.
  func copy(_ vocabulary: EnumerationType) -> EnumerationType {
    if let copied = enumerations[ObjectIdentifier(vocabulary)] { return copied }
    let own = EnumerationType(
      name: vocabulary.name.unshared, cases: vocabulary.cases.map { $0.unshared }, isOrdered: vocabulary.isOrdered)
    enumerations[ObjectIdentifier(vocabulary)] = own
    return own
  }

  private func copy(_ record: RecordType) -> RecordType {
    if let copied = records[ObjectIdentifier(record)] { return copied }
    let own = RecordType(
      name: record.name.unshared, fields: record.fields.map { .init(name: $0.name.unshared, type: copy($0.type)) })
    records[ObjectIdentifier(record)] = own
    return own
  }
}

/// The types of a machine, each copied on first use: a machine for a single decision needs few of the vocabularies of a large pack.
struct UnsharedTypeList {
  private let shared: [CELType]
  // Plain memory, which needs no check of exclusive access.
  private let own: UnsafeMutablePointer<CELType?>
  /// The members of each vocabulary as values, by position; empty until they are requested.
  private let members: UnsafeMutablePointer<[Value]>
  private let copies: UnsharedTypes

  init(_ types: [CELType], _ copies: UnsharedTypes) {
    shared = types
    self.copies = copies
    own = .allocate(capacity: max(1, types.count))
    own.initialize(repeating: nil, count: max(1, types.count))
    members = .allocate(capacity: max(1, types.count))
    members.initialize(repeating: [], count: max(1, types.count))
  }

  func deallocate() {
    own.deinitialize(count: max(1, shared.count))
    own.deallocate()
    members.deinitialize(count: max(1, shared.count))
    members.deallocate()
  }

  subscript(_ index: Int) -> CELType {
    if let type = own[index] { return type }
    let copy = copies.copy(shared[index])
    own[index] = copy
    return copy
  }

  /// The vocabulary at `index` of a list that has only vocabularies.
  func vocabulary(_ index: Int) -> EnumerationType {
    guard case .enumeration(let vocabulary) = self[index] else { preconditionFailure("no vocabulary at \(index)") }
    return vocabulary
  }

  /// The member `code` of the vocabulary at `index`, or null if it has no such member.
  func member(_ index: Int, _ code: Int) -> Value {
    if members[index].isEmpty { members[index] = vocabulary(index).cases.map { .string($0) } }
    return members[index].indices.contains(code) ? members[index][code] : .null
  }
}
