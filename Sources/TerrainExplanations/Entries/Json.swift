extension ExplanationText {
  static let json = #"""
    # json/bad-number
    A number is not in JSON's syntax.
    - Why: Other programs that read the same file refuse it, and a number that is guessed may be another one.
    - Wrong: `[.5]`
    - Right: `[0.5]`

    # json/leading-zero
    A number begins with a zero and another digit.
    - Why: Some languages read such numbers as octal, so the value depends on who reads it.
    - Wrong: `[007]`
    - Right: `[7]`

    # json/comment
    JSON has no comments.
    - Why: Files of JSON are read by other programs too, which refuse comments. Write YAML where comments are
      needed.
    - Wrong: `[1] // one`
    - Right: `[1]`

    # json/control-character
    A line end, a tab or another control character is in a string without an escape.
    - Why: JSON forbids them, and a line end inside quotes mostly means that the closing quote is missing.
    - Wrong: `["a⇥b"]`
    - Right: `["a\tb"]`

    # json/doubled-comma
    No element precedes a comma.
    - Why: An element is missing, and it is not known which one.
    - Wrong: `[1,,2]`
    - Right: `[1,2]`

    # json/trailing-comma
    A comma follows the last element or member.
    - Why: JSON forbids it; readers of other languages refuse the file.
    - Wrong: `[1, 2,]`
    - Right: `[1, 2]`

    # json/duplicate-key (error or warning)
    An object has the same key twice, so its value is ambiguous.
    - Why: Programs differ in whether they take the first or the last of the two values, so one of them is silently
      lost.
    - Wrong: `{"a": 1, "a": 2}`
    - Right: `{"a": 1, "b": 2}`

    # json/expected-colon
    A key needs a colon after it.
    - Why: Without it, a key and its value cannot be told apart.
    - Wrong: `{"a" 1}`
    - Right: `{"a": 1}`

    # json/expected-comma
    Elements and members are separated by commas.
    - Why: Two values without a comma mostly come from a deleted line.
    - Wrong: `[1 2]`
    - Right: `[1, 2]`

    # json/expected-key
    A key is a text in double quotes.
    - Why: JSON has no bare words as keys; YAML does.
    - Wrong: `{a: 1}`
    - Right: `{"a": 1}`

    # json/expected-value
    A value is missing.
    - Why: A key without a value is not the same as `null`, which has to be written.
    - Wrong: `{"a": }`
    - Right: `{"a": null}`

    # json/lone-surrogate
    Half of a surrogate pair is not a character.
    - Why: It cannot be written as UTF-8, so no output could contain this text.
    - Wrong: `["\ud83d"]`
    - Right: `["\ud83c\udf75"]`

    # json/nested-too-deep
    Arrays and objects are nested deeper than the limit `nesting`, 256.
    - Why: Depth costs stack and memory; a small file of brackets must not be able to exhaust them.
    - Wrong: 257 times `[`
    - Right: a flatter shape

    # json/single-quotes
    Strings are in double quotes.
    - Why: JSON has one kind of quotes; YAML has both.
    - Wrong: `['a']`
    - Right: `["a"]`

    # json/text-after-value
    The file contains more than one value.
    - Why: What follows the first value would be ignored. Several values, one per line, are NDJSON, which only some
      commands read.
    - Wrong: `{} {}`
    - Right: `[{}, {}]`

    # json/unclosed-bracket
    An array or object is never closed.
    - Why: Everything up to the end of the file would belong to it, so all later mistakes would be reported at wrong
      places.
    - Wrong: `[1, 2`
    - Right: `[1, 2]`

    # json/unclosed-string
    A string has no closing quote on its line.
    - Why: Everything after the quote would be text, up to the next quote somewhere below.
    - Wrong: `["a]`
    - Right: `["a"]`

    # json/unknown-escape
    A backslash begins an escape that JSON does not have.
    - Why: Its meaning is undefined; mostly it is a path or a pattern whose backslashes have to be doubled.
    - Wrong: `["C:\q"]`
    - Right: `["C:\\q"]`

    # json/unknown-word
    A bare word other than `true`, `false` and `null`.
    - Why: JSON knows three words, in lower case. `True`, `None` and `NaN` are of other languages.
    - Wrong: `[True]`
    - Right: `[true]`

    # json/wrong-bracket
    A bracket closes one of another kind.
    - Why: It is not known which of the two brackets is the mistake, so nothing after it has a certain place.
    - Wrong: `[1, 2}`
    - Right: `[1, 2]`
    """#
}
