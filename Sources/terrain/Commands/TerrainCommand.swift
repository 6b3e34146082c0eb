import TerrainService

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
      .init("quiz", for: .person) { .quiz },
      .init("score", for: .person) { OperationCommand.score.command },
      .init("insight", for: .person) { OperationCommand.insight.command },
      .init("suggest", for: .person) { OperationCommand.suggest.command },
      .init("constitution", for: .person) { OperationCommand.constitution.command },
      .init("today", for: .person) { OperationCommand.today.command },
      .init("trend", for: .person) { OperationCommand.trend.command },
      .init("streak", for: .person) { OperationCommand.streak.command },
      .init("report", for: .person) { .report },
      .init("program", for: .person) { OperationCommand.program.command },
      .init("merge", for: .person) { OperationCommand.merge.command },
      .init("timeline", for: .person) { OperationCommand.timeline.command },
      .init("check", for: .person) { OperationCommand.check.command },
      .init("decide", for: .person) { OperationCommand.decide.command },
      .init("records", for: .person) { OperationCommand.records.command },
      .init("media", for: .person) { OperationCommand.media.command },
      .init("explain", for: .person) { .explain },
      .init("validate", for: .author) { .validate },
      .init("watch", for: .author) { .watchFiles },
      .init("init", for: .author) { .initialize },
      .init("diagnostics", for: .author) { .diagnostics },
      .init("where", for: .author) { .whereNames },
      .init("rename", for: .author) { .rename },
      .init("rules", for: .author) { .rules },
      .init("population", for: .author) { .populationPeople },
      .init("quality", for: .author) { .quality },
      .init("impact", for: .author) { .impact },
      .init("book", for: .author) { .book },
      .init("pack", for: .author) { .packs },
      .init("texts", for: .author) { .texts },
      .init("lsp", for: .author) { .languageServer },
      .init("loyalty", for: .loyaltyTeam) { .loyalty },
      .init("batch", for: .service) { .batch },
      .init("serve", for: .service) { .serve },
      .init("log", for: .service) { .log },
      .init("replay", for: .service) { .replay },
      .init("mcp", for: .service) { .modelContext },
      .init("schema", for: .service) { .methodSchemas },
      .init("completion", for: .service) { .completion },
    ])

  /// Commands about rules.
  static let rules: Command = Command(
    name: "rules", summary: "Create, check, test, compare and format rule modules",
    children: ([
      .rulesNew, .rulesCheck, .rulesTest, .rulesInvariants, .rulesDiff, .rulesFormat, .rulesTable, .rulesEval,
    ] as [Command]).map { Child($0) })
}
