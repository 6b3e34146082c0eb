import Foundation
import TerrainAuthoring
import TerrainDocuments
import TestSupport
import Testing

/// A pack made of another program's file: what is carried over, what is not, and what keeps it from being made.
@Suite struct PackImportTests {
  private static let schema = """
    { "type": "object", "properties": { "kind": { "const": "dish" }, "items": { "type": "array", "items": {
      "type": "object", "required": ["id", "title"], "additionalProperties": false, "properties": {
        "id": { "type": "string", "pattern": "^[a-z0-9-]{3,64}$" },
        "title": { "type": ["string", "object"], "x-localized": true },
        "course": { "type": "string", "x-enum": "course" },
        "courses": { "type": "array", "items": { "type": "string", "x-enum": "course" } },
        "seconds": { "type": "integer", "minimum": 1 },
        "after": { "type": "string", "x-refers-to": "dish" },
        "picture": { "type": "string", "x-file": true },
        "about": { "type": "object", "properties": { "note": { "type": "string" } } },
        "steps": { "type": "array", "items": { "type": "object", "properties": {
          "text": { "type": "string" }, "seconds": { "type": "integer" } } } } } } } } }
    """
  private static let map = """
    import: 1
    pack:
      kind: pack
      id: menu
      title: Menu
      version: "= source.version"
      default_locale: en
      supported_locales: [en, de]
      updated_at: "2026-01-01T00:00:00Z"
      review: { status: draft, reviewed_by: [] }
      rules: { id: menu, version: "^1.0.0" }
      kinds: { dish: { schema: dish.schema.json, path: dishes.yaml, label: title } }
      enums: { course: { values: [first, main, last] }, review_status: { values: [draft] } }
    values: { course: { starter: first, snack: null } }
    locales: { de_DE: de }
    records:
      - kind: dish
        from: /dishes
        derived_id: /title/en
        key: /code
        where: "= !has(record.hidden)"
        fields:
          title: /title
          course: /course
          courses: /courses
          seconds: { from: /minutes, value: "= value * 60" }
          after: /after
          about.note: { from: /note, otherwise: "none" }
          steps: { from: /steps, each: { text: /do, seconds: { from: /s, value: "= value > 0 ? optional.of(value) : optional.none()" } } }
    """
  private static let source = #"""
    {
      "version": "1.0.0",
      "owner": "nobody",
      "dishes": [
        { "code": "a", "title": { "en": "Green Soup", "de_DE": "Grüne Suppe" }, "course": "starter", "minutes": 20,
          "steps": [{ "do": "Cook", "s": 60, "who": "me" }, { "do": "Eat: \"now\"\u2028", "s": 0 }] },
        { "code": "b", "title": { "en": "Green soup", "fr": "Soupe" }, "courses": ["main", "snack"], "note": "yes" },
        { "code": "c", "title": { "en": "Secret" }, "hidden": true },
        { "code": "d", "title": { "en": "Cake" }, "course": "last", "after": "b", "extra": { "a": 1 } }
      ]
    }
    """#

  /// The outcome of an import of `source` by `map`, with what is in the files.
  private func run(
    _ source: String = source, map: String = map, _ look: (PackImport.Outcome, URL) throws -> Void = { _, _ in }
  ) throws {
    try withTemporaryDirectory { folder in
      let pack = folder.appending(path: "ContentPacks/menu")
      try folder.write(Self.schema, to: "ContentPacks/menu/dish.schema.json")
      try folder.write(
        "rules: 1\nid: menu\nversion: 1.0.0\nmodules: { menu.size: size.yaml }\n", to: "Rules/menu/ruleset.yaml")
      try folder.write(
        "rules: 1\nmodule: menu.size\nfacts: { n: { type: int } }\ndecisions: { big: { value: '= n > 3' } }\n",
        to: "Rules/menu/size.yaml")
      let sourcePath = try folder.write(source, to: "in/menu.json")
      let mapPath = try folder.write(map, to: "in/map.yaml")
      let outcome = try PackImport(source: sourcePath, map: mapPath, into: pack.path).run(Validator())
      try look(outcome, folder)
    }
  }

  private func failure(_ source: String = source, map: String = map) -> [Diagnostic] {
    do {
      try run(source, map: map)
      Issue.record("nothing is wrong")
      return []
    } catch let error as DiagnosticError {
      return error.diagnostics
    } catch {
      Issue.record(error)
      return []
    }
  }

  private func codes(_ source: String = source, map: String = map) -> [String] { failure(source, map: map).map(\.code) }

  private func text(_ outcome: PackImport.Outcome, _ name: String) throws -> String {
    let file = try #require(outcome.files.first { $0.path.hasSuffix("/\(name)") })
    return String(decoding: file.bytes, as: UTF8.self)
  }

  @Test func carriesRecordsOver() throws {
    try run { outcome, folder in
      #expect(
        try text(outcome, "dishes.yaml") == #"""
          # yaml-language-server: $schema=dish.schema.json
          kind: dish
          items:
            - id: green-soup
              title:
                en: "Green Soup"
                de: "Grüne Suppe"
              course: first
              seconds: 1200
              about:
                note: none
              steps:
                - text: Cook
                  seconds: 60
                - text: "Eat: \"now\"\u2028"
            - id: green-soup-2
              title: "Green soup"
              courses: [main]
              about:
                note: "yes"
            - id: cake
              title: Cake
              course: last
              after: green-soup-2
              about:
                note: none

