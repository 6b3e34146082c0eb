import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainRules
import TerrainServer
import TerrainValues

extension Command {
  /// `terrain explain`: the same answer, and every row that was looked at.
  static let explain = Command(
    name: "explain", summary: "Show every row that was looked at on the way to an answer, with the values it saw",
    discussion: """
      For each decision: every row in the order it was looked at, the values it saw, why
      it held or did not, with file and line.
      """,
    subcommands: [
      explainScore, explainInsight, explainSuggest, explainConstitution, explainToday, explainTrend, explainStreak,
      explainDecide,
    ])

  private static let explainScore = Command(
    name: "score", summary: "Explain who answers make a person",
    operands: [Operand(name: "ANSWERS", help: "The answers file; `-` is standard input")],
    options: [.pack, .set, explanationAsJSON],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let (engine, warnings) = try Workspace(arguments).scoringEngine()
        console.report(warnings)
        let document = try Workspace.document(at: arguments.operand(0) ?? "-")
        let traces = try engine.explain(document.root)
        let response = ExplainResult(operation: "score", Explanation(.decisions(traces), engine.system))
        try show(lines(traces), response, arguments, console)
        return .fine
      } catch {
        return console.report(error)
      }
    })

  private static let explainDecide = Command(
    name: "decide", summary: "Explain any decision of any rule module",
    operands: [
      Operand(name: "DECISION", help: "`module.decision`, or without the rule set's id"),
      Operand(name: "FACTS", help: "A JSON or YAML map from facts to values; `-` is standard input"),
    ],
    options: [.pack, .set, explanationAsJSON],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let (request, system) = try decisionRequest(arguments)
        let (value, traces) = try request.explained()
        let response = ExplainResult(operation: "decide", Explanation(.decisions(traces), system))
        try show(lines(traces), response, arguments, console)
        if case .failure(let error) = value { throw error }
        return .fine
      } catch {
        return console.report(error)
      }
    })

  static let explanationAsJSON = Option(
    name: "json", kind: .flag, help: "Print JSON instead of lines to read")

  /// Shows an explanation. Lines also go into a pipe: they are what one searches and pages through. What requests and packs
  /// say in them cannot write anything else to a terminal.
  static func show(
    _ lines: [String], _ response: ExplainResult, _ arguments: Arguments, _ console: Console
  ) throws(DiagnosticError) {
    if arguments.has(explanationAsJSON) { return try console.write(response) }
    console.write(lines.map { TerminalText.harmless($0) + "\n" }.joined())
  }

  /// Decisions, with a line free between them.
  static func lines(_ traces: [DecisionTrace]) -> [String] { Array(traces.map(\.lines).joined(separator: [""])) }
}
