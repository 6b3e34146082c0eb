import TerrainDocuments
import TerrainRules

/// Words what was proved of one decision.
package struct DecisionAnalysis {
  private let table: DecisionTable
  private let limits: ProofLimits
  private let text: RegionText
  private let decision: TableView.Table
  /// Whether an engine or another decision needs it: then it must be known that it has a value for all inputs.
  private let isNeeded: Bool

  package init(_ proofs: RuleSetProofs, _ index: Int, isNeeded: Bool) {
    table = proofs.table(index)
    limits = proofs.limits
    text = RegionText(table: table)
    decision = table.view.tables[index]
    self.isNeeded = isNeeded
  }

  /// Whether nothing is reported about `table`, whatever depends on it.
  package static func isSilent(_ outcome: RuleSetProofs.Outcome?, about table: TableView.Table) -> Bool {
    guard case .proved(let proved)? = outcome else { return outcome == nil }
    let isGapless = proved.gaps.certain.isEmpty && proved.gaps.possible.isEmpty && proved.gaps.stopped == nil
    guard table.mustBeWhole ? isGapless : table.otherwise == nil || !isGapless else { return false }
    return proved.overlaps.overlaps.isEmpty && proved.overlaps.stopped.isEmpty && proved.deadRows.dead.isEmpty
      && proved.deadRows.stopped.isEmpty && proved.idle.isEmpty && proved.overflow == nil
      && proved.overflowStoppedBy == nil
  }

  /// What is found; and the rows that can never fire for a reason that may lie in another decision, where this one `follows`
  /// one that has such a row itself.
  package func findings(
    _ outcome: RuleSetProofs.Outcome?, follows: Bool
  ) -> (diagnostics: [Diagnostic], following: [TableView.Row]) {
    var findings: TableFindings
    switch outcome {
    case .proved(let proved): findings = proved
    case .tooLarge(let limit, let value):
      return ([.tooLarge(decision.name, limit, value, mustBeWhole: mustBeProved, decision.place)], [])
    case nil: return ([], [])
    }
    var following: [TableView.Row] = []
    if follows {
      following = findings.deadRows.dead.filter { $0.reason == .unreachable }.map { decision.rows[$0.row] }
      findings.deadRows.dead.removeAll { $0.reason == .unreachable }
    }
    let gaps = table.mustBeWhole ? self.gaps(findings.gaps) : follows ? [] : otherwise(findings.gaps)
    // What changes nothing may do so once the other decision has the value that it lacks.
    let idle = follows ? [] : self.idle(findings)
    return (gaps + overlaps(findings.overlaps) + deadRows(findings) + overflow(findings) + idle, following)
  }

  /// Whether it is an error that the decision is not known to have a value for all inputs.
  private var mustBeProved: Bool { isNeeded && table.mustBeWhole }

  private func gaps(_ findings: GapFindings) -> [Diagnostic] {
    var diagnostics = findings.certain.enumerated().map { index, region in
      Diagnostic.tableGap(
        decision.name, region: text.region(region), witness: text.witness(region),
        more: findings.more && index == findings.certain.count - 1, decision.place)
    }
    if let region = findings.possible.first {
      let conditions = region.assumptions.compactMap { table.undecidedPlaces[$0.column] }
      diagnostics.append(
        .undecidedGap(
          decision.name, witness: text.witness(region), assumption: text.assumptions(region), conditions: conditions,
          isNeeded: isNeeded, decision.place))
    }
    return diagnostics + stop(findings)
  }

  /// Where there is an `otherwise`, a table without a gap is what is remarkable.
  private func otherwise(_ findings: GapFindings) -> [Diagnostic] {
    guard decision.otherwise != nil, findings.certain.isEmpty, findings.possible.isEmpty, findings.stopped == nil else {
      return []
    }
    return [.unreachableOtherwise(decision.name, decision.place)]
  }

  private func stop(_ findings: GapFindings) -> [Diagnostic] {
    guard let stopped = findings.stopped else { return [] }
    let region = stopped.at.compactMap { text.values($0.values, of: $0.column) }.joined(separator: " and ")
    return [
      .stoppedGaps(decision.name, at: region, stopped.limit, limits, mustBeWhole: mustBeProved, decision.place)
    ]
  }

  private func overlaps(_ findings: OverlapFindings) -> [Diagnostic] {
    let certain = findings.overlaps.filter { $0.certainty == .certain }
    var diagnostics = certain.enumerated().map { index, overlap in
      Diagnostic.overlap(
        decision.name, decision.rows[overlap.first], decision.rows[overlap.second],
        witness: text.witness(overlap.region), more: findings.more && index == certain.count - 1)
    }
    if let overlap = findings.overlaps.first(where: { $0.certainty == .possible }) {
      diagnostics.append(
        .undecidedOverlap(
          decision.name, decision.rows[overlap.first], decision.rows[overlap.second],
          assumption: text.assumptions(overlap.region)))
    }
    guard let stopped = findings.stopped.first, let limit = findings.stoppedBy else { return diagnostics }
    let more = findings.stopped.count - 1
    return diagnostics
      + [.stoppedOverlap(decision.rows[stopped.first], decision.rows[stopped.second], more: more, limit, limits)]
  }

  private func deadRows(_ findings: TableFindings) -> [Diagnostic] {
    let dead = findings.deadRows.dead.map { dead -> Diagnostic in
      let row = decision.rows[dead.row]
      switch dead.reason {
      case .contradictory:
        guard let never = findings.idle.first(where: { $0.row == dead.row && $0.reason == .alwaysFalse }),
          let place = table.places[never.comparison]
        else { return .contradictoryRow(row) }
        let column = table.proof.comparisons(of: never.comparison).first?.column
        return .neverTrue(
          row, "`\(text.source(of: place))`", range: column.flatMap { text.range(of: $0) }, at: place)
      case .unreachable: return .unreachableRow(row)
      case .covered(let others, let least):
        return .coveredRow(row, by: others.map { decision.rows[$0] }, least: least)
      }
    }
    guard let stopped = findings.deadRows.stopped.first, let limit = findings.deadRows.stoppedBy else { return dead }
    let more = findings.deadRows.stopped.count - 1
    return dead + [.stoppedRow(decision.rows[stopped], more: more, limit, limits)]
  }

  private func overflow(_ findings: TableFindings) -> [Diagnostic] {
    if let overflow = findings.overflow {
      let rows = overflow.rows.map { decision.rows[$0] }
      return [.sumOverflow(decision.name, rows, witness: text.witness(overflow.region))]
    }
    guard let limit = findings.overflowStoppedBy else { return [] }
    return [.stoppedOverflow(decision.name, limit, limits, decision.place)]
  }

  private func idle(_ findings: TableFindings) -> [Diagnostic] {
    let contradictory = Set(findings.deadRows.dead.filter { $0.reason == .contradictory }.map(\.row))
    let silent = Set(findings.idle.map(\.comparison))
    return findings.idle.compactMap { idle in
      // What makes a row contradictory has been reported with the row.
      guard !contradictory.contains(idle.row) else { return nil }
      // Whether an input is there is asked before its value is, though the value would imply it too.
      if idle.reason == .redundant, table.presence.contains(idle.comparison) || protects(idle) { return nil }
      let place = table.places[idle.comparison]
      // A range that goes to the end of what there is (`500..599`) excludes something with its other end.
      if idle.reason != .alwaysFalse, let place, hasOther(than: silent, at: place, in: idle.row) { return nil }
      let row = decision.rows[idle.row]
      let words = place.map { "`\(text.source(of: $0))`" } ?? "a comparison"
      switch idle.reason {
      case .alwaysTrue: return .constantComparison(words, is: true, of: row, place)
      case .alwaysFalse: return .constantComparison(words, is: false, of: row, place)
      case .redundant: return .redundantComparison(words, of: row, place)
      }
    }
  }

  /// Whether a comparison keeps another one of the row from failing of an absent input: proofs take that for false.
  private func protects(_ idle: IdleComparison) -> Bool {
    guard !table.needingValue.contains(idle.comparison) else { return false }
    let comparisons = table.proof.comparisons(of: table.proof.rows[idle.row])
    guard let own = comparisons.first(where: { $0.formula == idle.comparison }), !own.values.absent else {
      return false
    }
    return comparisons.contains {
      $0.column == own.column && $0.formula != own.formula && table.needingValue.contains($0.formula)
    }
  }

  /// Whether a comparison that changes something is at the very same place in the row, as the other half of a range is.
  private func hasOther(than silent: Set<FormulaID>, at place: Place, in row: Int) -> Bool {
    table.proof.comparisons(of: table.proof.rows[row]).contains { formula, _, _ in
      guard !silent.contains(formula), let other = table.places[formula] else { return false }
      return other.range == place.range && other.source === place.source
    }
  }
}
