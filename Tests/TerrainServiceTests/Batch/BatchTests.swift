import Foundation
import TerrainDocuments
import TestSupport
import Testing

@testable import TerrainService

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
    ("\n a \n", "[a]\n"), ("wrong", "no\n"), ("\u{FEFF}", "[\u{FEFF}]\n"), ("\0\n", "[\0]\n"),
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
      let limit = BlockReader.longestLine
      let fits = String(repeating: "y", count: limit - 1)
      let long = String(repeating: "z", count: limit + 300_000)
      let fixture = try BatchFixture(folder, lines: "a\n\(long)\nb\n\(fits)\nc\n\(long)")
      let summary = try fixture.batch().run()
      let answers = fixture.result.split(separator: "\n")
      #expect(answers.count == 6 && summary.wrong == 2)
      #expect(answers[0] == "[a]" && answers[2] == "[b]" && answers[3].utf8.count == limit + 1 && answers[4] == "[c]")
      for place in [1, 5] {
        #expect(
          answers[place] == """
            {"error":{"code":-32002,"message":"Limit exceeded","data":[{"code":"rpc/line-length","severity":"error",\
            "message":"a line is longer than the limit `line-length` of 4194304 bytes"}]}}
            """)
      }
      #expect(summary.firstWrong?.line == 2)
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
      // Mended, it can be gone on with.
      let mended = lines.replacingOccurrences(of: "wrong", with: "right")
      try Data(mended.utf8).write(to: URL(fileURLWithPath: fixture.input))
      _ = try batch.run()
      #expect(fixture.gives(BatchFixture.expected(mended)))
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
      let batch = Batch([BatchInput(fixture.input)], origin: []) { () throws(DiagnosticError) in
        throw DiagnosticError(Diagnostic(code: "test/no", message: "no", place: nil))
      }
      let error = #expect(throws: DiagnosticError.self) { try batch.run() }
      #expect(error?.diagnostics.map(\.code) == ["test/no"])
    }
  }
}
