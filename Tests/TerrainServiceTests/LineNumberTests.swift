import Foundation
import TerrainBase
import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TestSupport
import Testing

@testable import TerrainService

/// Files with one document per line: what is wrong with the line N is reported at the line N, however many empty lines and blanks
/// are before it.
@Suite struct LineNumberTests {
  private static let event =
    #"{"account":"anna","id":"a","type":"earn","time":"2026-03-01T10:00:00Z","amount":{"currency":"USD","minor":100}}"#

  /// The line that `body` reports first, of the file at `path`.
  private static func line(_ path: String, _ body: () throws -> Void) throws -> Int? {
    do {
      try body()
      return nil
    } catch let error as DiagnosticError {
      let place = try #require(error.diagnostics.first?.place, "\(error.diagnostics.map(\.message))")
      #expect(place.source.name == path)
      return place.line
    }
  }

  /// A reader of lines, lines that it takes and one that it does not.
  struct Reader: Sendable, CustomTestStringConvertible {
    let name: String
    let right: String
    let wrong: [String]
    let line: @Sendable (_ path: String) throws -> Int?
    var testDescription: String { name }
  }

  static let readers: [Reader] = [
    Reader(name: "loyalty replay", right: event, wrong: ["{", "[]", "x", #"{"account":"anna","id":"b"}"#]) { path in
      try line(path) {
        try AccountReplay(now: nil, balancesOnly: true, engine: MethodFixture.loyaltyEngine).run(file: path) { _ in }
      }
    },
    Reader(name: "loyalty replay --grouped", right: event, wrong: ["{", "[]", #"{"account":"anna","id":"b"}"#]) {
      path in
      try line(path) {
        try AccountReplay(now: nil, balancesOnly: true, engine: MethodFixture.loyaltyEngine).run(grouped: path, size: 1)
        { _ in }
      }
    },
    Reader(
      name: "loyalty report", right: #"{"account":"anna"}"#, wrong: ["{", "[]", "7", #"{"account":"anna","lots":7}"#]
    ) { path in
      var reader = AccountReportReader(
        LoyaltySession(try MethodFixture.loyaltyEngine()), .init(now: nil, since: nil, days: 30))
      return try line(path) { try reader.add(file: path) }
    },
    Reader(name: "log forget", right: #"{"operation":"score","params":{}}"#, wrong: ["{", "[]", "7"]) { path in
      try line(path) { _ = try DecisionErasure(of: "anna", in: path) }
    },
    Reader(name: "impact --log", right: #"{"operation":"score","params":{}}"#, wrong: ["{", "[]", "7"]) { path in
      try line(path) { _ = try RecordedRequests(path) }
    },
    Reader(name: "replay", right: #"{"operation":"health","outcome":"ok"}"#, wrong: ["{", "[]", "7", "{}"]) { path in
      let served = try MethodFixture.served()
      return try line(path) { _ = try DecisionReplay(served).run(path) }
    },
    Reader(name: "batch", right: #"{"id":"anna"}"#, wrong: ["{", "[]", "7", #"{"x":1}"#]) { path in
      var batch = Batch([LineInput(path)], origin: []) {
        LineHandler { line, _ in
          let text = RequestText(line, limits: RequestLimits())
          return text.document?.root["id"] == nil ? .wrong(["wrong"]) : .silent
        }
      }
      batch.stopsAtWrong = true
      return try batch.run().firstWrong?.line
    },
  ]

  @Test(arguments: readers) func anErrorNamesItsLine(_ reader: Reader) throws {
    for (number, gaps) in [[""], ["", "  ", ""], ["\t", "\r"], [reader.right, "", "  \r"]].enumerated() {
      for wrong in reader.wrong {
        let lines = gaps + [reader.right, "", " \(wrong)", "", reader.right]
        try withTemporaryDirectory { folder in
          let path = try folder.write(lines.joined(separator: "\n") + (number == 1 ? "\n" : ""), to: "lines.ndjson")
          #expect(try reader.line(path) == gaps.count + 3, "\(reader.name): \(lines)")
        }
      }
    }
  }

  /// Of a batch of several files it is the file's own line.
  @Test func anInputOfABatchIsNamed() throws {
    try withTemporaryDirectory { folder in
      let one = try folder.write("right\n\nright", to: "one")
      let two = try folder.write("\nright\n\nwrong\n", to: "two")
      func batch(_ inputs: [String]) -> Batch {
        var batch = Batch(inputs.map { LineInput($0) }, origin: []) {
          LineHandler { line, output in
            output.append(Array(line))
            return line.starts(with: "wrong".utf8) ? .wrong(["test/wrong"]) : .answered(warnings: 0)
          }
        }
        batch.write(to: folder.appending(path: "output").path)
        return batch
      }
      let summary = try batch([one, two]).run()
      #expect(summary.firstWrong?.line == 7)
      #expect(summary.firstWrongInput?.name == two && summary.firstWrongInput?.line == 4)
      let text = BatchReport.summary(summary, origin: [], stopped: false)
      #expect(text == "3 lines answered, 1 wrong\n  the first wrong one is line 4 of `\(two)`: test/wrong\n")
      #expect(try batch([two]).run().firstWrongInput == nil)
    }
  }

  /// Of a log of several files it is the file's own line.
  @Test func aNumberedFileIsNamed() throws {
    let served = try MethodFixture.served()
    let record = #"{"operation":"health","outcome":"ok"}"#
    try withTemporaryDirectory { folder in
      let log = try folder.write("\(record)\n\n7\n", to: "log")
      _ = try folder.write("\n\(record)\n\n\(record)", to: "log.1")
      #expect(try Self.line(log) { _ = try DecisionReplay(served).run(log) } == 3)
      #expect(try Self.line(log) { _ = try DecisionErasure(of: "anna", in: log) } == 3)
      _ = try folder.write("\n\(record)\n\n[]", to: "log.1")
      #expect(try Self.line(log + ".1") { _ = try DecisionReplay(served).run(log) } == 4)
    }
  }

  /// What is wrong with a request of a log is reported where its record is.
  @Test func requestsOfALogAreWhereTheirRecordsAre() throws {
    try withTemporaryDirectory { folder in
      let log = try folder.write("\n\n{\"operation\":\"score\",\"params\":{\"id\":\"c\"}}\n", to: "log")
      _ = try folder.write(
        "\n{\"operation\":\"score\",\"params\":{\"id\":\"a\"}}\n\n{\"params\":{\"id\":\"b\"},\"operation\":\"score\"}",
        to: "log.1")
      let requests = try #require(try RecordedRequests(log).lines.first?.requests)
      var found: [String] = []
      for index in 0..<requests.count {
        let source = try requests.source(index)
        let document = try #require(JSONReader.read(source).document)
        let position = source.position(at: Int(document.root.range.start))
        let name = source.name == log ? "log" : "log.1"
        found.append("\(name):\(position.line):\(position.column) \(document.root["id"]?.text?.string ?? "-")")
      }
      #expect(found == ["log.1:2:31 a", "log.1:4:11 b", "log:3:31 c"])
    }
  }

  /// Columns of a batch count the blanks that a line begins with.
  @Test func columnsCountBlanks() throws {
    let operation = try #require(AnyOperation.named("score"))
    let served = try MethodFixture.served()
    try withTemporaryDirectory { folder in
      let input = try folder.write("{\"answers\":\n   {\"answers\":\n\t{\"answers\": \n", to: "input.ndjson")
      var batch = Batch([LineInput(input)], origin: []) { () throws(DiagnosticError) in
        try LineHandler.operation(operation, over: served, explains: false)
      }
      batch.write(to: folder.appending(path: "output.ndjson").path)
      #expect(try batch.run().wrong == 3)
      let output = try String(contentsOf: folder.appending(path: "output.ndjson"), encoding: .utf8)
      let columns = output.split(separator: "\n").map { $0.firstMatch(of: #/"column":[0-9]+/#).map { String($0.0) } }
      #expect(columns == ["\"column\":1", "\"column\":4", "\"column\":2"])
    }
  }
}
