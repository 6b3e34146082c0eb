import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainBase

/// What `terrain rules check` proves about a rule set that loads.
package enum RuleAnalysis {
  /// Gaps, overlaps, rows that can never fire, comparisons that change nothing, expressions that always fail, unused names,
  /// and what of this could not be decided; sorted by place.
  ///
  /// `asked` names decisions that something outside the rules asks for (`module.decision`); the decisions nothing uses
  /// are reported only when it is given.
  package static func diagnostics(for ruleSet: RuleSet, asked: Set<String>? = nil) -> [Diagnostic] {
    findings(for: ruleSet, ruleSet.tableView(), asked: asked).diagnostics
  }

  /// The diagnostics about `ruleSet`, whose tables are `view`, and the rows that can never fire.
  ///
  /// `contents` is what the tables contain, where there is a memory of earlier proofs.
  static func findings(
    for ruleSet: RuleSet, _ view: TableView, asked: Set<String>? = nil, contents: TableContents? = nil,
    isAnswered: (Diagnostic) -> Bool = { _ in false }
  ) -> RuleFindings {
    let needed = Set(EngineDecisions.names(in: ruleSet).map(\.string)).union(asked ?? [])
    var result = findings(for: view, asked: asked, needed: needed, contents: contents, isAnswered: isAnswered)
    if asked == nil { result.diagnostics += MisspelledDecisions(ruleSet).diagnostics(view.names, needed: needed) }
    result.diagnostics =
      (result.diagnostics + AlwaysFailing.diagnostics(for: ruleSet)
      + EnumeratedByHand(ruleSet, view).diagnostics()).sortedForReport()
    return result
  }

  /// Proves `ruleSet` once more, for parameters that have other values than its author proved it with.
  ///
  /// - Throws: the errors that are found.
  package static func prove(_ ruleSet: RuleSet) throws(DiagnosticError) {
    let errors = diagnostics(for: ruleSet).filter { $0.severity == .error }
    if !errors.isEmpty { throw DiagnosticError(errors) }
  }

  /// The same of a rule set's finite tables, with other limits.
  package static func diagnostics(
    for view: TableView, asked: Set<String>? = nil, needed: Set<String> = [], limits: ProofLimits = ProofLimits()
  ) -> [Diagnostic] {
    findings(for: view, asked: asked, needed: needed, limits: limits).diagnostics
  }

  /// The diagnostics about a rule set's finite tables, and the rows that can never fire. A row that needs a value which only such a row
  /// yields is not reported by itself: it will fire once the other one is fixed.
  ///
  /// - Parameters:
  ///   - needed: decisions that an engine asks for. One of these, or one that another decision uses, must have a value for all
  ///     inputs: where that cannot be proved, it is an error.
  ///   - contents: what the tables contain, where there is a memory of earlier proofs.
  ///   - isAnswered: whether the author ignores a diagnostic; then the rest is reported as if it were not there.
  static func findings(
    for view: TableView, asked: Set<String>? = nil, needed: Set<String> = [], limits: ProofLimits = ProofLimits(),
    contents: TableContents? = nil, isAnswered: (Diagnostic) -> Bool = { _ in false }
  ) -> RuleFindings {
    var findings = RuleFindings(view: view)
    let needed = needed.union(view.names.filter { $0.kind == .decision && $0.isUsed }.map(\.name))
    let proofs = RuleSetProofs(view, limits: limits, contents: contents)
    for index in view.tables.indices {
      let table = view.tables[index]
      let sources = table.inputs.compactMap { column -> String? in
        guard case .decision(let source) = view.columns[column].origin else { return nil }
        return view.tables[source].name
      }
      let cause = sources.lazy.compactMap { findings.causes[$0] }.first
      findings.causes[table.name] = cause
      // Most tables are as they should be; to word nothing, none has to be made.
      if table.rows.isEmpty || DecisionAnalysis.isSilent(proofs.tables[index], about: table) { continue }
      let check = DecisionAnalysis(proofs, index, isNeeded: needed.contains(table.name))
      let (diagnostics, following) = check.findings(proofs.tables[index], follows: cause != nil)
      findings.diagnostics += diagnostics
      for row in following { findings.follow(row, of: cause) }
      for diagnostic in diagnostics {
        guard let place = diagnostic.place else { continue }
        if RuleFindings.restsOnDomains.contains(diagnostic.code) { findings.decisions[place] = table.name }
        guard RuleFindings.isCause(diagnostic) else { continue }
        if diagnostic.code == Diagnostic.deadRow { findings.reported[place] = place }
        if cause == nil, findings.causes[table.name] == nil, !isAnswered(diagnostic) {
          findings.causes[table.name] = place
        }
      }
    }
    for name in view.names where !name.isUsed {
      if name.kind == .decision, asked?.contains(name.name) ?? true { continue }
      findings.diagnostics.append(.unused(name))
    }
    findings.diagnostics = findings.diagnostics.sortedForReport()
    return findings
  }
}

