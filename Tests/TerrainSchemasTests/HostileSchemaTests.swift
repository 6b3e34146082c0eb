import TerrainDocuments
import TerrainSchemas
import TestSupport
import Testing

/// Schemas and documents made to hang or crash.
@Suite struct HostileSchemaTests {
  @Test func theDeepestDocumentIsLookedAtToItsEnd() throws {
    let depth = 250
    let tree = try schema("{ anyOf: [{ type: array, items: { $ref: '#' } }, { type: integer }] }")
    let open = String(repeating: "[", count: depth)
    let close = String(repeating: "]", count: depth)
    #expect(tree.accepts(try json(open + "1" + close).root))
    #expect(!tree.accepts(try json(open + "true" + close).root))
    #expect(tree.validate(try json(open + "true" + close)).count == 1)
  }

  /// References that double at each level: compiled once each, and not followed 2^60 times.
  @Test(arguments: ["allOf", "anyOf"]) func referencesThatDoubleEnd(_ keyword: String) throws {
    let definitions = (0..<60).map { level in
      "d\(level): { \(keyword): [{ $ref: '#/$defs/d\(level + 1)' }, { $ref: '#/$defs/d\(level + 1)' }] }"
    }
    let text = "{ $ref: '#/$defs/d0', $defs: { \(definitions.joined(separator: ", ")), d60: { type: string } } }"
    let doubling = try schema(text, limits: SchemaLimits(steps: 10_000))
    let found = doubling.validate(try yaml("5"))
    #expect(
      found.contains { $0.message == "checking this takes more than the limit `steps` of 10000 evaluated schemas" })
    #expect(found.contains { $0.code == "schema/too-many-steps" && $0.place?.range == SourceRange(start: 0, end: 1) })
    #expect(!doubling.accepts(try yaml("5").root))
  }

  /// What is compared and matched counts with the schemas that do it, and has no other end.
  @Test(arguments: [
    ("pattern: '^(a?){500}b$'", "'\(String(repeating: "a", count: 5000))'"),
    ("pattern: '^a*b$'", "'\(String(repeating: "a", count: 20_000))'"),
    ("enum: ['\(String(repeating: "b", count: 20_000))']", "'\(String(repeating: "a", count: 20_000))'"),
    ("minLength: 16000", "'\(String(repeating: "a", count: 20_000))'"),
    ("format: regex", "'\(String(repeating: "a", count: 20_000))'"),
    ("not: { uniqueItems: true }", "[\((0..<2000).map(String.init).joined(separator: ", "))]"),
    (
      "const: [\((0..<2000).map(String.init).joined(separator: ", "))]",
      "[\((0..<2000).map(String.init).joined(separator: ", ")), 1]"
    ),
  ])
  func workInsideOfDoublingReferencesIsCounted(_ check: String, _ value: String) throws {
    let levels = TestExtent.count(8, long: 12, of: "levels of references that double")
    let definitions = (0..<levels).map { level in
      "d\(level): { allOf: [{ $ref: '#/$defs/d\(level + 1)' }, { $ref: '#/$defs/d\(level + 1)' }] }"
    }
    let text = "{ $ref: '#/$defs/d0', $defs: { \(definitions.joined(separator: ", ")), d\(levels): { \(check) } } }"
    // 2^9 or 2^13 schemas in all: it is what they look at that is too much.
    let doubling = try schema(text, limits: SchemaLimits(steps: 200_000))
    #expect(doubling.validate(try yaml(value)).contains { $0.code == "schema/too-many-steps" })
    #expect(
      try schema(text, limits: SchemaLimits(steps: 2_000_000_000)).validate(try yaml(value)).allSatisfy {
        $0.code != "schema/too-many-steps"
      })
  }

  @Test func aLongDocumentIsNoReasonToRefuseIt() throws {
    let list = try schema("{ items: { allOf: [{ type: integer }, { minimum: 0 }] } }", limits: SchemaLimits(steps: 10))
    #expect(list.accepts(try json("[\((0..<5000).map(String.init).joined(separator: ", "))]").root))
  }

  @Test func largeMapsAreComparedInOrder() throws {
    let unique = try schema("{ uniqueItems: true }")
    let members = (0..<30_000).map { "\"key \($0)\": \($0)" }
    let one = "{ \(members.joined(separator: ", ")) }"
    let other = "{ \(members.reversed().joined(separator: ", ")) }"
    #expect(unique.validate(try json("[\(one), \(other)]")).map(\.path) == ["[1]"])
    #expect(unique.accepts(try json("[\(one), \(other.replacing("\"key 7\": 7", with: "\"key 7\": 8"))]").root))
  }

  @Test func schemasReachedHaveALimit() throws {
    let marked = MarkedText("1️⃣{ properties: { a: { type: string }, b: { type: string }, c: { type: string } } }2️⃣")
    let (schema, diagnostics) = Schema.compile(try yaml(marked.text).root, limits: SchemaLimits(schemas: 3))
    #expect(schema == nil)
    #expect(diagnostics.map(\.code) == ["schema/too-many-schemas"])
    let range = try #require(diagnostics.first?.place?.range)
    #expect(Int(range.start)..<Int(range.end) == marked.range(1, 2))
  }

  /// Choices inside choices are looked into so deep, and where none of them fits, that is what is said.
  @Test func choicesInsideChoicesAreExplainedSoDeep() throws {
    let depth = 40
    let open = String(repeating: "{ anyOf: [{ type: string }, ", count: depth)
    let nested = try schema(open + "{ maximum: 1 }" + String(repeating: "] }", count: depth))
    let marked = MarkedText("1️⃣52️⃣")
    let found = nested.validate(try yaml(marked.text))
    #expect(found.map(\.code) == ["schema/no-form-fits"])
    let range = try #require(found.first?.place?.range)
    #expect(Int(range.start)..<Int(range.end) == marked.range(1, 2))
  }

  @Test func longChainsOfReferencesAreFollowed() throws {
    let definitions = (0..<3000).map { "d\($0): { $ref: '#/$defs/d\($0 + 1)' }" }
    let text = "{ $ref: '#/$defs/d0', $defs: { \(definitions.joined(separator: ", ")), d3000: { type: string } } }"
    let chain = try schema(text)
    #expect(chain.accepts(try yaml("x").root))
    #expect(!chain.accepts(try yaml("5").root))
  }

  /// Comparing each with each would take ten thousand million steps.
  @Test func longListsOfUniqueItems() throws {
    let unique = try schema("{ uniqueItems: true }")
    let numbers = (0..<100_000).map(String.init).joined(separator: ", ")
    #expect(unique.accepts(try json("[\(numbers)]").root))
    #expect(unique.validate(try json("[\(numbers), 7.0]")).map(\.path) == ["[100000]"])
  }

  @Test func manyRequiredKeys() throws {
    let names = (0..<200).map { "k\($0)" }
    let text = "{ required: [\(names.joined(separator: ", "))] }"
    let all = names.map { "\($0): 1" }
    #expect(try schema(text).accepts(yaml("{ \(all.joined(separator: ", ")) }").root))
    for missing in [0, 63, 64, 199] {
      var some = all
      some.remove(at: missing)
      #expect(
        try schema(text).validate(yaml("{ \(some.joined(separator: ", ")) }")).map(\.message)
          == ["the document needs the key `k\(missing)`"])
    }
    #expect(try schema(text).validate(yaml("{}")).count == 200)
  }

  @Test func manyPropertiesAndValues() throws {
    let names = (0..<500).map { "k\($0)" }
    let properties = names.map { "\($0): { enum: [\(names.joined(separator: ", "))] }" }.prefix(20)
    let many = try schema("{ properties: { \(properties.joined(separator: ", ")) }, additionalProperties: false }")
    #expect(many.accepts(try yaml("{ k3: k499 }").root))
    #expect(
      many.validate(try yaml("{ k3: k500, k20: k1 }")).map(\.code) == ["schema/not-a-choice", "schema/unknown-key"])
  }
}
