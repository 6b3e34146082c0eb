import TerrainBase
import TerrainEngines
import TestSupport
import Testing

/// Rankings of one page that rank the same things are evaluated together; each is what it is alone.
@Suite struct SharedCandidatesTests {
  private static let rankings: [Text] = ["capsule.routine", "capsule.movement", "suggest"]

  /// The shipped rules, with rankings that are not beside each other: else each goes on where those before it have stopped.
  private static let shipped = Result {
    try withTemporaryDirectory { folder in
      try ShippedPack(
        rules: TerrainFixture.rules(in: folder, replacing: ", beside: offers", with: "", in: "today.yaml"))
    }
  }

  @Test(arguments: ["[]", #"["cold", "tired"]"#, #"["stressed", "stiff"]"#, #"["bloating"]"#], ["2", "7"])
  func aRankingOfAPageIsTheOneAlone(symptoms: String, month: String) throws {
    let shipped = try Self.shipped.get()
    let session = InsightSession(shipped.engine)
    for profile in shipped.values("profile").compactMap(\.self) {
      let day = try shipped.day(["profile": profile, "symptoms": symptoms, "month": month, "hour": "8"])
      let page = try session.page("today", for: day.request, more: true)
      var found: [Text] = []
      for part in page.parts {
        // A routine and a movement take turns on the short page; the whole page has the other one.
        guard case .ranking(let ranking) = part.content, !ranking.items.isEmpty, !found.contains(ranking.module),
          ranking.module != "capsule.ahead"
        else { continue }
        found.append(ranking.module)
        let limit = max(1, ranking.items.count)
        let alone = try session.suggestions.ranking(ranking.module, for: day.request, limit: limit)
        #expect(ranking.items.map(\.id) == alone.items.map(\.id))
        #expect(ranking.items.map(\.score) == alone.items.map(\.score))
        #expect(ranking.excluded.map(\.why) == alone.excluded.map(\.why))
        #expect(ranking.excluded.map(\.count) == alone.excluded.map(\.count))
        #expect(ranking.items.map { $0.note?.message } == alone.items.map { $0.note?.message })
      }
      #expect(Set(found) == Set(Self.rankings))
    }
  }
}
