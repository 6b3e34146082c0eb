import TerrainRules

/// The proofs of all tables of a rule set, within limits for all of them together.
///
/// Every table of several first gets an equal share of an eighth of the steps, which is more than most need. Tables that need more are
/// proved again, with equal shares of the remaining steps: a few hard tables starve neither the others nor each other. Only step counts
/// decide, so that the same rule set has the same findings everywhere.
package struct RuleSetProofs {
  /// The outcome for one table.
  package enum Outcome: Sendable {
    case proved(TableFindings)
    /// The table exceeds the named limit, with the given value, and was not analyzed.
    case tooLarge(limit: String, value: Int)
  }

  let limits: ProofLimits
  private let view: TableView
  private let ways = TableWays()
  /// The contents of the tables, for a cache of earlier proofs; nil without a cache.
  private let contents: TableContents?
  /// The outcome for each table; nil for tables without rows.
  package private(set) var tables: [Outcome?]
  /// The total number of steps.
  private(set) var steps = 0

  package init(_ view: TableView, limits: ProofLimits, contents: TableContents? = nil) {
    self.view = view
    self.contents = contents
    self.limits = limits
    tables = Array(repeating: nil, count: view.tables.count)
    let positions = view.tables.indices.filter { !view.tables[$0].rows.isEmpty }
    guard !positions.isEmpty else { return }
    var hard: [Int] = []
    for index in positions {
      let share = positions.count == 1 ? limits.steps : limits.steps / 8 / positions.count
      let (outcome, steps) = outcome(index, steps: share)
      tables[index] = outcome
      self.steps += steps
      if case .proved(let findings) = outcome, findings.ranOutOfSteps, positions.count > 1 { hard.append(index) }
    }
    for (position, index) in hard.enumerated() {
      let (outcome, steps) = outcome(index, steps: max(0, limits.steps - self.steps) / (hard.count - position))
      tables[index] = outcome
      self.steps += steps
    }
  }

  /// The table at `index` as proofs see it.
  func table(_ index: Int) -> DecisionTable { DecisionTable(view, index: index, limits: limits, ways: ways) }

  /// A proof of a table, within some steps.
  private struct Run: Sendable {
    let outcome: Outcome
    /// The steps that it took.
    let steps: Int
    /// The steps that it was allowed.
    let allowed: Int
    /// True if no limit was reached on the way.
    let isComplete: Bool

    /// Returns true if a proof within `steps` would have the same result. A part of a proof may take a tenth of all steps; if no part
    /// reached its limit, the result is the same.
    func holds(within steps: Int) -> Bool {
      steps == allowed || isComplete && steps >= min(allowed, 10 * self.steps + 1_000)
    }
  }

  /// The maximum number of cached proofs of equal tables, each within different steps.
  private static let mostRuns = 16

  /// The outcome for a table within `steps`: a cached proof of an equal table, or a new proof.
  private func outcome(_ index: Int, steps: Int) -> (Outcome, steps: Int) {
    guard let contents, let number = contents.number(ofTable: index) else {
      let run = prove(index, steps: steps)
      return (run.outcome, run.steps)
    }
    let question = ProofMemory.Question(kind: .table, contents: [number], limits: limits)
    let known = contents.memory.answer(question, as: [Run].self) ?? []
    if let run = known.first(where: { $0.holds(within: steps) }) { return (run.outcome, run.steps) }
    let run = prove(index, steps: steps)
    // A hard table is proved within its first share, and again within its share of the remaining steps, which differs between equal tables.
    contents.memory.keep(Array(([run] + known).prefix(Self.mostRuns)), for: question)
    return (run.outcome, run.steps)
  }

  private func prove(_ index: Int, steps: Int) -> Run {
    let table = table(index)
    func tooLarge(_ limit: String, _ value: Int, _ made: Int) -> Run {
      Run(outcome: .tooLarge(limit: limit, value: value), steps: made, allowed: steps, isComplete: true)
    }
    // Making a table costs something too.
    let made = table.proof.formulas.count
    switch table.excess {
    case .columns: return tooLarge("proof-columns", limits.columns, made)
    case .formulas: return tooLarge("proof-conditions", limits.formulas, made)
    case nil: break
    }
    let cells = table.proof.cells
    guard cells <= limits.cells else { return tooLarge("proof-cells", limits.cells, made) }
    // Classes are held as bits: once to distinguish them, twice for the classes of each comparison.
    let bits = cells / 8 * 3
    let boxes = table.proof.rows.count * table.proof.columns.count * MemoryLayout<Int>.size * 6
    guard bits + boxes <= limits.bytes else { return tooLarge("proof-bytes", limits.bytes, made) }
    var own = limits
    own.steps = max(0, steps - made - cells / 64)
    own.bytes -= bits + boxes
    let looksForGaps = table.mustBeWhole || view.tables[index].otherwise != nil
    var findings = table.proof.findings(policy: table.policy, whole: looksForGaps, limits: own)
    if view.tables[index].hit == .sum, let sum = SumProof(view.tables[index]) {
      var search = ProofSearch(CompiledTable(table.proof), limits: own)
      let start = search.steps
      (findings.overflow, findings.overflowStoppedBy) = sum.overflow(in: &search, limits: own, steps: own.steps / 10)
      findings.steps += search.steps - start
      if search.hasReachedLimit || findings.overflowStoppedBy != nil { findings.hasReachedLimit = true }
    }
    return Run(
      outcome: .proved(findings), steps: findings.steps + made + cells / 64, allowed: steps,
      isComplete: !findings.hasReachedLimit)
  }
}
