import TerrainBase
import TerrainDocuments
import TerrainExpressions

/// The maximum cost of each decision, including the decisions that it needs.
struct DecisionCosts {
  /// The most expensive expression of each decision.
  private(set) var dearest: [TypedExpression?] = []
  /// The maximum number of steps of each decision, without the decisions that it needs.
  private var own: [UInt64] = []
  private var sizes: [Slot: UInt64] = [:]
  private let decisions: [TypedDecision]
  private let limits: CostLimits

  /// The costs of `decisions`, each of which comes after those that it needs.
  init(_ decisions: [TypedDecision], facts: [(declaration: FactDeclaration, slot: Slot)], limits: CostLimits) {
    self.decisions = decisions
    self.limits = limits
    for (fact, slot) in facts {
      guard let size = fact.maximumSize else { continue }
      // A character has at most four bytes.
      sizes[slot] = UInt64(size).times(fact.type.erased == .string ? 4 : 1)
    }
    for decision in decisions {
      let cost = cost(of: decision)
      sizes[decision.slot] = cost.size
      own.append(cost.steps)
      dearest.append(cost.dearest)
    }
  }

  /// The cost of a decision by itself, and the sizes from which it was computed.
  private struct Own: Sendable {
    let steps: UInt64
    let dearest: TypedExpression?
    /// The maximum size of its result.
    let size: UInt64
    let limits: CostLimits
    /// The sizes of the facts and decisions that it reads.
    let sizes: [Slot: UInt64?]
  }

  private func cost(of decision: TypedDecision) -> Own {
    func isStill(_ cost: Own) -> Bool {
      cost.limits == limits && cost.sizes.allSatisfy { slot, size in sizes[slot] == size }
    }
    return decision.derive(isStill: isStill) { computedCost(of: decision) }
  }

  private func computedCost(of decision: TypedDecision) -> Own {
    var cost: UInt64 = 1
    var most: (expression: TypedExpression, steps: UInt64)?
    var seen: [Slot: UInt64?] = [:]
    decision.forEachExpression { expression in
      let steps = ExpressionCost(expression, sizes: sizes, limits: limits).steps
      cost = cost.plus(steps)
      if steps > most?.steps ?? 0 { most = (expression, steps) }
      for reference in expression.references {
        guard case .variable(let variable) = reference, case .slot(let slot) = variable.binding else { continue }
        seen[slot] = .some(sizes[slot])
      }
    }
    return Own(
      steps: cost.plus(UInt64(decision.table?.rows.count ?? 0) * 4), dearest: most?.expression,
      size: size(of: decision), limits: limits, sizes: seen)
  }

  /// The number of steps of all decisions together.
  var all: UInt64 { own.reduce(0) { $0.plus($1) } }

  /// The number of steps of a decision and of all decisions that it needs, each counted once.
  func steps(of decision: Int) -> UInt64 {
    var needed: Set<Int> = []
    var waiting = [decision]
    var total: UInt64 = 0
    while let next = waiting.popLast() {
      guard needed.insert(next).inserted else { continue }
      total = total.plus(own[next])
      waiting += decisions[next].needs
    }
    return total
  }

  /// The maximum size of a decision's result.
  private func size(of decision: TypedDecision) -> UInt64 {
    switch decision.body {
    case .rows(let table) where table.hit == .collect:
      return min(UInt64(table.limit ?? Int.max), UInt64(max(1, table.rows.count)))
    case .value(.expression(let expression)):
      return ExpressionCost(expression, sizes: sizes, limits: limits).size
    default: return decision.type.usualSize(limits)
    }
  }
}

/// The maximum cost of an expression and the maximum size of its result, computed from the sizes of its inputs. Steps are those of the
/// machine; sizes are elements or bytes. Numbers that overflow become the largest number.
struct ExpressionCost {
  /// The number of steps to evaluate the whole expression once.
  private(set) var steps: UInt64 = 0
  /// The number of elements or bytes of the result; 1 for values that have neither.
  private(set) var size: UInt64 = 1

