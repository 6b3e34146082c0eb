import TerrainContent
import TerrainDocuments
import TerrainExpressions
import TerrainValues

/// An expression of a map, over the values of the source.
struct ImportExpression: Sendable {
  /// What an expression is about.
  enum Variable: String, CaseIterable {
    /// The whole source; only where the manifest of the pack is made.
    case source
    /// The record of the source that a record is made of.
    case record
    /// The name of that record, where the source has them in an object.
    case name
    /// What is at the path beside the expression.
    case value
  }

  /// Where it is written.
  let node: Node
  private let compiled: CompiledExpression
  /// The variables that it mentions.
  private let mentioned: Set<Variable>
  /// The fields of variables whose values it uses, as pointers in the variable's value.
  let uses: [(variable: Variable, pointer: JSONPointer)]

  /// Whether `text` is an expression and no literal.
  static func isExpression(_ text: Text) -> Bool { text.utf8.first == UInt8(ascii: "=") }

  /// Compiles the expression at `node`, which begins with `=`, over `variables`; what is wrong with it goes to `found`.
  init?(_ node: Node, _ variables: [Variable], into found: DiagnosticCollector) {
    guard let source = node.text else { return nil }
    let bytes = Array(source.utf8)
    let start = bytes.prefix { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: " ") }.count
    let (parsed, syntax) = ExpressionParser.parse(
      ExpressionSource(text: Text(decoding: bytes[start...]), node: node, offset: start))
    found.report(contentsOf: syntax)
    guard let parsed else { return nil }
    var environment = Environment()
    for variable in variables { environment.declare(Text(variable.rawValue), .dyn, .unbound) }
    let (compiled, problems) = CompiledExpression.compile(parsed, environment)
    found.report(contentsOf: problems)
    guard let compiled else { return nil }
    self.node = node
    self.compiled = compiled
    uses = Self.uses(parsed)
    mentioned = Set(
      parsed.nodes.compactMap { node in
        guard case .identifier(let name) = node.kind else { return nil }
        return Variable(rawValue: name.string)
      })
  }

  /// The value for `values`.
  func value(_ values: [Variable: Value]) throws(EvaluationError) -> Value {
    try compiled.evaluate(Dictionary(uniqueKeysWithValues: values.map { (Text($0.rawValue), $1) }))
  }

  /// Whether it needs the value of `variable`.
  func needs(_ variable: Variable) -> Bool { mentioned.contains(variable) }

  /// The longest ways of names that begin with a variable. A name that is only asked for (`has`) is not carried by that.
  private static func uses(_ expression: Expression) -> [(variable: Variable, pointer: JSONPointer)] {
    var operands: Set<Expression.ID> = []
    var ways: [Expression.ID: (variable: Variable, names: [Text], carries: Bool)] = [:]
    for index in expression.nodes.indices {
      let id = Expression.ID(index)
      switch expression.kind(of: id) {
      case .identifier(let name):
        if let variable = Variable(rawValue: name.string) { ways[id] = (variable, [], true) }
      case .select(let operand, let field, let testOnly, _):
        operands.insert(operand)
        if let way = ways[operand] { ways[id] = (way.variable, way.names + [field], !testOnly) }
      default: break
      }
    }
    return ways.sorted { $0.key < $1.key }.filter { !operands.contains($0.key) && $0.value.carries }
      .map { ($0.value.variable, JSONPointer(names: $0.value.names)) }
  }
}
