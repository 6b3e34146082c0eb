extension ExplanationText {
  static let invariants = #"""
    # invariants/condition
    An invariant has neither `never` nor `always`, or both.
    - Why: An invariant states what must be, or what must not be; not both, and not nothing.
    - Wrong: `{ doc: How many., for: suggest }`
    - Right: `{ doc: How many., for: suggest, never: "size(result.suggestions.items) > 9" }`

    # invariants/too-many-values
    A parameter takes more values under `vary` than can be combined with others.
    - Why: The number of combinations is the product of all values; the limit bounds the time.
    - Wrong: a list of 100 prices
    - Right: the prices at which rules decide otherwise

    # invariants/unknown-parameter
    A path under `vary` leads to nothing that requests of the operation have.
    - Why: The operation refuses every request with it, or ignores it.
    - Wrong: `vary: { facts.thermel: [cold] }`
    - Right: `vary: { facts.thermal: [cold] }`

    # invariants/unknown-operation
    The operation under `for` is unknown, or has no result that depends on a request.
    - Why: There is nothing to evaluate the requests with.
    - Wrong: `{ doc: How many., for: sugest, never: "size(result.suggestions.items) > 9" }`
    - Right: `{ doc: How many., for: suggest, never: "size(result.suggestions.items) > 9" }`

    # invariants/never-applies (warning)
    The condition under `when` holds for none of the requests, so the invariant cannot fail.
    - Why: It holds whatever the rules do, and its author believes that something is checked.
    - Wrong: `{ doc: How many., for: suggest, when: "request.facts.done.size() > 90", never:
      "size(result.suggestions.items) > 9" }`
    - Right: `{ doc: How many., for: suggest, never: "size(result.suggestions.items) > 9" }`

    # invariants/refused
    The operation refuses every request: it needs something that is not given.
    - Why: It holds because there are no results, not because they are right.
    - Wrong: `for: loyalty.earn` without an event
    - Right: `for: loyalty.earn` with an event under `with`

    # invariants/fails
    A condition has no value for some requests: it uses a field that is not there.
    - Why: Whether the invariant holds for these requests is unknown.
    - Wrong: `when: "request.facts.thermal == 'cold'"` where `thermal` is optional
    - Right: `when: "has(request.facts.thermal) && request.facts.thermal == 'cold'"`

    # invariants/violated
    A result is as it must never be, or is not as it must always be. The message has the smallest request that shows it; related locations are the
    rows responsible.
    - Why: Somebody will get what was stated never to happen.
    - Wrong: `{ doc: How many., for: suggest, never: "size(result.suggestions.items) > 1" }`
    - Right: `{ doc: How many., for: suggest, never: "size(result.suggestions.items) > 9" }`
    """#
}
