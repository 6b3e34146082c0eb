import TerrainDocuments
import Testing

@testable import TerrainChecks

/// What check says of conditions of every kind, from the file to the message.
@Suite struct ConditionKindsTests {
  private func messages(_ text: String) throws -> [String] {
    RuleAnalysis.diagnostics(for: try RuleFiles.module(text).tableView()).map { "\($0.code): \($0.message)" }
  }

  @Test(arguments: [
    ("timestamp", "timestamp('2026-01-01T00:00:00Z')"), ("duration", "duration('1h')"), ("string", "'m'"),
    ("decimal", "decimal('1.5')"), ("double", "1.5"), ("uint", "3u"),
  ]) func aThresholdTellsTwoSidesApart(type: String, constant: String) throws {
    let rows = """
      facts:
        x: { type: \(type) }
      decisions:
        whole:
          hit: unique
          rows:
            - { id: below, when: "x < \(constant)", then: 1 }
            - { id: above, when: "x >= \(constant)", then: 2 }
        gap:
          hit: unique
          rows:
            - { id: below, when: "x < \(constant)", then: 1 }
            - { id: at, when: "x == \(constant)", then: 2 }
      """
    let found = try messages(rows)
    #expect(!found.contains { $0.contains("m.whole` has no row") || $0.contains("dead") || $0.contains("constant") })
    #expect(found.contains { $0.contains("`m.gap`") }, "\(found)")
    #expect(!found.contains { $0.contains("overlap:") }, "\(found)")
  }

  @Test func listsAreDescribedByWhatIsInThem() throws {
    let found = try messages(
      """
      facts:
        tags: { type: list<string> }
        x: { type: int, min: 0, max: 3 }
      decisions:
        d:
          hit: first
          rows:
            - { id: a, when: "'hot' in tags && x < 2", then: 1 }
            - { id: b, when: "!('hot' in tags)", then: 2 }
      """)
    #expect(
      found == [
        "rules/table-gap: `m.d` has no row for \"hot\" in tags and x >= 2: \"hot\" in tags, x = 2 matches no row"
      ])
  }

  @Test func longChainsAreOneLevelDeep() throws {
    let some = (0..<400).filter { $0 != 123 }.map { "x == \($0)" }.joined(separator: " || ")
    let found = try messages(
      """
      facts:
        x: { type: int, min: 0, max: 399 }
      decisions:
        d:
          hit: first
          rows:
            - { id: a, when: "\(some)", then: 1 }
      """)
    #expect(found == ["rules/table-gap: `m.d` has no row for x = 123: x = 123 matches no row"])
  }

  /// Loops that ask for members of a list are decided like `in`: three ways to ask whether one of two is there, and the opposite.
  @Test(arguments: [
    "tags.exists(t, t in ['hot', 'new'])", "['hot', 'new'].exists(t, t in tags)",
    "tags.exists(t, t == 'hot') || tags.exists(t, 'new' == t)", "!tags.all(t, !(t in ['hot', 'new']))",
    "!['hot', 'new'].all(t, !(t in tags))", "!tags.all(t, t != 'hot') || 'new' in tags",
  ])
  func whatAsksForMembersIsDecided(_ condition: String) throws {
    let found = try messages(
      """
      facts:
        tags: { type: list<string> }
      decisions:
        d:
          hit: unique
          rows:
            - { id: a, when: "\(condition)", then: 1 }
            - { id: b, when: "!('hot' in tags) && !('new' in tags)", then: 2 }
      """)
    #expect(found == [])
  }

  @Test func whatLoopsIsUndecided() throws {
    let found = try messages(
      """
      facts:
        tags: { type: list<string> }
      decisions:
        d:
          hit: first
          rows:
            - { id: a, when: "tags.exists(t, t.startsWith('hot'))", then: 1 }
      """)
    #expect(
      found == [
        "rules/undecided: whether `m.d` has a row for all inputs cannot be decided: none matches if "
          + "`tags.exists(t, t.startsWith('hot'))` is false"
      ])
  }

  /// What a decision yields may be nothing, said in its file; that is a value that others can ask for.
  @Test func nothingIsAResultThatOthersCanAskFor() throws {
    let found = try messages(
      """
      facts:
        f: { type: string, values: [x, y, z] }
      decisions:
        kind: { hit: first, rows: [{ id: x, when: { f: x }, then: one }], otherwise: two }
        word:
          type: optional<string>
          hit: first
          rows: [{ id: y, when: { f: y }, then: why }]
          otherwise: ~
        d:
          hit: first
          rows:
            - { id: x, when: { kind: one }, then: a }
            - { id: nothing, when: "!word.hasValue()", then: b }
            - { id: never, when: { word: none, f: y }, then: c }
          otherwise: e
      """)
    #expect(found == ["rules/dead-row: row `never` can never fire: no facts lead to what it asks for together"])
  }

  /// A range may go to the end of what there is: its other end still tells something.
  @Test func aRangeToTheEnd() throws {
    let found = try messages(
      """
      facts:
        status: { type: int, min: 100, max: 599 }
      decisions:
        d:
          hit: first
          rows:
            - { id: down, when: { status: "500..599" }, then: 1 }
            - { id: low, when: { status: "[100..200)" }, then: 2 }
            - { id: any, when: { status: "100..599" }, then: 3 }
      """)
    #expect(
      Set(found) == ["rules/constant-comparison: `100..599` is always true in row `any`, whatever the inputs are"])
  }

  /// Texts are compared character by character: a version that is written out beside `<` is a mistake, in an expression or a cell.
  @Test(
    arguments: [
      ("v < '1.9'", "'1.9'"), ("'2.0.1' >= v", "'2.0.1'"), ("w.orValue('0') <= '10.0'", "'10.0'"), ("v == '1.9'", nil),
      ("v < '2026-01-09'", nil), ("v < 'b.a'", nil), ("semver.compare(v, '1.9') < 0", nil), ("d < 1.9", nil),
    ] as [(String, String?)])
  func versionsComparedAsTexts(condition: String, place: String?) throws {
    let rules = try RuleFiles.module(
      """
      facts: { v: { type: string }, w: { type: string, optional: true }, d: { type: double } }
      decisions:
        e: { hit: first, rows: [{ id: a, when: "\(condition)", then: 1 }], otherwise: 0 }
      """)
    let found = RuleAnalysis.diagnostics(for: rules).filter { $0.code == "rules/compared-versions" }
    #expect(found.compactMap(\.place).map { $0.source.text(of: $0.range) } == (place.map { [$0] } ?? []))
  }

  @Test func aVersionInACellIsComparedAsAText() throws {
    let found = try RuleAnalysis.diagnostics(
      for: RuleFiles.module(
        """
        facts: { v: { type: string } }
        decisions:
          e: { hit: first, rows: [{ id: a, when: { v: "< '1.9'" }, then: 1 }], otherwise: 0 }
        """))
    #expect(found.map(\.code) == ["rules/compared-versions"])
  }
}
