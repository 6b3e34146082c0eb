import Testing

@testable import TerrainOutcomes

@Suite struct LineDifferenceTests {
  private func written(_ old: String, _ new: String) -> String {
    LineDifference.lines(old.map { String($0) }, new.map { String($0) }).map { line in
      switch line.side {
      case .old: "-\(line.text)"
      case .new: "+\(line.text)"
      case .both: line.text
      }
    }.joined()
  }

  @Test(arguments: [
    ("abc", "abc", "abc"), ("abc", "axc", "a-b+xc"), ("", "ab", "+a+b"), ("ab", "", "-a-b"), ("abcd", "bd", "-ab-cd"),
    ("aab", "baab", "+baab"), ("", "", ""),
  ]) func marksWhatOneSideHas(_ old: String, _ new: String, _ expected: String) {
    #expect(written(old, new) == expected)
  }

  /// Each side's lines are its text, whatever the texts are.
  @Test func keepsBothTexts() {
    var state: UInt64 = 7
    func text() -> [String] {
      (0..<12).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return String("abcd".prefix(Int(state >> 62) + 1).suffix(1))
      }
    }
    for _ in 0..<200 {
      let (old, new) = (text(), text())
      let lines = LineDifference.lines(old, new)
      #expect(lines.filter { $0.side != .new }.map(\.text) == old)
      #expect(lines.filter { $0.side != .old }.map(\.text) == new)
      #expect(lines.count >= max(old.count, new.count))
    }
  }
}
