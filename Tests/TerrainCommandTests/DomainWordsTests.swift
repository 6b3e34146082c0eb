import Foundation
import Testing

/// Policy belongs in data: no word of any pack stands in the program, comments included.
@Suite struct DomainWordsTests {
  static let words = [
    "cold_heat", "def_excess", "damp_dry", "qi_stagnation", "shen_unsettled", "low_flame", "shen", "damp", "ginger",
    "congee",
    "ingredient", "routine", "movement", "symptom", "lesson",
    "embera", "halo", "aura", "matcha", "quicksip", "yeetcard", "kpi", "ean", "espresso", "drink", "barcode", "coffee",
  ]

  @Test func sourcesNameNone() throws {
    let sources = TranscriptTests.checkout.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    let pattern = try Regex("\\b(\(Self.words.joined(separator: "|")))\\b").ignoresCase()
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" {
      count += 1
      for (number, line) in try String(contentsOf: file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false
      ).enumerated() {
        if let match = line.firstMatch(of: pattern) {
          Issue.record("\(file.lastPathComponent):\(number + 1): \(line[match.range])")
        }
      }
    }
    #expect(count > 50, "the sources were not found")
  }
}
