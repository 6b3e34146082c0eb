import TerrainRules
import TerrainValues

/// Proves that a mutant decides as the rule set does for all facts.
enum MutantProof {
  /// What is proved.
  enum Verdict: Equatable {
    case equal
    case different
    case undecided(String)
  }

  /// Compares the decisions that `mutant` changes with those of `ruleSet`, within `limits`.
  static func verdict(on mutant: Mutant, of ruleSet: RuleSet, limits: ProofLimits) -> Verdict {
    let changed = mutant.variant.decisions.keys.sorted()
    let kept = ruleSet.closure(of: changed)
    guard let old = ruleSet.applying(RuleSetVariant(), keeping: kept),
      let new = ruleSet.applying(mutant.variant, keeping: kept)
    else { return .undecided("the rule set cannot be planned") }
    let difference = RuleSetDifference(from: old, to: new)
    let comparison = DecisionComparison(old, new, difference, limits: limits, people: { _ in nil })
    var view: TableView?
    for number in changed {
      let name = ruleSet.linkedDecisions[number].typed.fullName
      guard let index = old.linkedDecisions.firstIndex(where: { $0.typed.fullName == name }),
        difference.redefined.contains(name)
      else { return .undecided("the change is not seen by the comparison") }
      if mutant.kind == .swapped, yieldTheSame(mutant, old.linkedDecisions[index].typed) { continue }
      if mutant.kind == .swapped || isUnique(old.linkedDecisions[index].typed) {
        let joined = view ?? TableView(old, and: new, difference)
        view = joined
        let pairs = pairs(mutant, joined.tables[old.decisions.count + index], old.linkedDecisions[index].typed)
        let apart = pairs.allSatisfy { cannotBothHold($0, $1, joined, limits) }
        if mutant.kind == .swapped, apart { continue }
        if !apart, mutant.kind != .swapped { return .undecided("two rows may hold together") }
        guard isFirst(old.linkedDecisions[index].typed) || mutant.kind != .swapped else {
          return .undecided("both rows may hold together")
        }
      }
      let result = comparison.difference(index, index)
      if let undecided = result.undecided { return .undecided(undecided) }
      if result.changes.contains(where: \.isCertain) { return .different }
      if !result.changes.isEmpty { return .undecided("results that are computed may be equal") }
    }
    return .equal
  }

  /// Whether the rows that were swapped yield the same constant: then neither hides, nor comes before, another result.
  private static func yieldTheSame(_ mutant: Mutant, _ decision: TypedDecision) -> Bool {
    guard case .rows(let table) = decision.body, let row = table.rows.firstIndex(where: { $0.id == mutant.row }),
      row + 1 < table.rows.count, case .constant(let one, _)? = table.rows[row].then,
      case .constant(let other, _)? = table.rows[row + 1].then
    else { return false }
    return one.isIdentical(to: other)
  }

  private static func isUnique(_ decision: TypedDecision) -> Bool {
    if case .rows(let table) = decision.body { return table.hit == .unique }
    return false
  }

  private static func isFirst(_ decision: TypedDecision) -> Bool {
    if case .rows(let table) = decision.body { return table.hit == .first }
    return false
  }

  /// The rows of `table`, that of the changed decision, that must exclude each other for the change to matter only by their results:
  /// those that were swapped; of a table of which one row may hold, the changed one and each other.
  private static func pairs(
    _ mutant: Mutant, _ table: TableView.Table, _ old: TypedDecision
  ) -> [(TableView.Formula, TableView.Formula)] {
    guard case .rows(let written) = old.body else { return [] }
    if mutant.kind == .swapped, let row = written.rows.firstIndex(where: { $0.id == mutant.row }),
      row + 1 < table.rows.count
    {
      return [(table.rows[row].when, table.rows[row + 1].when)]
    }
    guard table.rows.count == written.rows.count else { return [] }
    return table.rows.indices.flatMap { first in
      table.rows[..<first].map { (table.rows[first].when, $0.when) }
    }
  }

  private static func cannotBothHold(
    _ first: TableView.Formula, _ second: TableView.Formula, _ view: TableView, _ limits: ProofLimits
  ) -> Bool {
    if first.excludes(second) { return true }
    let table = DecisionTable(view, rows: [.not(.all([first, second]))], limits: limits)
    guard table.fits, table.proof.cells <= limits.cells else { return false }
    let gaps = table.proof.findings(policy: .every, whole: true, limits: limits).gaps
    return gaps.stopped == nil && gaps.certain.isEmpty && gaps.possible.isEmpty
  }
}
