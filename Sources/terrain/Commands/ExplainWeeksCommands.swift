import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainPages
import TerrainServer
import TerrainValues

extension Command {
  /// `terrain explain trend`: series by series, which days counted and which rows said what.
  static let explainTrend = Command(
    name: "trend", summary: "Explain where weeks go: which days counted, halves, test, and every row",
    operands: [requestOperand], options: [.pack, .set, explanationAsJSON],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let (engine, warnings) = try Workspace(arguments).trendEngine()
        console.report(warnings)
        let (request, found) = try engine.request(Workspace.document(at: arguments.operand(0) ?? "-").root)
        console.report(found + request.findings)
        let explanation = try TrendSession(engine).explanation(for: request)
        let response = ExplainResult(
          operation: "trend",
          Explanation(.weeks(explanation), engine.system))
        try show(explanation.lines, response, arguments, console)
        return .fine
      } catch {
        return console.report(error)
      }
    })

  /// `terrain explain streak`: which days kept it, what rests stood for, and what ended it.
  static let explainStreak = Command(
    name: "streak", summary: "Explain days in a row: what kept each, what was a rest, what ended it",
    operands: [requestOperand], options: [.pack, .set, explanationAsJSON],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let (engine, warnings) = try Workspace(arguments).streakEngine()
        console.report(warnings)
        let (request, found) = try engine.request(Workspace.document(at: arguments.operand(0) ?? "-").root)
        console.report(found + request.findings)
        let explanation = try StreakSession(engine).explanation(for: request)
        let response = ExplainResult(
          operation: "streak",
          Explanation(.streak(explanation, on: request.day.moment.date), engine.system))
        try show(explanation.lines, response, arguments, console)
        return .fine
      } catch {
        return console.report(error)
      }
    })
}
