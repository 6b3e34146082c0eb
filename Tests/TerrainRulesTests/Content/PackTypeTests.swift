import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

/// The types a pack adds to the rule language: records of kinds, and shapes that several kinds have.
@Suite struct PackTypeTests {
  static let schema = """
    { "type": "object",
      "properties": { "items": { "type": "array", "items": { "$ref": "#/$defs/book" } } },
      "$defs": {
        "book": { "type": "object", "required": ["id", "title", "pages", "price"], "properties": {
          "id": { "$ref": "shared.schema.json#/$defs/id" },
          "title": { "$ref": "shared.schema.json#/$defs/text" },
          "pages": { "type": "integer" },
          "weight": { "type": "number" },
          "price": { "type": "number", "x-type": "decimal" },
          "used": { "type": "boolean" },
          "genres": { "type": "array", "items": { "$ref": "shared.schema.json#/$defs/genre" } },
          "binding": { "enum": ["hard", "soft"] },
          "author": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } },
          "stock": { "type": "object", "additionalProperties": { "type": "integer" } },
          "loop": { "$ref": "#/$defs/book" }
        } } } }
    """

  static func load(
    _ pack: String, books: String = "kind: book\nitems: [{ id: one, title: One, pages: 3, price: 1.50 }]"
  )
    throws -> (pack: Pack?, diagnostics: [Diagnostic], types: [Text: String])
  {
    try withTemporaryDirectory { folder in
      try folder.write(schema, to: "Schemas/books.schema.json")
      try folder.write(
        """
        { "$defs": { "id": { "type": "string" }, "text": { "type": ["string", "object"] },
          "genre": { "type": "string", "x-enum": "genre" } } }
        """, to: "Schemas/shared.schema.json")
      try folder.write(books, to: "pack/books.yaml")
      try folder.write("kind: film\nitems: [{ id: noir, genres: [crime] }]", to: "pack/films.yaml")
      try folder.write(
        """
        id: shop
        version: 1.0.0
        default_locale: en
        rules: { id: shop, version: 1.0.0 }
        kinds: { book: { schema: ../Schemas/books.schema.json, path: books.yaml }, film: { path: films.yaml } }
        enums: { genre: { values: [crime, poetry], labels: { crime: { en: Crime, de: Krimi } } } }
        \(pack)
        """, to: "pack/pack.yaml")
      let loader = try PackLoader(path: folder.appending(path: "pack").path, documents: SourceReader.read)
      var types: [Text: String] = [:]
      for name in loader.vocabulary.names() {
        if case .record(let record)? = loader.vocabulary.type(name) {
          types[name] = record.fields.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
        }
      }
      let (pack, diagnostics) = loader.finish()
      return (pack, diagnostics, types)
    }
  }

  @Test func kindsHaveTheFieldsOfTheirSchema() throws {
    let types = try Self.load("").types
    let book = try #require(types["book"])
    #expect(
      book.hasPrefix(
        """
        id: book_id, pages: int, weight: optional<double>, price: decimal, used: optional<bool>, genres: list<genre>, \
        binding: optional<book.binding>, author: optional<book.author>, stock: optional<map<string, int>>, loop:
        """))
    #expect(types["film"] == nil, "a kind without a schema is no type")
  }

  @Test func shapesJoinKinds() throws {
    let (loaded, _, types) = try Self.load(
      """
      records:
        thing:
          of: [book, film]
          fields:
            genres: list<genre>
            author: { type: optional<string>, from: author.name }
            pages: optional<int>
        pick: { fields: { of: thing, why: string } }
      """, books: "kind: book\nitems: [{ id: one, title: One, pages: 3, price: 1, author: { name: Ada } }]")
    #expect(
      types["thing"]
        == "id: string, kind: thing.kind, genres: list<genre>, author: optional<string>, pages: optional<int>")
    #expect(types["pick"] == "of: thing, why: string")
    let pack = try #require(loaded)
    let reading = try #require(pack.reading("thing"))
    var diagnostics: [Diagnostic] = []
    let values = reading.kinds.flatMap { kind in
      pack.records(of: kind).compactMap { reading.value(of: $0, kind: kind, into: &diagnostics).map { "\($0)" } }
    }
    #expect(diagnostics.isEmpty)
    #expect(
      values == [
        #"{"id": "one", "kind": "book", "genres": [], "author": optional.of("Ada"), "pages": optional.of(3)}"#,
        #"{"id": "noir", "kind": "film", "genres": ["crime"], "author": optional.none(), "pages": optional.none()}"#,
      ])
    #expect(pack.label("genre", "crime")?.served(for: try LanguageTag(parsing: "de-AT"))?.text == "Krimi")
    #expect(pack.label("genre", "poetry") == nil)
  }

  @Test(arguments: [
    (
      "records: { thing: { of: [bok], fields: {} } }",
      "pack/unknown-kind: the pack has no kind `bok` — did you mean `book`?"
    ),
    (
      "records: { thing: { fields: { a: list<gnre> } } }",
      "pack/unknown-type: there is no type `gnre` — did you mean `genre`?"
    ),
    ("records: { thing: { fields: { a: thing } } }", "pack/unknown-type: there is no type `thing`"),
    (
      "records: { thing: { fields: { a: list<int } } }",
      "pack/type-syntax: `>` was expected in this type — a type is written `int`, `list<…>`, `optional<…>`"
    ),
  ])
  func reports(_ pack: String, expected: String) throws {
    let found = try Self.load(pack).diagnostics
    #expect(
      found.map { "\($0.code): \($0.message)" + ($0.fix.map { " — \($0)" } ?? "") }.contains { $0.hasPrefix(expected) })
  }

  @Test func recordsThatAreNotOfTheirTypeAreSaid() throws {
    let (loaded, _, _) = try Self.load(
      "", books: "kind: book\nitems: [{ id: one, pages: many, price: 1, genres: crime }]")
    let pack = try #require(loaded)
    var diagnostics: [Diagnostic] = []
    let value = pack.reading("book")?.value(
      of: try #require(pack.record("book", "one")), kind: "book", into: &diagnostics)
    #expect(value == nil)
    #expect(diagnostics.map(\.path) == ["items[0].pages", "items[0].genres"] || diagnostics.count == 2)
  }
}
