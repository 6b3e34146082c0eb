import Foundation
import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainRules
import TerrainYAML
import Testing

/// A day as people read it.
@Suite struct DayPageTests {
  static func engine() throws -> InsightEngine {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "TerrainCommandTests/Fixtures/small")
    return try InsightEngine(
      LoadedSystem.load(
        packAt: folder.appending(path: "ContentPacks/small").path, rulesAt: folder.appending(path: "Rules/small").path,
        documents: SourceReader.read,
        contracts: InsightEngine.contracts(pages: ["insight"], rankings: ["suggest"]), kinds: []),
      pages: ["insight"], rankings: ["suggest"])
  }

  static func request(_ engine: InsightEngine, _ text: String) throws -> DayRequest {
    let (documents, _) = SourceReader.read(SourceText(name: "request.yaml", bytes: Array(text.utf8)))
    return try engine.request(#require(documents.first).root).request
  }

  @Test func showsPartAfterPart() throws {
    let engine = try Self.engine()
    let request = try Self.request(
      engine, "{ person_id: anna, now: 2026-01-10, facts: { person_type: cold, need: warmth, signs: [tense] } }")
    let page = try InsightSession(engine).page("insight", for: request)
    let text = DayPage([page], engine: engine, locale: nil).text(width: 60, color: false)
    #expect(
      text == """

          Slow down
          One thing at a time.
            • Breathe out.
              It calms.
            • Warm soup.
            • A walk.
            • Do not rush.
            • Two.
            focus: 0
            Winter
            Cold
            warmth: -3
            1. Ginger
               It fits you.
            2. walnut
               It fits you.


        """)
  }

  /// However narrow the terminal, a telephone number stays in one line.
  @Test(arguments: ["en-GB", "zh-Hans-GB"])
  func breaksNoNumber(_ locale: String) throws {
    let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let engine = try InsightEngine(
      LoadedSystem.load(
        packAt: checkout.appending(path: "ContentPacks/terrain").path,
        rulesAt: checkout.appending(path: "Rules/terrain").path, documents: SourceReader.read,
        contracts: InsightEngine.contracts(pages: ["today"], rankings: []), kinds: []),
      pages: ["today"], rankings: [])
    let request = try Self.request(
      engine,
      """
      { person_id: lea, now: "2026-11-20T12:30", locale: \(locale),
        facts: { profile: neutral_balanced_steady_core, signs: [self_harm_thoughts] } }
      """)
    let page = try InsightSession(engine).page("today", for: request)
    for width in 20...120 {
      let text = DayPage([page], engine: engine, locale: nil).text(width: width, color: false)
      #expect(text.contains("116\u{A0}123"), "\(width)")
    }
  }

  @Test func showsRankings() throws {
    let engine = try Self.engine()
    let all = "ginger, pepper, clove, walnut, mint, jujube, breathing, swinging"
    let request = try Self.request(
      engine, "{ now: 2026-01-10, facts: { person_type: cold, need: warmth, done: [\(all)] } }")
    let ranking = try InsightSession(engine).suggestions.ranking("suggest", for: request)
    let page = DayPage(ranking, engine: engine.suggestions, locale: nil)
    #expect(page.text(width: 60, color: false) == "\n    Rest a little.\n\n")
  }
}
