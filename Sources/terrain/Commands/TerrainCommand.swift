import TerrainService

extension Command {
  /// The program's version, by semantic versioning.
  static let version = ProgramVersion.text

  private static let completion = Option(
    name: "completion", kind: .choice(CompletionScript.allCases.map(\.rawValue)),
    help: "Print a script that completes commands in this shell")

  /// The program itself.
  static let terrain: Command = Command(
    name: Console.program, summary: "Rule-driven content and personalization from data files.",
    discussion: """
      Content packs contain texts and records, rules decide when to use them. Both are
      data: change a threshold with a text editor and run again. `-` as a file is
      standard input.
      """,
    options: [completion],
    examples: [
      .init(line: "eval \"$(terrain --completion bash)\"", purpose: "Complete commands in this bash session"),
      .init(
        line: "terrain --completion fish > ~/.config/fish/completions/terrain.fish",
        purpose: "Complete commands in fish, for good"),
    ],
    children: [
      .init("quiz", for: .person) { .quiz },
      .init("score", for: .person) { OperationCommand.score.command },
      .init("page", for: .person) { OperationCommand.page.command },
      .init("suggest", for: .person) { OperationCommand.suggest.command },
      .init("trend", for: .person) { OperationCommand.trend.command },
      .init("report", for: .person) { .report },
      .init("explain", for: .person) { .explain },
      .init("run", for: .person) { .runOperation },
      .init("init", for: .author) { .initialize },
      .init("validate", for: .author) { .validate },
      .init("check", for: .author) { .checkRules },
      .init("test", for: .author) { .testRules },
      .init("fmt", for: .author) { .formatRules },
      .init("table", for: .author) { .tables },
      .init("eval", for: .author) { .evaluate },
      .init("where", for: .author) { .whereNames },
      .init("rename", for: .author) { .rename },
      .init("diff", for: .author) { .diff },
      .init("impact", for: .author) { .impact },
      .init("population", for: .author) { .populationPeople },
      .init("quality", for: .author) { .quality },
      .init("book", for: .author) { .book },
      .init("texts", for: .author) { .texts },
      .init("build", for: .author) { .buildPack },
      .init("diagnostics", for: .author) { .diagnostics },
      .init("loyalty", for: .loyaltyTeam) { .loyalty },
      .init("batch", for: .service) { .batch },
      .init("serve", for: .service) { .serve },
      .init("log", for: .service) { .log },
      .init("schema", for: .service) { .methodSchemas },
    ],
    run: { arguments, console in
      let script = arguments.value(of: completion).flatMap(CompletionScript.init)
      console.write(script?.text(for: .terrain) ?? HelpPage(path: [.terrain]).text)
      return .success
    })
}
