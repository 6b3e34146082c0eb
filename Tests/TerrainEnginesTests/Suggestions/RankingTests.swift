import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TestSupport
import Testing

/// Rankings: left out first, then points, order, ties, likeness; and why.
@Suite struct RankingTests {
  static func request(_ day: String, id: String = "anna", date: String = "2026-01-10", more: String = "") -> String {
    "{ person_id: \(id), now: \(date), facts: { person_type: cold, \(day) }\(more.isEmpty ? "" : ", ")\(more) }"
  }

  @Test func pointsDecide() throws {
    let ranking = try DayFixture().load().ranking(Self.request("need: warmth, weather: cold"))
    // Ginger: 3 for the need, 2 fit, 1 season, weather 4 capped at 2. Pepper and clove stand on
    // ginger's shelf, and have to wait until it is no neighbour any more.
    #expect(ranking.items.first?.id == "ginger")
    #expect(ranking.items.map(\.score) == [8, 7, 5, 6])
    #expect(ranking.items.map(\.id).prefix(2) == ["ginger", "walnut"])
    #expect(["jujube", "swinging"].contains(ranking.items[2].id))
    #expect(["pepper", "clove"].contains(ranking.items[3].id))
    let criteria = try #require(ranking.items.first?.criteria)
    #expect(
      criteria.map(\.decision)
        == ["need_points", "fit_points", "season_points", "circumstances"].map { "small.suggest.\($0)" })
    #expect(criteria.map { "\($0.value)" } == ["3", "2", "1", "2"])
    #expect(criteria.last?.parts.map { "\($0.value)" } == ["4"])
    #expect(criteria.first?.doc == "What the need asks for.")
    #expect(ranking.items.map { $0.note?.message } == ["why.fit", "why.fit", nil, nil])
    #expect(ranking.considered == 8)
    #expect(ranking.excluded.map { "\($0.why) \($0.count)" } == ["avoided 1", "off_need 1"])
  }

  @Test func leavesOut() throws {
    let engine = try DayFixture().load()
    let ids = try engine.ranking(Self.request("need: warmth, safety: [nuts], done: [ginger]"), limit: 20).items.map(
      \.id)
    #expect(!ids.contains("walnut"))
    #expect(!ids.contains("ginger"))
    #expect(!ids.contains("breathing"), "it meets no part of the need")
    #expect(!ids.contains("mint"), "its type avoids it")
  }

  @Test func fallsBack() throws {
    let all = "[ginger, pepper, clove, walnut, mint, jujube, breathing, swinging]"
    let ranking = try DayFixture().load().ranking(Self.request("need: warmth, done: \(all)"))
    #expect(ranking.items.isEmpty)
    #expect(ranking.fallback?.message == "none.left")
    #expect(ranking.fallback?[part: "text"] == "Rest a little.")
    #expect(try DayFixture().load().ranking(Self.request("need: warmth")).fallback == nil)
  }

  @Test func tiesGoToWhatWasNotShown() throws {
    let engine = try DayFixture().load()
    func firstOfEquals(_ id: String, _ date: String, shown: String = "{}") throws -> [Text] {
      try engine.ranking(
        Self.request("need: calm", id: id, date: date, more: "shown: \(shown)"), limit: 2
      ).items.map(\.id)
    }
    // Breathing and jujube have three points each.
    var winners: Set<Text> = []
    for person in 0..<8 { winners.insert(try firstOfEquals("p\(person)", "2026-01-10")[0]) }
    #expect(winners == ["breathing", "jujube"])
    let usual = try firstOfEquals("anna", "2026-01-10")
    #expect(try firstOfEquals("anna", "2026-01-10") == usual)
    #expect(
      try firstOfEquals("anna", "2026-01-10", shown: "{ \"2026-01-05\": [\(usual[0])] }") == Array(usual.reversed()))
    #expect(
      try firstOfEquals(
        "anna", "2026-01-10", shown: "{ \"2026-01-05\": [\(usual[0])], \"2026-01-07\": [\(usual[1])] }") == usual)
    // What is to come has not been shown.
    #expect(try firstOfEquals("anna", "2026-01-10", shown: "{ \"2026-02-05\": [\(usual[0])] }") == usual)
  }

  @Test func wordsAreCandidatesToo() throws {
    let engine = try DayFixture().load(rankings: ["signs"])
    let ranking = try engine.ranking("{ now: 2026-01-10, facts: { weather: cold } }", "signs")
    #expect(ranking.items.map(\.id) == ["cold", "tense", "tired"])
    #expect(try engine.ranking("{ now: 2026-01-10 }", "signs").items.map(\.id) == ["cold", "tense", "tired"])
  }

  @Test func likenessMovesOn() throws {
    // Three of a shelf are too much among three neighbours, but not in the whole.
    var fixture = DayFixture()
    let file = "Rules/small/suggest.yaml"
    fixture.files[file] = fixture.files[file]?.replacing("most: 1, within: 3", with: "most: 1, within: 2")
    let items = try fixture.load().ranking(Self.request("need: warmth, weather: cold"), limit: 6).items.map(\.id)
    #expect(items.count == 6)
    #expect(items[0] == "ginger" && items[1] == "walnut")
    #expect(["pepper", "clove"].contains(items[2]), "it waited for one place only")
    #expect(!["pepper", "clove"].contains(items[3]))
    #expect(["pepper", "clove"].contains(items[4]))
  }

  @Test func explains() throws {
    let engine = try DayFixture().load()
    let request = try engine.request(Self.request("need: warmth, weather: cold, safety: [nuts]"))
    let explanations = try SuggestionSession(engine.suggestions).explanations(ofRanking: "suggest", for: request)
    #expect(explanations.count == 8)
    func explanation(_ id: Text) throws -> Ranking.Explanation { try #require(explanations.first { $0.id == id }) }
    let ginger = try explanation("ginger")
    guard case .offered(1) = ginger.standing else { throw Missing() }
    #expect(ginger.score == 8)
    #expect(ginger.criteria.last?.parts.first?.rows.map(\.row) == ["cold", "cold_moving"])
    guard case .excluded("safety", let origin) = try explanation("walnut").standing else { throw Missing() }
    #expect(origin?.row == "safety")
    guard case .tooAlike("spice") = try explanation("pepper").standing else { throw Missing() }
    #expect(
      try SuggestionSession(engine.suggestions).explanations(ofRanking: "suggest", for: request, ids: ["mint"]).map(
        \.id) == ["mint"])
  }

  /// What is said of points is what gave them: the row that fired, or `otherwise`, and nothing of the other rows.
  @Test(arguments: [("warmth", ["fit_points"], "by_need"), ("calm", ["season_points"], nil)])
  func criteriaAreOfTheRowThatFired(_ need: String, _ parts: [String], _ row: String?) throws {
    var fixture = DayFixture()
    let file = "Rules/small/suggest.yaml"
    let rules = try #require(fixture.files[file])
    fixture.files[file] = rules.replacing(
      "  score: { value: \"= need_points + fit_points + season_points + circumstances\" }",
      with: """
          score: { value: "= chosen" }
          chosen:
            hit: first
            rows: [{ id: by_need, when: "need_points > 0 && wanted", then: "= fit_points" }]
            otherwise: "= season_points"
          wanted: { value: "= need == 'warmth'" }
        """)
    let engine = try fixture.load()
    let request = try engine.request(Self.request("need: \(need), weather: cold"))
    for item in try engine.ranking(Self.request("need: \(need), weather: cold"), limit: 20).items {
      #expect(item.criteria.map(\.decision) == ["small.suggest.chosen"])
      #expect(item.criteria.first?.parts.map(\.decision) == parts.map { Text("small.suggest.\($0)") })
    }
    let session = SuggestionSession(engine.suggestions)
    for explanation in try session.explanations(ofRanking: "suggest", for: request) where explanation.score != nil {
      #expect(explanation.criteria.first?.rows.map { $0.row?.string } == [row])
      #expect(explanation.criteria.first?.parts.map(\.decision) == parts.map { Text("small.suggest.\($0)") })
    }
  }

  struct Missing: Error {}

  @Test func complainsOfModules() throws {
    func complaints(_ text: String, _ other: String) throws -> [String] {
      var fixture = DayFixture()
      let file = "Rules/small/suggest.yaml"
      let new = fixture.files[file]?.replacing(text, with: other)
      try #require(new != fixture.files[file])
      fixture.files[file] = new
      return try fixture.complaints(pages: [])
    }
    #expect(
      try complaints("otherwise: none", "otherwise: stays").first
        == "ranking/no-none: `small.suggest.excluded` never returns `none`, so no candidate can stay — add `otherwise: none`"
    )
    #expect(
      try complaints("ties: rotate", "ties: rotatte").first
        == "engine/wrong-field: `ties` of `small.suggest.settings` has to be `rotate` or `written`")
    #expect(try complaints("limit: 4", "limt: 4").first?.hasSuffix("did you mean `limit`?") == true)
    #expect(try complaints("message: why.fit", "message: why.fitt").first?.contains("why.fit") == true)
  }

  /// Over random packs and people: nothing that is flagged is offered, nothing avoided, nothing beside the need, and the
  /// order is by points.
  @Test func neverOffersWhatIsLeftOut() throws {
    var random = SplitMix64(seed: 7)
    let tags = ["warming", "cooling", "calming", "moving"]
    for _ in 0..<20 {
      var fixture = DayFixture()
      var foods = "kind: food\nitems:\n"
      var flags: [Text: [String]] = [:]
      var tagged: [Text: [String]] = [:]
      for number in 0..<30 {
        let id = "food-\(number)"
        tagged[Text(id)] = tags.filter { _ in Bool.random(using: &random) }
        flags[Text(id)] = ["nuts", "milk"].filter { _ in Bool.random(using: &random) }
        foods += "  - { id: \(id), tags: \(tagged[Text(id)] ?? []), cautions: { flags: \(flags[Text(id)] ?? []) } }\n"
      }
      fixture.files["ContentPacks/small/foods.yaml"] = foods.replacing("\"", with: "")
      let engine = try fixture.load()
      for type in ["cold", "warm"] {
        for safety in [["nuts"], ["milk"], ["nuts", "milk"], []] {
          let listed = "[\(safety.joined(separator: ", "))]"
          let ranking = try engine.ranking(
            "{ now: 2026-03-01, facts: { person_type: \(type), safety: \(listed), need: warmth } }",
            limit: 40)
          for item in ranking.items where item.kind == "food" {
            #expect(!(flags[item.id] ?? []).contains { safety.contains($0) })
            #expect(!(tagged[item.id] ?? []).contains(type == "cold" ? "cooling" : "warming"))
            #expect((tagged[item.id] ?? []).contains("warming"))
          }
          #expect(zip(ranking.items, ranking.items.dropFirst()).allSatisfy { $0.score >= $1.score })
        }
      }
    }
  }
}
