import TerrainDocuments
import Testing

/// Mistakes inside one JSON value: words, numbers, strings.
@Suite struct JSONValueDiagnosticsTests {
  @Test func everyDiagnosticAsItIsShown() {
    for (text, expected) in Self.cases {
      let diagnostics = JSONReader.read(SourceText(name: "x.json", text: text)).diagnostics
      #expect(DiagnosticRenderer.text(diagnostics) == expected)
    }
  }

  private static var cases: [(text: String, expected: String)] {
    [
      (
        "{'a': 1}",
        #"""
        error[json/single-quotes]: JSON strings are in double quotes
         --> x.json:1:2
          |
        1 | {'a': 1}
          |  ^^^
        help: use `"` instead of `'`

        """#
      ),
      (
        "[NaN, None, tru, foo, -Infinity]",
        #"""
        error[json/unknown-word]: JSON has no `NaN`: numbers are finite
         --> x.json:1:2
          |
        1 | [NaN, None, tru, foo, -Infinity]
          |  ^^^

        error[json/unknown-word]: `None` is not JSON
         --> x.json:1:7
          |
        1 | [NaN, None, tru, foo, -Infinity]
          |       ^^^^
        help: write `null`

        error[json/unknown-word]: `tru` is not a JSON value
         --> x.json:1:13
          |
        1 | [NaN, None, tru, foo, -Infinity]
          |             ^^^
        help: write `true`

        error[json/unknown-word]: `foo` is not a JSON value
         --> x.json:1:18
          |
        1 | [NaN, None, tru, foo, -Infinity]
          |                  ^^^
        help: put text in double quotes: `"foo"`

        error[json/unknown-word]: JSON has no `-Infinity`: numbers are finite
         --> x.json:1:23
          |
        1 | [NaN, None, tru, foo, -Infinity]
          |                       ^^^^^^^^^

        """#
      ),
      (
        "[01]",
        #"""
        error[json/leading-zero]: a number does not begin with a zero and another digit
         --> x.json:1:2
          |
        1 | [01]
          |  ^^

        """#
      ),
      (
        "[.5, +1]",
        #"""
        error[json/bad-number]: a number begins with a digit or a minus sign
         --> x.json:1:2
          |
        1 | [.5, +1]
          |  ^^

        """#
      ),
      (
        "[1.]",
        #"""
        error[json/bad-number]: expected a digit after the decimal point
         --> x.json:1:4
          |
        1 | [1.]
          |    ^

        """#
      ),
      (
        "[1e]",
        #"""
        error[json/bad-number]: expected a digit after the exponent's e
         --> x.json:1:4
          |
        1 | [1e]
          |    ^

        """#
      ),
      (
        "[-]",
        #"""
        error[json/bad-number]: expected a digit after the minus sign
         --> x.json:1:3
          |
        1 | [-]
          |   ^

        """#
      ),
      (
        "[\"a\nb\"]",
        #"""
        error[json/unclosed-string]: this string has no closing quote on its line
         --> x.json:1:2
          |
        1 | ["a
          |  ^^
        help: add the missing `"`, or write a line end as `\n`

        """#
      ),
      (
        "[\"\u{1}\"]",
        #"""
        error[json/control-character]: the control character U+0001 is unescaped in a string
         --> x.json:1:3
          |
        1 | ["\u{1}"]
          |   ^^^^^
        help: write it as `\u0001`

        """#
      ),
      (
        "[\"a\tb\"]",
        #"""
        error[json/control-character]: the control character U+0009 is unescaped in a string
         --> x.json:1:4
          |
        1 | ["a b"]
          |    ^
        help: write it as `\t`

        """#
      ),
      (
        "[\"\\x\"]",
        #"""
        error[json/unknown-escape]: `\x` is not an escape
         --> x.json:1:3
          |
        1 | ["\x"]
          |   ^^
        help: a backslash itself is written `\\`

        """#
      ),
      (
        "[\"\\u12\"]",
        #"""
        error[json/unknown-escape]: `\u` is followed by four hexadecimal digits
         --> x.json:1:3
          |
        1 | ["\u12"]
          |   ^^^^

        """#
      ),
      (
        "[\"\\ud800\"]",
        #"""
        error[json/lone-surrogate]: this is half a surrogate pair, and no character
         --> x.json:1:3
          |
        1 | ["\ud800"]
          |   ^^^^^^

        """#
      ),
      (
        "{\"生姜🌶️\": tru}",
        #"""
        error[json/unknown-word]: `tru` is not a JSON value
         --> x.json:1:9
          |
        1 | {"生姜🌶️": tru}
          |            ^^^
        help: write `true`

        """#
      ),
      (
        "[\"abc",
        #"""
        error[json/unclosed-string]: this string has no closing quote on its line
         --> x.json:1:2
          |
        1 | ["abc
          |  ^^^^
        help: add the missing `"`, or write a line end as `\n`

        """#
      ),
      (
        "[12abc]",
        #"""
        error[json/bad-number]: this is not a number
         --> x.json:1:2
          |
        1 | [12abc]
          |  ^^^^^
        help: put text in double quotes

        """#
      ),
      (
        "{\"a\": 'it'}",
        #"""
        error[json/single-quotes]: JSON strings are in double quotes
         --> x.json:1:7
          |
        1 | {"a": 'it'}
          |       ^^^^
        help: use `"` instead of `'`

        """#
      ),
    ]
  }
}
