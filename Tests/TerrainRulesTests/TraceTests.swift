import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules
import Testing

/// Why a decision came out as it did.
@Suite struct TraceTests {
  static let files = RuleFiles(
    """
    facts:
      n: { type: int }
      mood: { type: int, optional: true }
    parameters:
      limit: { value: 5, type: int }
    decisions:
      size:
        hit: first
        rows:
          - { id: big, when: { n: ">= limit" }, then: big }
          - { id: tiny, when: { n: "< 0" }, then: tiny }
        otherwise: small
      label:
        hit: first
        rows:
          - { id: happy, when: { size: big, mood: "> 5" }, then: happy }
          - id: odd
            when: "size == 'tiny' || n % 2 == 1"
            then: odd
            note: Odd numbers are odd.
          - { id: rest, then: rest }
      points:
        hit: sum
        rows:
          - { id: one, when: { size: big }, then: 1 }
          - { id: two, when: { n: "> 100" }, then: 2 }
          - { id: four, when: "n > 1", then: 4 }
    """)

  @Test(
    arguments: [
      (7, ["odd (shop.rules.yaml:19): size = big, n = 7", "big (shop.rules.yaml:12): n = 7"]),
      (-4, ["odd (shop.rules.yaml:19): size = tiny, n = -4", "tiny (shop.rules.yaml:13): n = -4"]),
      (2, ["rest (shop.rules.yaml:23)"]),
    ] as [(Int64, [String])])
  func reasons(_ n: Int64, _ sentences: [String]) throws {
    let session = RuleSession(try Self.files.loaded())
    let label = try #require(session.ruleSet.decision("rules.label"))
    try session.give(["n": .int(n)])
    _ = try session.value(label)
    #expect(session.reasons(for: label).map(\.sentence) == sentences)
  }

  @Test func tracesEveryRow() throws {
    let (bytecode, diagnostics) = try Self.files.loaded().explaining()
    #expect(diagnostics.isEmpty)
    let session = RuleSession(try #require(bytecode))
    try session.give(["n": 7, "mood": 3])
    let label = try #require(session.ruleSet.decision("rules.label"))
    let points = try #require(session.ruleSet.decision("rules.points"))
    #expect(try session.value(label).isEqual(to: "odd"))
    #expect(try session.value(points).isEqual(to: 5))
    let lines = try session.traces().flatMap(\.lines)
    #expect(
      lines == [
        "shop.rules.size (shop.rules.yaml:9) is big",
        "  big (shop.rules.yaml:12) fired: n = 7 is >= limit",
        "  tiny (shop.rules.yaml:13) was not looked at",
        "shop.rules.label (shop.rules.yaml:15) is odd",
        "  happy (shop.rules.yaml:18) does not hold: mood = 3 is not > 5",
        "  odd (shop.rules.yaml:19) fired: `size == 'tiny' || n % 2 == 1` is true (size = big, n = 7)",
        "    `size == 'tiny'` is false, of big",
        "    `n % 2 == 1` is true, of 1",
        "  rest (shop.rules.yaml:23) was not looked at",
        "shop.rules.points (shop.rules.yaml:24) is 5",
        "  one (shop.rules.yaml:27) fired: size = big is big",
        "  two (shop.rules.yaml:28) does not hold: n = 7 is not > 100",
        "  four (shop.rules.yaml:29) fired: `n > 1` is true (n = 7)",
      ])
  }

  @Test func tracesWhatFailed() throws {
    let files = RuleFiles(
      """
      facts:
        n: { type: int }
      decisions:
        d:
          hit: unique
          rows:
            - { id: a, when: { n: "< 3" }, then: 1 }
            - { id: b, when: { n: "> 5" }, then: 2 }
      """)
    let session = RuleSession(try #require(try files.loaded().explaining().ruleSet))
    try session.give(["n": 4])
    let decision = try #require(session.ruleSet.decision("rules.d"))
    #expect(throws: EvaluationError.self) { try session.value(decision) }
    #expect(
      try session.traces().flatMap(\.lines) == [
        "shop.rules.d (shop.rules.yaml:6) has no answer",
        "  a (shop.rules.yaml:9) does not hold: n = 4 is not < 3",
        "  b (shop.rules.yaml:10) does not hold: n = 4 is not > 5",
      ])
  }

