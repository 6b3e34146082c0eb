#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A clock that never goes back, for measuring durations: uptime, and the time that requests take. No result depends on it.
package struct MonotonicClock: Sendable {
  /// Nanoseconds since an arbitrary instant.
  package let now: @Sendable () -> Int

  /// A clock that reads `now`.
  package init(now: @escaping @Sendable () -> Int) { self.now = now }

  /// The system's monotonic clock.
  package static let system = MonotonicClock {
    let time = time(of: CLOCK_MONOTONIC)
    return time.seconds * 1_000_000_000 + time.nanoseconds
  }
}

/// The time of day, for logs.
package enum WallClock {
  /// Seconds since 1970-01-01T00:00:00Z and nanoseconds of the current second.
  package static var now: (seconds: Int, nanoseconds: Int) { time(of: CLOCK_REALTIME) }
}

private func time(of clock: clockid_t) -> (seconds: Int, nanoseconds: Int) {
  var time = timespec()
  clock_gettime(clock, &time)
  return (Int(time.tv_sec), Int(time.tv_nsec))
}
