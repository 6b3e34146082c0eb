import Synchronization
import TerrainPlatform

/// The end of a service or a batch: how long what was read, and its readers, are waited for. A process that is asked to end
/// does so within two seconds.
final class ServiceEnding: Sendable {
  /// Nanoseconds after which requests that are not answered are cancelled.
  private static let cancelling = 1_000_000_000
  /// Nanoseconds after which clients of a socket that have not read their responses are given up.
  private static let dropping = 1_500_000_000
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

  /// Whether requests that are not answered are to be cancelled.
  var shouldCancel: Bool { hasLasted(Self.cancelling) }

  /// Whether clients that have not read their responses are to be given up.
  var shouldDrop: Bool { hasLasted(Self.dropping) }

  /// Whether its threads and readers had time enough.
  var isOverdue: Bool { hasLasted(Self.overdue) }

  private func hasLasted(_ nanoseconds: Int) -> Bool {
    let start = start.load(ordering: .acquiring)
    return start > 0 && clock.now() - start >= nanoseconds
  }
}
