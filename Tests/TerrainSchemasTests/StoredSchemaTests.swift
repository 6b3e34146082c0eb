import TerrainDocuments
import TerrainSchemas
import Testing

/// Random schemas and values on which another implementation was asked.
@Suite struct StoredSchemaTests {
  @Test func agreesWithAnotherImplementation() throws {
    var count = 0
    for line in storedSchemaCases.split(separator: "\n") {
      let entry = try json(String(line)).root
      let (compiled, diagnostics) = Schema.compile(try #require(entry["schema"]), formats: .whereDeclared)
      let schema = try #require(compiled, "\(diagnostics.map(\.message)) \(line)")
      let (values, verdicts) = (try #require(entry["data"]), try #require(entry["valid"]))
      for (value, verdict) in zip(values.elements, verdicts.elements) {
        count += 1
        let expected = verdict.bool == true
        #expect(schema.accepts(value) == expected, "\(line)")
        let findings = schema.validate(value)
        #expect(findings.isEmpty == expected, "\(line)")
        // Each finding is inside of the value, at the path it says.
        for finding in findings {
          let range = try #require(finding.place?.range)
          #expect(range.start >= value.range.start && range.end <= value.range.end)
          #expect(finding.path?.isEmpty == false)
        }
      }
    }
    #expect(count == 480)
  }

  /// Paths are found in one walk; the document finds each from its root.
  @Test func pathsAreThoseOfTheDocument() throws {
    let everything = try schema(
      "{ type: string, items: { $ref: '#' }, additionalProperties: { $ref: '#' } }".replacing(
        "type: string", with: "not: {}"))
    let document = try yaml("{ a: [1, { b: 2, 'x y': [] }, [3, [4]]], c: { d: { e: 5 } }, f: [{ g: 6 }] }")
    var expected: [String] = []
    func collect(_ node: Node) {
      expected.append(node.path)
      for element in node.elements { collect(element) }
      for (_, value) in node.members { collect(value) }
    }
    collect(document.root)
    #expect(everything.validate(document).map { $0.path ?? "" }.sorted() == expected.sorted())
  }
}
