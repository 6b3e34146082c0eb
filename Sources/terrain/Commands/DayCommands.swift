import TerrainEngines
import TerrainPages

extension OperationCommand {
  /// `terrain page NAME`: a page for a day, or for several.
  static let page = OperationCommand(
    Operations.page, discussion: dayRequest,
    request: RequestArguments(
      parts: [
        .init(
          operand: Operand(name: "NAME", help: "The page: a module of the rule set, such as `today`"),
          role: .text("page")),
        .init(operand: .request, role: .request),
      ],
      options: [
        Option(
          name: "days", kind: .number(Operations.planDays),
          help: "Plan ahead: a page for each of so many days, given the pages before it"),
        Option(
          name: "more", kind: .flag,
          help: "The whole page: also the parts and details that the short page leaves out"),
      ]),
    examples: [
      .init(line: "terrain page today request.json", purpose: "The page of a day"),
      .init(line: "terrain page today request.json --more", purpose: "The same page with reasons, steps, and cautions"),
      .init(line: "terrain page today request.json --days 7", purpose: "A page for each day of a week"),
      .init(line: "terrain page constitution request.json", purpose: "The page about a person, of the pack `terrain`"),
    ]
  ) { result, _, _ in DayPage(result.pages, engine: result.engine, locale: result.request.locale) }

  /// `terrain suggest`: candidates in order.
  static let suggest = OperationCommand(
    Operations.suggest, discussion: dayRequest,
    request: .file(options: [
      Option(
        name: "ranking", kind: .value("MODULE"), help: "Another ranking of the rule set. Without it: `suggest`"),
      Option(
        name: "limit", kind: .number(Operations.suggestLimit),
        help: "How many candidates to show. Without it: as many as the rules decide"),
    ]),
    examples: [
      .init(line: "terrain suggest request.json --limit 3", purpose: "The three that rank first"),
      .init(line: "terrain explain suggest request.json", purpose: "Why they do"),
    ]
  ) { result, _, _ in DayPage(result.ranking, engine: result.engine, locale: result.request.locale) }

  /// The form of a request about a day, for help pages.
  private static let dayRequest = """
    REQUEST is a JSON or YAML file, or `-` for standard input:
      {"person_id": "anna", "now": "2026-02-05T07:30:00+08:00", "locale": "en-US",
       "facts": {"FACT": …, "FACT": …}, "shown": {"2026-02-04": ["ID"]}}
    Facts are those that the rules declare. A terminal shows a page; `--json`, a pipe or
    a file gets a document.
    """
}
