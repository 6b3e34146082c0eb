import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainPages
import TerrainServer
import TerrainValues

extension Command {
  private static let partial = Option(
    name: "partial", kind: .flag,
    help: "Score answers that are not complete, and say how sure the result is")

  /// `terrain score`: who answers make a person, and why.
  static let score = Command(
    name: "score", summary: "Score a quiz into a type and a modifier, and say why",
    discussion: """
      ANSWERS is a JSON or YAML file, or `-` for standard input:
        {"answers": {"QUESTION": "OPTION", …}, "goals": ["…"], "locale": "en-US"}
      A terminal shows a page to read; `--json`, a pipe or a file gets a document.
      """,
    operands: [Operand(name: "ANSWERS", help: "The answers file")],
    options: [.pack, .set, .quiz, partial, .json],
    examples: [
      .init(line: "terrain score answers.json", purpose: "Score a file of answers"),
      .init(
        line: "terrain score answers.json --set MODULE.NAME=VALUE", purpose: "Try out another threshold"),
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let workspace = try Workspace(arguments)
        let (engine, warnings) = try workspace.scoringEngine(quiz: quizKind(arguments))
        console.report(warnings)
        let document = try Workspace.document(at: arguments.operand(0) ?? "-")
        let scored = try engine.score(document.root, partial: arguments.has(partial))
        console.report(scored.warnings)
        let response = ScoreResult(scored.score, engine: engine)
        try console.answer(arguments, response, page: ScorePage(scored.score, engine: engine))
        return .fine
      } catch {
        return console.report(error)
      }
    })

  /// The kind of record that holds the quiz that is meant.
  static func quizKind(_ arguments: Arguments) -> Text {
    arguments.value(of: .quiz).map { Text($0) } ?? ScoringEngine.quizKind
  }
}
