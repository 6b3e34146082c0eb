import TerrainDocuments
import TerrainSchemas
import TestSupport
import Testing

/// Schemas that refer to others, schemas of draft 07, and schemas that are wrong.
@Suite struct SchemaCompilingTests {
  @Test func followsReferencesToDocumentsThatAreGiven() throws {
    var registry = SchemaRegistry()
    registry.add(try json(#"{"$defs": {"id": {"type": "string"}}}"#), uri: "Schemas/common.schema.json")
    registry.add(
      try json(#"{"properties": {"id": {"$ref": "common.schema.json#/$defs/id"}}}"#), uri: "Schemas/item.schema.json")
    let pack = try schema(
      "{ properties: { item: { $ref: 'item.schema.json' } } }", uri: "Schemas/pack.schema.json", registry: registry)
    #expect(pack.accepts(try yaml("{ item: { id: a } }").root))
    #expect(pack.validate(try yaml("{ item: { id: 1 } }")).map(\.path) == ["item.id"])
  }

  /// Addresses are paths of files: above the working folder, and in folders whose names have any characters.
  @Test(arguments: ["..", "../..", "../../x", "c#", "a?b", "a?b#c", "x:y", "p%20q"])
  func followsReferencesBesideAnyFolder(_ folder: String) throws {
    func address(_ name: String) -> String { SchemaRegistry.address(ofFile: "\(folder)/\(name)") }
    var registry = SchemaRegistry()
    registry.add(try json(#"{"$defs": {"id": {"type": "string"}}}"#), uri: address("common.schema.json"))
    registry.add(try json(#"{"$defs": {"id": {"type": "integer"}}}"#), uri: "common.schema.json")
    let item = try schema(
      "{ $ref: 'common.schema.json#/$defs/id' }", uri: address("item.schema.json"), registry: registry)
    #expect(item.accepts(try yaml("a").root))
    #expect(item.accepts(try yaml("1").root) == false)
  }

  @Test func readsDraft07() throws {
    let old = try schema(
      """
      $schema: 'http://json-schema.org/draft-07/schema#'
      definitions: { name: { $id: '#name', type: string } }
      properties:
        pair: { items: [{ type: string }, { type: integer }], additionalItems: false }
        name: { $ref: '#name', minLength: 100 }
        spelled: { pattern: '^\\-\\_$' }
      dependencies: { a: [b], c: { required: [d] } }
      """)
    for right in ["{ pair: [x, 1] }", "{ name: x }", "{ a: 1, b: 2 }", "{ c: 1, d: 2 }", "{ spelled: '-_' }"] {
      #expect(old.accepts(try yaml(right).root), "\(right)")
    }
    #expect(old.validate(try yaml("{ pair: [x, 1, 2] }")).map(\.path) == ["pair[2]"])
    #expect(old.validate(try yaml("{ pair: [1] }")).map(\.code) == ["schema/wrong-type"])
    #expect(old.validate(try yaml("{ name: 1 }")).map(\.code) == ["schema/wrong-type"])
    #expect(
      old.validate(try yaml("{ a: 1, c: 1 }")).map(\.message) == [
        "the document needs the key `b`", "the document needs the key `d`",
      ])
  }

  @Test(arguments: [
    ("$ref: 1️⃣other.json2️⃣", "schema/unresolved-reference", "`other.json` leads to no schema that is at hand"),
    ("$ref: 1️⃣'#/$defs/x'2️⃣", "schema/unresolved-reference", "`#/$defs/x` leads to no schema that is at hand"),
    (
      "properties: { a: { $dynamicRef: 1️⃣'#x'2️⃣ } }", "schema/unresolved-reference",
      "`#x` leads to no schema that is at hand"
    ),
    ("{ $ref: 1️⃣'#'2️⃣ }", "schema/endless-reference", "this schema leads back to itself without going into the value"),
    (
      "{ $ref: 1️⃣'#/$defs/a'2️⃣, $defs: { a: { allOf: [{ $ref: '#' }] } } }", "schema/endless-reference",
      "this schema leads back to itself without going into the value"
    ),
    (
      "pattern: 'a1️⃣(?=2️⃣b)'", "schema/invalid-pattern",
      "this pattern cannot be used: look-ahead and look-behind are not supported: "
        + "they cannot be matched in time proportional to the text"
    ),
    (
      "$schema: 1️⃣'http://x/y'2️⃣", "schema/unknown-dialect",
      "`http://x/y` is not a dialect of JSON Schema that is at hand"
    ),
    (
      "{ $defs: { a: { $id: 'http://x/a' }, b: { $id: 1️⃣'http://x/a'2️⃣ } } }", "schema/repeated-id",
      "another schema has this `$id` already"
    ),
    (
      "type: 1️⃣strng2️⃣", "schema/not-a-choice",
      "`type` must be `array`, `boolean`, `integer`, `null`, `number`, `object` or `string`"
    ),
    ("required: 1️⃣id2️⃣", "schema/wrong-type", "`required` must be a list, not text"),
    ("properties: { a: { minLength: 1️⃣-12️⃣ } }", "schema/out-of-bounds", "`minLength` must be at least 0"),
    ("properties: { a: 1️⃣52️⃣ }", "schema/wrong-type", "`a` must be a map, true or false, not a number"),
    (
      "{ $schema: 'http://json-schema.org/draft-07/schema#', required: 1️⃣id2️⃣ }", "schema/wrong-type",
      "`required` must be a list, not text"
    ),
  ])
  func saysWhatIsWrongWithASchema(_ text: String, _ code: String, _ message: String) throws {
    let marked = MarkedText(text)
    let (schema, diagnostics) = Schema.compile(try yaml(marked.text).root)
    #expect(schema == nil)
    #expect(diagnostics.map(\.code) == [code])
    #expect(diagnostics.map(\.message) == [message])
    let range = try #require(diagnostics.first?.place?.range)
    #expect(Int(range.start)..<Int(range.end) == marked.range(1, 2))
  }

  @Test func patternsThatAreRightOnlyWithoutTheUnicodeFlagAreWarnedOf() throws {
    let marked = MarkedText("patternProperties: { '^1️⃣\\_2️⃣': false }")
    let (schema, diagnostics) = Schema.compile(try yaml(marked.text).root)
    #expect(
      diagnostics.map(\.message) == [
        "this is a pattern only without the `u` flag, with which JSON Schema reads patterns: "
          + "`\\_` has no meaning here"
      ])
    #expect(diagnostics.map(\.code) == ["schema/lenient-pattern"])
    #expect(diagnostics.map(\.severity) == [.warning])
    let range = try #require(diagnostics.first?.place?.range)
    #expect(Int(range.start)..<Int(range.end) == marked.range(1, 2))
    #expect(try #require(schema).validate(yaml("_a: 1")).map(\.code) == ["schema/not-allowed"])
  }

  @Test(arguments: [
    ("1️⃣requierd2️⃣: [id]", "requierd", "required"),
    ("1️⃣additionalPropertys2️⃣: false", "additionalPropertys", "additionalProperties"),
    ("properties: { a: { 1️⃣patern2️⃣: x } }", "patern", "pattern"), ("1️⃣defs2️⃣: {}", "defs", "$defs"),
    ("$defs: { a: { allOf: [{ 1️⃣exampels2️⃣: [1] }] } }", "exampels", "examples"),
  ])
  func keywordsThatAreMisspeltAreWarnedOf(_ text: String, _ keyword: String, _ meant: String) throws {
    let marked = MarkedText(text)
    let (schema, found) = Schema.compile(try yaml(marked.text).root)
    #expect(schema != nil)
    #expect(
      found.map(summary) == [
        "schema/unknown-keyword at \(try #require(found.first?.path)): `\(keyword)` is not a keyword of JSON Schema, "
          + "and has no effect (did you mean `\(meant)`? A word of your own begins with `x-`)"
      ])
    #expect(found.map(\.severity) == [.warning])
    let range = try #require(found.first?.place?.range)
    #expect(Int(range.start)..<Int(range.end) == marked.range(1, 2))
  }

  @Test func wordsOfOthersAreLeftAlone() throws {
    _ = try schema(
      "{ x-enum: a, patternErrorMessage: b, markdownDescription: c, defaultSnippets: [], name: d, value: e, id: f, "
        + "nullable: true, properties: { requierd: true, ites: true }, default: { requierd: 1 } }")
  }

  @Test func mistakesInASchemaReferredToAreFound() throws {
    var registry = SchemaRegistry()
    registry.add(try json(#"{"type": "strin"}"#, name: "other.json"), uri: "other.json")
    let (schema, diagnostics) = Schema.compile(try yaml("$ref: other.json").root, registry: registry)
    #expect(schema == nil)
    #expect(diagnostics.map(\.place?.source.name) == ["other.json"])
  }

  @Test func anUnknownVocabularyThatIsNeededIsRefused() throws {
    var registry = SchemaRegistry()
    registry.add(
      try json(#"{"$id": "http://x/meta", "$vocabulary": {"http://x/own": true}}"#), uri: "http://x/meta")
    let (schema, diagnostics) = Schema.compile(try yaml("$schema: 'http://x/meta'").root, registry: registry)
    #expect(schema == nil)
    #expect(diagnostics.map(\.message) == ["this dialect needs the vocabulary `http://x/own`, which is not known"])
    #expect(diagnostics.map(\.code) == ["schema/unknown-vocabulary"])
    let place = try #require(diagnostics.first?.place)
    #expect(place.source.text(of: place.range) == "'http://x/meta'")
  }

  @Test func theStandardsOwnSchemasAreRight() throws {
    let meta = try schema("$ref: 'https://json-schema.org/draft/2020-12/schema'")
    #expect(meta.accepts(try yaml("{ type: object, properties: { a: { $ref: '#' } } }").root))
    #expect(!meta.accepts(try yaml("{ properties: { a: { items: { type: 5 } } } }").root))
    let old = try schema("$ref: 'http://json-schema.org/draft-07/schema#'")
    #expect(old.accepts(try yaml("{ items: [{ type: object }] }").root))
    #expect(!old.accepts(try yaml("{ items: [{ type: 5 }] }").root))
  }

  @Test func limitsAreNamedAndKept() throws {
    let wide = "{ anyOf: [" + String(repeating: "{ minimum: 1 }, ", count: 50) + "true] }"
    let (refused, diagnostics) = Schema.compile(try yaml(wide).root, limits: SchemaLimits(schemas: 20))
    #expect(refused == nil)
    #expect(diagnostics.map(\.message) == ["this schema reaches more schemas than the limit `schemas` of 20"])

    let tree = try schema("{ items: { $ref: '#' } }", limits: SchemaLimits(depth: 10))
    #expect(tree.accepts(try yaml("[[[[]]]]").root))
    let deep = try yaml(String(repeating: "[", count: 20) + String(repeating: "]", count: 20))
    #expect(tree.validate(deep).map(\.code) == ["schema/too-deep"])
    #expect(!tree.accepts(deep.root))
    // What a choice comes to is not known when it could not be looked at to its end.
    let not = try schema(
      "{ not: { items: { $ref: '#/$defs/t' } }, $defs: { t: { items: { $ref: '#/$defs/t' } } } }",
      limits: SchemaLimits(depth: 10))
    #expect(!not.accepts(deep.root))
    #expect(not.validate(deep).contains { $0.code == "schema/too-deep" })
  }
}
