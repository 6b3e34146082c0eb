import TerrainBase
import TerrainDocuments

/// Writes flat bytecode for a whole rule set.
///
/// A decision's body is straight code with labels: `branch` leaves it if a condition does not hold, `evaluate` puts a value in a register,
/// `finish` yields the bytecode. Bodies may name decisions in their expressions; those are computed on first use. These operations suffice
/// for every hit policy:
///
/// - first, unique: rows in order; `branch(on: when, ifFalse: next)`, `evaluate(then, into: result)`, `jump(to: done)`;
///   unique counts hits with `load`/`add` and fails on the second.
/// - highest: `keepHighest(score:best:isFirst:otherwise:)`.
/// - collect: `makeEmptyList(in:roomFor:)`, `append(_:to:)`; `distinct` by `branch(ifList:contains:to:)`; sum, min, max by
///   `accumulate`; count and limit by `add` and `branch(_:_:_:ifFalse:)`.
///
/// Copies of a builder write to the same bytecode.
package struct BytecodeBuilder {
  /// A place in the code to jump to.
  package struct Label: Hashable, Sendable { let index: Int32 }

  /// A register for a value during the computation of a decision: unboxed for scalar types (`bool`, `int`, `uint`, `double`, an
  /// enumeration), boxed otherwise.
  package struct Register: Hashable, Sendable {
    package let type: CELType
    let index: Int32

    var isScalar: Bool { type.scalarKind != nil }
  }

  let assembly: Assembly
  /// True if the bytecode records markers and the outcomes of conditions.
  package let isTracing: Bool
  package var slots: SlotTable { assembly.slots }

  /// A builder for bytecode over `slots`.
  ///
  /// - Parameter tracing: True if the bytecode records its evaluation.
  package init(slots: SlotTable, tracing: Bool = false) {
    assembly = Assembly(slots: slots, isTracing: tracing)
    isTracing = tracing
  }

  // MARK: Decisions

  /// Writes the body of `decision`. The body must put a value into `result` on every path to its end, `done`. Reaching the last instruction
  /// also ends it.
  package mutating func define(
    _ decision: Slot, _ body: (inout BytecodeBuilder, _ result: Register, _ done: Label) -> Void
  ) {
    let outer = assembly.current
    assembly.current = decision.index
    assembly.registers.keepAll()
    assembly.entries[decision.index] = assembly.position
    assembly.definitionOrder.append(decision.index)
    // The reader of the result decodes its values by their codes.
    _ = assembly.vocabulary(assembly.slots[decision].type.scalarVocabulary)
    assembly.setOrigin(.none)
    let done = makeLabel()
    if isTracing { assembly.emit(.recordMarker, flags: MarkerKind.began, b: decision.index) }
    body(&self, assembly.resultRegister(of: decision), done)
    assembly.bind(done.index)
    if isTracing { assembly.emit(.recordMarker, flags: MarkerKind.ended, b: decision.index) }
    assembly.emit(.complete, b: decision.index)
    assembly.lookAtCandidate[decision.index] = assembly.isForCandidate(decision.index)
    assembly.current = outer
  }

  // MARK: Control

  package mutating func makeLabel() -> Label { Label(index: assembly.makeLabel()) }

  /// Binds `label` to the next instruction.
  package mutating func bind(_ label: Label) { assembly.bind(label.index) }

  package mutating func jump(to label: Label) { assembly.jump(to: label.index) }

  /// Continues if `condition` (of type `bool`) holds, and jumps to `label` otherwise. Returns the number of the condition in trace events.
  @discardableResult
  package mutating func branch(on condition: TypedExpression, ifFalse label: Label) -> Int32 {
    statement(condition) { $0.branch(condition.expression.root, to: label.index, when: false) }
  }

  /// Continues if `lhs comparison rhs` holds, and jumps to `label` otherwise. For scalars of the same type.
  package mutating func branch(_ lhs: Register, _ comparison: Comparison, _ rhs: Register, ifFalse label: Label) {
    guard let kind = lhs.type.scalarKind, rhs.isScalar else { return }
    let scalar = Scalar(kind: kind, register: lhs.index, vocabulary: lhs.type.scalarVocabulary)
    plainly { $0.comparison(scalar, comparison, rhs.index, to: label.index, when: false) }
  }

  package mutating func branch(_ lhs: Register, _ comparison: Comparison, _ rhs: Int64, ifFalse label: Label) {
    guard let kind = lhs.type.scalarKind else { return }
    let scalar = Scalar(kind: kind, register: lhs.index, vocabulary: lhs.type.scalarVocabulary)
    plainly { $0.comparison(scalar, comparison, constant: rhs, to: label.index, when: false) }
  }

  /// Fails the run with `code`. The message is shown with the names and values of `mentioning`.
  package mutating func fail(
    _ code: FunctionFailure.Code, _ message: String, at place: Place?, mentioning: [Slot] = []
  ) {
    assembly.setOrigin(place.map { .place($0) } ?? .none)
    for slot in mentioning { assembly.keep(slot) }
    assembly.emit(.fail, b: assembly.failure(code, message, mentioning: mentioning))
  }

  // MARK: Traces

  /// Records ``TraceEvent/marker(_:)`` when the run passes here; has no effect in bytecode without tracing.
  package mutating func record(_ marker: Int32) {
    if isTracing { assembly.record(marker) }
  }

  // MARK: Statements

  /// Plans a statement with one expression; its temporary registers are free afterwards.
  mutating func statement(_ expression: TypedExpression, _ plan: (inout Planner) -> Void) -> Int32 {
    guard Planner.fitsDepth(expression, assembly) else { return -1 }
    let level = assembly.registers.level
    var planner = Planner(expression, assembly)
    planner.mark(expression.expression.root)
    plan(&planner)
    assembly.registers.free(downTo: level)
    return planner.number
  }

  /// Comparisons of registers belong to the hit policy, not to the author, and are not recorded.
  private mutating func plainly(_ body: (Assembly) -> Void) {
    let before = assembly.isTracing
    assembly.isTracing = false
    body(assembly)
    assembly.isTracing = before
  }
}

