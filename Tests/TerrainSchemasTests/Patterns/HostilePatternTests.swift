import TerrainBase
import TerrainSchemas
import Testing

/// Patterns and texts made to hang a matcher. Work is counted, not timed.
@Suite struct HostilePatternTests {
  static let megabyte = 1 << 20

  @Test(arguments: [
    ("(a+)+$", false), ("(a|a)*b", false), ("(.*)*x", false), ("(a*)*b", false), ("(a|aa)+$", false),
    ("(?:a?){30}a{30}b", false), ("(.*)(.*)(.*)(.*)(.*)[^a]$", true), ("(x+x+)+y", false), (#"\b(\w+\s*)+!$"#, false),
  ])
  func takesStepsInProportionToTheText(_ pattern: Text, endsInMatch: Bool) throws {
    let pattern = try Pattern(re2: pattern)
    let text = Text(String(repeating: "a", count: Self.megabyte) + (endsInMatch ? "!" : "é"))
    let result = pattern.measuredMatch(text)
    #expect(result.found == endsInMatch)
    #expect(result.steps <= 2 * Self.megabyte)
  }

  /// The complete table of this one would have 2^20 states.
  @Test func stepsThroughWhatHasNoSmallTable() throws {
    let pattern = try Pattern(re2: "^[ab]*a[ab]{20}$")
    #expect(!pattern.isComplete)
    var random: UInt64 = 42
    let noise = String(
      decoding: (0..<20_000).map { _ -> UInt8 in
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return random >> 60 & 1 == 0 ? 0x61 : 0x62
      }, as: UTF8.self)
    let ends = ["a" + String(repeating: "b", count: 20), "b" + String(repeating: "b", count: 20)]
    for (end, expected) in zip(ends, [true, false]) {
      let text = Text(noise + end)
      let result = pattern.measuredMatch(text)
      #expect(result.found == expected)
      #expect(result.steps <= text.utf8.count * 200)
    }
  }

  /// Both ways of running agree on the same pattern: short texts are simulated, long ones remembered.
  @Test func agreesHoweverItRuns() throws {
    let pattern = try Pattern(re2: #"(?m)^(?:[ab]{0,30}c|é)[ab]*a[ab]{15}\b"#)
    #expect(!pattern.isComplete)
    let matching = "\ncab" + String(repeating: "a", count: 16)
    for padding in [0, 10, 100, 5000] {
      let filler = String(repeating: "é-", count: padding)
      #expect(pattern.matches(Text(filler + matching)))
      #expect(pattern.matches(Text(filler + matching + "\n" + filler)))
      #expect(!pattern.matches(Text(filler + matching.dropFirst(3))))
      #expect(!pattern.matches(Text(filler + matching + "c")))
    }
  }

  @Test(arguments: [
    "((a{100}){100}){100}", "(((a{1000}){1000}){1000}){1000}", "(?:a{1000}){1000}",
    "(((((((((a|b){9}){9}){9}){9}){9}){9}){9}){9})",
  ])
  func refusesWhatGrowsTooLarge(_ pattern: Text) {
    #expect(throws: PatternError(.tooLarge(limit: 20_000), at: 0..<pattern.utf8.count)) { try Pattern(re2: pattern) }
    #expect(throws: PatternError(.tooLarge(limit: 20_000), at: 0..<pattern.utf8.count)) {
      try Pattern(ecma262: pattern)
    }
  }

  @Test func repeatedNothingCostsNothing() throws {
    var pattern = "()"
    for _ in 0..<200 { pattern = "(?:\(pattern){1000})" }
    #expect(try Pattern(re2: Text(pattern)).matches(""))
  }

  @Test func deepNestingIsRefused() {
    let open = Text(String(repeating: "(", count: 20_000))
    #expect(throws: PatternError(.tooDeep(limit: 250), at: 250..<251)) { try Pattern(re2: open) }
    #expect(throws: PatternError(.tooDeep(limit: 250), at: 250..<251)) { try Pattern(ecma262: open) }
    #expect(Pattern.syntaxError(ecma262: open) == PatternError(.tooDeep(limit: 250), at: 250..<251))
  }

  @Test func bytesThatAreNotTextMatchNothing() throws {
    let pattern = try Pattern(re2: "^(?s:.)*$")
    let dot = try Pattern(re2: "^a.?b$")
    for bytes: [UInt8] in [
      [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
    ] {
      #expect(!bytes.withUnsafeBufferPointer { pattern.matches($0) })
      #expect(!([0x61] + bytes + [0x62]).withUnsafeBufferPointer { dot.matches($0) })
    }
    #expect(UnsafeBufferPointer<UInt8>(start: nil, count: 0).isEmpty)
    #expect(pattern.matches(UnsafeBufferPointer<UInt8>(start: nil, count: 0)))
  }
}
