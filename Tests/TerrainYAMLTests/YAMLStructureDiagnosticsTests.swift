import TerrainDocuments
import TerrainYAML
import Testing

/// Mistakes of indentation, brackets, keys, anchors and directives.
@Suite struct YAMLStructureDiagnosticsTests {
  @Test func everyDiagnosticAsItIsShown() {
    for (text, expected) in Self.cases {
      let diagnostics = YAMLReader.read(SourceText(name: "x.yaml", text: text)).diagnostics
      #expect(DiagnosticRenderer.text(diagnostics) == expected)
    }
  }

  /// libyaml takes a key for one only where its `:` is at most 1024 characters on.
  @Test func keysThatAreTooLong() throws {
    let key = String(repeating: "k", count: 1100)
    for text in ["a: 1\n\(key): 1\n", "a: { \(key): 1 }\n", "\"\(key)\": 1\n", "[{ b: 2, \"\(key)\": 1 }]\n"] {
      let found = YAMLReader.read(SourceText(name: "x.yaml", text: text)).diagnostics
      #expect(found.map(\.code) == ["yaml/long-key"], "\(text.prefix(20)): \(DiagnosticRenderer.text(found))")
      let place = try #require(found.first?.place)
      #expect(place.source.text(of: place.range).filter { $0 != "\"" } == key, "\(text.prefix(20))")
    }
    // Of two bytes each, so many characters are not too many.
    let short = String(repeating: "é", count: 700)
    #expect(YAMLReader.read(SourceText(name: "x.yaml", text: "\(short): 1\n")).diagnostics.isEmpty)
    #expect(YAMLReader.read(SourceText(name: "x.yaml", text: "? \(key)\n: 1\n")).diagnostics.isEmpty)
  }

