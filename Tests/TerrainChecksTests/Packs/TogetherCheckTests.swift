import TerrainChecks
import TerrainDocuments
import TestSupport
import Testing

/// What records say together.
@Suite struct TogetherCheckTests {
  @Test func aHoleInATable() throws {
    let manifest = "checks:\n  covered:\n    - 1️⃣{ of: thing, by: [group, size] }2️⃣"
    try SmallPack(manifest: manifest).expect(
      "pack/not-covered", "there is no thing for group `round` and size `large`, group `square` and size `small`")
  }

  @Test func tooFewOfAGroup() throws {
    let manifest = "checks:\n  covered:\n    - 1️⃣{ of: set, by: things, at_least: 2 }2️⃣"
    let sets = "kind: set\nitems:\n  - { id: one, things: [ball, box] }\n  - { id: two, things: [ball, ball] }\n"
    try SmallPack(["sets.yaml": sets], manifest: manifest).expect(
      "pack/not-covered", "there are fewer than 2 records of the kind `set` for things `box` (1)")
  }

  @Test func manyHolesAreCounted() throws {
    let manifest = "checks:\n  covered:\n    - { of: thing, by: [picture] }\n"
    let found = try SmallPack(manifest: manifest).findings()
    #expect(found.map(\.code) == ["pack/values-not-listed"])
  }

  @Test func aFlagThatIsNotCarried() throws {
    let manifest = "checks: { carried: [{ of: set, field: flags, from: things.flags }] }"
    let sets = "kind: set\nitems:\n  - { id: both, things: [box, ball, ball], flags: 1️⃣[breaks]2️⃣ }\n"
    try SmallPack(["sets.yaml": sets], manifest: manifest).expect(
      "pack/not-carried", "flags of `both` needs `rolls`, which `ball` brings along", fix: "add `rolls`")
  }

  @Test func aFlagWhereThereAreNone() throws {
    let manifest = "checks: { carried: [{ of: [set], field: flags, from: things.flags }] }"
    let sets = "kind: set\nitems:\n  - { id: 1️⃣both2️⃣, things: [ball] }\n"
    try SmallPack(["sets.yaml": sets], manifest: manifest).expect(
      "pack/not-carried", "flags of `both` needs `rolls`, which `ball` brings along")
  }

  @Test func somethingAvoided() throws {
    let manifest = "checks: { avoided: [{ of: set, field: things.flags, by: without }] }"
    let sets = "kind: set\nitems:\n  - { id: both, things: [box, 1️⃣ball2️⃣], without: [rolls] }\n"
    try SmallPack(["sets.yaml": sets], manifest: manifest).expect(
      "pack/avoided", "`both` avoids `rolls`, and this has it")
  }

  @Test func oneThatManyAvoid() throws {
    let manifest = "checks: { avoided: [{ of: set, field: flags, by: things.flags }] }"
    let things = """
      kind: thing
      items:
        - { id: a, flags: [rolls] }
        - { id: b, flags: [rolls] }
      """
    let sets = "kind: set\nitems:\n  - { id: both, things: [a, b], flags: [1️⃣rolls2️⃣] }\n"
    try SmallPack(["things.yaml": things, "sets.yaml": sets], manifest: manifest).expect(
      "pack/avoided", "`both` has `rolls`, which `a`, `b` avoid")
  }

  @Test func oneThatAvoidsMuch() throws {
    let manifest = "checks: { avoided: [{ of: set, field: flags, by: things.flags }] }"
    let things = "kind: thing\nitems:\n  - { id: a, flags: [rolls, breaks] }\n  - { id: b, flags: [] }\n"
    let sets = "kind: set\nitems:\n  - { id: both, things: [b, 1️⃣a2️⃣], flags: [breaks, rolls] }\n"
    let found = try SmallPack(["things.yaml": things, "sets.yaml": sets], manifest: manifest).findings()
    // Two avoided values of one record, each once in the flags: reported at the flags.
    #expect(found.map(\.message) == ["`both` has `breaks`, which `a` avoids", "`both` has `rolls`, which `a` avoids"])
  }

