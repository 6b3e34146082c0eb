import Foundation
import Testing

/// Policy belongs in data: no word of any pack stands in the program, comments included. Generated tables have names of months and
/// parts of numbers in all languages.
@Suite struct DomainWordsTests {
  static let words: Set = [
    "cold_heat", "def_excess", "damp_dry", "qi_stagnation", "shen_unsettled", "low_flame", "shen", "damp", "ginger",
    "congee",
    "ingredient", "routine", "movement", "symptom", "lesson",
    "embera", "halo", "aura", "matcha", "quicksip", "yeetcard", "kpi", "ean", "espresso", "drink", "barcode", "coffee",
  ]

  /// Letters, digits, `_`, and everything beyond ASCII.
  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), 0x80...: true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }

  @Test func sourcesNameNone() throws {
    let sources = TranscriptTests.checkout.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var count = 0
    for case let file as URL in files where file.pathExtension == "swift" && !file.path.contains("/Generated/") {
      count += 1
      for (number, line) in try String(contentsOf: file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false
      ).enumerated() {
        for word in line.utf8.split(whereSeparator: { !Self.isPartOfWord($0) }) {
          if let found = String(word)?.lowercased(), Self.words.contains(found) {
            Issue.record("\(file.lastPathComponent):\(number + 1): \(found)")
          }
        }
      }
    }
    #expect(count > 50, "the sources were not found")
  }
}
