extension ExplanationText {
  static let resultsOfDecisionsForEnginesPart1 = #"""
    # engine/not-a-map
    A part of the result of a decision has to be a map.
    - Why: The engine reads named parts of the result; something else has none.
    - Wrong: `settings: { value: [3] }` of a ranking
    - Right: `settings: { value: { limit: 3, ties: written } }`

    # engine/wrong-field
    A part of the result of a decision has another type than the engine needs.
    - Why: The engine could not use the part, for anybody.
    - Wrong: `settings: { value: { limit: many, ties: written } }` of a ranking
    - Right: `settings: { value: { limit: 3, ties: written } }`

    # engine/unknown-field
    A part of the result of a decision is unknown to the engine.
    - Why: A misspelled part would be ignored, and its default used.
    - Wrong: `settings: { value: { limt: 3, ties: written } }` of a ranking
    - Right: `settings: { value: { limit: 3, ties: written } }`

    # insight/page
    A page has to be a list of parts.
    - Why: The order of the parts is the order on the page; a map has none.
    - Wrong: `page: { value: { headline: headline } }`
    - Right: `page: { value: [{ id: headline, choose: headline }] }`

    # insight/part
    A part of a page has exactly one function.
    - Why: What is to be shown in this place could be either.
    - Wrong: `{ id: headline, choose: headline, rank: suggest }`
    - Right: `{ id: headline, choose: headline }`

    # insight/part-twice
    Two parts of a page have the same id.
    - Why: Apps, scenarios and explanations refer to a part by its id.
    - Wrong: `{ id: dos, choose: headline }` beside another part `dos`
    - Right: `{ id: headline, choose: headline }`

    # insight/unknown-decision
    A part names an unknown decision.
    - Why: The part would be empty for everybody.
    - Wrong: `{ id: headline, choose: headlnie }`
    - Right: `{ id: headline, choose: headline }`

    # insight/no-choices
    A decision of a slot has to yield messages.
    - Why: A slot shows messages; other values have no text.
    - Wrong: `{ id: headline, choose: focus }`, which is a number
    - Right: `{ id: headline, choose: headline }`

    # insight/unknown-layer
    A part reserves a place for an unknown layer.
    - Why: The place would be kept for nobody, and stay empty.
    - Wrong: `{ id: headline, choose: headline, least: { sgin: 1 } }`
    - Right: `{ id: headline, choose: headline, least: { sign: 1 } }`

    # insight/unknown-message
    A decision chooses a message that the pack does not have.
    - Why: People for whom the row holds would get an error in place of a text.
    - Wrong: `{ id: dos, choose: dos, heading: advise }` where the pack has no message `advise`
    - Right: `{ id: dos, choose: dos, heading: head.tense }`

    # insight/unknown-ranking
    A page shows a ranking of a module that is not a ranking.
    - Why: The part would be empty for everybody.
    - Wrong: `{ id: headline, rank: clock }`
    - Right: `{ id: headline, rank: suggest }`

    # insight/not-used
    A page shows a decision or a ranking of a module that is not in its own `uses`. Only used modules are loaded with a page.
    - Why: Only the modules in `uses` are loaded with the page, so the part would be missing when it is shown.
    - Wrong: `uses: [small.clock]` in the module whose page ranks `suggest`
    - Right: `uses: [small.clock, small.suggest]`

    # insight/no-record
    A part shows fields of a fact that is not a record of the pack.
    - Why: There are no fields to show.
    - Wrong: `{ id: headline, tell: weather, fields: [label] }`
    - Right: `{ id: headline, tell: person_type, fields: [label] }`

    # insight/unknown-field
    A part shows a field that no record of the fact's type has.
    - Why: Nobody would see the field, most often because its name is misspelled.
    - Wrong: `{ id: headline, tell: person_type, fields: [lable] }`
    - Right: `{ id: headline, tell: person_type, fields: [label] }`

    # insight/no-quiz
    `signals` needs a quiz, and the pack has none.
    - Why: Signals are drawn from answers to a quiz.
    - Wrong: `{ id: headline, signals: 2 }` in a pack without a quiz
    - Right: `{ id: headline, choose: headline }`

    # message/words-nothing (warning)
    A message has the name of one for a problem of a form, but there is no such field, or no such keyword.
    - Why: Nobody ever sees this text: most often the name of the field or the keyword is misspelled.
    - Wrong: `- { id: problem.fruit.mising-key, texts: { text: "Choose a fruit." } }`
    - Right: `- { id: problem.fruit.missing-key, texts: { text: "Choose a fruit." } }`

