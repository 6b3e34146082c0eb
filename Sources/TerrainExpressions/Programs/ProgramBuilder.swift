import TerrainDocuments
import TerrainValues

/// Writes one flat program for a whole rule set.
///
/// A decision's body is straight code with labels: `branch` leaves it where a condition does not hold, `evaluate` puts a
/// value in a register, `finish` yields the program. Bodies may name decisions in their expressions; those are computed
/// on first use. Every hit policy is written with what is here:
///
/// - first, unique: rows in order; `branch(on: when, ifFalse: next)`, `evaluate(then, into: result)`, `jump(to: done)`;
///   unique counts hits with `load`/`add` and fails on the second.
/// - highest: `keepHighest(score:best:isFirst:otherwise:)`.
/// - collect: `makeEmptyList(in:)`, `append(_:to:)`; `distinct` by `branch(ifListContains:)`; sum, min, max by
///   `accumulate`; count and limit by `add` and `branch(_:_:_:ifFalse:)`.
package struct ProgramBuilder {
  /// A place in the code to jump to.
  package struct Label: Hashable, Sendable { let index: Int32 }

  /// A place for a value while a decision is computed: unboxed where its type is scalar (`bool`, `int`, `uint`,
  /// `double`, an enumeration), boxed otherwise.
  package struct Register: Hashable, Sendable {
    package let type: CELType
    let index: Int32
  }

  package enum Comparison: Sendable { case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual }
  package enum Accumulation: Sendable { case sum, min, max }

  package private(set) var slots: SlotTable
  /// True when `record` and each condition's outcome are to be written down by the program.
  package let isTracing: Bool

  /// A builder for a program over `slots`; `tracing` plans a program that records what it looks at.
  package init(slots: SlotTable, tracing: Bool = false) {
    self.slots = slots
    isTracing = tracing
  }

  // MARK: Decisions

  /// Writes the body of `decision`: it must put a value into `result` on every way to its end. `done` is that end.
  /// A body that falls off its end is done too.
  package mutating func define(
    _ decision: Slot, _ body: (inout ProgramBuilder, _ result: Register, _ done: Label) -> Void
  ) {}

  /// The program, or what is wrong with the whole of it (too many registers; a decision without a body; a cycle).
  package consuming func finish() -> (program: Program?, diagnostics: [Diagnostic]) { (nil, []) }

  // MARK: Control

  package mutating func makeLabel() -> Label { Label(index: 0) }
  /// Makes `label` stand for the next instruction.
  package mutating func bind(_ label: Label) {}
  package mutating func jump(to label: Label) {}
  /// Goes on where `condition` (of type `bool`) holds, to `label` where it does not. Returns its number in trace events.
  @discardableResult
  package mutating func branch(on condition: TypedExpression, ifFalse label: Label) -> Int32 { 0 }
  /// Goes on where `lhs comparison rhs` holds, to `label` where it does not. For scalars of one type.
  package mutating func branch(_ lhs: Register, _ comparison: Comparison, _ rhs: Register, ifFalse label: Label) {}
  package mutating func branch(_ lhs: Register, _ comparison: Comparison, _ rhs: Int64, ifFalse label: Label) {}
  /// Jumps to the label of the case that equals `subject` (an int, string or enumeration), else to `otherwise`, at the
  /// same cost whichever it is. Of equal cases the first counts.
  package mutating func branch(
    on subject: TypedExpression, cases: [(value: Value, label: Label)], otherwise: Label
  ) {}
  /// Fails the run with `code`; names and values of `mentioning` are shown beside the message.
  package mutating func fail(
    _ code: FunctionFailure.Code, _ message: String, at place: Place?, mentioning: [Slot] = []
  ) {}

  // MARK: Values

  /// A new register of `type`, whose value is undefined until something is put there.
  package mutating func makeRegister(_ type: CELType) -> Register { Register(type: type, index: 0) }
  /// Evaluates `expression` into `register`, whose type its own must fit. Returns its number in trace events.
  @discardableResult
  package mutating func evaluate(_ expression: TypedExpression, into register: Register) -> Int32 { 0 }
  /// Puts a literal into `register`.
  package mutating func load(_ value: Value, into register: Register) {}
  package mutating func move(_ source: Register, into destination: Register) {}
  /// Adds a constant to an `int` register (counting; no overflow is possible within the step limit).
  package mutating func add(_ amount: Int64, to register: Register) {}
  /// `total` becomes `total + value`, or the lesser or greater of both; a sum that overflows fails at `place`.
  /// For `int`, `uint`, `double`, `decimal` and `duration`; both of one type.
  package mutating func accumulate(_ how: Accumulation, _ value: Register, into total: Register, at place: Place?) {}
  /// Where `score` beats `best` (or `isFirst` is 1): stores it in `best`, clears `isFirst`, goes on. Else to `otherwise`.
  package mutating func keepHighest(score: Register, best: Register, isFirst: Register, otherwise: Label) {}

  // MARK: Lists and objects

  package mutating func makeEmptyList(in list: Register) {}
  package mutating func append(_ value: Register, to list: Register) {}
  /// To `label` where `list` has an element equal to `value`.
  package mutating func branch(ifList list: Register, contains value: Register, to label: Label) {}
  /// A map from field names to values: an object result.
  package mutating func makeObject(_ fields: [(name: Text, value: Register)], into register: Register) {}

  // MARK: Traces

  /// Writes ``TraceEvent/marker(_:)`` when the run passes here; nothing in a program without tracing.
  package mutating func record(_ marker: Int32) {}
}
