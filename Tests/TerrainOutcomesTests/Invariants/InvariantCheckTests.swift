import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

@testable import TerrainOutcomes

/// Invariants over copies of shipped packs that are damaged on purpose.
struct InvariantCheckTests {
  @Test func `A cooling food for a person who feels cold is found and shrunk`() throws {
    let outcome = try outcome(
      "terrain",
      """
      doc: Nothing that is suggested cools a person who feels cold.
      for: suggest
      with: { limit: 200, facts: { need: cooling, thermal: hot, symptoms: [cold], signs: [], safety: [] } }
      when: "'cold' in request.facts.symptoms"
      never: "result.suggestions.items.exists(i, 'cooling' in i.record.tags)"
      """, damage: Self.coolsWhoFeelsCold)
    try isSmall(outcome, facts: ["symptoms"])
  }

  @Test func `A dish whose caution names the symptom is found and shrunk`() throws {
    let row =
      "- { id: caution, when: \"circumstances.exists(circumstance, circumstance in item.not_when)\", then: caution }"
    let outcome = try outcome(
      "terrain",
      """
      doc: Nothing names a symptom of the person in its own cautions.
      for: suggest
      with: { limit: 200, facts: { need: warmth, tier: full, signs: [], safety: [] } }
      never: >-
        result.suggestions.items.exists(i, has(i.record.cautions) && has(i.record.cautions.not_when)
        && i.record.cautions.not_when.exists(c, c in request.facts.symptoms))
      """, damage: [("suggest/moment.yaml", row, "# removed")])
    try isSmall(outcome, facts: ["symptoms"])
  }

  @Test func `A headline that an item on the page contradicts is found and shrunk`() throws {
    let outcome = try outcome(
      "terrain",
      """
      doc: Below a headline about feeling cold, nothing cools.
      for: page
      with:
        page: today
        more: true
        now: "2026-07-15T13:00"
        facts: { profile: warm_excess_overclocked, need: cooling, thermal: hot, symptoms: [cold], signs: [], safety: [], illness: [], troubles: [], fever: false }
      when: "'cold' in request.facts.symptoms"
      never: >-
        result.days[0].parts.headline.exists(h, h.message.startsWith('headline.symptom.cold'))
        && (result.days[0].parts.suggestions.items + result.days[0].parts['more.suggestions'].items)
        .exists(i, 'cooling' in i.record.tags)
      """, damage: Self.coolsWhoFeelsCold)
    try isSmall(outcome, facts: ["symptoms"])
  }

  @Test func `A tier that is added in a copy, and forgotten where tiers are counted, demotes its members`() throws {
    let rank = { (name: String) in "(\(name) == 'halo' ? 2 : \(name) == 'aura' ? 1 : 0)" }
    let outcome = try outcome(
      "embera", Self.tiers,
      damage: [
        ("pack.yaml", "values: [ember, aura, halo]", "values: [ember, aura, halo, solar]"),
        ("pack.yaml", "halo:  {", "solar: { en-US: \"Solar\", zh-Hans: \"日冕\" }\n      halo:  {"),
        (
          "loyalty/loyalty.yaml", "- { id: halo, when: { lifetime: \">= halo_at_least\" }, then: halo }",
          """
          - { id: solar, when: { lifetime: ">= 2500" }, then: solar }
                - { id: halo, when: { lifetime: ">= halo_at_least" }, then: halo }
          """
        ),
        (
          "loyalty/loyalty.yaml", "when: { current_level: halo },  then: \"= lifetime\"",
          "when: { current_level: [halo, solar] },  then: \"= lifetime\""
        ),
        (
          "loyalty/loyalty.yaml", "\"current_level < level_before\"",
          "\"\(rank("current_level")) < \(rank("level_before"))\""
        ),
      ])
    let violation = try #require(outcome.violation, "\(outcome.diagnostic as Any)")
    #expect(violation.example.request.at(["first", "events"]).map { $0.parts(depth: 1).count } == 1)
    #expect(outcome.invariant.scenario(violation.example.request).contains("steps:"))
  }

  @Test func `As they are shipped, no tier is lost by earning`() throws {
    let outcome = try outcome("embera", Self.tiers, damage: [])
    #expect(outcome.diagnostic == nil)
    #expect(outcome.isExhaustive)
  }

  @Test(arguments: [
    ("for: sugest\nnever: 'true'", "invariants/unknown-operation"),
    ("for: suggest\nwhen: 'false'\nnever: 'true'", "invariants/never-applies"),
    ("for: loyalty.apply\nnever: 'true'", "invariants/refused"),
    (
      "for: suggest\nwith: { ranking: rewards, now: 2026-01-15, facts: { points: 3 } }\nwhen: \"request.locale == 'en-US'\"\nnever: 'false'",
      "invariants/fails"
    ),
    ("for: suggest\nnever: \"size(result.sugestions.items) > 0\"", "expressions/unknown-field"),
    ("\(InvariantCheckTests.rewards)\nvary: { facts.points: [0, many] }\nnever: 'false'", "content/wrong-kind"),
    (
      "\(InvariantCheckTests.rewards)\nvary: { facts.own_tier: [ember, halos] }\nnever: 'false'",
      "request/unknown-value"
    ),
    ("\(InvariantCheckTests.rewards)\nvary: { facts.pionts: [0] }\nnever: 'false'", "invariants/unknown-parameter"),
    ("\(InvariantCheckTests.rewards)\nvary: { points: [0] }\nnever: 'false'", "invariants/unknown-parameter"),
    (
      "for: suggest\nwith: { ranking: rewards, now: 2026-01-15, facts: { points: true } }\nnever: 'false'",
      "content/wrong-kind"
    ),
    (
      "for: loyalty.apply\nfirst: { for: loyalty.replay, with: { acount: anna }, carry: [account] }\nnever: 'false'",
      "content/unknown-field"
    ),
  ])
  func `An invariant that cannot be checked is diagnosed`(text: String, code: String) throws {
    let (outcomes, diagnostics) = try check("embera", "doc: A demand.\n\(text)", damage: [])
    let codes = (outcomes.compactMap(\.diagnostic) + diagnostics).map(\.code)
    #expect(codes == [code])
  }

