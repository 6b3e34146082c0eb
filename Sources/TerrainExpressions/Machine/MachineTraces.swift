import TerrainBase
import TerrainDocuments

/// The events of a tracing run: sixteen bytes each, decoded only when they are read.
struct TraceBuffer {
  enum Kind {
    case marker(UInt8)
    /// A condition with the unboxed value that it tested.
    case scalar
    /// A condition with a boxed value: `bits` is its position in ``TraceBuffer/values``.
    case boxed
    /// A condition without a tested value.
    case plain
  }

  struct Event {
    /// The marker, or the instruction.
    var place: Int32
    var kindAndOutcome: UInt32
    var bits: Int64

    @inline(__always) init(place: Int32, kind: Kind, holds: Bool, bits: Int64) {
      self.place = place
      self.bits = bits
      let code: UInt32 =
        switch kind {
        case .marker(let flags): UInt32(flags) << 8
        case .scalar: 1
        case .boxed: 2
        case .plain: 3
        }
      kindAndOutcome = code | (holds ? 16 : 0)
    }

    var holds: Bool { kindAndOutcome & 16 != 0 }

    var kind: Kind {
      switch kindAndOutcome & 3 {
      case 1: .scalar
      case 2: .boxed
      case 3: .plain
      default: .marker(UInt8(truncatingIfNeeded: kindAndOutcome >> 8))
      }
    }
  }

  private var memory: UnsafeMutablePointer<Event>
  /// The location of the next event, and the end of the memory.
  private var next: UnsafeMutablePointer<Event>
  private var end: UnsafeMutablePointer<Event>
  private(set) var values: [Value] = []
  /// True if more events occurred than could be kept.
  private(set) var isCut = false

  /// The limit `trace-events`: further events are not recorded, and the run continues.
  private let maximumEvents: Int

  init(limit: Int) {
    maximumEvents = max(0, limit)
    memory = .allocate(capacity: 0)
    next = memory
    end = memory
  }

  func deallocate() { memory.deallocate() }

  var count: Int { next - memory }

  var events: UnsafeBufferPointer<Event> { UnsafeBufferPointer(start: memory, count: count) }

  @inline(__always) mutating func append(_ event: Event) {
    if next == end, !grow() { return }
    next.initialize(to: event)
    next += 1
  }

  @inline(never) private mutating func grow() -> Bool {
    let (count, capacity) = (count, end - memory)
    guard capacity < maximumEvents else {
      isCut = true
      return false
    }
    let larger = min(max(256, capacity * 2), maximumEvents)
    let new = UnsafeMutablePointer<Event>.allocate(capacity: larger)
    new.moveInitialize(from: memory, count: count)
    memory.deallocate()
    memory = new
    next = new + count
    end = new + larger
    return true
  }

  mutating func append(place: Int32, holds: Bool, seen value: Value) {
    let before = count
    append(Event(place: place, kind: .boxed, holds: holds, bits: Int64(values.count)))
    if count > before { values.append(value) }
  }

  mutating func clear() {
    next = memory
    isCut = false
    if !values.isEmpty { values.removeAll(keepingCapacity: true) }
  }
}

extension Machine {
  /// The events that tracing bytecode recorded since ``begin()``; empty for other bytecode.
  package var events: [TraceEvent] { events(from: 0) }

  /// The events that tracing bytecode recorded since ``begin()``, from the event `start` on; empty for other bytecode.
  package func events(from start: Int) -> [TraceEvent] {
    var events: [TraceEvent] = []
    for event in state.pointee.trace.events.dropFirst(start) {
      switch event.kind {
      case .marker(MarkerKind.began): events.append(.decisionBegan(Slot(index: event.place)))
      case .marker(MarkerKind.ended): events.append(.decisionEnded(Slot(index: event.place)))
      case .marker: events.append(.marker(event.place))
      case .plain: append(event, seen: nil, to: &events)
      case .boxed: append(event, seen: state.pointee.trace.values[Int(event.bits)], to: &events)
      case .scalar:
        let (kind, vocabulary) = bytecode.recordedKinds[event.place] ?? (.int, nil)
        append(event, seen: Value(bits: event.bits, kind, vocabulary), to: &events)
      }
    }
    return events
  }

