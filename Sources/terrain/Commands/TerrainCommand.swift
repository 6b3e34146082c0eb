import TerrainServer

extension Command {
  /// The program's version, by semantic versioning.
  static let version = ProgramVersion.text

  /// The program itself.
  static let terrain: Command = Command(
    name: Console.program, summary: "Rule-driven content and personalization from data files.",
    discussion: """
      Content packs contain texts and records, rules decide when to use them. Both are
      data: change a threshold with a text editor and run again. `-` as a file is
      standard input.
      """,
    subcommands: [
      .quiz,
      OperationCommand.score.command,
      OperationCommand.insight.command,
      OperationCommand.suggest.command,
      OperationCommand.constitution.command,
      OperationCommand.today.command,
      OperationCommand.trend.command,
      OperationCommand.streak.command,
      .report,
      OperationCommand.program.command,
      OperationCommand.merge.command,
      .loyalty,
      OperationCommand.timeline.command,
      OperationCommand.check.command,
      OperationCommand.decide.command,
      .explain,
      .validate,
      .initialize,
      .whereNames,
      .rules,
      .populationPeople,
      .quality,
      .impact,
      .packs,
      .batch,
      .serve,
      .methodSchemas,
      .completion,
    ])

  /// Commands about rules.
  static let rules: Command = Command(
    name: "rules", summary: "Create, check, test, compare and format rule modules",
    subcommands: [
      .rulesNew, .rulesCheck, .rulesTest, .rulesInvariants, .rulesDiff, .rulesImpact, .rulesFormat, .rulesEval,
    ])
}
