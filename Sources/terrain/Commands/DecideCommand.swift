import TerrainEngines
import TerrainPages

extension OperationCommand {
  /// `terrain run decide`: any decision of any module.
  static let decide = OperationCommand(
    Operations.decide,
    request: RequestArguments(
      parts: [
        .init(
          operand: Operand(name: "DECISION", help: "`module.decision`, with or without the rule set's id"),
          role: .text("decision")),
        .init(
          operand: Operand(name: "FACTS", help: "A JSON or YAML map from facts to values; `-` is standard input"),
          role: .member("facts")),
      ], options: []),
    examples: [.init(line: "terrain run decide MODULE.DECISION facts.yaml", purpose: "One decision")]
  ) { result, _, _ in DecisionPage(result.decision) }
}