  @Test func `A value that varies may be left out, and what is missing may vary`() throws {
    let text = "\(Self.rewards)\nvary: { facts.points: [null, 0, 5000], facts.own_tier: [ember] }\nnever: 'false'"
    let (outcomes, diagnostics) = try check("embera", "doc: A demand.\n\(text)", damage: [])
    #expect(diagnostics.isEmpty)
    #expect(outcomes.count == 1)
  }

  @Test func `A name that several invariants misspell is reported once, with the other locations`() throws {
    let bodies = ["one", "two", "three"].map { name in
      "  \(name): { doc: A demand., for: suggest, never: \"size(result.sugestions.items) > 0\" }"
    }
    let (file, found) = InvariantFile.read(
      try ShippedSystem.tree("invariants:\n\(bodies.joined(separator: "\n"))"))
    #expect(found.isEmpty)
    let session = try ShippedSystem.session("embera")
    let (_, diagnostics) = InvariantCheck(
      session.system, files: session.files, budget: .init(requests: 1, people: 0, tries: 1)
    ).run(file.invariants)
    #expect(diagnostics.map(\.code) == ["expressions/unknown-field"])
    #expect(diagnostics.first?.related.map(\.message) == ["here too", "here too"])
  }

  // MARK: Helpers

  private static let rewards = "for: suggest\nwith: { ranking: rewards, now: 2026-01-15 }"

  /// What leaves out what cools does so only for those who have a fever.
  private static let coolsWhoFeelsCold = [
    ("suggest/moment.yaml", "when: { feels: cold, \"'cooling'", "when: { feels: cold, fever: true, \"'cooling'"),
    (
      "suggest/moment.yaml", "\"'cold' in symptoms && 'cooling'",
      "\"'cold' in symptoms && fever == optional.of(true) && 'cooling'"
    ),
  ]

  private static let tiers = """
    doc: Nobody loses a tier by earning points.
    for: loyalty.apply
    first: { for: loyalty.replay, with: { account: anna, now: "2026-11-04T00:00:00-05:00" }, carry: [account] }
    with: { event: { id: order-2, type: earn, time: "2026-11-05T09:30:00-05:00", facts: { fulfilment: pickup } } }
    vary:
      first.events:
        - []
        - [{ id: a, type: earn, time: "2026-11-03T09:30:00-05:00", amount: { currency: USD, minor: 13000 }, facts: { fulfilment: pickup } }]
      event.amount: [{ currency: USD, minor: 1234 }, { currency: USD, minor: 20000 }]
    never: "result.notifications.exists(n, n.message == 'loyalty.tier-lost')"
    """

  /// That a violation was found, in a request of at most five facts that cannot be smaller, among them `facts`.
  private func isSmall(_ outcome: InvariantCheck.Outcome, facts: [Value]) throws {
    let violation = try #require(outcome.violation, "\(outcome.diagnostic as Any)")
    let given = violation.example.request.at(["facts"]).map { $0.parts(depth: 1).compactMap(\.first) } ?? []
    #expect(given.count <= 5)
    for fact in facts { #expect(given.contains { $0.isIdentical(to: fact) }) }
    #expect(outcome.diagnostic?.code == "invariants/violated")
    #expect(outcome.diagnostic?.message.contains("the smallest request") == true)
  }

  private func outcome(
    _ pack: String, _ text: String, damage: [(String, String, String)]
  ) throws -> InvariantCheck.Outcome {
    let (outcomes, diagnostics) = try check(pack, text, damage: damage)
    #expect(diagnostics.isEmpty)
    return try #require(outcomes.first)
  }

  private func check(
    _ pack: String, _ text: String, damage: [(file: String, old: String, new: String)]
  ) throws -> (outcomes: [InvariantCheck.Outcome], diagnostics: [Diagnostic]) {
    let root = Conformance.packageRoot.path
    let disk = ContentFiles.disk(SourceReader.read)
    let files = ContentFiles(
      kind: disk.kind, list: disk.list,
      source: { path throws(DiagnosticError) in
        let source = try disk.source(path)
        let own = damage.filter { path.hasSuffix("/\($0.file)") }
        if own.isEmpty { return source }
        var text = String(decoding: Array(source.bytes), as: UTF8.self)
        for (_, old, new) in own {
          if let range = text.firstRange(of: old) { text.replaceSubrange(range, with: new) }
        }
        return SourceText(name: path, text: text)
      }, documents: disk.documents)
    let loader = SystemLoader(packAt: "\(root)/ContentPacks/\(pack)", rulesAt: "\(root)/Rules/\(pack)", files: files)
    let lines = text.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    let (file, diagnostics) = InvariantFile.read(try ShippedSystem.tree("invariants:\n  tested:\n\(lines)"))
    let check = InvariantCheck(
      try loader.system([], nil), files: files, budget: .init(requests: 250, people: 0, tries: 200))
    let (outcomes, found) = check.run(file.invariants)
    return (outcomes, diagnostics + found)
  }
}
