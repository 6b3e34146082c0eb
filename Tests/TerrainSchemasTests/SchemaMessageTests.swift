import TerrainDocuments
import TerrainSchemas
import TestSupport
import Testing

/// Each defect: one message, in words, at the value or key that is wrong.
@Suite struct SchemaMessageTests {
  struct Case: CustomTestStringConvertible {
    var schema: String
    /// What is wrong stands between marks 1 and 2.
    var document: String
    var expected: String
    var testDescription: String { expected }

    init(_ schema: String, _ document: String, _ expected: String) {
      (self.schema, self.document, self.expected) = (schema, document, expected)
    }
  }

  static let cases: [Case] = [
    Case(
      "{ properties: { a: { type: string } } }", "a: 1️⃣52️⃣",
      "schema/wrong-type at a: `a` must be text, not a number (put it in quotes if it is meant as text)"),
    Case(
      "{ properties: { v: { type: string, pattern: '^[0-9]+[.][0-9]+[.][0-9]+$', patternErrorMessage: 'A version is 1.2.3.' } } }",
      "v: 1️⃣1.12️⃣", "schema/wrong-type at v: `v` must be text, not a number (write it as text: a version is 1.2.3)"),
    Case(
      "{ properties: { v: { type: string, pattern: '^[0-9.]+$', patternErrorMessage: 'A version is 1.2.' } } }",
      "v: 1️⃣1.12️⃣", "schema/wrong-type at v: `v` must be text, not a number (put it in quotes if it is meant as text)"),
    Case(
      "{ properties: { a: { type: [integer, boolean, 'null'] } } }", "a: 1️⃣\"12\"2️⃣",
      "schema/wrong-type at a: `a` must be a whole number, null, true or false, not text "
        + "(take the quotes away if it is meant as a number)"),
    Case(
      "{ items: { type: [array, object] } }", "- []\n- 1️⃣no2️⃣",
      "schema/wrong-type at [1]: item 2 must be a list or a map, not text"),
    Case(
      "{ type: array }", "1️⃣{ a: 1 }2️⃣", "schema/wrong-type: the document must be a list, not a map"),
    Case(
      "{ properties: { tier: { enum: [full, medium, lite] } } }", "tier: 1️⃣'fulll'2️⃣",
      "schema/not-a-choice at tier: `tier` must be `full`, `medium` or `lite` (did you mean `full`?)"),
    Case(
      "{ properties: { version: { const: 1 } } }", "version: 1️⃣22️⃣",
      "schema/not-a-choice at version: `version` must be `1`"),
    Case(
      "{ properties: { n: { minimum: 1 } } }", "n: 1️⃣02️⃣", "schema/out-of-bounds at n: `n` must be at least 1"),
    Case(
      "{ properties: { n: { maximum: 1.5 } } }", "n: 1️⃣22️⃣", "schema/out-of-bounds at n: `n` must be at most 1.5"),
    Case(
      "{ properties: { n: { exclusiveMinimum: 0 } } }", "n: 1️⃣02️⃣",
      "schema/out-of-bounds at n: `n` must be more than 0"),
    Case(
      "{ properties: { n: { exclusiveMaximum: 0 } } }", "n: 1️⃣0.02️⃣",
      "schema/out-of-bounds at n: `n` must be less than 0"),
    Case(
      "{ $schema: 'http://json-schema.org/draft-04/schema#', properties: { n: { minimum: 3, exclusiveMinimum: true } } }",
      "n: 1️⃣32️⃣", "schema/out-of-bounds at n: `n` must be more than 3"),
    Case(
      "{ $schema: 'http://json-schema.org/draft-04/schema#', properties: { n: { maximum: 3.5, exclusiveMaximum: true } } }",
      "n: 1️⃣42️⃣", "schema/out-of-bounds at n: `n` must be less than 3.5"),
    Case(
      "{ properties: { n: { multipleOf: 0.5 } } }", "n: 1️⃣0.752️⃣",
      "schema/not-a-multiple at n: `n` must be a multiple of 0.5"),
    Case(
      "{ properties: { s: { minLength: 1 } } }", "s: 1️⃣''2️⃣", "schema/too-short at s: `s` must not be empty"),
    Case(
      "{ properties: { s: { minLength: 3 } } }", "s: 1️⃣🐲🐲2️⃣",
      "schema/too-short at s: `s` must have at least 3 characters"),
    Case(
      "{ properties: { s: { maxLength: 1 } } }", "s: 1️⃣ab2️⃣",
      "schema/too-long at s: `s` must have at most 1 character"),
    Case(
      "{ properties: { s: { pattern: '^[a-z]+$' } } }", "s: 1️⃣A2️⃣",
      "schema/pattern at s: `s` must match the pattern `^[a-z]+$`"),
    Case(
      "{ properties: { s: { format: date } } }", "s: 1️⃣2026-02-302️⃣",
      "schema/format at s: `s` must be a date such as `2026-03-01`"),
    Case(
      "{ properties: { l: { minItems: 2 } } }", "l: 1️⃣[1]2️⃣",
      "schema/too-few-items at l: `l` must have at least 2 items, and has 1"),
    Case(
      "{ properties: { l: { maxItems: 1 } } }", "l: 1️⃣[1, 2]2️⃣",
      "schema/too-many-items at l: `l` must have at most 1 item, and has 2"),
    Case(
      "{ properties: { l: { prefixItems: [true], items: false } } }", "l: [1, 1️⃣22️⃣]",
      "schema/too-many-items at l[1]: item 2 of `l` is one more than there may be"),
    Case(
      "{ properties: { l: { uniqueItems: true } } }", "l: [a, b, 1️⃣a2️⃣]",
      "schema/repeated-item at l[2]: item 3 of `l` is in the list already"),
    Case(
      "{ properties: { l: { contains: { type: string }, minContains: 2 } } }", "l: 1️⃣[1, a]2️⃣",
      "schema/missing-item at l: `l` must have at least 2 items of the kind its schema asks for"),
    Case(
      "{ properties: { l: { contains: { type: string }, maxContains: 1 } } }", "l: 1️⃣[a, a]2️⃣",
      "schema/too-many-items at l: `l` must have at most 1 item of the kind its schema counts"),
    Case(
      "{ properties: { m: { minProperties: 2 } } }", "m: 1️⃣{ a: 1 }2️⃣",
      "schema/too-few-keys at m: `m` must have at least 2 keys, and has 1"),
    Case(
      "{ properties: { m: { maxProperties: 0 } } }", "m: 1️⃣{ a: 1 }2️⃣",
      "schema/too-many-keys at m: `m` must have at most 0 keys, and has 1"),
    Case(
      "{ title: Card, properties: { color: true, size: true }, additionalProperties: false }", "1️⃣colour2️⃣: red",
      "schema/unknown-key at colour: `colour` is not a key of Card (did you mean `color`?)"),
    Case(
      "{ properties: { m: { properties: { a: true, b: true }, additionalProperties: false } } }",
      "m:\n  a: 1\n  1️⃣\"other\"2️⃣: 1",
      "schema/unknown-key at m.other: `other` is not a key of this map; it has `a` or `b`"),
    Case(
      "{ properties: { m: { allOf: [{ properties: { alpha: true } }], unevaluatedProperties: false } } }",
      "m: { 1️⃣alhpa2️⃣: 1 }", "schema/unknown-key at m.alhpa: `alhpa` is not a key of this map (did you mean `alpha`?)"),
    Case(
      "{ title: Card, required: [id, name] }", "1️⃣id: 12️⃣",
      "schema/missing-key: Card needs the key `name` (add `name: …`)"),
    Case(
      "{ items: { required: [id] } }", "- { id: 1 }\n- 1️⃣{ name: x }2️⃣",
      "schema/missing-key at [1]: item 2 needs the key `id` (add `id: …`)"),
    Case(
      "{ dependentRequired: { card: [billing] } }", "1️⃣card: 12️⃣",
      "schema/missing-key: the document needs the key `billing` (add `billing: …`)"),
    Case(
      "{ propertyNames: { pattern: '^[a-z]+$' } }", "a: 1\n1️⃣B2️⃣: 2",
      "schema/pattern at B: `B` must match the pattern `^[a-z]+$`"),
    Case("{ properties: { old: false } }", "old: 1️⃣12️⃣", "schema/not-allowed at old: `old` must not be here"),
    Case(
      "{ properties: { a: { not: { type: string } } } }", "a: 1️⃣x2️⃣",
      "schema/ruled-out at a: `a` is of a kind that is ruled out here"),
    Case(
      "{ properties: { a: { oneOf: [{ minimum: 1 }, { minimum: 2 }] } } }", "a: 1️⃣32️⃣",
      "schema/several-forms-fit at a: `a` fits more than one of the forms it may have"),
    // What is natural to write.
    Case(
      "{ properties: { tags: { type: array } } }", "tags: 1️⃣warm2️⃣",
      "schema/wrong-type at tags: `tags` must be a list, not text (put it in square brackets, as a list of one: `[…]`)"),
    Case(
      "{ properties: { tags: { items: { enum: [warm, cool] } } } }", "tags: [1️⃣warm cool2️⃣]",
      "schema/not-a-choice at tags[0]: item 1 of `tags` must be `warm` or `cool` "
        + "(put commas between them: `warm, cool`)"),
    Case(
      "{ properties: { seconds: { type: integer } } }", "seconds: 1️⃣90s2️⃣",
      "schema/wrong-type at seconds: `seconds` must be a whole number, not text "
        + "(write the number alone, without its unit)"),
    Case(
      "{ properties: { price: { type: integer } } }", "price: 1️⃣$52️⃣",
      "schema/wrong-type at price: `price` must be a whole number, not text "
        + "(write the number alone, without its unit)"),
    Case(
      "{ properties: { price: { type: number } } }", "price: 1️⃣4,502️⃣",
      "schema/wrong-type at price: `price` must be a number, not text (write `4.50`, with a decimal point)"),
    Case(
      "{ properties: { limit: { type: number } }, additionalProperties: false }", "{ limit: 4,1️⃣52️⃣ }",
      "schema/unknown-key at 5: between brackets the comma of `4,5` ends the number, and `5` is a key "
        + "(write `4.5`, with a decimal point)"),
    Case(
      "{ properties: { price: { type: number } } }", "price: 1️⃣1,0002️⃣",
      "schema/wrong-type at price: `price` must be a number, not text"),
    Case(
      "{ properties: { limit: { type: number } }, additionalProperties: false }", "{ limit: 1,1️⃣0002️⃣ }",
      "schema/unknown-key at 000: between brackets the comma of `1,000` ends the number, and `000` is a key "
        + "(write the number without a comma)"),
    Case(
      "{ required: [limit], properties: { limit: { type: number } }, additionalProperties: false }", "{ limit1️⃣：2️⃣ 4 }",
      "schema/unknown-key at [\"limit： 4\"]: `：` is the fullwidth form of `:`, and does not end a key (write `: `)"),
    Case(
      "{ properties: { color: { type: string } } }", "color:1️⃣2️⃣ #1F5E3D",
      "schema/wrong-type at color: `color` must be text, and has no value (a `#` after a space begins a comment; "
        + "if it begins a text, put the text in quotes: `\"#1F5E3D\"`)"),
    Case(
      "{ properties: { tags: { items: { enum: [warm, cool] } } } }", "tags: [1️⃣warm，cool2️⃣]",
      "schema/not-a-choice at tags[0]: item 1 of `tags` must be `warm` or `cool` "
        + "(put commas between them: `warm, cool`)"),
    Case(
      "{ properties: { tier: { enum: [full, lite] } } }", "tier:1️⃣2️⃣",
      "schema/not-a-choice at tier: `tier` must be `full` or `lite`, and has no value"),
    Case(
      "{ properties: { tier: { type: string } } }", "tier:1️⃣2️⃣",
      "schema/wrong-type at tier: `tier` must be text, and has no value"),
    Case(
      "{ properties: { v: { pattern: '^[0-9]+$', patternErrorMessage: 'A version is a number, such as 2.' } } }",
      "v: 1️⃣v22️⃣", "schema/pattern at v: `v` does not fit: a version is a number, such as 2"),
    Case(
      "{ properties: { zone: { format: time-zone } } }", "zone: 1️⃣America/NewYork2️⃣",
      "schema/format at zone: `zone` must be a time zone of the tz database such as `America/New_York`"),
    Case(
      "{ properties: { day: { format: date, pattern: '^2026' } } }", "day: 1️⃣soon2️⃣",
      "schema/pattern at day: `day` must match the pattern `^2026`"),
    // What looks right.
    Case(
      "{ properties: { tier: { enum: [full, lite] } } }", "tier: lite1️⃣\u{A0}2️⃣",
      "schema/not-a-choice at tier: `tier` looks like `lite`, but has in it the no-break space U+00A0 "
        + "(type `lite` again)"),
    Case(
      "{ properties: { tier: { enum: [full, lite] } } }", "tier: lit1️⃣\u{435}2️⃣",
      "schema/not-a-choice at tier: `tier` looks like `lite`, but has in it the character U+0435, which looks like `e` "
        + "(type `lite` again)"),
    Case(
      "{ properties: { tier: true }, additionalProperties: false }", "ti1️⃣\u{200B}2️⃣er: 1",
      "schema/unknown-key at ti\u{200B}er: `ti\u{200B}er` looks like `tier`, but has in it the invisible character U+200B "
        + "(type `tier` again)"),
    Case(
      "{ properties: { id: { pattern: '^[a-z-]+$' } } }", "id: green1️⃣\u{200B}2️⃣-tea",
      "schema/pattern at id: `id` does not fit, because it has in it the invisible character U+200B (delete it)"),
    Case(
      "{ properties: { id: { pattern: '^[a-z-]+$' } } }", "id: green1️⃣\u{2010}2️⃣tea",
      "schema/pattern at id: `id` does not fit, because it has in it the character U+2010, which looks like `-` "
        + "(type `-` instead)"),
    Case(
      "{ properties: { id: { pattern: '^[a-z]$' } } }", "id: 1️⃣green\u{2010}tea2️⃣",
      "schema/pattern at id: `id` must match the pattern `^[a-z]$`"),
    Case(
      "{ unevaluatedItems: false, prefixItems: [true] }", "[1, 1️⃣22️⃣]",
      "schema/too-many-items at [1]: item 2 is one more than there may be"),
  ]

