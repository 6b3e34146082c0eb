/// How much one run may do. Always counted, explaining or not.
package struct EvaluationLimits: Sendable {
  /// Instructions, calls, loop rounds and work in proportion to what is read together, from ``Machine/begin()`` or
  /// ``Machine/nextCandidate()`` on; `step-limit` when exceeded.
  package var steps: Int
  /// Bytes of lists, maps, strings and bytes a run may build, all that is inside of them counted as often as it occurs
  /// there; `size-limit` when exceeded.
  package var bytes: Int
  /// Events that a run which records may write down (`trace-events`); the run continues without recording when
  /// exceeded, and reading the trace fails with `trace-limit`.
  package var traceEvents: Int
  /// Whether nobody wants the result any more: asked now and then, also within loops; `interrupted` where it is true.
  package var isInterrupted: @Sendable () -> Bool

  /// Limits of a run.
  package init(
    steps: Int = 10_000_000, bytes: Int = 64 << 20, traceEvents: Int = 1_000_000,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.steps = steps
    self.bytes = bytes
    self.traceEvents = traceEvents
    self.isInterrupted = isInterrupted
  }

  /// The default limits.
  package static let standard = EvaluationLimits()
}
