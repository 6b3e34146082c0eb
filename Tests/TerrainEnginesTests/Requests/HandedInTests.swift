import TerrainBase
import TerrainDocuments
import TerrainEngines
import Testing

/// Records that no pack holds: they come with the request. And records that a pack holds, named by ids wherever they stand.
@Suite struct HandedInTests {
  /// Parcels of the caller's, in an order that the rules say, and a bill for foods of the pack.
  static let fixture: DayFixture = {
    var fixture = DayFixture()
    fixture.files["ContentPacks/Schemas/parcel.schema.json"] = """
      { "type": "object", "required": ["id", "name"],
        "properties": { "id": { "type": "string" }, "name": { "type": "string" },
          "kept": { "type": "boolean" }, "weight": { "type": "integer" } } }
      """
    let pack = DayFixture.standard["ContentPacks/small/pack.yaml"] ?? ""
    fixture.files["ContentPacks/small/pack.yaml"] =
      pack
      .replacing("kinds:\n", with: "kinds:\n  parcel: { schema: ../Schemas/parcel.schema.json, label: name }\n")
      .replacing(
        "records:\n", with: "records:\n  line: { fields: { food: offer, count: int, extras: list<offer> } }\n")
    let rules = DayFixture.standard["Rules/small/ruleset.yaml"] ?? ""
    fixture.files["Rules/small/ruleset.yaml"] = rules.replacing(
      "modules: {", with: "modules: { small.parcels: parcels.yaml, small.bill: bill.yaml,")
    fixture.files["Rules/small/parcels.yaml"] = """
      rules: 1
      module: small.parcels
      facts:
        parcel: { type: parcel, per: candidate }
        chosen: { type: parcel, optional: true }
        now: { type: timestamp, optional: true }
      decisions:
        excluded:
          hit: first
          rows:
            - { id: light, when: "parcel.weight.orValue(1) < 1", then: light }
            - { id: chosen, when: "chosen.hasValue() && chosen.value().id == parcel.id", then: chosen }
          otherwise: none
        score: { value: "= now.hasValue() ? 1 : 0" }
        order: { value: ["= parcel.kept.orValue(false) ? 1 : 0"] }
        alphabetical: { value: "= parcel.name" }
      """
    fixture.files["Rules/small/bill.yaml"] = """
      rules: 1
      module: small.bill
      facts: { lines: { type: list<line> } }
      decisions:
        tags: { value: "= lines.map(l, l.food.tags.size() * l.count + l.extras.size()).sum()" }
        page: { value: [{ id: tags, show: tags }] }
      """
    return fixture
  }()

  static let parcels =
    "[{ id: p1, name: Zinnia }, { id: p2, name: Aster, note: x }, { id: p3, name: Yew, kept: true }, { id: p4, name: Oak, weight: 0 }]"

  @Test func areRanked() throws {
    let engine = try Self.fixture.load(pages: [], rankings: ["parcels"])
    let ranking = try engine.ranking("{ now: 2026-01-10, records: { parcel: \(Self.parcels) } }", "parcels")
    #expect(ranking.items.map(\.id) == ["p3", "p2", "p1"])
    #expect(ranking.items.map { $0.label?.text } == ["Yew", "Aster", "Zinnia"])
    #expect(ranking.items.map(\.score) == [0, 0, 0], "a date alone is no instant")
    #expect(ranking.considered == 4)
    let other = try engine.ranking(
      "{ now: '2026-01-10T12:00:00Z', records: { parcel: [{ id: q, name: Fir }] } }", "parcels")
    #expect(other.items.map(\.id) == ["q"], "one request knows nothing of another")
    #expect(other.items.map(\.score) == [1])
    let explanations = try SuggestionSession(engine.suggestions).explanations(
      ofRanking: "parcels", for: engine.request("{ now: 2026-01-10, records: { parcel: \(Self.parcels) } }"))
    #expect(explanations.map(\.id) == ["p3", "p2", "p1", "p4"])
  }

