extension ExplanationText {
  static let rulesPart2 = #"""
    # rules/unquoted-expression
    An expression without quotes, which YAML splits.
    - Why: YAML splits it at a comma or bracket before the rules are read, so the rest would silently be lost.
    - Wrong: `facts: { rates: { type: map<string, int> } }`
    - Right: `facts: { rates: { type: "map<string, int>" } }`

    # rules/too-costly
    Evaluating a decision can cost more than the limit `decision-cost`, computed from the declared sizes. The limit is 200,000,000 steps, twenty times the `steps` of one run: an estimate assumes that every text is as long as it may be (`max_size`, else 1,000 bytes), and few are. A run that does take too much is refused by `steps`.
    - Why: An author learns it here, before a large request makes the service refuse it.
    - Wrong: three loops in each other over lists of a thousand
    - Right: `max_size` on the lists, or a decision for the inner loop

    # rules/table-gap
    For some facts no row of the decision holds.
    - Why: A person with these facts would get an error in place of a result.
    - Wrong: `facts: { n: { type: int } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: { n: ">= 3" }, then: 1
      }] } }`
    - Right: `facts: { n: { type: int } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: { n: ">= 3" }, then: 1
      }], otherwise: 2 } }`

    # rules/overlap
    Two rows hold for the same facts, but `hit: unique` permits one.
    - Why: `unique` promises that the order of rows does not matter, which is untrue for these facts.
    - Wrong: `facts: { n: { type: int } }⏎decisions: { a: { hit: unique, rows: [{ id: x, when: { n: ">= 3" }, then:
      1 }, { id: y, when: { n: "<= 3" }, then: 2 }] } }`
    - Right: `facts: { n: { type: int } }⏎decisions: { a: { hit: unique, rows: [{ id: x, when: { n: ">= 3" }, then:
      1 }, { id: y, when: { n: "< 3" }, then: 2 }] } }`

    # rules/dead-row (error or warning)
    A row is unreachable: its conditions exclude one another, or earlier rows cover all its cases. Rows of other decisions that need the result of this
    row are reported with it, and so are tests that fail because of it: then it is an error, otherwise a warning.
    - Why: The row has no effect, which its author did not intend; mostly the rows are in the wrong order or a bound
      is wrong.
    - Wrong: `facts: { n: { type: int } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: { n: ">= 3" }, then: 1
      }, { id: y, when: { n: ">= 5" }, then: 2 }], otherwise: 3 } }`
    - Right: `facts: { n: { type: int } }⏎decisions: { a: { hit: first, rows: [{ id: y, when: { n: ">= 5" }, then: 2
      }, { id: x, when: { n: ">= 3" }, then: 1 }], otherwise: 3 } }`

    # rules/value-left-out (warning)
    A decision writes out nearly all values of an enum by hand, and what is left over falls into `otherwise`, or is in no list:
    probably it was added later. Reported is, where one or two values are left over:

    - a decision with an `otherwise`, whose rows test a fact alone and have one value each: of an ordered enum from two such values on, of
      another one from four on;
    - a list of four values or more;
    - a decision whose results are constants, two or more, of an ordered enum.

    Where it is meant, `# terrain:ignore rules/value-left-out` and a reason ignore it.
    - Why: A value that is added to the enum later falls into `otherwise` unnoticed; this is how it is noticed.
    - Wrong: `facts: { t: { type: string, values: [low, middle, high], ordered: true } }⏎decisions: { a: { hit:
      first, rows: [{ id: x, when: { t: high }, then: 2 }, { id: y, when: { t: middle }, then: 1 }], otherwise: 0 }
      }`
    - Right: `facts: { t: { type: string, values: [low, middle, high], ordered: true } }⏎decisions: { a: { value: "=
      t.position()" } }`

    # rules/constant-comparison (warning)
    A comparison is always true or always false.
    - Why: It has no effect, so either it can go or something else was meant.
    - Wrong: `facts: { n: { type: int, min: 0, max: 10 } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: "n >=
      0 && n <= 5", then: 1 }], otherwise: 2 } }`
    - Right: `facts: { n: { type: int, min: 0, max: 10 } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: "n <=
      5", then: 1 }], otherwise: 2 } }`

    # rules/redundant-comparison (warning)
    A comparison is redundant: without it, the row holds for the same facts.
    - Why: A reader takes it for a condition that matters, and changes it without effect.
    - Wrong: `facts: { n: { type: int } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: "n >= 3 && n >= 5",
      then: 1 }], otherwise: 2 } }`
    - Right: `facts: { n: { type: int } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: "n >= 5", then: 1 }],
      otherwise: 2 } }`

    # rules/unused-fact (warning)
    A fact is not used.
    - Why: Requests that give it hope for an effect that it does not have; mostly a rule misspells it or was
      removed.
    - Wrong: `facts: { n: { type: int } }⏎decisions: { a: { value: 1 } }`
    - Right: `facts: { n: { type: int } }⏎decisions: { a: { value: "= n + 1" } }`

    # rules/type-too-deep
    The result of a decision has more nested types than the limit `type-nesting`, which also applies to written types. It is reported for the first such
    decision.
    - Why: The cost of comparing and printing such values grows with their depth, and no author writes them on
      purpose.
    - Wrong: lists in lists, twenty levels deep
    - Right: a record with fields

    # rules/unused-parameter (warning)
    A parameter is not used.
    - Why: Somebody changes it and wonders why nothing happens.
    - Wrong: `parameters: { p: { value: 1, type: int } }⏎decisions: { a: { value: 1 } }`
    - Right: `parameters: { p: { value: 1, type: int } }⏎decisions: { a: { value: "= p" } }`

