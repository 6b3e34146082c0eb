import Synchronization
import TerrainBase
import TerrainDocuments

/// A flag that tells whether a request is cancelled. Any thread may ask and cancel.
final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  /// True once it was cancelled.
  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Resets the flag for a new request. Called only by the owner while no other thread has access.
  func renew() { flag.store(false, ordering: .relaxed) }

  /// Sets the flag.
  func cancel() { flag.store(true, ordering: .relaxed) }
}

/// The cancellation and the deadline of the request that a thread works on. Changed only by that thread; threads that help it read.
final class RequestWatch: @unchecked Sendable {
  private let clock: MonotonicClock
  private var cancellation: Cancellation?
  private var deadline: Int?

  /// A watch over nothing yet.
  init(_ clock: MonotonicClock) { self.clock = clock }

  /// Begins a request that `cancellation` can cancel and that has to be answered by `deadline` on the watch's clock.
  func begin(_ cancellation: Cancellation?, deadline: Int?) {
    self.cancellation = cancellation
    self.deadline = deadline
  }

  /// True if the request is cancelled or its deadline has passed.
  var isOver: Bool { reason != nil }

  /// The reason why the request is over; nil if it is not.
  var reason: Diagnostic? {
    if cancellation?.isCancelled == true { return .cancelled }
    if let deadline, clock.now() >= deadline { return .deadlineExceeded }
    return nil
  }
}

extension Diagnostic {
  /// The request was cancelled.
  static let cancelled = Diagnostic(
    code: "rpc/cancelled", message: "the request was cancelled before it ended", place: nil)

  /// The time that a request allows for its response is over.
  static let deadlineExceeded = Diagnostic(
    code: "rpc/deadline-exceeded",
    message: "the request was not answered within the milliseconds of its `\(RPCMethod.timeoutName)`", place: nil,
    fix: "allow more time, or send fewer requests at once")
}
