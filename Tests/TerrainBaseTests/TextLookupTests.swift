import TerrainBase
import TestSupport
import Testing

/// Positions of texts are those of the first text with the same bytes, few or many.
@Suite struct TextLookupTests {
  @Test(arguments: [0, 1, 8, 9, 40, 1000]) func arePositions(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    // Of a small alphabet, so that some are there twice and most share their beginnings; of bytes, not of characters.
    let texts = (0..<count).map { _ in
      Text(String((0..<Int.random(in: 0...20, using: &random)).map { _ in "abé".randomElement(using: &random) ?? "a" }))
    }
    let positions = TextLookup(texts)
    for text in texts {
      #expect(positions.position(of: text) == texts.firstIndex(of: text))
      let byBytes = Array(text.utf8).withUnsafeBufferPointer { positions.position(of: $0) }
      #expect(byBytes == texts.firstIndex(of: text))
    }
    for text in ["zz", "e\u{301}", "ab\0"] as [Text] where !texts.contains(text) {
      #expect(positions.position(of: text) == nil)
    }
  }
}
