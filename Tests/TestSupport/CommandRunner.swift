import Foundation

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
///   - input: what it reads on standard input; nothing means an input that is at its end.
///   - environment: variables set besides the tests' own; a nil value removes one.
///   - timeout: seconds after which it is ended.
public func runCommand(
  _ arguments: [String], program: URL = terrainProgram, input: [UInt8] = [], environment: [String: String?] = [:],
  directory: URL? = nil, timeout: Double = 30
) throws -> CommandResult {
  let process = Process()
  process.executableURL = program
  process.arguments = arguments
  var variables = ProcessInfo.processInfo.environment
  for (name, value) in environment { variables[name] = value }
  process.environment = variables
  if let directory { process.currentDirectoryURL = directory }

  // Files, not pipes: nothing to drain while it runs, and no deadlock when both are full.
  return try withTemporaryDirectory { folder in
    func file(_ name: String, _ bytes: [UInt8] = []) throws -> FileHandle {
      try FileHandle(forUpdating: URL(fileURLWithPath: folder.write(bytes, to: name)))
    }
    process.standardInput = try file("in", input)
    process.standardOutput = try file("out")
    process.standardError = try file("err")
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    let timedOut = ended.wait(timeout: .now() + timeout) == .timedOut
    if timedOut {
      kill(process.processIdentifier, SIGKILL)
      ended.wait()
    }
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
    }
    return CommandResult(
      standardOutput: try text("out"), standardError: try text("err"), exitCode: process.terminationStatus,
      timedOut: timedOut)
  }
}
