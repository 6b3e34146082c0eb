import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainService
import TestSupport
import Testing

/// The records that a service writes of its requests.
@Suite struct DecisionLogTests {
  static let trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
  static let season = #"{"decision":"clock.season","facts":{"month": 4,"hour":7}}"#

  /// A service over the small pack with `change` applied to its rules, which records in the file that `body` is given.
  static func withService(
    changing change: (old: String, new: String)? = nil, limit: Int = 1 << 20, threads: Int = 1,
    log: ServerLog? = nil, _ body: (ServiceState, URL, ReloadTests.Copy) throws -> Void
  ) throws {
    try ReloadTests.withCopy { copy in
      if let change { try copy.change(change.old, change.new) }
      let file = copy.folder.appending(path: "log/decisions.ndjson")
      let looks = BatchFixture.Counter()
      let state = ServiceState(
        try copy.served(), threads: threads, log: log ?? LogCollector().log(level: .error),
        clock: MonotonicClock {
          looks.add()
          return looks.value * 1_500_000
        },
        decisions: try DecisionLog(file.path, limit: limit, time: { 1_767_225_600_512_345_678 }))
      try body(state, file, copy)
    }
  }

  static let secretHour = (
    old: "hour: { type: int, min: 0, max: 23 }", new: "hour: { type: int, min: 0, max: 23, secret: true }"
  )

