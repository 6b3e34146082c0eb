import TerrainChecks
import TerrainDocuments
import TestSupport
import Testing

/// Mistakes in what a pack declares under `checks:`.
@Suite struct DeclarationTests {
  @Test(
    arguments: [
      ("{ 1️⃣cowered2️⃣: [] }", "pack/unknown-lint-rule", "`cowered` is not a lint rule", "did you mean `covered`?"),
      (
        "{ covered: [{ of: 1️⃣thin2️⃣, by: [group] }] }", "pack/unknown-kind", "the pack has no kind `thin`",
        "did you mean `thing`?"
      ),
      (
        "{ covered: [{ of: thing, by: [1️⃣grop2️⃣] }] }", "pack/unknown-path",
        "the schema of `thing` has no field `grop` there", "did you mean `group`?"
      ),
      (
        "{ carried: [{ of: set, field: flags, from: 1️⃣things.flag2️⃣ }] }", "pack/unknown-path",
        "the schema of `set` has no field `flag` there", "did you mean `flags`?"
      ),
      (
        "{ carried: [{ of: set, field: [1️⃣flags2️⃣], from: things.flags }] }".replacing("[1️⃣flags2️⃣]", with: "1️⃣[flags]2️⃣"),
        "pack/unknown-path", "a field is named by its way from the record, as in `steps.text`", nil
      ),
      (
        "{ covered: [{ of: thing, by: [group], at_least: 1️⃣02️⃣ }] }", "pack/not-a-count",
        "this has to be a whole number from 1", nil
      ),
      (
        "{ covered: [{ of: 1️⃣[thing, set]2️⃣, by: [id] }] }", "pack/one-kind-only",
        "a table counts the records of one kind", nil
      ),
      (
        "{ covered: [1️⃣{ of: thing }2️⃣] }", "content/missing-field", "an entry of `covered` needs `by`", "add `by: …`"
      ),
      (
        "{ summed: [{ of: set, field: weight, to: weight, 1️⃣form2️⃣: x }] }", "content/unknown-field",
        "`form` is not a field of an entry of `summed`", nil
      ),
      ("{ used: { thing: [1️⃣sett.things2️⃣] } }", "pack/unknown-kind", "the pack has no kind `sett.things`", nil),
      (
        "{ reviewed: 1️⃣review.stats2️⃣ }\nreview: { status: out }", "pack/unknown-path",
        "`pack.yaml` has no field `stats` there", "did you mean `status`?"
      ),
      (
        "{ unique: [thing, 1️⃣sett2️⃣] }", "pack/unknown-kind", "the pack has no kind `sett`", "did you mean `set`?"
      ),
      (
        "{ translated: { de: { 1️⃣sett2️⃣: [name] } } }", "pack/unknown-kind", "the pack has no kind `sett`",
        "did you mean `set`?"
      ),
      (
        "{ translated: { de: { thing: [1️⃣nmae2️⃣] } } }", "pack/unknown-path",
        "the schema of `thing` has no field `nmae` there", "did you mean `name`?"
      ),
      (
        "{ translated: { 1️⃣dee2️⃣: { thing: [name] } } }", "pack/unsupported-locale",
        "`dee` is not among the pack's supported locales", "did you mean `de`?"
      ),
      ("{ unique: 1️⃣thing2️⃣ }", "content/wrong-kind", "`unique` has to be a list, and is a text", nil),
      (
        "{ translated: { 1️⃣e_n2️⃣: {} } }", "content/not-a-locale",
        "a locale is a BCP 47 tag such as `en-US` or `zh-Hans`", nil
      ),
    ] as [(String, String, String, String?)])
  func mistakes(declaration: String, code: String, message: String, fix: String?) throws {
    try SmallPack(manifest: "checks: \(declaration)").expect(code, message, fix: fix)
  }

