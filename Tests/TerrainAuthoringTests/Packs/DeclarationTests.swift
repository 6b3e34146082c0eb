import TerrainAuthoring
import TerrainDocuments
import TestSupport
import Testing

/// Mistakes in what a pack declares under `checks:`.
@Suite struct DeclarationTests {
  @Test(
    arguments: [
      ("{ 1️⃣cowered2️⃣: [] }", "pack/unknown-check", "there is no check `cowered`", "did you mean `covered`?"),
      (
        "{ covered: [{ of: 1️⃣thin2️⃣, by: [group] }] }", "pack/unknown-kind", "the pack has no kind `thin`",
        "did you mean `thing`?"
      ),
      (
        "{ covered: [{ of: thing, by: [1️⃣grop2️⃣] }] }", "pack/unknown-path",
        "the schema of `thing` knows no field `grop` there", "did you mean `group`?"
      ),
      (
        "{ carried: [{ of: set, field: flags, from: 1️⃣things.flag2️⃣ }] }", "pack/unknown-path",
        "the schema of `set` knows no field `flag` there", "did you mean `flags`?"
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
      ("{ unique: 1️⃣thing2️⃣ }", "content/wrong-kind", "`unique` has to be a list, and is a text", nil),
      (
        "{ translated: { 1️⃣e_n2️⃣: {} } }", "content/not-a-locale",
        "a locale is a BCP 47 tag such as `en-US` or `zh-Hans`", nil
      ),
    ] as [(String, String, String, String?)])
  func mistakes(declaration: String, code: String, message: String, fix: String?) throws {
    try SmallPack(manifest: "checks: \(declaration)").expect(code, message, fix: fix)
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
