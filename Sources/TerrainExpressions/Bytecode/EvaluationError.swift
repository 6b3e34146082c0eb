import TerrainBase
import TerrainDocuments

/// The reason why a run failed. A failure never becomes null, false, or "the next row".
public struct EvaluationError: Error, Sendable {
  /// A value that the failing operation used.
  public struct Seen: Sendable {
    /// The name as the author wrote it.
    public var name: Text
    /// Its value at the time of the failure.
    public var value: Value

    package init(name: Text, value: Value) {
      self.name = name
      self.value = value
    }
  }

  // A single reference: a thrown error is one pointer, so that the path without errors stays small.
  private final class Storage: Sendable {
    let code: FunctionFailure.Code
    let message: String
    let place: Place?
    let seen: [Seen]

    init(code: FunctionFailure.Code, message: String, place: Place?, seen: [Seen]) {
      self.code = code
      self.message = message
      self.place = place
      self.seen = seen
    }
  }

  private let storage: Storage

  package init(_ code: FunctionFailure.Code, _ message: String, place: Place? = nil, seen: [Seen] = []) {
    storage = Storage(code: code, message: message, place: place, seen: seen)
  }

  /// A stable code (`overflow`, `no-row`).
  package var code: FunctionFailure.Code { storage.code }
  /// A sentence that describes the mistake, without values.
  package var message: String { storage.message }
  /// The location in the author's file.
  package var place: Place? { storage.place }
  /// The names that the failing operation mentions, with their values. Separate from the message, because values may be private.
  package var seen: [Seen] { storage.seen }
}

extension Diagnostic {
  /// `error` for people: the mistake, its location, and the values that were used.
  ///
  /// - Parameter showingValues: False if values may be private; then only names are shown.
  package init(_ error: EvaluationError, showingValues: Bool = true) {
    let seen = error.seen.map { showingValues ? "\($0.name) = \(Self.shown($0.value))" : "\($0.name)" }
    self.init(
      code: "evaluation/\(error.code.name)",
      message: error.message + (seen.isEmpty ? "" : " (\(seen.joined(separator: ", ")))"), place: error.place)
    plainMessage = error.message
  }

  /// A value as text, shortened if it is too long to read.
  private static func shown(_ value: Value) -> String { value.description(limit: longestValue) }

  private static let longestValue = 200
}

/// The limits of one run. They are the same with and without tracing.
package struct EvaluationLimits: Sendable {
  /// The maximum number of steps from ``Machine/begin()`` or ``Machine/nextCandidate()`` on: instructions, calls, loop rounds, and work in
  /// proportion to the size of inputs; `step-limit` if exceeded.
  package var steps: Int
  /// The maximum number of bytes of lists, maps, strings, and bytes that a run may build; `size-limit` if exceeded. Shared content counts
  /// each time it occurs.
  package var bytes: Int
  /// The maximum number of events that a tracing run may record (`trace-events`). Beyond it the run continues without recording, and
  /// reading the trace fails with `trace-limit`.
  package var traceEvents: Int
  /// Returns true if the result is no longer needed. Called now and then, also within loops; the run then fails with `interrupted`.
  package var isInterrupted: @Sendable () -> Bool
  /// The step budget of the whole request, or nil if each run may use its own steps.
  package var budget: StepBudget?

  /// Limits of a run.
  package init(
    steps: Int = 10_000_000, bytes: Int = 64 << 20, traceEvents: Int = 1_000_000,
    isInterrupted: @escaping @Sendable () -> Bool = { false }, budget: StepBudget? = nil
  ) {
    self.steps = steps
    self.bytes = bytes
    self.traceEvents = traceEvents
    self.isInterrupted = isInterrupted
    self.budget = budget
  }

  /// The default limits.
  package static let standard = EvaluationLimits()
}

/// The steps of a request, shared by all its evaluators. A budget serves one request after another, on one thread.
package final class StepBudget: @unchecked Sendable {
  /// The number of steps for each request.
  package let limit: Int
  /// The number of remaining steps.
  package private(set) var left: Int
  /// The number of the request.
  private(set) var request = 0

  /// A budget of `limit` steps for each request.
  package init(_ limit: Int) {
    self.limit = limit
    left = limit
  }

  /// Begins the next request.
  package func renew() {
    left = limit
    request &+= 1
  }

  /// Subtracts `steps`, down to zero.
  package func spend(_ steps: Int) { left = max(0, left - steps) }
}