  @Test(arguments: cases) func saysWhatIsWrongAndWhere(_ example: Case) throws {
    let marked = MarkedText(example.document)
    let found = try schema(example.schema).validate(yaml(marked.text))
    #expect(found.map(summary) == [example.expected])
    let range = try #require(found.first?.place?.range)
    #expect(Int(range.start)..<Int(range.end) == marked.range(1, 2))
  }

  @Test func findsEverythingInOneRun() throws {
    let card = try schema(
      """
      title: Card
      type: object
      required: [id, title, steps]
      additionalProperties: false
      properties:
        id: { type: string, pattern: '^[a-z_]+$' }
        title: { type: string, minLength: 1 }
        tier: { enum: [full, lite] }
        minutes: { type: integer, minimum: 1, maximum: 60 }
        tags: { type: array, items: { type: string }, uniqueItems: true }
        steps: { type: array, minItems: 1, items: { $ref: '#/$defs/step' } }
      $defs:
        step:
          title: Step
          type: object
          required: [text]
          additionalProperties: false
          properties: { text: { type: string }, seconds: { type: integer } }
      """)
    let found = card.validate(
      try yaml(
        """
        id: Warm-Up
        titel: Morning
        tier: ful
        minutes: 90
        tags: [a, 7, a]
        steps:
          - { text: Breathe, second: 30 }
          - { seconds: soon }
          - just text
        """))
    #expect(
      found.map(summary) == [
        "schema/pattern at id: `id` must match the pattern `^[a-z_]+$`",
        "schema/unknown-key at titel: `titel` is not a key of Card (did you mean `title`?)",
        "schema/not-a-choice at tier: `tier` must be `full` or `lite` (did you mean `full`?)",
        "schema/out-of-bounds at minutes: `minutes` must be at most 60",
        "schema/wrong-type at tags[1]: item 2 of `tags` must be text, not a number "
          + "(put it in quotes if it is meant as text)",
        "schema/repeated-item at tags[2]: item 3 of `tags` is in the list already",
        "schema/unknown-key at steps[0].second: `second` is not a key of Step (did you mean `seconds`?)",
        "schema/missing-key at steps[1]: Step needs the key `text` (add `text: …`)",
        "schema/wrong-type at steps[1].seconds: `seconds` must be a whole number, not text",
        "schema/wrong-type at steps[2]: item 3 of `steps` must be a map, not text",
      ])
  }

  /// What is wrong by several schemas that say the same is said once; a wrong kind hides what else is asked of it.
  @Test func oneMessageADefect() throws {
    let twice = try schema(
      "{ allOf: [{ type: string, minLength: 2 }, { $ref: '#/$defs/s' }], $defs: { s: { type: string } } }")
    #expect(twice.validate(try yaml("5")).map(\.code) == ["schema/wrong-type"])
    let several = try schema("{ properties: { a: { type: string, enum: [x, y], pattern: '^.$' } } }")
    #expect(several.validate(try yaml("a: 5")).map(\.code) == ["schema/wrong-type"])
  }

  @Test func suggestsEachKeyOnce() throws {
    let found = try schema("{ required: [title], properties: { title: true }, additionalProperties: false }")
      .validate(try yaml("{ titel: 1, titlle: 2 }"))
    #expect(
      found.map(summary) == [
        "schema/unknown-key at titel: `titel` is not a key of this map (did you mean `title`?)",
        "schema/unknown-key at titlle: `titlle` is not a key of this map; it has `title`",
      ])
  }

  @Test func countsWhatIsBeyondTheLimit() throws {
    let strings = try schema("{ items: { type: string } }", limits: SchemaLimits(findings: 2))
    let found = strings.validate(try yaml("[1, 2, 3, 4, 5]"))
    #expect(found.map(\.code) == ["schema/more-findings", "schema/wrong-type", "schema/wrong-type"])
    #expect(found.first?.message == "3 more findings are above the limit `findings` of 2")
  }

  /// Values may be private; a message names what was expected, never what was found.
  @Test func quotesNoValue() throws {
    let found = try schema(
      "{ properties: { a: { enum: [x] }, b: { maxLength: 2 }, c: { pattern: '^x$' }, d: { maximum: 1 } } }"
    )
    .validate(try yaml("{ a: secret1, b: secret2, c: secret3, d: 424242 }"))
    #expect(found.count == 4)
    #expect(!found.contains { summary($0).contains("secret") || summary($0).contains("424242") })
  }

  @Test func readsThroughAliases() throws {
    let marked = MarkedText("a: &x { n: 1️⃣no2️⃣ }\nb: *x\n")
    let found = try schema("{ additionalProperties: { properties: { n: { type: integer } } } }")
      .validate(try yaml(marked.text))
    #expect(found.map(summary) == ["schema/wrong-type at a.n: `n` must be a whole number, not text"])
    #expect(found.first?.place?.range.start == UInt32(marked[1]))
  }

  /// A message names the limit that its keyword has, in every draft.
  @Test(arguments: [
    "draft-04/schema#", "draft-06/schema#", "draft-07/schema#", "draft/2019-09/schema", "draft/2020-12/schema",
  ])
  func limitsAreNamedInEveryDraft(draft: String) throws {
    let scheme = draft.hasPrefix("draft/") ? "https" : "http"
    var limits = [
      ("minimum: 777", "1"), ("maximum: 777", "1000"), ("multipleOf: 777", "1"), ("minLength: 777", "text"),
      ("maxLength: 2", "text"), ("minItems: 777", "[]"), ("maxItems: 2", "[1, 2, 3]"), ("minProperties: 777", "{}"),
      ("maxProperties: 2", "{ a: 1, b: 2, c: 3 }"),
    ]
    limits +=
      draft.contains("04")
      ? [("minimum: 777, exclusiveMinimum: true", "777"), ("maximum: 777, exclusiveMaximum: true", "777")]
      : [("exclusiveMinimum: 777", "777"), ("exclusiveMaximum: 777", "777")]
    for (keyword, value) in limits {
      let text = "{ $schema: '\(scheme)://json-schema.org/\(draft)', properties: { v: { \(keyword) } } }"
      let found = try schema(text).validate(try yaml("v: \(value)")).map(summary)
      let limit = keyword.contains("777") ? "777" : "2"
      #expect(found.count == 1 && found[0].contains(limit), "\(keyword): \(found)")
    }
  }
}
