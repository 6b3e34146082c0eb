import TerrainAuthoring

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Waits for signals on a thread of its own, where anything may be done about them.
package enum SignalThread {
  /// Does `body` with each of `signals` that comes from now on. To be called before other threads are started, which inherit that they do
  /// not see these signals.
  package static func start(_ signals: [Int32], _ body: @escaping @Sendable (_ signal: Int32) -> Void) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    _ = WorkerThread {
      var set = sigset_t()
      sigemptyset(&set)
      for signal in signals { sigaddset(&set, signal) }
      var received: Int32 = 0
      while sigwait(&set, &received) == 0 { body(received) }
    }
  }
}
