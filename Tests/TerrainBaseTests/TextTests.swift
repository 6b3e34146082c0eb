import Testing

@testable import TerrainBase

@Suite struct TextTests {
  @Test func equalityIsOfBytes() {
    #expect("é" as Text != "e\u{301}")
    #expect("é" as String == "e\u{301}")
    #expect("a\u{0323}\u{0307}" as Text != "a\u{0307}\u{0323}")
    #expect("" as Text == "")
    #expect(Text(decoding: [0xFF, 0x61]) == "\u{FFFD}a")
  }

  /// Every length across the border between what strings hold inline and what they do not, and both ways to make them.
  @Test func equalityAndHashDoNotAskHowAStringIsHeld() {
    for length in 0...40 {
      let bytes = (0..<length).map { UInt8(97 + $0 % 26) }
      let inline = Text(decoding: bytes)
      var long = String(repeating: "x", count: 100)
      long.removeAll(keepingCapacity: true)
      long += inline.string
      let held = Text(long)
      let sliced = Text(String(("--" + inline.string).dropFirst(2)))
      #expect(inline == held && held == sliced)
      #expect(inline.hashValue == held.hashValue && held.hashValue == sliced.hashValue)
      #expect(inline.compare(to: held) == .equal)
      for place in bytes.indices {
        var other = bytes
        other[place] += 1
        #expect(held != Text(decoding: other) && held < Text(decoding: other))
      }
      #expect(held != Text(decoding: bytes + [97]) && held < Text(decoding: bytes + [97]))
    }
  }

  @Test func orderIsOfCodePoints() {
    var random = SeededGenerator(seed: 7)
    let scalars: [Unicode.Scalar] = ["a", "b", "\u{7F}", "é", "\u{301}", "ω", "\u{FFFD}", "\u{10000}", "\u{10FFFF}"]
    for _ in 0..<3000 {
      let x = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in scalars.randomElement(using: &random) }
      var y = x.prefix(Int.random(in: 0...12, using: &random)) + []
      if Bool.random(using: &random) { y += scalars.shuffled(using: &random).prefix(3) }
      let (left, right) = (text(x), text(Array(y)))
      let expected = x.map(\.value).lexicographicallyPrecedes(y.map(\.value))
      #expect((left < right) == expected)
      #expect((left == right) == (x == Array(y)))
      #expect(left.compare(to: right) == right.compare(to: left).reversed)
    }
  }

  private func text(_ scalars: [Unicode.Scalar]) -> Text {
    var string = ""
    string.unicodeScalars.append(contentsOf: scalars)
    return Text(string)
  }
}
