import TerrainChecks
import TerrainDocuments
import TerrainEngines
import TerrainBase

extension WeightedFacts {
  /// How likely each combination of values of the axes called `axes` is, exactly, among the people of `population`.
  ///
  /// - Returns: nil where the population's pack has no quiz, one of them is not an axis of it, or there are too many combinations.
  /// - Throws: `population/too-fine`, `population/follow-up`; what a condition of the quiz ran into.
  package init?(_ population: PopulationDeclaration, axes: [Text]) throws(DiagnosticError) {
    guard let engine = population.scoring else { return nil }
    let positions = axes.compactMap { axis in engine.quiz.axes.firstIndex { $0.id == axis } }
    guard positions.count == axes.count else { return nil }
    let mix = try AnswerMix(population, engine)
    var weights: [[Int64]: UInt128] = [:]
    for part in mix.parts {
      guard let values = WeightedShares.values(engine, part.options, positions) else { return nil }
      for (combination, weight) in values { weights[combination, default: 0] += weight * part.factor }
    }
    self.init(
      facts: axes, total: mix.total, combinations: weights.map { (values: $0.key.map { .int($0) }, weight: $0.value) })
  }
}
