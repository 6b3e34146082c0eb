import TerrainServer

extension Command {
  /// The program's version, by semantic versioning.
  static let version = ProgramVersion.text

  /// The program itself.
  static let terrain: Command = Command(
    name: "terrain", summary: "Rule-driven content and personalization from data files.",
    discussion: """
      Content packs say what can be said, rules say when. Both are data: change a
      threshold with a text editor and run again. `-` as a file is standard input.
      """,
    subcommands: [
      .quiz,
      .score,
      .insight,
      .suggest,
      .constitution,
      .today,
      .trend,
      .streak,
      .report,
      .program,
      .merge,
      .loyalty,
      .timeline,
      .checkForm,
      .decide,
      .explain,
      .validate,
      .rules,
      .packs,
      .batch,
      .serve,
      .methodSchemas,
      .completion,
    ])

  /// Commands about rules.
  static let rules: Command = Command(
    name: "rules", summary: "Check, test, compare and format rule modules",
    subcommands: [.rulesCheck, .rulesTest, .rulesImpact, .rulesFormat, .rulesEval])
}
