import Foundation
import TestSupport
import Testing

/// `terrain serve --listen`, and the commands that call it.
@Suite struct SocketCommandTests {
  /// Calls `body` with the path of the socket of a service, a process of its own, then ends that with SIGTERM.
  ///
  /// - Returns: the exit status and the log.
  @discardableResult
  private func withService(
    _ arguments: [String] = [], signal: Int32 = SIGTERM, _ body: (_ socket: String, _ process: Process) throws -> Void
  ) throws -> (status: Int32, log: String) {
    try withTemporaryDirectory { folder in
      let socket = folder.appending(path: "s").path
      let process = Process()
      process.executableURL = terrainProgram
      process.arguments = ["serve", "--listen", "unix:\(socket)", "--log-format", "json"] + arguments
      process.currentDirectoryURL = TranscriptTests.checkout
      let log = Pipe()
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = log
      try process.run()
      defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
      // It listens before it logs that it started.
      var text = String(decoding: log.fileHandleForReading.availableData, as: UTF8.self)
      #expect(text.contains(#""event":"started""#), "\(text)")
      try body(socket, process)
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      text += String(decoding: try log.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      #expect(signal == SIGKILL || !FileManager.default.fileExists(atPath: socket))
      return (process.terminationStatus, text)
    }
  }

  private func terrain(_ arguments: [String], input: String = "") throws -> CommandResult {
    try runCommand(arguments, input: Array(input.utf8), directory: TranscriptTests.checkout)
  }

  @Test func callsAndProbesAreAnswered() throws {
    let end = try withService { socket, _ in
      let decide = #"{"decision":"types.thermal","facts":{"cold_heat":-4}}"#
      let given = try terrain(["call", "decide", decide, "--socket", socket])
      #expect(given.exitCode == 0 && given.standardOutput.contains(#""value":"cold""#), "\(given)")
      let piped = try terrain(
        ["call", "decide", "-", "--socket", socket], input: decide.replacing(",", with: ",\n") + "\n")
      #expect(piped.standardOutput == given.standardOutput)
      let described = try terrain(["call", "rpc.discover", "--socket", socket])
      #expect(described.exitCode == 0 && described.standardOutput.utf8.count > 100_000)
      let health = try terrain(["health", "--socket", socket])
      #expect(health.exitCode == 0 && health.standardOutput.hasPrefix("ok: pack terrain "), "\(health)")
    }
    #expect(end.status == 0 && end.log.contains(#""event":"ended""#), "\(end)")
  }

  @Test func errorsOfCallsAreReported() throws {
    try withService { socket, _ in
      let unknown = try terrain(["call", "helth", "--socket", socket])
      #expect(unknown.exitCode == 1 && unknown.standardOutput.isEmpty)
      #expect(
        unknown.standardError
          == "terrain: Method not found (-32601)\nerror: method: this is not a method [rpc/unknown-method]\n"
          + "help: did you mean `health`?\n")
      let wrong = try terrain(["call", "decide", "{", "--socket", socket])
      #expect(wrong.exitCode == 1 && wrong.standardError.contains("json/"))
    }
  }

  @Test func whereNobodyAnswersTheProbeEndsWithTwo() throws {
    try withTemporaryDirectory { folder in
      for path in [folder.appending(path: "none").path, try folder.write([UInt8]("text".utf8), to: "file")] {
        let result = try terrain(["health", "--socket", path, "--timeout", "1"])
        #expect(result.exitCode == 2 && result.standardError.contains("socket/unreachable"), "\(result)")
      }
    }
    let missing = try terrain(["health"])
    #expect(missing.exitCode == 2 && missing.standardError.contains("the option `--socket PATH` is missing"))
  }

  /// A process that is stopped has a socket, and does not answer.
  @Test func aServiceThatHangsIsUnreachable() throws {
    try withService { socket, process in
      kill(process.processIdentifier, SIGSTOP)
      let result = try terrain(["health", "--socket", socket, "--timeout", "1"])
      kill(process.processIdentifier, SIGCONT)
      #expect(result.exitCode == 2 && result.standardError.contains("socket/timeout"), "\(result)")
    }
  }