  @Test func areNamedByIDs() throws {
    let engine = try Self.fixture.load(pages: [], rankings: ["parcels"])
    func left(_ chosen: String) throws -> [Text] {
      try engine.ranking(
        "{ now: 2026-01-10, facts: { chosen: \(chosen) }, records: { parcel: \(Self.parcels) } }", "parcels"
      ).items.map(\.id)
    }
    #expect(try left("p3") == ["p2", "p1"])
    #expect(try left("{ id: p1, name: Zinnia }") == ["p3", "p2"])
  }

  @Test(arguments: [
    ("{ now: 2026-01-10 }", "- request/no-candidates")
  ])
  func wrongOnesAreRefused(_ request: String, _ complaint: String) throws {
    let engine = try Self.fixture.load(pages: [], rankings: ["parcels"])
    #expect(throws: DiagnosticError.self) { try engine.ranking(request, "parcels") }
    do {
      _ = try engine.ranking(request, "parcels")
    } catch let error as DiagnosticError {
      #expect(error.diagnostics.map { "\($0.path ?? "-") \($0.code)" } == [complaint])
    }
  }

  /// One wrong record is its own problem: the others are ranked as without it.
  @Test func aWrongOneKeepsNoOtherOut() throws {
    let engine = try Self.fixture.load(pages: [], rankings: ["parcels"])
    func ranking(_ records: String) throws -> Ranking {
      try engine.ranking("{ now: 2026-01-10, records: { parcel: [\(records)] } }", "parcels")
    }
    let good = "{ id: p2, name: Aster }, { id: p3, name: Yew }"
    let alone = try ranking(good)
    #expect(alone.wrong.isEmpty)
    for wrong in ["{ id: p1, name: 7 }", "7", "{}", "[]", "null"] {
      for records in ["\(wrong), \(good)", "\(good), \(wrong)"] {
        let both = try ranking(records)
        #expect(both.items.map(\.id) == alone.items.map(\.id))
        #expect(both.considered == 2)
        let position = records.hasPrefix(wrong) ? 0 : 2
        #expect(both.wrong.map(\.position) == [position])
        #expect(both.wrong.map(\.problem.code) == ["request/wrong-candidate"])
        #expect(both.wrong.first?.problem.path?.hasPrefix("records.parcel[\(position)]") == true, "\(wrong)")
        #expect(both.wrong.first?.id == (wrong.contains("p1") ? "p1" : nil))
      }
    }
    let many = try ranking(Array(repeating: "7", count: 5000).joined(separator: ", ") + ", \(good)")
    #expect(many.wrong.count == 100)
    #expect(many.items.map(\.id) == alone.items.map(\.id))
  }

  @Test func kindsOfThePackAreNotBrought() throws {
    let engine = try Self.fixture.load(pages: [], rankings: ["parcels"])
    #expect(
      try engine.complaints("{ now: 2026-01-10, records: { food: [], parcel: 1 } }") == [
        "records.food request/not-handed-in — those are `parcel`", "records.parcel content/wrong-kind",
      ])
    #expect(
      try engine.complaints("{ now: 2026-01-10, facts: { chosen: p9 } }") == ["facts.chosen request/wrong-fact"])
  }

  @Test func idsStandForRecordsInsideFacts() throws {
    let engine = try Self.fixture.load(pages: ["bill"], rankings: [])
    let page = try engine.page(
      "{ now: 2026-01-10, facts: { lines: [{ food: ginger, count: 3, extras: [mint] }, { food: mint, count: 1 }] } }",
      "bill")
    guard case .value(let value, _, _, _) = page["tags"] else {
      Issue.record("no tags")
      return
    }
    #expect(value.description == "9")
    let found = try engine.complaints("{ now: 2026-01-10, facts: { lines: [{ food: gingr, count: 3 }] } }")
    #expect(found == ["facts.lines[0].food request/unknown-record — did you mean `ginger`?"])
  }
}
