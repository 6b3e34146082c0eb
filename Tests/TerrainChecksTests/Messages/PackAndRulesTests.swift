import TerrainDocuments
import Testing

/// A pack and rules that do not go together, or say of themselves what cannot be: each mistake is found once, where it is.
@Suite struct PackAndRulesTests {
  private static let manifest = "ContentPacks/talk/pack.yaml"
  private static let messages = "ContentPacks/talk/messages.yaml"
  private static let day = "Rules/talk/day.yaml"

  /// A pack without mistakes.
  private var sound: TalkingPack {
    TalkingPack(
      messages: "  - { id: tea, topic: tea, texts: { text: Tea. } }\n  - { id: walk, texts: { text: A walk. } }\n",
      rules: """
          count: { value: "= steps + (weather.hasValue() ? 1 : 0)" }
          line: { type: message_id, hit: first, rows: [{ id: a, when: { steps: "< 5" }, then: tea }], otherwise: walk }
          page:
            value:
              - { id: line, choose: line }
              - { id: steps, show: count }
        """)
  }

  @Test func theSoundOneIsSound() throws { try sound.expect([]) }

  @Test(arguments: [
    ("pack/not-a-version", manifest, "version: 1.0.0", "version: 1️⃣1.x2️⃣"),
    ("pack/day-ends", manifest, "version: 1.0.0", "version: 1.0.0\nday_ends: 1️⃣\"13:00\"2️⃣"),
    ("pack/day-ends", manifest, "version: 1.0.0", "version: 1.0.0\nday_ends: 1️⃣\"3 am\"2️⃣"),
    ("pack/week-begins", manifest, "version: 1.0.0", "version: 1.0.0\nweek_begins: 1️⃣sonday2️⃣"),
    ("pack/not-a-version-range", manifest, "\"^1.0.0\"", "1️⃣one2️⃣"),
    ("pack/other-kind", messages, "kind: message", "kind: 1️⃣card2️⃣"),
    (
      "pack/repeated-id", messages, "{ text: A walk. } }",
      "{ text: A walk. } }\n  - { id: 1️⃣walk2️⃣, texts: { text: B. } }"
    ),
    ("message/no-text", messages, "texts: { text: A walk. }", "texts: 1️⃣{}2️⃣"),
    ("ruleset/other-id", "Rules/talk/ruleset.yaml", "id: talk", "id: 1️⃣tolk2️⃣"),
    ("insight/part-twice", day, "id: steps,", "id: 1️⃣line2️⃣,"),
    (
      "insight/no-choices", day, "  count: { value: \"= steps + (weather.hasValue() ? 1 : 0)\" }",
      "  1️⃣count2️⃣: { value: \"= steps + (weather.hasValue() ? 1 : 0)\" }\n  other: { type: list<message_id>, value: [tea] }"
    ),
    ("insight/no-quiz", day, "show: count", "signals: 1️⃣32️⃣"),
    ("insight/part", day, "{ id: steps, show: count }", "1️⃣{ id: steps }2️⃣"),
    (
      "rules/test-unknown-module", "Rules/talk/tests/day.yaml", "",
      "tests: 1️⃣talk.dey2️⃣\ncases: [{ name: a, given: {}, expect: { line: tea } }]\n"
    ),
  ])
  func eachMistakeIsFoundWhereItIs(code: String, file: String, text: String, wrong: String) throws {
    var pack = sound.replacing(text, in: file, with: wrong)
    if code == "insight/no-choices" { pack = pack.replacing("choose: line", in: Self.day, with: "choose: count") }
    let found = try pack.findings()
    let codes = found.map(\.code).filter { !["message/never-named", "rules/unused-fact"].contains($0) }
    #expect(codes == [code], "\(DiagnosticRenderer.text(found))")
    try pack.expectMarked(found.first { $0.code == code })
  }

  private func ranking(_ decisions: String, item: String = "{ type: weather, per: candidate }") -> TalkingPack {
    sound.replacing(
      "facts:\n", in: Self.day, with: "facts:\n  item: \(item)\n  other: { type: topic, per: candidate }\n"
    )
    .replacing("  count:", in: Self.day, with: "\(decisions)\n  count:")
  }

  @Test func rankings() throws {
    let excluded =
      "  excluded: { hit: first, rows: [{ id: cold, when: { item: cold }, then: cold }], otherwise: none }\n"
    let score = "  score: { value: \"= item == 'hot' ? 2 : 1\" }"
    try ranking(excluded + score).expect([])
    let cases: [(String, TalkingPack)] = [
      (
        "ranking/no-none",
        ranking(
          "  1️⃣excluded2️⃣: { hit: first, rows: [{ id: cold, when: { item: cold }, then: cold }], otherwise: out }\n"
            + score)
      ),
      (
        "ranking/candidate",
        ranking(excluded + "  1️⃣score2️⃣: { value: \"= item == 'hot' ? 2 : other == 'tea' ? 3 : 1\" }")
      ),
      (
        "ranking/candidate-type",
        ranking(
          excluded.replacing("{ item: cold }", with: "{ item: 3 }") + "  score: { value: \"= item\" }",
          item: "{ type: int, per: candidate }"
        ).replacing("  item:", in: Self.day, with: "  1️⃣item2️⃣:")
      ),
      ("engine/not-a-map", ranking(excluded + score + "\n  settings: { value: 1️⃣[3]2️⃣ }")),
      ("engine/wrong-field", ranking(excluded + score + "\n  settings: { value: { limit: 1️⃣02️⃣ } }")),
      ("engine/unknown-field", ranking(excluded + score + "\n  settings: { value: { 1️⃣limits2️⃣: 3 } }")),
      // A decision that the ranking would evaluate, or one that makes a module a page.
      ("rules/misspelled-decision", ranking(excluded + score + "\n  1️⃣stetings2️⃣: { value: { limit: 3 } }")),
      ("rules/misspelled-decision", ranking(excluded + score + "\n  1️⃣setings2️⃣: { value: { limit: 3 } }")),
      ("rules/misspelled-decision", ranking(excluded + score + "\n  1️⃣fallbacks2️⃣: { value: hot }")),
      ("rules/contract-type", ranking(excluded + "  1️⃣score2️⃣: { value: \"= item == 'hot' ? 'a' : 'b'\" }")),
    ]
    for (code, pack) in cases {
      let found = try pack.findings()
      #expect(found.map(\.code) == [code], "\(DiagnosticRenderer.text(found))")
      try pack.expectMarked(found.first)
    }
    // Decisions that are near to a name but have a use, or are another word.
    for others in ["\n  setting: { value: 3 }\n  more: { value: \"= setting + 1\" }", "\n  wage: { value: 3 }"] {
      try ranking(excluded + score + others).expect([])
    }
  }
}
