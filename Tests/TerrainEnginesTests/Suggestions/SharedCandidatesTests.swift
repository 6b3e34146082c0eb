import TerrainEngines
import TerrainValues
import Testing

/// Rankings of one page that rank the same things are evaluated together; each is what it is alone.
@Suite struct SharedCandidatesTests {
  private static let rankings: [Text] = ["capsule.routine", "capsule.movement", "suggest"]

  @Test(arguments: ["[]", #"["cold", "tired"]"#, #"["stressed", "stiff"]"#, #"["bloating"]"#], ["2", "7"])
  func aRankingOfAPageIsTheOneAlone(symptoms: String, month: String) throws {
    let shipped = try ShippedDaysTests.shipped()
    let session = InsightSession(shipped.engine)
    for profile in shipped.values("profile").compactMap(\.self) {
      let day = try shipped.day(["profile": profile, "symptoms": symptoms, "month": month, "hour": "8"])
      let page = try session.page("today", for: day.request)
      var found: [Text] = []
      for part in page.parts {
        guard case .ranking(let ranking) = part.content else { continue }
        found.append(ranking.module)
        let limit = max(1, ranking.items.count)
        let alone = try session.suggestions.ranking(ranking.module, for: day.request, limit: limit)
        #expect(ranking.items.map(\.id) == alone.items.map(\.id))
        #expect(ranking.items.map(\.score) == alone.items.map(\.score))
        #expect(ranking.excluded.map(\.why) == alone.excluded.map(\.why))
        #expect(ranking.excluded.map(\.count) == alone.excluded.map(\.count))
        #expect(ranking.items.map { $0.note?.message } == alone.items.map { $0.note?.message })
      }
      #expect(found == Self.rankings)
    }
  }
}