  @Test func aPartThatIsNotForEverybody() throws {
    let manifest = "checks: { agreed: [{ of: set, field: for, with: [things.group] }] }"
    let sets = "kind: set\nitems:\n  - { id: both, things: [ball, 1️⃣box2️⃣], for: [round] }\n"
    try SmallPack(["sets.yaml": sets], manifest: manifest).expect(
      "pack/not-agreed", "`box` is not for `round`, and `both` is")
  }

  @Test func aWholeThatIsForTooMany() throws {
    let manifest = "checks: { agreed: [{ of: set, field: for, with: [things.group, steps.thing.group] }] }"
    let sets = "kind: set\nitems:\n  - { id: both, things: [ball], steps: [{ thing: ball }], for: [round, 1️⃣square2️⃣] }\n"
    try SmallPack(["sets.yaml": sets], manifest: manifest).expect(
      "pack/not-agreed", "`both` is for `square`, and `ball` is not")
  }

  @Test(arguments: [
    ("[{ number: 1 }, { number: 1️⃣32️⃣ }]", "2", "this has to be 2: numbers go 1, 2, 3 without a hole"),
    ("[{ number: 1️⃣22️⃣ }, { number: 3 }]", "2", "this has to be 1: numbers go 1, 2, 3 without a hole"),
    ("[{ number: 1 }, { number: 1️⃣12️⃣ }]", "2", "this has to be 2: numbers go 1, 2, 3 without a hole"),
    ("[{ number: 1 }, { number: 1️⃣two2️⃣ }]", "2", "this has to be 2: numbers go 1, 2, 3 without a hole"),
    ("[{ number: 1 }, { number: 2 }]", "1️⃣32️⃣", "steps.number goes to 2, and this is 3"),
    ("[]", "1️⃣12️⃣", "steps.number goes to 0, and this is 1"),
  ])
  func aHoleInASequence(steps: String, count: String, message: String) throws {
    let sets = "kind: set\nitems:\n  - { id: both, steps: \(steps), count: \(count) }\n"
    try SmallPack(["sets.yaml": sets], manifest: "checks: { numbered: [{ of: set, field: steps.number, to: count }] }")
      .expect("pack/out-of-sequence", message)
  }

  @Test func aSumThatIsAnother() throws {
    let sets = "kind: set\nitems:\n  - { id: both, steps: [{ weight: 0.1 }, { weight: 0.2 }], weight: 1️⃣0.312️⃣ }\n"
    let checks = "checks: { summed: [{ of: set, field: steps.weight, to: weight }] }"
    try SmallPack(["sets.yaml": sets], manifest: checks).expect(
      "pack/other-sum", "steps.weight adds up to 0.3, and this is 0.31")
    #expect(try SmallPack(["sets.yaml": sets.replacing("0.31", with: "0.30")], manifest: checks).findings().isEmpty)
  }

  /// A sum that cannot be had is no reason to accept the number.
  @Test(arguments: [
    ("{ weight: 1e6144 }, { weight: 1e-6144 }", "1️⃣0.32️⃣"), ("{ weight: 1e99999 }", "1️⃣0.32️⃣"),
    ("{ weight: 1 }", "1️⃣1e999992️⃣"),
  ])
  func aSumThatIsTooLong(weights: String, total: String) throws {
    let sets = "kind: set\nitems:\n  - { id: both, steps: [\(weights)], weight: \(total) }\n"
    try SmallPack(["sets.yaml": sets], manifest: "checks: { summed: [{ of: set, field: steps.weight, to: weight }] }")
      .expect("pack/other-sum", "steps.weight and this cannot be compared: a sum has at most 38 digits")
  }

  @Test func aRecordBehindThePack() throws {
    let sets = "kind: set\nitems:\n  - { id: a, review: { status: out } }\n  - { id: b, review: { status: 1️⃣draft2️⃣ } }\n"
    try SmallPack(["sets.yaml": sets], manifest: "review: { status: looked_at }\nchecks: { reviewed: review.status }")
      .expect("pack/review-behind", "`b` is `draft`, and the pack is further: `looked_at`")
  }
}
