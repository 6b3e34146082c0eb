import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Turns the proofs about one decision into diagnostics.
package struct DecisionAnalysis {
  private let table: DecisionTable
  private let limits: ProofLimits
  private let text: RegionText
  private let decision: TableView.Table
  /// True if an engine or another decision needs it: then it must be known that it has a value for all inputs.
  private let isNeeded: Bool

  package init(_ proofs: RuleSetProofs, _ index: Int, isNeeded: Bool) {
    table = proofs.table(index)
    limits = proofs.limits
    text = RegionText(table: table)
    decision = table.view.tables[index]
    self.isNeeded = isNeeded
  }

  /// Returns true if nothing is reported about `table`, whatever depends on it.
  package static func isSilent(_ outcome: RuleSetProofs.Outcome?, about table: TableView.Table) -> Bool {
    guard case .proved(let proved)? = outcome else { return outcome == nil }
    let isGapless = proved.gaps.certain.isEmpty && proved.gaps.possible.isEmpty && proved.gaps.stopped == nil
    guard table.mustBeWhole ? isGapless : table.otherwise == nil || !isGapless else { return false }
    return proved.overlaps.overlaps.isEmpty && proved.overlaps.stopped.isEmpty && proved.deadRows.dead.isEmpty
      && proved.deadRows.stopped.isEmpty && proved.idle.isEmpty && proved.overflow == nil
      && proved.overflowStoppedBy == nil
  }

  /// The diagnostics of `outcome`. If this decision `follows` another decision with a row that can never fire, its own dead rows may have
  /// the same cause: they are returned separately.
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
    // An idle comparison may matter once the other decision has its missing value.
    let idle = follows ? [] : self.idle(findings)
    return (gaps + overlaps(findings.overlaps) + deadRows(findings) + overflow(findings) + idle, following)
  }

  /// True if it is an error that the decision is not known to have a value for all inputs.
  private var mustBeProved: Bool { isNeeded && table.mustBeWhole }

  private func gaps(_ findings: GapFindings) -> [Diagnostic] {
    var diagnostics = findings.certain.enumerated().map { index, region in
      Diagnostic.tableGap(
        decision.name, region: text.region(region), witness: text.witness(region),
        more: findings.more && index == findings.certain.count - 1, decision.place)
    }
    if let region = findings.possible.first {
      diagnostics.append(
        .undecidedGap(
          decision.name, witness: text.witness(region), assumption: text.assumptions(region), isNeeded: isNeeded,
          decision.place))
    }
    return diagnostics + stop(findings)
  }

  /// In a table without a gap an `otherwise` never applies: that is reported.
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
      // The contradiction has been reported with the row.
      guard !contradictory.contains(idle.row) else { return nil }
      // A test for the presence of an input precedes a test of its value, although the latter implies the former.
      if idle.reason == .redundant, table.presence.contains(idle.comparison) || protects(idle) { return nil }
      let place = table.places[idle.comparison]
      // A range up to the end of the domain (`500..599`) excludes values at its other end.
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

  /// Returns true if a comparison protects another comparison of the row from an error for an absent input, which proofs treat as false.
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

  /// Returns true if a comparison that changes something is at the very same place in the row, as the other half of a range is.
  private func hasOther(than silent: Set<FormulaID>, at place: Place, in row: Int) -> Bool {
    table.proof.comparisons(of: table.proof.rows[row]).contains { formula, _, _ in
      guard !silent.contains(formula), let other = table.places[formula] else { return false }
      return other.range == place.range && other.source === place.source
    }
  }
}

/// Finds expressions that fail whenever they are evaluated, or that do not mean what they seem to mean, in conditions, results, scores, and
/// values of decisions.
package enum AlwaysFailing {
  /// The diagnostics: an error for each expression that always fails when its row or decision is reached, and a warning for each part of an
  /// expression that fails whenever it is evaluated, and for each comparison of versions as texts.
  package static func diagnostics(for ruleSet: RuleSet) -> [Diagnostic] {
    ruleSet.decisions.flatMap { decision in
      decision.typed.derive { Failures(diagnostics: diagnostics(of: decision.typed)) }.diagnostics
    }
  }

  /// The diagnostics of a decision.
  private struct Failures: Sendable { let diagnostics: [Diagnostic] }

  private static func diagnostics(of decision: TypedDecision) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    // A part of a cell may be written once and used twice.
    var reported: Set<Location> = []
    decision.forEachExpression { expression in
      for failure in expression.certainFailures() where reported.insert(Location(failure.place)).inserted {
        diagnostics.append(.alwaysFails(failure, in: decision.fullName.string))
      }
      for place in expression.comparedVersions where reported.insert(Location(place)).inserted {
        diagnostics.append(.comparedVersions(at: place))
      }
    }
    return diagnostics
  }

  private struct Location: Hashable {
    let start: UInt32
    let end: UInt32

    init(_ place: Place) {
      start = place.range.start
      end = place.range.end
    }
  }
}

