import TerrainBase
import TerrainDocuments

/// The exact probability of each outcome of a quiz and of each value of its axes, for questions whose options have whole weights.
///
/// The distributions of independent questions combine by addition of sums and multiplication of weights. Nothing is sampled or
/// rounded.
package struct WeightedShares: Sendable {
  /// The weights of some ids or values, which add up to ``total``.
  package typealias Shares<Key: Hashable & Sendable> = [Key: UInt128]

  /// The product of the questions' weights.
  package let total: UInt128
  /// For each outcome of the engine, the weight of each id.
  package private(set) var outcomes: [Shares<Text>] = []
  /// For each axis of the quiz, the weight of each value.
  package private(set) var axes: [Shares<Int64>] = []

  /// Combinations of sums at most.
  private static let limit = 2_000_000

  /// The shares of `engine` if the options of the question at each position have the weights in `weights`; a question without weights is
  /// not asked.
  ///
  /// - Returns: nil if the product of the weights overflows, or there are too many combinations.
  /// - Throws: why the rules have no outcome for some sums.
  package init?(_ engine: ScoringEngine, weights: [[UInt64]?]) throws(DiagnosticError) {
    var total: UInt128 = 1
    for weights in weights {
      guard let weights else { continue }
      let (product, overflow) = total.multipliedReportingOverflow(by: weights.reduce(0) { $0 + UInt128($1) })
      if overflow || product > UInt128.max / 2 { return nil }
      total = product
    }
    self.total = total
    let session = ScoringSession(engine)
    for outcome in engine.outcomes {
      let axes = engine.axes(of: outcome)
      guard let byValues = Self.values(engine, weights, axes) else { return nil }
      var shares: Shares<Text> = [:]
      var values = engine.scale.ranges.map { $0.lowerBound }
      // Uses a fixed order, so that an error names the same values each time.
      for (combination, weight) in byValues.ordered(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        for (axis, value) in zip(axes, combination) { values[axis] = value }
        try session.give(values)
        shares[try session.decide(outcome), default: 0] += weight
      }
      outcomes.append(shares)
    }
    for axis in engine.quiz.axes.indices {
      guard let byValue = Self.values(engine, weights, [axis]) else { return nil }
      var shares: Shares<Int64> = [:]
      for (value, weight) in byValue { shares[value[0], default: 0] += weight }
      axes.append(shares)
    }
  }

  /// The weight of each combination of values of the axes at the positions `axes` of the quiz of `engine`; nil if there are too many
  /// combinations.
  package static func values(_ engine: ScoringEngine, _ weights: [[UInt64]?], _ axes: [Int]) -> Shares<[Int64]>? {
    var sums: [[Int64]: UInt128] = [axes.map { _ in 0 }: 1]
    for (question, weights) in zip(engine.quiz.questions, weights) {
      guard let weights else { continue }
      // Options with equal moves on these axes are merged.
      var moves: [[Int64]: UInt128] = [:]
      for (option, weight) in zip(question.options, weights) where weight > 0 {
        moves[axes.map { option.units(on: $0) }, default: 0] += UInt128(weight)
      }
      var combined: [[Int64]: UInt128] = [:]
      combined.reserveCapacity(sums.count * 2)
      for (move, weight) in moves {
        for (sum, ways) in sums { combined[zip(sum, move).map { $0 &+ $1 }, default: 0] += ways * weight }
      }
      guard combined.count <= limit else { return nil }
      sums = combined
    }
    var values: Shares<[Int64]> = [:]
    for (sum, weight) in sums {
      values[zip(axes, sum).map { engine.scale.value($1, axis: $0) }, default: 0] += weight
    }
    return values
  }
}
