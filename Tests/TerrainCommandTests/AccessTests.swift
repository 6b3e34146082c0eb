import Foundation
import Testing

/// What the targets declare `public`.
@Suite struct AccessTests {
  /// Everything is `package` but TerrainKit and what an app uses of the types that it returns. The types of results are not
  /// counted: they are generated, and have what the responses of the operations have.
  @Test func appsSeeLittle() throws {
    let sources = TranscriptTests.checkout.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var counts: [String: Int] = [:]
    for case let file as URL in files where file.pathExtension == "swift" {
      let target = file.path.dropFirst(sources.path.count).split(separator: "/")[0]
      let text = try String(contentsOf: file, encoding: .utf8)
      if text.hasPrefix("// Generated from the table of operations") { continue }
      let found = text.matches(of: /(?m)^\s*(?:@\w+(?:\([^)]*\))?\s+)*public\s/).count
      if found > 0 { counts[String(target), default: 0] += found }
    }
    let targets = [
      "TerrainBase", "TerrainDocuments", "TerrainEngines", "TerrainExpressions", "TerrainKit", "TerrainRules",
    ]
    #expect(counts.keys.sorted() == targets)
    // A type or member that an app needs may be added; whole targets may not.
    #expect(counts.values.reduce(0, +) <= 375, "\(counts)")
  }
}