  private static var cases: [(text: String, expected: String)] {
    [
      (
        "a:\n\tb: 1\n",
        #"""
        error[yaml/tab-indentation]: YAML is indented with spaces, and this is a tab
         --> x.yaml:2:1
          |
        2 |     b: 1
          | ^^^^
        help: replace it by spaces

        """#
      ),
      (
        "a: 1\n\tb: 2\n",
        #"""
        error[yaml/tab-indentation]: YAML is indented with spaces, and this is a tab
         --> x.yaml:2:1
          |
        2 |     b: 2
          | ^^^^
        help: replace it by spaces

        """#
      ),
      (
        "a: [1, 2\nb: 3\n",
        #"""
        error[yaml/expected-comma]: expected `,` or a closing bracket before this key
         --> x.yaml:2:1
          |
        2 | b: 3
          | ^
        note: the bracket opens here
         --> x.yaml:1:4
          |
        1 | a: [1, 2
          |    ^

        """#
      ),
      (
        "a: [1, 2\n",
        #"""
        error[yaml/unclosed-bracket]: the list that begins here is never closed
         --> x.yaml:1:4
          |
        1 | a: [1, 2
          |    ^
        help: add the missing `]`

        """#
      ),
      (
        "a: {x: 1\n   y: 2}\n",
        #"""
        error[yaml/expected-comma]: expected `,` or a closing bracket before this key
         --> x.yaml:2:4
          |
        2 |    y: 2}
          |    ^
        note: the bracket opens here
         --> x.yaml:1:4
          |
        1 | a: {x: 1
          |    ^

        """#
      ),
      (
        "a: [\"x\"\n  \"y\"]\n",
        #"""
        error[yaml/expected-comma]: expected `,` or `]` here
         --> x.yaml:2:3
          |
        2 |   "y"]
          |   ^
        note: the list begins here
         --> x.yaml:1:4
          |
        1 | a: ["x"
          |    ^

        """#
      ),
      (
        "a: 1\n b: 2\n",
        #"""
        error[yaml/bad-indentation]: by its indentation this line goes on with the text above it, where no key can be
         --> x.yaml:2:2
          |
        2 |  b: 2
          |  ^
        help: indent it like the other keys, or put a text that has `: ` in it in quotes

        """#
      ),
      (
        "a: - b\n",
        #"""
        error[yaml/list-on-key-line]: a list's first `- ` begins on a line of its own
         --> x.yaml:1:4
          |
        1 | a: - b
          |    ^^^
        help: put it on the next line, or put the text in quotes

        """#
      ),
      (
        "a: 1\n- b\n",
        #"""
        error[yaml/bad-indentation]: this does not continue the map it is in: expected a key at its indentation
         --> x.yaml:2:1
          |
        2 | - b
          | ^^^
        note: the map begins here
         --> x.yaml:1:1
          |
        1 | a: 1
          | ^
        help: indent this line, or one before it, like its neighbors

        """#
      ),
      (
        "- a\nb: 1\n",
        #"""
        error[yaml/bad-indentation]: this does not continue the list it is in: expected `-` at its indentation
         --> x.yaml:2:1
          |
        2 | b: 1
          | ^^^^
        note: the list begins here
         --> x.yaml:1:1
          |
        1 | - a
          | ^
        help: indent this line, or one before it, like its neighbors

        """#
      ),
      (
        "a: 1\nb\nc: 2\n",
        #"""
        error[yaml/expected-colon]: expected `: ` after this key
         --> x.yaml:2:1
          |
        2 | b
          | ^
        help: if it is text, put it on its key's line, or indent it further

        """#
      ),
      (
        "a: &x 1\nb: *y\n",
        #"""
        error[yaml/unknown-alias]: no anchor `&y` comes before this alias
         --> x.yaml:2:4
          |
        2 | b: *y
          |    ^^
        help: if this is text, put it in quotes

        """#
      ),
      (
        "a: &warm 1\nb: *wram\n",
        #"""
        error[yaml/unknown-alias]: no anchor `&wram` comes before this alias
         --> x.yaml:2:4
          |
        2 | b: *wram
          |    ^^^^^
        help: did you mean `*warm`?

        """#
      ),
      (
        "a: &x [*x]\n",
        #"""
        error[yaml/recursive-alias]: `*x` is inside what it refers to, which would never end
         --> x.yaml:1:8
          |
        1 | a: &x [*x]
          |        ^^

        """#
      ),
      (
        "? [a]\n: b\n",
        #"""
        error[yaml/complex-key]: a key is a text, not a list or a map
         --> x.yaml:1:3
          |
        1 | ? [a]
          |   ^

        """#
      ),
      (
        "{a: 1}: b\n",
        #"""
        error[yaml/complex-key]: a key is a text, not a list or a map
         --> x.yaml:1:1
          |
        1 | {a: 1}: b
          | ^

        """#
      ),
      (
        "a: 1\nb: 2\na: 3\n",
        #"""
        error[yaml/duplicate-key]: the key `a` is written twice
         --> x.yaml:3:1
          |
        3 | a: 3
          | ^
        note: first written here
         --> x.yaml:1:1
          |
        1 | a: 1
          | ^
        help: remove or rename one of them

        """#
      ),
      (
        "a: !!int x\n",
        #"""
        error[yaml/tag-mismatch]: `x` is not what its tag `!!int` declares
         --> x.yaml:1:10
          |
        1 | a: !!int x
          |          ^

        """#
      ),
      (
        "%FOO\n---\na\n",
        #"""
        error[yaml/bad-directive]: this line begins with `%`, but is not a YAML directive: found unknown directive name
         --> x.yaml:1:1
          |
        1 | %FOO
          | ^^^^

        """#
      ),
      (
        "a: 1\nb: [\n",
        #"""
        error[yaml/unclosed-bracket]: the list that begins here is never closed
         --> x.yaml:2:4
          |
        2 | b: [
          |    ^
        help: add the missing `]`

        """#
      ),
      (
        "a: \u{1}b\n",
        #"""
        error[yaml/control-character]: the control character U+0001 is not allowed in YAML
         --> x.yaml:1:4
          |
        1 | a: \u{1}b
          |    ^^^^^

        """#
      ),
      (
        "a: {b: c}}\n",
        #"""
        error[yaml/stray-bracket]: nothing is open that this `}` could close
         --> x.yaml:1:10
          |
        1 | a: {b: c}}
          |          ^
        help: leave it out

        """#
      ),
      (
        "- [a, , b]\n",
        #"""
        error[yaml/expected-value]: expected a value before this
         --> x.yaml:1:7
          |
        1 | - [a, , b]
          |       ^

        """#
      ),
      (
        "生姜: \"热\u{1b}[31m\" 🌶️\n",
        #"""
        error[yaml/control-character]: the control character U+001B is not allowed in YAML
         --> x.yaml:1:7
          |
        1 | 生姜: "热\u{1b}[31m" 🌶️
          |          ^^^^^^

        """#
      ),
      (
        "\"a\"\n\"b\"\n",
        #"""
        error[yaml/text-after-document]: the document's value has ended, and there is more here
         --> x.yaml:2:1
          |
        2 | "b"
          | ^^^

        """#
      ),
      (
        "--- a\n... b\n",
        #"""
        error[yaml/text-after-document]: the document's value has ended, and there is more here
         --> x.yaml:2:5
          |
        2 | ... b
          |     ^

        """#
      ),
    ]
  }
}
