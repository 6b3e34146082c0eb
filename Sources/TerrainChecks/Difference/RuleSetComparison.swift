import TerrainRules
import TerrainBase

/// What two versions of a rule set decide differently, for all facts there can be.
package struct RuleSetComparison: Sendable {
  /// Parameters that have another value, or that one version lacks.
  package let parameters: [RuleSetDifference.Parameter]
  /// Facts that both declare, differently.
  package let facts: [Text]
  /// Decisions that only the old version has.
  package let onlyOld: [Text]
  /// Decisions that only the new version has.
  package let onlyNew: [Text]
  /// The decisions of both that are or may be different, in the order of the old version. One without changes, and not undecided,
  /// is defined differently and proved to have the same result for all facts.
  package let decisions: [DecisionDifference]
  /// How many decisions have nothing that is defined differently, in themselves or in what they need.
  package let untouched: Int

  /// Compares `old` with `new`, within `limits`.
  ///
  /// Takes time in proportion to the decisions that may differ; each is given an equal share of the steps.
  ///
  /// - Parameter people: how many people have which values of the facts with these names; nil where that is not known.
  package init(
    from old: RuleSet, to new: RuleSet, limits: ProofLimits = ProofLimits(),
    people: @escaping ([Text]) -> WeightedFacts? = { _ in nil }
  ) {
    let difference = RuleSetDifference(from: old, to: new)
    parameters = difference.parameters
    facts = difference.facts.ordered()
    let theirs = Dictionary(new.decisions.enumerated().map { ($1.name, $0) }) { first, _ in first }
    onlyOld = old.decisions.map(\.name).filter { theirs[$0] == nil }
    let mine = Set(old.decisions.map(\.name))
    onlyNew = new.decisions.map(\.name).filter { !mine.contains($0) }
    let comparison = DecisionComparison(old, new, difference, limits: limits, people: people)
    decisions = old.decisions.enumerated().compactMap { index, decision in
      guard difference.affected.contains(decision.name), let other = theirs[decision.name] else { return nil }
      return comparison.difference(index, other)
    }
    untouched = mine.count - onlyOld.count - decisions.count
  }
}
