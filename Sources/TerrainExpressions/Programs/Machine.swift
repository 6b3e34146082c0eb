import TerrainValues

/// Runs one program, again and again, on one thread: owns the frame, so that a run of scalars allocates nothing.
///
/// Make one a worker. A request is `begin()`, `set` for each fact, `run` for each decision wanted; a ranking calls
/// `nextCandidate()`, sets the candidate's facts and runs again.
public final class Machine {
  /// The program.
  public let program: Program

  /// A machine for `program`.
  public init(_ program: Program, limits: EvaluationLimits = .standard) { self.program = program }

  /// Starts a request: every fact is absent, no decision is computed, no step counted.
  public func begin() {}

  /// Forgets the candidate's facts and what was computed from them; everything else keeps its value.
  public func nextCandidate() {}

  /// Gives a fact its value: of the slot's type, or of `T` (or null, for absent) where the type is `optional<T>`.
  ///
  /// - Throws: `fact-type` when the value is not of the slot's type.
  public func set(_ slot: Slot, _ value: Value) throws(EvaluationError) {}

  /// Gives an `int` fact its value; false when the slot is of another type.
  @discardableResult
  public func set(_ slot: Slot, int: Int64) -> Bool { false }

  /// Computes a decision, and what it needs.
  public func run(_ decision: Slot) throws(EvaluationError) {}

  /// The value of a fact that was set or a decision that was run; nil of any other.
  public func value(_ slot: Slot) -> Value? { nil }

  /// Steps used since ``begin()`` or ``nextCandidate()``.
  public var steps: Int { 0 }

  /// What a program planned with tracing recorded since ``begin()``; empty of any other.
  public var events: [TraceEvent] { [] }
}
