import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// The most each decision can cost, with everything it needs.
struct DecisionCosts {
  /// By decision, the expression that costs most.
  private(set) var dearest: [TypedExpression?] = []
  /// Steps at worst, by decision, without what it needs.
  private var own: [UInt64] = []
  private var sizes: [Slot: UInt64] = [:]
  private let decisions: [LinkedDecision]
  private let limits: CostLimits

  /// The costs of `decisions`, each after those it needs.
  init(_ decisions: [LinkedDecision], facts: [LinkedFact], limits: CostLimits) {
    self.decisions = decisions
    self.limits = limits
    for fact in facts {
      guard let size = fact.declaration.maximumSize else { continue }
      // A character has at most four bytes.
      let unit: UInt64 = fact.declaration.type.erased == .string ? 4 : 1
      sizes[fact.slot] = UInt64(size).times(unit)
    }
    for linked in decisions {
      let cost = cost(of: linked)
      sizes[linked.slot] = cost.size
      own.append(cost.steps)
      dearest.append(cost.dearest)
    }
  }

  /// What a decision costs by itself, and what that rests on.
  private struct Own: Sendable {
    let steps: UInt64
    let dearest: TypedExpression?
    /// How large its result can be.
    let size: UInt64
    let limits: CostLimits
    /// The sizes of the facts and decisions that it looks at.
    let sizes: [Slot: UInt64?]
  }

  private func cost(of linked: LinkedDecision) -> Own {
    func isStill(_ cost: Own) -> Bool {
      cost.limits == limits && cost.sizes.allSatisfy { slot, size in sizes[slot] == size }
    }
    return linked.derive(isStill: isStill) { cost(of: linked.typed) }
  }

  private func cost(of decision: TypedDecision) -> Own {
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
      steps: cost.plus(UInt64(decision.rowCount) * 4), dearest: most?.expression, size: size(of: decision),
      limits: limits, sizes: seen)
  }

  /// Steps of all decisions together.
  var all: UInt64 { own.reduce(0) { $0.plus($1) } }

  /// Steps of a decision and of everything it needs: each once, however often it is named.
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

  /// How large a decision's result can be.
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

extension TypedDecision {
  fileprivate var rowCount: Int {
    if case .rows(let table) = body { return table.rows.count }
    return 0
  }
}
