import TerrainExpressions
import TerrainValues

/// The most an expression can cost and make, from the sizes of what it looks at: steps as the machine counts them, and
/// elements or bytes. What would not fit 64 bits is the greatest number.
struct ExpressionCost {
  /// Steps of evaluating the whole once.
  private(set) var steps: UInt64 = 0
  /// Elements or bytes of the result; 1 of what has neither.
  private(set) var size: UInt64 = 1

  /// What one node costs and makes.
  private struct Estimate {
    var steps: UInt64
    var size: UInt64
  }

  /// The cost of `typed`, where `sizes` are those of slots that say theirs.
  init(_ typed: TypedExpression, sizes: [Slot: UInt64], limits: CostLimits) {
    var estimates: [Estimate] = []
    estimates.reserveCapacity(typed.expression.nodes.count)
    // Children stand before their parents.
    for id in typed.expression.nodes.indices {
      let estimate = Self.estimate(Expression.ID(truncatingIfNeeded: id), typed, estimates, sizes, limits)
      estimates.append(estimate)
    }
    let root = estimates[Int(typed.expression.root)]
    steps = root.steps
    size = root.size
  }

  private static func estimate(
    _ id: Expression.ID, _ typed: TypedExpression, _ done: [Estimate], _ sizes: [Slot: UInt64], _ limits: CostLimits
  ) -> Estimate {
    let usual = typed.types[Int(id)].usualSize(limits)
    func steps(_ ids: [Expression.ID]) -> UInt64 { ids.reduce(0) { $0.plus(done[Int($1)].steps) } }
    switch typed.expression.kind(of: id) {
    case .literal(let value): return Estimate(steps: 1, size: value.estimatedSize)
    case .identifier:
      if case .variable(let variable) = typed.references[Int(id)] {
        switch variable.binding {
        case .slot(let slot): return Estimate(steps: 1, size: sizes[slot] ?? usual)
        case .constant(let value): return Estimate(steps: 1, size: value.estimatedSize)
        case .unbound: break
        }
      }
      return Estimate(steps: 1, size: usual)
    case .select(let operand, _, _, _):
      if case .variable(let variable) = typed.references[Int(id)], case .slot(let slot) = variable.binding {
        return Estimate(steps: 1, size: sizes[slot] ?? usual)
      }
      return Estimate(steps: done[Int(operand)].steps.plus(1), size: usual)
    case .list(let elements, _):
      return Estimate(steps: steps(elements).plus(UInt64(elements.count)).plus(1), size: UInt64(elements.count))
    case .map(let entries):
      let parts = entries.flatMap { [$0.key, $0.value] }
      return Estimate(steps: steps(parts).plus(UInt64(parts.count)).plus(1), size: UInt64(entries.count))
    case .message(_, let fields):
      return Estimate(steps: steps(fields.map(\.value)).plus(1), size: UInt64(fields.count))
    case .comprehension(let loop):
      let rounds = done[Int(loop.range)].size
      let each = steps([loop.condition, loop.step]).plus(2)
      return Estimate(
        steps: steps([loop.range, loop.initial, loop.result]).plus(rounds.times(each)),
        size: max(usual == 1 ? 1 : rounds, done[Int(loop.initial)].size))
    case .call(let function, let target, let arguments):
      let operands = (target.map { [$0] } ?? []) + arguments
      var overload: Overload?
      if case .function(let set, _) = typed.references[Int(id)] { overload = set.overloads.first }
      let inputs = operands.map { done[Int($0)] }
      let work = Self.work(overload?.cost ?? .linear, function, inputs, operands.map { typed.types[Int($0)] })
      return Estimate(steps: steps(operands).plus(work), size: usual == 1 ? 1 : Self.size(function, inputs, usual))
    }
  }

  /// What a call costs beside its operands.
  private static func work(
    _ cost: CallCost, _ function: Text, _ inputs: [Estimate], _ types: [CELType]
  ) -> UInt64 {
    // Texts are worked on eight bytes at a time.
    let sizes = zip(inputs, types).map { input, type in
      switch type {
      case .string, .bytes: input.size / 8 + 1
      default: input.size
      }
    }
    switch cost {
    case .constant:
      // Comparing and searching go through what they are given.
      let walks = ["_==_", "_!=_", "@in"].contains(function.string)
      return walks ? sizes.reduce(1) { $0.plus($1) } : 1
    case .linear: return sizes.reduce(1) { $0.plus($1) }
    case .scaled(let factor): return sizes.reduce(UInt64(1)) { $0.plus($1) }.times(UInt64(max(1, factor)))
    case .quadratic: return sizes.reduce(UInt64(1)) { $0.times($1) }.plus(1)
    }
  }

  /// How much a call can make of its operands: joined, at most all of them together; else what is usual, or as much as the
  /// greatest of them.
  private static func size(_ function: Text, _ inputs: [Estimate], _ usual: UInt64) -> UInt64 {
    switch function {
    case "_+_": inputs.reduce(0) { $0.plus($1.size) }
    case "_?_:_": inputs.dropFirst().map(\.size).max() ?? usual
    default: inputs.map(\.size).max().map { max($0, usual) } ?? usual
    }
  }
}

extension CELType {
  /// How large a value of the type is where nobody says.
  func usualSize(_ limits: CostLimits) -> UInt64 {
    switch self {
    case .string, .bytes: limits.bytes
    case .list, .map, .dyn: limits.elements
    case .optional(let wrapped): wrapped.usualSize(limits)
    default: 1
    }
  }
}

extension Value {
  /// Elements of a list or map, bytes of a text; 1 of everything else.
  fileprivate var estimatedSize: UInt64 {
    switch self {
    case .string(let text): UInt64(max(1, text.utf8.count))
    case .bytes(let bytes): UInt64(max(1, bytes.count))
    case .list(let elements): UInt64(max(1, elements.count))
    case .map(let map): UInt64(max(1, map.count))
    default: 1
    }
  }
}

extension UInt64 {
  /// The sum, or the greatest number where it does not fit.
  func plus(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// The product, or the greatest number where it does not fit.
  func times(_ other: UInt64) -> UInt64 {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}
