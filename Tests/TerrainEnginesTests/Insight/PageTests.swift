import TerrainBase
import TerrainDocuments
import TerrainEngines
import TestSupport
import Testing

/// Pages: slots filled from what rules choose, values, records, rankings.
@Suite struct PageTests {
  static let request = """
    person_id: anna
    now: "2026-01-10T08:00:00+08:00"
    facts: { person_type: cold, need: warmth
    """

  static func page(_ day: String = "", head: String = "person_id: anna\nnow: \"2026-01-10T08:00:00+08:00\"") throws
    -> Page
  {
    try DayFixture().load().page("\(head)\nfacts: { person_type: cold, need: warmth\(day) }")
  }

  @Test func fillsSlots() throws {
    let page = try Self.page(", signs: [tense], weather: cold")
    #expect(page.messages("headline") == ["head.tense"])
    // Ginger and soup are one topic, and the higher layer has it; its breath keeps the other slot from saying so again.
    #expect(page.messages("dos") == ["do.breathe", "do.ginger", "do.walk"])
    #expect(page.messages("donts") == ["dont.rush"])
    #expect(page.said("dos").map { $0.origin?.row } == ["tense", "cold", "base_walk"])
    #expect(page.said("dos").map { $0.layer } == ["sign", "weather", "base"])
    #expect(page.said("dos").first?.origin?.place.source.name.hasSuffix("insight.yaml") == true)
  }

  @Test func pagesThatWereNotAskedForAreNotThere() throws {
    let error = #expect(throws: DiagnosticError.self) { try DayFixture().load().page(Self.request + " }", "weekly") }
    #expect(error?.diagnostics.map(\.code) == ["request/not-loaded"])
  }

  @Test func keepsPlaces() throws {
    // Two signs and the weather would fill three places; one is kept for the base.
    let page = try Self.page(", signs: [tense, cold], weather: hot")
    #expect(page.messages("dos") == ["do.breathe", "do.ginger", "do.walk"])
    // Nothing beside what it opposes: the iced water of the lower layer is gone even where there is room.
    #expect(!page.messages("dos").contains("do.iced"))
    #expect(try Self.page().messages("dos") == ["do.soup", "do.walk"])
  }

