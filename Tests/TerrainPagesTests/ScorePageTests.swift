import Foundation
import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainRules
import TerrainYAML
import Testing

/// A score as people read it.
@Suite struct ScorePageTests {
  private func page(_ locale: String) throws -> String {
    let garden = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Benchmarks/mistakes/garden")
    let engine = try ScoringEngine(
      LoadedSystem.load(
        packAt: garden.appending(path: "ContentPacks/garden").path,
        rulesAt: garden.appending(path: "Rules/garden").path,
        documents: SourceReader.read, contracts: [ScoringEngine.contract], kinds: [ScoringEngine.quizKind]))
    let (documents, _) = SourceReader.read(
      SourceText(
        name: "answers.yaml",
        text: "{ locale: \(locale), answers: { q1_seeds: sow, q2_rows: lines, q3_weeds: out } }"))
    let score = try ScoringSession(engine).score(try #require(documents.first).root).score
    return ScorePage(score, engine: engine).text(width: 80, color: false)
  }

  /// A type without a nickname is named once.
  @Test func theLabelIsShownOnce() throws {
    let page = try page("en")
    #expect(page.split(separator: "\n").count { $0.trimmingCharacters(in: .whitespaces) == "The keeper of lines" } == 1)
    #expect(page.contains("Why") && page.contains("Nearest other outcomes"))
  }

  /// The program's own sentences are in English, so that a page in another language has only the words of the pack.
  @Test func aGermanPageIsGermanThroughout() throws {
    let words = try page("de").split { !$0.isLetter }.map(String.init)
    #expect(
      words == ["Die", "Ordentliche", "Geduld", "eilig", "geduldig", "Ordnung", "wild", "ordentlich"])
  }
}
