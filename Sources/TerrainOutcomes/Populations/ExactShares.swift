import TerrainDocuments
import TerrainEngines
import TerrainBase

/// The exact share of each outcome of the quiz, and of each value of its axes, among the people of a population.
package struct ExactShares: Sendable {
  /// The shares of one outcome or axis.
  package struct Part: Sendable {
    /// The name of the outcome or axis.
    package let name: Text
    /// Its ids or values, each with its weight: outcomes by falling weight, values in their order.
    package let shares: [(value: Text, weight: UInt128)]
  }

  /// What the weights of each part add up to.
  package let total: UInt128
  /// The outcomes, in the order in which the rules declare them.
  package let outcomes: [Part]
  /// The axes, in the quiz's order.
  package let axes: [Part]

  /// The shares of `population`; nil where its pack has no quiz.
  ///
  /// - Throws: `population/too-fine`; what a condition of the quiz or the scoring rules ran into.
  package init?(_ population: PopulationDeclaration) throws(DiagnosticError) {
    guard let engine = population.scoring else { return nil }
    let mix = try AnswerMix(population, engine)
    total = mix.total
    let parts = try mix.parts.map { part throws(DiagnosticError) in
      guard let shares = try WeightedShares(engine, weights: part.options) else {
        throw DiagnosticError(.populationTooFine(population.place))
      }
      return (factor: part.factor, shares: shares)
    }
    func sum<Key: Hashable & Sendable>(
      _ shares: (WeightedShares) -> WeightedShares.Shares<Key>
    ) -> WeightedShares.Shares<Key> {
      var sums: WeightedShares.Shares<Key> = [:]
      for part in parts {
        for (key, weight) in shares(part.shares) { sums[key, default: 0] += weight * part.factor }
      }
      return sums
    }
    outcomes = engine.outcomes.enumerated().map { index, outcome in
      let shares = sum { $0.outcomes[index] }.map { (value: $0.key, weight: $0.value) }
      return Part(name: outcome.name, shares: shares.ordered { ($1.weight, $0.value) < ($0.weight, $1.value) })
    }
    axes = engine.quiz.axes.enumerated().map { index, axis in
      let shares = sum { $0.axes[index] }.ordered { $0.key < $1.key }
      return Part(name: axis.id, shares: shares.map { (value: Text("\($0.key)"), weight: $0.value) })
    }
  }
}
