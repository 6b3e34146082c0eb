import Foundation
import TestSupport
import Testing

/// `terrain preview`: the pages of some people, before and after a change.
@Suite struct PreviewCommandTests {
  private func run(_ words: [String], input: String = "") throws -> CommandResult {
    try runCommand(
      ["preview"] + words, input: Array(input.utf8), environment: ["TERRAIN_HOME": nil, "NO_COLOR": nil],
      directory: TranscriptTests.checkout)
  }

  private func count(_ text: String, of page: String) -> Int { page.components(separatedBy: text).count - 1 }

  @Test func marksTheLinesThatDiffer() throws {
    let request = """
      {"id": "anna", "now": "2026-02-05T07:30:00+08:00", "person": {"profile": "cold_deficient_low_flame", "modifier": "none"}}
      """
    try withTemporaryDirectory { folder in
      let people = try folder.write(Array(request.utf8), to: "people.ndjson")
      let same = try run([".", ".", "--population", people])
      #expect(same.exitCode == 0 && same.standardError.isEmpty, "\(same.standardError)")
      #expect(same.standardOutput.contains("<h1>0 of 1 page differs</h1>"))
      #expect(count("<del>", of: same.standardOutput) == 0 && count("<ins>", of: same.standardOutput) == 0)
      #expect(count("<pre lang=\"en-US\">", of: same.standardOutput) == 1)
      // A page is what a terminal shows: lines that differ are on one side each, the others on both.
      let file = folder.appending(path: "preview.html").path
      let changed = try run(
        [".", ".", "--population", people, "--for", "suggest", "--set", "terrain.suggest.turns=1", "-o", file])
      #expect(changed.exitCode == 0 && changed.standardOutput.isEmpty, "\(changed.standardError)")
      #expect(changed.standardError.contains("1 of 1 page differs"))
      let page = try String(contentsOfFile: file, encoding: .utf8)
      #expect(count("<del>", of: page) > 0 && count("<pre ", of: page) == 2)
      #expect(page.contains("Before: .</h3>") && page.contains("After: . with terrain.suggest.turns=1</h3>"))
      for word in ["<script", "src=", "href=", "http:"] { #expect(!page.contains(word)) }
    }
  }

  @Test func refusesWhatHasNoPage() throws {
    let result = try run([".", ".", "--for", "sugest"])
    #expect(result.exitCode == 2)
    #expect(
      result.standardError.contains("error[preview/unknown-operation]: `sugest` is not an operation that has a page"))
    #expect(result.standardError.contains("`suggest`"))
    #expect(try run([".", ".", "--for", "schema"]).exitCode == 2)
    #expect(try run(["."]).standardError.contains("impact/no-versions"))
  }
}
