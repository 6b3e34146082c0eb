import TerrainBase
import TerrainSchemas
import Testing

/// What a refused pattern says, and which of its bytes it points at.
@Suite struct PatternErrorTests {
  struct Case: CustomTestStringConvertible {
    var pattern: Text
    var reason: PatternError.Reason
    var range: Range<Int>
    var testDescription: String { pattern.string }

    init(_ pattern: Text, _ reason: PatternError.Reason, _ range: Range<Int>) {
      (self.pattern, self.reason, self.range) = (pattern, reason, range)
    }
  }

  static let re2: [Case] = [
    Case("a(?=b)", .lookAround, 1..<4),
    Case("a(?<!b)", .lookAround, 1..<5),
    Case(#"(a)\1"#, .backReference, 3..<5),
    Case(#"(?P<n>a)(?P=n)"#, .backReference, 8..<12),
    Case("(?>a)", .unsupportedGroup("(?>"), 0..<3),
    Case("(?#a)", .unsupportedGroup("(?#"), 0..<3),
    Case(#"é\C"#, .singleByte, 2..<3),
    Case("é(a", .groupNotClosed, 2..<3),
    Case("a)", .groupNotOpened, 1..<2),
    Case("東[a", .classNotClosed, 3..<4),
    Case("*a", .nothingToRepeat, 0..<1),
    Case("a|+", .nothingToRepeat, 2..<3),
    Case("({2})", .nothingToRepeat, 1..<4),
    Case("a**", .repetitionOfRepetition, 2..<3),
    Case("a{2}{3}", .repetitionOfRepetition, 4..<7),
    Case("a{1001}", .repetitionTooLarge(limit: 1000), 1..<7),
    Case("a{3,2}", .repetitionReversed, 1..<6),
    Case("a\\", .trailingBackslash, 1..<2),
    Case(#"a\y"#, .unknownEscape(#"\y"#), 1..<3),
    Case(#"a\Z"#, .unknownEscape(#"\Z"#), 1..<3),
    Case(#"[\d-\y]"#, .unknownEscape(#"\y"#), 4..<6),
    Case(#"\x{110000}"#, .invalidCodePoint, 0..<10),
    Case(#"\p{Foo}"#, .unknownProperty(#"\p{Foo}"#), 0..<7),
    Case(#"\p{Letter}"#, .unknownProperty(#"\p{Letter}"#), 0..<10),
    Case("[[:foo:]]", .unknownPOSIXClass("[:foo:]"), 1..<8),
    Case("[b-a]", .rangeReversed, 1..<4),
    Case("(?ix)a", .unknownFlags("(?ix"), 0..<4),
    Case("(?i-)a", .unknownFlags("(?i-)"), 0..<5),
    Case("(?P<a-b>c)", .invalidGroupName, 4..<5),
    Case("(?P<n>a)(?<n>b)", .duplicateGroupName("n"), 11..<12),
    Case("((a{100}){100}){100}", .tooLarge(limit: 20_000), 0..<20),
  ]

  @Test(arguments: re2) func namesTheMistakeInRE2(_ example: Case) {
    #expect(throws: PatternError(example.reason, at: example.range)) { try Pattern(re2: example.pattern) }
  }

  static let ecma: [Case] = [
    Case("(?=a)b", .lookAround, 0..<3),
    Case("a(?<=b)", .lookAround, 1..<5),
    Case(#"(a)\1"#, .backReference, 3..<5),
    Case(#"(?<n>a)\k<n>"#, .backReference, 7..<12),
    Case(#"(a)\2"#, .unknownGroup("2"), 3..<5),
    Case(#"(?<n>a)\k<m>"#, .unknownGroup("m"), 7..<12),
    Case("(?P<n>a)", .unsupportedGroup("(?P"), 0..<3),
    Case("(?i)a", .unsupportedGroup("(?i"), 0..<3),
    Case("a}", .loneBrace("}"), 1..<2),
    Case("a{,2}", .loneBrace("{"), 1..<2),
    Case("a]", .loneBrace("]"), 1..<2),
    Case("^*", .nothingToRepeat, 1..<2),
    Case("a+*", .nothingToRepeat, 2..<3),
    Case(#"é\-"#, .unknownEscape(#"\-"#), 2..<4),
    Case(#"[a-\d]"#, .classAsRangeEnd, 1..<5),
    Case("[z-a]", .rangeReversed, 1..<4),
    Case(#"\p{letter}"#, .unknownProperty(#"\p{letter}"#), 0..<10),
    Case("(?<a-b>c)", .invalidGroupName, 4..<5),
    Case("(?<n>a)(?<n>b)", .duplicateGroupName("n"), 10..<12),
    Case("(a", .groupNotClosed, 0..<1),
    Case("a)", .groupNotOpened, 1..<2),
    Case("[a", .classNotClosed, 0..<1),
    Case("a{2147483648}", .tooLarge(limit: 20_000), 0..<13),
  ]

  @Test(arguments: ecma) func namesTheMistakeInECMA(_ example: Case) {
    #expect(throws: PatternError(example.reason, at: example.range)) { try Pattern(ecma262: example.pattern) }
  }

  @Test func speaksOfWhatIsNotSupportedByName() {
    #expect(PatternError(.lookAround, at: 0..<1).description.hasPrefix("look-ahead and look-behind are not supported"))
    #expect(PatternError(.backReference, at: 0..<1).description.hasPrefix("back-references are not supported"))
  }

  @Test func limitsAreNamedAndKept() throws {
    let small = PatternLimits(length: 10, nesting: 2, instructions: 8, classRanges: 3)
    _ = try Pattern(re2: "((a))", limits: small)
    #expect(throws: PatternError(.tooLong(limit: 10), at: 0..<11)) { try Pattern(re2: "aaaaaaaaaaa", limits: small) }
    #expect(throws: PatternError(.tooDeep(limit: 2), at: 2..<3)) { try Pattern(re2: "(((a)))", limits: small) }
    #expect(throws: PatternError(.tooDeep(limit: 2), at: 2..<3)) { try Pattern(ecma262: "(((a)))", limits: small) }
    #expect(throws: PatternError(.tooLarge(limit: 8), at: 0..<4)) { try Pattern(re2: "a{8}", limits: small) }
    #expect(throws: PatternError(.tooManyRanges(limit: 3), at: 0..<3)) { try Pattern(re2: #"\pL"#, limits: small) }
  }
}