  @Test func aStaleServiceIsNotHealthy() throws {
    try withTemporaryDirectory { folder in
      let small = TranscriptTests.checkout.appending(path: "Tests/TerrainCommandTests/Fixtures/small")
      let copy = folder.appending(path: "copy")
      try FileManager.default.copyItem(at: small, to: copy)
      try withService(["--pack", copy.appending(path: "ContentPacks/small").path]) { socket, _ in
        #expect(try terrain(["health", "--socket", socket]).exitCode == 0)
        let rules = copy.appending(path: "Rules/small/clock.yaml")
        let text = try String(contentsOf: rules, encoding: .utf8)
        try text.replacing("then: spring", with: "then: sprng").write(to: rules, atomically: true, encoding: .utf8)
        #expect(try terrain(["call", "pack.reload", "--socket", socket]).exitCode == 1)
        let result = try terrain(["health", "--socket", socket])
        #expect(result.exitCode == 1 && result.standardOutput.hasPrefix("stale: "), "\(result)")
      }
    }
  }

  /// What a killed process leaves is replaced; what a running one has is not.
  @Test func theSocketOfAKilledProcessIsReplaced() throws {
    try withService(signal: SIGKILL) { socket, first in
      let second = try terrain(["serve", "--listen", "unix:\(socket)"])
      #expect(second.exitCode == 2 && second.standardError.contains("socket/in-use"), "\(second)")
      kill(first.processIdentifier, SIGKILL)
      first.waitUntilExit()
      #expect(try terrain(["health", "--socket", socket]).exitCode == 2)
      let process = Process()
      process.executableURL = terrainProgram
      process.arguments = ["serve", "--listen", "unix:\(socket)"]
      process.currentDirectoryURL = TranscriptTests.checkout
      let log = Pipe()
      process.standardError = log
      try process.run()
      defer { kill(process.processIdentifier, SIGKILL) }
      _ = log.fileHandleForReading.availableData
      #expect(try terrain(["health", "--socket", socket]).exitCode == 0)
    }
  }

  @Test(arguments: [
    (["--listen", "tcp:80"], "is not a place to listen"), (["--listen", "unix:"], "is not a place to listen"),
    (["--socket-mode", "0600"], "is not a set of permissions"),
    (["--listen", "unix:x", "--socket-mode", "0888"], "is not a set of permissions"),
    (["--listen", "unix:x", "--socket-mode", "07777"], "is not a set of permissions"),
  ]) func wrongOptionsAreRefused(_ options: [String], _ message: String) throws {
    let result = try terrain(["serve"] + options)
    #expect(result.exitCode == 2 && result.standardError.contains(message), "\(result)")
  }

  /// The end of a service with a client that does not read: within two seconds, with a count.
  @Test func aClientThatDoesNotReadIsGivenUp() throws {
    let silent = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    defer { silent.deallocate() }
    let end = try withService { socket, process in
      silent.pointee = try connected(to: socket)
      let line = Array(#"{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}"#.utf8) + [0x0A]
      let many = Array(repeating: line, count: 50).flatMap(\.self)
      #expect(many.withUnsafeBytes { write(silent.pointee, $0.baseAddress, $0.count) } == many.count)
      // The first response comes, of which the system keeps only a part.
      var waiting = pollfd(fd: silent.pointee, events: Int16(POLLIN), revents: 0)
      #expect(poll(&waiting, 1, -1) == 1)
      #expect(try terrain(["health", "--socket", socket]).exitCode == 0)
    }
    close(silent.pointee)
    #expect(end.status == 2)
    let dropped = try #require(end.log.split(separator: "\n").first { $0.contains("client-dropped") })
    let event = try #require(JSONSerialization.jsonObject(with: Data(dropped.utf8)) as? [String: Any])
    // How many are answered depends on the time that takes.
    let counts = ["undelivered", "unanswered"].map { event[$0] as? Int ?? 0 }
    #expect(counts.reduce(0, +) >= 50, "\(dropped)")
  }

  private func connected(to path: String) throws -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    #if canImport(Darwin)
      let number = socket(AF_UNIX, SOCK_STREAM, 0)
    #else
      let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(result == 0)
    return number
  }
}