  /// Nobody reads braces: the next message takes the place of one that no row fills, and the response has a warning.
  @Test func aMessageThatIsNotFilledIsNotShown() throws {
    var fixture = DayFixture()
    let path = "ContentPacks/small/messages.yaml"
    fixture.files[path] = fixture.files[path]?.replacing("Warm soup.", with: "\"Warm {kind} soup.\"")
      .replacing("Slow down", with: "\"Slow down, {name}\"")
    let page = try fixture.load().page("\(Self.request), signs: [tense] }")
    #expect(page.messages("dos") == ["do.breathe", "do.walk", "do.rest"])
    #expect(page.messages("headline") == [])
    let warnings = fixture.unfilled.take()
    #expect(warnings.map(\.code) == ["message/unfilled", "message/unfilled"])
    #expect(
      warnings.map(\.message) == [
        "the message `head.tense` is not shown: row `tense` of `small.insight.headline` gives no `name`",
        "the message `do.soup` is not shown: row `base_soup` of `small.insight.dos` gives no `kind`",
      ])
    #expect(fixture.unfilled.take() == [])
  }

  @Test func speaksTheLanguage() throws {
    let page = try Self.page(head: "person_id: anna\nlocale: zh-Hans-SG\nnow: 2026-01-10")
    let said = try #require(page.said("headline").first)
    #expect(said[part: "text"] == "现在是冬。")
    #expect(said[part: "title"] == "A 冬 day")
    #expect(said.parts.map { $0.text.locale.description } == ["en-US", "zh-Hans"])
    guard case .record(let id, let fields)? = page["you"] else { throw Missing() }
    #expect(id == "cold")
    #expect(fields.map { $0.texts.map(\.text) } == [["寒"], []])
  }

  /// Of rankings that are beside each other, each goes on where those before it have stopped.
  @Test func rankingsBesideEachOtherShowNothingTwice() throws {
    func page(_ beside: [String]) throws -> [[Text]] {
      var fixture = DayFixture()
      let path = "Rules/small/insight.yaml"
      let whole = "      - { id: offers, rank: suggest, limit: 2 }"
      let parts = beside.enumerated().map { "      - { id: part\($0), rank: suggest, limit: 2\($1) }" }
      fixture.files[path] = fixture.files[path]?.replacing(whole, with: parts.joined(separator: "\n"))
      let page = try fixture.load().page(Self.request + " }")
      return beside.indices.map { number in
        guard case .ranking(let ranking)? = page[Text("part\(number)")] else { return [] }
        return ranking.items.map(\.id)
      }
    }
    let all = try DayFixture().load().ranking(Self.request + " }", limit: 9).items.map(\.id)
    #expect(all.count >= 3)
    let alone = try page(["", ""])
    #expect(alone == [Array(all.prefix(2)), Array(all.prefix(2))])
    let beside = try page([", beside: offers", "", ", beside: others", ", beside: offers"])
    #expect(beside.prefix(3).allSatisfy { $0 == Array(all.prefix(2)) })
    #expect(beside.last == Array(all.dropFirst(2).prefix(2)))
  }

  @Test func showsValues() throws {
    let page = try Self.page(", signs: [tired], hemisphere: south")
    guard case .value(let focus, _, let origin, _)? = page["focus"], case .int(2) = focus else { throw Missing() }
    #expect(origin?.decision == "small.insight.focus")
    guard case .value(_, let label, let season, _)? = page["season"] else { throw Missing() }
    #expect(label?.text == "Summer")
    #expect(season?.row == "summer")
    guard case .ranking(let ranking)? = page["offers"] else { throw Missing() }
    #expect(ranking.items.count == 2)
  }

  @Test func takesTurns() throws {
    let engine = try DayFixture().load()
    func action(_ date: String, id: String = "anna", shown: String = "{}") throws -> Text? {
      try engine.page(
        "{ person_id: \(id), now: \(date), facts: { person_type: cold, need: calm }, shown: \(shown) }"
      ).messages("action").first
    }
    // Across the end of a year, three in a row are different, and the fourth is the first again.
    let days = try ["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02"].map { try action($0) }
    #expect(Set(days).count == 3)
    #expect(days[0] == days[3])
    #expect(try action("2026-12-30") == days[0])
    // People do not all begin at the same place.
    let others = try (0..<12).map { try action("2026-12-30", id: "p\($0)") }
    #expect(Set(others).count == 3)
    // What was shown on the last two days is not shown again; what was shown today stays.
    for other in ["act.one", "act.two", "act.three"] as [Text] {
      let shown = ["act.one", "act.two", "act.three"].filter { $0 != other.string }
      #expect(
        try action("2026-12-30", shown: "{ \"2026-12-29\": [\(shown[0])], \"2026-12-28\": [\(shown[1])] }") == other)
      #expect(try action("2026-12-30", shown: "{ \"2026-12-30\": [\(other)] }") == days[0])
    }
  }

  @Test func plansAhead() throws {
    let engine = try DayFixture().load()
    let request = try engine.request(
      "{ person_id: anna, now: \"2026-12-30T21:00:00Z\", facts: { person_type: cold, need: calm } }")
    let pages = try InsightSession(engine).pages("insight", for: request, days: 4)
    #expect(pages.map { "\($0.moment.date)" } == ["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-02"])
    #expect(pages.map { "\($0.moment.time?.hour ?? -1)" } == ["21", "21", "21", "21"])
    let actions = pages.map { $0.messages("action") }
    #expect(Set(actions.prefix(3)).count == 3)
    #expect(actions[3] == actions[0])
    // Of equals, what was offered the day before comes last.
    func offers(_ page: Page) -> [Text] {
      if case .ranking(let ranking)? = page["offers"] { ranking.items.map(\.id) } else { [] }
    }
    #expect(offers(pages[1]).count == 2)
    #expect(pages[0].shownIDs.contains(offers(pages[0])[0]))
  }

  @Test func complainsOfPages() throws {
    func complaints(replacing text: String, with other: String) throws -> [String] {
      var fixture = DayFixture()
      let file = "Rules/small/insight.yaml"
      let new = fixture.files[file]?.replacing(text, with: other)
      try #require(new != fixture.files[file])
      fixture.files[file] = new
      return try fixture.complaints()
    }
    #expect(
      try complaints(replacing: "choose: donts", with: "choose: dont").contains {
        $0.hasPrefix("insight/unknown-decision: the part `donts` of `small.insight.page` names the decision `dont`")
      })
    #expect(
      try complaints(replacing: "message: do.walk", with: "message: do.wolk").contains {
        $0.contains("did you mean `do.walk`?")
      })
    #expect(
      try complaints(replacing: "least: { sign: 1", with: "least: { sing: 1").contains {
        $0.hasPrefix("insight/unknown-layer") && $0.hasSuffix("did you mean `sign`?")
      })
    #expect(
      try complaints(replacing: "show: focus }", with: "show: focus, choose: dos }").contains {
        $0.hasPrefix("insight/part: the part `focus`")
      })
    #expect(
      try complaints(replacing: "per_layer: 2", with: "per_leyer: 2").contains {
        $0.hasPrefix("engine/unknown-field") && $0.hasSuffix("did you mean `per_layer`?")
      })
    #expect(
      try complaints(replacing: "fields: [label, warmth]", with: "fields: [label, wramth]").contains {
        $0.hasPrefix("insight/unknown-field: the part `you` of `small.insight.page` shows `wramth`")
          && $0.hasSuffix("did you mean `warmth`?")
      })
    #expect(
      try complaints(replacing: "fields: [label, warmth]", with: "fields: label").contains {
        $0 == "engine/wrong-field: `fields` of the part `you` of `small.insight.page` has to be a list of texts"
      })
  }

  /// A short page leaves out what the rules keep for the whole page, which has everything that the short page has.
  @Test func aShortPageLeavesOutMore() throws {
    var fixture = DayFixture()
    let path = "Rules/small/insight.yaml"
    fixture.files[path] = fixture.files[path]?
      .replacing(
        "choose: dos, limit: 3, per_layer: 2, least: { sign: 1, base: 1 }", with: "choose: dos, limit: 1, brief: [text]"
      )
      .replacing(
        "      - { id: donts,",
        with: "      - { id: others, choose: dos, limit: 3, beside: advice, more: true }\n      - { id: donts,")
    fixture.files["Rules/small/suggest.yaml", default: ""] += """

        brief:
          type: list<string>
          hit: first
          rows: [{ id: warm, when: "item.id == 'ginger'", then: [note] }]
          otherwise: []

      """
    let engine = try fixture.load()
    let session = InsightSession(engine)
    let request = try engine.request("\(Self.request), signs: [tense] }")
    let short = try session.page("insight", for: request)
    let whole = try session.page("insight", for: request, more: true)
    #expect(short.messages("dos") == ["do.breathe"])
    #expect(whole.messages("dos") == ["do.breathe"])
    #expect(short.said("dos").map { $0.parts.map(\.name) } == [["text"]])
    #expect(whole.said("dos").map { $0.parts.map(\.name) } == [["text", "why"]])
    #expect(!short.parts.contains { $0.id == "others" })
    #expect(whole.messages("others") == ["do.soup", "do.walk", "do.rest"])
    #expect(short.messages("donts") == whole.messages("donts"))
    #expect(short.parts.filter { $0.id == "offers" }.count == 1)
  }

  struct Missing: Error {}
}