          """#)
      #expect(outcome.files.last?.path.hasSuffix("/pack.yaml") == true, "without it there is no pack")
      // What is written validates, and reads back as the same records.
      for file in outcome.files { try folder.write(file.bytes, to: String(file.path.dropFirst(folder.path.count + 1))) }
      let report = Validator().validate([.path(folder.path)])
      #expect(!report.diagnostics.hasErrors, "\(report.diagnostics)")
    }
  }

  @Test func listsWhatIsNotCarriedOver() throws {
    try run { outcome, _ in
      #expect(
        outcome.text == """
          imported: 3 dish
          ids made of texts: 3
            dish green-soup-2: `green-soup` was taken (line 7)
          not carried over:
            owner (line 3)
            dishes[*].steps[*].who (line 6)
            dishes[*].title.fr: `fr` is not a locale of the pack (line 7)
            dishes[*].courses[*]: `values` of the map leaves it out (line 7)
            dishes[*]: `where` does not hold (line 8)
            dishes[*].extra (line 9)

          """)
      var writer = JSONWriter(.compact)
      outcome.write(to: &writer)
      #expect(String(decoding: writer.bytes, as: UTF8.self).contains(#""path":"dishes[0].steps[0].who""#))
    }
  }

  @Test func namesUnmappedValuesWithTheNearestOne() throws {
    let diagnostics = failure(Self.source.replacing("\"last\"", with: "\"lasst\""))
    let first = try #require(diagnostics.first)
    #expect(diagnostics.count == 1)
    #expect(first.code == "import/unmapped-value")
    #expect(first.message == "`lasst` is not a value of `course`")
    #expect(first.path == "dishes[3].course")
    #expect(first.fix == "write `values: { course: { lasst: last } }` in the map")
  }

  @Test func reportsWhatTheSchemaSaysAtTheSource() throws {
    let diagnostics = failure(Self.source.replacing("\"minutes\": 20", with: "\"minutes\": -1"))
    #expect(diagnostics.map(\.path) == ["dishes[0].minutes"])
    #expect(diagnostics.first?.place?.source.name.hasSuffix("menu.json") == true)
  }

  @Test(arguments: [
    ("import: 1", "import: 2", "import/unknown-version"),
    ("title: /title", "title: title.en", "import/not-a-path"),
    ("\"= !has(record.hidden)\"", "/hidden", "import/not-an-expression"),
    ("\"= !has(record.hidden)\"", "\"= record.code\"", "import/not-a-condition"),
    ("key: /code", "id: /code", "import/two-ids"),
    ("about.note: { from: /note, otherwise: \"none\" }", "about.note: { otherwise: x }", "import/no-origin"),
    ("from: /dishes", "from: /dishs", "import/nothing-at-path"),
    ("from: /dishes", "from: /version", "import/not-records"),
    ("derived_id: /title/en", "derived_id: /title/es", "import/no-id"),
    ("kind: dish\n", "kind: dihs\n", "import/unknown-kind"),
    ("courses: /courses", "coursse: /courses", "import/unknown-field"),
    ("values: { course:", "values: { coursse:", "import/unknown-enum"),
    ("starter: first", "starter: frist", "import/unknown-replacement"),
    ("title: /title", "picture: /title/en", "import/missing-file"),
  ]) func refusesAWrongMap(old: String, new: String, code: String) {
    let map = Self.map.replacing(old, with: new)
    #expect(map != Self.map)
    #expect(codes(map: map).contains(code))
  }

  @Test func refusesTwiceTheSameID() {
    let map = Self.map.replacing("derived_id: /title/en", with: "id: /slug").replacing("    key: /code\n", with: "")
    let source = #"{ "version": "1.0.0", "dishes": [{ "slug": "soup" }, { "slug": "soup" }] }"#
    #expect(codes(source, map: map).contains("import/duplicate-id"))
  }

  @Test func boundsWhatAHostileSourceCosts() {
    let many = (0..<20_000).map { "{\"code\":\($0),\"title\":{\"en\":[]}}" }.joined(separator: ",")
    let diagnostics = failure("{\"version\":\"1.0.0\",\"dishes\":[\(many)]}")
    #expect(diagnostics.count <= 101)
    #expect(diagnostics.allSatisfy { ["import/no-id", "request/more-diagnostics"].contains($0.code) })
    let deep = String(repeating: "[", count: 100_000)
    #expect(codes("{\"dishes\":\(deep)").allSatisfy { $0.hasPrefix("json/") })
    let equal = (0..<5000).map { "{\"code\":\"\($0)\",\"title\":{\"en\":\"Soup\"}}" }.joined(separator: ",")
    #expect(throws: Never.self) {
      try run("{\"version\":\"1.0.0\",\"dishes\":[\(equal)]}") { outcome, _ in
        #expect(outcome.counts.map(\.count) == [5000])
      }
    }
  }

  /// The map that is shipped makes a pack of the file that is shipped, whose records are those of the file.
  @Test func importsTheShippedExample() throws {
    try withTemporaryDirectory { folder in
      let root = Conformance.packageRoot
      let packs = folder.appending(path: "ContentPacks")
      try FileManager.default.createDirectory(at: packs, withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: root.appending(path: "ContentPacks/Schemas"), to: packs.appending(path: "Schemas"))
      try folder.write(
        "rules: 1\nid: kitchen\nversion: 0.1.0\nmodules: { kitchen.size: size.yaml }\n",
        to: "Rules/kitchen/ruleset.yaml")
      try folder.write(
        "rules: 1\nmodule: kitchen.size\nfacts: { n: { type: int } }\ndecisions: { big: { value: '= n > 3' } }\n",
        to: "Rules/kitchen/size.yaml")
      let example = root.appending(path: "Documentation/Examples/Import")
      let outcome = try PackImport(
        source: example.appending(path: "kitchen.json").path, map: example.appending(path: "kitchen-map.yaml").path,
        into: packs.appending(path: "kitchen").path
      ).run(Validator())
      for file in outcome.files { try folder.write(file.bytes, to: String(file.path.dropFirst(folder.path.count + 1))) }
      #expect(!Validator().validate([.path(folder.path)]).diagnostics.hasErrors)

      let source = try Self.object(example.appending(path: "kitchen.json"))
      #expect(
        outcome.counts.map { "\($0.kind) \($0.count)" } == [
          "ingredient 3", "routine 2", "movement 1", "lesson 1", "program 1", "profile 2",
        ])
      let store = SourceStore()
      for (table, file) in [("programs", "programs.yaml"), ("movements", "movements/movement.yaml")] {
        let records = try #require(source[table] as? [[String: Any]])
        let root = try #require(store.file(packs.appending(path: "kitchen/\(file)").path).documents.first?.root)
        for (record, node) in zip(records, try #require(root["items"]).elements) {
          for field in ["id", "tags", "goals", "seasons", "terrain_fit", "days"] where record[field] != nil {
            var writer = JSONWriter(.compact)
            try writer.value(#require(node[field]).value)
            let made = try JSONSerialization.jsonObject(with: Data(writer.bytes), options: .fragmentsAllowed)
            #expect(NSDictionary(dictionary: [field: made]) == NSDictionary(dictionary: [field: record[field] as Any]))
          }
        }
      }
    }
  }

  private static func object(_ file: URL) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
  }
}
