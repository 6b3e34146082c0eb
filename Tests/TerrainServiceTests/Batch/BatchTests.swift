import Foundation
import Synchronization
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

@testable import TerrainService

/// The largest of some numbers, from any thread.
private final class Most: Sendable {
  private let most = Mutex(0)
  func see(_ number: Int) { most.withLock { $0 = max($0, number) } }
  var value: Int { most.withLock { $0 } }
}

/// Lines in, lines out: in order, none lost, none twice, whatever they are.
@Suite struct BatchTests {
  @Test func everyLineIsAnsweredAtItsPlace() throws {
    try withTemporaryDirectory { folder in
      let lines = BatchFixture.lines(30_000, seed: 1)
      let fixture = try BatchFixture(folder, lines: lines)
      var calls = 0
      let summary = try fixture.batch().run { _ in calls += 1 }
      let expected = BatchFixture.expected(lines)
      #expect(fixture.gives(expected))
      #expect(calls > 10, "the input makes several blocks")
      #expect(summary.lines == 30_000)
      #expect(summary.wrong == expected.split(separator: "\n").count { $0 == "no" } && summary.wrong > 100)
      #expect(summary.answered + summary.wrong == expected.split(separator: "\n").count)
      let first = lines.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.hasPrefix("wrong") }
      #expect(summary.firstWrong?.line == first.map { $0 + 1 })
      #expect(summary.warnings > 1000)
    }
  }

  @Test(arguments: [
    ("", ""), ("\n\n \n\t\r\n", ""), ("a", "[a]\n"), ("a\nb", "[a]\n[b]\n"), ("a\r\nb\r\n", "[a]\n[b]\n"),
    ("\n a \n", "[ a]\n"), ("wrong", "no\n"), ("\u{FEFF}", "[\u{FEFF}]\n"), ("\0\n", "[\0]\n"),
  ]) func endsOfLines(_ lines: String, _ expected: String) throws {
    try withTemporaryDirectory { folder in
      let fixture = try BatchFixture(folder, lines: lines)
      _ = try fixture.batch().run()
      #expect(fixture.result == expected)
    }
  }

  @Test func filesFollowOneAnother() throws {
    try withTemporaryDirectory { folder in
      let fixture = try BatchFixture(folder, lines: "a\nb")
      let others = ["", "c\n", "\n", "d"].enumerated().map { (number, text) in
        folder.appending(path: "\(number).ndjson").path
      }
      for (path, text) in zip(others, ["", "c\n", "\n", "d"]) {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      }
      _ = try fixture.batch([fixture.input] + others).run()
      #expect(fixture.result == "[a]\n[b]\n[c]\n[d]\n")
    }
  }

  /// A line that is too long is an error at its place, and nothing of it is kept.
  @Test func longLinesHaveALimit() throws {
    try withTemporaryDirectory { folder in
      let limit = RequestLimits().lineLength
      let fits = String(repeating: "y", count: limit)
      let long = String(repeating: "z", count: limit + 1)
      let fixture = try BatchFixture(folder, lines: "a\n\(long)\nb\n\(fits)\nc\n\(long)")
      let summary = try fixture.batch().run()
      let answers = fixture.result.split(separator: "\n")
      #expect(answers.count == 6 && summary.wrong == 2)
      #expect(answers[0] == "[a]" && answers[2] == "[b]" && answers[3].utf8.count == limit + 2 && answers[4] == "[c]")
      for place in [1, 5] {
        #expect(
          answers[place] == """
            {"error":{"code":-32002,"message":"Limit exceeded","data":{"diagnostics":[{"code":"rpc/line-length",\
            "severity":"error","message":"a line is longer than the limit `line-length` of 4194304 bytes"}]}}}
            """)
      }
      #expect(summary.firstWrong?.line == 2)
    }
  }

  /// Short lines with long responses: no more of them is kept than has to be, and their order stays right.
  @Test(arguments: [1, 4]) func longResponsesAreWrittenInParts(_ threads: Int) throws {
    try withTemporaryDirectory { folder in
      let lines = (0..<60).map { "\($0)\n" }.joined()
      let fixture = try BatchFixture(folder, lines: lines)
      let most = Most()
      func batch() -> Batch {
        var batch = Batch([LineInput(fixture.input)], origin: []) { () throws(DiagnosticError) in
          LineHandler { line, output in
            output.append(Array(line))
            output.append([UInt8](repeating: 0x78, count: 200_000))
            most.see(output.count)
            return line.count == 1 ? .wrong(["test/wrong"]) : .answered(warnings: 0)
          }
        }
        batch.write(to: fixture.output)
        batch.threads = threads
        return batch
      }
      let summary = try batch().run()
      let expected = (0..<60).map { "\($0)" + String(repeating: "x", count: 200_000) + "\n" }.joined()
      #expect(fixture.gives(expected))
      #expect(summary.answered == 50 && summary.wrong == 10 && summary.lines == 60)
      #expect(most.value <= BatchWorker.mostOutput + 210_000)
    }
  }

  /// A reader that has enough ends a run, which is an outcome and no error; so does whoever stops it.
  @Test func aStoppedRunSaysSo() throws {
    try withTemporaryDirectory { folder in
      let fixture = try BatchFixture(folder, lines: BatchFixture.lines(5000, seed: 9))
      var batch = fixture.batch()
      #expect(try batch.run().ending == .complete)
      batch = fixture.batch()
      batch.write(to: folder.appending(path: "other").path)
      let stop = batch.stop
      let summary = try batch.run { _ in stop.requestStop() }
      #expect(summary.ending == .stopped && summary.lines < 5000 && summary.lines > 0)
      batch.stopsAtWrong = true
      batch.write(to: folder.appending(path: "third").path)
      #expect(try batch.run().ending == .wrongLine)
    }
  }

  @Test func theFirstWrongLineCanEndIt() throws {
    try withTemporaryDirectory { folder in
      let lines = (0..<20_000).map { $0 == 15_000 || $0 == 17_000 ? "wrong \($0)\n" : "line \($0)\n" }.joined()
      let fixture = try BatchFixture(folder, lines: lines)
      var batch = fixture.batch()
      batch.stopsAtWrong = true
      let summary = try batch.run()
      #expect(summary.answered == 15_000 && summary.wrong == 1 && summary.firstWrong?.line == 15_001)
      #expect(fixture.gives((0..<15_000).map { "[line \($0)]\n" }.joined()))
    }
  }

  @Test func whatCannotBeReadIsSaidBeforeAnythingIsDone() throws {
    try withTemporaryDirectory { folder in
      let fixture = try BatchFixture(folder, lines: "a\n")
      for missing in [folder.path, folder.appending(path: "no.ndjson").path] {
        let error = #expect(throws: DiagnosticError.self) { try fixture.batch([fixture.input, missing]).run() }
        #expect(error?.diagnostics.map(\.code) == ["file/unreadable"])
        #expect(fixture.answered.value == 0)
      }
    }
  }

  /// Errors that keep a worker from beginning end the run, and are told.
  @Test func aHandlerThatCannotBeMadeEndsIt() throws {
    try withTemporaryDirectory { folder in
      let fixture = try BatchFixture(folder, lines: BatchFixture.lines(5000, seed: 2))
      let batch = Batch([LineInput(fixture.input)], origin: []) { () throws(DiagnosticError) in
        throw DiagnosticError(Diagnostic(code: "test/no", message: "no", place: nil))
      }
      let error = #expect(throws: DiagnosticError.self) { try batch.run() }
      #expect(error?.diagnostics.map(\.code) == ["test/no"])
    }
  }
}
