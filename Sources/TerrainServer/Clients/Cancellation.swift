import Synchronization

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
