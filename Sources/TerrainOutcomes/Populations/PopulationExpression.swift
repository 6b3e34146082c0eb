import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// An expression of a population, over the names of earlier fields.
struct PopulationExpression: Sendable {
  /// Its number among the expressions of the population.
  let index: Int
  /// The type of its value.
  let type: CELType
  /// True if it is a condition: true or false.
  let isCondition: Bool
  /// The location of the expression.
  let place: Place
  fileprivate let bytecode: Bytecode
  fileprivate let result: Slot
  fileprivate let inputs: [(name: Text, slot: Slot, type: CELType)]

  /// The names that it mentions.
  var names: [Text] { inputs.map(\.name) }

  /// The expression written as `text` at `node`, over `names`; its errors go to `diagnostics`.
  init?(
    _ text: Text, at node: Node, index: Int, names: [(name: Text, type: CELType)], expecting: CELType? = nil,
    into diagnostics: inout [Diagnostic]
  ) {
    let (parsed, syntax) = ExpressionParser.parse(ExpressionSource(text: text, node: node))
    diagnostics += syntax
    guard let parsed else { return nil }
    var slots = SlotTable()
    var environment = Environment(functions: .standard)
    var all: [(name: Text, slot: Slot, type: CELType)] = []
    for (name, type) in names {
      let slot = slots.addFact(name, type)
      all.append((name, slot, type))
      environment.declare(name, type, .slot(slot))
    }
    let (typed, found) =
      expecting.map { TypeChecker.check(parsed, environment, expecting: $0) }
      ?? TypeChecker.check(parsed, environment)
    diagnostics += found
    guard let typed else { return nil }
    result = slots.addDecision("the expression", expecting ?? .dyn)
    var builder = BytecodeBuilder(slots: slots)
    builder.define(result) { builder, register, _ in builder.evaluate(typed, into: register) }
    let (bytecode, problems) = builder.finish()
    diagnostics += problems
    guard let bytecode else { return nil }
    self.bytecode = bytecode
    self.index = index
    type = typed.type
    isCondition = expecting == .bool
    place = node.place
    let mentioned = Set(
      parsed.nodes.compactMap { node in
        if case .identifier(let name) = node.kind { return name }
        return nil as Text?
      })
    inputs = all.filter { mentioned.contains($0.name) }
  }
}

/// Evaluates the expressions of a population on one thread.
final class PopulationEvaluator {
  private var machines: [Machine?]
  /// For each expression, true if it is a condition that has held.
  private(set) var hasHeld: [Bool]

  /// An evaluator of `count` expressions.
  init(count: Int) {
    machines = Array(repeating: nil, count: count)
    hasHeld = Array(repeating: false, count: count)
  }

  /// Returns true if the condition `expression` holds for `values`.
  func holds(_ expression: PopulationExpression, _ values: [Text: Value]) throws(DiagnosticError) -> Bool {
    guard case .bool(true)? = try value(expression, values) else { return false }
    hasHeld[expression.index] = true
    return true
  }

  /// The value of `expression` for `values`; nil if it is absent.
  func value(_ expression: PopulationExpression, _ values: [Text: Value]) throws(DiagnosticError) -> Value? {
    let machine = machines[expression.index] ?? Machine(expression.bytecode)
    machines[expression.index] = machine
    machine.begin()
    do throws(EvaluationError) {
      for (name, slot, type) in expression.inputs {
        switch (values[name], type) {
        case (let value?, .optional): try machine.set(slot, .optional(value))
        case (let value?, _): try machine.set(slot, value)
        case (nil, .list): try machine.set(slot, .list([]))
        case (nil, .optional): try machine.set(slot, .optional(nil))
        case (nil, _): break
        }
      }
      try machine.run(expression.result)
    } catch {
      throw DiagnosticError(Diagnostic(error))
    }
    switch machine.value(expression.result) {
    case .optional(let value)?: return value
    case .null?, nil: return nil
    case let value?: return value
    }
  }
}
