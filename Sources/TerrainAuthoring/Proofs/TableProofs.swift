/// How the rows of a table compete, as far as proofs are concerned.
package enum RowPolicy: Sendable {
  /// Exactly one row may hold.
  case unique
  /// Of the rows that hold, the first in `order` wins.
  case precedence(order: [Int])
  /// Every row that holds counts.
  case every
}

/// Everything proved about one table.
package struct TableFindings: Sendable {
  /// Empty where a table need not cover all inputs.
  package var gaps = GapFindings()
  /// Empty unless only one row may hold.
  package var overlaps = OverlapFindings()
  package var deadRows = DeadRowFindings()
  package var idle: [IdleComparison] = []
  /// Steps taken for all of it.
  package var steps = 0
}

extension ProofTable {
  /// Proves what there is to prove about the table: which inputs no row covers (when it has to be `whole`), which rows
  /// hold together where only one may, which can never fire, and which comparisons tell nothing.
  package func findings(policy: RowPolicy, whole: Bool, limits: ProofLimits = ProofLimits()) -> TableFindings {
    var findings = TableFindings()
    var search = ProofSearch(CompiledTable(self))
    // Half of the steps for gaps, the rest for rows: neither can starve the other.
    if whole {
      search.allow(limits.steps / 2)
      findings.gaps = GapDiagram.findings(in: &search, limits: limits)
    }
    let end = search.steps + limits.steps / 2
    var proofs = RowProofs(search, limits: limits)
    switch policy {
    case .unique:
      findings.overlaps = proofs.overlaps(until: end)
      findings.deadRows = proofs.deadRows(order: nil, until: end)
    case .precedence(let order): findings.deadRows = proofs.deadRows(order: order, until: end)
    case .every: findings.deadRows = proofs.deadRows(order: nil, until: end)
    }
    findings.idle = idleComparisons(limits: limits)
    findings.steps = proofs.steps
    return findings
  }
}
