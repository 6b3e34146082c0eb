import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The signals that ask the program to end.
package enum Signals {
  /// The maximum nanoseconds from a signal to the end of the program, even if nobody reads its output.
  private static let life = 1_950_000_000
  /// The minimum number of nanoseconds for a report.
  private static let shortestReport = 150_000_000
  /// `ITIMER_REAL`, which C libraries declare as different types.
  private static let realTime: Int32 = 0
  /// The time of the last signal.
  private static let received = Atomic<Int>(0)

  /// Calls `body` for each SIGTERM and SIGINT from now on, on a separate thread, with the signal's number and name. If `body` returns a
  /// status, the program ends with that status at once.
  ///
  /// Must be called before other threads start, because they inherit the mask that blocks these signals.
  package static func handle(_ body: @escaping @Sendable (_ signal: Int32, _ name: String) -> Int32?) {
    let signals = [SIGTERM, SIGINT]
    mask(signals, SIG_BLOCK)
    _ = WorkerThread {
      var set = set(of: signals)
      var received: Int32 = 0
      while sigwait(&set, &received) == 0 {
        Self.received.store(MonotonicClock.system.now(), ordering: .relaxed)
        if let status = body(received, received == SIGINT ? "SIGINT" : "SIGTERM") { _exit(status) }
      }
    }
  }

  /// Ends the program two seconds after the signal: a parent that does not read standard output may not read standard error either, and a
  /// report there would wait for that reader.
  package static func limitLife() {
    let elapsed = MonotonicClock.system.now() - received.load(ordering: .relaxed)
    let rest = max(shortestReport, life - elapsed)
    // A program inherits the state of this signal, ignored or blocked, from its parent.
    signal(SIGALRM, SIG_DFL)
    mask([SIGALRM], SIG_UNBLOCK)
    var timer = itimerval()
    timer.it_value.tv_sec = rest / 1_000_000_000
    timer.it_value.tv_usec = .init(rest % 1_000_000_000 / 1000)
    setitimer(realTime, &timer, nil)
  }

  /// Waits for the thread that handles a signal to end the program.
  package static func wait() -> Never {
    while true { pause() }
  }

  /// Lets writes to a closed pipe fail, instead of ending the program.
  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// Lets the program learn how its children ended, even if its parent process ignores SIGCHLD.
  package static func noticeChildren() { signal(SIGCHLD, SIG_DFL) }

  /// The exit status of a program that a signal ended, as in shells.
  package static func status(of signal: Int32) -> Int32 { 128 + signal }

  private static func set(of signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }

  /// Blocks or unblocks `signals` for this thread.
  private static func mask(_ signals: [Int32], _ how: Int32) {
    var set = set(of: signals)
    pthread_sigmask(how, &set, nil)
  }
}

/// This process as the system sees it.
package enum CurrentProcess {
  /// The value of an environment variable.
  package static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The folder that relative paths start from.
  package static func workingFolder() -> String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  /// Makes `folder` the current folder; false if that fails.
  package static func enter(_ folder: String) -> Bool { chdir(folder) == 0 }

  /// The program's file, with all links followed.
  package static func programPath() -> String? {
    #if os(Linux)
      return Folder.realPath("/proc/self/exe")
    #else
      return CommandLine.arguments.first.flatMap(Folder.realPath)
    #endif
  }

  /// Opens standard descriptors that were closed, so that the system does not assign their numbers to other files or pipes. Reading and
  /// writing them still fails.
  package static func keepStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Ends the program with `status`.
  package static func end(_ status: Int32) -> Never { exit(status) }
}