extension BytecodeBuilder {
  // MARK: Registers

  /// A new register of `type` with an undefined value. It exists until the end of the decision.
  package mutating func makeRegister(_ type: CELType) -> Register {
    let index =
      type.scalarKind == nil ? assembly.registers.temporaryBoxed() : assembly.registers.temporaryScalar()
    return Register(type: type, index: index)
  }

  /// The register of a decision's result or of a companion, whose value can be read after the run.
  package mutating func register(of slot: Slot) -> Register { assembly.resultRegister(of: slot) }

  /// The read-only register of a fact. Nil if the slot is not a fact, or if the fact is not unboxed or may be absent.
  package mutating func register(reading slot: Slot) -> Register? {
    let entry = slots[slot]
    guard entry.role == .fact || entry.role == .candidateFact, entry.type.scalarKind != nil else { return nil }
    assembly.mention(slot.index)
    return Register(type: entry.type, index: assembly.factScalar(FactKey(slot: slot.index)))
  }

  /// Evaluates `expression` into `register`, whose type must fit. Returns its number in trace events.
  @discardableResult
  package mutating func evaluate(_ expression: TypedExpression, into register: Register) -> Int32 {
    statement(expression) { $0.evaluate(expression.expression.root, into: register) }
  }

  /// Puts a literal into `register`.
  package mutating func load(_ value: Value, into register: Register) {
    if let kind = register.type.scalarKind {
      let bits = value.bits(kind, register.type.scalarVocabulary)
      precondition(bits != nil, "a literal of another type than its register's")
      assembly.emit(.loadConstant, a: register.index, c: bits ?? 0)
    } else {
      assembly.emit(.moveValue, a: register.index, b: assembly.constantRegister(value))
    }
  }

  /// The read-only register of a literal of `type`, as part of a list or map. Nil for numbers, of which a table may have a different one in
  /// each row.
  package mutating func constant(_ value: Value, as type: CELType) -> Register? {
    switch (type.scalarKind, value) {
    case (nil, _), (.code, .string), (.bool, .bool): Register(type: .dyn, index: assembly.constantRegister(value))
    default: nil
    }
  }

  package mutating func move(_ source: Register, into destination: Register) {
    switch (source.isScalar, destination.isScalar) {
    case (true, true): assembly.emit(.move, a: destination.index, b: source.index)
    case (false, false): assembly.emit(.moveValue, a: destination.index, b: source.index)
    case (true, false):
      assembly.emit(
        .box, flags: source.type.scalarKind?.rawValue ?? 0, a: destination.index, b: source.index,
        assembly.vocabulary(source.type.scalarVocabulary))
    case (false, true):
      assembly.emit(
        .unbox, flags: destination.type.scalarKind?.rawValue ?? 0, a: destination.index, b: source.index,
        assembly.vocabulary(destination.type.scalarVocabulary))
    }
  }

  /// Adds a constant to an `int` register, for counting; the step limit excludes overflow.
  package mutating func add(_ amount: Int64, to register: Register) {
    assembly.emit(.addConstant, a: register.index, b: register.index, c: amount)
  }

