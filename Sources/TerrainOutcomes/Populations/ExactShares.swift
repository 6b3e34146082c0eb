import TerrainDocuments
import TerrainEngines
import TerrainValues

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
    let questions = engine.quiz.questions
    if questions.contains(where: { $0.condition?.mentions.contains { engine.quiz.question($0) != nil } ?? false }) {
      throw DiagnosticError(.populationFollowUp(population.place))
    }
    var parts: [(weight: UInt128, shares: WeightedShares)] = []
    let goals = try population.goalSets()
    for (group, groupWeight) in population.groups.elements where groupWeight > 0 {
      // Sets of goals that ask the same questions are one.
      var asked: [[Bool]: UInt128] = [:]
      for (set, weight) in goals {
        let questions = try engine.quiz.questions.map { question throws(DiagnosticError) in
          guard let condition = question.condition else { return true }
          return try condition.holds(goals: set, chosen: engine.quiz.questions.map { _ in nil }, quiz: engine.quiz)
        }
        asked[questions, default: 0] += weight
      }
      for (questions, weight) in asked.sorted(by: { $0.key.description < $1.key.description }) {
        let weights = questions.indices.map { index in
          questions[index] ? Self.reduced(group.answers[index] ?? population.answers[index]) : nil
        }
        guard let shares = try WeightedShares(engine, weights: weights) else {
          throw DiagnosticError(.populationTooFine(population.place))
        }
        parts.append((UInt128(groupWeight) * weight, shares))
      }
    }
    // Brings all parts to one total: the least common multiple of theirs.
    var common: UInt128 = 1
    for part in parts {
      let (product, overflow) = (common / Self.divisor(common, part.shares.total))
        .multipliedReportingOverflow(by: part.shares.total)
      if overflow { throw DiagnosticError(.populationTooFine(population.place)) }
      common = product
    }
    let whole = parts.reduce(0) { $0 + $1.weight }
    if common.multipliedReportingOverflow(by: whole).overflow {
      throw DiagnosticError(.populationTooFine(population.place))
    }
    total = common * whole
    func sum<Key: Hashable & Sendable>(
      _ shares: (WeightedShares) -> WeightedShares.Shares<Key>
    ) -> WeightedShares.Shares<Key> {
      var sums: WeightedShares.Shares<Key> = [:]
      for part in parts {
        let factor = part.weight * (common / part.shares.total)
        for (key, weight) in shares(part.shares) { sums[key, default: 0] += weight * factor }
      }
      return sums
    }
    outcomes = engine.outcomes.enumerated().map { index, outcome in
      let shares = sum { $0.outcomes[index] }.map { (value: $0.key, weight: $0.value) }
      return Part(name: outcome.name, shares: shares.sorted { ($1.weight, $0.value) < ($0.weight, $1.value) })
    }
    axes = engine.quiz.axes.enumerated().map { index, axis in
      let shares = sum { $0.axes[index] }.sorted { $0.key < $1.key }
      return Part(name: axis.id, shares: shares.map { (value: Text("\($0.key)"), weight: $0.value) })
    }
  }

  /// `weights` without their common factor.
  private static func reduced(_ weights: [UInt64]) -> [UInt64] {
    let factor = weights.reduce(0 as UInt128) { divisor($0, UInt128($1)) }
    return factor > 1 ? weights.map { UInt64(UInt128($0) / factor) } : weights
  }

  private static func divisor(_ a: UInt128, _ b: UInt128) -> UInt128 { b == 0 ? a : divisor(b, a % b) }
}

extension PopulationDeclaration {
  /// The sets of goals that people may have, each with its weight.
  ///
  /// - Throws: `population/too-fine` where they cannot be listed.
  fileprivate func goalSets() throws(DiagnosticError) -> [(goals: [Text], weight: UInt128)] {
    switch goals?.kind {
    case nil: return [([], 1)]
    case .constant(let value)?: return [(value.goalTexts, 1)]
    case .weights(let choice)?:
      if goals?.mayBeAbsent == false { return choice.elements.map { ($0.value.goalTexts, UInt128($0.weight)) } }
    case .each(let chances, let outOf, let atMost)?:
      if goals?.mayBeAbsent == false, chances.count <= 12, atMost >= 1 {
        return Self.goalSets(chances.map { ($0.value, $0.chance) }, outOf: outOf, atMost: atMost)
      }
    default: break
    }
    throw DiagnosticError(.populationGoals(goals?.place ?? place))
  }

  /// The sets that independent chances give, of which `atMost` elements are kept at random.
  private static func goalSets(
    _ chances: [(value: Value, chance: UInt64)], outOf: UInt64, atMost: Int
  ) -> [(goals: [Text], weight: UInt128)] {
    // Every way to keep some of more is equally likely. All weights are brought to one denominator.
    let ways = (0...chances.count).map { choose($0, min($0, atMost)) }
    let denominator = ways.reduce(1 as UInt128) { $0 * UInt128($1) }
    var sets: [UInt32: UInt128] = [:]
    for taken in 0..<(UInt32(1) << UInt32(chances.count)) {
      var weight = denominator / UInt128(ways[taken.nonzeroBitCount])
      for (index, (_, chance)) in chances.enumerated() {
        weight *= UInt128(taken & 1 << UInt32(index) != 0 ? min(chance, outOf) : outOf - min(chance, outOf))
      }
      if weight == 0 { continue }
      var kept = taken
      while true {
        // All subsets of `taken` with as many elements as are kept.
        if kept.nonzeroBitCount == min(taken.nonzeroBitCount, atMost) { sets[kept, default: 0] += weight }
        if kept == 0 { break }
        kept = (kept - 1) & taken
      }
    }
    return sets.sorted { $0.key < $1.key }.map { kept, weight in
      let goals = chances.indices.filter { kept & 1 << UInt32($0) != 0 }.map { chances[$0].value }
      return (Value.list(goals).goalTexts, weight)
    }
  }

  private static func choose(_ n: Int, _ k: Int) -> Int {
    k == 0 ? 1 : (1...k).reduce(1) { $0 * (n - k + $1) / $1 }
  }
}

extension Value {
  fileprivate var goalTexts: [Text] {
    switch self {
    case .string(let text): [text]
    case .list(let elements): elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
    default: []
    }
  }
}
