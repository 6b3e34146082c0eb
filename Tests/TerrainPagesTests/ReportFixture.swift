import Foundation
import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainRules
import TerrainYAML
import TestSupport

/// Results of the operations that a report shows, and the page of them.
enum ReportFixture {
  static let fixtures = Conformance.packageRoot.appending(path: "Tests/TerrainCommandTests/Fixtures")

  static func document(_ text: String, name: String = "answer.json") throws -> Document {
    let (documents, diagnostics) = SourceReader.read(SourceText(name: name, bytes: Array(text.utf8)))
    guard let document = documents.first else { throw DiagnosticError(diagnostics) }
    return document
  }

  static func text(_ name: String) throws -> String {
    try String(contentsOf: fixtures.appending(path: name), encoding: .utf8)
  }

  /// The page's words in the pack's language `locale`.
  static func words(_ locale: String = "en-US") throws -> ReportWords {
    let system = try system()
    let engine = try InsightEngine(system, pages: ReportWords.pages(of: system.rules.ruleSet), rankings: [])
    let request = try document("{\"now\": \"2026-02-14\", \"locale\": \"\(locale)\"}")
    return try ReportWords(engine, for: engine.request(request.root).request)
  }

  static func person(_ locale: String = "en-US", answers: String? = nil) throws -> PersonPart {
    let engine = try ScoringEngine(
      LoadedSystem.load(
        packAt: Conformance.packageRoot.appending(path: "ContentPacks/terrain").path,
        rulesAt: Conformance.packageRoot.appending(path: "Rules/terrain").path, documents: SourceReader.read,
        contracts: [ScoringEngine.contract], kinds: [ScoringEngine.quizKind]))
    let example = Conformance.packageRoot.appending(path: "ContentPacks/terrain/examples/answers.json")
    let answers = try answers ?? String(contentsOf: example, encoding: .utf8)
    let score = try engine.score(document(answers).root, partial: true).score
    return PersonPart(
      score, engine: engine, words: try words(locale), pictures: Pictures(engine.pack, files: .disk(SourceReader.read)))
  }

  /// The pack and rules of the pages.
  static func system() throws -> LoadedSystem {
    try LoadedSystem.load(
      packAt: Conformance.packageRoot.appending(path: "ContentPacks/terrain").path,
      rulesAt: Conformance.packageRoot.appending(path: "Rules/terrain").path, documents: SourceReader.read,
      contracts: [ReportWords.contract], kinds: [])
  }

  /// The page of the results that the documents `trend` and `streak` contain.
  static func page(
    trend: String, streak: String?, words: ReportWords? = nil, person: PersonPart? = nil
  ) throws -> String {
    let (report, findings) = try ReportDocument.trend(document(trend).root)
    let system = try system()
    return ReportPage(
      words: try words ?? ReportWords(locale: LanguageTag(parsing: "en-US")), person: person, trend: report,
      streak: try streak.map { try ReportDocument.streak(document($0).root) }, findings: findings,
      system: system, pictures: Pictures(system.pack, files: .disk(SourceReader.read))
    ).html()
  }

  static func trendPage(_ trend: String, words: ReportWords) throws -> TrendPage {
    let (report, findings) = try ReportDocument.trend(document(trend).root)
    return TrendPage(report, findings: findings, words: words)
  }

  static func streakPage(_ streak: String, words: ReportWords) throws -> StreakPage {
    StreakPage(try ReportDocument.streak(document(streak).root), words: words)
  }
}
