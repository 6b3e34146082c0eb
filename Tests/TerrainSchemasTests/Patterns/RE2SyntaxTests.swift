import TerrainBase
import TerrainSchemas
import Testing

/// What RE2's syntax page promises, a line a promise.
@Suite struct RE2SyntaxTests {
  struct Case: CustomTestStringConvertible {
    var pattern: Text
    var matching: [Text]
    var failing: [Text]
    var testDescription: String { pattern.string }

    init(_ pattern: Text, matching: [Text], failing: [Text]) {
      (self.pattern, self.matching, self.failing) = (pattern, matching, failing)
    }
  }

  static let cases: [Case] = [
    // Anywhere unless pinned.
    Case("b", matching: ["b", "abc"], failing: ["", "ac"]),
    Case("^b$", matching: ["b"], failing: ["ab", "bc", "b\n"]),
    Case("", matching: ["", "a"], failing: []),
    Case(#"\Ab\z"#, matching: ["b"], failing: ["b\n", "ab"]),
    // Characters.
    Case(".", matching: ["a", "東", "🐲"], failing: ["", "\n"]),
    Case("^.$", matching: ["é"], failing: ["e\u{301}", "🐲🐲"]),
    Case("(?s)^.$", matching: ["\n"], failing: ["\n\n"]),
    Case(#"\a\f\t\n\r\v"#, matching: ["\u{7}\u{C}\t\n\r\u{B}"], failing: ["aftnrv"]),
    Case(#"^\x41\x{1F432}\101\0$"#, matching: ["A🐲A\0"], failing: ["AA"]),
    Case(#"\Qa.b*\E+"#, matching: ["a.b*", "a.b**"], failing: ["aXb", "a.b"]),
    Case(#"^\Qab"#, matching: ["abc"], failing: ["xab"]),
    Case(#"\.\_\-\/"#, matching: ["._-/"], failing: ["x_-/"]),
    Case("a{,2}", matching: ["a{,2}"], failing: ["aa"]),
    Case("a{01}", matching: ["a{01}"], failing: ["a"]),
    Case("x{", matching: ["x{"], failing: ["x"]),
    // Classes.
    Case("^[a-c]+$", matching: ["abc"], failing: ["abd"]),
    Case("^[^a-c]$", matching: ["d", "\n", "東"], failing: ["a"]),
    Case("^[]a]+$", matching: ["]a"], failing: ["b"]),
    Case("^[^]a]$", matching: ["b"], failing: ["]"]),
    Case("^[a-]+$", matching: ["a-"], failing: ["b"]),
    Case("^[-a]+$", matching: ["a-"], failing: ["b"]),
    Case(#"^[\d-z]+$"#, matching: ["7-z"], failing: ["y"]),
    Case("^[[:alpha:][:digit:]]+$", matching: ["aZ9"], failing: ["é", "_"]),
    Case("^[[:^alpha:]]+$", matching: ["9é"], failing: ["a"]),
    Case("^[[:word:]]+$", matching: ["a_9"], failing: ["-"]),
    Case("^[[:punct:]]+$", matching: [#"!"#, "~`@"], failing: ["a", " "]),
    Case("^[[:space:]]+$", matching: ["\t\n\u{B}\u{C}\r "], failing: ["\u{A0}"]),
    Case("^[[:xdigit:]]+$", matching: ["09afAF"], failing: ["g"]),
    Case("^[[:cntrl:]]$", matching: ["\u{7F}", "\u{1}"], failing: [" "]),
    Case("^[[:graph:]]$", matching: ["a"], failing: [" "]),
    Case("^[[:print:]]$", matching: ["a", " "], failing: ["\t"]),
    Case("^[[:blank:]]$", matching: ["\t"], failing: ["\n"]),
    Case("^[[:ascii:]]$", matching: ["\u{7F}"], failing: ["\u{80}"]),
    Case(#"^\d\D\s\S\w\W$"#, matching: ["1a x_-"], failing: ["٣a x_-", "1a\u{B}x_-"]),
    Case(#"^\pN\p{L}\PN\P{L}$"#, matching: ["٣éa1"], failing: ["aaaa"]),
    Case(#"^\p{Greek}\p{^Greek}\P{Greek}$"#, matching: ["πxx"], failing: ["xxx", "πππ"]),
    Case(#"^[\p{Lu}\pN]+$"#, matching: ["É5"], failing: ["é"]),
    Case(#"^\p{Any}$"#, matching: ["\n"], failing: [""]),
    // Repetitions.
    Case("^a*b+c?$", matching: ["b", "aabbc"], failing: ["ac", "bcc"]),
    Case("^a{2}$", matching: ["aa"], failing: ["a", "aaa"]),
    Case("^a{2,}$", matching: ["aa", "aaaaa"], failing: ["a"]),
    Case("^a{1,3}$", matching: ["a", "aaa"], failing: ["", "aaaa"]),
    Case("^a{0}$", matching: [""], failing: ["a"]),
    Case("^a*?b+?c??d{1,2}?$", matching: ["bd", "aabbcdd"], failing: ["b"]),
    Case("^(?:a*)*$", matching: ["", "aaa"], failing: ["b"]),
    Case("^(|a)+$", matching: ["", "aa"], failing: ["b"]),
    Case("^(?:^a)?b", matching: ["b", "ab"], failing: ["aab"]),
    // Groups and flags.
    Case("^(a)(?:b)(?P<n>c)(?<m>d)$", matching: ["abcd"], failing: ["abc"]),
    Case("^(?:a|bc|)$", matching: ["a", "bc", ""], failing: ["b"]),
    Case("(?i)straße", matching: ["STRAẞE", "ſtraße"], failing: ["strasse"]),
    Case("(?i:K)k", matching: ["kk", "\u{212A}k"], failing: ["kK"]),
    Case("(?i)[a-z]", matching: ["Q", "\u{212A}"], failing: ["1"]),
    Case("(?i)[^a-z]", matching: ["1"], failing: ["Q", "q"]),
    Case("^(?i)a(?-i)a$", matching: ["Aa"], failing: ["AA"]),
    Case("^(?:(?i)a)a$", matching: ["Aa"], failing: ["AA"]),
    Case("(?m)^a$", matching: ["b\na\nc"], failing: ["b\nab"]),
    Case("(?m)^$", matching: ["a\n\nb", "a\n"], failing: ["a"]),
    Case("(?U)^a+$", matching: ["aa"], failing: ["b"]),
    Case("(?i-s:a.)", matching: ["Ab"], failing: ["A\n"]),
    // Conditions.
    Case(#"\bcat\b"#, matching: ["a cat sat", "cat"], failing: ["concat", "cats"]),
    Case(#"\Bcat\B"#, matching: ["concats"], failing: ["cat", "a cat sat"]),
    Case(#"\béa\b"#, matching: ["aéa"], failing: ["éa", " éa"]),
    Case(#"^\B$"#, matching: [""], failing: ["a"]),
    Case(#"x\B"#, matching: ["xx"], failing: ["x", "xé"]),
    Case(#"^x\By"#, matching: ["xy"], failing: ["xéy"]),
    Case("a$b", matching: [], failing: ["ab", "a\nb"]),
    Case("(?m)a$\nb", matching: ["a\nb"], failing: ["ab"]),
  ]

  @Test(arguments: cases) func matches(_ example: Case) throws {
    let pattern = try Pattern(re2: example.pattern)
    for text in example.matching { #expect(pattern.matches(text), "\(text.string.debugDescription) should match") }
    for text in example.failing { #expect(!pattern.matches(text), "\(text.string.debugDescription) should not match") }
  }
}
