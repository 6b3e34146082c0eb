import TerrainRules
import TerrainBase

/// Proves that a mutant decides as the rule set does for all facts.
enum MutantProof {
  /// What is proved.
  enum Verdict: Equatable {
    case equal
    case different
    case undecided(String)
  }

  /// Compares the decisions that `mutant` changes with those of `ruleSet` for all facts that their types allow, within `limits`.
  static func verdict(on mutant: Mutant, of ruleSet: RuleSet, limits: ProofLimits) -> Verdict {
    verdict(on: mutant, of: ruleSet, limits: limits, known: nil)
  }

  /// How many times the steps that a first proof may take a closer one may.
  private static let moreSteps = 16

  /// Compares once more a mutant that ``verdict(on:of:limits:)`` does not find equal: with what is known of numbers and `records`, within
  /// more steps.
  static func closerVerdict(
    on mutant: Mutant, of ruleSet: RuleSet, limits: ProofLimits, records: @escaping KnownValues.Records
  ) -> Verdict {
    var more = limits
    more.steps *= moreSteps
    more.stepsPerRow *= moreSteps
    return verdict(on: mutant, of: ruleSet, limits: more, known: records)
  }

  private static func verdict(
    on mutant: Mutant, of ruleSet: RuleSet, limits: ProofLimits, known records: KnownValues.Records?
  ) -> Verdict {
    let changed = mutant.variant.decisions.keys.ordered()
    let kept = ruleSet.closure(of: changed)
    guard let old = ruleSet.applying(RuleSetVariant(), keeping: kept),
      let new = ruleSet.applying(mutant.variant, keeping: kept)
    else { return .undecided("the rule set cannot be planned") }
    let difference = RuleSetDifference(from: old, to: new)
    let comparison = DecisionComparison(old, new, difference, limits: limits, people: { _ in nil }, records: records)
    for number in changed {
      let name = ruleSet.linkedDecisions[number].typed.fullName
      guard let index = old.linkedDecisions.firstIndex(where: { $0.typed.fullName == name }),
        difference.redefined.contains(name)
      else { return .undecided("the change is not seen by the comparison") }
      let decision = old.linkedDecisions[index].typed
      if mutant.kind == .swapped, yieldTheSame(mutant, decision) { continue }
      if mutant.kind == .swapped || isUnique(decision) {
        let apart = pairs(mutant, comparison.newTable(index), decision).allSatisfy { pair in
          pair.first.excludes(pair.second)
            || comparison.cannotHold([pair.first, pair.second] + pair.earlier.map { .not($0) }, limits: limits)
        }
        if mutant.kind == .swapped, apart { continue }
        if !apart, mutant.kind != .swapped { return .undecided("two rows may hold together") }
        guard isFirst(decision) || mutant.kind != .swapped else { return .undecided("both rows may hold together") }
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

  /// Two rows, and those that come before both and decide instead of them.
  private struct Pair {
    let first: TableView.Formula
    let second: TableView.Formula
    var earlier: [TableView.Formula] = []
  }

  /// The rows of `table`, that of the changed decision, that must exclude each other for the change to matter only by their results:
  /// those that were swapped; of a table of which one row may hold, the changed one and each other.
  private static func pairs(_ mutant: Mutant, _ table: TableView.Table, _ old: TypedDecision) -> [Pair] {
    guard case .rows(let written) = old.body else { return [] }
    if mutant.kind == .swapped, let row = written.rows.firstIndex(where: { $0.id == mutant.row }),
      row + 1 < table.rows.count
    {
      let earlier = written.hit == .first ? table.rows[..<row].map(\.when) : []
      return [Pair(first: table.rows[row].when, second: table.rows[row + 1].when, earlier: earlier)]
    }
    guard table.rows.count == written.rows.count else { return [] }
    return table.rows.indices.flatMap { first in
      table.rows[..<first].map { Pair(first: table.rows[first].when, second: $0.when) }
    }
  }
}