  /// The cost of one node and the size of its result.
  struct Estimate {
    var steps: UInt64
    /// The number of elements of a list or map, or of bytes of a text; 1 for other values.
    var size: UInt64
    /// The number of steps to visit the whole result with its content.
    var deep: UInt64
  }

  private let typed: TypedExpression
  private let sizes: [Slot: UInt64]
  private let limits: CostLimits
  /// The estimates of the nodes; children come before their parents.
  private var done: [Estimate] = []

  /// The cost of `typed`.
  ///
  /// - Parameter sizes: The declared sizes of slots.
  init(_ typed: TypedExpression, sizes: [Slot: UInt64], limits: CostLimits) {
    self.typed = typed
    self.sizes = sizes
    self.limits = limits
    done.reserveCapacity(typed.expression.nodes.count)
    for id in typed.expression.nodes.indices { done.append(estimate(Expression.ID(truncatingIfNeeded: id))) }
    let root = done[Int(typed.expression.root)]
    steps = root.steps
    size = root.size
  }

  private func type(_ id: Expression.ID) -> CELType { typed.types[Int(id)] }

  private func steps(_ ids: [Expression.ID]) -> UInt64 { ids.reduce(0) { $0.plus(done[Int($1)].steps) } }

  /// The estimate of an existing value of the type of `id`, with the given size or the usual size.
  private func named(_ id: Expression.ID, size: UInt64? = nil) -> Estimate {
    let size = size ?? type(id).usualSize(limits)
    return Estimate(steps: 1, size: size, deep: type(id).usualDepth(size, limits))
  }

  private func named(_ id: Expression.ID, _ value: Value) -> Estimate {
    Estimate(steps: 1, size: value.estimatedSize, deep: value.estimatedDepth)
  }

  private func estimate(_ id: Expression.ID) -> Estimate {
    switch typed.expression.kind(of: id) {
    case .literal(let value): return named(id, value)
    case .identifier: return identifier(id)
    case .select(let operand, let field, _, _):
      if case .variable(let variable) = typed.references[Int(id)], case .slot(let slot) = variable.binding {
        return named(id, size: sizes[slot])
      }
      var estimate = named(id)
      estimate.steps = done[Int(operand)].steps.plus(UInt64(field.utf8.count / 8) + 1)
      return estimate
    case .list(let elements, _):
      let count = UInt64(elements.count)
      let deep = elements.reduce(count) { $0.plus(done[Int($1)].deep) }
      return Estimate(steps: steps(elements).plus(count).plus(1), size: count, deep: deep)
    case .map(let entries):
      let parts = entries.flatMap { [$0.key, $0.value] }
      let count = UInt64(parts.count)
      let keys = entries.reduce(0 as UInt64) { $0.plus(done[Int($1.key)].size / 2 + 1) }
      let deep = parts.reduce(count) { $0.plus(done[Int($1)].deep) }
      return Estimate(steps: steps(parts).plus(count).plus(keys).plus(1), size: UInt64(entries.count), deep: deep)
    case .message(_, let fields):
      let values = fields.map { $0.value }
      let deep = values.reduce(UInt64(fields.count)) { $0.plus(done[Int($1)].deep) }
      return Estimate(steps: steps(values).plus(1), size: UInt64(fields.count), deep: deep)
    case .comprehension(let loop): return comprehension(id, loop)
    case .call(let function, let target, let arguments):
      let operands = (target.map { [$0] } ?? []) + arguments
      var overloads: [Overload] = []
      if case .function(let set, _) = typed.references[Int(id)] { overloads = set.overloads }
      let result = made(id, function, operands)
      let work = overloads.map { self.work($0, function, operands, makes: result.size) }.max() ?? Self.logic
      return Estimate(steps: steps(operands).plus(work), size: result.size, deep: result.deep)
    }
  }

