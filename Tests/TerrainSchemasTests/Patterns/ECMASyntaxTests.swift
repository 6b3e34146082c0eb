import TerrainBase
import TerrainSchemas
import Testing

/// ECMA-262's syntax with the `u` flag, a line a promise.
@Suite struct ECMASyntaxTests {
  typealias Case = RE2SyntaxTests.Case

  static let cases: [Case] = [
    Case("^a$", matching: ["a"], failing: ["a\n", "\na"]),
    Case("^.$", matching: ["🐲", "\u{85}"], failing: ["\n", "\r", "\u{2028}", "\u{2029}"]),
    Case(#"^\d$"#, matching: ["7"], failing: ["৪"]),
    Case(#"^\w$"#, matching: ["_"], failing: ["é"]),
    Case(#"^\s$"#, matching: ["\u{FEFF}", "\u{A0}", "\u{2029}", "\u{3000}", "\u{B}"], failing: ["\u{1}", "\u{85}"]),
    Case(#"^\S$"#, matching: ["\u{1}"], failing: ["\u{2003}"]),
    Case(#"^\D\W$"#, matching: ["aé"], failing: ["1é"]),
    Case(#"^\cJ\cj\0\t\v\f\x41$"#, matching: ["\n\n\0\t\u{B}\u{C}A"], failing: ["cJ"]),
    Case(#"^\u0041\u{1F432}\uD83D\uDC32$"#, matching: ["A🐲🐲"], failing: ["A🐲"]),
    Case(#"^[\uD83D\uDC32-\u{1F433}]$"#, matching: ["🐲", "🐳"], failing: ["🐱"]),
    Case(#"[\uD800-\uDFFF]"#, matching: [], failing: ["a", "🐲"]),
    Case(#"^\^\$\\\.\*\+\?\(\)\[\]\{\}\|\/$"#, matching: [#"^$\.*+?()[]{}|/"#], failing: ["a"]),
    Case("[]", matching: [], failing: ["", "a"]),
    Case("^[^]$", matching: ["a", "\n"], failing: [""]),
    Case(#"^[\b]$"#, matching: ["\u{8}"], failing: ["b"]),
    Case(#"^[a\-z]+$"#, matching: ["-az"], failing: ["b"]),
    Case("^[a-]+$", matching: ["a-"], failing: ["b"]),
    Case("^[--0]+$", matching: ["-./0"], failing: ["1"]),
    Case("^[[a]$", matching: ["[", "a"], failing: ["b"]),
    Case(#"^[\d_-]+$"#, matching: ["1_-"], failing: ["a"]),
    Case(
      #"^\p{Letter}\p{L}\p{Lu}\p{gc=Ll}\p{General_Category=Decimal_Number}$"#, matching: ["πéÉé৪"], failing: ["1éÉé৪"]),
    Case(#"^\p{digit}\p{punct}\p{Combining_Mark}$"#, matching: ["৪!\u{301}"], failing: ["a!\u{301}"]),
    Case(#"^\p{Script=Greek}\p{sc=Grek}\P{sc=Grek}$"#, matching: ["ππx"], failing: ["πππ"]),
    Case(#"^\p{Script_Extensions=Deva}$"#, matching: ["क", "\u{964}"], failing: ["a"]),
    Case(#"^\p{sc=Deva}$"#, matching: ["क"], failing: ["\u{964}"]),
    Case(#"^\p{ASCII}\p{Any}\p{Alphabetic}\p{Uppercase}\p{White_Space}$"#, matching: ["aéaA "], failing: ["éaaA "]),
    Case(#"^\p{Emoji_Presentation}$"#, matching: ["🐲"], failing: ["1"]),
    Case(#"^\p{CWKCF}$"#, matching: ["A", "\u{AD}"], failing: ["a"]),
    Case(#"^[\p{Lu}\P{L}]+$"#, matching: ["É1"], failing: ["é"]),
    Case("^(a|b)(?:c)(?<name>d)$", matching: ["acd"], failing: ["cd"]),
    Case(#"^(?<\u0061b$_>d)$"#, matching: ["d"], failing: ["c"]),
    Case("^a{2}b{1,}c{0,1}?$", matching: ["aab", "aabbc"], failing: ["ab"]),
    Case("^a{007}$", matching: ["aaaaaaa"], failing: ["a"]),
    Case(#"\bcat\B"#, matching: ["a cats"], failing: ["cat"]),
  ]

  @Test(arguments: cases) func matches(_ example: Case) throws {
    let pattern = try Pattern(ecma262: example.pattern)
    for text in example.matching { #expect(pattern.matches(text), "\(text.string.debugDescription) should match") }
    for text in example.failing { #expect(!pattern.matches(text), "\(text.string.debugDescription) should not match") }
  }

  /// What Annex B lets pass, and the `u` flag does not.
  static let lenient: [Case] = [
    Case(#"^\a\_\-\p$"#, matching: ["a_-p"], failing: ["p"]),
    Case("^a{,2}]}{$", matching: ["a{,2}]}{"], failing: ["aa"]),
    Case(#"^\101\8$"#, matching: ["A8"], failing: ["1"]),
    Case(#"^\c$"#, matching: [#"\c"#], failing: ["c"]),
    Case(#"^[\c_\d-x]+$"#, matching: ["\u{1F}5-x"], failing: ["y"]),
    Case(#"^\uZ\xZ\k$"#, matching: ["uZxZk"], failing: ["Z"]),
    Case("^🐲{2}$", matching: ["🐲🐲"], failing: ["🐲"]),
  ]

  @Test(arguments: lenient) func matchesWithoutTheUnicodeFlag(_ example: Case) throws {
    let pattern = try Pattern(ecma262: example.pattern, unicode: false)
    for text in example.matching { #expect(pattern.matches(text), "\(text.string.debugDescription) should match") }
    for text in example.failing { #expect(!pattern.matches(text), "\(text.string.debugDescription) should not match") }
    #expect(Pattern.syntaxError(ecma262: example.pattern) != nil || example.pattern == "^🐲{2}$")
  }

  @Test(arguments: [
    "(?=a)b", "(?!a)b", "(?<=a+)b", "(?<!a)b", #"(a)\1"#, #"\1(a)"#, #"(?<n>a)\k<n>"#, #"\k<n>(?<n>a)"#, "[]", "[^]",
    #"\cA"#, #"([abc])+\s+$"#, "", "a|", "(|)",
  ])
  func acceptsAsSyntax(_ pattern: Text) {
    #expect(Pattern.syntaxError(ecma262: pattern) == nil)
  }

  @Test(arguments: [
    #"\a"#, "^(abc]", "(?P<name>x)", "(?P<n>a)(?P=n)", "(?#comment)a", #"^\S(|(.|\n)*\S)\Z"#, "a**", "(?i)a", "(?>a)",
    "a++",
    #"\2(a)"#, #"\k<m>(?<n>a)"#, "(?<n>a)(?<n>b)", "a{2,1}", "{1}", "a{", "}", "]", "[b-a]", #"[\d-a]"#, #"\p{Foo}"#,
    #"\p{Script=Foo}"#, #"\p{letter}"#, #"\u{110000}"#, #"\u12"#, #"\x1"#, #"\c1"#, #"\01"#, #"\-"#, "\\", "(?=a)*",
    "^*",
    "(", ")", "[", "(?<1>a)", "(?<n", #"\k"#, "(?:a", "*", "a|*",
  ])
  func refusesAsSyntax(_ pattern: Text) {
    #expect(Pattern.syntaxError(ecma262: pattern) != nil)
  }
}
