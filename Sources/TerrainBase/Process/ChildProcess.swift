#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The result of another program that has ended.
package struct ChildProcess: Sendable {
  /// The exit status; 128 plus the signal number if a signal ended the process. Never 0 if the system does not report the status.
  package let status: Int32
  /// The bytes that the process wrote to standard output.
  package let output: [UInt8]
  /// The text that the process wrote to standard error.
  package let errors: String

  /// Runs `program`, which is searched in `PATH`, with `arguments` and an empty standard input. No shell is involved.
  ///
  /// - Throws: the system's error if the program could not be started; `ENOENT` if it does not exist.
  package static func run(_ program: String, _ arguments: [String]) throws(SystemError) -> ChildProcess {
    let output = try Pipe()
    defer { output.reading.close() }
    let errors: Pipe
    do throws(SystemError) { errors = try Pipe() } catch {
      output.writing.close()
      throw error
    }
    defer { errors.reading.close() }
    let process = try start(program, arguments, output: output.writing, errors: errors.writing)
    // Each pipe has its own reading thread, because a program waits if one of its pipes is full.
    let received = Received()
    let thread = WorkerThread { received.bytes = errors.reading.everything }
    let bytes = output.reading.everything
    thread?.join()
    return ChildProcess(
      status: wait(for: process), output: bytes, errors: String(decoding: received.bytes, as: UTF8.self))
  }

  /// Starts `program` and closes this process's copies of `output` and `errors`.
  private static func start(
    _ program: String, _ arguments: [String], output: Descriptor, errors: Descriptor
  ) throws(SystemError) -> pid_t {
    defer {
      output.close()
      errors.close()
    }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output.number, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, errors.number, STDERR_FILENO)
    // Children of a program that ignores broken pipes would ignore them, too: `yes | head` would report an error or never end.
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (ignored, blocked) = (sigset_t(), sigset_t())
    sigemptyset(&ignored)
    sigemptyset(&blocked)
    sigaddset(&ignored, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &ignored)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
    words.append(nil)
    defer { words.forEach { free($0) } }
    var process = pid_t()
    let failure = posix_spawnp(&process, program, &actions, &attributes, words, environ)
    guard failure == 0 else { throw SystemError(code: failure) }
    return process
  }

  private static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return -1 }
    }
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : Signals.status(of: signal)
  }

  /// The bytes that the other thread has received; read here after that thread has ended.
  private final class Received: @unchecked Sendable {
    var bytes: [UInt8] = []
  }

  private struct Pipe {
    let reading: Descriptor
    let writing: Descriptor

    init() throws(SystemError) {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { throw .last }
      // Otherwise another child that starts at the same time would hold the pipe open.
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      reading = Descriptor(number: ends[0])
      writing = Descriptor(number: ends[1])
    }
  }
}

extension Descriptor {
  /// All bytes until the end of the pipe.
  fileprivate var everything: [UInt8] {
    var bytes: [UInt8] = []
    while let block = try? read(atMost: 1 << 16), !block.isEmpty { bytes += block }
    return bytes
  }
}
