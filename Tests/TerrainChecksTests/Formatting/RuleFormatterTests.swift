import TerrainDocuments
import TerrainYAML
import TestSupport
import Testing

@testable import TerrainChecks

/// What formatting makes of `text`; the codes of what it reports where it does not.
func formatted(_ text: String) -> String {
  let source = SourceText(name: "test.yaml", bytes: Array(text.utf8))
  let (edits, diagnostics) = RuleFormatter.edits(for: source)
  guard let edits else { return "refused: " + diagnostics.map(\.code).joined(separator: " ") }
  return String(decoding: RuleFormatter.apply(edits, to: source.bytes), as: UTF8.self)
}

@Suite struct RuleFormatterTests {
  @Test func tablesStandInColumns() {
    let text = """
      rules: 1
      facts:
        a: {type: int,min: -10, max: 10}
        longer:   { type: int, min: 0, max: 10 }

        other: { type: bool }
      decisions:
        d:
          hit: first
          rows:
          - { id: x, when: {a: 1, longer: 2}, then: yes }
          - { id: second, when: { a: 10, longer: 2 }, then: no }
          - { id: y, when: {a: 1}, then: maybe }
      """
    #expect(
      formatted(text) == """
        rules: 1
        facts:
          a:      { type: int, min: -10, max: 10 }
          longer: { type: int, min: 0,   max: 10 }

          other: { type: bool }
        decisions:
          d:
            hit: first
            rows:
              - { id: x,      when: { a: 1,  longer: 2 }, then: yes }
              - { id: second, when: { a: 10, longer: 2 }, then: no }
              - { id: y,      when: { a: 1 },             then: maybe }

        """)
  }

  @Test func expressionsAreQuoted() {
    let text = """
      rules: 1
      decisions:
        d:
          hit: highest
          rows:
            - id: a
              when: x <= 3 && y
              score: = x
              then: { k: '= x', plain: word }
            - id: b
              when: { x: <= -3, y: [a, <3], z: 1..3, u: '-', v: none, w: "!= 3" }
              then: word
            - id: c
              when: 'name == "b"'
              then: "= matches(\\"\\\\\\\\d\\")"
        e:
          value: = it's
      """
    #expect(
      formatted(text) == """
        rules: 1
        decisions:
          d:
            hit: highest
            rows:
              - id: a
                when: "x <= 3 && y"
                score: "= x"
                then: { k: "= x", plain: word }
              - id: b
                when: { x: "<= -3", y: [a, "<3"], z: "1..3", u: "-", v: none, w: "!= 3" }
                then: word
              - id: c
                when: 'name == "b"'
                then: '= matches("\\\\d")'
          e:
            value: "= it's"

        """)
  }

  @Test func linesAreIndentedByTwo() {
    let text = """
      a:
          b: 1
          c:
          -   x
          -   k: 1
              l:
               - 2
          d: |
                 text
                   more

                 end
          e: plain
               over lines
          f: [
          1, 2,
            { a: 1,
            b: 2 }
            ]
      """
    #expect(
      formatted(text) == """
        a:
          b: 1
          c:
            - x
            - k: 1
              l:
                - 2
          d: |
            text
              more

            end
          e: plain
            over lines
          f: [
            1, 2,
            { a: 1,
              b: 2 }
          ]

        """)
  }

  @Test func commentsStay() {
    let text = """
      # top   


      # second
      a: 1      # one
      bcd: 2 # two

      e:
            # inside, before
            f: 3
            # inside, after
      # outside
      g: # behind a key
          h: 4
      # the end
      """
    #expect(
      formatted(text) == """
        # top

        # second
        a: 1    # one
        bcd: 2  # two

        e:
          # inside, before
          f: 3
          # inside, after
        # outside
        g:  # behind a key
          h: 4
        # the end

        """)
  }

  @Test func widthsCountColumnsOfATerminal() {
    let text = """
      a: { name: 氣虛, x: 1 }
      b: { name: abcdef, x: 2 }
      """
    #expect(
      formatted(text) == """
        a: { name: 氣虛,   x: 1 }
        b: { name: abcdef, x: 2 }

        """)
  }

  @Test func whatWouldGetTooWideIsNotAligned() {
    let long = String(repeating: "x", count: 100)
    let text = "a: { k: \(long), l: 1 }\nb: { k: y,   l: \(long) }\n"
    #expect(formatted(text) == "a: { k: \(long), l: 1 }\nb: { k: y, l: \(long) }\n")
  }

  @Test(arguments: [
    ("a: 1", "a: 1\n"),
    ("\u{FEFF}a: 1\r\nb:   2\r\n\r\n\r\n\r\nc: 3", "a: 1\nb: 2\n\nc: 3\n"),
    ("a: &x { b: 1 }\nc:   *x\n", "a: &x { b: 1 }\nc: *x\n"),
    ("---\na:   1\n", "---\na: 1\n"),
    ("{ \"a\" : [ 1,2 ] , \"b\":{} }", "{ \"a\": [1, 2], \"b\": {} }\n"),
    ("a: |+\n    x\n\n\n\nb: 1\n", "a: |+\n  x\n\n\n\nb: 1\n"),
    ("a:\n   b: |2\n       x\n      y\n", "a:\n  b: |2\n      x\n     y\n"),
    ("a:   \"x\n   y \\\n   z\"\n", "a: \"x\n  y \\\n  z\"\n"),
    ("- - 1\n  -   2\n-   - 3\n", "- - 1\n  - 2\n- - 3\n"),
    ("a:\n- 1\nb:\n  - 2\n", "a:\n  - 1\nb:\n  - 2\n"),
    ("a:\t1\t# c\n", "a: 1  # c\n"),
    ("a:\n      # deeper than all\n   b: 1\n", "a:\n  # deeper than all\n  b: 1\n"),
    ("a:\n  b: 1\n      # deeper than all\n  c: 2\n", "a:\n  b: 1\n  # deeper than all\n  c: 2\n"),
    ("-  a: 1\n     # deeper than all\n   b: 2\n", "- a: 1\n  # deeper than all\n  b: 2\n"),
    ("-  a: 1\n     # inside the entry\n- b: 2\n", "- a: 1\n  # inside the entry\n- b: 2\n"),
    ("a:\n      # under the key\n- 1\n", "a:\n  # under the key\n  - 1\n"),
  ]) func smallThings(written: String, wanted: String) {
    #expect(formatted(written) == wanted)
    #expect(formatted(wanted) == wanted)
  }

  @Test func whatCannotBeReadIsNotTouched() {
    #expect(formatted("a: [1\n").hasPrefix("refused: yaml/"))
    #expect(formatted("a: 1\n---\nb: 2\n").hasPrefix("refused: yaml/"))
  }
}
