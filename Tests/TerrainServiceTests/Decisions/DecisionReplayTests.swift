import Foundation
import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainService
import TestSupport
import Testing

/// What was recorded is evaluated again.
@Suite struct DecisionReplayTests {
  private static let score = #"{"answers":{"q1_run_temp":"always_cold"},"partial":true,"id":"anna"}"#

  /// The log of a service and of a batch over the shipped pack.
  private static func withLog(
    lean: Bool = true, _ body: (_ served: ServedSystem, _ log: URL) throws -> Void
  ) throws {
    try withTemporaryDirectory { folder in
      let served = try MethodFixture.served()
      let file = folder.appending(path: "log")
      do {
        let state = ServiceState(
          served, log: LogCollector().log(level: .error), decisions: try DecisionLog(file.path, limit: 1 << 20))
        try CountsFixture.send(
          [
            DecisionLogTests.request("1", "score", score), DecisionLogTests.request("2", "health", "{}"),
            DecisionLogTests.request("3", "score", #"{"answers":{"q1_run_temp":"tepid"}}"#),
            DecisionLogTests.request("4", "explain", #"{"method":"score","params":\#(score)}"#),
          ], to: state)
      }
      try batch([score, #"{"answers":7}"#, score], explains: !lean, served, file, folder)
      try body(served, file)
    }
  }

  private static func batch(
    _ lines: [String], explains: Bool, _ served: ServedSystem, _ log: URL, _ folder: URL
  ) throws {
    let input = try folder.write(lines.joined(separator: "\n") + "\n", to: "input.ndjson")
    let operation = try #require(AnyOperation.named("score"))
    let decisions = try DecisionLog(log.path, limit: 1 << 20)
    var batch = Batch([LineInput(input)], origin: []) { () throws(DiagnosticError) in
      try LineHandler.operation(operation, over: served, explains: explains, decisions: decisions)
    }
    // Records are in the order in which lines were answered: with one thread, in that of the input.
    batch.threads = 1
    batch.write(to: folder.appending(path: "output.ndjson").path)
    _ = try batch.run()
  }

  @Test func linesOfABatchAreRecorded() throws {
    try Self.withLog { served, log in
      let records = try DecisionLogTests.records(log).suffix(3).map { $0 }
      for (record, outcome) in zip(records, ["ok", "invalid_params", "ok"]) {
        #expect(record.contains(#","operation":"score","batch":"lean","pack":"\#(served.pack.hash)","#), "\(record)")
        #expect(record.contains(#","outcome":"\#(outcome)","#), "\(record)")
        #expect(record.contains(#","params":\#(Self.score),"#) == (outcome == "ok"), "\(record)")
      }
    }
  }

  @Test(arguments: [true, false]) func theSameVersionsGiveTheSameBytes(_ lean: Bool) throws {
    try Self.withLog(lean: lean) { served, log in
      let report = try DecisionReplay(served).run(log.path)
      #expect(report.identical == 4 && report.different == 0 && report.others == 1, "\(report)")
      #expect(report.gaps == [.refused: 2] && report.records == 6)
      #expect(
        report.text
          == "6 records: 4 identical, 0 different\n  not evaluated, refused: 2\n  records of other operations: 1\n")
      #expect(
        report.json
          == #"{"records":6,"identical":4,"different":0,"gaps":{"forgotten":0,"masked":0,"refused":2,"other_version":0,"#
          + #""without_result":0},"other_operations":1}"# + "\n")
    }
  }

  /// A log is replayed in other folders than those of the service, and with a built pack.
  @Test func theFoldersDoNotCount() throws {
    func log(_ served: ServedSystem, in folder: URL, _ request: String) throws -> String {
      let file = folder.appending(path: "log")
      try? FileManager.default.removeItem(at: file)
      let state = ServiceState(
        served, log: LogCollector().log(level: .error), decisions: try DecisionLog(file.path, limit: 1 << 20))
      try CountsFixture.send(
        [
          DecisionLogTests.request("1", "decide", request),
          DecisionLogTests.request("2", "explain", #"{"method":"decide","params":\#(request)}"#),
        ], to: state)
      return file.path
    }
    try ReloadTests.withCopy { first in
      try ReloadTests.withCopy { second in
        let request = #"{"decision":"clock.season","facts":{"month":4,"hour":7}}"#
        let (one, two) = (try first.served(), try second.served())
        let path = try log(one, in: first.folder, request)
        let report = try DecisionReplay(two).run(path)
        #expect(report.identical == 2 && report.different == 0, "\(report)")

        let built = second.folder.appending(path: "built.json")
        try Data(
          PackBuilder(
            pack: second.folder.appending(path: "ContentPacks/small").path,
            rules: second.folder.appending(path: "Rules/small").path
          ).build().bytes
        ).write(to: built)
        let locator = PackLocator(home: nil, workingFolder: "/nowhere", program: nil)
        let third = try ServedSystem(SystemPlace(pack: built.path, locator: locator))
        #expect(try DecisionReplay(third).run(path).different == 0)
      }
    }
  }

  /// What of the first record is changed, and what becomes of it.
  @Test(
    arguments: [
      (#""result":"[0-9a-f]{16}""#, #""result":"0000000000000000""#, nil),
      (#""always_cold""#, #""always_hot""#, nil),
      (#""outcome":"ok""#, #""outcome":"rules_failed""#, nil),
      (#","result":"[0-9a-f]{16}""#, "", .withoutResult),
      (#""rules":"[0-9a-f]+""#, #""rules":"0""#, .otherVersion),
      (#","outcome""#, #","masked":1,"outcome""#, .masked),
      (#"^.*$"#, #"{"forgotten":3}"#, .forgotten),
    ] as [(String, String, ReplayReport.Gap?)])
  func whatDiffersIsCounted(_ old: String, _ new: String, _ gap: ReplayReport.Gap?) throws {
    try Self.withLog { served, log in
      var records = try DecisionLogTests.records(log)
      let first = try #require(records.first)
      records[0] = first.replacingOccurrences(of: old, with: new, options: .regularExpression)
      #expect(records[0] != first)
      try Data((records.joined(separator: "\n") + "\n").utf8).write(to: log)
      let report = try DecisionReplay(served).run(log.path)
      #expect(report.identical == 3 && report.different == (gap == nil ? 1 : 0), "\(report)")
      if let gap { #expect(report.gaps[gap] == (gap == .forgotten ? 3 : 1)) }
    }
  }

  @Test(arguments: [
    ("{\"outcome\":\n", "decisions/not-a-record", "this line is not a record of a decision"),
    ("{\"forgotten\":2}\n", "replay/nothing-compared", "no record of `LOG` could be evaluated again (forgotten: 2)"),
  ]) func whatCannotBeReplayedIsAnError(_ text: String, _ code: String, _ message: String) throws {
    try withTemporaryDirectory { folder in
      let log = try folder.write(text, to: "log")
      let served = try MethodFixture.served()
      let error = #expect(throws: DiagnosticError.self) { try DecisionReplay(served).run(log) }
      #expect(error?.diagnostics.map(\.code) == [code])
      #expect(error?.diagnostics.first?.message == message.replacingOccurrences(of: "LOG", with: log))
    }
  }

  @Test func requestsAreReadByTheirOperation() throws {
    try Self.withLog { _, log in
      let recorded = try RecordedRequests(log.path)
      #expect(recorded.lines.map(\.operation) == ["score"])
      #expect(recorded.lines.first.map { $0.requests.count } == 3)
      #expect(recorded.gaps == "not compared: refused: 2\n")
    }
  }
}