extension TypedExpression {
  /// The locations of order comparisons between a text and a literal version.
  fileprivate var comparedVersions: [Place] {
    expression.nodes.indices.compactMap { index in
      guard case .call(let function, nil, let operands) = expression.kind(of: Expression.ID(index)),
        operands.count == 2,
        ["_<_", "_<=_", "_>_", "_>=_"].contains(function.string),
        let version = operands.first(where: { operand in
          if case .string(let text)? = constant(operand) { VersionFunctions.isDotted(text) } else { false }
        })
      else { return nil }
      return expression.place(of: version)
    }
  }
}

extension Diagnostic {
  static func comparedVersions(at place: Place) -> Diagnostic {
    Diagnostic(
      code: "rules/compared-versions", severity: .warning,
      message: "this version is compared as a text, character by character: as a text `1.10` precedes `1.9`",
      place: place,
      fix: "compare versions with `semver.compare(a, b) < 0`")
  }

  static func alwaysFails(_ failure: CertainFailure, in decision: String) -> Diagnostic {
    let when = failure.isWhole ? "always fails when it is reached" : "fails whenever it is evaluated"
    return Diagnostic(
      // A literal that cannot be converted is an error in any context.
      code: "rules/always-fails", severity: failure.isWhole || failure.meant != nil ? .error : .warning,
      message: "this part of `\(decision)` \(when): \(failure.message) (`\(failure.code.name)`)", place: failure.place,
      fix: failure.meant.flatMap { $0.isEmpty ? nil : "did you mean `\($0)`?" } ?? "correct the constants in it")
  }
}

/// Regions and witnesses of one decision in words.
struct RegionText {
  let table: DecisionTable

  /// The region: `size = big and price <= 3`; empty if it includes all inputs.
  func region(_ region: ProofRegion) -> String {
    region.columns.compactMap { column, values in self.values(values, of: column) }.joined(separator: " and ")
  }

  /// An example of the region, in facts: `price = 3, count = 0`. Facts that the region does not depend on are left out.
  func witness(_ region: ProofRegion) -> String {
    var columns: Set<Int> = []
    var waiting = viewColumns(region.columns.map(\.column))
    if waiting.isEmpty { waiting = table.view.tables[table.index].inputs }
    while let column = waiting.popLast() {
      guard columns.insert(column).inserted else { continue }
      if case .decision(let source) = table.view.columns[column].origin {
        waiting += table.view.tables[source].inputs
      }
    }
    let parts = region.witness.compactMap { column, key -> String? in
      guard let index = table.viewColumns[column], columns.contains(index) else { return nil }
      if case .decision = table.view.columns[index].origin { return nil }
      return one(key, of: column)
    }
    return parts.joined(separator: ", ")
  }

  /// The assumptions about undecidable conditions: "`a` is false and b = 3".
  func assumptions(_ region: ProofRegion) -> String {
    region.assumptions.map { column, values in
      guard table.viewColumns[column] != nil else {
        return "`\(name(column))` is \(values.contains(1) ? "true" : "false")"
      }
      let key = values.nearest(to: table.proof.columns[column].origin)
      if case .bool(let truth)? = witness(key, of: column) { return "`\(name(column))` is \(truth)" }
      return one(key, of: column)
    }.joined(separator: " and ")
  }

  /// The column's name, without the module if the decision's own module declares it.
  func name(_ column: Int) -> String {
    let name = table.proof.columns[column].name.string
    let own = table.view.tables[table.index].name
    guard let dot = own.utf8.lastIndex(of: UInt8(ascii: ".")) else { return name }
    let module = own[...dot]
    return name.hasPrefix(module) ? String(name.dropFirst(module.count)) : name
  }

  /// `column = value` for one value of a column.
  private func one(_ key: Int64?, of column: Int) -> String {
    guard let value = witness(key, of: column) else { return "\(name(column)) is absent" }
    // The type has no constants that a condition could name.
    if case .null = value { return "\(name(column)) is there" }
    return isMembership(column) ? membership(column, value) : "\(name(column)) = \(value.asWritten)"
  }

  private func isMembership(_ column: Int) -> Bool {
    guard let index = table.viewColumns[column] else { return false }
    if case .membership = table.view.columns[index].origin { return true }
    return false
  }

  /// The membership of a value in a list, as an expression.
  private func membership(_ column: Int, _ value: Value) -> String {
    if case .bool(true) = value { return name(column) }
    return "!(\(name(column)))"
  }

  private func witness(_ key: Int64?, of column: Int) -> Value? {
    guard let key, let index = table.viewColumns[column] else { return nil }
    return table.view.columns[index].classes[safe: Int(key)]?.witness
  }