  /// `total` becomes `total + value`, or the lesser or greater of both. A sum that overflows fails at `place`. For `int`, `uint`, `double`,
  /// `decimal`, and `duration`; both must be of the same type.
  package mutating func accumulate(_ how: Accumulation, _ value: Register, into total: Register, at place: Place?) {
    assembly.setOrigin(place.map { .place($0) } ?? .none)
    guard let kind = total.type.scalarKind else {
      assembly.emit(.accumulateValue, flags: how.rawValue, a: total.index, b: boxed(value).index)
      return
    }
    switch how {
    case .sum:
      let op: Opcode = kind == .double ? .addDouble : kind == .uint ? .addUInt : .addInt
      assembly.emit(op, a: total.index, b: total.index, value.index)
    case .min, .max:
      let keep = assembly.makeLabel()
      let scalar = Scalar(kind: kind, register: value.index, vocabulary: nil)
      // If the new value is neither less nor greater (NaN), the old value is kept.
      assembly.plainComparison(scalar, how == .min ? .less : .greater, total.index, to: keep, when: false)
      assembly.emit(.move, a: total.index, b: value.index)
      assembly.bind(keep)
    }
  }

  /// If `score` exceeds `best` (or `isFirst` is true), stores it in `best`, sets `isFirst` to false, and continues. Jumps to `otherwise` if
  /// not.
  package mutating func keepHighest(score: Register, best: Register, isFirst: Register, otherwise: Label) {
    let better = assembly.makeLabel()
    assembly.emit(.jumpEqualConstant, a: isFirst.index, b: better, c: 1)
    if let kind = score.type.scalarKind, best.isScalar {
      let scalar = Scalar(kind: kind, register: score.index, vocabulary: nil)
      assembly.plainComparison(scalar, .greater, best.index, to: otherwise.index, when: false)
    } else {
      assembly.emit(
        .jumpCompareValue, flags: CompareFlags.make(.greater, sense: false), a: boxed(score).index, b: otherwise.index,
        boxed(best).index)
    }
    assembly.bind(better)
    assembly.emit(.loadConstant, a: isFirst.index, c: 0)
    move(score, into: best)
  }

  // MARK: Lists and objects

  /// Puts an empty list into `list`, and reserves room for `count` elements up to a maximum.
  package mutating func makeEmptyList(in list: Register, roomFor count: Int = 0) {
    let most = 16
    assembly.emit(.makeList, flags: UInt8(clamping: min(count, most)), a: list.index, b: 0, 0, -1)
  }

  package mutating func append(_ value: Register, to list: Register) {
    assembly.emit(.append, a: list.index, b: boxed(value).index)
  }

  /// Jumps to `label` if `list` has an element equal to `value`.
  package mutating func branch(ifList list: Register, contains value: Register, to label: Label) {
    assembly.emit(.jumpContains, flags: 1, a: boxed(value).index, b: label.index, list.index)
  }

  /// Makes a map from field names to values, for a result that is an object.
  package mutating func makeObject(_ fields: [(name: Text, value: Register)], into register: Register) {
    var operands: [Int32] = []
    for field in fields {
      operands += [assembly.constantRegister(.string(field.name)), boxed(field.value).index]
    }
    let isDistinct = Set(fields.map { $0.name }).count == fields.count
    assembly.emit(
      .makeMap, flags: isDistinct ? 1 : 0, a: register.index, b: assembly.operandList(operands),
      Int32(truncatingIfNeeded: fields.count), -1)
  }

  /// Puts `value` into `register` as a present optional of CEL.
  package mutating func makeOptional(of value: Register, into register: Register) {
    assembly.emit(.makeOptional, a: register.index, b: boxed(value).index)
  }

  private mutating func boxed(_ register: Register) -> Register {
    guard register.isScalar else { return register }
    let copy = Register(type: .dyn, index: assembly.registers.temporaryBoxed())
    move(register, into: copy)
    return copy
  }
}

extension BytecodeBuilder {
  /// Jumps to the label of the case that equals `subject` (an int, string, or enumeration), else to `otherwise`. The cost does not depend
  /// on the case. If cases are equal, the first is used.
  package mutating func branch(
    on subject: TypedExpression, cases: [(value: Value, label: Label)], otherwise: Label
  ) {
    _ = statement(subject) { planner in
      let operand = planner.value(subject.expression.root)
      let assembly = planner.assembly
      if case .scalar(let scalar) = operand, scalar.kind == .code, let vocabulary = scalar.vocabulary {
        var targets = [Int32](repeating: otherwise.index, count: vocabulary.cases.count)
        for (value, label) in cases.reversed() {
          if case .string(let text) = value, let code = vocabulary.code(of: text) { targets[code] = label.index }
        }
        assembly.jumpTables.append(targets)
        assembly.emit(.switchCode, a: scalar.register, b: Int32(truncatingIfNeeded: assembly.jumpTables.count - 1))
        return
      }
      let table = Int32(truncatingIfNeeded: assembly.switches.count)
      assembly.switches.append(
        Assembly.Switch(keys: cases.map { $0.value }, targets: cases.map { $0.label.index }, otherwise: otherwise.index)
      )
      if case .scalar(let scalar) = operand, scalar.kind == .int {
        assembly.emit(.switchInt, a: scalar.register, b: table)
      } else {
        assembly.emit(.switchValue, a: planner.boxed(operand), b: table)
      }
    }
  }
}
