import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainValues

extension Command {
  /// `terrain explain`: the same answer, and every row that was looked at.
  static let explain = Command(
    name: "explain", summary: "Show every row that was looked at on the way to an answer, with the values it saw",
    discussion: """
      For each decision: every row in the order it was looked at, the values it saw, why
      it held or did not, with file and line.
      """,
    subcommands: [explainScore, explainInsight, explainSuggest, explainConstitution, explainToday, explainDecide])

  private static let explainScore = Command(
    name: "score", summary: "Explain who answers make a person",
    operands: [Operand(name: "ANSWERS", help: "The answers file; `-` is standard input")],
    options: [.pack, .set],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let (engine, warnings) = try Workspace(arguments).scoringEngine()
        console.report(warnings)
        let document = try Workspace.document(at: arguments.operand(0) ?? "-")
        console.write(lines(try engine.explain(document.root)))
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
    options: [.pack, .set],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let (value, traces) = try decisionRequest(arguments).request.explained()
        console.write(lines(traces))
        if case .failure(let error) = value { throw error }
        return .fine
      } catch {
        return console.report(error)
      }
    })

  static func lines(_ traces: [DecisionTrace]) -> String {
    traces.map { $0.lines.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }
}
