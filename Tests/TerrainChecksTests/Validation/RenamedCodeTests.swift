import Foundation
import TerrainChecks
import TerrainDocuments
import TestSupport
import Testing

/// Codes of diagnostics that were renamed: comments and baselines with the earlier one work, and are told the present one.
@Suite struct RenamedCodeTests {
  private static let written = "had: { type: list<thing_id>, max_size: 20 }"
  private static let wrong = "had: { type: list<int>, max_size: 20 }"
  private static let words = "\(SmallWorld.rules)/words.yaml"

  private func validate(
    _ text: String, with baseline: String? = nil
  ) throws -> (found: [String], written: String, summary: String) {
    try withTemporaryDirectory { folder in
      for (name, content) in SmallWorld.files {
        try folder.write(name == Self.words ? content.replacing(Self.written, with: text) : content, to: name)
      }
      var validator = Validator()
      if let baseline { validator.baseline = try Baseline.load(folder.write(baseline, to: "baseline.json")) }
      let report = validator.validate(["ContentPacks", "Rules"].map { .path("\(folder.path)/\($0)") })
      let path = folder.appending(path: "baseline.json").path
      return (
        report.diagnostics.map { "\($0.severity) \($0.code): \($0.message)" },
        String(decoding: report.baselineFile(at: path), as: UTF8.self), report.summary
      )
    }
  }

  @Test func aCommentWithAnEarlierCode() throws {
    #expect(try validate("\(Self.wrong) # terrain:ignore rules/mistyped-declaration it is so").found == [])
    #expect(
      try validate("\(Self.wrong) # terrain:ignore rules/no-use-fits it is so").found == [
        "info suppression/renamed-code: `rules/no-use-fits` is now called `rules/mistyped-declaration`"
      ])
    #expect(
      try validate("\(Self.written) # terrain:ignore rules/no-use-fits it is so").found == [
        "warning suppression/unused: there is no `rules/no-use-fits` here to ignore"
      ])
  }

  @Test func aBaselineWithAnEarlierCode() throws {
    let first = try validate(Self.wrong)
    #expect(first.found.count == 1)
    let second = try validate(Self.wrong, with: first.written)
    #expect(second.found == [])
    let earlier = first.written.replacing("rules/mistyped-declaration", with: "rules/no-use-fits")
    #expect(earlier != first.written)
    let third = try validate(Self.wrong, with: earlier)
    #expect(
      third.found == ["info baseline/renamed-code: `rules/no-use-fits` is now called `rules/mistyped-declaration`"])
    #expect(third.summary.hasSuffix("1 note (1 accepted by the baseline)"), "\(third.summary)")
    // What accepts the rest does not accept this.
    #expect(!third.written.contains("renamed-code"))
  }
}
