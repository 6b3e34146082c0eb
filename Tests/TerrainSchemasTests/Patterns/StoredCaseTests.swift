import Foundation
import TerrainBase
import TerrainSchemas
import Testing

/// Random patterns on which the engines that define the two syntaxes were asked.
@Suite struct StoredCaseTests {
  @Test func agreesWithRE2() throws {
    try check(storedCasesRE2) { pattern throws(PatternError) in try Pattern(re2: pattern) }
  }

  @Test func agreesWithECMA() throws {
    try check(storedCasesECMA) { pattern throws(PatternError) in try Pattern(ecma262: pattern) }
  }

  private func check(_ cases: String, _ compile: (Text) throws(PatternError) -> Pattern) throws {
    var count = 0
    for line in cases.split(separator: "\n") {
      let entry = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
      let pattern = try #require(entry.first as? String)
      count += 1
      guard let verdicts = entry[1] as? String else {
        #expect(throws: PatternError.self, "\(pattern.debugDescription)") { try compile(Text(pattern)) }
        continue
      }
      let compiled = try compile(Text(pattern))
      for (text, verdict) in zip(entry.dropFirst(2), verdicts) {
        let text = try #require(text as? String)
        #expect(
          compiled.matches(Text(text)) == (verdict == "1"),
          "\(pattern.debugDescription) on \(text.debugDescription)")
      }
    }
    #expect(count == 340)
  }
}
