import Foundation
import Testing

/// What the targets declare `public`.
@Suite struct AccessTests {
  /// Everything is `package` but TerrainKit and what an app uses of the types that it returns.
  @Test func appsSeeLittle() throws {
    let sources = TranscriptTests.checkout.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var counts: [String: Int] = [:]
    for case let file as URL in files where file.pathExtension == "swift" {
      let target = file.path.dropFirst(sources.path.count).split(separator: "/")[0]
      let found = try String(contentsOf: file, encoding: .utf8)
        .matches(of: /(?m)^\s*(?:@\w+(?:\([^)]*\))?\s+)*public\s/).count
      if found > 0 { counts[String(target), default: 0] += found }
    }
    let targets = [
      "TerrainContent", "TerrainDocuments", "TerrainEngines", "TerrainExpressions", "TerrainKit", "TerrainRules",
      "TerrainValues",
    ]
    #expect(counts.keys.sorted() == targets)
    // A type or member that an app needs may be added; whole targets may not.
    #expect(counts.values.reduce(0, +) <= 350, "\(counts)")
  }
}
