import Foundation
import TestSupport
import Testing

/// Programs that are asked to end while nobody reads what they write: they do, and report what was not delivered.
@Suite struct UnreadOutputTests {
  /// How a program ended, and what it wrote to standard error.
  private struct End {
    var status: Int32
    var isExit: Bool
    var report: String
  }

  /// Runs `terrain` with `arguments`, waits for the first bytes of its output, reads no more, and sends `signal`.
  ///
  /// - Parameter sharesError: whether standard error is the same unread pipe.
  private func end(
    _ arguments: [String], input: [UInt8], _ signal: Int32, sharesError: Bool = false
  ) throws -> End {
    try withTemporaryDirectory { folder in
      let process = Process()
      process.executableURL = terrainProgram
      process.arguments = arguments
      process.currentDirectoryURL = TranscriptTests.checkout
      let output = Pipe()
      let error = URL(fileURLWithPath: try folder.write([UInt8](), to: "error"))
      process.standardInput = try FileHandle(
        forReadingFrom: URL(fileURLWithPath: folder.write(input, to: "input")))
      process.standardOutput = output
      process.standardError = sharesError ? output : try FileHandle(forWritingTo: error)
      let ended = DispatchSemaphore(value: 0)
      process.terminationHandler = { _ in ended.signal() }
      try process.run()
      defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
      // Where the log comes the same way, a response says that requests are being read.
      var seen = ""
      repeat {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { break }
        seen += String(decoding: data, as: UTF8.self)
      } while sharesError && !seen.contains("jsonrpc")
      #expect(!seen.isEmpty)
      kill(process.processIdentifier, signal)
      // Much longer than it takes: it either ends by itself or never.
      #expect(ended.wait(timeout: .now() + 20) == .success, "\(arguments)")
      if process.isRunning {
        kill(process.processIdentifier, SIGKILL)
        ended.wait()
      }
      return End(
        status: process.terminationStatus, isExit: process.terminationReason == .exit,
        report: try String(contentsOf: error, encoding: .utf8))
    }
  }

  private static let requests = Array(
    (0..<20_000).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"health"}"# + "\n" }.joined().utf8)

  @Test(arguments: [SIGTERM, SIGINT]) func aServiceEnds(_ signal: Int32) throws {
    let end = try end(["serve", "--log-format", "json"], input: Self.requests, signal)
    #expect(end.isExit && end.status == 2)
    let last = try #require(end.report.split(separator: "\n").last)
    let event = try #require(JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any])
    #expect(event["event"] as? String == "ended" && event["level"] as? String == "error")
    #expect(event["signal"] as? String == (signal == SIGINT ? "SIGINT" : "SIGTERM"))
    #expect((event["undelivered"] as? Int ?? 0) > 0)
    #expect((event["unanswered"] as? Int ?? 0) > 0)
  }

  /// Where the log is not read either, it ends all the same; nothing can be reported.
  @Test func aServiceEndsWhereNobodyReadsItsLog() throws {
    let end = try end(["serve", "--log-level", "debug"], input: Self.requests, SIGTERM, sharesError: true)
    #expect(end.isExit ? end.status == 2 : end.status == SIGALRM)
  }

  @Test(arguments: [SIGTERM, SIGINT]) func aBatchEnds(_ signal: Int32) throws {
    let people = try BatchCommandTests.people(20_000)
    let end = try end(["batch", "score"], input: people, signal)
    #expect(end.isExit && end.status == 128 + signal)
    #expect(
      end.report.contains(
        /^ended by SIG(TERM|INT) after [0-9,]+ lines?; the responses to [1-9][0-9,]* lines that were read/),
      "\(end.report)")
  }

  /// With an input that gives nothing for now, and everything delivered.
  @Test func aBatchThatWaitsEnds() throws {
    let process = Process()
    process.executableURL = terrainProgram
    process.arguments = ["batch", "score"]
    process.currentDirectoryURL = TranscriptTests.checkout
    let (input, output, error) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, error)
    try process.run()
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    try input.fileHandleForWriting.write(contentsOf: Data("{\"answers\":{}}\n".utf8))
    #expect(!output.fileHandleForReading.availableData.isEmpty)
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 143)
    let report = String(decoding: try error.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    #expect(report == "ended by SIGTERM after 1 line; the responses to 0 lines that were read were not delivered\n")
  }

  /// A result that is longer than a pipe holds: the page of a person, whose first part alone is read.
  @Test func aCommandEnds() throws {
    let end = try end(["report", "Documentation/Examples/sixty-days.json"], input: [], SIGTERM)
    #expect(end.isExit && end.status == 143)
    #expect(
      end.report.contains(/^terrain: ended by SIGTERM; [1-9][0-9]* bytes of the result were not delivered\n/),
      "\(end.report)")
  }
}
