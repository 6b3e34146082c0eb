import TerrainDocuments
import TerrainRules
import TerrainBase

/// How many ways of answering lead to each outcome of one decision, exactly.
struct OutcomeShares {
  let engine: ScoringEngine
  let start: AxisSums
  let questions: [[Quiz.Option]]
  let outcome: Score.Outcome

  /// The ids of the outcome, each with the ways that lead to it, the most first; ties in the order of their ids. `decide`
  /// returns the id at a value of each axis.
  func ways(
    _ decide: ([Int64]) throws(DiagnosticError) -> Text
  ) throws(DiagnosticError) -> [(id: Text, ways: UInt64)] {
    let needed = engine.rules.facts(neededBy: engine.decisions[outcome.position])
    let axes = engine.quiz.axes.indices.filter { axis in needed.contains { $0.name == engine.quiz.axes[axis].id } }
    var byValues: [[Int64]: UInt64] = [:]
    do throws(Distribution.Failure) {
      var distribution = try Distribution(start: start, axes: axes, questions: questions)
      for options in questions { try distribution.combine(with: options) }
      distribution.forEach { sums, ways in
        let values = zip(axes, sums).map { engine.scale.value($1, axis: $0) }
        byValues[values, default: 0] += ways
      }
    } catch {
      throw DiagnosticError(.tooManyCombinations(limit: Distribution.limit))
    }
    var byOutcome: [Text: UInt64] = [:]
    // Axes that the decision does not look at stay at whatever is inside them.
    var values = engine.scale.ranges.map { $0.lowerBound }
    // In a fixed order, so that where the rules have no outcome, the same values are named each time.
    for (combination, ways) in byValues.ordered(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      for (axis, value) in zip(axes, combination) { values[axis] = value }
      byOutcome[try decide(values), default: 0] += ways
    }
    return byOutcome.map { (id: $0.key, ways: $0.value) }.ordered { ($1.ways, $0.id) < ($0.ways, $1.id) }
  }
}
