extension ExplanationText {
  static let resultsOfDecisionsForEnginesPart2 = #"""
    # check/not-a-choice
    A field of a form is not a value of its enum.
    - Why: What the form names does not exist, so it could not be delivered or shown.
    - Wrong: `size: huge`
    - Right: `size: large`
    - Reported for: request

    # timeline/nothing
    A module that is requested as a timeline has neither phases nor moves.
    - Why: There is nothing that a timeline could show.
    - Wrong: a module `parcels.timeline` without `phases` and `moves`
    - Right: `moves: { type: list<parcel_state>, hit: collect, rows: […] }`

    # timeline/no-beginning
    A module has `phases` but no `begins`.
    - Why: Phases last from an instant on; without it none has a time.
    - Wrong: `starts: { value: "= placed_at" }` beside `phases`
    - Right: `begins: { value: "= placed_at" }`

    # timeline/last-phase
    The last phase, and only that one, has neither `lasts` nor `rest`.
    - Why: The last phase is the state in the end; one that ended would be followed by nothing.
    - Wrong: `[{ id: packing }, { id: arrived }]` as `phases`
    - Right: `[{ id: packing, lasts: "30m" }, { id: arrived }]`

    # timeline/several-rests
    Two phases have `rest`.
    - Why: The time that is left over would have to be divided by a guess.
    - Wrong: `[{ id: packing, rest: true }, { id: on_the_way, rest: true }, { id: arrived }]` as `phases`
    - Right: `[{ id: packing, lasts: "30m" }, { id: on_the_way, rest: true }, { id: arrived }]`

    # timeline/no-end
    A phase has `rest`, but the window does not end.
    - Why: `rest` is what is left until the end; without one it has no length.
    - Wrong: `[{ id: packing, lasts: "30m" }, { id: on_the_way, rest: true }, { id: arrived }]` where there is no
      decision `ends`
    - Right: `[{ id: packing, lasts: "30m" }, { id: arrived }]`

    # timeline/calendar
    Phases exceed the calendar.
    - Why: Dates beyond the calendar cannot be computed or written.
    - Wrong: `[{ id: packing, lasts: "80000000h" }, { id: arrived }]` as `phases`
    - Right: `[{ id: packing, lasts: "48h" }, { id: arrived }]`
    - Reported for: request

    # timeline/not-time
    `begins` or `ends` is not a timestamp.
    - Why: Phases are computed from the two instants.
    - Wrong: `ends: { value: "= dyn('noon')" }`
    - Right: `ends: { value: "= promised_at" }`

    # timeline/notices
    `notices` has to be a list of records with a message and its recipient.
    - Why: A notice is sent to somebody with a text; other values have neither.
    - Wrong: `notices: { value: 3 }`
    - Right: `notices: { type: list<notice>, hit: collect, rows: [{ id: lost, when: { move: lost }, then: { to:
      customer, message: parcel.lost } }] }`

    # timeline/no-instant
    Phases depend on the instant, and the request has none.
    - Why: Which phase it is depends on how late it is.
    - Wrong: `date: "2026-11-21"`
    - Right: `now: "2026-11-21T10:00:00Z"`
    - Reported for: request

    # timeline/no-moves
    The request has a `move`, but the timeline has no moves.
    - Why: Nothing could allow or refuse the move.
    - Wrong: `move: arrived` for a module without `moves`
    - Right: `state: packing`
    - Reported for: request

    # timeline/refused
    A move is not allowed in the present state; the allowed moves are listed. It is part of the response, and no notice is sent.
    - Why: Moves in any order would let an order be delivered before it is made.
    - Wrong: `state: packing⏎move: lost`
    - Right: `state: on_the_way⏎move: lost`
    - Reported for: request

    # timeline/clock-before (warning)
    `now` is before the beginning: the first phase, with fraction 0. A note in the response.
    - Why: Clocks of two machines differ by seconds. The state is still shown, and the caller learns that it was a
      guess.
    - Wrong: `now: "2026-11-21T08:59:00Z"` for what was placed at 9
    - Right: `now: "2026-11-21T09:10:00Z"`
    - Reported for: request

    # timeline/clock-back (warning)
    `now` implies an earlier phase than `state`, which stays until the clock has caught up; the fraction is at least the one at which that phase begins. A
    note in the response.
    - Why: People must never see an order go backwards because a clock was corrected.
    - Wrong: `state: on_the_way`, when it is still being packed
    - Right: `state: packing`, or none
    - Reported for: request

    # timeline/short-window (warning)
    The window is shorter than its phases. They keep their lengths, in order, until the window is over; the phase with `rest` has none, and `ends` stays as
    promised. A note in the response.
    - Why: The promise cannot be kept with these phases; what is shown follows a rule that this note names.
    - Wrong: `{ placed_at: "2026-11-21T09:00:00Z", promised_at: "2026-11-21T09:20:00Z" }` for a phase of 30 minutes
    - Right: `{ placed_at: "2026-11-21T09:00:00Z", promised_at: "2026-11-21T12:00:00Z" }`
    - Reported for: request

    # timeline/empty-window (warning)
    The window does not end after it begins, so every phase is over at once. A note in the response.
    - Why: Nothing can be divided into phases; the state is the last one, and the caller learns why.
    - Wrong: `{ placed_at: "2026-11-21T09:00:00Z", promised_at: "2026-11-21T08:00:00Z" }`
    - Right: `{ placed_at: "2026-11-21T09:00:00Z", promised_at: "2026-11-21T12:00:00Z" }`
    - Reported for: request

