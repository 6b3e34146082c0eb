#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A clock that never goes back, for durations: uptime, and how long requests take. Nothing that is answered depends on it.
package struct MonotonicClock: Sendable {
  /// Nanoseconds since some moment.
  package let now: @Sendable () -> Int

  /// A clock that reads `now`.
  package init(now: @escaping @Sendable () -> Int) { self.now = now }

  /// The system's.
  package static let system = MonotonicClock {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
}
