extension ExplanationText {
  static let evaluation = #"""
    # evaluation/overflow
    A number exceeds the range of its type.
    - Why: A number that wraps around or is rounded silently is a wrong result; an error is not.
    - Wrong: `9223372036854775807 + n` with `n` of 1
    - Right: `9223372036854775806 + n`

    # evaluation/division-by-zero
    A division by zero.
    - Why: There is no such number, and 0 or infinity would be a guess.
    - Wrong: `10 / (n - 1)` with `n` of 1
    - Right: `n == 1 ? 0 : 10 / (n - 1)`

    # evaluation/no-such-overload
    An operator or function does not accept values of these types; only where types are unknown before evaluation.
    - Why: CEL converts nothing by itself; for values of `dyn` that is known only when they are there.
    - Wrong: `dyn("a") + n`
    - Right: `"a" + string(n)`

    # evaluation/no-such-key
    A map has no such key, or a record no such field.
    - Why: An absent value is never read as null or false: the rule has to declare what happens then.
    - Wrong: `prices["tea"]` where there is none
    - Right: `"tea" in prices && prices["tea"] > 3`

    # evaluation/index-out-of-range
    A list has no such element.
    - Why: An absent element is never read as null; the rule has to test the size first.
    - Wrong: `[7, 8][n + 1]` with `n` of 1
    - Right: `[7, 8][n]`

    # evaluation/invalid-argument
    A function does not accept this value.
    - Why: The function has no result for it, and none is made up.
    - Wrong: `timestamp(string(n))` with `n` of 1
    - Right: `timestamp("2026-03-01T00:00:00Z")`

    # evaluation/duplicate-key
    A map is built with the same key twice.
    - Why: Only one of the values could be kept.
    - Wrong: `{n: 1, 1: 2}` with `n` of 1
    - Right: `{n: 1, 2: 2}`

    # evaluation/size-limit
    The values that were built have more bytes than the limit `bytes` ([what counts](functions.md#limits)).
    - Why: The limit bounds the memory that one request can take.
    - Wrong: a list doubled again and again
    - Right: a bounded list

    # evaluation/absent-value
    An absent value was used.
    - Why: An absent value is never read as 0 or false: the rule has to declare what happens then.
    - Wrong: `optional.none().value() == n`
    - Right: `optional.none().orValue(5) == n`

    # evaluation/no-row
    No row of a decision holds, and it has no `otherwise`.
    - Why: There is no result, and none is made up. `terrain validate` finds such gaps before (`rules/table-gap`).
    - Wrong: a table with a gap (`rules/table-gap`)
    - Right: a row for it, or an `otherwise`

    # evaluation/two-rows
    Two rows of a decision with `hit: unique` hold.
    - Why: `unique` promises one row, and which of two was meant is not known.
    - Wrong: a table with an overlap (`rules/overlap`)
    - Right: conditions that exclude one another

    # evaluation/missing-fact
    A fact that a decision needs was not given.
    - Why: A fact that is not optional is never guessed.
    - Wrong: `{"n": 3}` where a decision reads `n` and `m`
    - Right: `{"n": 3, "m": 0}`

    # evaluation/fact-type
    A fact has a value of another type.
    - Why: It could not be compared with anything in the rules.
    - Wrong: a text where an app gives the number `n`
    - Right: `{"n": 3, "m": 0}`

    # evaluation/fact-range
    A fact's value is outside its range.
    - Why: The rules were proved complete for the declared range only.
    - Wrong: `{"n": 30, "m": 0}` where the range ends at 10
    - Right: `{"n": 10, "m": 0}`

    # evaluation/unknown-name
    A name has no value; only where names are unknown before evaluation.
    - Why: There is nothing of this name to evaluate.
    - Wrong: a program asked by name for a decision that it does not have
    - Right: a name that the rules declare

    # evaluation/wrong-type
    A value from outside has another type than declared.
    - Why: The program was planned for the declared type, and does not read another as if it were that.
    - Wrong: a text where a record declares a number
    - Right: a number

    # evaluation/cycle
    A decision needs its own result; only where modules were not checked before.
    - Why: Evaluation would never end.
    - Wrong: a decision that uses itself
    - Right: two decisions, one of which uses the other

    # evaluation/step-limit
    Evaluation exceeded the limit `steps` ([what counts](functions.md#limits)).
    - Why: The limit bounds the time that one request can take, whatever the rules and lists are.
    - Wrong: rules that loop over far more than they declare
    - Right: smaller lists

    # evaluation/trace-limit
    Explaining a decision recorded more events than the limit `trace-events`, so the explanation is incomplete and is not shown.
    - Why: An explanation without its end could name the wrong reason.
    - Wrong: explaining rules that loop over hundreds of thousands of elements
    - Right: smaller lists

    # evaluation/interrupted
    An evaluation was ended before it had a result, because nobody wants the result any more.
    - Why: A request that was cancelled, or whose time is over, must not keep a thread busy.
    - Wrong: `$/cancelRequest`, or the end of `timeout_ms`, while an expression is evaluated
    - Right: wait for the response
    """#
}
