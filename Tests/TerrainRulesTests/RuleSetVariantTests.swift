import TerrainBase
import TerrainRules
import Testing

/// Rule sets in which some decisions are defined otherwise.
@Suite struct RuleSetVariantTests {
  private let files = RuleFiles(
    """
    facts:
      n: { type: int, min: 0, max: 9 }
    decisions:
      aside: { value: "= n + 1" }
      size: { hit: first, rows: [{ id: high, when: { n: ">= 5" }, then: large }], otherwise: small }
      parcel: { hit: first, rows: [{ id: box, when: { size: large }, then: box }], otherwise: bag }
    """)

  /// Inputs of tables, and what they are.
  private func columns(_ rules: RuleSet) -> [String] { rules.tableView().columns.map { "\($0.name) \($0.origin)" } }

  @Test func anEmptyVariantIsTheSame() throws {
    let rules = try files.loaded()
    let same = try #require(rules.applying(RuleSetVariant()))
    #expect(columns(same) == columns(rules))
    #expect(columns(same).contains { $0.contains("decision(table:") }, "\(columns(same))")
    for n in 0...9 {
      #expect(try same.decide("rules.parcel", ["n": .int(Int64(n))]).isEqual(to: n >= 5 ? "box" : "bag"))
    }
  }

  @Test func aDecisionIsDefinedOtherwise() throws {
    let rules = try files.loaded()
    let index = try #require(rules.decisions.firstIndex { $0.typed.name == "size" })
    var decision = rules.decisions[index].typed
    if case .rows(var table) = decision.body {
      table.rows = []
      decision.body = .rows(table)
    }
    var variant = RuleSetVariant()
    variant.decisions[index] = decision
    let all = try #require(rules.applying(variant))
    #expect(try all.decide("rules.parcel", ["n": 9]).isEqual(to: "bag"))
    #expect(try all.decide("rules.aside", ["n": 9]).isEqual(to: 10))
    let parcel = try #require(rules.decisions.firstIndex { $0.typed.name == "parcel" })
    let kept = try #require(rules.applying(variant, keeping: rules.closure(of: [parcel])))
    #expect(kept.decisions.map(\.name) == ["shop.rules.size", "shop.rules.parcel"])
    #expect(try kept.decide("rules.parcel", ["n": 9]).isEqual(to: "bag"))
  }

  /// A fact that is declared differently affects what reads it, and what needs that.
  @Test func aFactIsDeclaredDifferently() throws {
    func rules(_ most: Int) throws -> RuleSet {
      try RuleFiles(
        """
        facts:
          n: { type: int, min: 0, max: \(most) }
          m: { type: int, min: 0, max: 9 }
        decisions:
          aside: { value: "= m + 1" }
          size: { value: "= n + 1" }
          parcel: { hit: first, rows: [{ id: box, when: { size: "> 3" }, then: box }], otherwise: bag }
        """
      ).loaded()
    }
    let difference = RuleSetDifference(from: try rules(9), to: try rules(8))
    #expect(difference.facts == ["n"])
    #expect(difference.affected == ["shop.rules.size", "shop.rules.parcel"])
    #expect(RuleSetDifference(from: try rules(9), to: try rules(9)).affected.isEmpty)
  }
}
