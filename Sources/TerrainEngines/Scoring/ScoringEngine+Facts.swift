import TerrainBase
import TerrainExpressions
import TerrainRules

extension ScoringEngine {
  /// The facts of `rules` that follow from `score`: the values of the axes by their names, and each outcome as the fact whose type is the
  /// outcome's kind of record. An outcome is left out if several facts have that type.
  package func facts(of score: Score, in rules: RuleSet) -> [(name: Text, value: Value)] {
    let axes = score.axes.compactMap { axis in
      rules.fact(axis.axis.id).map { (name: $0.name, value: Value.int(axis.value)) }
    }
    let outcomes: [(name: Text, value: Value)] = score.outcomes.compactMap { outcome in
      guard let kind = kind(of: outcome) else { return nil }
      let facts = rules.facts.filter { fact in
        switch fact.declaration.type {
        case .record(let type): type.name == kind.name
        case .enumeration(let type): type.name == kind.idType
        default: false
        }
      }
      guard let fact = facts.first, facts.count == 1 else { return nil }
      return (fact.name, .string(score[outcome]))
    }
    return axes + outcomes
  }
}