  @Test func cellsOfExpressionsAreNamed() throws {
    let files = RuleFiles(
      """
      facts:
        n: { type: int }
        m: { type: int }
      decisions:
        d:
          hit: first
          rows:
            - { id: a, when: { "n + m": "< 3" }, then: 1 }
            - { id: b, when: { "n > m": true }, then: 2 }
          otherwise: 3
      """)
    let session = RuleSession(try #require(try files.loaded().explaining().ruleSet))
    try session.give(["n": 4, "m": 1])
    _ = try session.value(try #require(session.ruleSet.decision("rules.d")))
    #expect(
      try session.traces().flatMap(\.lines) == [
        "shop.rules.d (shop.rules.yaml:7) is 2",
        "  a (shop.rules.yaml:10) does not hold: `n + m` is not < 3 (n = 4, m = 1)",
        "  b (shop.rules.yaml:11) fired: `n > m` is true (n = 4, m = 1)",
      ])
  }

  /// A record of which only fields are kept is shown by these, not as unknown.
  @Test func recordsAreShownByTheirFields() throws {
    let loaded = try PreparedFactTests.files.load(
      vocabulary: PackVocabulary(["thing": .record(PreparedFactTests.record)]))
    let rules = try #require(loaded.ruleSet)
    let session = RuleSession(try #require(rules.explaining().ruleSet))
    try session.give(["item": PreparedFactTests.thing("x", 3, ["a"], nil, nil), "wanted": "w"])
    _ = try session.value(try #require(session.ruleSet.decision("rules.points")))
    let lines = try session.traces().flatMap(\.lines)
    #expect(lines.contains { $0.contains("big") && $0.hasSuffix("fired: item.size = 3 is > 2") }, "\(lines)")
    #expect(lines.contains { $0.contains("tagged") && $0.contains("`'b' in item.tags` is false") }, "\(lines)")
    #expect(!lines.contains { $0.contains("item = unknown") }, "\(lines)")
  }

  /// What a candidate made is collected with its values, before the next one's replace them.
  @Test func everyCandidateIsCollectedWithItsValues() throws {
    let files = RuleFiles(
      """
      facts:
        n: { type: int }
        item: { type: int, per: candidate }
      decisions:
        base: { value: "= n * 10" }
        sum:
          hit: first
          rows:
            - { id: large, when: { item: "> 5" }, then: "= base + item" }
          otherwise: "= base"
      """)
    let session = RuleSession(try #require(try files.loaded().explaining().ruleSet))
    let sum = try #require(session.ruleSet.decision("rules.sum"))
    let item = try #require(session.ruleSet.fact("item"))
    let (_, traces) = try session.collectingTraces { () throws(DiagnosticError) in
      do {
        session.begin()
        try session.give(["n": 1])
        for value in [7, 3] {
          session.nextCandidate()
          try session.set(item, .int(Int64(value)))
          _ = try session.value(sum)
        }
      } catch {
        throw DiagnosticError([])
      }
    }
    #expect(
      traces.flatMap(\.lines) == [
        "shop.rules.base (shop.rules.yaml:7) is 10",
        "shop.rules.sum (shop.rules.yaml:8) is 17",
        "  large (shop.rules.yaml:11) fired: item = 7 is > 5",
        "shop.rules.sum (shop.rules.yaml:8) is 10",
        "  large (shop.rules.yaml:11) does not hold: item = 3 is not > 5",
        "  no row holds, so otherwise (shop.rules.yaml:12)",
      ])
  }

  /// Planned once, and the same answers and traces each time.
  @Test func aSessionRecordsAgainAndAgain() throws {
    let session = RuleSession(try Self.files.loaded())
    let label = try #require(session.ruleSet.decision("rules.label"))
    var lines: [[String]] = []
    for _ in 0..<3 {
      let recording = try session.recording()
      try recording.give(["n": 7, "mood": 3])
      _ = try recording.value(label)
      lines.append(try recording.traces().flatMap(\.lines))
    }
    #expect(lines[0].count > 3 && lines.allSatisfy { $0 == lines[0] })
    #expect(try session.recording() === session.recording())
    #expect(session.ruleSet.sessionsMade == 2)
  }

  /// A trace that was cut would explain something else, so there is none.
  @Test func aTraceThatWasCutIsAnError() throws {
    func trace(_ events: Int) throws -> [DecisionTrace] {
      let recording = try RuleSession(try Self.files.loaded(), limits: EvaluationLimits(traceEvents: events))
        .recording()
      try recording.give(["n": 7, "mood": 3])
      _ = try recording.value(#require(recording.ruleSet.decision("rules.label")))
      return try recording.traces()
    }
    #expect(try !trace(1000).isEmpty)
    let error = #expect(throws: DiagnosticError.self) { try trace(2) }
    #expect(error?.diagnostics.map(\.code) == ["evaluation/trace-limit"])
    #expect(error?.diagnostics.first?.message.contains("2 events") == true)
    #expect(error?.diagnostics.first?.message.contains("`trace-events`") == true)
  }

  @Test func explainingChangesNoAnswer() throws {
    let rules = try Self.files.loaded()
    let plain = RuleSession(rules)
    let explaining = RuleSession(try #require(rules.explaining().ruleSet))
    for n in -3...8 {
      for name in ["rules.size", "rules.label", "rules.points"] {
        let decision = try #require(rules.decision(Text(name)))
        try plain.give(["n": .int(Int64(n))])
        try explaining.give(["n": .int(Int64(n))])
        #expect(try plain.value(decision).isEqual(to: try explaining.value(decision)))
      }
    }
  }
}
