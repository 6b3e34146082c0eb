import TerrainBase
import TerrainDocuments

/// A part of an expression that fails whenever it is evaluated, for all facts.
package struct CertainFailure: Sendable {
  /// The location of the failure.
  package let place: Place
  /// The code of the failure (`division-by-zero`).
  package let code: FunctionFailure.Code
  /// The message that a run would give.
  package let message: String
  /// True if the whole expression fails with it. False for parts that are not always evaluated, or whose failure may be absorbed: one side
  /// of `&&` or `||`, a branch of `?:`, the body of a loop, the alternative of `orValue`.
  package var isWhole: Bool
  /// For a literal text that cannot be converted: the conversion of the text that was probably intended, or an empty text if that is
  /// unknown. Nil for other failures.
  package var meant: String?
}

extension TypedExpression {
  /// The parts that fail whenever they are evaluated: constant parts without a value, and operations for which a known operand rules out
  /// success (a division by zero, an invalid pattern). The failure of the whole expression comes first.
  ///
  /// Parts that are never evaluated (`false && …`) are legal and ignored.
  package func certainFailures() -> [CertainFailure] {
    var finder = CertainFailureFinder(self)
    return finder.failures()
  }
}

/// Finds parts that always fail, from the bottom up. The recursion is as deep as the expression, whose depth is limited.
private struct CertainFailureFinder {
  typealias ID = Expression.ID

  private enum Outcome {
    case unknown
    case value(Value)
    case fails(CertainFailure)
  }

  private let typed: TypedExpression
  private let parts: ConstantParts
  /// Nodes may be shared: a cell's input is written once and used twice.
  private var outcomes: [ID: Outcome] = [:]
  private var guarded: [CertainFailure] = []

  init(_ typed: TypedExpression) {
    self.typed = typed
    parts = ConstantParts(typed)
  }

  mutating func failures() -> [CertainFailure] {
    if case .fails(let failure) = outcome(typed.expression.root) { return [failure] + guarded }
    return guarded
  }

  private mutating func outcome(_ id: ID) -> Outcome {
    if let outcome = outcomes[id] { return outcome }
    let outcome = find(id)
    outcomes[id] = outcome
    return outcome
  }

  private mutating func find(_ id: ID) -> Outcome {
    switch typed.references[Int(id)] {
    case .variable(let variable):
      if case .constant(let value) = variable.binding { return .value(value) }
      return .unknown
    case .constant(let value): return .value(value)
    case .local: return .unknown
    case .none, .function: break
    }
    if case .literal(let value) = typed.expression.kind(of: id) { return .value(value) }
    if parts.isConstant(id) {
      // Lists and maps of values that cannot fail need not be evaluated.
      guard parts.mayFail(id) || typed.types[Int(id)].scalarKind != nil else { return .unknown }
      switch parts.evaluate(id) {
      case .success(let value): return .value(value)
      case .failure(let error):
        // A part that takes too much here may still be within the limits of a run.
        guard error.code != .stepLimit, error.code != .sizeLimit else { return .unknown }
        let place = error.place ?? typed.expression.place(of: id)
        return .fails(
          CertainFailure(
            place: place, code: error.code, message: error.message, isWhole: true,
            meant: error.code == .invalidArgument ? meant(at: place) : nil))
      case nil: return .unknown
      }
    }
    switch typed.expression.kind(of: id) {
    case .literal, .identifier: return .unknown
    case .call(let function, let target, let arguments): return call(id, function, target, arguments)
    case .comprehension(let loop): return comprehension(loop)
    case .select, .list, .map, .message:
      var children: [ID] = []
      typed.expression.forEachChild(of: id) { children.append($0) }
      return firstFailure(children) ?? .unknown
    }
  }

  /// The intended form of the text that is converted at `place`, or nil if no text is converted there.
  private func meant(at place: Place) -> String? {
    for (index, node) in typed.expression.nodes.enumerated() {
      guard case .call(let function, nil, let arguments) = node.kind, arguments.count == 1,
        case .literal(.string(let text)) = typed.expression.kind(of: arguments[0]),
        typed.expression.place(of: ID(truncatingIfNeeded: index)) == place,
        case .function(let set, _) = typed.references[index], let overload = set.single
      else { continue }
      guard let candidate = DecimalComma.withPoint(text.string).map({ Text($0) }) else { return "" }
      var steps = ConstantParts.limits.steps
      let value = try? overload.body.call([.string(candidate)], limit: ConstantParts.limits.bytes, steps: &steps)
      return value == nil ? "" : "\(function)('\(candidate)')"
    }
    return nil
  }

  /// The first failure among nodes that are all evaluated.
  private mutating func firstFailure(_ ids: [ID]) -> Outcome? {
    var failure: Outcome?
    for id in ids {
      let outcome = outcome(id)
      if failure == nil, case .fails = outcome { failure = outcome }
    }
    return failure
  }

  /// Adds a failure that may be absorbed.
  private mutating func guardFailure(_ outcome: Outcome) {
    guard case .fails(var failure) = outcome else { return }
    failure.isWhole = false
    guarded.append(failure)
  }

  // MARK: Calls

