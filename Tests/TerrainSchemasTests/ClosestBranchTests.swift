import TerrainDocuments
import TerrainSchemas
import Testing

/// Of `anyOf` and `oneOf` only the branch that was meant is spoken of.
@Suite struct ClosestBranchTests {
  static let shapes = """
    oneOf:
      - title: Circle
        required: [kind, radius]
        additionalProperties: false
        properties: { kind: { const: circle }, radius: { type: number } }
      - title: Square
        required: [kind, side]
        additionalProperties: false
        properties: { kind: { const: square }, side: { type: number } }
      - title: Group
        required: [kind, members]
        additionalProperties: false
        properties: { kind: { enum: [group, row] }, members: { type: array, items: { $ref: '#' } } }
    """

  @Test(
    arguments: [
      (
        "{ kind: circle, radius: big }", ["schema/wrong-type at radius: `radius` must be a number, not text"]
      ),
      ("{ kind: square, sid: 2 }", ["schema/unknown-key at sid: `sid` is not a key of Square (did you mean `side`?)"]),
      ("{ kind: square }", ["schema/missing-key: Square needs the key `side` (add `side: …`)"]),
      (
        "{ kind: sqare, side: 1 }",
        ["schema/not-a-choice at kind: `kind` must be `circle`, `square`, `group` or `row` (did you mean `square`?)"]
      ),
      (
        "{ kind: group, members: [{ kind: circle, radius: 1 }, { kind: row, members: [{ kind: circle }] }] }",
        ["schema/missing-key at members[1].members[0]: Circle needs the key `radius` (add `radius: …`)"]
      ),
      ("{ radius: 1 }", ["schema/missing-key: Circle needs the key `kind` (add `kind: …`)"]),
    ] as [(String, [String])])
  func speaksOfTheBranchThatWasMeant(_ document: String, _ expected: [String]) throws {
    #expect(try schema(Self.shapes).validate(yaml(document)).map(summary) == expected)
  }

  @Test(arguments: [
    (
      "{ anyOf: [{ type: string }, { type: array }] }", "5",
      "schema/wrong-type: the document must be text or a list, not a number (put it in quotes if it is meant as text)"
    ),
    (
      "{ anyOf: [{ type: 'null' }, { type: array, minItems: 2 }] }", "[1]",
      "schema/too-few-items: the document must have at least 2 items, and has 1"
    ),
    ("{ anyOf: [{ const: a }, { enum: [b, c] }] }", "d", "schema/not-a-choice: the document must be `a`, `b` or `c`"),
    ("{ anyOf: [false, false] }", "d", "schema/not-allowed: the document must not be here"),
    (
      "{ anyOf: [{ anyOf: [{ type: integer }] }, { type: array }] }", "x",
      "schema/wrong-type: the document must be a whole number, not text"
    ),
    (
      "{ oneOf: [{ minimum: 10, multipleOf: 3 }, { minimum: 5 }] }", "4",
      "schema/out-of-bounds: the document must be at least 5"
    ),
  ])
  func mergesWhatAllBranchesWant(_ text: String, _ document: String, _ expected: String) throws {
    #expect(try schema(text).validate(yaml(document)).map(summary) == [expected])
  }

  /// Keys that only the failed choice knows are not reported besides.
  @Test func aFailedChoiceStillKnowsItsKeys() throws {
    let text = """
      properties: { kind: true }
      oneOf:
        - { properties: { kind: { const: a }, x: { type: integer } } }
        - { properties: { kind: { const: b }, y: { type: integer } } }
      unevaluatedProperties: false
      """
    #expect(
      try schema(text).validate(yaml("{ kind: a, x: no, z: 1 }")).map(summary) == [
        "schema/wrong-type at x: `x` must be a whole number, not text",
        "schema/unknown-key at z: `z` is not a key of this map; it has `kind`, `x` or `y`",
      ])
  }

  /// Inside of a choice that failed, a dynamic reference leads where it led before.
  @Test func keepsTheScopeOfTheChoice() throws {
    let text = """
      $id: 'http://x/strict'
      $ref: tree
      $defs:
        strict: { $dynamicAnchor: leaf, type: string }
        tree:
          $id: tree
          properties: { a: { anyOf: [{ type: array, items: { $dynamicRef: '#leaf' } }, { type: 'null' }] } }
          $defs: { leaf: { $dynamicAnchor: leaf } }
      """
    #expect(
      try schema(text).validate(yaml("{ a: [x, 5] }")).map(summary) == [
        "schema/wrong-type at a[1]: item 2 of `a` must be text, not a number (put it in quotes if it is meant as text)"
      ])
  }
}
