extension ExplanationText {
  static let expressionsPart1 = #"""
    # expressions/empty
    The expression is empty.
    - Why: An empty condition would be true or false for everybody, and it is not known which was intended.
    - Wrong: `` ``
    - Right: `true`

    # expressions/assignment
    `=` does not compare; `==` does.
    - Why: Expressions change nothing, so a single `=` can only be a comparison that lacks its second character.
    - Wrong: `points = 3`
    - Right: `points == 3`

    # expressions/unknown-operator
    An operator of another language.
    - Why: CEL has `!=`, `&&`, `||` and `!`. An operator of another language would have to be guessed.
    - Wrong: `points <> 3`
    - Right: `points != 3`

    # expressions/word-operator
    An operator written as a word.
    - Why: CEL writes `&&`, `||` and `!`; a word is a name, and two names beside each other have no meaning.
    - Wrong: `active and points > 3`
    - Right: `active && points > 3`

    # expressions/if-then-else
    A conditional is written with `?` and `:`.
    - Why: CEL has one form of conditional; words of other languages are names in it.
    - Wrong: `if active then 1 else 0`
    - Right: `active ? 1 : 0`

    # expressions/missing-else
    `?` needs a `:` and a value for the other case.
    - Why: An expression always has a value, so the other case needs one too.
    - Wrong: `active ? 1`
    - Right: `active ? 1 : 0`

    # expressions/unexpected-colon
    A `:` has no `?` before it.
    - Why: A colon separates the cases of a conditional or a key from its value, and neither is here.
    - Wrong: `active : 1`
    - Right: `active ? 1 : 0`

    # expressions/nested-conditional
    A conditional inside a conditional needs parentheses.
    - Why: Without parentheses, CEL reads a chain of conditionals from the right, which readers often take the other
      way.
    - Wrong: `active ? points > 3 ? 1 : 2 : 3`
    - Right: `active ? (points > 3 ? 1 : 2) : 3`

    # expressions/chained-comparison
    Comparisons cannot be chained.
    - Why: `1 < points` is true or false, and comparing that with a number has no meaning.
    - Wrong: `1 < points < 5`
    - Right: `1 < points && points < 5`

    # expressions/range
    A range is permitted only in a cell.
    - Why: Ranges with `..` are a form of cells; an expression compares twice.
    - Wrong: `points in 5..8`
    - Right: `points >= 5 && points <= 8`

    # expressions/percent
    `%` is the remainder of a division.
    - Why: `50%` would be a remainder without its second number. A share is written as a fraction.
    - Wrong: `rate > 50%`
    - Right: `rate > 0.5`

    # expressions/semicolon
    An expression is one value, without a terminator.
    - Why: There is nothing that could follow it.
    - Wrong: `active;`
    - Right: `active`

    # expressions/unexpected-comma
    A comma is in the position of a value.
    - Why: Commas separate elements and arguments; conditions are joined by `&&` or `||`, and which of the two is
      meant is not known.
    - Wrong: `(active, points > 3)`
    - Right: `active && points > 3`

    # expressions/unexpected-brace
    `{` is not permitted here.
    - Why: Braces make maps. After a value they would construct a message type, of which there are none.
    - Wrong: `(points) {1: 2}`
    - Right: `points == 1`

    # expressions/missing-value
    An operator, a comma or a bracket needs a value.
    - Why: Half of the expression is missing, mostly after an edit.
    - Wrong: `points > 3 &&`
    - Right: `points > 3 && active`

    # expressions/missing-operator
    An operator is missing between two values.
    - Why: Whether `&&`, `||`, `==` or something else is missing changes the result.
    - Wrong: `points active`
    - Right: `points > 3 && active`

    # expressions/missing-colon
    A key of a map needs `:` and a value.
    - Why: A map has a value for each key; a list of values is written between `[` and `]`.
    - Wrong: `{"a", "b"}`
    - Right: `{"a": "b"}`

    # expressions/missing-field
    The name of a field is missing after a dot.
    - Why: The expression ends where the name of a field has to follow.
    - Wrong: `item.`
    - Right: `item.title`

    # expressions/unclosed-bracket
    A bracket is never closed.
    - Why: It is not known where the group was to end, and that changes what is compared with what.
    - Wrong: `(points > 3`
    - Right: `(points > 3)`

    # expressions/wrong-bracket
    A bracket closes one of another kind.
    - Why: It is not known which of the two brackets is the mistake.
    - Wrong: `(points > 3]`
    - Right: `(points > 3)`

    # expressions/unopened-bracket
    A closing bracket has no opening bracket.
    - Why: Either a bracket is missing further left, or this one is too many; the two readings differ.
    - Wrong: `points > 3)`
    - Right: `points > 3`

    # expressions/unclosed-string
    A text has no closing quote.
    - Why: Everything to the end would be text.
    - Wrong: `name == "Ada`
    - Right: `name == "Ada"`

