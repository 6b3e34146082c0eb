import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainPages
import TerrainServer
import TerrainValues

extension Command {
  static let requestOperand = Operand(name: "REQUEST", help: "A request as JSON or YAML; `-` is standard input")

  /// What a request looks like, for help pages.
  static let requestShape = """
    REQUEST is a JSON or YAML file, or `-` for standard input:
      {"id": "anna", "now": "2026-02-05T07:30:00+08:00", "locale": "en-US",
       "person": {"FACT": …}, "day": {"FACT": …}, "shown": {"2026-02-04": ["ID"]}}
    Facts are those that the rules declare. A terminal shows a page to read; `--json`,
    a pipe or a file gets a document.
    """

  static let daysOption = Option(
    name: "days", kind: .number(Operations.planDays),
    help: "Plan ahead: a page for each of so many days, knowing the days before it")
  static let pageOption = Option(
    name: "page", kind: .value("MODULE"), help: "Ask for another page of the rule set. Without it: the command's own")

  /// Runs `terrain PAGE REQUEST`: the page of the module `page`.
  static func showPage(_ page: Text, _ arguments: Arguments, _ console: Console) -> ExitStatus {
    do throws(DiagnosticError) {
      let document = try Workspace.document(at: arguments.operand(0) ?? "-")
      let page = arguments.value(of: pageOption).map { Text($0) } ?? document.root["page"]?.text ?? page
      let days: Int =
        arguments.value(of: daysOption).flatMap { Int($0) }
        ?? (document.root["days"]?.int).flatMap { Int(exactly: $0) } ?? 1
      let (engine, warnings) = try Workspace(arguments).insightEngine(page: page, for: document.root)
      console.report(warnings)
      let (request, found) = try engine.request(document.root, alsoKnown: ["page", "days"])
      console.report(found)
      for result in try InsightSession(engine).pages(page, for: request, days: days) {
        if days > 1, console.showsPages(arguments) { console.write("\n  \(result.moment.date)\n") }
        try console.answer(
          arguments, PageResult([result], request: request, engine: engine, isPlan: false),
          page: DayPage(result, engine: engine, locale: request.locale))
      }
      return .fine
    } catch {
      return console.report(error)
    }
  }
}