  /// The number of events recorded since ``begin()``.
  package var eventCount: Int { state.pointee.trace.count }

  /// True if the fact at `slot` was set, but only its fields are stored, so that ``value(_:)`` returns nil.
  package func isKeptByField(_ slot: Slot) -> Bool {
    guard slot.index >= 0, Int(slot.index) < facts.slotCount, facts.isPresent(Int(slot.index)) else { return false }
    let plan = facts.plans[Int(slot.index)]
    return plan.fieldCount > 0 && plan.boxed < 0
  }

  /// True if a trace could not hold all events (``EvaluationLimits/traceEvents``).
  package var isTraceCut: Bool { state.pointee.trace.isCut }

  private func append(_ event: TraceBuffer.Event, seen: Value?, to events: inout [TraceEvent]) {
    for marker in bytecode.markersBefore[event.place] ?? [] { events.append(.marker(marker)) }
    guard case .node(let expression, let node) = bytecode.originTable[Int(bytecode.origins[Int(event.place)])] else {
      return
    }
    events.append(.atom(expression: expression, node: node, holds: event.holds, seen: seen))
  }
}

extension EvaluationMessage {
  package static func traceLimit(_ limit: Int) -> String {
    "this takes more than \(limit) events to explain; the limit is `trace-events`"
  }
}

extension Machine {
  /// The steps that a failure costs, so that a loop whose every round fails is charged for its running time.
  private static let failureCost = 100
  /// The maximum number of values shown with an error.
  private static let maximumSeen = 12
  /// The maximum number of parts of an expression that are searched for these values, because a loop may absorb many errors.
  private static let maximumSearched = 200

  /// The reason why an unboxed instruction stopped.
  enum Trap {
    case steps, overflow, divisionByZero, remainderByZero, cycle, interrupted, called
  }

  @inline(never) func note(_ trap: Trap) {
    switch trap {
    case .steps: state.pointee.failure = Failure(code: .stepLimit, message: stepLimitMessage)
    case .overflow: state.pointee.failure = Failure(code: .overflow, message: EvaluationMessage.overflow)
    case .divisionByZero:
      state.pointee.failure = Failure(code: .divisionByZero, message: EvaluationMessage.divisionByZero)
    case .remainderByZero:
      state.pointee.failure = Failure(code: .divisionByZero, message: EvaluationMessage.remainderByZero)
    case .cycle: state.pointee.failure = Failure(code: .cycle, message: EvaluationMessage.cycle)
    case .interrupted:
      state.pointee.failure = Failure(code: .interrupted, message: EvaluationMessage.interrupted)
    case .called:
      if state.pointee.failure == nil, state.pointee.rethrown == nil { note(.steps) }
    }
  }

  /// The position at which execution continues after a failure at `pc`: the innermost handler around it or around the calls that led there.
  /// The inverted (negative) `pc` if no handler absorbs the failure. Limits and interruptions are never absorbed.
  func recover(at pc: Int) -> Int {
    if let code = state.pointee.rethrown?.code ?? state.pointee.failure?.code,
      code == .stepLimit || code == .sizeLimit || code == .interrupted
    {
      return ~pc
    }
    state.pointee.remaining -= Machine.failureCost + bytecode.handlers.count >> 3
    guard state.pointee.remaining >= 0 else {
      state.pointee.rethrown = nil
      state.pointee.failure = Failure(code: .stepLimit, message: stepLimitMessage)
      return ~pc
    }
    var place = Int32(truncatingIfNeeded: pc)
    var level = state.pointee.depth
    while true {
      // Inner ranges were written first.
      if let handler = bytecode.handlers.first(where: { $0.start <= place && place < $0.end }) {
        if s[Int(handler.pending)] != 1 || state.pointee.savedErrors[Int(handler.saved)] == nil {
          state.pointee.savedErrors[Int(handler.saved)] = take(at: pc)
        }
        s[Int(handler.pending)] = 1
        state.pointee.failure = nil
        state.pointee.rethrown = nil
        state.pointee.depth = level
        return Int(handler.target)
      }
      guard level > 1 else { return ~pc }
      level -= 1
      place = returns[level] - 1
    }
  }

