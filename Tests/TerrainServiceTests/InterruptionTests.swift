import Foundation
import Synchronization
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainService
import TestSupport
import Testing

/// Requests that are not wanted any more: cancelled by their client, or out of time.
@Suite struct InterruptionTests {
  /// The answers of a service with one thread, over rules with a decision that takes long, to `lines` that come at once.
  private static func answers(to lines: [String]) throws -> [String] {
    var answers: [String] = []
    try ReloadTests.withCopy { copy in
      try endless(copy)
      var limits = RequestLimits()
      limits.steps = .max / 2
      limits.requestSteps = .max / 2
      answers = try ServiceFixture.run(lines, served: copy.served(), threads: 1, limits: limits).answers
    }
    return answers
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

  /// One that waits behind others is cancelled before it begins.
  @Test func aWaitingRequestIsCancelled() throws {
    let lines = try Self.answers(to: [
      PipedService.request(1, "decide", Self.endless), PipedService.request(2, "decide", Self.endless),
      PipedService.request(3, "$/cancelRequest", #"{"id":2}"#),
      PipedService.request(4, "$/cancelRequest", #"{"id":1}"#),
      PipedService.request(5, "$/cancelRequest", #"{"id":9}"#),
      // An id may come again.
      PipedService.request(2, "decide", Self.season),
    ])
    #expect(
      lines.first?.hasPrefix(#"{"jsonrpc":"2.0","id":1,"error":{"code":-32800,"message":"Request cancelled""#)
        == true, "\(lines)")
    #expect(try Self.code(lines.dropFirst().first) == -32800)
    #expect(lines.dropFirst(2).map { $0.contains("\"cancelled\":true") } == [true, true, false, false])
    #expect(lines.last?.contains("spring") == true, "\(lines)")
  }

  /// However many batches there are, one thread is free of them: a single request does not wait for their ends.
  @Test(arguments: [1, 2]) func aSingleRequestWaitsForNoBatch(threads: Int) throws {
    try ReloadTests.withCopy { copy in
      try Self.endless(copy)
      var limits = RequestLimits()
      limits.steps = .max / 2
      limits.requestSteps = .max / 2
      let batches = (1...4).map { batch in
        "[" + (1...5).map { PipedService.request(batch * 10 + $0, "decide", Self.endless) }.joined(separator: ",") + "]"
      }
      let lines = batches + [PipedService.request(1, "decide", Self.season)]
      let answers = try ServiceFixture.run(lines, served: copy.served(), threads: threads, limits: limits).answers
      #expect(
        answers.first?.hasPrefix(#"{"jsonrpc":"2.0","id":1,"result""#) == true, "\(answers.map { $0.prefix(60) })")
      #expect(answers.count == 5)
      for batch in 1...4 {
        let answer = answers.first { $0.hasPrefix("[{\"jsonrpc\":\"2.0\",\"id\":\(batch * 10 + 1),") }
        #expect(answer?.split(separator: "\"result\"").count == 6)
      }
    }
  }

  /// A request of a batch that is answered apart is cancelled by itself.
  @Test func aRequestOfABatchIsCancelledByItself() throws {
    let batch = "[" + (1...3).map { PipedService.request($0, "decide", Self.endless) }.joined(separator: ",") + "]"
    let lines = try Self.answers(to: [batch, PipedService.request(4, "$/cancelRequest", #"{"id":2}"#)])
    let answer = try MethodFixture.document(lines.first { $0.hasPrefix("[") } ?? "[]").root.elements
    #expect(answer.map { $0["error"]?["code"]?.int } == [nil, -32800, nil])
  }

  // MARK: Deadlines

  @Test func aRequestThatTakesLongerThanItAllowsIsRefused() throws {
    let lines = try Self.answers(to: [
      PipedService.request(1, "decide", Self.endless, #","timeout_ms":5"#),
      PipedService.request(2, "decide", Self.season, #","timeout_ms":60000"#),
    ])
    #expect(try Self.code(lines.first) == -32004)
    #expect(
      lines.first?.contains(#""message":"Deadline exceeded","data":{"diagnostics":[{"code":"rpc/deadline-exceeded""#)
        == true, "\(lines)")
    #expect(lines.last?.contains("spring") == true)
  }

  /// The time in the queue counts: what is out of time when it has its turn is not begun.
  @Test func waitingCountsToo() throws {
    let lines = try Self.answers(to: [
      PipedService.request(1, "decide", Self.endless, #","timeout_ms":5"#),
      PipedService.request(2, "decide", Self.season, #","timeout_ms":2"#),
    ])
    #expect(try lines.map { try Self.code($0) } == [-32004, -32004])
  }

  /// The result does not depend on it.
  @Test func aTimeoutChangesNoResult() throws {
    let request = { (more: String) in
      PipedService.request(1, "decide", #"{"decision":"types.thermal","facts":{"cold_heat":-4}}"#, more)
    }
    let result = try ServiceFixture.run(
      [request(""), request(#","timeout_ms":86400000"#), request(#","timeout_ms":null"#)], threads: 1)
    #expect(Set(result.answers).count == 1 && result.answers.count == 3)
  }

  @Test(arguments: ["0", "-5", "1.5", "\"100\"", "86400001", "[]"]) func aTimeoutIsAWholeNumber(_ text: String) throws {
    let result = try ServiceFixture.run(
      [PipedService.request(1, "health", "{}", #","timeout_ms":\#(text)"#)], threads: 1)
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
      limits.requestSteps = .max / 2
      let state = ServiceState(try copy.served(), limits: limits, threads: 1, log: LogCollector().log(level: .error))
      let (input, output) = (Pipe(), Pipe())
      let service = try #require(
        Service(
          state, input: Descriptor(number: input.fileHandleForReading.fileDescriptor),
          output: Descriptor(number: output.fileHandleForWriting.fileDescriptor)))
      let thread = try #require(WorkerThread { _ = service.run() })
      let explain = PipedService.request(1, "explain", #"{"method":"decide","params":\#(Self.endless)}"#)
      for line in [
        PipedService.request(0, "health"), explain, PipedService.request(2, "$/cancelRequest", #"{"id":1}"#),
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
    let explain = #"{"method":"decide","params":\#(Self.endless)}"#
    let answers = try Self.answers(to: [
      PipedService.request(1, "explain", explain), PipedService.request(2, "explain", explain),
      PipedService.request(3, "$/cancelRequest", #"{"id":2}"#),
      PipedService.request(4, "$/cancelRequest", #"{"id":1}"#),
    ])
    #expect(answers.count == 4)
    func answer(_ id: Int) -> String? { answers.first { $0.hasPrefix("{\"jsonrpc\":\"2.0\",\"id\":\(id),") } }
    #expect(try Self.code(answer(1)) == -32800)
    #expect(try Self.code(answer(2)) == -32800)
    #expect(answer(3)?.contains(#""cancelled":true"#) == true)
  }
}
