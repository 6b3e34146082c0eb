import TerrainChecks
import TerrainDocuments
import TestSupport
import Testing

/// Names of records, words of vocabularies, ids.
@Suite struct ReferenceCheckTests {
  @Test func aSoundPackHasNoFindings() throws {
    let found = try SmallPack().findings()
    #expect(found.isEmpty, "\(DiagnosticRenderer.text(found))")
  }

  @Test func aReferenceToNothing() throws {
    let sets = "kind: set\nitems:\n  - { id: both, things: [box, 1️⃣bal2️⃣] }\n"
    try SmallPack(["sets.yaml": sets]).expect(
      "pack/unknown-reference", "there is no thing `bal`", fix: "did you mean `ball`?")
  }

  @Test func aReferenceDeepInside() throws {
    let sets =
      "kind: set\nitems:\n  - id: both\n    steps:\n      - { number: 1, thing: ball }\n      - { number: 2, thing: 1️⃣bok2️⃣ }\n"
    try SmallPack(["sets.yaml": sets]).expect(
      "pack/unknown-reference", "there is no thing `bok`", fix: "did you mean `box`?")
  }

  @Test func aReferenceToAnotherKind() throws {
    let sets = "kind: set\nitems:\n  - { id: both, things: [1️⃣both2️⃣] }\n"
    try SmallPack(["sets.yaml": sets]).expect(
      "pack/reference-kind", "`both` is of the kind `set`, and here a thing is named")
  }

  @Test func referencesThatAreKeys() throws {
    let schema =
      #"{ "properties": { "items": { "items": { "properties": { "amounts": { "propertyNames": { "x-refers-to": "thing" } } } } } } }"#
    let sets = "kind: set\nitems:\n  - { id: both, amounts: { ball: 1, 1️⃣boxx2️⃣: 2 } }\n"
    try SmallPack(["sets.schema.json": schema, "sets.yaml": sets]).expect(
      "pack/unknown-reference", "there is no thing `boxx`", fix: "did you mean `box`?")
  }

  @Test func referencesInBranchesOfASchema() throws {
    let schema = #"""
      { "properties": { "items": { "items": { "allOf": [ { "if": {}, "then": { "anyOf": [
        { "properties": { "main": { "x-refers-to": ["set", "thing"] } } } ] } } ] } } } }
      """#
    let sets =
      "kind: set\nitems:\n  - { id: one, main: ball }\n  - { id: two, main: one }\n  - { id: three, main: 1️⃣twoo2️⃣ }\n"
    try SmallPack(["sets.schema.json": schema, "sets.yaml": sets]).expect(
      "pack/unknown-reference", "there is no set or thing `twoo`", fix: "did you mean `two`?")
  }

  @Test func aSchemaThatRefersToItself() throws {
    let schema = #"""
      { "properties": { "items": { "items": { "$ref": "#/$defs/node" } } },
        "$defs": { "node": { "properties": { "thing": { "x-refers-to": "thing" }, "parts": { "items": { "$ref": "#/$defs/node" } } } } } }
      """#
    let sets = "kind: set\nitems:\n  - { id: one, parts: [{ parts: [{ thing: 1️⃣nothing2️⃣ }] }] }\n"
    try SmallPack(["sets.schema.json": schema, "sets.yaml": sets]).expect(
      "pack/unknown-reference", "there is no thing `nothing`")
  }

  @Test func aWordThatIsNotDeclared() throws {
    let things = "kind: thing\nitems:\n  - { id: ball, group: 1️⃣rond2️⃣, size: small }\n  - { id: box, size: large }\n"
    try SmallPack(["things.yaml": things]).expect(
      "pack/unknown-value", "`rond` is not a value of `group`", fix: "did you mean `round`?")
  }

  @Test func valuesThatAreWrittenAsOne() throws {
    let sets = "kind: set\nitems:\n  - { id: both, things: [ball], for: [1️⃣round，square2️⃣] }\n"
    try SmallPack(["sets.yaml": sets]).expect(
      "pack/unknown-value", "`round，square` is not a value of `group`", fix: "put commas between them: `round, square`")
  }

  @Test func aVocabularyThatIsNotDeclared() throws {
    let shared = #"{ "$defs": { "group": { "x-enum": 1️⃣"gruop"2️⃣ } } }"#
    try SmallPack(["shared.schema.json": shared]).expect(
      "pack/unknown-vocabulary", "the schema takes values from `gruop`, which the pack does not declare",
      fix: "did you mean `group`?")
  }

  @Test func aVocabularyOfASharedSchemaThatNothingUses() throws {
    let shared = #"{ "$defs": { "group": { "x-enum": "topic" } } }"#
    let things = "kind: thing\nitems:\n  - { id: ball, flags: [rolls], size: small }\n  - { id: box, size: large }\n"
    #expect(try SmallPack(["shared.schema.json": shared, "things.yaml": things]).findings().isEmpty)
  }

  @Test func aSchemaThatListsOtherWords() throws {
    let shared = #"{ "$defs": { "group": { "enum": 1️⃣["round", "flat"]2️⃣, "x-enum": "group" } } }"#
    try SmallPack(["shared.schema.json": shared]).expect(
      "pack/schema-differs",
      "this list is not the pack's `group`: it lacks `square` and has `flat`, which the pack has not")
  }

  @Test func aLabelForNoValue() throws {
    let manifest = "checks: {}\nenums:\n  status: { values: [draft], labels: { 1️⃣draff2️⃣: Draft, draft: Draft } }"
    let pack =
      "id: small\ndefault_locale: en\nsupported_locales: [en, de]\nkinds:\n  thing: { path: things.yaml }\n\(manifest)\n"
    try SmallPack(["pack.yaml": pack]).expect(
      "pack/unknown-value", "`draff` is not a value of `status`", fix: "did you mean `draft`?")
  }

  @Test func aValueWithoutALabel() throws {
    let pack = """
      default_locale: en
      enums:
        status:
          values: [draft, 1️⃣out2️⃣]
          labels: { draft: Draft }
      """
    try SmallPack(["pack.yaml": pack]).expect(
      "pack/missing-label", "`out` has no label, and other values of `status` have")
  }

  @Test func anIDOfTwoKinds() throws {
    let sets = "kind: set\nitems:\n  - { id: both }\n  - { id: 1️⃣ball2️⃣ }\n"
    try SmallPack(["sets.yaml": sets], manifest: "checks: { unique: [thing, set] }").expect(
      "pack/shared-id", "the id `ball` is used by a thing too, and the two kinds share their ids")
    #expect(try SmallPack(["sets.yaml": sets]).findings().isEmpty)
  }

  @Test func aRecordThatNothingUses() throws {
    let sets = "kind: set\nitems:\n  - { id: both, things: [ball] }\n"
    let things = "kind: thing\nitems:\n  - { id: ball, size: small }\n  - { id: 1️⃣box2️⃣, size: large }\n"
    try SmallPack(
      ["sets.yaml": sets, "things.yaml": things], manifest: "checks: { used: { thing: [set.things, set.steps.thing] } }"
    )
    .expect("pack/unused-record", "nothing uses the thing `box`")
  }
}
