import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// Bytecode put together by a test, and the machine that runs it.
struct Decided {
  var slots = SlotTable()
  var environment = Environment()
  private var bodies: [(slot: Slot, body: Body)] = []
  private var byName: [Text: Slot] = [:]

  typealias Body = (inout BytecodeBuilder, BytecodeBuilder.Register, BytecodeBuilder.Label) -> Void

  /// The slot called `name`; a test that asks for another one gets the first, and fails.
  subscript(_ name: Text) -> Slot {
    var other = SlotTable()
    return byName[name] ?? other.addFact(name, .dyn)
  }

  mutating func fact(_ name: Text, _ type: CELType, perCandidate: Bool = false) {
    let slot = slots.addFact(name, type, perCandidate: perCandidate)
    byName[name] = slot
    environment.declare(name, type, .slot(slot))
  }

  mutating func parameter(_ name: Text, _ type: CELType, _ value: Value) {
    environment.declare(name, type, .constant(value))
  }

  mutating func decision(_ name: Text, _ type: CELType, _ body: @escaping Body) {
    let slot = slots.addDecision(name, type)
    byName[name] = slot
    environment.declare(name, type, .slot(slot))
    bodies.append((slot, body))
  }

  /// A decision that is the value of an expression.
  mutating func decision(_ name: Text, _ type: CELType, _ text: String) {
    let typed = self.typed(text)
    decision(name, type) { builder, result, _ in
      if let typed { builder.evaluate(typed, into: result) }
    }
  }

  func typed(_ text: String) -> TypedExpression? {
    let expression = ExpressionParser.parse(ExpressionSource(text: Text(text))).expression
    return expression.flatMap { TypeChecker.check($0, environment).typed }
  }

  func bytecode(tracing: Bool = false) -> (bytecode: Bytecode?, diagnostics: [Diagnostic]) {
    var builder = BytecodeBuilder(slots: slots, tracing: tracing)
    for (slot, body) in bodies { builder.define(slot, body) }
    return builder.finish()
  }

  func machine(tracing: Bool = false, limits: EvaluationLimits = .standard) -> Machine? {
    bytecode(tracing: tracing).bytecode.map { Machine($0, limits: limits) }
  }
}

/// What one expression without variables yields, or the code of its failure.
func outcome(
  _ text: String, _ values: [Text: Value] = [:], _ environment: Environment = Environment(),
  limits: EvaluationLimits = .standard, checked: Bool = true
) -> String {
  let (expression, problems) = ExpressionParser.parse(ExpressionSource(text: Text(text)))
  guard let expression else { return problems.first?.code ?? "?" }
  let (compiled, diagnostics) = CompiledExpression.compile(expression, environment, checked: checked)
  guard let compiled else { return diagnostics.first?.code ?? "?" }
  do {
    return try compiled.evaluate(values, limits: limits).description
  } catch {
    return error.code.name
  }
}