  private func identifier(_ id: Expression.ID) -> Estimate {
    switch typed.references[Int(id)] {
    case .variable(let variable):
      switch variable.binding {
      case .slot(let slot): return named(id, size: sizes[slot])
      case .constant(let value): return named(id, value)
      case .unbound: return named(id)
      }
    case .local(let loop, _):
      // The size of a bound name is the size of its value.
      if case .comprehension(let bound) = typed.expression.kind(of: loop), bound.macro == "bind",
        Int(bound.initial) < done.count
      {
        var estimate = done[Int(bound.initial)]
        estimate.steps = 1
        return estimate
      }
      return named(id)
    default: return named(id)
    }
  }

  private func comprehension(_ id: Expression.ID, _ loop: Expression.Comprehension) -> Estimate {
    let range = done[Int(loop.range)]
    let initial = done[Int(loop.initial)]
    let result = done[Int(loop.result)]
    let each = steps([loop.condition, loop.step]).plus(3)
    let total = steps([loop.range, loop.initial, loop.result]).plus(range.size.times(each))
    guard loop.macro != "bind" else { return Estimate(steps: total, size: result.size, deep: result.deep) }
    guard type(id).usualSize(limits) != 1 else { return Estimate(steps: total, size: 1, deep: 1) }
    let size = max(range.size, initial.size)
    let appended = range.size.times(appended(loop.step)).plus(size)
    return Estimate(
      steps: total, size: size, deep: max(appended, initial.deep, type(id).usualDepth(size, limits)))
  }

  /// The number of steps to visit the part that one round of a loop appends.
  private func appended(_ step: Expression.ID) -> UInt64 {
    guard case .call(let function, let target, let arguments) = typed.expression.kind(of: step) else { return 0 }
    switch function {
    case "_+_": return arguments.last.map { done[Int($0)].deep } ?? 0
    case "_?_:_": return arguments.dropFirst().map { appended($0) }.max() ?? 0
    default: return ((target.map { [$0] } ?? []) + arguments).dropFirst().reduce(0) { $0.plus(done[Int($1)].deep) }
    }
  }

  // MARK: Calls

  /// The cost of a call without its operands, including a visit of its result.
  private func work(
    _ overload: Overload, _ function: Text, _ operands: [Expression.ID], makes size: UInt64
  ) -> UInt64 {
    let inputs = operands.map { done[Int($0)] }
    if let steps = comparison(function, operands) { return steps }
    if overload.parameters.allSatisfy({ $0.isUnboxed }), BinaryOperator(function: function) != nil {
      return overload.result == .bool ? Self.logic : 1
    }
    let sizes = zip(inputs, operands).map { input, id in type(id).length(input.size) }
    let all = sizes.reduce(0 as UInt64) { $0.plus($1) }
    let deep = inputs.reduce(0 as UInt64) { $0.plus($1.deep) }
    var steps = UInt64(overload.steps).plus(1)
    switch overload.cost {
    case .constant: return steps
    case .linear: steps = steps.plus(all)
    case .scaled(let factor), .copying(let factor): steps = steps.plus(all.times(UInt64(factor)))
    case .deep(let factor): steps = steps.plus(deep.times(UInt64(factor)))
    case .sorting:
      let elements = sizes.first ?? 0
      steps = steps.plus(deep.plus(elements).times(UInt64(UInt64.bitWidth - elements.leadingZeroBitCount)))
    case .quadratic: steps = steps.plus(sizes.reduce(1) { $0.times($1.plus(1)) })
    }
    return steps.plus(metered(overload, operands)).plus(overload.result.length(size))
  }

  /// Comparison and search visit both operands up to the size of the smaller one. Nil for all other functions.
  private func comparison(_ function: Text, _ operands: [Expression.ID]) -> UInt64? {
    guard operands.count == 2 else { return nil }
    let (x, y) = (done[Int(operands[0])], done[Int(operands[1])])
    switch function {
    case "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_":
      return min(x.deep, y.deep).times(type(operands[0]).mayHoldMap ? UInt64(Value.entrySteps) : 1).plus(1)
    case "@in":
      guard case .list(let element) = type(operands[1]) else { return x.size.plus(y.size).plus(2) }
      let usual = element.usualDepth(element.usualSize(limits), limits)
      let compared = min(y.size.times(min(x.deep, usual).plus(1)), y.size.plus(y.deep))
      return compared.times(element.mayHoldMap ? UInt64(Value.entrySteps) : 1).plus(1)
    case "_[_]", "_[?_]": return (y.size / 2).plus(2).plus(UInt64(Overload.usualSteps))
    default: return nil
    }
  }

