import TerrainBase

/// The parts of an expression that need no fact, and their values: computed by the one evaluator, each in bytecode of
/// its own.
struct ConstantParts {
  typealias ID = Expression.ID

  /// What evaluating one part may cost; a part that needs more is left to a run.
  static let limits = EvaluationLimits(steps: 200_000, bytes: 8 << 20)

  private let typed: TypedExpression
  private let constant: [Bool]
  private let failing: [Bool]

  init(_ typed: TypedExpression) {
    self.typed = typed
    let count = typed.expression.nodes.count
    var constant = [Bool](repeating: true, count: count)
    // Of each node, the loops outside it whose variables it uses.
    var open: [Set<ID>] = Array(repeating: [], count: count)
    var failing: [Bool] = Array(repeating: false, count: count)
    for index in 0..<count {
      let id = ID(truncatingIfNeeded: index)
      var loops: Set<ID> = []
      switch typed.references[index] {
      case .variable(let variable):
        if case .constant = variable.binding { continue }
        constant[index] = false
        continue
      case .constant: continue
      case .local(let loop, _): loops.insert(loop)
      case .none, .function:
        var isConstant = true
        var fails = Self.failsItself(typed.expression.kind(of: id))
        typed.expression.forEachChild(of: id) { child in
          isConstant = isConstant && constant[Int(child)]
          fails = fails || failing[Int(child)]
          loops.formUnion(open[Int(child)])
        }
        loops.remove(id)
        constant[index] = isConstant
        failing[index] = fails
      }
      open[index] = loops
    }
    // The body of a loop has no value of its own.
    for index in 0..<count where !open[index].isEmpty { constant[index] = false }
    self.failing = failing
    self.constant = constant
  }

  /// Whether a node of this kind may fail, beside what is inside it.
  private static func failsItself(_ kind: Expression.Kind) -> Bool {
    switch kind {
    case .literal, .list(_, optionals: []): false
    default: true
    }
  }

  /// Whether the node has the same value, or the same failure, whatever the facts are.
  func isConstant(_ id: ID) -> Bool { constant[Int(id)] }

  /// Whether the node may have no value.
  func mayFail(_ id: ID) -> Bool { failing[Int(id)] }

  /// The value of a constant node, or why it has none; nil where it is not for bytecode.
  func evaluate(_ id: ID) -> Result<Value, EvaluationError>? {
    var slots = SlotTable()
    let result = slots.addDecision("a constant", .dyn)
    let part = part(id)
    var builder = BytecodeBuilder(slots: slots)
    builder.define(result) { builder, register, _ in builder.evaluate(part, into: register) }
    guard let bytecode = builder.finish().bytecode else { return nil }
    let machine = Machine(bytecode, limits: Self.limits)
    do throws(EvaluationError) {
      try machine.run(result)
      return machine.value(result).map { .success($0) }
    } catch {
      return .failure(error)
    }
  }

  /// The node with what is under it, as an expression of its own. Parameters in it have become literals.
  private func part(_ root: ID) -> TypedExpression {
    var needed: Set<ID> = []
    var waiting = [root]
    while let id = waiting.popLast() {
      guard needed.insert(id).inserted else { continue }
      switch typed.references[Int(id)] {
      case .variable, .constant, .local: break
      case .none, .function: typed.expression.forEachChild(of: id) { waiting.append($0) }
      }
    }
    // Children come before their parents, here as there.
    let old = needed.sorted()
    let new = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1, ID(truncatingIfNeeded: $0)) })
    var nodes: [Expression.Node] = []
    var references: [TypedExpression.Reference] = []
    for id in old {
      var node = typed.expression[id]
      var reference = typed.references[Int(id)]
      switch reference {
      case .variable(let variable):
        if case .constant(let value) = variable.binding { node.kind = .literal(value) }
        reference = .none
      case .constant(let value):
        node.kind = .literal(value)
        reference = .none
      case .local(let loop, let role):
        node.kind = .identifier("")
        reference = .local(loop: new[loop] ?? loop, role)
      case .none, .function: node.kind = node.kind.renumbered { new[$0] ?? $0 }
      }
      nodes.append(node)
      references.append(reference)
    }
    let expression = Expression(nodes: nodes, root: new[root] ?? 0, source: typed.expression.source)
    return TypedExpression(expression: expression, types: old.map { typed.types[Int($0)] }, references: references)
  }
}