    # message/crowded-out (warning)
    A row chooses the message, but it is proved that wherever that row holds, earlier rows of the slot hold too and leave no place for it: by their
    number, their topic or what they oppose. Where this cannot be proved, nothing is reported.
    - Why: Its text was written for people who never get it.
    - Wrong: a base row of priority 5 in a slot with `limit: 4`, where four base rows of lower priority ask for the
      same and have other topics
    - Right: a higher layer or a lower priority number for it, a place kept for it with `least`, or a greater
      `limit`

    # message/never-chosen (warning)
    Rows name the message, but it is proved that none of them can be reached: the conditions on the way exclude one another. A row whose own conditions
    exclude one another is `rules/dead-row`, which lists the messages that are never shown because of it.
    - Why: Its text was written for people who never get it.
    - Wrong: `{ when: { weather: cold }, then: "= tips" }`, where `tips` names the message in a row for hot weather
      only
    - Right: the row of `tips` with a condition that can hold there

    # message/never-named (warning)
    No row, page or record names the message. Rule sets that name no message at all are not checked: their messages are chosen elsewhere.
    - Why: Nobody ever sees it: either a row is missing, or it can be removed.
    - Wrong: `{ message: do.rest, layer: base, priority: 2 }` in the only row that could name `do.walk`
    - Right: `{ message: do.walk, layer: base, priority: 2 }`

    # message/nothing-fills
    A text has a placeholder for which no row that chooses the message gives a value: people would see the braces.
    - Why: People would see the braces.
    - Wrong: `title: "A {saeson} day"` where the row gives `season`
    - Right: `title: "A {season} day"`

    # message/no-topic (warning)
    A slot (or several filled together) shows one message per topic, and this message has none, though others there do: it may appear beside one with the
    same content.
    - Why: Two messages with the same advice may appear beside each other.
    - Wrong: `{ id: do.walk, texts: { text: A walk. } }` beside messages with topics
    - Right: `{ id: do.walk, topic: walk, texts: { text: A walk. } }`

    # message/opposes-itself
    A message opposes its own topic. This has no effect: at most one message per topic is shown.
    - Why: The author probably meant another topic, which is now not opposed.
    - Wrong: `{ id: do.walk, topic: walk, opposes: [walk], texts: { text: A walk. } }`
    - Right: `{ id: do.walk, topic: walk, opposes: [rest], texts: { text: A walk. } }`

    # message/opposes-nothing (warning)
    A message opposes a topic that no message has.
    - Why: Contradicting messages may appear beside each other because of a misspelling.
    - Wrong: `{ id: do.walk, topic: walk, opposes: [rets], texts: { text: A walk. } }`
    - Right: `{ id: do.walk, topic: walk, opposes: [rest], texts: { text: A walk. } }`

    # message/no-text
    A message has no text.
    - Why: People would see an empty place.
    - Wrong: `{ id: do.walk, topic: walk, texts: {} }`
    - Right: `{ id: do.walk, topic: walk, texts: { text: A walk. } }`

    # ranking/candidate
    A ranking needs exactly one fact with `per: candidate`.
    - Why: A ranking evaluates its decisions once per candidate, so it must be known which fact that is.
    - Wrong: `sign: { type: sign }` in a module that ranks
    - Right: `sign: { type: sign, per: candidate }`

    # ranking/candidate-type
    Candidates have to be records of the pack or values of an enum.
    - Why: Only these can be listed: they are known before any request.
    - Wrong: `item: { type: int, per: candidate }`
    - Right: `item: { type: sign, per: candidate }`

    # ranking/no-none
    The decision `excluded` never yields `none`, so every candidate is excluded.
    - Why: Nobody would ever be offered anything.
    - Wrong: `excluded: { value: avoided }`
    - Right: `excluded: { value: none }`

    # merge/field-type
    A table declares how a field merges with one of five keywords.
    - Why: How two values become one has to be known for every field, or the result would depend on which replica
      comes first.
    - Wrong: `symptoms: list`
    - Right: `symptoms: set`

    # merge/unknown-table
    A replica has a table that the pack does not declare.
    - Why: It is not known how its fields merge.
    - Wrong: `{ "replica": "phone", "tables": { "dayly_logs": [] } }`
    - Right: `{ "replica": "phone", "tables": { "daily_logs": [] } }`
    - Reported for: request

    # merge/key
    A key of a record has to be a text or a whole number.
    - Why: Records of two replicas are the same where their keys are equal; other values have no exact equality.
    - Wrong: `{ "user_id": [], "date": "2026-02-05", "updated_at": "2026-02-05T08:00:00Z" }`
    - Right: `{ "user_id": "anna", "date": "2026-02-05", "updated_at": "2026-02-05T08:00:00Z" }`
    - Reported for: request

