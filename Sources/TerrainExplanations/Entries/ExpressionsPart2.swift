extension ExplanationText {
  static let expressionsPart2 = #"""
    # expressions/argument-count
    A function has another number of arguments.
    - Why: An argument too many would be ignored, and a missing one guessed.
    - Wrong: `name.startsWith("A", "B")`
    - Right: `name.startsWith("A")`

    # expressions/wrong-form
    A function is called as a method, or a method as a function.
    - Why: CEL defines each function in one of the two forms, and other implementations know only that one.
    - Wrong: `startsWith(name, "A")`
    - Right: `name.startsWith("A")`

    # expressions/wrong-type
    A value of another type is expected.
    - Why: The value is used where its type is declared; another type would fail when the rule is evaluated.
    - Wrong: `value: "= name"` in a decision of `type: int`
    - Right: `value: "= points"`

    # expressions/not-a-condition
    A condition has to be a `bool`.
    - Why: CEL has no truth of numbers and texts: 0 and "" are not false.
    - Wrong: `points && active`
    - Right: `points > 0 && active`

    # expressions/choice-types
    Both results of a conditional need the same type.
    - Why: The type of the whole must not depend on which case applies, as the rest of the rule is checked against
      it.
    - Wrong: `active ? 1 : "none"`
    - Right: `active ? "1" : "none"`

    # expressions/not-a-member
    A text is compared with an enum that does not have it as a value.
    - Why: The comparison would be false for everybody, and the row unreachable because of a misspelling.
    - Wrong: `tier == "golden"`
    - Right: `tier == "gold"`

    # expressions/never-equal
    Two enums that are compared have no value in common.
    - Why: The comparison is false whatever the values are, so one of the two names is probably another one.
    - Wrong: `tier == size`
    - Right: `tier == "gold" && size == "small"`

    # expressions/no-order
    Values of an enum are compared by `<`, stepped through or sorted, and the enum has no order. `ordered: true` beside its `values` declares
    one, the least value first. Values of an ordered enum are compared with each other only, and lists of them are not sorted.
    - Why: Without a declared order, "less" would mean the order of letters, in which `gold` precedes `silver` and
      follows `bronze` by accident.
    - Wrong: `tier < "gold"`
    - Right: `tier == "gold"`

    # expressions/bare-optional
    An optional value is used as if it were always present.
    - Why: The fact may be absent, and absence is not a number: the rule has to declare what happens then.
    - Wrong: `mood > 3`
    - Right: `mood.orValue(5) > 3`

    # expressions/not-optional
    `?` needs an optional value.
    - Why: `?` skips what is absent; a value that is always there cannot be.
    - Wrong: `[?points].size() == 1`
    - Right: `[?mood].size() == 1`

    # expressions/map-key
    A key of a map is a string, a whole number or a bool.
    - Why: Other keys have no exact equality (doubles) or none at all (lists).
    - Wrong: `{1.5: "x"}.size() == 1`
    - Right: `{"1.5": "x"}.size() == 1`

    # expressions/not-iterable
    Only lists and maps can be iterated.
    - Why: A single value has no elements to look at.
    - Wrong: `points.exists(p, p > 3)`
    - Right: `tags.exists(t, t == "x")`

    # expressions/loop-type
    A loop needs a condition here.
    - Why: The value that a loop carries from step to step has one type, which its result has too.
    - Wrong: a step of a loop that yields another type than the loop gathers
    - Right: one type throughout

    # expressions/loops-nested
    Loops are nested deeper than the limit `comprehension-depth`, 8.
    - Why: Each level multiplies the cost by the length of a list; four levels over lists of a hundred are a hundred
      million steps.
    - Wrong: nine `exists` one in another
    - Right: a decision for the inner ones

    # expressions/nested-too-deep
    Brackets are nested deeper than the limit `expression-nesting`.
    - Why: The parser's depth is bounded, so that no text can exhaust the stack.
    - Wrong: 300 times `(`
    - Right: a decision for a part of it

    # expressions/too-deep
    Operations are nested deeper than the limit `expression-depth`.
    - Why: The planner's depth is bounded, so that no expression can exhaust the stack; and nobody can review such
      an expression.
    - Wrong: `1 + 1 + …` with thousands of terms
    - Right: several decisions

    # expressions/too-long
    An expression is longer than the limit `expression-length`.
    - Why: The limit bounds the time that parsing can take, and a cell of this size is data in the wrong place.
    - Wrong: 100,000 bytes in one cell
    - Right: several decisions, or a list in a fact

    # expressions/too-many-nodes
    An expression has more parts than the limit `expression-nodes`.
    - Why: The limit bounds the time and memory of one expression.
    - Wrong: thousands of comparisons joined by `||`
    - Right: `name in ["a", "b", "c"]`

    # expressions/cycle
    A decision needs its own result. The planner reports it where modules were not checked before.
    - Why: The value would be needed to compute itself, and evaluation would never end.
    - Wrong: a decision that uses itself
    - Right: two decisions, one of which uses the other

    # expressions/no-body
    A decision is used that has no definition.
    - Why: A name without a definition has no value to compute.
    - Wrong: a program put together without one of its decisions
    - Right: all decisions that are used

    # expressions/program-too-large
    All decisions together need more registers than the limit `registers`.
    - Why: Registers are numbered with a fixed width; beyond it two values would share one.
    - Wrong: a rule set of hundreds of thousands of parts
    - Right: several rule sets
    """#
}
