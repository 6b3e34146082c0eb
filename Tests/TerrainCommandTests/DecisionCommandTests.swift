import Foundation
import TestSupport
import Testing

/// A log of decisions from its first record to a person's last one, by commands.
@Suite struct DecisionCommandTests {
  private func run(_ words: [String]) throws -> CommandResult {
    try runCommand(
      words, environment: BatchCommandTests.environment, directory: BatchCommandTests.checkout, timeout: 120)
  }

  @Test func aLogIsWrittenReplayedComparedAndForgotten() throws {
    try withTemporaryDirectory { folder in
      let log = folder.appending(path: "decisions.ndjson").path
      let lines = [#"{"id":"anna","#, #"{"id":"ben","#, #"{"id":"anna","#].map {
        $0 + #""answers":{"q1_run_temp":"always_cold"},"partial":true}"#
      }
      let people = try folder.write(lines.joined(separator: "\n") + "\n", to: "people.ndjson")
      let batch = try run(["batch", "score", people, "--log-decisions", log, "--keep", "30"])
      #expect(batch.exitCode == 0, "\(batch.standardError)")
      let replay = try run(["log", "replay", log])
      #expect(replay.exitCode == 0 && replay.standardOutput.isEmpty)
      #expect(replay.standardError == "3 records: 3 identical, 0 different\n")
      let compared = try run(["impact", "Rules/terrain", "Rules/terrain", "--log", log])
      #expect(compared.exitCode == 0 && compared.standardOutput.hasPrefix("score: 0 of 3"), "\(compared.standardError)")
      let impact = try run(["impact", ".", ".", "--log", log, "--for", "score", "--json"])
      #expect(impact.exitCode == 0 && impact.standardError.isEmpty, "\(impact.standardError)")
      let other = try run(["impact", ".", ".", "--log", log, "--for", "page"])
      #expect(other.exitCode == 2 || other.exitCode == 1)
      #expect(
        other.standardError.hasPrefix("error[impact/not-in-log]: `\(log)` has no requests of `page`"),
        "\(other.standardError)")
      let empty = log + ".empty"
      try Data("{\"forgotten\":1}\n".utf8).write(to: URL(fileURLWithPath: empty))
      let nothing = try run(["impact", ".", ".", "--log", empty])
      #expect(nothing.exitCode != 0)
      #expect(nothing.standardError.hasPrefix("error[impact/not-in-log]: `\(empty)` has no requests\n"))
      let changed = try String(contentsOfFile: log, encoding: .utf8)
        .replacing("always_cold", with: "always_hot", maxReplacements: 1)
      try Data(changed.utf8).write(to: URL(fileURLWithPath: log))
      let different = try run(["log", "replay", log])
      #expect(different.exitCode == 1)
      #expect(different.standardOutput.split(separator: "\n").count == 1)
      #expect(different.standardOutput.contains(#""replayed":{"outcome":"#))
      let forget = try run(["log", "forget", "anna", log])
      #expect(forget.exitCode == 0 && forget.standardOutput == "2 records removed from 1 file\n")
      let rest = try run(["log", "replay", log, "--json"])
      #expect(rest.exitCode == 0)
      #expect(rest.standardError.hasPrefix(#"{"records":3,"identical":1,"different":0,"gaps":{"forgotten":2,"#))
    }
  }
}
