import TerrainEngines
import TerrainPages

extension OperationCommand {
  /// `terrain score`: scores answers, and explains the score.
  static let score = OperationCommand(
    Operations.score,
    discussion: """
      ANSWERS is a JSON or YAML file, or `-` for standard input:
        {"answers": {"QUESTION": "OPTION", …}, "goals": ["…"], "locale": "en-US"}
      A terminal shows a page; `--json`, a pipe or a file gets a document.
      """,
    request: .file(
      Operand(name: "ANSWERS", help: "The answers file"),
      options: [
        .quiz,
        Option(
          name: "partial", kind: .flag, help: "Score incomplete answers, and report how certain the result is"),
      ]),
    examples: [
      .init(line: "terrain score answers.json", purpose: "Score a file of answers"),
      .init(line: "terrain score answers.json --set MODULE.NAME=VALUE", purpose: "Try out another threshold"),
    ]
  ) { result, _, _ in ScorePage(result.score, engine: result.engine) }
}
