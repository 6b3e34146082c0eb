extension ExplanationText {
  static let yaml = #"""
    # yaml/unquoted-text
    A text begins with a character that has a meaning in YAML.
    - Why: YAML gives `>`, `|`, `!`, `&`, `*`, `%`, `@` and the backtick a meaning of its own at the beginning of a
      value, so the comparison is not read as text.
    - Wrong: `when: >= 3`
    - Right: `when: ">= 3"`

    # yaml/long-key
    A key is longer than YAML permits: 1024 characters from its beginning to its `:`.
    - Why: The YAML specification limits keys so that a parser can decide with bounded memory whether a text is one.
    - Wrong: a key of 1100 letters, then `: 1`
    - Right: the same key after `? `, and `: 1` on the next line

    # yaml/unknown-tag
    A text begins with `!`, which begins a tag in YAML.
    - Why: A tag changes the type of the value, and an unknown one leaves it without any: `!done` is read as a tag
      of nothing, not as "not done".
    - Wrong: `when: !done`
    - Right: `when: "!done"`
    - Reported for: file

    # yaml/tag-mismatch
    A value is not of the type of its tag.
    - Why: A tag asserts the type of its value; a value of another type has none.
    - Wrong: `a: !!int one`
    - Right: `a: !!int 1`
    - Reported for: file

    # yaml/second-colon
    A text contains `: `, which would end another key.
    - Why: YAML reads `a: b: c` as a map inside a map on one line, which it forbids; a conditional is the usual
      case.
    - Wrong: `a: x ? b : c`
    - Right: `a: "x ? b : c"`

    # yaml/cut-at-comma
    Between brackets a comma ends a text, so this one is split.
    - Why: The rest becomes another key without a value, and YAML reports nothing: the condition would silently be a
      different one.
    - Wrong: `{ when: tags.exists(t, t == "x"), then: 1 }`
    - Right: `{ when: 'tags.exists(t, t == "x")', then: 1 }`
    - Reported for: file

    # yaml/cut-at-bracket
    Between brackets a bracket ends a text, so this one is split.
    - Why: The text ends before the bracket, and what follows it is read as structure.
    - Wrong: `{ when: a[0] == 1, then: 1 }`
    - Right: `{ when: "a[0] == 1", then: 1 }`

    # yaml/cut-at-comment
    ` #` begins a comment, so the text loses its end.
    - Why: YAML drops everything from ` #` on without a word, and the condition would silently lose its end.
    - Wrong: `when: f(a # b)`
    - Right: `when: "f(a # b)"`
    - Reported for: file

    # yaml/text-after-quotes
    A text that begins with a quote ends at the next quote, but more text follows.
    - Why: A quoted text is a whole value; what follows is lost or changes the structure.
    - Wrong: `a: "b" == c`
    - Right: `a: '"b" == c'`

    # yaml/unclosed-quote
    A text in quotes has no closing quote.
    - Why: Everything up to the next quote, lines below included, would be one text.
    - Wrong: `a: "b`
    - Right: `a: "b"`

    # yaml/unknown-escape
    A backslash between double quotes begins an escape that YAML does not have.
    - Why: Between double quotes a backslash begins an escape; patterns are easier between single quotes, where it
      is itself.
    - Wrong: `a: "\d+"`
    - Right: `a: '\d+'`

    # yaml/tab-indentation
    A line is indented with a tab.
    - Why: The width of a tab is not defined, so the level of the line is not.
    - Wrong: `a:⏎⇥b: 1`
    - Right: `a:⏎  b: 1`

    # yaml/bad-indentation
    The indentation of a line matches no level above it.
    - Why: Indentation is structure: the line could belong to any of the levels around it.
    - Wrong: `a: 1⏎ b: 2`
    - Right: `a: 1⏎b: 2`

    # yaml/list-on-key-line
    A list begins on a line of its own.
    - Why: YAML would need a list on the line of its key between brackets.
    - Wrong: `a: - b`
    - Right: `a:⏎  - b`

    # yaml/expected-colon
    A key has no `: ` after it.
    - Why: A word alone among keys is neither a key nor a value.
    - Wrong: `a: 1⏎b⏎c: 2`
    - Right: `a: 1⏎b: 3⏎c: 2`

    # yaml/missing-space
    A key's colon needs a space after it.
    - Why: Without the space the colon belongs to the text: `b:2` is the text "b:2", not a key.
    - Wrong: `b:2⏎c: 3`
    - Right: `b: 2⏎c: 3`

    # yaml/expected-comma
    Elements between brackets are separated by commas.
    - Why: Two texts beside each other are one text over two lines in YAML, or a mistake; here it cannot be one.
    - Wrong: `a: ["x"⏎  "y"]`
    - Right: `a: ["x",⏎  "y"]`

    # yaml/expected-value
    A value is missing.
    - Why: An empty element would be `null`, which is hardly intended and has to be written.
    - Wrong: `a: [1,,2]`
    - Right: `a: [1, 2]`

    # yaml/unclosed-bracket
    A bracket is never closed.
    - Why: Everything up to the end of the file would be inside it.
    - Wrong: `a: [1, 2`
    - Right: `a: [1, 2]`

    # yaml/typographic-quotes (error or warning)
    A text begins and ends with typographic quotes, which YAML reads as part of the text. Quotes that people should see go inside straight ones.
    - Why: Editors and chat programs replace straight quotes. The text would have the quotes in it, for people to
      see.
    - Wrong: `en-US: “Green tea”`
    - Right: `en-US: "Green tea"`
    - Reported for: file

    # yaml/look-alike
    A character that looks like a space, but is another one, is in a position where YAML's layout needs a space.
    - Why: A no-break space is a letter for YAML, not a blank: what looks like a key and a value is one text.
    - Wrong: `a:⍽1⏎b: 2` where ⍽ is a no-break space
    - Right: `a: 1⏎b: 2`

    # yaml/merge-conflict
    The file has the markers of an unfinished merge: lines that begin with `<<<<<<<` and `>>>>>>>`.
    - Why: Both versions are in the file, and neither is meant as it is.
    - Wrong: `a: 1⏎<<<<<<< ours⏎b: 2⏎=======⏎b: 3⏎>>>>>>> theirs`
    - Right: `a: 1⏎b: 3`

    # yaml/stray-bracket
    A closing bracket has no opening bracket.
    - Why: It mostly remains after a deletion; where an opening one is missing, more is wrong than the bracket.
    - Wrong: `a: b]⏎c: [1]]`
    - Right: `a: b⏎c: [1]`

    # yaml/duplicate-key
    A map has the same key twice.
    - Why: YAML forbids it, and readers that do not keep the last value only: one row or field would be silently
      lost.
    - Wrong: `a: 1⏎a: 2`
    - Right: `a: 1⏎b: 2`
    - Reported for: file

    # yaml/complex-key
    A key is a text, not a list or a map.
    - Why: Records and rules are found by names, and every output is JSON, which has only text as keys.
    - Wrong: `[a, b]: 1`
    - Right: `"a, b": 1`

    # yaml/unknown-alias
    An alias refers to an anchor that does not precede it.
    - Why: An alias has the value of its anchor; without one it has no value.
    - Wrong: `a: *ohter`
    - Right: `b: &other 1⏎a: *other`

    # yaml/recursive-alias
    An alias is inside the value that it refers to.
    - Why: The value would contain itself and never end.
    - Wrong: `a: &a [*a]`
    - Right: `a: &a [1]⏎b: *a`

    # yaml/alias-expansion
    Aliases expand to more values than the limit `aliasExpansion`, a million: a small file could expand to a huge one.
    - Why: A file of 300 bytes can expand to gigabytes; the limit bounds the memory and time that a file can take.
    - Wrong: nine levels of lists, each ten times an alias of the level below
    - Right: the values, written out

    # yaml/nested-too-deep
    Lists and maps are nested deeper than the limit `nesting`, 256.
    - Why: Depth costs stack and memory; a small file of brackets must not be able to exhaust them.
    - Wrong: 257 times `[`
    - Right: a flatter shape

    # yaml/too-many-documents
    The file contains more documents than the limit `documents`, 10,000.
    - Why: The limit bounds the memory that one file can take.
    - Wrong: 10,001 times `---`
    - Right: several files

    # yaml/second-document
    The file contains a second document where one is expected.
    - Why: Only the first would be used, and the other lost without a word.
    - Wrong: `a: 1⏎---⏎b: 2`
    - Right: `a: 1⏎b: 2`

    # yaml/no-value
    The file contains only comments and blanks.
    - Why: Comments have no value. A file in which everything was commented out would otherwise count as content.
    - Wrong: `# nothing yet`
    - Right: `a: 1`

    # yaml/text-after-document
    More text follows the end of the document's value.
    - Why: A document has one value; the rest would be ignored.
    - Wrong: `"a"⏎"b"`
    - Right: `["a", "b"]`

    # yaml/bad-directive
    A line begins with `%` and is not a directive.
    - Why: A `%` in the first column begins a directive for the parser, and this is none that it knows.
    - Wrong: `%YAML one⏎---⏎a: 1`
    - Right: `a: 1`

    # yaml/control-character
    A control character is in the file without an escape.
    - Why: YAML forbids it, it is invisible in editors, and it can change what a terminal shows.
    - Wrong: a byte 0x01 in a text
    - Right: `a: "\x01"`, if it is intended

    # yaml/syntax
    Any other syntax error, with the message of the YAML parser.
    - Why: Where the parser stops, nothing after it has been read.
    - Wrong: `%YAML 1.1⏎%YAML 1.1⏎---⏎a: 1`
    - Right: `%YAML 1.1⏎---⏎a: 1`
    """#
}
