import Foundation
import TerrainBase
import Testing

/// Language matching against what PyPI's `langcodes` says (`Tests/Generators/language-tables.py` asks it).
@Suite struct LanguageMatchingTests {
  private static func lines() throws -> [Substring] {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/language-matching.txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
  }

  private func tag(_ text: some StringProtocol) throws -> LanguageTag { try LanguageTag(parsing: Text(String(text))) }

  /// All pairs of some 65 tags: whether one serves who wants the other, and how far it is.
  @Test func allPairs() throws {
    let lines = try Self.lines().filter { !$0.hasPrefix("=") }.map { $0.split(separator: " ") }
    let tags = lines.map { $0[0] }
    #expect(tags.count > 60)
    for line in lines {
      var near: [Substring: Int] = [:]
      for entry in line.dropFirst() {
        let parts = entry.split(separator: ":")
        near[parts[0]] = Int(parts[1])
      }
      let wanted = try tag(line[0])
      for offered in tags {
        let candidate = try tag(offered)
        let found = wanted.closest(among: [candidate])
        #expect((found != nil) == (near[offered] != nil), "\(wanted) among \(candidate)")
        if let distance = near[offered] {
          #expect(wanted.distance(to: candidate) == distance, "\(wanted) to \(candidate)")
        }
      }
    }
  }

  /// Random offers: what is taken is as near as what the judge takes.
  @Test func randomOffers() throws {
    for line in try Self.lines() where line.hasPrefix("=") {
      let parts = line.split(separator: " ")
      let wanted = try tag(parts[1])
      let offered = try parts[2].split(separator: ",").map { try tag($0) }
      let found = wanted.closest(among: offered)
      #expect(found.map { String(wanted.distance(to: $0)) } ?? "none" == String(parts[3]), "\(line)")
    }
  }

  @Test(arguments: [
    ("zh-CN", "zh-Hans"), ("zh", "zh-Hans"), ("zh-SG", "zh-Hans"), ("cmn", "zh-Hans"), ("zh-TW", nil), ("zh-HK", nil),
    ("zh-Hant", nil), ("en", "en-US"), ("en-GB", "en-US"), ("pt-PT", "pt-BR"), ("de-AT", nil), ("und", nil),
  ]) func whatPacksOffer(wanted: String, expected: String?) throws {
    let offered = try ["en-US", "zh-Hans", "pt-BR"].map { try tag($0) }
    #expect(try tag(wanted).closest(among: offered)?.description == expected)
  }

  /// Of what is equally near, what is written like the beginning of the tag.
  @Test func theNearestEnglish() throws {
    #expect(try tag("en-GB").closest(among: [tag("en-US"), tag("en")])?.description == "en")
    #expect(try tag("en-GB").closest(among: [tag("en-US"), tag("en-AU")])?.description == "en-AU")
  }
}