  /// Every member of `pack.yaml` that names a field of records, and what may not be on the way to it.
  @Test(
    arguments: [
      ("label: 1️⃣nmae2️⃣", "name", "set", "nmae", "did you mean `name`?"),
      ("label: 1️⃣review.statsu2️⃣", "review.status", "set", "statsu", "did you mean `status`?"),
      ("about: [{ field: 1️⃣nmae2️⃣, heading: Name }]", "name", "set", "nmae", "did you mean `name`?"),
      ("card: { what: 1️⃣nmae2️⃣ }", "name", "set", "nmae", "did you mean `name`?"),
      ("card: { what: 1️⃣steps.nubmer2️⃣ }", "steps.number", "set", "nubmer", "did you mean `number`?"),
      ("card: { what: 1️⃣things.name2️⃣ }", "steps.number", "set", "name", nil),
      ("timeline: { steps: 1️⃣setps2️⃣, seconds: weight, text: number }", "steps", "set", "setps", "did you mean `steps`?"),
      (
        "timeline: { steps: steps, seconds: 1️⃣wieght2️⃣, text: number }", "weight", "set", "wieght",
        "did you mean `weight`?"
      ),
      (
        "timeline: { steps: steps, seconds: weight, text: 1️⃣nubmer2️⃣ }", "number", "set", "nubmer",
        "did you mean `number`?"
      ),
    ] as [(String, String, String, String, String?)])
  func fieldsOfKinds(declared: String, right: String, kind: String, step: String, fix: String?) throws {
    func kinds(_ declaration: String) -> String {
      """
        thing: { schema: things.schema.json, path: things.yaml }
        set: { schema: sets.schema.json, path: sets.yaml, \(declaration) }
      """
    }
    try SmallPack(kinds: kinds(declared)).expect(
      "pack/unknown-path", "the schema of `\(kind)` has no field `\(step)` there", fix: fix)
    let marked = try #require(declared.firstRange(of: /1️⃣.*2️⃣/))
    let corrected = declared.replacingCharacters(in: marked, with: right)
    #expect(try SmallPack(kinds: kinds(corrected)).findings().isEmpty)
  }

  /// Every field that a record type reads.
  @Test(
    arguments: [
      (
        "{ of: [thing], fields: { 1️⃣grop2️⃣: group } }", "the schema of `thing` has no field `grop` there",
        "did you mean `group`?"
      ),
      (
        "{ of: [set], fields: { state: { type: status, from: 1️⃣review.stats2️⃣ } } }",
        "the schema of `set` has no field `stats` there", "did you mean `status`?"
      ),
      (
        "{ of: [set, thing], fields: { flags: list<flag>, 1️⃣grop2️⃣: optional<group> } }",
        "no schema of `set`, `thing` has a field `grop`", "did you mean `group`?"
      ),
      (
        "{ of: [set], fields: { names: { type: list<string>, from: 1️⃣things.name2️⃣ } } }",
        "the schema of `set` has no field `name` there", nil
      ),
    ] as [(String, String, String?)])
  func fieldsOfRecordTypes(declared: String, message: String, fix: String?) throws {
    try SmallPack(manifest: "records:\n  item: \(declared)").expect("pack/unknown-path", message, fix: fix)
  }

  /// A field that one of several kinds has, of a record on the way, and results that no record is read as.
  @Test(arguments: [
    "{ of: [set, thing], fields: { group: optional<group>, weight: optional<int> } }",
    "{ of: [set], fields: { first: { type: optional<int>, from: steps.number } } }",
    "{ fields: { anything: int } }",
  ])
  func fieldsThatThereAre(declared: String) throws {
    #expect(try SmallPack(manifest: "records:\n  item: \(declared)").findings().isEmpty)
  }

  @Test func aTableThatIsTooLarge() throws {
    let values = (0..<400).map { "v\($0)" }.joined(separator: ", ")
    let pack = """
      default_locale: en
      kinds: { thing: { schema: things.schema.json, path: things.yaml } }
      enums: { group: { values: [\(values)] }, size: { values: [small, large] }, flag: { values: [\(values), rolls] } }
      checks: { covered: [1️⃣{ of: thing, by: [group, flags] }2️⃣] }
      """
    let things = "kind: thing\nitems: [{ id: ball }]\n"
    try SmallPack(["pack.yaml": pack, "things.yaml": things]).expect(
      "pack/coverage-too-large",
      "there are more combinations than can be looked through (limit `coverageCombinations`, 100000)")
  }

  @Test func aSchemaOfMoreFieldsThanAreLookedInto() throws {
    func schema(_ count: Int) -> String {
      let fields = (0..<count).map { "\"f\($0)\": { \"type\": \"string\" }" }.joined(separator: ", ")
      return """
        { "properties": { "items": { "items": { "properties": {
        "id": {}, "name": { "x-localized": true }, "group": { "x-enum": "group" }, "size": { "x-enum": "size" },
        "flags": { "items": { "x-enum": "flag" } }, \(fields) } } } } }
        """
    }
    #expect(try SmallPack(["things.schema.json": schema(9_000)]).findings().isEmpty)
    let kinds = """
        thing: { schema: 1️⃣things.schema.json2️⃣, path: things.yaml }
        set: { schema: sets.schema.json, path: sets.yaml }
      """
    try SmallPack(["things.schema.json": schema(10_000)], kinds: kinds).expect(
      "pack/schema-too-large",
      "the schema of `thing` describes more fields than are looked into (limit `schemaShapes`, 10000)")
  }
}
