import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainService

extension Command {
  /// `terrain eval`: evaluates one expression, for experiments.
  static let evaluate = Command(
    name: "eval", summary: "Evaluate one expression, to try things out",
    discussion: """
      Expressions are CEL (cel.dev). FACTS is a JSON or YAML map from names to values;
      numbers with a decimal point are doubles, others ints.
      """,
    operands: [
      Operand(name: "EXPR", help: "The expression, in quotes for the shell"),
      Operand(name: "FACTS", help: "A file of facts; `-` is standard input", arity: .optional),
    ],
    options: [.jsonInstead],
    examples: [
      .init(line: "terrain eval 'size([1, 2, 3]) * 2'", purpose: "Without facts"),
      .init(line: "terrain eval 'age > 21 && tags.exists(t, t == \"x\")' facts.json", purpose: "With facts"),
    ],
    run: { arguments, console in
      let facts = try arguments.operand(1).map { path throws(DiagnosticError) in try Workspace.document(at: path) }
      let text = arguments.operand(0) ?? ""
      let value = try ExpressionEvaluation.value(of: text, facts: facts?.root)
      if arguments.has(.json) {
        console.write(try ExpressionEvaluation.json(value))
      } else {
        console.write("\(value)\n")
      }
      return .success
    })
}
