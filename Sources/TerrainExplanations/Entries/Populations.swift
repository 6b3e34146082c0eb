extension ExplanationText {
  static let populations = #"""
    # population/not-found
    The pack has no population of this name.
    - Why: Another population has other people and other shares.
    - Wrong: `terrain population evryday`
    - Right: `terrain population everyday`
    - Reported for: command

    # population/wrong-value
    A value of a population is not of the form or in the range that its place requires, or some people get a value that a fact does not take.
    - Why: People of the population would be people that no request can have.
    - Wrong: `start: yesterday`
    - Right: `start: "2026-01-05"`

    # population/wrong-source
    A map is not a source of values: it must have exactly one of the forms, and `pick` must name a kind with records.
    - Why: It is not known how the value is drawn.
    - Wrong: `person: { palate: = type, only_decaf: { weight: { true: 1, false: 9 } } }`
    - Right: `person: { palate: = type, only_decaf: { weights: { true: 1, false: 9 } } }`

    # population/no-weight
    All weights of a choice are 0.
    - Why: No choice can be drawn.
    - Wrong: `person: { palate: = type, only_decaf: { weights: { true: 0 } } }`
    - Right: `person: { palate: = type, only_decaf: { weights: { true: 1 } } }`

    # population/unknown-fact
    A member of `person`, `day`, `form`, `facts` or `log.fields` is not a fact of the rules; or a person of a file has something else than facts or
    members of requests.
    - Why: The value would be ignored, and the people would be alike where they should differ.
    - Wrong: `person: { palate: = type, only_dekaf: true }`
    - Right: `person: { palate: = type, only_decaf: true }`

    # population/no-quiz
    The population has answers, or exact shares are requested, and the pack has no quiz.
    - Why: There are no questions to answer.
    - Wrong: `answers: { q1: { a: 1 } }` in a pack without a quiz
    - Right: no `answers`
    - Reported for: command

    # population/unknown-answer
    The quiz has no such question or option.
    - Why: The answer would never be drawn, because of a misspelling.
    - Wrong: `answers: { q1_first_sip: { like_caramell: 1 } }`
    - Right: `answers: { q1_first_sip: { like_caramel: 1 } }`

    # population/never-holds (warning)
    A condition holds for none of 500 people of the population.
    - Why: What depends on the condition never happens in the population, mostly because a value is out of range.
    - Wrong: `when: "age < 0"`
    - Right: `when: "age < 18"`

    # population/no-json
    A person cannot be written as JSON: an expression has a value that JSON does not have.
    - Why: Requests are JSON, which has no such value.
    - Wrong: `= 0.0 / 0.0`
    - Right: `= 1.0`

    # population/too-fine
    Exact shares cannot be counted: the weights are too large, the goals are not independent choices, or a question depends on answers to others.
    - Why: Exact shares are fractions whose digits grow with each question; where they cannot be counted, nothing
      approximate is called exact.
    - Wrong: `weights: { a: 999983, b: 999979 }` for twenty questions
    - Right: `weights: { a: 1, b: 1 }`
    - Reported for: command

    # population/unknown-operation
    `--for` names something that is not an operation over requests.
    - Why: There is nothing to evaluate the people with.
    - Wrong: `terrain population --for sugest`
    - Right: `terrain population --for suggest`
    - Reported for: command

    # population/wrong-file
    A file of people has something else than one request per line as a JSON object, or CSV whose columns are paths.
    - Why: A line that is skipped would be a person who is not counted.
    - Wrong: `[{"id": 1}]`
    - Right: `{"id": "p1", "date": "2026-01-05"}`
    - Reported for: command
    """#
}
