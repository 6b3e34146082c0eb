extension ExplanationText {
  static let imports = #"""
    # import/missing-option
    An import is called without a map or without a folder for the pack.
    - Why: An import writes a whole pack, and does not choose its place or its form itself.
    - Wrong: `terrain pack import notes.json`
    - Right: `terrain pack import notes.json --map map.yaml -o ContentPacks/notes`

    # import/unknown-version
    `import` in a map is the version of the form of maps. There is one so far.
    - Why: A later form of maps may give the same keys another meaning.
    - Wrong: `import: 2`
    - Right: `import: 1`

    # import/not-a-path
    A value comes from a JSON Pointer or an expression.
    - Why: A bare word could be a constant or a path; which one is meant has to be visible.
    - Wrong: `{ kind: dish, from: /dishes, id: /code, fields: { title: title } }`
    - Right: `{ kind: dish, from: /dishes, id: /code, fields: { title: /title } }`

    # import/not-an-expression
    `where` is an expression, which begins with `=`.
    - Why: Which records are taken has to be decided for each of them.
    - Wrong: `{ kind: dish, from: /dishes, id: /code, where: /published, fields: { title: /title } }`
    - Right: `{ kind: dish, from: /dishes, id: /code, where: "= record.published", fields: { title: /title } }`

    # import/not-a-condition
    `where` has a value that is neither true nor false for a record.
    - Why: A record is either taken or not; other values are neither.
    - Wrong: `{ kind: dish, from: /dishes, id: /code, where: "= record.title", fields: { title: /title } }`
    - Right: `{ kind: dish, from: /dishes, id: /code, where: "= record.title != ''", fields: { title: /title } }`

    # import/two-ids
    An entry has both `id` and `derived_id`.
    - Why: Only one of them could be used.
    - Wrong: `{ kind: dish, from: /dishes, id: /code, derived_id: /title, fields: { title: /title } }`
    - Right: `{ kind: dish, from: /dishes, id: /code, fields: { title: /title } }`

    # import/no-origin
    A field has neither a path nor a value.
    - Why: `otherwise` is for records that lack the value; without an origin it would be a constant, which is
      written as one.
    - Wrong: `{ kind: dish, from: /dishes, id: /code, fields: { title: { otherwise: None } } }`
    - Right: `{ kind: dish, from: /dishes, id: /code, fields: { title: { from: /title, otherwise: None } } }`

    # import/nothing-at-path (error or warning)
    The source has nothing there: an error for a list of records, a warning for a field that no record has.
    - Why: The import would be empty, or the field absent in all records, most often because of a misspelled path.
    - Wrong: `{ kind: dish, from: /dish, id: /code, fields: { title: /title } }` where the source has `dishes`
    - Right: `{ kind: dish, from: /dishes, id: /code, fields: { title: /title } }`

    # import/not-records
    The path leads to neither a list nor an object.
    - Why: There is nothing in it that could be a record.
    - Wrong: `{ kind: dish, from: /version, id: /code, fields: { title: /title } }`
    - Right: `{ kind: dish, from: /dishes, id: /code, fields: { title: /title } }`

    # import/no-id
    A record has no text that can be its id: none at all, or without letters a–z and digits.
    - Why: Everything in a pack is referred to by id, so no record can be without one.
    - Wrong: `{ kind: dish, from: /dishes, fields: { title: /title } }` where records have no `id`
    - Right: `{ kind: dish, from: /dishes, derived_id: /title, fields: { title: /title } }`

    # import/duplicate-id
    Two records of a kind have the same id in the source.
    - Why: References by this id would be ambiguous in the new pack.
    - Wrong: `[{ "code": "soup", "title": "Soup" }, { "code": "soup", "title": "Broth" }]`
    - Right: `[{ "code": "soup", "title": "Soup" }, { "code": "broth", "title": "Broth" }]`

    # import/unknown-kind
    The manifest in the map has no such kind, or its records are in no file.
    - Why: The records would have no file and no schema.
    - Wrong: `{ kind: dishh, from: /dishes, id: /code, fields: { title: /title } }`
    - Right: `{ kind: dish, from: /dishes, id: /code, fields: { title: /title } }`

    # import/unknown-field
    The schema of the kind has no such field.
    - Why: The new pack would not validate.
    - Wrong: `titel: /title`
    - Right: `title: /title`

    # import/unknown-enum
    The manifest in the map has no such enum.
    - Why: The replacements would have no effect.
    - Wrong: `{ courses: { starter: first } }` as `values`, where the enum is called `course`
    - Right: `{ course: { starter: first } }`

    # import/unknown-replacement
    A value of the source is replaced by one that the enum does not have.
    - Why: The new pack would not validate.
    - Wrong: `{ course: { starter: frist } }` as `values`
    - Right: `{ course: { starter: first } }`

    # import/unmapped-value
    The source has a value that the enum does not have, and the map does not replace it.
    - Why: The new pack would not validate; whether the value is replaced or left out is for a person to decide.
    - Wrong: a record with `"course": "starter"` where the enum has `first`
    - Right: `values: { course: { starter: first } }` in the map, or `{ starter: null }` to leave it out

    # import/missing-file
    A record names a file that is not beside the source, is not inside that folder, or is too large.
    - Why: The new pack would name a file that it does not have.
    - Wrong: `"picture": "/tmp/soup.svg"`
    - Right: `"picture": "media/soup.svg"` with the file in the folder `media` beside the source
    """#
}
