import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainPages
import TerrainServer
import TerrainValues

extension Command {
  /// What a request with logs looks like, for help pages.
  static let logRequestShape = """
    REQUEST is a JSON or YAML file, or `-` for standard input:
      {"date": "2026-02-14", "person": {"FACT": …},
       "logs": [{"date": "2026-02-13", "FIELD": …}, …]}
    Fields of a log are those that the rules declare. What is wrong with one is said on
    standard error and counts as not told. A terminal shows a page to read; `--json`, a
    pipe or a file gets a document.
    """

  /// `terrain trend`: where somebody's weeks go.
  static let trend = Command(
    name: "trend", summary: "Show where two weeks of logs go, and what went well",
    discussion: logRequestShape, operands: [requestOperand], options: [.pack, .set, .json],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let workspace = try Workspace(arguments)
        let (engine, warnings) = try workspace.trendEngine()
        console.report(warnings)
        let node = try Workspace.document(at: arguments.operand(0) ?? "-").root
        let (request, found) = try engine.request(node)
        console.report(found + request.findings)
        let report = try TrendSession(engine).report(for: request)
        let response = TrendResult(report, for: request, engine: engine)
        try console.answer(
          arguments, response,
          page: try TrendPage(report, findings: request.findings, words: workspace.reportWords(for: node).words))
        return .fine
      } catch {
        return console.report(error)
      }
    })

  /// `terrain streak`: days in a row.
  static let streak = Command(
    name: "streak", summary: "Count days in a row on which something was done, with their calendar",
    discussion: logRequestShape, operands: [requestOperand], options: [.pack, .set, .json],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let workspace = try Workspace(arguments)
        let (engine, warnings) = try workspace.streakEngine()
        console.report(warnings)
        let node = try Workspace.document(at: arguments.operand(0) ?? "-").root
        let (request, found) = try engine.request(node)
        console.report(found + request.findings)
        let report = try StreakSession(engine).report(for: request)
        let response = StreakResult(report, for: request, engine: engine)
        try console.answer(
          arguments, response,
          page: try StreakPage(report, words: workspace.reportWords(for: node).words))
        return .fine
      } catch {
        return console.report(error)
      }
    })
}
