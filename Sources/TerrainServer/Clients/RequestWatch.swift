import TerrainDocuments
import TerrainPlatform

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

  /// Whether nobody wants the request any more.
  var isOver: Bool { reason != nil }

  /// Why nobody wants the request any more; nil where somebody does.
  var reason: Diagnostic? {
    if cancellation?.isCancelled == true { return .cancelled }
    if let deadline, clock.now() >= deadline { return .deadlineExceeded }
    return nil
  }
}
