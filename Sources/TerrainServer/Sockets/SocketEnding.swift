import Synchronization
import TerrainPlatform

/// The end of a server: how long clients are waited for. A process that is asked to end does so within two seconds.
final class SocketEnding: Sendable {
  /// Nanoseconds after which requests that are not answered are cancelled.
  static let cancelling = 1_000_000_000
  /// Nanoseconds after which clients that have not read their responses are given up.
  static let dropping = 1_500_000_000
  /// Nanoseconds after which the process does not wait for its own threads any more.
  private static let overdue = 1_800_000_000

  private let clock: MonotonicClock
  private let start = Atomic<Int>(0)
  private let isMarked = Atomic<Bool>(false)

  init(_ clock: MonotonicClock) { self.clock = clock }

  /// It ends from now on.
  func begin() {
    guard isMarked.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged else { return }
    start.store(max(1, clock.now()), ordering: .releasing)
  }

  /// Whether it is ending.
  var isBegun: Bool { start.load(ordering: .acquiring) > 0 }

  /// Nanoseconds since it began to end; nil before.
  var elapsed: Int? {
    let start = start.load(ordering: .acquiring)
    return start > 0 ? clock.now() - start : nil
  }

  /// Whether its threads had time enough.
  var isOverdue: Bool { elapsed.map { $0 >= Self.overdue } ?? false }
}
