import Foundation
import Synchronization

/// What a run of a command left behind.
public struct CommandResult: Sendable {
  /// What it wrote to standard output.
  public var standardOutput: String
  /// What it wrote to standard error.
  public var standardError: String
  /// Its exit code, or the number of the signal that ended it.
  public var exitCode: Int32
  /// True when it had to be ended because it took too long.
  public var timedOut: Bool
}

/// The built program `terrain`, beside the tests that were built with it.
public var terrainProgram: URL {
  let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
  let tests = bundle ?? Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
  return tests.deletingLastPathComponent().appendingPathComponent("terrain")
}

/// Runs the built `terrain` (or another program) to its end.
///
/// - Parameters:
///   - terminal: whether its standard output is a terminal, of no particular size.
///   - input: what it reads on standard input; nothing means an input that is at its end.
///   - environment: variables set besides the tests' own; a nil value removes one.
///   - timeout: seconds after which it is ended.
public func runCommand(
  _ arguments: [String], program: URL = terrainProgram, input: [UInt8] = [], environment: [String: String?] = [:],
  directory: URL? = nil, terminal: Bool = false, timeout: Double = 30
) throws -> CommandResult {
  let process = Process()
  process.executableURL = program
  process.arguments = arguments
  var variables = ProcessInfo.processInfo.environment
  // Nothing is stored for the next command, unless a test says where.
  if program == terrainProgram { variables["XDG_CACHE_HOME"] = "/dev/null" }
  for (name, value) in environment { variables[name] = value }
  process.environment = variables
  if let directory { process.currentDirectoryURL = directory }

  // Files, not pipes: nothing to drain while it runs, and no deadlock when both are full.
  return try withTemporaryDirectory { folder in
    // Closed here: a process that has ended keeps what it was given, and Foundation reads beyond a list of some thousand files.
    var files: [FileHandle] = []
    defer { for file in files { try? file.close() } }
    func file(_ name: String, _ bytes: [UInt8] = []) throws -> FileHandle {
      files.append(try FileHandle(forUpdating: URL(fileURLWithPath: folder.write(bytes, to: name))))
      return files[files.count - 1]
    }
    process.standardInput = try file("in", input)
    let screen = terminal ? try Screen() : nil
    process.standardOutput = try screen?.side ?? file("out")
    process.standardError = try file("err")
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    screen?.watch()
    let timedOut = ended.wait(timeout: .now() + timeout) == .timedOut
    if timedOut {
      kill(process.processIdentifier, SIGKILL)
      ended.wait()
    }
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
    }
    return CommandResult(
      standardOutput: try screen?.shown() ?? text("out"), standardError: try text("err"),
      exitCode: process.terminationStatus,
      timedOut: timedOut)
  }
}

/// A terminal that remembers what was written to it.
private final class Screen: Sendable {
  /// What programs write to.
  let side: FileHandle
  private let other: Int32
  private let written = Mutex(Data())
  private let ended = DispatchSemaphore(value: 0)

  init() throws {
    other = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    #if os(Linux)
      // `posix_openpt` and its like are hidden from Swift here: the system's own calls.
      var number: Int32 = 0
      var isLocked: Int32 = 0
      guard ioctl(other, 0x4004_5431, &isLocked) == 0, ioctl(other, 0x8004_5430, &number) == 0 else {
        throw POSIXError(.ENXIO)
      }
      let name = "/dev/pts/\(number)"
    #else
      guard grantpt(other) == 0, unlockpt(other) == 0, let side = ptsname(other) else { throw POSIXError(.ENXIO) }
      let name = String(cString: side)
    #endif
    // Not this process's own terminal, nor another child's.
    side = FileHandle(fileDescriptor: open(name, O_RDWR | O_NOCTTY | O_CLOEXEC), closeOnDealloc: true)
    // Line ends as they were written.
    var attributes = termios()
    tcgetattr(side.fileDescriptor, &attributes)
    attributes.c_oflag &= ~tcflag_t(OPOST)
    tcsetattr(side.fileDescriptor, TCSANOW, &attributes)
  }

  /// Reads until nobody can write any more, beside the program that writes: what a terminal holds by itself is little.
  func watch() {
    try? side.close()
    Thread.detachNewThread { [self] in
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(other, &buffer, buffer.count)
        if count <= 0 { break }
        written.withLock { $0.append(contentsOf: buffer[..<count]) }
      }
      close(other)
      ended.signal()
    }
  }

  /// All that was written, once the program has ended.
  func shown() -> String {
    ended.wait()
    return written.withLock { String(decoding: $0, as: UTF8.self) }
  }
}
