import TerrainDocuments
import TerrainYAML
import Testing

/// Texts that need quotes: what authors write first, and what is reported.
@Suite struct YAMLQuotingDiagnosticsTests {
  @Test func everyDiagnosticAsItIsShown() {
    for (text, expected) in Self.cases {
      let diagnostics = YAMLReader.read(SourceText(name: "x.yaml", text: text)).diagnostics
      #expect(DiagnosticRenderer.text(diagnostics) == expected)
    }
  }

  private static var cases: [(text: String, expected: String)] {
    [
      (
        "when: >= 3\n",
        #"""
        error[yaml/unquoted-text]: a text that begins with `>` needs quotes, because it begins a text of several lines
         --> x.yaml:1:7
          |
        1 | when: >= 3
          |       ^^^^
        help: put it in quotes: `">= 3"`

        """#
      ),
      (
        "rows:\n  - { when: >= 3, then: x }\n",
        #"""
        error[yaml/unquoted-text]: a text that begins with `>` needs quotes, because it begins a text of several lines
         --> x.yaml:2:13
          |
        2 |   - { when: >= 3, then: x }
          |             ^^^^
        help: put it in quotes: `">= 3"`

        """#
      ),
      (
        "a: != 3\n",
        #"""
        error[yaml/unknown-tag]: YAML takes `!=` for a tag, because it begins with `!`
         --> x.yaml:1:4
          |
        1 | a: != 3
          |    ^^^^
        help: put it in quotes: `"!= 3"`

        """#
      ),
      (
        "a: !done\n",
        #"""
        error[yaml/unknown-tag]: YAML takes `!done` for a tag, because it begins with `!`
         --> x.yaml:1:4
          |
        1 | a: !done
          |    ^^^^^
        help: put it in quotes: `"!done"`

        """#
      ),
      (
        "rows:\n  - { when: !done, then: x }\n",
        #"""
        error[yaml/unknown-tag]: YAML takes `!done` for a tag, because it begins with `!`
         --> x.yaml:2:13
          |
        2 |   - { when: !done, then: x }
          |             ^^^^^
        help: put it in quotes: `"!done"`

        """#
      ),
      (
        "a: @home\n",
        #"""
        error[yaml/unquoted-text]: a text that begins with `@` needs quotes, because YAML keeps this character for itself
         --> x.yaml:1:4
          |
        1 | a: @home
          |    ^^^^^
        help: put it in quotes: `"@home"`

        """#
      ),
      (
        "a: `x`\n",
        #"""
        error[yaml/unquoted-text]: a text that begins with a backtick needs quotes, because YAML keeps this character for itself
         --> x.yaml:1:4
          |
        1 | a: `x`
          |    ^^^
        help: put it in quotes: `"`x`"`

        """#
      ),
      (
        "x: a ? b : c\n",
        #"""
        error[yaml/second-colon]: `: ` inside a text needs quotes, because it would end another key
         --> x.yaml:1:10
          |
        1 | x: a ? b : c
          |          ^
        help: put it in quotes: `"a ? b : c"`

        """#
      ),
      (
        "r: { x: a ? b : c }\n",
        #"""
        error[yaml/second-colon]: `: ` inside a text needs quotes, because it would end another key
         --> x.yaml:1:15
          |
        1 | r: { x: a ? b : c }
          |               ^
        help: put it in quotes: `"a ? b : c"`

        """#
      ),
      (
        "x: \"a\" in tags\n",
        #"""
        error[yaml/text-after-quotes]: a text that begins with a quote ends at the next one, and there is more here
         --> x.yaml:1:8
          |
        1 | x: "a" in tags
          |        ^^^^^^^
        help: put it in quotes: `'"a" in tags'`

        """#
      ),
      (
        "r: { when: \"a\" in tags, then: b }\n",
        #"""
        error[yaml/text-after-quotes]: a text that begins with a quote ends at the next one, and there is more here
         --> x.yaml:1:16
          |
        1 | r: { when: "a" in tags, then: b }
          |                ^^^^^^^
        help: put it in quotes: `'"a" in tags'`

        """#
      ),
      (
        "r: { when: tags.exists(t, t == \"x\"), then: y }\n",
        #"""
        error[yaml/cut-at-comma]: between brackets a comma ends a text, so this one is cut in two
         --> x.yaml:1:12
          |
        1 | r: { when: tags.exists(t, t == "x"), then: y }
          |            ^^^^^^^^^^^^^^^^^^^^^^^^
        help: put it in quotes: `'tags.exists(t, t == "x")'`

        """#
      ),
      (
        "when: f(a # b)\n",
        #"""
        error[yaml/cut-at-comment]: ` #` begins a comment, so this text loses its end
         --> x.yaml:1:7
          |
        1 | when: f(a # b)
          |       ^^^^^^^^
        help: put it in quotes: `"f(a # b)"`

        """#
      ),
      (
        "a: \"x\nb: 1\n",
        #"""
        error[yaml/unclosed-quote]: this text has no closing quote
         --> x.yaml:1:4
          |
        1 | a: "x
          |    ^^

        """#
      ),
      (
        "a: \"\\q\"\n",
        #"""
        error[yaml/unknown-escape]: `\q` is not an escape
         --> x.yaml:1:5
          |
        1 | a: "\q"
          |     ^^
        help: between single quotes a backslash is only a backslash

        """#
      ),
      (
        "a: b: c\n",
        #"""
        error[yaml/second-colon]: `: ` inside a text needs quotes, because it would end another key
         --> x.yaml:1:5
          |
        1 | a: b: c
          |     ^
        help: put it in quotes: `"b: c"`

        """#
      ),
      (
        "a: !!set {x}\n",
        #"""
        error[yaml/unknown-tag]: the tag `!!set` is not one of YAML's core schema
         --> x.yaml:1:4
          |
        1 | a: !!set {x}
          |    ^^^^^

        """#
      ),
      (
        "a: |x\n  foo\n",
        #"""
        error[yaml/unquoted-text]: a text that begins with `|` needs quotes, because it begins a text of several lines
         --> x.yaml:1:4
          |
        1 | a: |x
          |    ^^
        help: put it in quotes: `"|x"`

        """#
      ),
      (
        "a: % b\n",
        #"""
        error[yaml/unquoted-text]: a text that begins with `%` needs quotes, because YAML takes it for a directive
         --> x.yaml:1:4
          |
        1 | a: % b
          |    ^^^
        help: put it in quotes: `"% b"`

        """#
      ),
      (
        "a: !\"q\"\n",
        #"""
        error[yaml/unquoted-text]: a text that begins with `!` needs quotes, because YAML takes it for a tag
         --> x.yaml:1:4
          |
        1 | a: !"q"
          |    ^^^^
        help: put it in quotes: `'!"q"'`

        """#
      ),
      (
        "a: & b\n",
        #"""
        error[yaml/unquoted-text]: a text that begins with `&` needs quotes, because YAML takes it for an anchor
         --> x.yaml:1:4
          |
        1 | a: & b
          |    ^^^
        help: put it in quotes: `"& b"`

        """#
      ),
      (
        "a: * 3\n",
        #"""
        error[yaml/unquoted-text]: a text that begins with `*` needs quotes, because YAML takes it for an alias
         --> x.yaml:1:4
          |
        1 | a: * 3
          |    ^^^
        help: put it in quotes: `"* 3"`

        """#
      ),
      (
        "a: !<tag:x> y\n",
        #"""
        error[yaml/unknown-tag]: the tag `tag:x` is not one of YAML's core schema
         --> x.yaml:1:4
          |
        1 | a: !<tag:x> y
          |    ^^^^^^^^

        """#
      ),
      (
        "a: !e!x y\n",
        #"""
        error[yaml/unquoted-text]: a text that begins with `!` needs quotes, because YAML takes it for a tag
         --> x.yaml:1:4
          |
        1 | a: !e!x y
          |    ^^^^^^
        help: put it in quotes: `"!e!x y"`

        """#
      ),
      (
        "{ when: a[\"b\"] == 3, then: x }\n",
        #"""
        error[yaml/cut-at-bracket]: between brackets a `[` ends a text, so this one is cut in two
         --> x.yaml:1:9
          |
        1 | { when: a["b"] == 3, then: x }
          |         ^^^^^^^^^^^
        help: put it in quotes: `'a["b"] == 3'`

        """#
      ),
      (
        "a: ? b\n",
        #"""
        error[yaml/unquoted-text]: a text that begins with `?` needs quotes, because it has a meaning of its own in YAML
         --> x.yaml:1:4
          |
        1 | a: ? b
          |    ^^^
        help: put it in quotes: `"? b"`

        """#
      ),
      (
        "a: ,b\n",
        #"""
        error[yaml/unquoted-text]: a text that begins with `,` needs quotes, because it has a meaning of its own in YAML
         --> x.yaml:1:4
          |
        1 | a: ,b
          |    ^^
        help: put it in quotes: `",b"`

        """#
      ),
      (
        "a: ]\n",
        #"""
        error[yaml/unquoted-text]: a text that begins with `]` needs quotes, because it has a meaning of its own in YAML
         --> x.yaml:1:4
          |
        1 | a: ]
          |    ^
        help: put it in quotes: `"]"`

        """#
      ),
      (
        "a:b\nc: d\n",
        #"""
        error[yaml/missing-space]: a key's `:` has a space after it
         --> x.yaml:1:2
          |
        1 | a:b
          |  ^
        help: add a space after the `:`

        """#
      ),
      (
        "a: \"\\ud83c\\udf3f x\"\n",
        #"""
        error[yaml/unknown-escape]: `\ud83c` is not an escape
         --> x.yaml:1:5
          |
        1 | a: "\ud83c\udf3f x"
          |     ^^^^^^
        help: between single quotes a backslash is only a backslash

        """#
      ),
      (
        "when: -\n",
        #"""
        error[yaml/list-on-key-line]: a list's first `- ` begins on a line of its own
         --> x.yaml:1:7
          |
        1 | when: -
          |       ^
        help: put it on the next line, or put the text in quotes

        """#
      ),
    ]
  }
}