    # expressions/bad-escape
    A backslash begins an unknown escape.
    - Why: In a plain text a backslash begins an escape. Patterns are written as raw texts, `r"…"`, in which it is
      itself.
    - Wrong: `name.matches("\d")`
    - Right: `name.matches(r"\d")`

    # expressions/typographic-quote
    Texts need straight quotes.
    - Why: Editors and chat programs replace straight quotes; CEL does not read them as quotes.
    - Wrong: `name == “Ada”`
    - Right: `name == "Ada"`

    # expressions/fullwidth-character
    An operator or bracket is typed as a full-width character.
    - Why: Input methods for Chinese and Japanese type them. They look like operators and are other characters.
    - Wrong: `（points > 3)`
    - Right: `(points > 3)`

    # expressions/invisible-character
    An invisible character, such as a no-break space.
    - Why: It is copied from web pages and documents, cannot be seen, and is not a blank for CEL.
    - Wrong: `points > 3`
    - Right: `points > 3`

    # expressions/unknown-character
    A character that has no meaning in expressions.
    - Why: Outside of texts CEL uses letters, digits and operators only.
    - Wrong: `points > 🍵`
    - Right: `name == "🍵"`

    # expressions/bad-name
    Names consist of letters a to z, digits and `_`.
    - Why: CEL's names are ASCII; other letters belong in texts, where they are compared as they are.
    - Wrong: `名 == 3`
    - Right: `name == "名"`

    # expressions/bad-number
    This is neither a number nor a name.
    - Why: Numbers have no units; what was meant has to be written as a calculation or a duration.
    - Wrong: `points > 3days`
    - Right: `points > 3`

    # expressions/number-out-of-range
    A number does not fit its type.
    - Why: A number that is silently rounded or wrapped would compare with something else than what is written.
    - Wrong: `points > 9223372036854775808`
    - Right: `rate > 1e20`

    # expressions/leading-zero (warning)
    A number has a leading zero.
    - Why: Some languages read such numbers as octal; here it is decimal, and a reader cannot see that.
    - Wrong: `points == 007`
    - Right: `points == 7`

    # expressions/reserved-word
    A reserved word cannot be a name.
    - Why: CEL reserves these words for itself, and other implementations refuse them.
    - Wrong: `loop > 1`
    - Right: `points > 1`

    # expressions/unclosed-backticks
    A field's name in backticks has no closing backtick.
    - Why: It is not known where the name ends.
    - Wrong: ``` item.`title ```
    - Right: `item.title`

    # expressions/empty-backticks
    A name between backticks is empty.
    - Why: A field without a name cannot exist.
    - Wrong: ``` item.`` ```
    - Right: `item.title`

    # expressions/bad-backticks
    A character that is not permitted between backticks.
    - Why: Between backticks CEL permits letters, digits, `_`, `-`, `.`, `/` and blanks; other keys are selected
      with brackets.
    - Wrong: ``` {"a:b": 1}.`a:b` == 1 ```
    - Right: `{"a:b": 1}["a:b"] == 1`

    # expressions/misplaced-backticks
    A name in backticks is permitted only after a dot.
    - Why: Backticks quote names of fields; names of facts and decisions never need them.
    - Wrong: ``` `name` == "Ada" ```
    - Right: `name == "Ada"`

    # expressions/macro-variable
    `exists` and the other macros need a plain name for the element.
    - Why: The macro gives the element this name in its second argument, so it has to be one.
    - Wrong: `tags.exists("t", true)`
    - Right: `tags.exists(t, t == "x")`

    # expressions/macro-arguments
    A macro has the wrong arguments.
    - Why: A macro is not a function: it looks at the form of its arguments. `has` asks for a field, not for a name.
    - Wrong: `has(name)`
    - Right: `has(item.title)`

    # expressions/unknown-name
    Unknown name.
    - Why: A name without a declaration has no value. It would fail for everybody, so it is found before anybody is
      asked.
    - Wrong: `point > 3`
    - Right: `points > 3`

    # expressions/unknown-function
    Unknown function.
    - Why: The set of functions is closed, so that every rule has a known cost and the same result everywhere.
    - Wrong: `name.startswith("A")`
    - Right: `name.startsWith("A")`

    # expressions/unknown-field
    A record has no field of this name.
    - Why: The record's type lists its fields; one that is not listed would never be there.
    - Wrong: `item.titel == "x"`
    - Right: `item.title == "x"`

    # expressions/no-fields
    A value of this type has no fields.
    - Why: Only records and maps have fields. Sizes and the like are functions, which need parentheses.
    - Wrong: `points.size > 3`
    - Right: `tags.size() > 3`

    # expressions/unknown-type
    Message construction is not supported: there are no message types.
    - Why: Rules make maps and records by their declared types; CEL's messages do not exist here.
    - Wrong: `Thing{title: "x"}`
    - Right: `{"title": "x"}`

    # expressions/no-such-overload
    An operator does not accept values of these types.
    - Why: CEL converts nothing by itself: `1 + 1.5` has no meaning in it. Silent conversion loses digits.
    - Wrong: `points + rate > 3.0`
    - Right: `double(points) + rate > 3.0`
    """#
}
