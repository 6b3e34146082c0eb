#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A lock with a condition: threads can wait until another one signals that something has changed.
package final class Monitor: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      // How long a wait lasts does not depend on the time of day.
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  package func lock() { pthread_mutex_lock(mutex) }
  package func unlock() { pthread_mutex_unlock(mutex) }
  /// Unlocks until somebody signals. It may wake without that, so the caller looks again.
  package func wait() { pthread_cond_wait(condition, mutex) }
  /// Unlocks until somebody signals, for at most `milliseconds`. It may wake without either, so the caller looks again.
  package func wait(milliseconds: Int) {
    let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    #if canImport(Darwin)
      var duration = timespec(tv_sec: seconds, tv_nsec: rest * 1_000_000)
      pthread_cond_timedwait_relative_np(condition, mutex, &duration)
    #else
      var end = timespec()
      clock_gettime(CLOCK_MONOTONIC, &end)
      let nanoseconds = Int(end.tv_nsec) + rest * 1_000_000
      end.tv_sec += time_t(seconds + nanoseconds / 1_000_000_000)
      end.tv_nsec = numericCast(nanoseconds % 1_000_000_000)
      pthread_cond_timedwait(condition, mutex, &end)
    #endif
  }
  package func signal() { pthread_cond_signal(condition) }
  package func broadcast() { pthread_cond_broadcast(condition) }

  /// Calls `body` with the lock held.
  package func locked<R, E: Error>(_ body: () throws(E) -> R) throws(E) -> R {
    lock()
    defer { unlock() }
    return try body()
  }
}