  static func records(_ file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  static func request(_ id: String, _ method: String, _ parameters: String, _ more: String = "") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)\#(more)}"#
  }

  @Test func aRecordHasRequestVersionsAndOutcome() throws {
    try Self.withService { state, file, _ in
      let versions = #""pack":"\#(state.served.pack.hash)","rules":"\#(state.served.rules.hash)""#
      let lines = [
        Self.request(#""a""#, "decide", Self.season, #","traceparent":"\#(Self.trace)""#),
        Self.request("2", "health", "{}"),
      ]
      try CountsFixture.send(lines, to: state)
      let records = try Self.records(file)
      #expect(records.count == 2)
      let record = try #require(records.first)
      let beginning =
        #"{"time":"2026-01-01T00:00:00.512Z","id":"a","traceparent":"\#(Self.trace)","operation":"decide",\#(versions),"#
        + #""params":\#(Self.season),"outcome":"ok","rows":["#
      #expect(record.hasPrefix(beginning), "\(record)")
      #expect(
        record.wholeMatch(
          of: /.+,"rows":\["[a-z.]*clock\.season\/[^"]+"(,"[^"]+")*\],"result":"[0-9a-f]{16}","duration_us":1500\}/)
          != nil, "\(record)")
      #expect(records.last?.contains(#""id":2,"operation":"health","#) == true)
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "it is about people")
    }
  }

  /// One record for each request, whatever becomes of it.
  @Test func everyRequestHasARecord() throws {
    try Self.withService { state, file, _ in
      let decide = Self.request("1", "decide", Self.season)
      let lines = [
        "[\(decide),\(decide)]", "{", "[]", Self.request("2", "helth", "{}"), Self.request("3", "decide", "{}"),
        #"{"jsonrpc":"2.0","method":"health"}"#, Self.request("4", "pack.reload", "{}"),
        Self.request("5", "health", "\"\(String(repeating: "x", count: state.limits.lineLength))\""),
      ]
      try CountsFixture.send(lines, to: state)
      let records = try Self.records(file)
      #expect(records.count == 9)
      let outcomes = try records.map { try MethodFixture.document($0).root["outcome"]?.text?.string }
      #expect(outcomes.filter { $0 == "ok" }.count == 4)
      for outcome in ["parse", "invalid_request", "method_not_found", "invalid_params", "limit_exceeded"] {
        #expect(outcomes.filter { $0 == outcome }.count == 1, "\(outcome)")
      }
      #expect(records.contains { $0.contains(#""outcome":"method_not_found","code":-32601,"#) })
    }
  }

  @Test(arguments: [
    (
      "decide", #"{"decision":"clock.season","facts":{"month":4,"hour":17}}"#,
      #"{"decision":"clock.season","facts":{"month":4,"hour":"***"}}"#
    ),
    (
      "explain", #"{"method":"decide","params":{"facts":{"h\u006fur" : 17,"month":4},"decision":"clock.season"}}"#,
      #"{"method":"decide","params":{"facts":{"h\u006fur" : "***","month":4},"decision":"clock.season"}}"#
    ),
  ]) func secretFactsAreMasked(_ method: String, _ parameters: String, _ recorded: String) throws {
    try Self.withService(changing: Self.secretHour) { state, file, _ in
      let answers = try CountsFixture.send([Self.request("1", method, parameters)], to: state)
      #expect(answers.first?.contains("spring") == true, "\(answers)")
      let records = try Self.records(file)
      #expect(records.count == 1)
      #expect(records.first?.contains(#","params":\#(recorded),"masked":1,"outcome":"ok","#) == true, "\(records)")
    }
  }

  /// Nobody knows whether what is misspelled is secret.
  @Test func parametersThatAreNotUnderstoodAreNotRecorded() throws {
    try Self.withService(changing: Self.secretHour) { state, file, _ in
      let lines = [
        Self.request("1", "decide", #"{"decision":"clock.season","facts":{"month":4,"huor":17}}"#),
        Self.request("2", "decide", #"{"decision":"clock.season","facts":{"month":4,"hour":77}}"#),
        Self.request("3", "helth", #"{"hour":17}"#),
      ]
      try CountsFixture.send(lines, to: state)
      let records = try Self.records(file)
      #expect(records.count == 3)
      #expect(!records.contains { $0.contains(#""params":"#) }, "\(records)")
    }
  }

  @Test func aRecordHasTheVersionThatAnswered() throws {
    try Self.withService { state, file, copy in
      let old = state.served.rules.hash
      try CountsFixture.send([Self.request("1", "decide", Self.season)], to: state)
      try copy.change("northern_month:", "# Another remark.\n  northern_month:")
      _ = try ReloadTests.answer("pack.reload", state)
      try CountsFixture.send([Self.request("2", "decide", Self.season)], to: state)
      let records = try Self.records(file)
      #expect(records.count == 2 && old != state.served.rules.hash)
      #expect(records.first?.contains(#""rules":"\#(old)""#) == true)
      #expect(records.last?.contains(#""rules":"\#(state.served.rules.hash)""#) == true)
    }
  }

  @Test func recordsOfSeveralThreadsAreWhole() throws {
    try Self.withService(threads: 7) { state, file, _ in
      try CountsFixture.send((0..<400).map { Self.request("\($0)", "decide", Self.season) }, to: state)
      let ids = try Self.records(file).map { try MethodFixture.document($0).root["id"]?.int }
      #expect(ids.count == 400 && Set(ids) == Set((0..<400).map { $0 }))
    }
  }

  /// A client that has a response finds its record.
  @Test func aRecordIsWrittenBeforeItsResponse() throws {
    try Self.withService { state, file, _ in
      let (input, output) = (Pipe(), Pipe())
      let service = try #require(
        Service(
          state, input: Descriptor(number: input.fileHandleForReading.fileDescriptor),
          output: Descriptor(number: output.fileHandleForWriting.fileDescriptor)))
      let thread = try #require(WorkerThread { _ = service.run() })
      for id in 0..<50 {
        let line = Self.request("\(id)", "decide", Self.season) + "\n"
        try input.fileHandleForWriting.write(contentsOf: Data(line.utf8))
        let response = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        #expect(response.contains(#""id":\#(id),"result""#))
        #expect(try Self.records(file).count == id + 1)
      }
      try input.fileHandleForWriting.close()
      thread.join()
    }
  }
}

extension Node {
  fileprivate var int: Int? { Int(document.source.text(of: range)) }
}