/// What is proved of a rule set.
package struct RuleFindings {
  package var diagnostics: [Diagnostic] = []
  /// For each row that can never fire, where that is reported: at itself, or at the row that it follows from.
  package fileprivate(set) var reported: [Place: Place] = [:]
  /// The decisions with a row that can never fire, and those that look at them: where that row is.
  package fileprivate(set) var causes: [String: Place] = [:]

  /// What was proved.
  fileprivate let view: TableView
  /// The decisions of diagnostics that follow from the values that facts may have, by location.
  fileprivate var decisions: [Place: String] = [:]

  /// Codes of diagnostics that follow from the values that facts may have.
  fileprivate static let restsOnDomains: Set<String> = [
    Diagnostic.deadRow, "rules/constant-comparison", "rules/redundant-comparison",
  ]

  /// The names of the decisions that depend on `fact`.
  private func decisions(dependingOn fact: String) -> Set<String> {
    var decisions: Set<String> = []
    // A decision comes after those it looks at.
    for table in view.tables {
      let depends = table.inputs.contains { input in
        switch view.columns[input].origin {
        case .fact(let name): name.prefix { $0 != "." } == fact
        case .decision(let source): decisions.contains(view.tables[source].name)
        case .membership(let list, _): list == fact
        case .expression: false
        }
      }
      if depends { decisions.insert(table.name) }
    }
    return decisions
  }

  /// Attributes what follows from the values that `fact` may have to `cause`: its declaration is wrong.
  mutating func attribute(toFact fact: Text, _ cause: Diagnostic.Cause) {
    let depending = decisions(dependingOn: fact.string)
    for index in diagnostics.indices {
      guard Self.restsOnDomains.contains(diagnostics[index].code), let place = diagnostics[index].place,
        let decision = decisions[place], depending.contains(decision)
      else { continue }
      diagnostics[index].cause = cause
    }
  }

  /// Whether rows of other decisions can be unreachable because of `diagnostic`: facts for which a decision has no row lead
  /// to no value of it.
  fileprivate static func isCause(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.code == Diagnostic.deadRow
      || Diagnostic.gapCodes.contains(diagnostic.code) && diagnostic.severity == .error
  }

  /// The most locations that follow from a row and are related to it.
  private static let mostRelated = 8

  /// For each decision of `ruleSet` that has a row that can never fire, or needs such a decision: where that row is. A decision
  /// that is computed needs others without having a table.
  func causes(in ruleSet: RuleSet) -> [Text: Place] {
    var causes: [Text: Place] = [:]
    var causesByIndex: [Place?] = []
    // A decision comes after those it needs.
    for linked in ruleSet.linkedDecisions {
      let name = linked.typed.fullName
      let inherited = linked.needs.lazy.compactMap { causesByIndex.indices.contains($0) ? causesByIndex[$0] : nil }
        .first
      let cause = self.causes[name.string] ?? inherited
      causesByIndex.append(cause)
      causes[name] = cause
    }
    return causes
  }

  /// Notes that `row` cannot fire because the row at `cause` cannot.
  fileprivate mutating func follow(_ row: TableView.Row, of cause: Place?) {
    guard let cause, let place = row.shownPlace else { return }
    reported[place] = cause
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
    guard let index = diagnostics.firstIndex(where: { $0.place == cause && Self.isCause($0) }),
      diagnostics[index].related.count < Self.mostRelated
    else { return }
    diagnostics[index].related.append(.init(message: message, place: place))
  }
}