    # program/day
    The days of a program count from 1 without a gap.
    - Why: People go on to the next day by its number, and would stop at the gap.
    - Wrong: days 1, 3
    - Right: days 1, 2

    # program/empty-day
    A day has no items.
    - Why: The day could never be completed.
    - Wrong: `- { day: 2 }`
    - Right: `- { day: 2, recipe_refs: [mint-tea-lite] }`

    # program/unknown
    A request names a program that the pack does not have.
    - Why: There is nothing to begin or to show.
    - Wrong: `program: 3-day-rest`, where the pack has `3-day-reset`
    - Right: `program: 3-day-reset`
    - Reported for: request

    # program/several-actions
    A request has more than one action.
    - Why: The result would depend on the order of the two.
    - Wrong: `{ begin: true, leave: true }`
    - Right: `{ begin: true }`
    - Reported for: request

    # program/not-active
    An item is marked or a program is left, but no program is active.
    - Why: There is no day whose item could be marked.
    - Wrong: marking an item before the program has begun
    - Right: begin the program first
    - Reported for: request

    # program/no-such-day
    The program has no such day.
    - Why: There is no item on it that could be marked.
    - Wrong: `day: 6`, of a program of five days
    - Right: `day: 5`
    - Reported for: request

    # program/left-out
    The ranking `programs` excludes this program for the person of the request.
    - Why: The rules exclude it for a reason that concerns this person, and a request does not override that.
    - Wrong: `{ date: 2026-02-05, person: { profile: cold_deficient_low_flame }, enrol: 5-day-unknot }`, a program for another
      type
    - Right: one of the programs that `terrain suggest --ranking programs` offers this person
    - Reported for: request

    # program/locked
    A future day cannot be marked.
    - Why: A course that is completed in advance is not one, and streaks would count days that have not been.
    - Wrong: marking day 3 on the second day
    - Right: marking day 2 on the second day, or later
    - Reported for: request

    # program/no-such-item
    The day has no such item.
    - Why: The day would never be complete, however many items were marked.
    - Wrong: an item of another day
    - Right: one of the items that the day lists
    - Reported for: request

    # engine/not-a-list
    The result of a decision has to be a list.
    - Why: The engine reads one element after another; something else has none.
    - Wrong: `followed: { value: 3 }` of a trend
    - Right: `followed: { value: [{ series: height, value: days.height, better: more, least: 2, effect: 1 }] }`

    # log/field-not-optional
    A field of a log has to be an optional fact of a candidate, because every field may be absent on every day.
    - Why: People leave fields out. Rules that need each of them would fail for most days.
    - Wrong: `tall: { type: double, min: 0.0, max: 300.0 }` in the module `log`
    - Right: `tall: { type: double, min: 0.0, max: 300.0, optional: true, per: candidate }`

    # log/merging
    Records of a day cannot be merged by this method: lists are united, numbers compared or added up.
    - Why: The method has no meaning for values of this type.
    - Wrong: `merging: { value: { tall: union } }` of a number
    - Right: `merging: { value: { tall: most } }`

    # log/no-such-field
    A log has no field of this name, or none of the required type.
    - Why: The decision would be without its values on every day.
    - Wrong: `signs: quick_symptom`
    - Right: `signs: quick_symptoms`

    # trend/direction
    A direction has to have the value `insufficient`.
    - Why: Where there are too few days, every direction would be made up.
    - Wrong: `direction: { value: up }`
    - Right: `direction: { type: direction, value: insufficient }`

    # trend/no-series-fact
    The module `trend` needs the fact `series`.
    - Why: Decisions about a trend could not know which series they are about.
    - Wrong: `facts: { gain: { type: double, optional: true, per: candidate } }` in the module `trend`
    - Right: `facts: { series: { type: series, per: candidate }, gain: { type: double, optional: true, per:
      candidate } }`

    # trend/series
    A series needs a name and a decision for its value on a day.
    - Why: Without a value per day there is nothing to look at.
    - Wrong: `{ series: height, better: more, least: 2, effect: 1 }`
    - Right: `{ series: height, value: days.height, better: more, least: 2, effect: 1 }`

    # trend/series-twice
    A series is declared twice.
    - Why: Pages and facts refer to a series by its name.
    - Wrong: `[{ series: height, value: days.height, better: more, least: 2, effect: 1 }, { series: height, value:
      days.height, better: more, least: 2, effect: 1 }]`
    - Right: `[{ series: height, value: days.height, better: more, least: 2, effect: 1 }]`

    # trend/summary
    A summary of the window has exactly one function.
    - Why: With two functions the fact could have two values, with none it has no value.
    - Wrong: `window: { value: [{ fact: gain, mean: height, count: height }] }`
    - Right: `window: { value: [{ fact: gain, mean: height }] }`

    # trend/not-a-number
    A decision over a day evaluated to infinity or not a number.
    - Why: One infinite day makes every mean and slope infinite.
    - Wrong: `height: { type: optional<double>, value: "= tall.optMap(t, t / 0.0)" }`
    - Right: `height: { type: optional<double>, value: "= tall" }`
    - Reported for: request
    """#
}
