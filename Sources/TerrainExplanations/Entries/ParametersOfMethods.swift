extension ExplanationText {
  static let parametersOfMethods = #"""
    # request/unknown-value
    A parameter is not one of the permitted values.
    - Why: A default would answer another question than the one that was asked.
    - Wrong: `{"answers": {"first": "weak"}, "detail": "long"}`
    - Right: `{"answers": {"first": "weak"}, "detail": "full"}`

    # request/number-range
    A number among the parameters is not whole, or is out of range.
    - Why: A rounded or clamped number would answer another question than the one that was asked.
    - Wrong: `{"days": 1000}`
    - Right: `{"days": 7}`

    # request/number-too-large
    A number is beyond the range of `double`, which would make it infinite. Infinity is written `.inf` in YAML.
    - Why: It would compare as greater than everything.
    - Wrong: `{"size": 1e999}`
    - Right: `{"size": 1e99}`

    # request/limit
    A request asks for more, or contains more, than permitted: days of a page (`days`), events of an account (`events`), values of replicas (`values`).
    `--limit` raises these limits.
    - Why: The limit bounds the time and memory of one request.
    - Wrong: `{"date": "2026-02-05", "days": 366}`
    - Right: four requests of 90 days each, or `--limit days=366`

    # request/more-diagnostics (info)
    A request has more problems than are reported: the first 100 are, and this is the number of the others. For the first 10 distinct undeclared names, a
    similar declared one is suggested.
    - Why: A response of 20,000 lines helps nobody, and the first ones mostly explain the others.
    - Wrong: `{"facts": {…20,000 names that are not declared…}}`
    - Right: `{"facts": {"warmth": 3}}`

    # request/too-many
    A list among the parameters is longer than permitted.
    - Why: The limit bounds the time and memory of one request.
    - Wrong: a list of a million elements
    - Right: several requests

    # system/not-kept
    A file was needed that was not read when the pack and its rules were loaded. It is a defect of the program.
    - Why: A version answers from the files that it was loaded with, so that an edit in between cannot mix two
      versions.
    - Wrong: a version that is served asks for a file that it does not have
    - Right: everything that methods need is read when a version is loaded
    - Reported for: command

    # system/changing
    A new version was refused because its files kept changing while they were validated.
    - Why: Half of one version and half of another was never checked by anybody. The service goes on with the
      version that it has.
    - Wrong: `pack.reload` while a copy is being made
    - Right: `pack.reload` after it
    - Reported for: command

    # records/unknown-kind
    A request for records names a kind of which the pack has no records.
    - Why: The list would be empty, which looks like a pack without such records.
    - Wrong: `{"kind": "moev"}`
    - Right: `{"kind": "move"}`

    # records/unknown-id
    A request for records names an id that no record of the kind has.
    - Why: The caller would get fewer records than it asked for, without a word.
    - Wrong: `{"kind": "move", "ids": ["breathign"]}`
    - Right: `{"kind": "move", "ids": ["breathing"]}`

    # records/unknown-field
    A request for records asks for a field that no record of the kind has.
    - Why: No record would match, because of a misspelling.
    - Wrong: `{"kind": "move", "where": {"tgas": "calming"}}`
    - Right: `{"kind": "move", "where": {"tags": "calming"}}`

    # records/wrong-values
    A request for records compares a field with an object, or with more than a thousand values.
    - Why: Records are selected by equality with given values; the limit bounds the time of one request.
    - Wrong: `{"kind": "move", "where": {"tags": {"is": "calming"}}}`
    - Right: `{"kind": "move", "where": {"tags": ["calming", "moving"]}}`

    # media/not-found
    The pack has no file at the path that a request for media names. Paths are relative to the pack's folder, and lead nowhere else.
    - Why: Only files of the pack are given out, whatever the path is.
    - Wrong: `{"path": "../pictures/type.svg"}`
    - Right: `{"path": "media/type.svg"}`

    # media/unknown-type
    Only pictures, sounds, films and PDF files of a pack are given out, by the ending of their names.
    - Why: Manifests, schemas and rules of a pack are not for those who see its pictures.
    - Wrong: `{"path": "pack.yaml"}`
    - Right: `{"path": "media/type.svg"}`
    """#
}