  /// The error that stopped the run, with its place and the values that were used.
  func take(at pc: Int) -> EvaluationError {
    defer {
      state.pointee.failure = nil
      state.pointee.rethrown = nil
    }
    if let rethrown = state.pointee.rethrown { return rethrown }
    let failure = state.pointee.failure ?? Failure(code: .stepLimit, message: stepLimitMessage)
    let origin = bytecode.originTable[Int(bytecode.origins[pc])]
    var place: Place?
    var seen: [EvaluationError.Seen] = []
    switch origin {
    case .none: break
    case .place(let declared):
      place = declared
      seen = accumulated(at: pc)
    case .node(let expression, let node):
      let typed = bytecode.expressions[Int(expression)]
      place = typed.expression.source.place(of: typed.expression.nodes[Int(node)].range)
      seen = self.seen(typed, expression, node)
    }
    if code[pc].op == .fail {
      for slot in bytecode.failures[Int(code[pc].b)].mentioning {
        append(Slot(index: slot), to: &seen)
      }
    }
    return EvaluationError(failure.code, failure.message, place: place, seen: seen)
  }

  /// The names below `node` with their current values.
  private func seen(
    _ typed: TypedExpression, _ expression: Int32, _ node: Expression.ID
  ) -> [EvaluationError.Seen] {
    var values: [EvaluationError.Seen] = []
    var pending = [node]
    var searched = 0
    while let id = pending.popLast(), values.count < Machine.maximumSeen, searched < Machine.maximumSearched {
      searched += 1
      switch typed.references[Int(id)] {
      case .variable(let variable):
        switch variable.binding {
        case .slot(let slot): append(slot, to: &values)
        case .constant(let value): append(variable.name, value, to: &values)
        case .unbound: break
        }
      case .local(let loop, let role):
        if case .identifier(let name) = typed.expression.nodes[Int(id)].kind, name.utf8.first != UInt8(ascii: "@"),
          let operand = bytecode.localPlaces[Assembly.LocalKey(expression: expression, loop: loop, role: role)],
          let value = value(of: operand)
        {
          append(name, value, to: &values)
        }
      default:
        var children: [Expression.ID] = []
        typed.expression.forEachChild(of: id) { child in
          if children.count < Machine.maximumSearched { children.append(child) }
        }
        pending += children.reversed()
      }
    }
    return values
  }

  /// The operands of an accumulation: the previous total, and the value that was added to it.
  private func accumulated(at pc: Int) -> [EvaluationError.Seen] {
    let instruction = code[pc]
    let kind: ScalarKind
    switch instruction.op {
    case .addInt: kind = .int
    case .addUInt: kind = .uint
    case .accumulateValue where instruction.flags == Accumulation.sum.rawValue:
      return [
        EvaluationError.Seen(name: "the sum so far", value: v[Int(instruction.a)]),
        EvaluationError.Seen(name: "what is added", value: v[Int(instruction.b)]),
      ]
    default: return []
    }
    return [
      EvaluationError.Seen(name: "the sum so far", value: Value(bits: s[Int(instruction.b)], kind, nil)),
      EvaluationError.Seen(name: "what is added", value: Value(bits: s[instruction.c0], kind, nil)),
    ]
  }

  private func append(_ slot: Slot, to seen: inout [EvaluationError.Seen]) {
    guard let value = value(slot) else { return }
    append(bytecode.slots[slot].name, value, to: &seen)
  }

  private func append(_ name: Text, _ value: Value, to seen: inout [EvaluationError.Seen]) {
    if !seen.contains(where: { $0.name == name }) { seen.append(EvaluationError.Seen(name: name, value: value)) }
  }

  private func value(of operand: Operand) -> Value? {
    switch operand {
    case .constant(let value): value
    case .scalar(let scalar): Value(bits: s[Int(scalar.register)], scalar.kind, scalar.vocabulary)
    case .boxed(let register): v[Int(register)]
    case .optional: nil
    }
  }
}

