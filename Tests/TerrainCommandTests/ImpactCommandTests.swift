import Foundation
import TestSupport
import Testing

/// `terrain impact`: one comparison for operations, decisions, logs, and pages.
@Suite struct ImpactCommandTests {
  private func run(_ words: [String]) throws -> CommandResult {
    try runCommand(
      ["impact"] + words, environment: ["TERRAIN_HOME": nil, "NO_COLOR": nil], directory: TranscriptTests.checkout,
      timeout: 300)
  }

  private func count(_ text: String, of page: String) -> Int { page.components(separatedBy: text).count - 1 }

  private func changed(_ words: [String]) throws -> Int {
    let result = try run(words + ["--json"])
    #expect(result.exitCode == 0, "\(result.standardError)")
    return Int(try #require(result.standardOutput.firstMatch(of: /"changed": ?(\d+)/)).1) ?? -1
  }

  private static let threshold = [".", ".", "--set", "terrain.types.cold_at_most=-4", "--people", "60"]

  /// Margins and flips change for many people whose outcome stays the same.
  @Test func explanationsCountOnRequestOnly() throws {
    let outcomes = try run(Self.threshold + ["--for", "score"])
    #expect(outcomes.standardOutput.hasPrefix("score: 4 of 60 would get something else"), "\(outcomes.standardError)")
    for word in ["flips", "margins", "why["] { #expect(!outcomes.standardOutput.contains(word)) }
    let everything = try run(Self.threshold + ["--for", "score", "--explanations"])
    #expect(everything.standardOutput.hasPrefix("score: 29 of 60 would get something else"))
    #expect(everything.standardOutput.contains("flips[].option"))
  }

  /// A comparison over the log of a batch counts the people that one over the same requests counts.
  @Test func aLogIsComparedByItsOutcomes() throws {
    try withTemporaryDirectory { folder in
      let log = folder.appending(path: "decisions.ndjson").path
      let people = folder.appending(path: "people.ndjson").path
      let drawn = try runCommand(
        ["population", "--people", "60", "--for", "score"], directory: TranscriptTests.checkout, timeout: 60)
      try Data(drawn.standardOutput.utf8).write(to: URL(fileURLWithPath: people))
      let batch = try runCommand(
        ["batch", "score", people, "--log-decisions", log, "--keep", "30"], directory: TranscriptTests.checkout,
        timeout: 60)
      #expect(batch.exitCode == 0, "\(batch.standardError)")
      let recorded = try run([".", ".", "--set", "terrain.types.cold_at_most=-4", "--log", log])
      #expect(recorded.standardOutput.hasPrefix("score: 4 of 60 would get something else"), "\(recorded.standardError)")
      let rules = try run([
        "Rules/terrain", "Rules/terrain", "--set", "terrain.types.cold_at_most=-4", "--log", log, "--for", "score",
      ])
      #expect(rules.standardOutput.hasPrefix("score: 4 of 60 would get something else"), "\(rules.standardError)")
    }
  }

  @Test func decisionsAreComparedByNameOrAll() throws {
    let thermal = "terrain.types.thermal"
    let single = try run(Self.threshold + ["--decision", thermal])
    #expect(single.exitCode == 0 && single.standardOutput.contains("\n\(thermal): "), "\(single.standardError)")
    #expect(!single.standardOutput.contains("\nterrain.types.primary_type: "))
    let all = try run(Self.threshold + ["--decision", "all"])
    #expect(all.standardOutput.contains("\nterrain.types.primary_type: "))
    // Two rule sets are compared by their decisions.
    let rules = try run(["Rules/terrain", "Rules/terrain"] + Self.threshold.dropFirst(2))
    #expect(rules.standardOutput == all.standardOutput)
    let unknown = try run(Self.threshold + ["--decision", "terrain.types.termal"])
    #expect(unknown.exitCode != 0 && unknown.standardError.contains("help: did you mean `\(thermal)`?"))
    let both = try run(Self.threshold + ["--decision", thermal, "--for", "score"])
    #expect(both.exitCode != 0 && both.standardError.contains("error[impact/one-subject]"))
  }

  @Test func thePageHasPagesBeforeAndAfter() throws {
    let request = """
      {"person_id": "anna", "now": "2026-02-05T07:30:00+08:00", "facts": {"profile": "cold_deficient_low_flame", "modifier": "none"}}
      """
    try withTemporaryDirectory { folder in
      let people = try folder.write(Array(request.utf8), to: "people.ndjson")
      let file = folder.appending(path: "impact.html")
      func page(_ words: [String]) throws -> String {
        let result = try run([".", ".", "--population", people, "--html", file.path] + words)
        #expect(result.exitCode == 0, "\(result.standardError)")
        return try String(contentsOf: file, encoding: .utf8)
      }
      #expect(try count("<pre class=\"page\"", of: page([])) == 0)
      let changed = try page(["--for", "suggest", "--set", "terrain.suggest.turns=1"])
      // A page is what a terminal shows: lines that differ are on one side each, the others on both.
      #expect(count("<pre class=\"page\" lang=\"en-US\">", of: changed) == 2 && count("<del>", of: changed) > 0)
      #expect(changed.contains("Before: .</h4>") && changed.contains("After: . with terrain.suggest.turns=1</h4>"))
      for word in ["<script", "src=", "href=", "http:"] { #expect(!changed.contains(word)) }
    }
  }

  @Test func refusesWhatItCannotCompare() throws {
    let wrong = try run([".", ".", "--for", "sugest"])
    #expect(wrong.exitCode == 2 && wrong.standardError.contains("did you mean `suggest`?"), "\(wrong.standardError)")
    #expect(try run(["."]).standardError.contains("impact/no-versions"))
  }
}
