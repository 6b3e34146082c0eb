extension ExplanationText {
  static let requests = #"""
    # request/unknown-fact
    No module declares a fact of this name.
    - Why: A misspelled fact would be ignored, and the person would get what others get.
    - Wrong: `facts: { wether: cold }`
    - Right: `facts: { weather: cold }`

    # request/wrong-fact
    A fact has a value of another type.
    - Why: It cannot be compared with anything in the rules. The value itself is private, so it is not repeated.
    - Wrong: `facts: { weather: 7 }`
    - Right: `facts: { weather: cold }`

    # request/fact-range
    A fact's value is outside its range.
    - Why: The rules were proved complete for the declared range only.
    - Wrong: `facts: { done: [a, b, …] }` with more than the 50 elements that `max_size` permits
    - Right: `facts: { done: [a, b] }`

    # request/fact-twice
    A fact is given twice.
    - Why: The two values may differ, and only one can count.
    - Wrong: `person: { weather: cold }⏎day: { weather: cold }`
    - Right: `day: { weather: cold }`

    # request/supplied-fact
    A fact that the clock or the ranking provides cannot be given.
    - Why: The two could contradict each other: an hour of 7 at an instant in the evening.
    - Wrong: `facts: { hour: 7 }`
    - Right: `facts: { weather: cold }`, and `now` with the hour

    # request/moment
    A value is not an instant, date or time.
    - Why: Everything that depends on the day would be computed for a wrong one.
    - Wrong: `now: this morning`
    - Right: `now: "2026-02-05T07:30:00+08:00"`

    # request/no-moment
    The request has neither `now` nor `date`.
    - Why: The program has no clock of its own: the same request has the same result whenever it is made.
    - Wrong: `zone: Asia/Singapore` alone
    - Right: `now: "2026-02-05T07:30:00+08:00"`

    # request/not-handed-in
    The request contains records of a kind whose records are in the pack.
    - Why: Records of this kind are the pack's own, and a request cannot replace them.
    - Wrong: `records: { food: [{ id: tea }] }` where the foods are in the pack
    - Right: no `records`

    # request/no-candidates
    A ranking orders records of the request, which contains none.
    - Why: There is nothing to rank.
    - Wrong: `{ now: "2026-02-05T07:30:00Z" }`
    - Right: `{ now: "2026-02-05T07:30:00Z", records: { card: [{ id: card-1, name: "Library" }] } }`

    # request/fact-value
    An app gives a fact a value that a request cannot represent, such as infinity (`TerrainKit` only).
    - Why: Requests are JSON, which has no such value, so that a request in an app could not be repeated elsewhere.
    - Wrong: `terrain.decide("types.thermal", facts: ["warmth": .double(.infinity)])` in Swift
    - Right: `terrain.decide("types.thermal", facts: ["warmth": 4])` in Swift

    # request/wrong-candidate
    A record in the request does not match the schema of its kind.
    - Why: Rules read the record by its declared fields.
    - Wrong: `records: { card: [{ id: card-1, name: 7 }] }`
    - Right: `records: { card: [{ id: card-1, name: "Library" }] }`

    # request/two-moments
    The request gives the time twice.
    - Why: The two may differ, and only one can count.
    - Wrong: `now: "2026-02-05T07:30:00+08:00"⏎date: "2026-02-06"`
    - Right: `now: "2026-02-05T07:30:00+08:00"`

    # request/unknown-record
    A fact has to be the id of a record.
    - Why: Rules read fields of the record, and there is none.
    - Wrong: `person: { person_type: colt }`
    - Right: `person: { person_type: cold }`

    # request/not-loaded
    A module was not loaded for this operation.
    - Why: An engine is made for the modules that it was asked for, and has no others.
    - Wrong: an engine made for one page, asked for another
    - Right: an engine made for both

    # decide/unknown-decision
    The rules have no such decision.
    - Why: There is nothing to evaluate.
    - Wrong: `terrain decide m.aa facts.json --pack r`
    - Right: `terrain decide m.a facts.json --pack r`

    # decide/unknown-fact
    The rules declare no such fact.
    - Why: A misspelled fact would be ignored, and the decision evaluated without it.
    - Wrong: `{"nn": 3, "m": 0}`
    - Right: `{"n": 3, "m": 0}`

    # decide/facts-shape
    Facts have to be a map from names to values.
    - Why: It is not known which value belongs to which fact.
    - Wrong: `[3, 4]`
    - Right: `{"n": 3}`

    # response/no-json
    A value of a response cannot be represented in JSON.
    - Why: Responses are JSON, which has neither infinity nor "not a number".
    - Wrong: a decision that yields infinity
    - Right: a finite number
    """#
}
