import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainYAML
import TestSupport
import Testing

/// What scoring refuses although nothing in a file is misspelt.
@Suite struct ScoringLimitTests {
  /// The shop of ``ScoringDiagnosticsTests`` with changes in its files, loaded for `contracts`.
  private func engine(
    quiz: String = ScoringDiagnosticsTests.quiz, types: String = ScoringDiagnosticsTests.types,
    contracts: [Contract] = [ScoringEngine.contract]
  ) throws -> ScoringEngine {
    try withTemporaryDirectory { folder in
      try folder.write(ScoringDiagnosticsTests.pack, to: "pack.yaml")
      try folder.write(quiz, to: "quiz.yaml")
      try folder.write(ScoringDiagnosticsTests.ruleset, to: "rules/ruleset.yaml")
      try folder.write(ScoringDiagnosticsTests.scoring, to: "rules/scoring.yaml")
      try folder.write(types, to: "rules/types.yaml")
      return try ScoringEngine(
        LoadedSystem.load(
          packAt: folder.path, rulesAt: folder.path + "/rules", documents: SourceReader.read, contracts: contracts,
          kinds: [ScoringEngine.quizKind]))
    }
  }

  private func diagnostics(_ body: () throws -> Void) throws -> [String] {
    do {
      try body()
      return []
    } catch let error as DiagnosticError {
      return error.diagnostics.map { found in
        guard let place = found.place else { return found.code }
        let at = place.source.position(at: Int(place.range.start))
        return "\(found.code) \(at.line):\(at.column) \(place.range.count)"
      }
    }
  }

  @Test func aQuizHasSoManyQuestions() throws {
    func quiz(_ count: Int) -> String {
      let questions = (0..<count).map { "{ id: q\($0), text: x, options: [{ id: a, text: x, deltas: { taste: 1 } }] }" }
      return """
        kind: quiz
        axes: [{ id: taste, label: Taste, low: mild, high: strong }]
        questions: [\(questions.joined(separator: ", "))]
        """
    }
    #expect(try diagnostics { _ = try engine(quiz: quiz(1000)) } == [])
    let length = quiz(1001).split(separator: "\n").last.map { $0.utf8.count - "questions: ".utf8.count } ?? 0
    let found = try diagnostics { _ = try engine(quiz: quiz(1001)) }
    #expect(found == ["quiz/too-many-questions 3:12 \(length)"])
  }

  /// An outcome that is no id is refused before anything is scored.
  @Test func outcomesAreIDs() throws {
    let types = ScoringDiagnosticsTests.types.replacing("value: none", with: "value: 3")
    let found = try diagnostics { _ = try engine(types: types, contracts: []) }
    #expect(found == ["rules/contract-type 6:3 8"])
  }
}
