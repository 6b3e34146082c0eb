import TerrainDocuments
import TerrainRules

/// What `terrain rules check` proves about a rule set that loads.
public enum RulesCheck {
  /// Gaps, overlaps, rows that can never fire, comparisons that tell nothing, names nobody uses, and what of this could
  /// not be decided; sorted by place.
  ///
  /// `asked` names decisions that something outside the rules asks for (`module.decision`); the decisions nothing uses
  /// are reported only when it is given.
  public static func diagnostics(for ruleSet: RuleSet, asked: Set<String>? = nil) -> [Diagnostic] {
    diagnostics(for: ruleSet.tableView(), asked: asked)
  }

  /// Proves `ruleSet` once more, for parameters that have other values than its author proved it with.
  ///
  /// - Throws: the errors that are found.
  public static func prove(_ ruleSet: RuleSet) throws(DiagnosticError) {
    let errors = diagnostics(for: ruleSet).filter { $0.severity == .error }
    if !errors.isEmpty { throw DiagnosticError(errors) }
  }

  /// The same of a rule set's finite tables, with other limits.
  package static func diagnostics(
    for view: TableView, asked: Set<String>? = nil, limits: ProofLimits = ProofLimits()
  ) -> [Diagnostic] {
    findings(for: view, asked: asked, limits: limits).diagnostics
  }

  /// The same, with what is known of rows that can never fire. A row that asks for what only such a row decides is not told by
  /// itself: it will do once the other one is mended.
  ///
  /// `isAnswered` says of a complaint that its author knows of it; then the rest is told as if it were not there.
  package static func findings(
    for view: TableView, asked: Set<String>? = nil, limits: ProofLimits = ProofLimits(),
    isAnswered: (Diagnostic) -> Bool = { _ in false }
  ) -> RuleFindings {
    var found = RuleFindings()
    for index in view.tables.indices {
      let table = view.tables[index]
      let sources = table.inputs.compactMap { column -> String? in
        guard case .decision(let source) = view.columns[column].origin else { return nil }
        return view.tables[source].name
      }
      let cause = sources.lazy.compactMap { found.causes[$0] }.first
      found.causes[table.name] = cause
      if table.rows.isEmpty { continue }
      let check = DecisionCheck(DecisionTable(view, index: index, limits: limits), limits: limits)
      let (diagnostics, following) = check.findings(follows: cause != nil)
      found.diagnostics += diagnostics
      for row in following { found.follow(row, of: cause) }
      for diagnostic in diagnostics where diagnostic.code == Diagnostic.deadRow {
        guard let place = diagnostic.place else { continue }
        found.told[place] = place
        if cause == nil, found.causes[table.name] == nil, !isAnswered(diagnostic) { found.causes[table.name] = place }
      }
    }
    for name in view.names where !name.isUsed {
      if name.kind == .decision, asked?.contains(name.name) ?? true { continue }
      found.diagnostics.append(.unused(name))
    }
    found.diagnostics = found.diagnostics.sortedForReport()
    return found
  }
}

/// What is proved of a rule set.
package struct RuleFindings {
  package var diagnostics: [Diagnostic] = []
  /// Of each row that can never fire, where that is told: at itself, or at the row that it comes of.
  package fileprivate(set) var told: [Place: Place] = [:]
  /// The decisions with a row that can never fire, and those that look at them: where that row is.
  package fileprivate(set) var causes: [String: Place] = [:]

  /// Of what comes of a row, this much is said beside it.
  private static let mostRelated = 8

  /// Notes that `row` cannot fire because the row at `cause` cannot.
  fileprivate mutating func follow(_ row: TableView.Row, of cause: Place?) {
    guard let cause, let place = row.shownPlace else { return }
    told[place] = cause
    add("so row `\(row.id)` can never fire", at: place, to: cause)
  }

  /// Notes that a test fails because the row at `cause` cannot fire: which makes that an error.
  mutating func fail(at place: Place?, because cause: Place) {
    for index in diagnostics.indices
    where diagnostics[index].code == Diagnostic.deadRow && diagnostics[index].place == cause {
      diagnostics[index].severity = .error
    }
    if let place { add("so this test fails", at: place, to: cause) }
  }

  private mutating func add(_ message: String, at place: Place, to cause: Place) {
    guard let index = diagnostics.firstIndex(where: { $0.code == Diagnostic.deadRow && $0.place == cause }),
      diagnostics[index].related.count < Self.mostRelated
    else { return }
    diagnostics[index].related.append(.init(message: message, place: place))
  }
}