  /// The values of a column in the words of a cell; nil if they are all the column has.
  func values(_ values: ValueSet, of column: Int) -> String? {
    guard !table.proof.columns[column].domain.isSubset(of: values), let index = table.viewColumns[column] else {
      return nil
    }
    if isMembership(column) { return one(values.nearest(to: 0), of: column) }
    let name = name(column)
    let classes = table.view.columns[index].classes
    var parts: [String] = []
    var listed: [String] = []
    for range in values.ranges {
      guard let low = classes[safe: Int(range.low)], let high = classes[safe: Int(range.high)] else { continue }
      if low.witness?.isOrdered != true {
        for value in classes[Int(range.low)...Int(range.high)] {
          if value.lower == nil {
            parts.append("\(name) is \(classes.count { !$0.isAbsent } == 1 ? "there" : "something else")")
          }
          if value.lower != nil, let word = value.witness?.asWritten { listed.append(word) }
        }
      } else {
        let isLast = table.proof.columns[column].domain.ranges.last.map { $0.high <= range.high } ?? false
        parts.append(interval(name, low.lower, high.upper, isFirst: range.low == 0, isLast: isLast))
      }
    }
    if listed.count == 1 { parts.insert("\(name) = \(listed[0])", at: 0) }
    if listed.count > 1 { parts.insert("\(name) in [\(listed.joined(separator: ", "))]", at: 0) }
    if values.absent { parts.append("\(name) is absent") }
    return parts.count > 1 ? "(\(parts.joined(separator: " or ")))" : parts.first
  }

  /// The range of a column of numbers, such as `mood is from 1 to 5`; nil for other columns, and if an end of the range is unknown.
  func range(of column: Int) -> String? {
    guard let index = table.viewColumns[column] else { return nil }
    let classes = table.view.columns[index].classes.filter { !$0.isAbsent }
    guard let least = classes.first?.lower, let greatest = classes.last?.upper, least.value.isOrdered else {
      return nil
    }
    return "`\(name(column))` is from \(least.value.asWritten) to \(greatest.value.asWritten)"
  }

  /// The numbers between two ends; an end that is the domain's own is left out.
  private func interval(
    _ name: String, _ lower: TableView.Bound?, _ upper: TableView.Bound?, isFirst: Bool, isLast: Bool
  ) -> String {
    if let lower, let upper, lower.isClosed, upper.isClosed, lower.value.asWritten == upper.value.asWritten {
      return "\(name) = \(lower.value.asWritten)"
    }
    switch (isFirst ? nil : lower, isLast ? nil : upper) {
    case (let lower?, let upper?):
      let ends = "\(lower.value.asWritten)..\(upper.value.asWritten)"
      if lower.isClosed, upper.isClosed { return "\(name) in \(ends)" }
      return "\(name) in \(lower.isClosed ? "[" : "(")\(ends)\(upper.isClosed ? "]" : ")")"
    case (let lower?, nil): return "\(name) \(lower.isClosed ? ">=" : ">") \(lower.value.asWritten)"
    case (nil, let upper?): return "\(name) \(upper.isClosed ? "<=" : "<") \(upper.value.asWritten)"
    case (nil, nil): return "\(name) is there"
    }
  }

  private func viewColumns(_ columns: [Int]) -> [Int] { columns.compactMap { table.viewColumns[$0] } }
}

extension Value {
  /// The value as an author would write it in a cell: without quotes if it needs none.
  var asWritten: String {
    switch self {
    case .string(let text):
      let isWord =
        !text.isEmpty
        && text.utf8.allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
          default: false
          }
        }
      return isWord ? text.string : description
    case .decimal(let decimal): return decimal.description
    case .timestamp(let instant): return instant.description
    case .duration(let duration): return duration.description
    default: return description
    }
  }

  /// ``asWritten``, cut at a maximum length; the rest is ignored.
  package var asBrieflyWritten: String {
    switch self {
    case .string(let text) where text.utf8.count > Self.longestWritten: description(limit: Self.longestWritten)
    case .list, .map, .optional, .bytes: description(limit: Self.longestWritten)
    default: asWritten
    }
  }

  /// Bytes of a value in a sentence.
  private static let longestWritten = 1000
}

extension RegionText {
  /// The bytes of a place on one line, cut at a maximum length.
  func source(of place: Place) -> String {
    let bytes = place.source.bytes
    let start = min(Int(place.range.start), bytes.count)
    let end = min(max(start, Int(place.range.end)), bytes.count)
    let words = String(decoding: bytes[start..<end], as: UTF8.self).split(whereSeparator: \.isWhitespace)
    let line = words.joined(separator: " ")
    return line.count > 60 ? line.prefix(59) + "…" : line
  }
}
