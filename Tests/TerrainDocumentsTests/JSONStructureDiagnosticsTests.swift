import TerrainDocuments
import Testing

/// Mistakes between JSON values: brackets, commas, keys, comments.
@Suite struct JSONStructureDiagnosticsTests {
  @Test func everyDiagnosticAsItIsShown() {
    for (text, expected) in Self.cases {
      let diagnostics = JSONReader.read(SourceText(name: "x.json", text: text)).diagnostics
      #expect(DiagnosticRenderer.text(diagnostics) == expected)
    }
  }

  private static var cases: [(text: String, expected: String)] {
    [
      (
        "",
        #"""
        error[json/expected-value]: expected a value here, but the text ends
         --> x.json

        """#
      ),
      (
        " \n",
        #"""
        error[json/expected-value]: expected a value here, but the text ends
         --> x.json:2:1
          |
        2 |
          | ^

        """#
      ),
      (
        "{\"a\": 1,}",
        #"""
        error[json/trailing-comma]: JSON has no comma after the last member
         --> x.json:1:8
          |
        1 | {"a": 1,}
          |        ^
        help: remove the comma

        """#
      ),
      (
        "[1,]",
        #"""
        error[json/trailing-comma]: JSON has no comma after the last element
         --> x.json:1:3
          |
        1 | [1,]
          |   ^
        help: remove the comma

        """#
      ),
      (
        "{a: 1}",
        #"""
        error[json/expected-key]: expected a key in double quotes here, but found `a`
         --> x.json:1:2
          |
        1 | {a: 1}
          |  ^
        help: put the key in quotes: `"a"`

        """#
      ),
      (
        "{\"a\": 1\n \"b\": 2}",
        #"""
        error[json/expected-comma]: expected `,` or `}` here, but found `"`
         --> x.json:2:2
          |
        2 |  "b": 2}
          |  ^
        note: the object begins here
         --> x.json:1:1
          |
        1 | {"a": 1
          | ^

        """#
      ),
      (
        "[1 2]",
        #"""
        error[json/expected-comma]: expected `,` or `]` here, but found `2`
         --> x.json:1:4
          |
        1 | [1 2]
          |    ^
        note: the array begins here
         --> x.json:1:1
          |
        1 | [1 2]
          | ^

        """#
      ),
      (
        "{\"a\" 1}",
        #"""
        error[json/expected-colon]: expected `:` after the key, but found `1`
         --> x.json:1:6
          |
        1 | {"a" 1}
          |      ^

        """#
      ),
      (
        "{\n  \"a\": 1\n",
        #"""
        error[json/unclosed-bracket]: the object that begins here is never closed: the text ends first
         --> x.json:1:1
          |
        1 | {
          | ^
        help: add the missing `}`

        """#
      ),
      (
        "[1}",
        #"""
        error[json/wrong-bracket]: expected `]` to close this, but found `}`
         --> x.json:1:3
          |
        1 | [1}
          |   ^
        note: the array begins here
         --> x.json:1:1
          |
        1 | [1}
          | ^

        """#
      ),
      (
        "{\"a\": [1}",
        #"""
        error[json/wrong-bracket]: expected `]` to close this, but found `}`
         --> x.json:1:9
          |
        1 | {"a": [1}
          |         ^
        note: the array begins here
         --> x.json:1:7
          |
        1 | {"a": [1}
          |       ^

        """#
      ),
      (
        "[1, // x\n2 /* y */]",
        #"""
        error[json/comment]: JSON has no comments
         --> x.json:1:5
          |
        1 | [1, // x
          |     ^^^^
        help: remove the comment, or make the file a YAML one

        error[json/comment]: JSON has no comments
         --> x.json:2:3
          |
        2 | 2 /* y */]
          |   ^^^^^^^
        help: remove the comment, or make the file a YAML one

        """#
      ),
      (
        "1 2",
        #"""
        error[json/text-after-value]: expected the end of the text after its value, but found `2`
         --> x.json:1:3
          |
        1 | 1 2
          |   ^

        """#
      ),
      (
        "{\"a\":1,\"a\":2}",
        #"""
        warning[json/duplicate-key]: the key `a` is written twice
         --> x.json:1:8
          |
        1 | {"a":1,"a":2}
          |        ^^^
        note: first written here
         --> x.json:1:2
          |
        1 | {"a":1,"a":2}
          |  ^^^
        help: remove or rename one of them

        """#
      ),
      (
        "[1,,2]",
        #"""
        error[json/doubled-comma]: there is nothing before this comma
         --> x.json:1:4
          |
        1 | [1,,2]
          |    ^
        help: remove the comma

        """#
      ),
      (
        "{\"a\":}",
        #"""
        error[json/expected-value]: expected a value here, but found `}`
         --> x.json:1:6
          |
        1 | {"a":}
          |      ^

        """#
      ),
      (
        "]",
        #"""
        error[json/expected-value]: expected a value here, but found `]`
         --> x.json:1:1
          |
        1 | ]
          | ^

        """#
      ),
      (
        "{\"a\"",
        #"""
        error[json/unclosed-bracket]: the object that begins here is never closed: the text ends first
         --> x.json:1:1
          |
        1 | {"a"
          | ^
        help: add the missing `}`

        """#
      ),
      (
        "<html>",
        #"""
        error[json/expected-value]: expected a value here, but found `<`
         --> x.json:1:1
          |
        1 | <html>
          | ^

        """#
      ),
    ]
  }
}
