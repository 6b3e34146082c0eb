import TerrainDocuments
import TerrainBase

/// Writes flat bytecode for a whole rule set.
///
/// A decision's body is straight code with labels: `branch` leaves it where a condition does not hold, `evaluate` puts
/// a value in a register, `finish` yields the bytecode. Bodies may name decisions in their expressions; those are
/// computed on first use. Every hit policy is written with what is here:
///
/// - first, unique: rows in order; `branch(on: when, ifFalse: next)`, `evaluate(then, into: result)`, `jump(to: done)`;
///   unique counts hits with `load`/`add` and fails on the second.
/// - highest: `keepHighest(score:best:isFirst:otherwise:)`.
/// - collect: `makeEmptyList(in:roomFor:)`, `append(_:to:)`; `distinct` by `branch(ifList:contains:to:)`; sum, min, max by
///   `accumulate`; count and limit by `add` and `branch(_:_:_:ifFalse:)`.
///
/// Copies of a builder write the same bytecode.
package struct BytecodeBuilder {
  /// A place in the code to jump to.
  package struct Label: Hashable, Sendable { let index: Int32 }

  /// A place for a value while a decision is computed: unboxed where its type is scalar (`bool`, `int`, `uint`,
  /// `double`, an enumeration), boxed otherwise.
  package struct Register: Hashable, Sendable {
    package let type: CELType
    let index: Int32

    var isScalar: Bool { type.scalarKind != nil }
  }

  let assembly: Assembly
  /// True when `record` and each condition's outcome are to be written down by the bytecode.
  package let isTracing: Bool
  package var slots: SlotTable { assembly.slots }

  /// A builder for bytecode over `slots`; `tracing` plans bytecode that records what it looks at.
  package init(slots: SlotTable, tracing: Bool = false) {
    assembly = Assembly(slots: slots, isTracing: tracing)
    isTracing = tracing
  }

  // MARK: Decisions

  /// Writes the body of `decision`: it must put a value into `result` on every way to its end. `done` is that end.
  /// A body that falls off its end is done too.
  package mutating func define(
    _ decision: Slot, _ body: (inout BytecodeBuilder, _ result: Register, _ done: Label) -> Void
  ) {
    let outer = assembly.current
    assembly.current = decision.index
    assembly.registers.keepAll()
    assembly.entries[decision.index] = assembly.position
    assembly.definitionOrder.append(decision.index)
    // The result's reader decodes its values by their codes.
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

  /// Goes on where `condition` (of type `bool`) holds, to `label` where it does not. Returns its number in trace
  /// events.
  @discardableResult
  package mutating func branch(on condition: TypedExpression, ifFalse label: Label) -> Int32 {
    statement(condition) { $0.branch(condition.expression.root, to: label.index, when: false) }
  }

  /// Goes on where `lhs comparison rhs` holds, to `label` where it does not. For scalars of one type.
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

  /// Fails the run with `code`; names and values of `mentioning` are shown beside the message.
  package mutating func fail(
    _ code: FunctionFailure.Code, _ message: String, at place: Place?, mentioning: [Slot] = []
  ) {
    assembly.setOrigin(place.map { .place($0) } ?? .none)
    for slot in mentioning { assembly.keep(slot) }
    assembly.emit(.fail, b: assembly.failure(code, message, mentioning: mentioning))
  }

  // MARK: Traces

  /// Writes ``TraceEvent/marker(_:)`` when the run passes here; nothing in bytecode without tracing.
  package mutating func record(_ marker: Int32) {
    if isTracing { assembly.record(marker) }
  }

  // MARK: Statements

  /// Plans something of one expression; the temporary registers it used are free afterwards.
  mutating func statement(_ expression: TypedExpression, _ plan: (inout Planner) -> Void) -> Int32 {
    guard Planner.fitsDepth(expression, assembly) else { return -1 }
    let level = assembly.registers.level
    var planner = Planner(expression, assembly)
    planner.mark(expression.expression.root)
    plan(&planner)
    assembly.registers.free(downTo: level)
    return planner.number
  }

  /// Comparisons of registers are the table's own, not an author's: they are not recorded.
  private mutating func plainly(_ body: (Assembly) -> Void) {
    let before = assembly.isTracing
    assembly.isTracing = false
    body(assembly)
    assembly.isTracing = before
  }
}
