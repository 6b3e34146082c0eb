extension ExplanationText {
  static let rulesPart1 = #"""
    # rules/unknown-key
    Unknown key. Keys are never ignored.
    - Why: A misspelled `otherwise` or `limit` that is ignored would change what people get, without a word.
    - Wrong: `decisions: { a: { value: 1, dco: One } }`
    - Right: `decisions: { a: { value: 1, doc: One } }`

    # rules/missing-key
    A required key is missing.
    - Why: A default would be a guess about the author's intention.
    - Wrong: `facts: { n: { min: 1 } }`
    - Right: `facts: { n: { type: int, min: 1 } }`

    # rules/wrong-shape
    A value has the wrong shape: a list in place of a map, a number in place of a text.
    - Why: Nothing can be read from a value of another shape, and a partly read module is worse than none.
    - Wrong: `decisions: [a]`
    - Right: `decisions: { a: { value: 1 } }`

    # rules/language-version
    The module is written in another version of the language.
    - Why: A later version may give the same text another meaning, so it is not read as if it were this one.
    - Wrong: `rules: 2`
    - Right: `rules: 1`

    # rules/module-mismatch
    The `module` of the file differs from the name in the rule set.
    - Why: A module is referred to by its name; two names for one file make references and diagnostics ambiguous.
    - Wrong: `module: r.points` in the file that `ruleset.yaml` calls `r.m`
    - Right: `module: r.m`

    # rules/unknown-module
    `uses` names a module that the rule set does not have.
    - Why: The names of that module would all be unknown; one diagnostic at `uses` stands for them.
    - Wrong: `uses: [r.pricse]` where there is a module `r.prices`
    - Right: `uses: [r.prices]`

    # rules/unlisted-module (error or warning)
    A module's file is in the rule set's folder, but `ruleset.yaml` does not list it, so it is not used. It is an error where something refers to the
    module, and is then reported instead of the references; otherwise it is a warning.
    - Why: Its rules look as if they applied, and do not.
    - Wrong: `modules: { r.m: m.yaml }` in `ruleset.yaml`, beside a file `clock.yaml` with `module: r.clock`
    - Right: `modules: { r.m: m.yaml, r.clock: clock.yaml }`

    # rules/module-not-used
    A name of another module is used without `uses`.
    - Why: `uses` is the list of what a module depends on: only these modules are loaded with it, so a name from
      elsewhere would be absent when it runs.
    - Wrong: `decisions: { a: { value: "= r.prices.total" } }` without more
    - Right: `uses: [r.prices]⏎decisions: { a: { value: "= r.prices.total" } }`

    # rules/module-cycle
    Modules use each other in a cycle.
    - Why: Modules are loaded and checked after those that they use, which has no beginning in a cycle.
    - Wrong: `uses: [r.m]` in the module `r.prices`, which `r.m` uses
    - Right: `uses: []`

    # rules/bad-name
    A name that is not valid in conditions.
    - Why: Conditions refer to it by this name, so it has to be one that CEL can read.
    - Wrong: `facts: { in: { type: int } }`
    - Right: `facts: { inside: { type: int } }`

    # rules/declared-twice
    A name is declared twice.
    - Why: A condition that mentions the name could mean either.
    - Wrong: `facts: { n: { type: int } }⏎parameters: { n: { type: int, value: 1 } }`
    - Right: `facts: { n: { type: int } }⏎parameters: { m: { type: int, value: 1 } }`

    # rules/ambiguous-name
    Several used modules declare this name.
    - Why: Which of the two is meant must not depend on the order of `uses`.
    - Wrong: `value: "= limit"` where two used modules have a `limit`
    - Right: `value: "= r.prices.limit"`

    # rules/unknown-name
    A cell of a condition contains a word that is neither a declared name nor a value.
    - Why: A name without a declaration has no value; it is found here rather than for the first person whom it
      concerns.
    - Wrong: `when: { n: ">= limt" }`
    - Right: `when: { n: ">= limit" }`

    # rules/bad-type
    Unknown type.
    - Why: The type decides how conditions are checked and what a request may contain; without it nothing can be
      checked.
    - Wrong: `facts: { n: { type: integer } }`
    - Right: `facts: { n: { type: int } }`

    # rules/empty-range
    A range contains no value.
    - Why: No request could give this fact, and no row that tests it could hold.
    - Wrong: `facts: { n: { type: int, min: 3, max: 1 } }`
    - Right: `facts: { n: { type: int, min: 1, max: 3 } }`

    # rules/no-range
    Values of this type have neither an order nor a size.
    - Why: `min` and `max` bound numbers and times; texts and lists are bounded by `max_size`.
    - Wrong: `facts: { s: { type: string, min: 1 } }`
    - Right: `facts: { s: { type: string, max_size: 40 } }`

    # rules/literal-type
    A literal is not of the expected type.
    - Why: The literal would never equal a value of this type, or would have to be rounded.
    - Wrong: `facts: { n: { type: int, min: 1.5 } }`
    - Right: `facts: { n: { type: int, min: 1 } }`

    # rules/unknown-record
    An id is not that of a record of the kind.
    - Why: The case or request would run with a record that does not exist, and prove nothing about those that do.
    - Wrong: `lines: [{ item: mnit }]` among the facts of a test or a request
    - Right: `lines: [{ item: mint }]`, the id of a record of the pack

    # rules/parameter-range
    The value of a parameter is outside its range.
    - Why: The range is the author's own statement of what is sensible; `--set` and sheets are checked against it
      too.
    - Wrong: `parameters: { p: { value: 12, type: int, max: 10 } }`
    - Right: `parameters: { p: { value: 8, type: int, max: 10 } }`

    # rules/not-a-case
    A text that is not a value of the enum.
    - Why: The value could never be equal to one of the enum, so the rows that depend on it are unreachable.
    - Wrong: `parameters: { p: { value: fats, type: string, values: [fast, slow] } }`
    - Right: `parameters: { p: { value: fast, type: string, values: [fast, slow] } }`

    # rules/mistyped-declaration
    A fact, parameter or decision has a type that does not fit any of its uses, which are at least three; or a fact has a type that leads to
    several errors, none of which another type would. It is reported at the declaration, with the uses as related locations.
    - Why: One wrong declaration leads to an error at each use; the declaration is the one to correct.
    - Wrong: `facts: { n: { type: string } }⏎decisions: { a: { value: "= n + 1" }, b: { value: "= n * 2" }, c: {
      value: "= n - 1" } }`
    - Right: `facts: { n: { type: int } }⏎decisions: { a: { value: "= n + 1" }, b: { value: "= n * 2" }, c: { value:
      "= n - 1" } }`

    # rules/missing-result
    Cells test for a value that no row of the decision yields: a row or `otherwise` is missing, or a result is misspelled. It is reported at the decision,
    with the cells as related locations.
    - Why: Rows that test for this value can never hold, so part of the rules has no effect.
    - Wrong: `facts: { n: { type: int } }⏎decisions:⏎  a: { hit: first, rows: [{ id: x, when: { n: "< 3" }, then: small }] }⏎  b: { hit: first, rows: [{ id: y, when: { a: large }, then: 1 }], otherwise: 2 }`
    - Right: `facts: { n: { type: int } }⏎decisions:⏎  a: { hit: first, rows: [{ id: x, when: { n: "< 3" }, then: small }], otherwise: large }⏎  b: { hit: first, rows: [{ id: y, when: { a: large }, then: 1 }], otherwise: 2 }`

    # rules/fact-default
    A default that its fact cannot have.
    - Why: A default takes the place of a value that nothing gives, so it has to be a value that could be given. A fact
      that may be absent, that each candidate has, or that is computed from a history needs none.
    - Wrong: `facts: { mood: { type: int, max: 10, default: 12 } }`
    - Right: `facts: { mood: { type: int, max: 10, default: 5 } }`

    # rules/fact-conflict
    Two modules declare the same fact differently.
    - Why: A fact has one value in a request, so it has one type.
    - Wrong: `mood: { type: double }` where another module has `mood: { type: int }`
    - Right: `mood: { type: int }`

    # rules/value-and-rows
    A decision has a value or rows, not both.
    - Why: Both say what the result is, and only one could be used.
    - Wrong: `decisions: { a: { value: 1, rows: [] } }`
    - Right: `decisions: { a: { value: 1 } }`

    # rules/unknown-hit
    Unknown hit policy.
    - Why: The hit policy decides which of several rows counts; a wrong guess changes results.
    - Wrong: `decisions: { a: { hit: frist, rows: [{ id: x, then: 1 }] } }`
    - Right: `decisions: { a: { hit: first, rows: [{ id: x, then: 1 }] } }`

    # rules/no-rows
    A table has no rows.
    - Why: A table without rows always yields its `otherwise`, which a `value` states directly.
    - Wrong: `decisions: { a: { hit: first, rows: [] } }`
    - Right: `decisions: { a: { value: 1 } }`

    # rules/only-for-lists
    `limit` and `distinct` require `hit: collect`.
    - Why: Other hit policies yield one value, of which nothing can be limited or repeated.
    - Wrong: `decisions: { a: { hit: first, limit: 3, rows: [{ id: x, then: 1 }] } }`
    - Right: `decisions: { a: { hit: collect, limit: 3, rows: [{ id: x, then: 1 }] } }`

    # rules/score-without-highest
    `score` requires `hit: highest`.
    - Why: Only `highest` compares scores; elsewhere they would be computed and ignored.
    - Wrong: `decisions: { a: { hit: first, rows: [{ id: x, score: 3, then: 1 }] } }`
    - Right: `decisions: { a: { hit: highest, rows: [{ id: x, score: 3, then: 1 }] } }`

    # rules/otherwise-of-count (warning)
    `otherwise` has no effect with `hit: count`: where no row holds, the result is 0.
    - Why: A reader would expect 7 where no row holds, and gets 0.
    - Wrong: `facts: { n: { type: int } }⏎decisions: { a: { hit: count, rows: [{ id: x, when: "n > 3" }], otherwise:
      7 } }`
    - Right: `facts: { n: { type: int } }⏎decisions: { a: { hit: count, rows: [{ id: x, when: "n > 3" }] } }`

    # rules/score-type
    A score has to be a number.
    - Why: Scores are compared by size.
    - Wrong: `decisions: { a: { hit: highest, rows: [{ id: x, score: true, then: 1 }] } }`
    - Right: `decisions: { a: { hit: highest, rows: [{ id: x, score: 3, then: 1 }] } }`

    # rules/result-type
    The declared type does not fit the hit policy.
    - Why: A hit policy determines the form of the result: a list for `collect`, a number for `count`. The declared
      type would never be met.
    - Wrong: `decisions: { a: { hit: collect, type: int, rows: [{ id: x, then: 1 }] } }`
    - Right: `decisions: { a: { hit: collect, type: list<int>, rows: [{ id: x, then: 1 }] } }`

    # rules/text-for-expression
    A text looks like an expression over declared names: an expression begins with `=`. A text that is intended is written as a CEL string: `"= 'a + b'"`.
    - Why: The result would be the text `n + m`, the same for everybody, where a calculation was probably intended.
    - Wrong: `facts: { n: { type: int }, m: { type: int } }⏎decisions: { a: { value: "n + m" } }`
    - Right: `facts: { n: { type: int }, m: { type: int } }⏎decisions: { a: { value: "= n + m" } }`

    # rules/quoted-name
    A column contains a quoted text, which is the same for everybody; the name without quotes was probably intended.
    - Why: The column would compare a constant with the cell, so the row always or never holds.
    - Wrong: `facts: { n: { type: int } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: { "'n'": 3 }, then: y
      }], otherwise: z } }`
    - Right: `facts: { n: { type: int } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: { n: 3 }, then: y }],
      otherwise: z } }`

    # rules/mixed-results
    The rows of a decision yield different types.
    - Why: Whoever uses the decision needs one type; a text among numbers would fail only for the people who get it.
    - Wrong: `facts: { n: { type: int } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: { n: 1 }, then: 1 }],
      otherwise: one } }`
    - Right: `facts: { n: { type: int } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: { n: 1 }, then: 1 }],
      otherwise: 2 } }`

    # rules/decision-cycle
    A decision needs its own result.
    - Why: The value would be needed to compute itself, and evaluation would never end.
    - Wrong: `decisions: { a: { value: "= b + 1" }, b: { value: "= a + 1" } }`
    - Right: `decisions: { a: { value: "= b + 1" }, b: { value: 1 } }`

    # rules/empty-cell
    A cell is empty.
    - Why: An empty cell could mean "any" or "absent". Leave the column out for the first, and write `none` for the
      second.
    - Wrong: `facts: { n: { type: int } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: { n: ~ }, then: 1 }],
      otherwise: 2 } }`
    - Right: `facts: { n: { type: int } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: { n: 3 }, then: 1 }],
      otherwise: 2 } }`

    # rules/cell-syntax
    A cell has a syntax error.
    - Why: A cell is a comparison, a range, a list or an expression with `=`; anything else would be compared as
      text.
    - Wrong: `facts: { n: { type: int } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: { n: "== 3" }, then: 1
      }], otherwise: 2 } }`
    - Right: `facts: { n: { type: int } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: { n: 3 }, then: 1 }],
      otherwise: 2 } }`

    # rules/no-order
    A comparison or a range of values without an order. An enum has one where `ordered: true` is beside its `values`.
    - Why: "At least true" has no meaning; texts have an order of letters, which is not one of meaning.
    - Wrong: `facts: { b: { type: bool } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: { b: ">= true" },
      then: 1 }], otherwise: 2 } }`
    - Right: `facts: { b: { type: bool } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: { b: true }, then: 1
      }], otherwise: 2 } }`

    # rules/list-input
    A list is compared with a single value.
    - Why: A list never equals one of its elements, so the row would never hold.
    - Wrong: `facts: { tags: { type: list<string> } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: { tags:
      new }, then: 1 }], otherwise: 2 } }`
    - Right: `facts: { tags: { type: list<string> } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: { tags: "=
      'new' in it" }, then: 1 }], otherwise: 2 } }`

    # rules/none-not-optional
    `none` tests for absence, but this fact is never absent.
    - Why: The row would never hold.
    - Wrong: `facts: { n: { type: int } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: { n: none }, then: 1
      }], otherwise: 2 } }`
    - Right: `facts: { n: { type: int, optional: true } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: { n:
      none }, then: 1 }], otherwise: 2 } }`
    """#
}
