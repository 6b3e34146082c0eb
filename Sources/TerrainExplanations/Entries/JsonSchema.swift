extension ExplanationText {
  static let jsonSchema = #"""
    # schema/wrong-type
    A value is of another type.
    - Why: Programs that read the field rely on its type; a text where a number is expected fails later and
      elsewhere.
    - Schema: `{ "properties": { "size": { "type": "integer" } } }`
    - Wrong: `size: large`
    - Right: `size: 3`

    # schema/unknown-key
    A key that the map does not declare.
    - Why: A misspelled optional key would be ignored without a word.
    - Schema: `{ "properties": { "size": {} }, "additionalProperties": false }`
    - Wrong: `siez: 3`
    - Right: `size: 3`

    # schema/missing-key
    A required key is missing.
    - Why: Whoever reads the value needs it.
    - Schema: `{ "required": ["size"] }`
    - Wrong: `color: red`
    - Right: `{ color: red, size: 3 }`

    # schema/not-a-choice
    A value is not one of those permitted.
    - Why: Whoever reads the value knows only the permitted ones.
    - Schema: `{ "properties": { "size": { "enum": ["small", "large"] } } }`
    - Wrong: `size: lagre`
    - Right: `size: large`

    # schema/not-allowed
    No value is permitted here.
    - Why: The schema forbids any value here, mostly because the field was removed or belongs to another form.
    - Schema: `{ "properties": { "note": false } }`
    - Wrong: `note: x`
    - Right: `{}`

    # schema/out-of-bounds
    A number is too small or too large.
    - Why: The bounds are what readers of the value were built for.
    - Schema: `{ "properties": { "size": { "minimum": 1 } } }`
    - Wrong: `size: 0`
    - Right: `size: 1`

    # schema/not-a-multiple
    A number is not a multiple of the required one.
    - Why: The value would have to be rounded where it is used. It is computed exactly, so 1.01 is a multiple of
      0.01.
    - Schema: `{ "properties": { "price": { "multipleOf": 0.01 } } }`
    - Wrong: `price: 1.005`
    - Right: `price: 1.01`

    # schema/too-short
    A text is too short.
    - Why: Mostly an unfinished text, or one letter too few in a code.
    - Schema: `{ "properties": { "name": { "minLength": 2 } } }`
    - Wrong: `name: a`
    - Right: `name: ab`

    # schema/too-long
    A text is too long.
    - Why: The text does not fit where it is shown or stored.
    - Schema: `{ "properties": { "name": { "maxLength": 2 } } }`
    - Wrong: `name: abc`
    - Right: `name: ab`

    # schema/pattern
    A text does not match the pattern.
    - Why: Texts of this field are read by programs that rely on its form.
    - Schema: `{ "properties": { "id": { "pattern": "^[a-z-]+$" } } }`
    - Wrong: `id: Red Tea`
    - Right: `id: red-tea`

    # schema/format
    A text does not have the required format.
    - Why: A date that the calendar does not have, or an address that nothing can open, fails later and elsewhere.
    - Schema: `{ "properties": { "day": { "format": "date" } } }`
    - Wrong: `day: "2026-02-30"`
    - Right: `day: "2026-02-28"`

    # schema/too-few-items
    A list has too few items.
    - Why: Whoever reads the list relies on having that many.
    - Schema: `{ "properties": { "tags": { "minItems": 1 } } }`
    - Wrong: `tags: []`
    - Right: `tags: [a]`

    # schema/too-many-items
    A list has too many items.
    - Why: Whoever reads the list shows or stores only that many.
    - Schema: `{ "properties": { "tags": { "maxItems": 1 } } }`
    - Wrong: `tags: [a, b]`
    - Right: `tags: [a]`

    # schema/repeated-item
    A list has an item twice.
    - Why: A list without repetition is a set; the second mention has no effect or is a misspelling of another
      value.
    - Schema: `{ "properties": { "tags": { "uniqueItems": true } } }`
    - Wrong: `tags: [a, b, a]`
    - Right: `tags: [a, b]`

    # schema/missing-item
    A list has no item of a required kind.
    - Why: Whoever reads the list relies on having such an item.
    - Schema: `{ "properties": { "tags": { "contains": { "const": "a" } } } }`
    - Wrong: `tags: [b]`
    - Right: `tags: [a, b]`

    # schema/too-few-keys
    A map has too few keys.
    - Why: Whoever reads the map relies on having that many.
    - Schema: `{ "minProperties": 2 }`
    - Wrong: `a: 1`
    - Right: `{ a: 1, b: 2 }`

    # schema/too-many-keys
    A map has too many keys.
    - Why: Whoever reads the map expects one of several keys, and could not choose.
    - Schema: `{ "maxProperties": 1 }`
    - Wrong: `{ a: 1, b: 2 }`
    - Right: `a: 1`

    # schema/no-form-fits
    A value matches none of the permitted forms.
    - Why: The value is none of the things that may be here; the nearest form is explained where one is near.
    - Wrong: a value that none of many forms comes near to
    - Right: a value of one of the forms

    # schema/several-forms-fit
    A value matches several of the forms of which exactly one must match.
    - Why: It is not known which of the forms is meant, and they may be treated differently.
    - Schema: `{ "properties": { "size": { "oneOf": [{ "minimum": 1 }, { "maximum": 5 }] } } }`
    - Wrong: `size: 3`
    - Right: `size: 7`

    # schema/ruled-out
    A value matches a schema that is excluded.
    - Why: The schema excludes these values by name or form, mostly because they have another meaning elsewhere.
    - Schema: `{ "properties": { "id": { "not": { "enum": ["in", "as"] } } } }`
    - Wrong: `id: in`
    - Right: `id: inside`

    # schema/too-deep
    Schemas refer to each other deeper than the limit `depth`.
    - Why: The depth of validation is bounded, so that no document can exhaust the stack.
    - Wrong: a list nested hundreds of levels deep, by a schema that refers to itself
    - Right: a flatter document

    # schema/too-many-steps
    Schema validation exceeds the limit `steps`: 5,000,000, or 64 for each value of a large document. A step is a schema applied, or eight bytes of text
    compared or matched.
    - Why: Choices inside choices can take exponential time; the limit bounds it.
    - Wrong: choices inside choices inside choices, over a large document
    - Right: a schema whose choices differ in a key

    # schema/more-findings
    There are more diagnostics than the limit `findings`; the others are counted.
    - Why: A report of 100,000 lines helps nobody, and the first ones mostly explain the others.
    - Wrong: a list of 100,000 wrong numbers
    - Right: the first of them fixed

    # schema/unknown-keyword (warning)
    A schema has a keyword that resembles one of JSON Schema's. Unknown keywords are ignored, so the intended condition is not checked.
    - Why: JSON Schema ignores unknown keywords, so the author believes that something is checked which is not.
    - Wrong: `{ "requierd": ["id"] }`
    - Right: `{ "required": ["id"] }`

    # schema/unresolved-reference
    A `$ref` does not resolve to a known schema. Nothing is fetched.
    - Why: Everything that the reference should check would be unchecked.
    - Wrong: `{ "$ref": "colors.json" }` where there is no such file
    - Right: `{ "$ref": "colours.json" }`

    # schema/endless-reference
    A schema refers to itself without descending into the value.
    - Why: Validation would never end.
    - Wrong: `{ "$ref": "#" }`
    - Right: `{ "items": { "$ref": "#" } }`

    # schema/invalid-pattern
    A pattern is invalid, with the reason: look-around and back-references cannot be matched in linear time.
    - Why: A pattern that cannot be matched would accept or refuse everything. Linear time is promised for every
      pattern, which look-around and back-references do not permit.
    - Wrong: `{ "pattern": "(a" }`
    - Right: `{ "pattern": "(a)" }`

    # schema/lenient-pattern (warning)
    A pattern that only older readers accept.
    - Why: JSON Schema asks for ECMA-262 with the flag `u`, and readers that follow it refuse this pattern.
    - Wrong: `{ "pattern": "a\\-b" }`
    - Right: `{ "pattern": "a-b" }`

    # schema/unknown-dialect
    `$schema` names an unknown dialect. Drafts 04, 06, 07, 2019-09 and 2020-12 are known.
    - Why: The same keyword has another meaning in another dialect, so the schema is not read as if it were a known
      one.
    - Wrong: `{ "$schema": "http://json-schema.org/draft-03/schema#" }`
    - Right: `{ "$schema": "https://json-schema.org/draft/2020-12/schema" }`

    # schema/unknown-vocabulary
    A dialect requires an unknown vocabulary.
    - Why: Its keywords would be ignored, although the dialect requires that they are understood.
    - Wrong: a metaschema that requires a vocabulary of its own
    - Right: the vocabulary as not required

    # schema/repeated-id
    Two schemas have the same `$id`.
    - Why: A reference to it could mean either.
    - Wrong: `"$id": "a.json"` in two files
    - Right: `"$id": "b.json"` in one of them

    # schema/too-many-schemas
    A schema refers to more schemas than the limit `schemas`.
    - Why: The limit bounds the memory that compiled schemas can take.
    - Wrong: a schema of hundreds of thousands of parts
    - Right: several schemas for several kinds
    """#
}
