import TerrainDocuments
import TerrainExpressions
import TerrainBase

extension RuleSet {
  /// The most steps that `decision` can take, with everything it needs, whatever the facts within their declared sizes.
  package func worstCost(of decision: Decision, limits: CostLimits = .standard) -> UInt64 {
    let costs = DecisionCosts(linkedDecisions, facts: linkedFacts, limits: limits)
    return costs.steps(of: decision.index)
  }

  /// The decisions that can cost more than they may. One that only needs such a decision is not diagnosed.
  static func diagnosticsOfCost(_ linker: Linker, limits: CostLimits) -> [Diagnostic] {
    let costs = DecisionCosts(linker.decisions, facts: linker.facts, limits: limits)
    // Mostly, all together do not cost what one may.
    guard costs.all > limits.decision else { return [] }
    let steps = linker.decisions.indices.map { costs.steps(of: $0) }
    var diagnostics: [Diagnostic] = []
    for (index, linked) in linker.decisions.enumerated() where steps[index] > limits.decision {
      if linked.needs.contains(where: { steps[$0] > limits.decision }) { continue }
      diagnostics.append(
        .tooCostly(linked.typed, steps[index], limits.decision, dearest: costs.dearest[index]))
    }
    return diagnostics
  }
}

extension Diagnostic {
  static func tooCostly(
    _ decision: TypedDecision, _ steps: UInt64, _ limit: UInt64, dearest: TypedExpression?
  ) -> Diagnostic {
    let most = steps == .max ? "more steps than can be counted" : "up to \(steps) steps"
    return Diagnostic(
      code: "rules/too-costly",
      message: "deciding `\(decision.fullName)` can take \(most), and may take \(limit) (limit `decision-cost`)",
      place: decision.place,
      related: dearest.map { [Related(message: "most of it here", place: $0.expression.place(of: $0.expression.root))] }
        ?? [],
      fix: "declare with `max_size` how many elements its facts can have, or loop inside fewer loops")
  }
}