    # rules/unused-decision (warning)
    A decision is not used, and no engine evaluates it.
    - Why: It is checked and maintained without any effect, or a rule that should use it misspells its name.
    - Wrong: a decision that no other uses and no engine asks for
    - Right: the decision removed, or used

    # rules/always-fails (error or warning)
    An expression, or a part of one, fails whenever it is evaluated: a constant overflows, a divisor is zero, a pattern is invalid or too large, a text
    cannot be converted, a constant list has no such element; or the constants that rows of a sum add overflow where the rows hold together. It is an
    error where the row or the decision always fails when it is reached, a warning in a part that is not always evaluated (`b ? 1 / 0 : 2`). A text
    that is written out and cannot be converted (`decimal('0,5')`) is an error wherever it is. A part that is never evaluated (`false && …`) is legal.
    - Why: Everybody for whom the row is reached would get an error.
    - Wrong: `facts: { n: { type: int, min: 0, max: 9 } }⏎decisions: { a: { value: "= n / 0" } }`
    - Right: `facts: { n: { type: int, min: 0, max: 9 } }⏎decisions: { a: { value: "= n / 2" } }`

    # rules/undecided (error, warning or info)
    A question of the analysis cannot be decided, or exceeds a limit; the diagnostic names what was not proved. It is an error where a table
    without `otherwise` cannot be proved complete and an engine or another decision needs it: such a table could leave a request without a
    result. Elsewhere it is a warning (a limit) or a note (a condition that is known only at evaluation).

    Proofs are bounded by counts, so that a rule set has the same diagnostics on every machine: `proof-steps` (60,000,000 for a rule set: less than two seconds), `proof-bytes` (160,000,000 for a table), `proof-steps-per-row`, `proof-cells`, `proof-conditions`, `proof-columns`.
    - Why: What is not proved may still be true, but a release must not rely on it: the diagnostic names what to
      test or to write more simply.
    - Wrong: `facts: { s: { type: string } }⏎decisions: { a: { hit: first, rows: [{ id: x, when: "s.size() > 3 &&
      s.startsWith('a')", then: 1 }, { id: y, when: "!s.startsWith('a')", then: 2 }] } }`
    - Right: `facts: { s: { type: string } }⏎decisions: { a: { hit: first, rows: [{ id: x, when:
      "s.startsWith('a')", then: 1 }], otherwise: 2 } }`

    # rules/contract-decision
    An engine requires a decision that the rule set does not have.
    - Why: The operation evaluates the decision by its name; without it, it has no result.
    - Wrong: `decisions: { rounding: { value: half_even } }` in the module of scoring
    - Right: `decisions: { rounding: { value: half_even }, clamp: { value: once } }`

    # rules/contract-module
    An engine requires a module that the rule set does not have.
    - Why: The operation evaluates decisions of this module; without it, it has nothing to run.
    - Wrong: `terrain loyalty status new.json --pack r`, and `ruleset.yaml` names no module `loyalty`
    - Right: `terrain loyalty status new.json --pack points`

    # rules/contract-type
    A decision that an engine requires has another type.
    - Why: The engine reads the result by its declared type; another one would fail for everybody.
    - Wrong: `decisions: { rounding: { value: half_even }, clamp: { value: 3 } }` in the module of scoring
    - Right: `decisions: { rounding: { value: half_even }, clamp: { value: once } }`

    # rules/contract-fact
    A decision that an engine requires reads a fact that the engine does not provide.
    - Why: The engine evaluates the decision with the facts that it knows; this one would be missing each time.
    - Wrong: a fact `weather` in the module of types, for `terrain score`
    - Right: `weather: { type: string, optional: true }`

    # rules/set-syntax
    `--set` needs the form `MODULE.NAME=VALUE`.
    - Why: Which parameter gets which value has to be unambiguous.
    - Wrong: `--set r.m.most` on the command line
    - Right: `--set r.m.most=4` on the command line
    - Reported for: command

    # rules/set-unknown
    `--set` names an unknown parameter.
    - Why: A misspelled parameter would leave the results unchanged, which looks like an answer.
    - Wrong: `--set r.m.mots=4` on the command line
    - Right: `--set r.m.most=4` on the command line
    - Reported for: command

    # rules/set-type
    `--set` gives a value of another type.
    - Why: The value could not be used where the parameter is.
    - Wrong: `--set r.m.most=low` on the command line
    - Right: `--set r.m.most=4` on the command line
    - Reported for: command

    # rules/not-found
    The rule set that a pack requires is neither beside the pack nor in `TERRAIN_HOME` ([`locating.md`](locating.md)).
    - Why: A pack without its rules cannot decide anything.
    - Wrong: `rules: { id: rr, version: "^1.0.0" }` where the rule set is called `r`
    - Right: `rules: { id: r, version: "^1.0.0" }`
    - Reported for: command

    # rules/not-formatted
    Formatting could change the meaning of this file, so it stays unchanged.
    - Why: Formatting is promised to change no meaning; where that cannot be verified, nothing is written.
    - Wrong: a file with a construct that the formatter does not know
    - Right: the same in plain maps and lists
    - Reported for: command

    # rules/misspelled-decision (warning)
    Nothing evaluates a decision, and its name is nearly one that the program would evaluate in this module.
    - Why: An engine does without a decision that it does not find, so the misspelled one would be ignored.
    - Wrong: `setings: { value: { limit: 3, ties: written } }` in a ranking
    - Right: `settings: { value: { limit: 3, ties: written } }`
    """#
}
