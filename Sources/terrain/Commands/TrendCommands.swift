import TerrainDocuments
import TerrainEngines
import TerrainPages

extension OperationCommand {
  /// `terrain trend`: the trends of a person's weeks.
  static let trend = OperationCommand(
    Operations.trend, discussion: logRequest,
    examples: [.init(line: "terrain trend request.json", purpose: "The trends of the logs in a file")],
    pageContracts: [ReportWords.contract]
  ) { result, session, request throws(DiagnosticError) in
    TrendPage(
      result.report, findings: result.request.findings, words: try ReportWords(session, for: request))
  }

  /// `terrain run streak`: days in a row.
  static let streak = OperationCommand(
    Operations.streak, discussion: logRequest,
    examples: [.init(line: "terrain run streak request.json", purpose: "The days in a row in a file's logs")],
    pageContracts: [ReportWords.contract]
  ) { result, session, request throws(DiagnosticError) in
    StreakPage(result.report, words: try ReportWords(session, for: request))
  }

  /// The form of a request with logs, for help pages.
  private static let logRequest = """
    REQUEST is a JSON or YAML file, or `-` for standard input:
      {"now": "2026-02-14", "facts": {"FACT": …},
       "logs": [{"date": "2026-02-13", "FIELD": …}, …]}
    Fields of a log are those that the rules declare. Standard error lists records that
    have errors; they are ignored. A terminal shows a page; `--json`, a pipe or a file
    gets a document.
    """
}
