import TerrainBase
import TerrainExpressions
import TerrainRules
import Testing

/// Facts prepared for a session decide as facts that are set one by one.
@Suite struct PreparedFactTests {
  static let record = RecordType(
    name: "thing",
    fields: [
      .init(name: "id", type: .string), .init(name: "size", type: .int),
      .init(name: "tags", type: .list(.enumeration(EnumerationType(name: "tag", cases: ["a", "b", "c"])))),
      .init(name: "shelf", type: .optional(.string)), .init(name: "rank", type: .optional(.int)),
    ])
  static let files = RuleFiles(
    """
    facts:
      item: { type: thing, per: candidate }
      wanted: { type: string }
    decisions:
      points:
        hit: sum
        rows:
          - { id: big, when: { item.size: "> 2" }, then: 1 }
          - { id: tagged, when: "'b' in item.tags", then: 10 }
          - { id: shelf, when: { item.shelf: wanted }, then: 100 }
          - { id: ranked, when: { item.rank: ">= 2" }, then: "= item.rank.value() * 1000" }
          - { id: named, when: "item.id.startsWith('x')", then: 100000 }
    """)

  static func thing(_ id: String, _ size: Int64, _ tags: [Value], _ shelf: Value?, _ rank: Int64?) -> Value {
    .map([
      "id": .string(Text(id)), "size": .int(size), "tags": .list(tags), "shelf": .optional(shelf),
      "rank": .optional(rank.map { .int($0) }),
    ])
  }

  static let things = [
    thing("x", 3, ["a", "b"], "wanted", 7), thing("y", 1, [], nil, nil), thing("z", 9, ["c"], "other", 1),
    thing("xx", 2, ["b"], nil, 2),
  ]

  @Test func decideAlike() throws {
    let rules = try #require(
      try Self.files.load(vocabulary: PackVocabulary(["thing": .record(Self.record)])).ruleSet)
    let session = RuleSession(rules)
    let item = try #require(rules.fact("item"))
    let points = try #require(rules.decision("rules.points"))
    let prepared = try session.prepare(item, Self.things)
    #expect(prepared.count == 4)
    session.begin()
    try session.set(try #require(rules.fact("wanted")), "wanted")
    // Backwards and forwards, so that nothing of the one before stays.
    for position in [3, 2, 1, 0, 1, 2, 3] {
      session.nextCandidate()
      try session.set(item, Self.things[position])
      let expected = try session.value(points)
      session.nextCandidate()
      #expect(session.set(prepared, at: position))
      #expect(try session.value(points).isIdentical(to: expected))
      // At once with going on to it, after others were given in one way or the other.
      #expect(session.nextCandidate(prepared, at: (position + 1) % 4))
      _ = try session.value(points)
      #expect(session.nextCandidate(prepared, at: position))
      #expect(try session.value(points).isIdentical(to: expected))
      #expect(session.set(prepared, at: (position + 1) % 4))
      _ = try session.value(points)
      try session.set(item, Self.things[position])
      #expect(session.nextCandidate(prepared, at: position))
    }
    // Values that were lent are whole afterwards.
    session.begin()
    for position in Self.things.indices {
      session.nextCandidate()
      try session.set(item, Self.things[position])
      let value = try session.value(points)
      #expect(session.nextCandidate(prepared, at: position))
      #expect(try session.value(points).isIdentical(to: value))
    }
    session.nextCandidate()
    #expect(!session.set(prepared, at: 4))
    #expect(!session.set(prepared, at: -1))
    #expect(throws: EvaluationError.self) { try session.value(points) }
    #expect(throws: EvaluationError.self) { try session.prepare(item, [.int(1)]) }
  }
}
