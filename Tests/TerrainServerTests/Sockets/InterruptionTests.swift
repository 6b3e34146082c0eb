import Foundation
import Synchronization
import TerrainDocuments
import TerrainOperations
import TerrainPlatform
import TerrainServer
import TestSupport
import Testing

/// Requests that are not wanted any more: cancelled by their client, or out of time.
@Suite struct InterruptionTests {
  /// A service over rules with a decision that takes long.
  static func withEndless(
    threads: Int = 1, clients body: (SocketFixture) throws -> Void
  ) throws {
    try ReloadTests.withCopy { copy in
      try endless(copy)
      var limits = RequestLimits()
      limits.steps = .max / 2
      try SocketFixture.with(served: copy.served(), threads: threads, limits: limits, body)
    }
  }

  static func endless(_ copy: ReloadTests.Copy) throws {
    // Loops within loops: seven million rounds, about as much as a decision may cost.
    let digits = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]"
    let loops = (0..<7).reduce("month + d0 + d6 > 1000") { inner, depth in
      "\(depth < 6 ? digits : "[0, 1, 2, 3, 4, 5, 6]").exists(d\(depth), \(inner))"
    }
    try copy.change("decisions:\n", "decisions:\n  endless: { value: \"= \(loops)\" }\n")
  }

  static let endless = #"{"decision":"clock.endless","facts":{"month":4}}"#
  static let season = #"{"decision":"clock.season","facts":{"month":4}}"#

  static func code(_ line: String?) throws -> Int64? {
    try MethodFixture.document(line ?? "null").root["error"]?["code"]?.int
  }

  /// It is cancelled while its rules are evaluated, by a line that came later.
  @Test func aRunningRequestIsCancelled() throws {
    try Self.withEndless { fixture in
      let peer = try fixture.connect()
      try peer.send([SocketFixture.request(1, "decide", Self.endless)])
      try peer.send([
        SocketFixture.request(2, "$/cancelRequest", #"{"id":1}"#), SocketFixture.request(3, "decide", Self.season),
      ])
      let lines = try peer.lines(3)
      #expect(
        lines.first?.hasPrefix(#"{"jsonrpc":"2.0","id":1,"error":{"code":-32800,"message":"Request cancelled""#)
          == true, "\(lines)")
      #expect(lines.dropFirst().first?.contains(#""cancelled":true"#) == true, "\(lines)")
      #expect(lines.last?.contains("spring") == true)
    }
  }

  /// One that waits behind others is cancelled before it begins; the ids of other clients are theirs.
  @Test func aWaitingRequestIsCancelled() throws {
    try Self.withEndless { fixture in
      let (peer, other) = (try fixture.connect(), try fixture.connect())
      try other.send([SocketFixture.request(2, "decide", Self.season)])
      #expect(try other.line()?.contains("spring") == true)
      try peer.send([
        SocketFixture.request(1, "decide", Self.endless), SocketFixture.request(2, "decide", Self.endless),
        SocketFixture.request(3, "$/cancelRequest", #"{"id":2}"#),
        SocketFixture.request(4, "$/cancelRequest", #"{"id":1}"#),
        SocketFixture.request(5, "$/cancelRequest", #"{"id":9}"#),
        // An id may come again.
        SocketFixture.request(2, "decide", Self.season),
      ])
      let lines = try peer.lines(6)
      #expect(try Self.code(lines.first) == -32800 && Self.code(lines.dropFirst().first) == -32800)
      #expect(lines.dropFirst(2).map { $0.contains("\"cancelled\":true") } == [true, true, false, false])
      #expect(lines.last?.contains("spring") == true, "\(lines)")
    }
  }

  @Test func aClientThatGoesAwayCancelsItsRequests() throws {
    try Self.withEndless { fixture in
      let peer = try fixture.connect()
      try peer.send((0..<10).map { SocketFixture.request($0, "decide", Self.endless) })
      peer.close()
      let other = try fixture.connect()
      try other.send([SocketFixture.request(1, "decide", Self.season)])
      #expect(try other.line()?.contains("spring") == true)
    }
  }

  /// The end of a service does not wait for what takes longer than it has.
  @Test func theEndCancelsWhatTakesTooLong() throws {
    try Self.withEndless { fixture in
      let peer = try fixture.connect()
      // Loading is over when this is answered.
      try peer.send([SocketFixture.request(9, "decide", Self.season)])
      #expect(try peer.line()?.contains("spring") == true)
      // Longer than a second, all together.
      try peer.send(
        [SocketFixture.request(0, "shutdown")] + (1...60).map { SocketFixture.request($0, "decide", Self.endless) })
      let lines = try peer.allLines()
      #expect(lines.count == 61)
      #expect(try Self.code(lines.last) == -32800)
      #expect(fixture.end())
    }
  }

  // MARK: Deadlines

  @Test func aRequestThatTakesLongerThanItAllowsIsRefused() throws {
    try Self.withEndless { fixture in
      let peer = try fixture.connect()
      try peer.send([
        SocketFixture.request(1, "decide", Self.endless, #","timeout_ms":5"#),
        SocketFixture.request(2, "decide", Self.season, #","timeout_ms":60000"#),
      ])
      let lines = try peer.lines(2)
      #expect(try Self.code(lines.first) == -32004)
      #expect(
        lines.first?.contains(#""message":"Deadline exceeded","data":{"diagnostics":[{"code":"rpc/deadline-exceeded""#)
          == true, "\(lines)")
      #expect(lines.last?.contains("spring") == true)
    }
  }

  /// The time in the queue counts: what is out of time when it has its turn is not begun.
  @Test func waitingCountsToo() throws {
    try Self.withEndless { fixture in
      let peer = try fixture.connect()
      try peer.send([
        SocketFixture.request(1, "decide", Self.endless, #","timeout_ms":5"#),
        SocketFixture.request(2, "decide", Self.season, #","timeout_ms":2"#),
      ])
      let lines = try peer.lines(2)
      #expect(try lines.map { try Self.code($0) } == [-32004, -32004])
    }
  }

  /// The result does not depend on it.
  @Test func aTimeoutChangesNoResult() throws {
    let request = { (more: String) in
      SocketFixture.request(1, "decide", #"{"decision":"types.thermal","facts":{"cold_heat":-4}}"#, more)
    }
    let result = try ServiceFixture.run(
      [request(""), request(#","timeout_ms":86400000"#), request(#","timeout_ms":null"#)], threads: 1)
    #expect(Set(result.answers).count == 1 && result.answers.count == 3)
  }

  @Test(arguments: ["0", "-5", "1.5", "\"100\"", "86400001", "[]"]) func aTimeoutIsAWholeNumber(_ text: String) throws {
    let result = try ServiceFixture.run(
      [SocketFixture.request(1, "health", "{}", #","timeout_ms":\#(text)"#)], threads: 1)
    #expect(try Self.code(result.answers.first) == -32600)
    #expect(result.answers.first?.contains("rpc/timeout") == true)
  }

  // MARK: Standard input

  /// The request runs on the only thread when the line that cancels it is written.
  @Test func aPipeIsReadWhileTheOnlyThreadWorks() throws {
    try ReloadTests.withCopy { copy in
      try Self.endless(copy)
      var limits = RequestLimits()
      limits.steps = .max / 2
      let state = ServiceState(try copy.served(), limits: limits, threads: 1, log: LogCollector().log(level: .error))
      let (input, output) = (Pipe(), Pipe())
      let service = try #require(
        Service(
          state, input: Descriptor(number: input.fileHandleForReading.fileDescriptor),
          output: Descriptor(number: output.fileHandleForWriting.fileDescriptor)))
      let thread = try #require(WorkerThread { _ = service.run() })
      let explain = SocketFixture.request(1, "explain", #"{"method":"decide","params":\#(Self.endless)}"#)
      for line in [
        SocketFixture.request(0, "health"), explain, SocketFixture.request(2, "$/cancelRequest", #"{"id":1}"#),
      ] {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        if line.contains("health") { #expect(!output.fileHandleForReading.availableData.isEmpty) }
      }
      try input.fileHandleForWriting.close()
      thread.join()
      try output.fileHandleForWriting.close()
      let answers = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      let lines = answers.split(separator: "\n").map(String.init)
      #expect(lines.count == 2 && lines.first?.contains("rpc/cancelled") == true, "\(lines)")
      #expect(lines.last?.contains(#""cancelled":true"#) == true, "\(lines)")
    }
  }

  /// While the only thread works, what comes next is read: it may cancel that work.
  @Test func aPipeCancelsWhatRuns() throws {
    try ReloadTests.withCopy { copy in
      try Self.endless(copy)
      var limits = RequestLimits()
      limits.steps = .max / 2
      let explain = #"{"method":"decide","params":\#(Self.endless)}"#
      let result = try ServiceFixture.run(
        [
          SocketFixture.request(1, "explain", explain), SocketFixture.request(2, "explain", explain),
          SocketFixture.request(3, "$/cancelRequest", #"{"id":2}"#),
          SocketFixture.request(4, "$/cancelRequest", #"{"id":1}"#),
        ], served: copy.served(), threads: 1, limits: limits)
      #expect(result.answers.count == 4)
      #expect(try Self.code(result.answer("1")) == -32800)
      #expect(try Self.code(result.answer("2")) == -32800)
      #expect(result.answer("3")?.contains(#""cancelled":true"#) == true)
    }
  }
}
