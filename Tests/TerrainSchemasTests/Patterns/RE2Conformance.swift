import Foundation
import TerrainBase
import TerrainSchemas
import TestSupport
import Testing

/// RE2's own results of searching: whether a pattern matches anywhere in a text.
@Suite struct RE2Conformance {
  @Test(.enabled(if: Conformance.re2.isInstalled, "set TERRAIN_CONFORMANCE")) func everyCase() throws {
    let file = try #require(Conformance.re2.folder).appendingPathComponent("search.ndjson")
    var report = ConformanceReport("re2")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    for line in TestExtent.sample(lines, oneOf: 3, of: "patterns of RE2's search results") {
      let entry = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      let regex = try #require(entry["regex"] as? String)
      let cases = try #require(entry["cases"] as? [[Any]])
      let pattern: Pattern
      do {
        pattern = try Pattern(re2: Text(regex))
      } catch {
        if regex.contains("\\C") {
          report.know(regex, "`\\C`, a single byte, is refused by design")
        } else {
          report.fail(regex, "refused: \(error)")
        }
        continue
      }
      for entry in cases {
        let text = try #require(entry.first as? String)
        let expected = try #require(entry.last as? Bool)
        if pattern.matches(Text(text)) == expected {
          report.pass()
        } else {
          report.fail("\(regex.debugDescription) on \(text.debugDescription)", "expected \(expected)")
        }
      }
    }
    print(report.summary)
    #expect(report.failed.isEmpty)
    #expect(report.total > 1000)
  }
}
