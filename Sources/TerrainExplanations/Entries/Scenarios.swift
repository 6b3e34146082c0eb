extension ExplanationText {
  static let scenarios = #"""
    # scenarios/named-twice
    Two scenarios of a file have the same name.
    - Why: A report names the scenario that failed, and could mean either.
    - Wrong: `{ name: a cold morning, for: suggest, request: anna, expect: { "suggestions.items[0].id": walnut } }`
      where another scenario has this name
    - Right: `{ name: a colder morning, for: suggest, request: anna, expect: { "suggestions.items[*].id": {
      contains: [walnut] } } }`

    # scenarios/expects-nothing
    A scenario without expectations cannot fail.
    - Why: It passes whatever people get.
    - Wrong: `{ name: other, for: suggest, request: anna }`
    - Right: `{ name: other, for: suggest, request: anna, expect: { "suggestions.items[*].id": { contains: [walnut]
      } } }`

    # scenarios/unknown-request
    `requests` of the file has no request of this name.
    - Why: There is nothing to evaluate.
    - Wrong: `{ name: other, for: suggest, request: ana, expect: { "suggestions.items[*].id": { contains: [walnut] }
      } }` where `requests` has `anna`
    - Right: `{ name: other, for: suggest, request: anna, expect: { "suggestions.items[*].id": { contains: [walnut]
      } } }`

    # scenarios/request-circle
    Requests are made of one another in a circle.
    - Why: No request of the circle has a beginning.
    - Wrong: `{ anna: { from: ben }, ben: { from: anna } }` as `requests`
    - Right: `{ anna: { now: "2026-01-10T08:00:00+08:00", person: { person_type: cold }, day: { need: warmth } },
      ben: { from: anna } }`

    # scenarios/unknown-operation
    `for` names an operation that there is not, or one that evaluates no request.
    - Why: There is nothing to evaluate the request with.
    - Wrong: `{ name: other, for: sugest, request: anna, expect: { "suggestions.items[*].id": { contains: [walnut] }
      } }`
    - Right: `{ name: other, for: suggest, request: anna, expect: { "suggestions.items[*].id": { contains: [walnut]
      } } }`

    # scenarios/not-a-path
    A key under `expect` is not a path.
    - Why: It is not known what the expectation is about.
    - Wrong: `{ name: other, for: suggest, request: anna, expect: { "suggestions.items[first].id": walnut } }`
    - Right: `{ name: other, for: suggest, request: anna, expect: { "suggestions.items[*].id": { contains: [walnut]
      } } }`

    # scenarios/unknown-path
    No result of the operation has anything at the path.
    - Why: An `excludes` or `absent` at such a path would always pass.
    - Wrong: `{ name: other, for: suggest, request: anna, expect: { "suggestions.itmes[0].id": walnut } }`
    - Right: `{ name: other, for: suggest, request: anna, expect: { "suggestions.items[*].id": { contains: [walnut]
      } } }`

    # scenarios/unknown-expectation
    A map under a path has a word that no expectation has. A map that is expected as a value is written under `is`.
    - Why: A misspelled word would be compared as a value, and never be equal.
    - Wrong: `{ name: other, for: suggest, request: anna, expect: { "suggestions.items[*].id": { contain: [walnut] }
      } }`
    - Right: `{ name: other, for: suggest, request: anna, expect: { "suggestions.items[*].id": { contains: [walnut]
      } } }`

    # scenarios/unknown-record
    The result has ids of records at the path, and the text is not the id of one. An id that is misspelled under `excludes` would never be there.
    - Why: Under `excludes` the scenario would pass because of the misspelling, not because of the rules.
    - Wrong: `{ name: other, for: suggest, request: anna, expect: { "suggestions.items[*].id": { excludes: [walnutt]
      } } }`
    - Right: `{ name: other, for: suggest, request: anna, expect: { "suggestions.items[*].id": { excludes: [mint] }
      } }`

    # scenarios/failed
    The result differs from what the scenario expects, or a condition does not hold or has no value.
    - Why: Either people get something that was not intended, or the scenario is out of date; a person has to decide
      which.
    - Wrong: `{ name: other, for: suggest, request: anna, expect: { "suggestions.items[*].id": { contains: [mint] }
      } }` where `mint` is not suggested
    - Right: `{ name: other, for: suggest, request: anna, expect: { "suggestions.items[*].id": { contains: [walnut]
      } } }`, or the rule fixed

    # scenarios/refused
    The operation refuses the request, and the scenario does not expect that.
    - Why: The scenario shows nothing about results, as there is none.
    - Wrong: `{ name: other, for: suggest, request: { from: anna, now: soon }, expect: { "suggestions.items[*].id":
      { contains: [walnut] } } }`
    - Right: `{ name: other, for: suggest, request: { from: anna, now: "2026-01-11T08:00:00+08:00" }, expect: {
      "suggestions.items[*].id": { contains: [walnut] } } }`, or the error's code under `errors`

    # scenarios/warned
    The request leads to a warning that the scenario does not list, such as a fact that no rule knows.
    - Why: A request with a misspelled part passes for a reason that its author does not know.
    - Wrong: `person: { gaols: [sleep] }`
    - Right: `person: { goals: [sleep] }`, or the warning's code under `warnings`
    """#
}