  /// The upper bound of costs that the machine measures at run time.
  private func metered(_ overload: Overload, _ operands: [Expression.ID]) -> UInt64 {
    guard case .metered = overload.body, operands.count == 2 else { return 0 }
    let (x, y) = (done[Int(operands[0])], done[Int(operands[1])])
    if overload.result == .bool {
      guard case .literal(.string(let pattern)) = typed.expression.kind(of: operands[1]),
        let most = PreparedCalls.stepsPerByte(ofPattern: pattern)
      else { return x.size.plus(1).times(y.size.plus(1)).plus(Self.unknownPattern) }
      return x.size.plus(2).times(UInt64(most)).plus(Self.knownPattern)
    }
    guard case .literal(.string(let format)) = typed.expression.kind(of: operands[0]) else {
      return x.size.times(Self.clause.plus(Self.longestClause))
    }
    let clauses = format.utf8.count { $0 == UInt8(ascii: "%") }
    return UInt64(clauses).times(Self.clause.plus(format.utf8.contains(UInt8(ascii: ".")) ? Self.longestClause : 0))
  }

  /// The number of steps of a branch.
  private static let logic: UInt64 = 3
  /// The number of steps to compile and start a constant pattern, and a computed pattern.
  private static let knownPattern: UInt64 = 1000
  private static let unknownPattern: UInt64 = 100_000
  private static let clause = UInt64(FormatFunction.clauseSteps)
  private static let longestClause = UInt64(FormatFunction.mostDigitSteps)

  /// The maximum size of a call's result: for concatenation, all operands together; else the usual size, or the size of the largest operand
  /// if that is larger.
  private func made(_ id: Expression.ID, _ function: Text, _ operands: [Expression.ID]) -> (size: UInt64, deep: UInt64)
  {
    let usual = type(id).usualSize(limits)
    guard usual != 1 else { return (1, 1) }
    let inputs = operands.map { done[Int($0)] }
    let largest = max(usual, inputs.map { $0.size }.max() ?? 0)
    let all = inputs.reduce(0 as UInt64) { $0.plus($1.size) }
    let deep = inputs.reduce(0 as UInt64) { $0.plus($1.deep) }
    var size = largest
    switch function {
    case "_+_": return (all, deep)
    case "_?_:_":
      let branches = inputs.dropFirst()
      return (branches.map { $0.size }.max() ?? usual, branches.map { $0.deep }.max() ?? usual)
    // The result of these is not larger than their receiver.
    case "lowerAscii", "upperAscii", "trim", "substring", "reverse", "sort", "distinct", "slice":
      if let first = inputs.first { return (first.size, first.deep) }
    case "orValue": return (inputs.map({ $0.size }).max() ?? usual, inputs.map({ $0.deep }).max() ?? usual)
    case "join", "format": size = deep.times(8).plus(all.times(inputs.last?.size ?? 1)).plus(all)
    case "replace": size = inputs.first?.size.plus(1).times((inputs.dropFirst(2).first?.size ?? 0).plus(1)) ?? usual
    case "split": size = inputs.first?.size.plus(1) ?? usual
    case "flatten": size = max(usual, deep)
    // A ligature becomes several letters: at most three bytes for each byte.
    case "folded": size = largest.times(3)
    case "base64.encode", "strings.quote": size = largest.times(2).plus(4)
    case "lists.range":
      if let first = operands.first, case .literal(.int(let count)) = typed.expression.kind(of: first) {
        size = UInt64(max(1, count))
      }
    default: break
    }
    return (size, max(deep, type(id).usualDepth(size, limits)))
  }
}