extension EvaluationMessage {
  static let cycle = "this decision needs its own outcome"
}

extension Machine {
  /// Sets a fact to a value of the slot's type. If the type is `optional<T>`, the value may also be a `T`, or null for absent.
  ///
  /// - Parameter isValidated: True if the value was read as the slot's type within its bounds, so that its content is not checked again.
  /// - Throws: `fact-type` if the value is not of the slot's type, `fact-range` if it is out of its bounds.
  package func set(_ slot: Slot, _ value: Value, isValidated: Bool = false) throws(EvaluationError) {
    takeBack(slot)
    guard let wrong = facts.set(Int(slot.index), value, isValidated: isValidated, s, v) else { return }
    guard Int(slot.index) < bytecode.slots.entries.count else {
      throw EvaluationError(.factType, EvaluationMessage.notAFact)
    }
    let entry = bytecode.slots[slot]
    if wrong.isOutOfBounds {
      throw EvaluationError(
        .outOfBounds, EvaluationMessage.factOutOfBounds(entry.name), seen: [.init(name: entry.name, value: value)])
    }
    throw EvaluationError(
      .factType,
      EvaluationMessage.factType(
        wrong.field.map { "\(entry.name).\($0)" } ?? entry.name.string, wrong.field == nil ? entry.type : wrong.expected
      ))
  }

  /// Sets an `int` fact; false if the slot is of another type or the value is out of bounds.
  @discardableResult
  package func set(_ slot: Slot, int: Int64) -> Bool {
    facts.setPlain(Int(slot.index), int: int, s) || setOther(slot, int: int)
  }

  @inline(never) private func setOther(_ slot: Slot, int: Int64) -> Bool {
    facts.isInt(Int(slot.index)) && facts.set(Int(slot.index), .int(int), s, v) == nil
  }
}

extension FunctionFailure.Code {
  /// A run exceeds ``EvaluationLimits/steps``.
  package static let stepLimit = FunctionFailure.Code("step-limit")
  /// The result is no longer needed (``EvaluationLimits/isInterrupted``).
  package static let interrupted = FunctionFailure.Code("interrupted")
  /// A run exceeds ``EvaluationLimits/traceEvents``.
  package static let traceLimit = FunctionFailure.Code("trace-limit")
  /// A name is unknown or has no value.
  package static let unknownName = FunctionFailure.Code("unknown-name")
  /// A fact that a decision needs has no value.
  package static let missingFact = FunctionFailure.Code("missing-fact")
  /// A fact's value is not of its type.
  package static let factType = FunctionFailure.Code("fact-type")
  /// A fact's value is out of its declared bounds.
  static let outOfBounds = FunctionFailure.Code("fact-range")
  /// A value is of another type than its declaration.
  package static let wrongType = FunctionFailure.Code("wrong-type")
  /// A decision needs its own result.
  package static let cycle = FunctionFailure.Code("cycle")
}

extension EvaluationMessage {
  static let notAFact = "this is no fact of the bytecode"

  static func factOutOfBounds(_ name: Text) -> String { "the fact `\(name)` is out of its bounds" }

  static func factType(_ name: String, _ expected: CELType) -> String {
    "the fact `\(name)` must be of type `\(expected)`"
  }
}

/// An event of a tracing run, in the order of occurrence.
package enum TraceEvent: Sendable {
  /// A marker of ``BytecodeBuilder/record(_:)``, whose number the caller defines (a row begun, a row that holds).
  case marker(Int32)
  /// A condition that was evaluated: the smallest part of `&&`, `||`, `!`, and `?:` that is itself a `bool`. `expression` is the result of
  /// ``BytecodeBuilder/branch(on:ifFalse:)``, `node` the condition in it, and `seen` its left operand (the input of a comparison), or nil
  /// if it has none.
  case atom(expression: Int32, node: Expression.ID, holds: Bool, seen: Value?)
  /// A decision was computed; its events are those since its `decisionBegan`.
  case decisionBegan(Slot)
  case decisionEnded(Slot)
}
