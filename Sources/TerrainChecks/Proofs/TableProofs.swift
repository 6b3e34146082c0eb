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
  /// Rows whose sum leaves the range of its type.
  package var overflow: SumOverflow?
  /// The limit that kept this from being decided.
  package var overflowStoppedBy: ProofLimit?
  /// Steps taken for all of it.
  package var steps = 0
  /// Whether a search reached a limit, if only one whose answer did not count: with other limits there might be other findings.
  package var hasReachedLimit = false

  /// True when a limit of steps kept something from being proved.
  package var ranOutOfSteps: Bool {
    gaps.stopped?.limit == .steps || overlaps.stoppedBy == .steps || deadRows.stoppedBy == .steps
      || overflowStoppedBy == .steps
  }
}

extension ProofTable {
  /// Proves what there is to prove about the table: which inputs no row covers (when it has to be `whole`), which rows
  /// hold together where only one may, which can never fire, and which comparisons change nothing.
  package func findings(policy: RowPolicy, whole: Bool, limits: ProofLimits = ProofLimits()) -> TableFindings {
    var findings = TableFindings()
    var search = ProofSearch(CompiledTable(self), limits: limits)
    // Each part has steps of its own: none can starve another.
    if whole { findings.gaps = GapDiagram.findings(in: &search, limits: limits, steps: limits.steps / 5 * 2) }
    let end = search.steps + limits.steps / 5 * 2
    var proofs = RowProofs(search, limits: limits)
    switch policy {
    case .unique:
      findings.overlaps = proofs.overlaps(until: end)
      findings.deadRows = proofs.deadRows(order: nil, until: end)
    case .precedence(let order): findings.deadRows = proofs.deadRows(order: order, until: end)
    case .every: findings.deadRows = proofs.deadRows(order: nil, until: end)
    }
    var idle = IdleSearch(steps: 0, hasReachedLimit: false)
    findings.idle = idleComparisons(limits: limits, &idle)
    findings.steps = proofs.steps + proofs.looks / 16 + idle.steps
    findings.hasReachedLimit = findings.ranOutOfSteps || proofs.hasReachedLimit || idle.hasReachedLimit
    return findings
  }
}
