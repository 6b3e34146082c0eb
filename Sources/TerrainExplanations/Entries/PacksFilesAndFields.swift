extension ExplanationText {
  static let packsFilesAndFields = #"""
    # content/wrong-kind
    A value has the wrong shape: a list in place of a text, and the like.
    - Why: The field has one declared form, on which pages and rules rely.
    - Wrong: `title: [Slow down]` in a text of a message
    - Right: `title: Slow down`

    # content/missing-field
    A required field is missing.
    - Why: Without it the record cannot be shown or referred to.
    - Wrong: `{ text: Weak, deltas: { taste: -1 } }` as an option
    - Right: `{ id: weak, text: Weak, deltas: { taste: -1 } }`

    # content/unknown-field
    Unknown field.
    - Why: A misspelled optional field would be ignored without a word.
    - Wrong: `{ id: weak, text: Weak, detlas: { taste: -1 } }` as an option
    - Right: `{ id: weak, text: Weak, deltas: { taste: -1 } }`

    # content/not-a-locale
    A key of a text is not a language tag.
    - Why: Nobody would be shown this text, since no request asks for such a locale.
    - Wrong: `text: { en-US: Slow down, zh_Hans: 慢一点 }`
    - Right: `text: { en-US: Slow down, zh-Hans: 慢一点 }`

    # pack/not-found
    The pack does not exist. Where packs are located is in [`locating.md`](locating.md).
    - Why: Commands never take another pack than the one that was named.
    - Wrong: `--pack shpo`
    - Right: `--pack shop`
    - Reported for: command

    # pack/not-a-version
    The version is not a semantic version.
    - Why: What changed between two packs is judged by their versions, which have three numbers.
    - Wrong: `version: "2.0"`
    - Right: `version: 2.0.0`

    # pack/not-a-version-range
    A text that is not a range of versions.
    - Why: Which rule sets the pack accepts would be unknown.
    - Wrong: `rules: { id: r, version: ">=1" }`
    - Right: `rules: { id: r, version: "^1.0.0" }`

    # pack/missing-content
    A kind's file or folder does not exist.
    - Why: The kind would have no records, which looks like a pack without them.
    - Wrong: `move: { path: move.yaml }` where the file is called `moves.yaml`
    - Right: `move: { path: moves.yaml }`

    # pack/path-leaves-pack
    A path leads out of the pack's folder.
    - Why: A pack is shipped and built as one folder; what is outside would be missing elsewhere, or would give out
      private files.
    - Wrong: `move: { path: ../moves.yaml }`
    - Right: `move: { path: moves.yaml }`

    # pack/link-leaves-pack
    A file in the pack is a link that leads out of the pack.
    - Why: A link can give out any file of the machine, and is broken on others.
    - Wrong: `media/tea.svg`, a link to `/home/me/tea.svg`
    - Right: a copy of the file

    # pack/missing-file
    A file that the content names does not exist.
    - Why: People would see an empty place where the picture or sound should be.
    - Wrong: `uri: media/satnding.svg`
    - Right: `uri: media/standing.svg`

    # pack/media-too-large
    A file that the content names is larger than a built pack may hold (16 MiB), or was removed while the pack was built.
    - Why: A built pack is loaded into memory at the start of an app.
    - Wrong: `uri: media/film.mp4` of 40 MiB
    - Right: a file that an app can load at its start

    # pack/other-kind
    A file declares another kind than the pack expects there.
    - Why: The record would be checked by the schema of the wrong kind.
    - Wrong: `kind: exercise` in a file of the folder of recipes
    - Right: `kind: recipe`

    # pack/unknown-kind
    The pack has no such kind.
    - Why: The declaration would check nothing.
    - Wrong: `checks: { covered: [{ of: fod, by: [tags], at_least: 1 }] }`
    - Right: `checks: { covered: [{ of: profile, by: [avoid], at_least: 1 }] }`

    # pack/unknown-type
    A field of a record has an unknown type.
    - Why: Rules could not read the field.
    - Wrong: `shelf: strng`
    - Right: `shelf: optional<string>`

    # pack/type-syntax
    A type has a syntax error.
    - Why: Rules could not read the field.
    - Wrong: `shelf: list<string`
    - Right: `shelf: list<string>`

    # pack/schema-too-large (warning)
    A schema describes more fields than the limit `schemaShapes`; the others are ignored.
    - Why: Rules know fields by the schema; the limit bounds the memory that their types can take. Only rules that
      mention the others are affected.
    - Wrong: a schema of tens of thousands of fields
    - Right: several kinds
    """#
}
