import TerrainDocuments
import TerrainYAML
import TestSupport
import Testing

/// What keyboards, word processors and merges leave behind: one diagnostic each, at what is wrong, with the fix.
@Suite struct YAMLSlipDiagnosticsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// What is reported stands between marks 1 and 2.
    var text: String
    var diagnostic: String
    var fix: String?
    var testDescription: String { text }

    init(_ text: String, _ diagnostic: String, _ fix: String? = nil) {
      (self.text, self.diagnostic, self.fix) = (text, diagnostic, fix)
    }
  }

  static let cases: [Case] = [
    // Merge keys of YAML 1.1: one diagnostic, whatever else is wrong in their maps.
    Case(
      "base: &b { a: 1, b: [x, y] }\none:\n  1️⃣<<2️⃣: *b\n  a: 2\ntwo: { <<: *b }\n",
      "yaml/merge-key: YAML 1.2 has no merge keys: this `<<` is a key like any other",
      "write the keys here that it stands for: `b: [x, y]`"),
    Case(
      "- &b\n  a: 1\n  b:\n    c: 1\n    d: 2\n- &c { b: 3, e: 4 }\n- 1️⃣<<2️⃣: [*b, *c]\n  <<: *c\n  a: 2\n  a: 3\n",
      "yaml/merge-key: YAML 1.2 has no merge keys: this `<<` is a key like any other",
      "write the keys here that it stands for: `b: …`, `e: 4`"),
    Case(
      "base: &b { a: 1 }\none: { 1️⃣<<2️⃣: *b, a: 2 }\n",
      "yaml/merge-key: YAML 1.2 has no merge keys: this `<<` is a key like any other", "remove it"),
    // Typographic quotes.
    Case(
      "name: 1️⃣“Green tea”2️⃣\n",
      "yaml/typographic-quotes: these are typographic quotes, which people will see; YAML's are straight",
      "write `\"Green tea\"`, or put it in straight quotes with its own"),
    Case(
      "name: { en: 1️⃣‘Tea’2️⃣, de: Tee }\n",
      "yaml/typographic-quotes: these are typographic quotes, which people will see; YAML's are straight",
      "write `\"Tea\"`, or put it in straight quotes with its own"),
    Case(
      "name: { en: 1️⃣“Green tea, fresh”2️⃣, de: Tee }\n",
      "yaml/typographic-quotes: these are typographic quotes, so the comma between them cuts this text in two; "
        + "YAML's are straight", "write `\"Green tea, fresh\"`"),
    // Blanks that are none.
    Case(
      "a: 1\nb:1️⃣\u{A0}2️⃣2\nc: 3\n",
      "yaml/look-alike: here is the no-break space U+00A0; keys and values are set off by ordinary spaces",
      "type an ordinary space here"),
    Case(
      "- a: 1\n1️⃣\u{A0}2️⃣ b: 2\n",
      "yaml/look-alike: here is the no-break space U+00A0; keys and values are set off by ordinary spaces",
      "type an ordinary space here"),
    Case(
      "- a: 1\n-1️⃣\u{3000}2️⃣b: 2\n",
      "yaml/look-alike: here is the wide space U+3000; keys and values are set off by ordinary spaces",
      "type an ordinary space here"),
    // Signs of another language or another program.
    Case(
      "a: 1\nb1️⃣：2️⃣ 2\nc: 3\n", "yaml/expected-colon: `：` is the fullwidth form of `:`, and does not end a key",
      "write `: `"),
    Case(
      "b1️⃣：2️⃣ 2\nc: 3\n", "yaml/expected-colon: `：` is the fullwidth form of `:`, and does not end a key", "write `: `"),
    Case(
      "colors: { paper: 1️⃣#F7F5F02️⃣, ink: \"#20201E\" }\nnext: 1\n",
      "yaml/unquoted-text: a text that begins with `#` needs quotes, because it begins a comment",
      "put it in quotes: `\"#F7F5F0\"`"),
    Case(
      "colors: [1️⃣#F7F5F02️⃣, \"#20201E\"]\nnext: 1\n",
      "yaml/unquoted-text: a text that begins with `#` needs quotes, because it begins a comment",
      "put it in quotes: `\"#F7F5F0\"`"),
    Case(
      "1️⃣```yaml2️⃣\na: 1\n```\n", "yaml/unquoted-text: this fence of a code block is not YAML",
      "remove this line, and the one that ends the block"),
    // Merges.
    Case(
      "a: 1\n1️⃣<<<<<<< ours2️⃣\nb: 2\n=======\nb: 3\n>>>>>>> theirs\n",
      "yaml/merge-conflict: a merge was not finished: this line and all to `>>>>>>>` are two versions of one place",
      "keep one of the two, and remove the lines `<<<<<<<`, `=======` and `>>>>>>>`"),
    Case(
      "items:\n  - a: 1\n1️⃣<<<<<<< ours2️⃣\n    b: 2\n=======\n    b: 3\n>>>>>>> theirs\n  - a: 2\n",
      "yaml/merge-conflict: a merge was not finished: this line and all to `>>>>>>>` are two versions of one place",
      "keep one of the two, and remove the lines `<<<<<<<`, `=======` and `>>>>>>>`"),
    // A space too few.
    Case(
      "- id: a\n  category1️⃣:2️⃣tea\n  tier: lite\n", "yaml/missing-space: a key's `:` has a space after it",
      "add a space after the `:`"),
    Case(
      "- id: a\n  1️⃣https://example.org2️⃣\n  tier: lite\n", "yaml/expected-colon: expected `: ` after this key",
      "if it is text, put it on its key's line, or indent it further"),
    // A quote that is never closed, reported where it begins.
    Case(
      "- { zh: 1️⃣\"绿茶 }2️⃣\n- { zh: \"茶\", en: \"Tea\" }\n", "yaml/unclosed-quote: this text has no closing quote"),
    Case(
      "- { when: 1️⃣\">= most }2️⃣\n- { when: \">= least\" }\n", "yaml/unclosed-quote: this text has no closing quote"),
    Case("a: 1️⃣\"x2️⃣\nb: \"y\"\n", "yaml/unclosed-quote: this text has no closing quote"),
    // Quotes inside of quotes.
    Case(
      "plain: 'It'1️⃣s light'2️⃣\n",
      "yaml/text-after-quotes: a text that begins with a quote ends at the next one, and there is more here",
      "put it in quotes: `\"It's light\"`"),
    Case(
      "plain: 'It'1️⃣s light and long2️⃣\n",
      "yaml/text-after-quotes: a text that begins with a quote ends at the next one, and there is more here",
      "put it in quotes: `\"It's light and long\"`"),
    // A comma too few.
    Case(
      "when: { thermal: cold 1️⃣reserve2️⃣: deficient }\n",
      "yaml/expected-comma: expected `,` or a closing bracket before this key",
      "write a comma before it; if all of it is one text, put it in quotes: `\"cold reserve: deficient\"`"),
  ]

  @Test(arguments: cases) func isReportedOnceWhereItIs(_ test: Case) throws {
    let marked = MarkedText(test.text)
    let found = YAMLReader.read(SourceText(name: "x.yaml", text: marked.text)).diagnostics
    #expect(found.map { "\($0.code): \($0.message)" } == [test.diagnostic], "\(DiagnosticRenderer.text(found))")
    #expect(found.first?.fix == test.fix)
    let range = try #require(found.first?.place?.range)
    #expect(Int(range.start)..<Int(range.end) == marked.range(1, 2), "\(DiagnosticRenderer.text(found))")
  }

  @Test func eachUnfinishedMergeIsReported() {
    let conflict = "<<<<<<< ours\nb: 2\n=======\nb: 3\n>>>>>>> theirs\n"
    let found = YAMLReader.read(SourceText(name: "x.yaml", text: "a: 1\n\(conflict)c: 1\n\(conflict)")).diagnostics
    #expect(found.map(\.code) == ["yaml/merge-conflict", "yaml/merge-conflict"])
    #expect(found.compactMap(\.related.first?.message) == ["it ends here", "it ends here"])
  }

  @Test(arguments: [
    "name: “Green” and “white”\n", "name: say “tea”\n", "name: \"“Green tea”\"\n", "name: 「绿茶」\n", "a:\u{A0}b\n",
    "text: |\n  <<<<<<< not at the beginning\n", "at: 10:30\n", "“key”: 1\n",
  ])
  func whatMayBeMeantIsLeftAlone(_ text: String) {
    let found = YAMLReader.read(SourceText(name: "x.yaml", text: text)).diagnostics
    #expect(found.isEmpty, "\(DiagnosticRenderer.text(found))")
  }
}
