#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Another program that runs: what it writes can be read, and it has to be waited for.
struct SpawnedProcess {
  /// What it writes to standard output.
  let output: Descriptor
  /// What it writes to standard error.
  let errors: Descriptor
  private let process: pid_t

  /// Descriptors that a child gets are moved here first, beyond those that it has at last, so that none takes the place of another.
  private static let firstSpare: Int32 = 64

  /// Starts `program`, which is looked up in `PATH`, with `arguments`. No shell is involved.
  ///
  /// - Parameters:
  ///   - input: its standard input; an empty one where there is none.
  ///   - files: its further descriptors, from 3 on.
  ///   - isGroup: whether it gets a process group, so that what it starts can be ended with it.
  /// - Throws: why it could not be started: `ENOENT` where there is no such program.
  init(
    _ program: String, _ arguments: [String], input: Descriptor? = nil, files: [Descriptor] = [], isGroup: Bool = false
  ) throws(SystemError) {
    let output = try Pipe()
    let errors: Pipe
    do throws(SystemError) { errors = try Pipe() } catch {
      output.close()
      throw error
    }
    var given = files.enumerated().map { (target: STDERR_FILENO + 1 + Int32($0), file: $1) }
    if let input { given.append((STDIN_FILENO, input)) }
    let spares = given.map { target, file in
      (target: target, copy: Descriptor(number: fcntl(file.number, F_DUPFD_CLOEXEC, Self.firstSpare)))
    }
    defer { for spare in spares where spare.copy.number >= 0 { spare.copy.close() } }
    guard spares.allSatisfy({ $0.copy.number >= 0 }) else {
      let error = SystemError.last
      output.close()
      errors.close()
      throw error
    }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if input == nil { posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0) }
    posix_spawn_file_actions_adddup2(&actions, output.writing.number, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors.writing.number, STDERR_FILENO)
    for spare in spares { posix_spawn_file_actions_adddup2(&actions, spare.copy.number, spare.target) }
    // Children of a program that ignores broken pipes would ignore them too: `yes | head` would report an error, or never end.
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (ignored, blocked) = (sigset_t(), sigset_t())
    sigemptyset(&ignored)
    sigemptyset(&blocked)
    sigaddset(&ignored, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &ignored)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | (isGroup ? POSIX_SPAWN_SETPGROUP : 0)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { words.forEach { free($0) } }
    var process = pid_t()
    let failure = posix_spawnp(&process, program, &actions, &attributes, words, environ)
    output.writing.close()
    errors.writing.close()
    guard failure == 0 else {
      output.reading.close()
      errors.reading.close()
      throw SystemError(code: failure)
    }
    self.output = output.reading
    self.errors = errors.reading
    self.process = process
  }

  /// Waits until it has ended; what it exited with, or 128 and its number where a signal ended it. Never 0 where the system does not
  /// report it.
  func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return -1 }
    }
    return Self.exitStatus(status)
  }

  /// What it exited with, as ``wait()`` returns it; nil while it runs.
  func exitStatus() -> Int32? {
    var status: Int32 = 0
    let ended = waitpid(process, &status, WNOHANG)
    return ended == process ? Self.exitStatus(status) : nil
  }

  private static func exitStatus(_ status: Int32) -> Int32 {
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : Signals.status(of: signal)
  }

  /// Ends it and what it has started, and waits for that. It has a process group.
  func end() {
    kill(-process, SIGKILL)
    _ = wait()
  }

  /// Closes what it wrote.
  func close() {
    output.close()
    errors.close()
  }

  private struct Pipe {
    let reading: Descriptor
    let writing: Descriptor

    init() throws(SystemError) {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { throw .last }
      // Another child that is started meanwhile would otherwise hold the pipe open.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      reading = Descriptor(number: ends[0])
      writing = Descriptor(number: ends[1])
    }

    func close() {
      reading.close()
      writing.close()
    }
  }
}
