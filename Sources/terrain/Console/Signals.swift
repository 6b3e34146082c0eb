import TerrainServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Ends the program when a signal asks for it, even while nobody reads what it writes.
enum Signals {
  /// Does `body` for each SIGTERM and SIGINT from now on, on a thread of its own, with the signal's name. Where it returns a
  /// status, the program ends with that at once.
  static func handle(_ body: @escaping @Sendable (_ signal: Int32, _ name: String) -> Int32?) {
    SignalThread.start([SIGTERM, SIGINT]) { signal in
      if let status = body(signal, signal == SIGINT ? "SIGINT" : "SIGTERM") { _exit(status) }
    }
  }

  /// Lets the program live for one second more, and not longer: whoever does not read standard output may not read standard
  /// error either, and what is reported there would wait for that reader.
  static func limitLife() {
    // Whoever started the program may have this signal ignored or blocked, which programs inherit.
    signal(SIGALRM, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGALRM)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    alarm(1)
  }

  /// Waits for the thread that handles a signal to end the program.
  static func wait() -> Never {
    while true { pause() }
  }

  /// The status of a program that a signal ended, as shells count it.
  static func status(of signal: Int32) -> Int32 { 128 + signal }
}