  private mutating func call(_ id: ID, _ function: Text, _ target: ID?, _ arguments: [ID]) -> Outcome {
    switch (function.string, arguments.count) {
    case ("_&&_", 2): return logic(arguments, decisive: false)
    case ("_||_", 2): return logic(arguments, decisive: true)
    case ("_?_:_", 3): return choice(arguments)
    case ("orValue", 1), ("or", 1):
      if let target, let failure = firstFailure([target]) { return failure }
      guardFailure(outcome(arguments[0]))
      return .unknown
    default: break
    }
    var operands = arguments
    if let target, !isNamespace(id) { operands.insert(target, at: 0) }
    if let failure = firstFailure(operands) { return failure }
    guard operands.count == 2, case .value(let second) = outcome(operands[1]),
      let failure = secondOperandFailure(id, operands[0], second)
    else { return .unknown }
    return .fails(
      CertainFailure(
        place: typed.expression.place(of: id), code: failure.code, message: failure.message, isWhole: true))
  }

  private func isNamespace(_ id: ID) -> Bool {
    if case .function(_, namespaced: true) = typed.references[Int(id)] { return true }
    return false
  }

  /// `&&` and `||`: a decisive operand makes a failure of the other operand harmless.
  private mutating func logic(_ operands: [ID], decisive: Bool) -> Outcome {
    var failure: Outcome?
    var isOpen = false
    for operand in operands {
      let outcome = outcome(operand)
      switch outcome {
      case .value(.bool(let truth)): if truth == decisive { return .value(.bool(decisive)) }
      case .fails: failure = failure ?? outcome
      case .value, .unknown: isOpen = true
      }
    }
    guard let failure else { return isOpen ? .unknown : .value(.bool(!decisive)) }
    guard isOpen else { return failure }
    guardFailure(failure)
    return .unknown
  }

  private mutating func choice(_ operands: [ID]) -> Outcome {
    switch outcome(operands[0]) {
    case .fails(let failure): return .fails(failure)
    case .value(.bool(let truth)): return outcome(operands[truth ? 1 : 2])
    case .value, .unknown: break
    }
    let (yes, no) = (outcome(operands[1]), outcome(operands[2]))
    if case .fails = yes, case .fails = no { return yes }
    guardFailure(yes)
    guardFailure(no)
    return .unknown
  }

  private mutating func comprehension(_ loop: Expression.Comprehension) -> Outcome {
    if let failure = firstFailure([loop.range, loop.initial]) { return failure }
    // The body is not evaluated if the range is empty.
    guardFailure(outcome(loop.condition))
    guardFailure(outcome(loop.step))
    return firstFailure([loop.result]) ?? .unknown
  }

  /// The failure of a call with this second operand for every first operand.
  private func secondOperandFailure(_ id: ID, _ first: ID, _ second: Value) -> FunctionFailure? {
    guard case .function(let set, _) = typed.references[Int(id)] else { return nil }
    if set.name == "_[_]", case .list = typed.types[Int(first)], case .int(let index) = second, index < 0 {
      return FunctionFailure(.indexOutOfRange, "a list has no element at a negative index")
    }
    guard let overload = set.single, overload.parameters.count == 2,
      let probe = Self.probe(set.name, overload, second)
    else { return nil }
    var steps = ConstantParts.limits.steps
    do throws(FunctionFailure) {
      _ = try overload.body.call([probe, second], limit: ConstantParts.limits.bytes, steps: &steps)
      return nil
    } catch {
      return error
    }
  }

  /// A first operand with which the call fails only if it fails with every first operand, or nil if no such operand is known.
  private static func probe(_ function: Text, _ overload: Overload, _ second: Value) -> Value? {
    switch (function.string, overload.parameters[0]) {
    case ("matches", .string): return .string("")
    case ("_/_", let type), ("_%_", let type):
      switch (type, second) {
      case (.int, .int(0)): return .int(1)
      case (.uint, .uint(0)): return .uint(1)
      case (.decimal, .decimal(let divisor)) where divisor == .zero: return .decimal(ExactDecimal(1 as Int64))
      default: return nil
      }
    // A getter with the name of a time zone.
    case (_, .timestamp) where overload.parameters[1] == .string: return .timestamp(.epoch)
    default: return nil
    }
  }
}

/// The parts of an expression that do not depend on facts, and their values. The regular evaluator computes each part in separate bytecode.
struct ConstantParts {
  typealias ID = Expression.ID

  /// The limits of evaluating one part. Parts that need more are left to a run.
  static let limits = EvaluationLimits(steps: 200_000, bytes: 8 << 20)

  private let typed: TypedExpression
  private let constant: [Bool]
  private let failing: [Bool]

  init(_ typed: TypedExpression) {
    self.typed = typed
    let count = typed.expression.nodes.count
    var constant = [Bool](repeating: true, count: count)
    // For each node, the enclosing loops whose variables it uses.
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
    // The body of a loop has no value of its own, because it depends on the loop's variables.
    for index in 0..<count where !open[index].isEmpty { constant[index] = false }
    self.failing = failing
    self.constant = constant
  }

  /// True if a node of this kind may fail even if its children do not.
  private static func failsItself(_ kind: Expression.Kind) -> Bool {
    switch kind {
    case .literal, .list(_, optionals: []): false
    default: true
    }
  }

  /// True if the node has the same value or the same failure for all facts.
  func isConstant(_ id: ID) -> Bool { constant[Int(id)] }

  /// True if the node may fail.
  func mayFail(_ id: ID) -> Bool { failing[Int(id)] }

  /// The value of a constant node, or its failure. Nil if it cannot become bytecode.
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

  /// The node and its descendants as a separate expression, with parameters replaced by literals.
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
    // Children come before their parents in both numberings.
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
