import TerrainBase
import TerrainRules
import Testing

@Suite struct SemanticVersionTests {
  @Test(arguments: [
    "0.0.4", "1.2.3", "10.20.30", "1.1.2-prerelease+meta", "1.1.2+meta", "1.0.0-alpha", "1.0.0-alpha.beta.1",
    "1.0.0-alpha0.valid", "1.0.0-rc.1+build.123", "1.2.3----RC-SNAPSHOT.12.9.1--.12", "1.0.0+0.build.1-rc.10000aaa",
  ])
  func readsAndPrints(_ text: String) {
    #expect(SemanticVersion(Text(text))?.description == text)
  }

  @Test(arguments: [
    "", "1", "1.2", "1.2.3-0123", "1.2.3-0123.0123", "1.1.2+.123", "+invalid", "-invalid", "alpha", "1.2.3.DEV",
    "01.1.1",
    "1.01.1", "1.1.01", "1.2-SNAPSHOT", "1.0.0-", "1.0.0-alpha..1", "1.0.0-é", "99999999999999999999.0.0", "v1.0.0",
    " 1.0.0",
  ])
  func refuses(_ text: String) {
    #expect(SemanticVersion(Text(text)) == nil)
  }

  /// The order that semver.org itself gives as its example (item 11).
  @Test func ordersByPrecedence() throws {
    let texts: [Text] = [
      "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1",
      "1.0.0",
      "1.0.1", "1.1.0", "2.0.0",
    ]
    let versions = try texts.map { try #require(SemanticVersion($0)) }
    for (i, a) in versions.enumerated() {
      for (j, b) in versions.enumerated() { #expect((a < b) == (i < j) && (a == b) == (i == j), "\(a) and \(b)") }
    }
  }

  @Test(arguments: [
    ("^1.2.3", "1.2.3", true), ("^1.2.3", "1.9.0", true), ("^1.2.3", "1.2.2", false), ("^1.2.3", "2.0.0", false),
    ("^1.2.3", "2.0.0-beta", false), ("^0.2.3", "0.2.9", true), ("^0.2.3", "0.3.0", false), ("^0.0.3", "0.0.4", false),
    ("~1.2.3", "1.2.9", true), ("~1.2.3", "1.3.0", false), ("1.2.3", "1.2.3", true), ("1.2.3", "1.2.4", false),
  ])
  func rangesContain(_ range: String, _ version: String, _ expected: Bool) throws {
    let range = try #require(VersionRange(Text(range)))
    let version = try #require(SemanticVersion(Text(version)))
    #expect(range.contains(version) == expected)
  }

  @Test(arguments: ["", "^", "^1", "1.x", ">=1.0.0", "*"])
  func refusesOtherRanges(_ text: String) {
    #expect(VersionRange(Text(text)) == nil)
  }
}
