import Foundation
import TerrainBase
import TerrainEngines
import TestSupport
import Testing

/// Shares of outcomes over all sets of answers.
@Suite struct QuizSharesTests {
  /// A pack whose questions are the first few of the shipped quiz, so that every set of answers can be tried.
  private func shortEngine(_ count: Int, in folder: URL) throws -> ScoringEngine {
    let path = folder.appending(path: "short")
    try FileManager.default.copyItem(atPath: TerrainFixture.pack, toPath: path.path)
    let quiz = try String(contentsOf: path.appending(path: "quiz.yaml"), encoding: .utf8)
    let parts = quiz.components(separatedBy: "\n  - id: q")
    // One of the axes begins with a q too.
    let short = parts.prefix(count + 2).joined(separator: "\n  - id: q")
    try short.write(to: path.appending(path: "quiz.yaml"), atomically: true, encoding: .utf8)
    return try TerrainFixture.engine(pack: path.path)
  }

  @Test func sharesAreThoseOfTryingEverySet() throws {
    try withTemporaryDirectory { folder in
      let engine = try shortEngine(5, in: folder)
      let questions = engine.quiz.questions
      #expect(questions.count == 5)
      let total = questions.reduce(1) { $0 * $1.options.count }
      var expected: [Text: [Text: UInt64]] = [:]
      let session = ScoringSession(engine)
      for index in 0..<total {
        var rest = index
        let chosen = questions.map { question -> Int? in
          defer { rest /= question.options.count }
          return rest % question.options.count
        }
        let score = try session.score(Answers(chosen: chosen))
        for outcome in score.outcomes { expected[outcome.name, default: [:]][score[outcome], default: 0] += 1 }
      }
      let shares = try QuizShares(engine)
      #expect(shares.ways == UInt64(total))
      #expect(shares.outcomes.map(\.outcome.name) == ["type", "modifier"])
      for (outcome, shares) in shares.outcomes {
        #expect(Dictionary(uniqueKeysWithValues: shares.map { ($0.id, $0.ways) }) == expected[outcome.name])
      }
    }
  }

  @Test(arguments: [
    ("'\"sleep\" in goals'", "sometimes"), ("'!(\"sleep\" in goals)'", "sometimes"),
    ("'\"sleep\" in goals && !(\"sleep\" in goals)'", "never"),
    ("'\"q1_run_temp\" in answers && answers[\"q1_run_temp\"] == \"always_hot\"'", "sometimes"),
    ("'\"q1_run_temp\" in answers && answers[\"q1_run_temp\"] == \"always_warm\"'", "never"),
    ("'goals == [\"a\", \"b\"] && \"q4_energy_pattern\" in answers'", "sometimes"),
    ("'size(goals) > 14 && [\(mentions)].exists(x, x in goals)'", "undecided"),
  ])
  func whetherAQuestionIsEverAsked(condition: String, expected: String) throws {
    try withTemporaryDirectory { folder in
      let path = folder.appending(path: "pack")
      try FileManager.default.copyItem(atPath: TerrainFixture.pack, toPath: path.path)
      let file = path.appending(path: "quiz.yaml")
      let quiz = try String(contentsOf: file, encoding: .utf8)
      try quiz.replacing("ask_when: '\"menstrual_comfort\" in goals'", with: "ask_when: \(condition)")
        .write(to: file, atomically: true, encoding: .utf8)
      let engine = try TerrainFixture.engine(pack: path.path)
      let position = try #require(engine.quiz.question("q16_menstrual"))
      #expect("\(engine.quiz.asking(position))" == expected)
      #expect("\(engine.quiz.asking(0))" == "sometimes")
    }
  }

  /// More goals than can be tried in all combinations.
  private static let mentions = (0..<16).map { "\"g\($0)\"" }.joined(separator: ", ")

  @Test func theWholeQuizIsCountedAndExamplesLeadWhereTheySay() throws {
    let engine = try TerrainFixture.engine()
    let all = try QuizShares(engine)
    #expect(all.ways == 1_464_843_750 && all.outcomes.count == 2)
    for ((outcome, shares), kind) in zip(all.outcomes, ["profile", "modifier"] as [Text]) {
      #expect(shares.reduce(0) { $0 + $1.ways } == all.ways)
      #expect(Set(shares.map(\.id)) == Set(engine.pack.records(of: kind).map(\.id)), "\(outcome.name)")
    }
    for (outcome, share) in all.outcomes.flatMap({ entry in entry.shares.map { (entry.outcome, $0) } }) {
      #expect(share.example.count == 13)
      let answers = share.example.map { "\"\($0.question)\": \"\($0.option)\"" }.joined(separator: ", ")
      let score = try engine.score(TerrainFixture.document("{\"answers\": {\(answers)}}").root).score
      #expect(score[outcome] == share.id)
    }
    // Twice the same, examples included.
    let again = try QuizShares(engine)
    for (one, other) in zip(all.outcomes, again.outcomes) {
      #expect(one.shares.map { $0.example.map(\.option) } == other.shares.map { $0.example.map(\.option) })
    }
  }
}
