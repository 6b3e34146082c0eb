extension ExplanationText {
  static let testsOfRules = #"""
    # rules/no-tests
    A rule set has no tests.
    - Why: Rows without a test change their meaning unnoticed.
    - Wrong: a rule set without a folder `tests`
    - Right: `tests/types.yaml` with cases

    # rules/test-expects-nothing
    A case expects no decision, so it cannot fail.
    - Why: It passes whatever the rules do.
    - Wrong: `{ name: many, given: { n: 8 }, expect: {} }`
    - Right: `{ name: many, given: { n: 8 }, expect: { a: 1 } }`

    # rules/test-named-twice
    Two cases have the same name.
    - Why: A report names the case that failed, and could mean either.
    - Wrong: `{ name: few, given: { n: 1 }, expect: { a: 2 } }` where another case is called `few`
    - Right: `{ name: fewer, given: { n: 1 }, expect: { a: 2 } }`

    # rules/test-unknown-module
    Tests name a module that the rule set does not have.
    - Why: None of the cases would run, which looks like success.
    - Wrong: `tests: r.n`
    - Right: `tests: r.m`

    # rules/test-unknown-fact
    A case gives an undeclared fact.
    - Why: The case would run without the fact that it is about.
    - Wrong: `{ name: many, given: { m: 8 }, expect: { a: 1 } }`
    - Right: `{ name: many, given: { n: 8 }, expect: { a: 1 } }`

    # rules/test-unknown-decision
    A case expects the value of an unknown decision.
    - Why: There is no value to compare with.
    - Wrong: `{ name: many, given: { n: 8 }, expect: { b: 1 } }`
    - Right: `{ name: many, given: { n: 8 }, expect: { a: 1 } }`

    # rules/test-fact
    A case gives a fact a value that it cannot have.
    - Why: No request can give this value, so the case proves nothing about requests.
    - Wrong: `{ name: many, given: { n: 80 }, expect: { a: 1 } }` where `n` is at most 10
    - Right: `{ name: many, given: { n: 8 }, expect: { a: 1 } }`

    # rules/test-failed
    The value of a decision differs from the expected one, or the decision has no value.
    - Why: Either the rule changed something that was intended, or the expectation is out of date; a person has to
      decide which.
    - Wrong: `{ name: many, given: { n: 8 }, expect: { a: 2 } }` where `a` is 1
    - Right: `{ name: many, given: { n: 8 }, expect: { a: 1 } }`, or the rule changed

    # rules/uncovered-row (warning)
    No test makes the row fire.
    - Why: A mistake in the row would go unnoticed.
    - Wrong: `{ name: none, given: { n: 0 }, expect: { a: 2 } }` as the only other case
    - Right: `{ name: many, given: { n: 8 }, expect: { a: 1 } }` besides

    # rules/uncovered-condition (warning)
    No test makes a condition true, or none makes it false.
    - Why: A condition that no case makes false (or true) could be removed without a test failing.
    - Wrong: cases that all have `n: 5`
    - Right: one with `n: 2` besides

    # rules/mutate-option
    An option of `rules test --mutate` is given without `--mutate`, or one that has no meaning with it.
    - Why: The option would have no effect.
    - Wrong: `terrain rules test Rules/small --budget 10`
    - Right: `terrain rules test Rules/small`
    - Reported for: command
    """#
}
