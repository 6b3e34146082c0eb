import TerrainBase
import TerrainDocuments

/// One expression that is ready to run, for experiments and tests. Rules use ``BytecodeBuilder``.
package struct CompiledExpression: Sendable {
  /// The type of its value.
  package let type: CELType
  private let bytecode: Bytecode
  private let result: Slot
  private let inputs: [(name: Text, slot: Slot)]

  /// The values that are accepted for a variable.
  package enum Accepting: Sendable {
    /// A value that is of the variable's type, including all its parts.
    case declaredTypes
    /// Any value.
    case anything
  }

  /// Type-checks (unless `checked` is false) and plans `expression`. Variables without a slot get their values from
  /// ``evaluate(_:limits:)``; variables with a slot cannot be used here.
  ///
  /// - Parameter accepting: The check of variables' values. With `.anything`, a part of a value that is not of its type fails only when it
  ///   is used.
  package static func compile(
    _ expression: Expression, _ environment: Environment, checked: Bool = true, accepting: Accepting = .declaredTypes
  ) -> (compiled: CompiledExpression?, diagnostics: [Diagnostic]) {
    var slots = SlotTable()
    var inputs: [(name: Text, slot: Slot)] = []
    var bound = environment
    for name in environment.variableNames {
      guard let variable = environment.variable(name), case .unbound = variable.binding else { continue }
      let slot = slots.addFact(name, accepting == .anything ? .dyn : variable.type)
      inputs.append((name, slot))
      bound.declare(name, variable.type, .slot(slot))
    }
    let (typed, diagnostics) = checked ? TypeChecker.check(expression, bound) : TypeChecker.resolve(expression, bound)
    guard let typed else { return (nil, diagnostics) }
    let result = slots.addDecision("the expression", .dyn)
    var builder = BytecodeBuilder(slots: slots)
    builder.define(result) { builder, register, _ in builder.evaluate(typed, into: register) }
    let (bytecode, problems) = builder.finish()
    guard let bytecode else { return (nil, diagnostics + problems) }
    return (
      CompiledExpression(type: typed.type, bytecode: bytecode, result: result, inputs: inputs), diagnostics + problems
    )
  }

  /// The value, with `values` for the environment's variables.
  package func evaluate(
    _ values: [Text: Value] = [:], limits: EvaluationLimits = .standard
  ) throws(EvaluationError) -> Value {
    let machine = Machine(bytecode, limits: limits)
    for (name, slot) in inputs {
      if let value = values[name] { try machine.set(slot, value) }
    }
    try machine.run(result)
    return machine.value(result) ?? .null
  }
}
