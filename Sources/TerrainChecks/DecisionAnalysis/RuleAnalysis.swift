import TerrainBase
import TerrainDocuments
import TerrainEngines
import TerrainExpressions
import TerrainRules

/// The proofs of `terrain check` about a valid rule set.
package enum RuleAnalysis {
  /// Gaps, overlaps, rows that can never fire, comparisons that change nothing, expressions that always fail, unused names, and undecided
  /// proofs; sorted by location.
  ///
  /// `asked` names the decisions that are requested from outside of the rules (`module.decision`); unused decisions are reported only if it
  /// is given.
  package static func diagnostics(for ruleSet: RuleSet, asked: Set<String>? = nil) -> [Diagnostic] {
    findings(for: ruleSet, ruleSet.tableView(), asked: asked).diagnostics
  }

  /// The diagnostics about `ruleSet`, whose tables are `view`, and the rows that can never fire.
  ///
  /// `contents` identifies the contents of the tables for a cache of earlier proofs; nil without a cache.
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

  /// Proves `ruleSet` again for parameters whose values differ from those that its author proved.
  ///
  /// - Throws: the errors that are found.
  package static func prove(_ ruleSet: RuleSet) throws(DiagnosticError) {
    let errors = diagnostics(for: ruleSet).filter { $0.severity == .error }
    if !errors.isEmpty { throw DiagnosticError(errors) }
  }

  /// The diagnostics about a rule set's finite tables, with other limits.
  package static func diagnostics(
    for view: TableView, asked: Set<String>? = nil, needed: Set<String> = [], limits: ProofLimits = ProofLimits()
  ) -> [Diagnostic] {
    findings(for: view, asked: asked, needed: needed, limits: limits).diagnostics
  }

  /// The diagnostics about a rule set's finite tables, and the rows that can never fire. A row that needs a value which only a dead row
  /// yields is not reported separately: it will fire once the other row is fixed.
  ///
  /// - Parameters:
  ///   - needed: decisions that an engine asks for. If one of these, or a decision that another decision uses, cannot be proved to have a
  ///     value for all inputs, that is an error.
  ///   - contents: the contents of the tables, for a cache of earlier proofs; nil without a cache.
  ///   - isAnswered: true if the author suppresses a diagnostic; then the rest is reported as if it did not exist.
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
      // Most tables have no findings, and need no analysis for words.
      if table.rows.isEmpty || DecisionAnalysis.isSilent(proofs.tables[index], about: table) { continue }
      let check = DecisionAnalysis(proofs, index, isNeeded: needed.contains(table.name))
      let (all, following) = check.findings(proofs.tables[index], follows: cause != nil)
      let diagnostics = Diagnostic.constantsExplainDeadRows(all, of: table.name)
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

/// The results of proofs about a rule set.
package struct RuleFindings {
  package var diagnostics: [Diagnostic] = []
  /// For each row that can never fire, the location of its report: the row itself, or the row that it follows from.
  package fileprivate(set) var reported: [Place: Place] = [:]
  /// For each decision with a row that can never fire, and each decision that reads it, the location of that row.
  package fileprivate(set) var causes: [String: Place] = [:]

  /// The view that was analyzed.
  fileprivate let view: TableView
  /// The decisions of diagnostics that depend on the declared values of facts, by location.
  fileprivate var decisions: [Place: String] = [:]

  /// The codes of diagnostics that depend on the declared values of facts.
  fileprivate static let restsOnDomains: Set<String> = [
    Diagnostic.deadRow, "rules/constant-comparison", "rules/redundant-comparison",
  ]

  /// The names of the decisions that depend on `fact`.
  private func decisions(dependingOn fact: String) -> Set<String> {
    var decisions: Set<String> = []
    // A decision comes after the decisions that it reads.
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

  /// Attributes diagnostics that follow from the domain of `fact` to `cause`, an error in its declaration.
  mutating func attribute(toFact fact: Text, _ cause: Diagnostic.Cause) {
    let depending = decisions(dependingOn: fact.string)
    for index in diagnostics.indices {
      guard Self.restsOnDomains.contains(diagnostics[index].code), let place = diagnostics[index].place,
        let decision = decisions[place], depending.contains(decision)
      else { continue }
      diagnostics[index].cause = cause
    }
  }

  /// Returns true if `diagnostic` can make rows of other decisions unreachable: a decision has no value for facts that none of its rows
  /// covers.
  fileprivate static func isCause(_ diagnostic: Diagnostic) -> Bool {
    diagnostic.code == Diagnostic.deadRow
      || Diagnostic.gapCodes.contains(diagnostic.code) && diagnostic.severity == .error
  }

  /// The most locations that follow from a row and are related to it.
  private static let mostRelated = 8

  /// For each decision of `ruleSet` that has a row that can never fire, or that needs such a decision, the location of that row. A decision
  /// that is computed needs others without having a table.
  func causes(in ruleSet: RuleSet) -> [Text: Place] {
    var causes: [Text: Place] = [:]
    var causesByIndex: [Place?] = []
    // A decision comes after those it needs.
    for decision in ruleSet.decisions {
      let name = decision.name
      let needs = decision.typed.needs
      let inherited = needs.lazy.compactMap { causesByIndex.indices.contains($0) ? causesByIndex[$0] : nil }.first
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

/// Decisions that nothing evaluates, and that an engine would evaluate if they were spelled as it expects: `stetings` of a ranking. An
/// engine ignores decisions that it does not find, so that no other check would report them.
struct MisspelledDecisions {
  private let ruleSet: RuleSet
  /// The names of decisions that an engine would evaluate, by module.
  private let absent: [String: [String]]

  init(_ ruleSet: RuleSet) {
    self.ruleSet = ruleSet
    var absent: [String: [String]] = [:]
    for name in EngineDecisions.absentNames(in: ruleSet) {
      let (module, own) = Self.parts(of: name.string)
      absent[module, default: []].append(own)
    }
    self.absent = absent
  }

  /// The diagnostics about `names`. Engines, pages, and other callers request the decisions in `needed`.
  func diagnostics(_ names: [TableView.NameUse], needed: Set<String>) -> [Diagnostic] {
    names.compactMap { name in
      guard name.kind == .decision, !name.isUsed, !needed.contains(name.name) else { return nil }
      let (module, own) = Self.parts(of: name.name)
      guard let meant = meant(by: own, in: module) else { return nil }
      let diagnostic = Diagnostic.misspelledDecision(own, meant: meant, at: name.place)
      return diagnostic.caused(by: .init(Diagnostic.unknownCause("decision", Text(meant)), mistake: diagnostic))
    }
  }

  private func meant(by name: String, in module: String) -> String? {
    if let meant = absent[module]?.first(where: { Suggestion.distance(name, $0) == 1 }) { return meant }
    return EngineDecisions.namesOfModules.lazy.map(\.string).first {
      Self.isSlip(name, for: $0) && ruleSet.decision("\(module).\($0)") == nil
    }
  }

  /// Returns true if `name` is `other` with two neighboring letters swapped, or with an additional or missing letter inside. Words that
  /// differ in one letter are often different words.
  private static func isSlip(_ name: String, for other: String) -> Bool {
    guard Suggestion.distance(name, other) == 1 else { return false }
    return name.count == other.count
      ? name.ordered() == other.ordered() : !name.hasPrefix(other) && !other.hasPrefix(name)
  }

  private static func parts(of name: String) -> (module: String, own: String) {
    guard let dot = name.lastIndex(of: ".") else { return ("", name) }
    return (String(name[..<dot]), String(name[name.index(after: dot)...]))
  }
}

extension Diagnostic {
  fileprivate static func misspelledDecision(_ name: String, meant: String, at place: Place?) -> Diagnostic {
    Diagnostic(
      code: "rules/misspelled-decision", severity: .warning,
      message: "nothing evaluates `\(name)`, and the module has no `\(meant)`", place: place,
      fix: "did you mean `\(meant)`?")
  }
}

// Diagnostics about rules that load but are inconsistent. One function per diagnostic, with its complete text.

// MARK: - Gaps and overlaps

extension Diagnostic {
  static func tableGap(_ decision: String, region: String, witness: String, more: Bool, _ place: Place?) -> Diagnostic {
    let what = region.isEmpty ? "whatever the inputs are" : "for \(region)"
    let suffix = witness.isEmpty ? "" : ": \(witness) matches no row"
    let others = more ? " (and there are more such gaps than can be listed)" : ""
    return Diagnostic(
      code: "rules/table-gap", message: "`\(decision)` has no row \(what)\(suffix)\(others)", place: place,
      fix: "add a row for it, or an `otherwise`"
    ).caused(by: .init("gaps of \(decision)"))
  }

  static func overlap(
    _ decision: String, _ first: TableView.Row, _ second: TableView.Row, witness: String, more: Bool
  ) -> Diagnostic {
    let inputs = witness.isEmpty ? "always" : "for \(witness)"
    let others = more ? " (and there are more such pairs than can be listed)" : ""
    return Diagnostic(
      code: "rules/overlap",
      message:
        "rows `\(first.id)` and `\(second.id)` of `\(decision)` both hold \(inputs), and `hit: unique` allows only one"
        + others,
      place: second.shownPlace, related: related([("the other row", first.shownPlace)]),
      fix: "narrow one of them, or let the first one win with `hit: first`")
  }
}

// MARK: - Sums

extension Diagnostic {
  static func sumOverflow(_ decision: String, _ rows: [TableView.Row], witness: String) -> Diagnostic {
    let names = rows.prefix(8).map { "`\($0.id)`" }.joined(separator: ", ") + (rows.count > 8 ? ", …" : "")
    let one = rows.count == 1
    return Diagnostic(
      code: "rules/always-fails",
      message:
        "the sum of `\(decision)` is too large or too small for its type where row\(one ? "" : "s") \(names) hold\(one ? "s" : "")"
        + "\(witness.isEmpty ? "" : ": \(witness)") (`overflow`)", place: rows.last?.shownPlace,
      related: related(rows.dropLast().prefix(8).map { ("row `\($0.id)`", $0.shownPlace) }),
      fix: "add smaller numbers, or narrow the rows so that they do not hold together")
  }
}

// MARK: - Rows that can never fire

extension Diagnostic {
  /// The code of a row that can never fire.
  package static let deadRow = "rules/dead-row"
  /// Codes of diagnostics about inputs that no row is for.
  package static let gapCodes: Set<String> = ["rules/table-gap", "rules/undecided"]

  static func contradictoryRow(_ row: TableView.Row) -> Diagnostic {
    Diagnostic(
      code: deadRow, severity: .warning,
      message: "row `\(row.id)` can never fire: its conditions exclude one another", place: row.shownPlace,
      fix: "fix its conditions, or remove it")
  }

  /// `range` is the range of the input, if it is known.
  static func neverTrue(_ row: TableView.Row, _ text: String, range: String?, at comparison: Place) -> Diagnostic {
    let why = range.map { "\($0), so \(text) never holds" } ?? "\(text) never holds"
    return Diagnostic(
      code: deadRow, severity: .warning, message: "row `\(row.id)` can never fire: \(why)", place: row.shownPlace,
      related: related([("this is never true", comparison)]), fix: "fix its conditions, or remove it")
  }

  static func unreachableRow(_ row: TableView.Row) -> Diagnostic {
    Diagnostic(
      code: deadRow, severity: .warning,
      message: "row `\(row.id)` can never fire: no facts lead to what it asks for together", place: row.shownPlace,
      fix: "fix its conditions, or remove it")
  }

  static func coveredRow(_ row: TableView.Row, by others: [TableView.Row], least: Bool) -> Diagnostic {
    let names = others.prefix(8).map { "`\($0.id)`" }.joined(separator: ", ") + (others.count > 8 ? ", …" : "")
    let takers =
      if others.count == 1 { "row \(names) takes everything it could fire for" } else if least {
        "rows \(names) together take everything it could fire for"
      } else { "among rows \(names) there are some that together take everything it could fire for" }
    return Diagnostic(
      code: deadRow, severity: .warning, message: "row `\(row.id)` can never fire: \(takers)",
      place: row.shownPlace, related: related(others.prefix(8).map { ("row `\($0.id)`", $0.shownPlace) }),
      fix: "move it before \(others.count == 1 ? "that row" : "those rows"), narrow them, or remove it")
  }

  static func unreachableOtherwise(_ decision: String, _ place: Place?) -> Diagnostic {
    Diagnostic(
      code: deadRow, severity: .warning,
      message: "`otherwise` of `\(decision)` can never be reached: its rows hold for all inputs", place: place,
      fix: "remove it: should a row change so that something is left over, the gap is then found")
  }
}

// MARK: - Comparisons that change nothing

extension Diagnostic {
  static func constantComparison(_ text: String, is truth: Bool, of row: TableView.Row, _ place: Place?) -> Diagnostic {
    Diagnostic(
      code: "rules/constant-comparison", severity: .warning,
      message: "\(text) is always \(truth) in row `\(row.id)`, whatever the inputs are", place: place ?? row.shownPlace,
      fix: truth ? alwaysHolds : "fix it, or leave it out")
  }

  /// The `diagnostics` of a table, in which rows without remaining inputs are attributed to a comparison that always holds.
  static func constantsExplainDeadRows(_ diagnostics: [Diagnostic], of decision: String) -> [Diagnostic] {
    let constants = diagnostics.filter { $0.code == "rules/constant-comparison" && $0.fix == alwaysHolds }
    guard constants.count == 1, let constant = constants.first else { return diagnostics }
    let cause = Diagnostic.Cause("constant comparison in \(decision)", mistake: constant)
    return diagnostics.map { diagnostic in
      let isOfRest = ["move it before that row", "remove it"].contains { diagnostic.fix?.hasPrefix($0) ?? false }
      let follows = diagnostic == constant || diagnostic.code == deadRow && isOfRest
      return follows ? diagnostic.caused(by: cause) : diagnostic
    }
  }

  private static let alwaysHolds = "leave it out"

  static func redundantComparison(_ text: String, of row: TableView.Row, _ place: Place?) -> Diagnostic {
    Diagnostic(
      code: "rules/redundant-comparison", severity: .warning,
      message: "\(text) changes nothing: row `\(row.id)` holds for the same inputs without it",
      place: place ?? row.shownPlace, fix: "leave it out")
  }
}

// MARK: - Unused names

extension Diagnostic {
  package static func unused(_ name: TableView.NameUse) -> Diagnostic {
    let (code, what) =
      switch name.kind {
      case .fact: ("rules/unused-fact", "fact")
      case .parameter: ("rules/unused-parameter", "parameter")
      case .decision: ("rules/unused-decision", "decision")
      }
    return Diagnostic(
      code: code, severity: .warning, message: "nothing uses the \(what) `\(name.name)`", place: name.place,
      fix: "use it, or remove it")
  }
}

// MARK: - What could not be decided

extension Diagnostic {
  static func undecidedGap(
    _ decision: String, witness: String, assumption: String, isNeeded: Bool, _ place: Place?
  ) -> Diagnostic {
    Diagnostic(
      code: "rules/undecided", severity: isNeeded ? .error : .info,
      message:
        "whether `\(decision)` has a row for all inputs cannot be decided: none matches"
        + "\(witness.isEmpty ? "" : " \(witness)") if \(assumption)", place: place,
      fix: "add an `otherwise`, or compare inputs with constants"
    ).caused(by: .init("gaps of \(decision)"))
  }

  static func undecidedOverlap(
    _ decision: String, _ first: TableView.Row, _ second: TableView.Row, assumption: String
  ) -> Diagnostic {
    Diagnostic(
      code: "rules/undecided", severity: .info,
      message:
        "whether rows `\(first.id)` and `\(second.id)` of `\(decision)` can both hold cannot be decided: they do if "
        + "\(assumption); should it happen, it is an error then", place: second.shownPlace,
      related: related([("the other row", first.shownPlace)]), fix: "compare inputs with constants, or use `hit: first`"
    )
  }

  static func stoppedGaps(
    _ decision: String, at region: String, _ limit: ProofLimit, _ limits: ProofLimits, mustBeWhole: Bool,
    _ place: Place?
  ) -> Diagnostic {
    stopped(
      "whether `\(decision)` has a row for all inputs", at: region, words(limit, limits), mustBeWhole: mustBeWhole,
      place)
  }

  static func stoppedRow(
    _ row: TableView.Row, more: Int, _ limit: ProofLimit, _ limits: ProofLimits
  ) -> Diagnostic {
    let others = more > 0 ? " (and \(more) more)" : ""
    return stopped("whether row `\(row.id)`\(others) can fire", at: "", words(limit, limits), row.shownPlace)
  }

  static func stoppedOverlap(
    _ first: TableView.Row, _ second: TableView.Row, more: Int, _ limit: ProofLimit, _ limits: ProofLimits
  ) -> Diagnostic {
    let others = more > 0 ? " (and \(more) more)" : ""
    return stopped(
      "whether rows `\(first.id)` and `\(second.id)`\(others) can both hold", at: "", words(limit, limits),
      second.shownPlace)
  }

  static func stoppedOverflow(
    _ decision: String, _ limit: ProofLimit, _ limits: ProofLimits, _ place: Place?
  ) -> Diagnostic {
    stopped("whether the sum of `\(decision)` can overflow", at: "", words(limit, limits), place)
  }

  static func tooLarge(
    _ decision: String, _ limit: String, _ value: Int, mustBeWhole: Bool, _ place: Place?
  ) -> Diagnostic {
    stopped(
      "what `\(decision)` covers", at: "", "the proof takes more than \(value) (limit `\(limit)`)",
      mustBeWhole: mustBeWhole, place)
  }

  private static func words(_ limit: ProofLimit, _ limits: ProofLimits) -> String {
    switch limit {
    case .steps: "the proofs of the rule set take more than \(limits.steps) steps (limit `proof-steps`)"
    case .bytes: "the proof takes more than \(limits.bytes) bytes (limit `proof-bytes`)"
    }
  }

  private static func stopped(
    _ question: String, at region: String, _ why: String, mustBeWhole: Bool = false, _ place: Place?
  ) -> Diagnostic {
    let reached = region.isEmpty ? "" : " it stopped at \(region);"
    let split = "split it into several decisions with fewer inputs each"
    return Diagnostic(
      code: "rules/undecided", severity: mustBeWhole ? .error : .warning,
      message: "\(question) is not decided:\(reached) \(why)", place: place,
      fix: mustBeWhole ? "add an `otherwise`, or \(split)" : split)
  }

  private static func related(_ places: [(String, Place?)]) -> [Related] {
    places.compactMap { message, place in place.map { Related(message: message, place: $0) } }
  }
}

extension TableView.Row {
  /// The location that an excerpt shows: its condition, else its name.
  package var shownPlace: Place? { whenPlace ?? place }
}

/// Decisions that list nearly all values of a vocabulary by hand, and would silently miss values that are added to the vocabulary later.
///
/// It reports (1) a decision with an `otherwise` whose rows have one value each and omit one or two values; (2) a list of constants that
/// lacks one or two values; (3) a decision that yields all but one or two values of an ordered vocabulary. At least ``fewest`` values must
/// be written out: with fewer, `otherwise` is a choice and not an omission.
package struct EnumeratedByHand {
  /// The maximum number of missing values that counts as an omission and not as a choice.
  private static let mostLeftOut = 2
  /// The minimum number of values written out, for an unordered vocabulary; for an ordered vocabulary a comparison is shorter from two
  /// values on.
  private static let fewest = 4
  private static let fewestOrdered = 2

  private let ruleSet: RuleSet
  private let view: TableView

  package init(_ ruleSet: RuleSet, _ view: TableView) {
    self.ruleSet = ruleSet
    self.view = view
  }

  /// A warning for each.
  package func diagnostics() -> [Diagnostic] {
    zip(ruleSet.decisions, view.tables).flatMap { decision, table in
      let found = decision.typed.derive { Lists(diagnostics: lists(decision.typed)) }
      return rows(table) + found.diagnostics + results(decision.typed, table)
    }
  }

  /// The diagnostics of the lists in a decision.
  private struct Lists: Sendable { let diagnostics: [Diagnostic] }

  // MARK: Values asked for

  private func rows(_ table: TableView.Table) -> [Diagnostic] {
    guard table.otherwise != nil, table.hit.isSingle else { return [] }
    return table.inputs.compactMap { column in
      guard let vocabulary = vocabulary(of: view.columns[column]) else { return nil }
      var single: Set<Int> = []
      var all: Set<Int> = []
      for row in table.rows {
        guard let classes = row.when.classes(of: column, count: view.columns[column].classes.count) else { continue }
        if classes.count == 1 { single.formUnion(classes) }
        all.formUnion(classes)
      }
      guard single.count >= fewest(vocabulary) else { return nil }
      let values = all.compactMap { view.columns[column].classes[$0].witness }
      guard let left = left(of: vocabulary, without: values) else { return nil }
      return .valueLeftOut(
        "`\(table.name)` has a row for each value of `\(vocabulary.name)` but \(left), for which `otherwise` counts",
        fix: vocabulary.isOrdered
          ? "compare by the order (`\">= \(vocabulary.cases.last ?? "")\"`), or give every value a row and leave out `otherwise`"
          : "give every value a row and leave out `otherwise`: a value that is added is then a gap", table.place)
    }
  }

  /// The declared vocabulary of a column.
  private func vocabulary(of column: TableView.Column) -> EnumerationType? {
    guard case .fact(let name) = column.origin else { return nil }
    let parts = name.split(separator: ".", maxSplits: 1).map { Text(String($0)) }
    guard let fact = ruleSet.fact(Text(name)) ?? parts.first.flatMap({ ruleSet.fact($0) }) else { return nil }
    var type = fact.declaration.type
    if fact.name != Text(name), case .record(let record) = type, let field = record.index(of: parts[1]) {
      type = record.fields[field].type
    }
    if case .optional(let wrapped) = type { type = wrapped }
    if case .enumeration(let vocabulary) = type { return vocabulary }
    return nil
  }

  // MARK: Values listed and yielded

  private func lists(_ decision: TypedDecision) -> [Diagnostic] {
    guard case .value(let result) = decision.body, case .list(.enumeration(let vocabulary)) = decision.type else {
      return []
    }
    let values: [Value]
    switch result {
    case .constant(.list(let elements), _): values = elements
    case .list(let items, _):
      values = items.compactMap(\.constantValue)
      guard values.count == items.count else { return [] }
    default: return []
    }
    guard values.count >= Self.fewest, let left = left(of: vocabulary, without: values) else { return [] }
    return [
      .valueLeftOut(
        "`\(decision.fullName)` lists every value of `\(vocabulary.name)` but \(left)", fix: "add it", decision.place)
    ]
  }

  private func results(_ decision: TypedDecision, _ table: TableView.Table) -> [Diagnostic] {
    var type = decision.type
    if case .optional(let wrapped) = type { type = wrapped }
    guard case .enumeration(let vocabulary) = type, vocabulary.isOrdered, !table.rows.isEmpty, table.hit.isSingle else {
      return []
    }
    var values: [Value] = []
    for outcome in table.rows.map(\.outcome) + [table.otherwise].compactMap({ $0 }) {
      guard case .constant(let value, _) = outcome else { return [] }
      values.append(value)
    }
    guard Set(values.compactMap(\.member)).count >= Self.fewestOrdered, let left = left(of: vocabulary, without: values)
    else { return [] }
    return [
      .valueLeftOut(
        "`\(table.name)` yields every value of `\(vocabulary.name)` but \(left)", fix: "add a row that yields it",
        table.place)
    ]
  }

  // MARK: What is left

  private func fewest(_ vocabulary: EnumerationType) -> Int {
    vocabulary.isOrdered ? Self.fewestOrdered : Self.fewest
  }

  /// The values of `vocabulary` that are not among `values`, in words; nil if their number is zero or too large.
  private func left(of vocabulary: EnumerationType, without values: [Value]) -> String? {
    let written = Set(values.compactMap(\.member))
    let left = vocabulary.cases.filter { !written.contains($0) }
    guard !left.isEmpty, left.count <= Self.mostLeftOut else { return nil }
    return left.map { "`\($0)`" }.joined(separator: " and ")
  }
}

extension Value {
  /// The member of a vocabulary that it is, or holds.
  fileprivate var member: Text? {
    switch self {
    case .string(let text), .optional(.string(let text)?): text
    default: nil
    }
  }
}

extension TableView.Formula {
  /// The classes of `column` for which it holds; nil if it also depends on other columns.
  fileprivate func classes(of column: Int, count: Int) -> Set<Int>? {
    switch self {
    case .constant(let truth): truth ? Set(0..<count) : []
    case .atom(let atom): atom.column == column ? Set(atom.classes.flatMap { Array($0) }) : nil
    case .not(let inner): inner.classes(of: column, count: count).map { Set(0..<count).subtracting($0) }
    case .all(let parts): combined(parts, column, count, from: Set(0..<count)) { $0.formIntersection($1) }
    case .any(let parts): combined(parts, column, count, from: []) { $0.formUnion($1) }
    }
  }

  private func combined(
    _ parts: [TableView.Formula], _ column: Int, _ count: Int, from start: Set<Int>,
    _ combine: (inout Set<Int>, Set<Int>) -> Void
  ) -> Set<Int>? {
    var result = start
    for part in parts {
      guard let classes = part.classes(of: column, count: count) else { return nil }
      combine(&result, classes)
    }
    return result
  }
}

extension Diagnostic {
  static func valueLeftOut(_ message: String, fix: String, _ place: Place?) -> Diagnostic {
    Diagnostic(
      code: "rules/value-left-out", severity: .warning, message: message, place: place,
      fix: "\(fix); where it is meant, write `# terrain:ignore rules/value-left-out` and why")
  }
}
