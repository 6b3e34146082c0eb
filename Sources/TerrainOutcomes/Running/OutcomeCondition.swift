import TerrainRules
import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// A condition over a request and its result, as CEL in an author's file.
package struct OutcomeCondition: Sendable {
  /// The text, as written.
  package let text: Text
  /// Where it is written.
  package let node: Node
  private let compiled: CompiledExpression

  /// Compiles the condition at `node`, a text (with or without a leading `=`), over requests and results of `description`.
  ///
  /// - Returns: nil, with diagnostics, where it is not a condition.
  package static func compile(
    _ node: Node, _ description: OutcomeDescription
  ) -> (condition: OutcomeCondition?, diagnostics: [Diagnostic]) {
    guard let source = node.text else { return (nil, [.wrongKind(node, expected: .string, what: "a condition")]) }
    let bytes = Array(source.utf8)
    let start = bytes.prefix { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: " ") }.count
    let (parsed, syntax) = ExpressionParser.parse(
      ExpressionSource(text: Text(decoding: bytes[start...]), node: node, offset: start))
    guard let parsed else { return (nil, syntax) }
    let (typed, found) = TypeChecker.check(parsed, description.environment, expecting: .bool)
    guard typed != nil else { return (nil, syntax + found) }
    // Trees need not have all fields that their types have.
    let (compiled, others) = CompiledExpression.compile(parsed, description.environment, accepting: .anything)
    guard let compiled else { return (nil, syntax + others) }
    return (OutcomeCondition(text: source, node: node, compiled: compiled), syntax + found)
  }

  /// Whether it holds for `values`, which ``OutcomeDescription/values(request:result:)`` returns.
  ///
  /// - Throws: what evaluating ran into: a field that is not there, a value that is neither true nor false.
  package func holds(_ values: [Text: Value]) throws(EvaluationError) -> Bool {
    let value = try compiled.evaluate(values)
    guard case .bool(let holds) = value else {
      throw EvaluationError(.noSuchOverload, "the condition is neither true nor false", place: node.place)
    }
    return holds
  }
}
