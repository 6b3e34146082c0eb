extension ExplanationText {
  static let logsOfDays = #"""
    # log/not-a-list
    `logs` has to be a list of records.
    - Why: A log has an entry per day or per event; a map of something else has none.
    - Wrong: `logs: {}`
    - Right: `logs: []`

    # log/source
    A fact from logs needs exactly one source.
    - Why: With two sources the fact could have two values, with none it has no value.
    - Wrong: `{ fact: streak }`
    - Right: `{ fact: streak, streak: days }`
    - Reported for: file

    # log/not-a-record
    A record of a day has to be a map of fields.
    - Why: The entry has neither a day nor fields.
    - Wrong: `logs: [7]`
    - Right: `logs: [{ date: 2026-02-05, tall: 7 }]`

    # log/no-date (warning)
    A record has neither a date nor an instant.
    - Why: Streaks and trends count days; an entry without one belongs to none.
    - Wrong: `logs: [{ tall: 7 }]`
    - Right: `logs: [{ date: 2026-02-05, tall: 7 }]`

    # log/bad-date (warning)
    A value is not a date of the calendar.
    - Why: It would have to be moved to another day, which changes streaks and trends.
    - Wrong: `logs: [{ date: 2026-02-30, tall: 7 }]`
    - Right: `logs: [{ date: 2026-02-05, tall: 7 }]`

    # log/bad-instant (warning)
    A value is not an instant, so the day, or the order of two records, is unknown.
    - Why: Of two entries for one day the later one counts, so their order matters.
    - Wrong: `logs: [{ at: yesterday, tall: 7 }]`
    - Right: `logs: [{ at: "2026-02-05T07:30:00+08:00", tall: 7 }]`

    # log/unknown-field (warning)
    No rule reads a field of this name: a misspelling, or a field of another program.
    - Why: What a person has logged under a misspelled name would never count.
    - Wrong: `logs: [{ date: 2026-02-05, tal: 7 }]`
    - Right: `logs: [{ date: 2026-02-05, tall: 7 }]`

    # log/wrong-value (warning)
    A field has a value of another type, or one that its enum does not have. The field is then unknown.
    - Why: The entry stays and only the field is unknown: one bad value must not lose a whole day.
    - Wrong: `logs: [{ date: 2026-02-05, tall: high }]`
    - Right: `logs: [{ date: 2026-02-05, tall: 7 }]`

    # log/out-of-range (warning)
    A value is outside the range that its field declares. The field is then unknown.
    - Why: A value outside of the scale would distort every mean and trend.
    - Wrong: `logs: [{ date: 2026-02-05, tall: 700 }]` where the range ends at 300
    - Right: `logs: [{ date: 2026-02-05, tall: 7 }]`

    # log/seconds (warning)
    A duration is negative or longer than plausible, such as that of a timer that was left running.
    - Why: A timer that ran all night would outweigh a month.
    - Wrong: an entry of 300000 seconds
    - Right: an entry of 300 seconds
    """#
}
