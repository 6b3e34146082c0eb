extension ExplanationText {
  static let packsChecksAmongRecords = #"""
    # pack/not-covered
    A table of records has a gap (`covered`): a combination has too few records.
    - Why: A person to whom the combination applies would get too little, or nothing.
    - Wrong: `covered: [{ of: profile, by: [avoid], at_least: 2 }]` where each value is in one profile
    - Right: `covered: [{ of: profile, by: [avoid], at_least: 0 }]`, or another record

    # pack/not-carried
    A record lacks a value that its parts have (`carried`).
    - Why: A caution that is on the part and not on the whole is not seen by those whom it concerns.
    - Wrong: `cautions: { flags: [] }` on a recipe with green tea
    - Right: `cautions: { flags: [caffeine] }`

    # pack/avoided
    Two values occur together that must not (`avoided`).
    - Why: The pack states that the two contradict each other; together they give bad advice.
    - Wrong: a warming recipe for a type that avoids what warms
    - Right: the type taken out of `terrain_fit`

    # pack/not-agreed
    A part is not suitable for everybody for whom the whole is (`agreed`).
    - Why: Some people would be offered the whole and then a part that is not for them.
    - Wrong: a recipe for cold types in a program for warm ones
    - Right: a recipe that fits both

    # pack/out-of-sequence
    A sequence of numbers has a gap, or ends too early or too late (`numbered`).
    - Why: Whoever counts from one to the next stops at the gap, or never gets to the end.
    - Wrong: days 1, 2, 4
    - Right: days 1, 2, 3

    # pack/other-sum
    Numbers do not add up to the declared sum (`summed`), or have more digits than can be added exactly (38).
    - Why: The total that people are told differs from what they experience.
    - Wrong: `duration_seconds: 100` with timers of 30, 30 and 30
    - Right: `duration_seconds: 90`

    # pack/review-behind
    The review of a record is behind that of the pack (`reviewed`).
    - Why: Texts that nobody has reviewed would be published with those that were.
    - Wrong: `review: { status: draft }` in a pack that is `published`
    - Right: `review: { status: published, reviewed_by: [...] }`

    # pack/unknown-lint-rule
    A pack declares a lint rule under `checks` that does not exist.
    - Why: A rule that does not exist checks nothing.
    - Wrong: `checks: { cowered: [] }`
    - Right: `checks: { covered: [] }`

    # pack/unknown-path
    A declaration names a field that the kind's schema does not declare.
    - Why: The check would find no values, and always pass.
    - Wrong: `checks: { covered: [{ of: profile, by: [avoids], at_least: 1 }] }`
    - Right: `checks: { covered: [{ of: profile, by: [avoid], at_least: 1 }] }`

    # pack/not-a-count
    `at_least` has to be a whole number from 1.
    - Why: A table that needs no records checks nothing.
    - Wrong: `checks: { covered: [{ of: profile, by: [avoid], at_least: 0 }] }`
    - Right: `checks: { covered: [{ of: profile, by: [avoid], at_least: 1 }] }`

    # pack/one-kind-only
    A table counts the records of one kind.
    - Why: Records of two kinds are counted for two purposes; together, one could hide the lack of the other.
    - Wrong: `covered: [{ of: [profile, move], by: [avoid], at_least: 1 }]`
    - Right: `covered: [{ of: profile, by: [avoid], at_least: 1 }]`, and an entry for the other

    # pack/values-not-listed
    The possible values of a field are unknown, so its coverage cannot be checked.
    - Why: Without a closed list of values it is not known which combinations should be covered.
    - Wrong: `checks: { covered: [{ of: profile, by: [warmth], at_least: 1 }] }`
    - Right: `checks: { covered: [{ of: profile, by: [avoid], at_least: 1 }] }`, which has an `x-enum`

    # pack/coverage-too-large
    A table of coverage has more combinations than the limit `coverageCombinations`.
    - Why: The limit bounds the time of the check, and nobody could fill such a table.
    - Wrong: `by: [dish_refs, goals, tags, seasons]`
    - Right: `by: [goals, seasons]`
    """#
}
