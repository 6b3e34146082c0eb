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
    children: [
      .init("quiz") { .quiz },
      .init("score") { OperationCommand.score.command },
      .init("insight") { OperationCommand.insight.command },
      .init("suggest") { OperationCommand.suggest.command },
      .init("constitution") { OperationCommand.constitution.command },
      .init("today") { OperationCommand.today.command },
      .init("trend") { OperationCommand.trend.command },
      .init("streak") { OperationCommand.streak.command },
      .init("report") { .report },
      .init("program") { OperationCommand.program.command },
      .init("merge") { OperationCommand.merge.command },
      .init("loyalty") { .loyalty },
      .init("timeline") { OperationCommand.timeline.command },
      .init("check") { OperationCommand.check.command },
      .init("decide") { OperationCommand.decide.command },
      .init("records") { OperationCommand.records.command },
      .init("media") { OperationCommand.media.command },
      .init("explain") { .explain },
      .init("validate") { .validate },
      .init("watch") { .watchFiles },
      .init("init") { .initialize },
      .init("diagnostics") { .diagnostics },
      .init("where") { .whereNames },
      .init("rename") { .rename },
      .init("rules") { .rules },
      .init("population") { .populationPeople },
      .init("quality") { .quality },
      .init("impact") { .impact },
      .init("preview") { .preview },
      .init("book") { .book },
      .init("pack") { .packs },
      .init("texts") { .texts },
      .init("batch") { .batch },
      .init("serve") { .serve },
      .init("call") { .call },
      .init("health") { .health },
      .init("log") { .log },
      .init("replay") { .replay },
      .init("lsp") { .languageServer },
      .init("mcp") { .modelContext },
      .init("schema") { .methodSchemas },
      .init("completion") { .completion },
    ])

  /// Commands about rules.
  static let rules: Command = Command(
    name: "rules", summary: "Create, check, test, compare and format rule modules",
    children: ([
      .rulesNew, .rulesCheck, .rulesTest, .rulesInvariants, .rulesDiff, .rulesImpact, .rulesFormat, .rulesTable,
      .rulesEval,
    ] as [Command]).map { Child($0) })
}
