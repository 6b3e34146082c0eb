/// How much one run may do. Always counted, explaining or not.
public struct EvaluationLimits: Sendable {
  /// Instructions, calls, loop rounds and work in proportion to what is read together, from ``Machine/begin()`` or
  /// ``Machine/nextCandidate()`` on; `step-limit` when exceeded.
  public var steps: Int
  /// Bytes of lists, maps, strings and bytes a run may build, all that is inside of them counted as often as it occurs
  /// there; `size-limit` when exceeded.
  public var bytes: Int
  /// Events that a run which records may write down (`trace-events`); the run continues without recording when
  /// exceeded, and reading the trace fails with `trace-limit`.
  public var traceEvents: Int

  /// Limits of a run.
  public init(steps: Int = 10_000_000, bytes: Int = 64 << 20, traceEvents: Int = 1_000_000) {
    self.steps = steps
    self.bytes = bytes
    self.traceEvents = traceEvents
  }

  /// The default limits.
  public static let standard = EvaluationLimits()
}
