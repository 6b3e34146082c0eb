import Foundation
import TestSupport
import Testing

/// `terrain serve` as a process: the end of its input, signals, and a client that goes away.
@Suite struct ServeTests {
  static let health = #"{"jsonrpc":"2.0","id":1,"method":"health"}"# + "\n"

  @Test func endOfInputEndsIt() throws {
    let result = try runCommand(
      ["serve", "--log-level", "error"], input: Array(Self.health.utf8), directory: TranscriptTests.checkout)
    #expect(result.exitCode == 0)
    #expect(result.standardOutput.contains(#""status":"ok""#))
    #expect(result.standardError.isEmpty)
  }

  @Test func logsAreObjectsWhereTheyAreAskedFor() throws {
    let result = try runCommand(
      ["serve", "--log-format", "json", "--log-level", "debug"], input: Array((Self.health + "{\n").utf8),
      directory: TranscriptTests.checkout)
    let events = try result.standardError.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["event"] as? String
    }
    // A request may be refused while the one before it is still being answered.
    #expect(events.first == "started" && events.last == "ended")
    #expect(Set(events.dropFirst().dropLast()) == ["answered", "refused"] && events.count == 4)
  }

  /// With the input open and more to come: what was read is answered, and it ends well.
  @Test(arguments: [SIGTERM, SIGINT]) func signalsEndIt(_ signal: Int32) throws {
    let process = Process()
    process.executableURL = terrainProgram
    process.arguments = ["serve", "--log-level", "error"]
    process.currentDirectoryURL = TranscriptTests.checkout
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    defer { if process.isRunning { process.terminate() } }
    try input.fileHandleForWriting.write(contentsOf: Data(Self.health.utf8))
    // The answer says that it is up.
    let first = output.fileHandleForReading.availableData
    #expect(String(decoding: first, as: UTF8.self).contains(#""status":"ok""#))
    kill(process.processIdentifier, signal)
    #expect(ended.wait(timeout: .now() + 30) == .success)
    #expect(process.terminationStatus == 0 && process.terminationReason == .exit)
  }

  @Test func unknownLimitsAreRefused() throws {
    let result = try runCommand(["serve", "--limit", "line-lenght=5"], directory: TranscriptTests.checkout)
    #expect(result.exitCode == 2)
    #expect(result.standardError.contains("did you mean `line-length`?"))
  }
}