extension CELType {
  /// True if values of the type can be or contain maps, whose comparison costs more than that of lists.
  fileprivate var mayHoldMap: Bool {
    switch self {
    case .map, .record, .dyn: true
    case .list(let inner), .optional(let inner), .wrapper(let inner): inner.mayHoldMap
    default: false
    }
  }
}

// Sizes, for estimating costs.

extension CELType {
  /// The assumed size of a value of the type without a declared one.
  func usualSize(_ limits: CostLimits) -> UInt64 {
    switch self {
    case .string, .bytes: limits.bytes
    case .list, .map, .dyn: limits.elements
    case .optional(let wrapped): wrapped.usualSize(limits)
    default: 1
    }
  }

  /// The number of steps to visit a value of the type with size `size` and with content of the usual size.
  func usualDepth(_ size: UInt64, _ limits: CostLimits) -> UInt64 {
    func inside(_ type: CELType) -> UInt64 { type.usualDepth(type.usualSize(limits), limits) }
    switch self {
    case .string, .bytes: return size / 8 + 1
    case .list(let element): return size.times(inside(element).plus(1))
    case .map(let key, let value): return size.times(inside(key).plus(inside(value)).plus(2))
    case .record(let record): return record.fields.reduce(1) { $0.plus(inside($1.type)).plus(2) }
    case .optional(let wrapped): return wrapped.usualDepth(size, limits).plus(1)
    case .dyn: return size
    default: return 1
    }
  }

  /// The number of steps to visit a value of the type with size `size`, without its content.
  func length(_ size: UInt64) -> UInt64 {
    switch self {
    case .string, .bytes: size / 8 + 1
    default: size
    }
  }

  /// True for types whose values are processed by instructions, not calls.
  var isUnboxed: Bool {
    switch self {
    case .int, .uint, .double, .bool: true
    default: false
    }
  }
}

extension Value {
  /// The number of elements of a list or map, or of bytes of a text; 1 for other values.
  var estimatedSize: UInt64 {
    switch self {
    case .string(let text): UInt64(max(1, text.utf8.count))
    case .bytes(let bytes): UInt64(max(1, bytes.count))
    case .list(let elements): UInt64(max(1, elements.count))
    case .map(let map): UInt64(max(1, map.count))
    default: 1
    }
  }

  /// The number of steps to visit the value with its content.
  var estimatedDepth: UInt64 {
    switch self {
    case .string, .bytes: estimatedSize / 8 + 1
    case .list(let elements): elements.reduce(UInt64(elements.count)) { $0.plus($1.estimatedDepth) }
    case .map(let map):
      map.entries.reduce(UInt64(map.count)) { $0.plus($1.key.estimatedDepth).plus($1.value.estimatedDepth) }
    default: 1
    }
  }
}

extension UInt64 {
  /// The sum, or the largest number if it overflows.
  func plus(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// The product, or the largest number if it overflows.
  func times(_ other: UInt64) -> UInt64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}

/// The assumed sizes of inputs without a declared size, and the maximum cost of a decision.
package struct CostLimits: Hashable, Sendable {
  /// `decision-cost`: the maximum number of steps of a decision for all facts within their declared sizes. A rule set with a decision above
  /// it is not loaded.
  package var decision: UInt64
  /// The assumed number of elements of a list or map without `max_size`.
  package var elements: UInt64
  /// The assumed number of bytes of a text without `max_size`.
  package var bytes: UInt64

  /// Default limits: lists of 100 elements, texts of 1000 bytes, and twenty times the steps of a run. Few texts reach their maximum length,
  /// and a run that takes too many steps is stopped at run time.
  package init(decision: UInt64 = 200_000_000, elements: UInt64 = 100, bytes: UInt64 = 1000) {
    self.decision = decision
    self.elements = elements
    self.bytes = bytes
  }

  /// The default limits.
  package static let standard = CostLimits()
}