/// The check of one decision.
private struct DecisionCheck {
  let table: DecisionTable
  let limits: ProofLimits
  let text: RegionText
  let decision: TableView.Table

  init(_ table: DecisionTable, limits: ProofLimits) {
    self.table = table
    self.limits = limits
    text = RegionText(table: table)
    decision = table.view.tables[table.index]
  }

  /// What is found; and the rows that can never fire for a reason that may lie in another decision, where this one `follows`
  /// one that has such a row itself.
  func findings(follows: Bool) -> (diagnostics: [Diagnostic], following: [TableView.Row]) {
    guard table.fits else { return ([.tooManyColumns(decision.name, limits: limits, decision.place)], []) }
    guard table.proof.cells <= limits.cells else {
      return ([.tooLarge(decision.name, limits: limits, decision.place)], [])
    }
    let looksForGaps = table.mustBeWhole || decision.otherwise != nil
    var findings = table.proof.findings(policy: table.policy, whole: looksForGaps, limits: limits)
    var following: [TableView.Row] = []
    if follows {
      following = findings.deadRows.dead.filter { $0.reason == .unreachable }.map { decision.rows[$0.row] }
      findings.deadRows.dead.removeAll { $0.reason == .unreachable }
    }
    let gaps = table.mustBeWhole ? self.gaps(findings.gaps) : otherwise(findings.gaps)
    return (gaps + overlaps(findings.overlaps) + deadRows(findings) + idle(findings), following)
  }

  private func gaps(_ findings: GapFindings) -> [Diagnostic] {
    var found = findings.certain.enumerated().map { index, region in
      Diagnostic.tableGap(
        decision.name, region: text.region(region), witness: text.witness(region),
        more: findings.more && index == findings.certain.count - 1, decision.place)
    }
    if let region = findings.possible.first {
      let conditions = region.assumptions.compactMap { table.undecidedPlaces[$0.column] }
      found.append(
        .undecidedGap(
          decision.name, witness: text.witness(region), assumption: text.assumptions(region), conditions: conditions,
          decision.place))
    }
    return found + stop(findings)
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
    return [.stoppedGaps(decision.name, at: region, limits: limits, decision.place)]
  }

  private func overlaps(_ findings: OverlapFindings) -> [Diagnostic] {
    let certain = findings.overlaps.filter { $0.certainty == .certain }
    var found = certain.enumerated().map { index, overlap in
      Diagnostic.overlap(
        decision.name, decision.rows[overlap.first], decision.rows[overlap.second],
        witness: text.witness(overlap.region), more: findings.more && index == certain.count - 1)
    }
    if let overlap = findings.overlaps.first(where: { $0.certainty == .possible }) {
      found.append(
        .undecidedOverlap(
          decision.name, decision.rows[overlap.first], decision.rows[overlap.second],
          assumption: text.assumptions(overlap.region)))
    }
    guard let stopped = findings.stopped.first else { return found }
    let more = findings.stopped.count - 1
    return found
      + [.stoppedOverlap(decision.rows[stopped.first], decision.rows[stopped.second], more: more, limits: limits)]
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
    guard let stopped = findings.deadRows.stopped.first else { return dead }
    let more = findings.deadRows.stopped.count - 1
    return dead + [.stoppedRow(decision.rows[stopped], more: more, limits: limits)]
  }

  private func idle(_ findings: TableFindings) -> [Diagnostic] {
    let contradictory = Set(findings.deadRows.dead.filter { $0.reason == .contradictory }.map(\.row))
    let silent = Set(findings.idle.map(\.comparison))
    return findings.idle.compactMap { idle in
      // What makes a row contradictory has been told with the row.
      guard !contradictory.contains(idle.row) else { return nil }
      // Whether an input is there is asked before its value is, though the value would say it too.
      if idle.reason == .redundant, table.presence.contains(idle.comparison) { return nil }
      let place = table.places[idle.comparison]
      // A range that goes to the end of what there is (`500..599`) tells something with its other end.
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

  /// Whether a comparison that tells something stands at the very same place in the row, as the other half of a range does.
  private func hasOther(than silent: Set<FormulaID>, at place: Place, in row: Int) -> Bool {
    table.proof.comparisons(of: table.proof.rows[row]).contains { formula, _, _ in
      guard !silent.contains(formula), let other = table.places[formula] else { return false }
      return other.range == place.range && other.source === place.source
    }
  }
}