    # merge/no-clock
    Neither the record nor its fields have a time at which they were written, so the last writer is unknown.
    - Why: Which of two values is newer would be a guess.
    - Wrong: `{ "user_id": "anna", "date": "2026-02-05", "mood_rating": 7 }`
    - Right: `{ "user_id": "anna", "date": "2026-02-05", "mood_rating": 7, "updated_at": "2026-02-05T08:00:00Z" }`
    - Reported for: request

    # merge/replica
    Fields without a stamp need the id of the `replica`: a text without blanks, different for every device.
    - Why: Two devices may write in the same instant; the id makes the order of the two certain and the same
      everywhere.
    - Wrong: `{ "tables": { "daily_logs": [{ "user_id": "anna", "date": "2026-02-05", "mood_rating": 7,
      "updated_at": "2026-02-05T08:00:00Z" }] } }`
    - Right: `{ "replica": "phone", "tables": { "daily_logs": [{ "user_id": "anna", "date": "2026-02-05",
      "mood_rating": 7, "updated_at": "2026-02-05T08:00:00Z" }] } }`
    - Reported for: request

    # merge/stamp
    A stamp is an instant, a blank, and the id of the replica that wrote; a set or a map has one for each element.
    - Why: Which of two values is newer, and which device wins a tie, are read from it.
    - Wrong: `{ "user_id": "anna", "date": "2026-02-05", "mood_rating": 7, "updated_at": "2026-02-05T08:00:00Z",
      "_changed": { "mood_rating": "2026-02-05T08:00:00Z" } }`
    - Right: `{ "user_id": "anna", "date": "2026-02-05", "mood_rating": 7, "updated_at": "2026-02-05T08:00:00Z",
      "_changed": { "mood_rating": "2026-02-05T08:00:00Z phone" } }`
    - Reported for: request

    # merge/instant
    An instant is written as in RFC 3339 or PostgreSQL, with its offset.
    - Why: Without its offset an instant is a different one elsewhere, and the wrong writer would win.
    - Wrong: `{ "user_id": "anna", "date": "2026-02-05", "updated_at": "2026-02-05 08:00:00" }`
    - Right: `{ "user_id": "anna", "date": "2026-02-05", "updated_at": "2026-02-05 08:00:00+00" }`
    - Reported for: request

    # merge/day
    A day has to be a calendar day. It is never derived from an instant, which is a different day elsewhere.
    - Why: Half an hour before midnight it is another day in another zone; people's days must not move when they
      travel.
    - Wrong: `{ "user_id": "anna", "date": "2026-02-05T23:30:00Z", "updated_at": "2026-02-05T08:00:00Z" }`
    - Right: `{ "user_id": "anna", "date": "2026-02-05", "updated_at": "2026-02-05T08:00:00Z" }`
    - Reported for: request

    # merge/not-json
    A value that JSON cannot represent, such as an infinity of YAML.
    - Why: The merged document is JSON.
    - Wrong: `mood_rating: .inf`
    - Right: `mood_rating: 7`
    - Reported for: request

    # check/unknown-kind
    The `kind` of a form is unknown, or its records are in the pack.
    - Why: There are no rules that could check the form.
    - Wrong: `terrain check form.yaml --kind ordr`
    - Right: `terrain check form.yaml --kind order`
    - Reported for: request

    # check/no-kind
    The request has no `kind`, and the pack checks several kinds, or none.
    - Why: It is not known by which rules the form is to be checked.
    - Wrong: `terrain check form.yaml --pack shop`, where no kind has a `check`
    - Right: `terrain check form.yaml --kind order --pack shop`
    - Reported for: request

    # check/no-problems
    The module that checks a kind has no decision `problems`, or does not exist.
    - Why: Every form would be accepted.
    - Wrong: `order: { schema: order.schema.json, check: oder_form }`
    - Right: `order: { schema: order.schema.json, check: order_form }`

    # check/problems
    `problems` has to be a list of records with `at` and `message`.
    - Why: A problem is shown at its field with its text; other values have neither.
    - Wrong: `problems: { value: "= fruit.hasValue()" }`
    - Right: `problems: { type: list<problem>, hit: collect, rows: [{ id: none, when: { fruit: none }, then: { at:
      fruit, message: fruit.none } }] }`

    # check/wrong-record
    A record of the pack is of a kind that rules check, and they report a problem in it.
    - Why: The pack itself contains what its own rules refuse in a form.
    - Wrong: `pairs: [{ text: white, behind: white }]`, where rules require a contrast of colors
    - Right: `pairs: [{ text: black, behind: white }]`

    # check/unknown-record
    A field of a form is not the id of a record of the pack.
    - Why: What the form names does not exist, so it could not be delivered or shown.
    - Wrong: `fruit: paer`
    - Right: `fruit: pear`
    - Reported for: request
    """#
}
