import Foundation
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainService
import TerrainYAML
import TestSupport
import Testing

/// The document of a score: the same answers give the same bytes, in whatever order they are written.
@Suite struct ScoreResponseTests {
  static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func engine() throws -> ScoringEngine {
    try ScoringEngine(
      LoadedSystem.load(
        packAt: checkout.appending(path: "ContentPacks/terrain").path,
        rulesAt: checkout.appending(path: "Rules/terrain").path,
        documents: SourceReader.read, contracts: [ScoringEngine.contract], kinds: [ScoringEngine.quizKind]))
  }

  static func response(_ answers: String, _ engine: ScoringEngine) throws -> [UInt8] {
    let (documents, _) = SourceReader.read(SourceText(name: "answers.json", bytes: Array(answers.utf8)))
    let root = try #require(documents.first?.root)
    return try Operations.score.result.json(ScoreResult(engine.score(root).score, engine: engine))
  }

  @Test func orderOfAnswersDoesNotMatter() throws {
    let engine = try Self.engine()
    let other = try Self.engine()
    var random = SplitMix64(seed: 5)
    for _ in 0..<40 {
      var pairs = engine.quiz.questions.compactMap { question -> (String, String)? in
        guard question.condition == nil, let option = question.options.randomElement(using: &random) else { return nil }
        return (question.id.string, option.id.string)
      }
      func map() -> String {
        "{\"answers\": {\(pairs.map { "\"\($0)\": \"\($1)\"" }.joined(separator: ", "))}, \"goals\": [\"sleep\"]}"
      }
      let first = try Self.response(map(), engine)
      pairs.shuffle(using: &random)
      let list = pairs.map { "{\"option\": \"\($1)\", \"question\": \"\($0)\"}" }.joined(separator: ",")
      #expect(try Self.response(map(), engine) == first)
      #expect(try Self.response("{\"goals\":[\"sleep\"],\"answers\":[\(list)]}", other) == first)
    }
  }

  @Test func theCallersIDAndLocaleComeBack() throws {
    let engine = try Self.engine()
    let answers = engine.quiz.questions.filter { $0.condition == nil }.map { "\"\($0.id)\": \"\($0.options[0].id)\"" }
    let text = try String(
      decoding: Self.response(
        "{\"id\": {\"batch\": 7}, \"locale\": \"zh-Hans-SG\", \"answers\": {\(answers.joined(separator: ", "))}}",
        engine),
      as: UTF8.self)
    #expect(text.hasPrefix("{\"id\":{\"batch\":7},"))
    // Served in the nearest locale there is, and that is said.
    #expect(text.contains("\"locale\":\"zh-Hans\"") && !text.contains("nickname_locale"))
  }
}
