import Foundation
import TerrainChecks
import TerrainDocuments
import TestSupport
import Testing

/// The pack of another world, by the schema that world publishes: `terrain validate --schema FILE`.
@Suite struct OtherWorldTests {
  /// A catalog's schema as such are published: draft-07, definitions, closed objects, conditions, patterns and formats.
  private static let schema = #"""
    {
      "$schema": "http://json-schema.org/draft-07/schema#",
      "$id": "https://catalog.example.org/catalog.schema.json",
      "title": "Catalog",
      "type": "object", "required": ["catalog", "version", "entries"], "additionalProperties": false,
      "properties": {
        "catalog": { "type": "string", "minLength": 1 },
        "version": { "type": "string", "pattern": "^\\d+\\.\\d+\\.\\d+$" },
        "published": { "type": "string", "format": "date-time" },
        "entries": { "type": "array", "minItems": 1, "items": { "$ref": "#/definitions/entry" } }
      },
      "definitions": {
        "localized": { "type": "object", "minProperties": 1, "propertyNames": { "pattern": "^[a-z]{2}(-[A-Z]{2})?$" },
          "additionalProperties": { "type": "string" } },
        "entry": {
          "type": "object", "required": ["sku", "name", "price", "kind"], "additionalProperties": false,
          "properties": {
            "sku": { "type": "string", "pattern": "^[A-Z]{3}-[0-9]{5}$" },
            "name": { "$ref": "#/definitions/localized" },
            "kind": { "enum": ["book", "record", "map"] },
            "price": { "type": "object", "required": ["amount", "currency"], "additionalProperties": false,
              "properties": { "amount": { "type": "number", "exclusiveMinimum": 0 },
                "currency": { "type": "string", "pattern": "^[A-Z]{3}$" } } },
            "tags": { "type": "array", "uniqueItems": true, "items": { "type": "string" } },
            "pages": { "type": "integer", "minimum": 1 },
            "minutes": { "type": "number" },
            "link": { "type": "string", "format": "uri" }
          },
          "allOf": [
            { "if": { "properties": { "kind": { "const": "book" } } }, "then": { "required": ["pages"] } },
            { "if": { "properties": { "kind": { "const": "record" } } }, "then": { "required": ["minutes"] } }
          ]
        }
      }
    }
    """#

  /// A pack of at least 250 KB.
  private static func pack() -> String {
    var entries: [String] = []
    var size = 0
    while size < 260_000 {
      let number = entries.count
      let kind = ["book", "record", "map"][number % 3]
      let more = ["\"pages\": \(number + 1)", "\"minutes\": \(number).5", "\"tags\": [\"a\", \"b\"]"][number % 3]
      let entry = """
            {
              "sku": "ABC-\(String(number + 10_000))",
              "name": { "en": "Entry \(number)", "de-CH": "Eintrag \(number) — größer" },
              "kind": "\(kind)",
              "price": { "amount": \(number + 1).25, "currency": "CHF" },
              "link": "https://catalog.example.org/entries/\(number)",
              \(more)
            }
        """
      size += entry.utf8.count
      entries.append(entry)
    }
    return """
      { "catalog": "world", "version": "4.1.0", "published": "2026-02-05T07:30:00Z", "entries": [
      \(entries.joined(separator: ",\n"))
      ] }
      """
  }

  @Test func aLargePackByItsOwnSchema() throws {
    try withTemporaryDirectory { folder in
      var validator = Validator()
      validator.schema = try folder.write(Self.schema, to: "catalog.schema.json")
      func found(_ text: String) throws -> [String] {
        let path = try folder.write(text, to: "catalog.json")
        let report = validator.validate([.path(path)])
        #expect(report.files.count == 1)
        return report.diagnostics.map { "\($0.code) \($0.place.map { $0.source.text(of: $0.range) } ?? "")" }
      }
      let text = Self.pack()
      #expect(text.utf8.count > 250_000)
      #expect(try found(text) == [])
      let mistakes = text.replacing("\"sku\": \"ABC-10007\"", with: "\"skus\": \"ABC-10007\"")
        .replacing("\"amount\": 301.25", with: "\"amount\": 0").replacing("\"pages\": 400", with: "\"pages\": 0.5")
        .replacing(/("Eintrag 600[^}]*},\s*"kind": )"book"/) { "\($0.1)\"bok\"" }
        .replacing("entries/700\"", with: "entries/ 700\"")
      let all = try found(mistakes)
      #expect(
        all.map { $0.prefix { $0 != " " } } == [
          "schema/unknown-key", "schema/out-of-bounds", "schema/wrong-type", "schema/not-a-choice", "schema/format",
        ], "\(all)")
      #expect(
        all.map { $0.drop { $0 != " " }.dropFirst() } == [
          "\"skus\"", "0", "0.5", "\"bok\"", "\"https://catalog.example.org/entries/ 700\"",
        ])
    }
  }
}
