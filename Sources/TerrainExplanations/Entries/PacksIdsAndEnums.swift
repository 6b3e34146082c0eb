extension ExplanationText {
  static let packsIdsAndEnums = #"""
    # pack/repeated-id
    Two records of a kind have the same id.
    - Why: A reference by this id could mean either record.
    - Wrong: `{ id: warm, label: Warm, warmth: 3, avoid: [] }` where another record is called `warm`
    - Right: `{ id: warmer, label: Warm, warmth: 3, avoid: [] }`

    # pack/other-folder (warning)
    The id of a pack in `ContentPacks` is not the name of its folder.
    - Why: `--pack` takes the name of the folder, and results, built packs and logs have the id: whoever copies one of them to the other finds
      nothing, or another pack.
    - Wrong: `id: small-shop` in `ContentPacks/small/pack.yaml`
    - Right: `id: small` in `ContentPacks/small/pack.yaml`

    # pack/unread-file (error or warning)
    A file has records of a kind and is not where the kind's records are read. It is an error where the kind lacks one of these records.
    - Why: Nothing reads it: a copy is edited without effect, and what was moved is missing.
    - Wrong: the file `old/exercises.yaml`, where the path of `exercise` is `exercises.yaml`
    - Right: the file `old/exercises.txt`, which is no content

    # pack/shared-id
    Records of two kinds that share their ids (`unique`) have the same id.
    - Why: The pack declares that these kinds share a list, where one id must mean one thing.
    - Wrong: a recipe and an exercise, both `morning-calm`
    - Right: `morning-calm-tea` and `morning-calm-stretch`

    # pack/unknown-reference
    A value is not the id of a record (`x-refers-to`).
    - Why: What refers to it would be shown without it, or not at all.
    - Wrong: `dish_refs: [mnit]`
    - Right: `dish_refs: [mint]`

    # pack/reference-kind
    A value is the id of a record of another kind.
    - Why: The record exists, but what reads the field expects the fields of another kind.
    - Wrong: `recipe_refs: [after-meal-walk]`, which is an exercise
    - Right: `exercise_refs: [after-meal-walk]`

    # pack/unknown-value
    A value is not a value of its enum (`x-enum`).
    - Why: Rules compare with the values of the enum; a misspelled one is never equal to any, so the record is
      silently left out.
    - Wrong: `{ id: mild, label: Mild, warmth: 0, avoid: [coolin] }`
    - Right: `{ id: mild, label: Mild, warmth: 0, avoid: [cooling] }`

    # pack/unknown-vocabulary
    A schema names an enum that the pack does not declare.
    - Why: The field would accept every text.
    - Wrong: `"x-enum": "tags"`
    - Right: `"x-enum": "tag"`, and `tag` under `enums` in `pack.yaml`

    # pack/schema-differs
    A schema repeats an enum with other values than the pack.
    - Why: The two lists would drift apart, and a value that one accepts is refused by the other.
    - Wrong: `{ "type": "string", "x-enum": "tag", "enum": ["warming", "cooling"] }` for an enum of four values
    - Right: `{ "type": "string", "x-enum": "tag" }`

    # pack/missing-label (warning)
    An enum has labels, but one of its values has none.
    - Why: People would see the value's id where the others have a name.
    - Wrong: `values: [full, lite]⏎labels: { full: Full }`
    - Right: `values: [full, lite]⏎labels: { full: Full, lite: Lite }`

    # pack/unused-record (warning)
    A record of a kind whose records have to be used (`used`) is not used.
    - Why: Nobody ever sees it: either it was left out somewhere, or it can be removed.
    - Wrong: a dish that is in no recipe
    - Right: a recipe with it
    """#
}
