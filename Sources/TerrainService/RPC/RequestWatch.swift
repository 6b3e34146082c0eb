import Synchronization
import TerrainBase
import TerrainDocuments

/// Whether what a request asked for is still wanted. Any thread may ask and cancel.
final class Cancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  /// True once it was cancelled.
  var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// It is about something new, which is wanted. Only by whoever made it, while nobody else has it.
  func renew() { flag.store(false, ordering: .relaxed) }

  /// Nobody wants it any more.
  func cancel() { flag.store(true, ordering: .relaxed) }
}

/// Whether the request that a thread works on is still wanted: it may be cancelled, or its time may be over. Changed by that
/// thread alone; others that work for it look.
final class RequestWatch: @unchecked Sendable {
  private let clock: MonotonicClock
  private var cancellation: Cancellation?
  private var deadline: Int?

  /// A watch over nothing yet.
  init(_ clock: MonotonicClock) { self.clock = clock }

  /// A request begins that can be cancelled by `cancellation` and has to be answered at `deadline`, by the watch's clock.
  func begin(_ cancellation: Cancellation?, deadline: Int?) {
    self.cancellation = cancellation
    self.deadline = deadline
  }

  /// True if nobody wants the request any more.
  var isOver: Bool { reason != nil }

  /// Why nobody wants the request any more; nil if somebody does.
  var reason: Diagnostic? {
    if cancellation?.isCancelled == true { return .cancelled }
    if let deadline, clock.now() >= deadline { return .deadlineExceeded }
    return nil
  }
}

extension Diagnostic {
  /// What was asked for is not wanted any more.
  static let cancelled = Diagnostic(
    code: "rpc/cancelled", message: "the request was cancelled before it ended", place: nil)

  /// The time that a request allows for its response is over.
  static let deadlineExceeded = Diagnostic(
    code: "rpc/deadline-exceeded",
    message: "the request was not answered within the milliseconds of its `\(RPCMethod.timeoutName)`", place: nil,
    fix: "allow more time, or send fewer requests at once")
}
