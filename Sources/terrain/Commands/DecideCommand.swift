import TerrainDocuments
import TerrainEngines
import TerrainOperations
import TerrainPages
import TerrainServer
import TerrainValues

extension Command {
  /// `terrain decide`: any decision of any module.
  static let decide = Command(
    name: "decide", summary: "Ask for any decision of any rule module, and why",
    operands: [
      Operand(name: "DECISION", help: "`module.decision`, or without the rule set's id"),
      Operand(name: "FACTS", help: "A JSON or YAML map from facts to values; `-` is standard input"),
    ],
    options: [.pack, .set, .json],
    examples: [
      .init(line: "terrain decide MODULE.DECISION facts.yaml", purpose: "One decision")
    ],
    run: { arguments, console in
      do throws(DiagnosticError) {
        let (request, system) = try decisionRequest(arguments)
        let answer = try request.result()
        if console.showsPages(arguments) {
          console.write(DecisionPage(answer))
        } else {
          try console.write(DecideResult(answer, system: system))
        }
        return .fine
      } catch {
        return console.report(error)
      }
    })

  /// The decision that the first operand names with the facts at the second.
  static func decisionRequest(
    _ arguments: Arguments
  ) throws(DiagnosticError) -> (request: DecisionRequest, system: LoadedSystem) {
    let system = try Workspace(arguments).system(contracts: [], kinds: nil)
    let facts = try Workspace.document(at: arguments.operand(1) ?? "-")
    let name = Text(arguments.operand(0) ?? "")
    return (try DecisionRequest(name, of: system.rules.ruleSet, pack: system.pack, facts: facts.root), system)
  }
}
