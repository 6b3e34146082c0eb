import TerrainBase
import TerrainDocuments
import TerrainEngines

/// The ways in which the people of a population are asked and answer, each with its exact share.
struct AnswerMix {
  /// People who are asked the same questions and choose options with the same probabilities.
  struct Part {
    /// The factor that scales a weight of this part to ``AnswerMix/total``.
    let factor: UInt128
    /// For each question the weights of its options; nil if it is not asked.
    let options: [[UInt64]?]
  }

  /// The parts, each of which has a positive weight.
  let parts: [Part]
  /// The sum of the weights of all parts, each times its factor; below 2^128.
  let total: UInt128

  /// The answer mix of `population`, whose quiz `engine` scores.
  ///
  /// - Throws: `population/too-fine`, `population/follow-up`; evaluation errors of a condition of the quiz.
  init(_ population: PopulationDeclaration, _ engine: ScoringEngine) throws(DiagnosticError) {
    let questions = engine.quiz.questions
    if questions.contains(where: { $0.condition?.mentions.contains { engine.quiz.question($0) != nil } ?? false }) {
      throw DiagnosticError(.populationFollowUp(population.place))
    }
    var found: [(weight: UInt128, total: UInt128, options: [[UInt64]?])] = []
    let goals = try population.goalSets()
    for (group, groupWeight) in population.groups.elements where groupWeight > 0 {
      // Sets of goals that lead to the same questions are merged.
      var asked: [[Bool]: UInt128] = [:]
      for (set, weight) in goals {
        let isAsked = try questions.map { question throws(DiagnosticError) in
          guard let condition = question.condition else { return true }
          return try condition.holds(goals: set, chosen: questions.map { _ in nil }, quiz: engine.quiz)
        }
        asked[isAsked, default: 0] += weight
      }
      for (isAsked, weight) in asked.ordered(by: { $0.key.description < $1.key.description }) {
        let options = questions.indices.map { index in
          isAsked[index] ? Self.reduced(group.answers[index] ?? population.answers[index]) : nil
        }
        guard let total = Self.product(options.lazy.compactMap { $0 }.map { $0.reduce(0) { $0 + UInt128($1) } }) else {
          throw DiagnosticError(.populationTooFine(population.place))
        }
        found.append((UInt128(groupWeight) * weight, total, options))
      }
    }
    // Brings all parts to one total: the least common multiple of theirs.
    var common: UInt128 = 1
    for part in found {
      guard let product = Self.product([common / Self.divisor(common, part.total), part.total]) else {
        throw DiagnosticError(.populationTooFine(population.place))
      }
      common = product
    }
    guard let total = Self.product([common, found.reduce(0) { $0 + $1.weight }]) else {
      throw DiagnosticError(.populationTooFine(population.place))
    }
    self.total = total
    parts = found.map { Part(factor: $0.weight * (common / $0.total), options: $0.options) }
  }

  /// The product of `numbers`; nil if it is 2^127 or more.
  private static func product(_ numbers: some Sequence<UInt128>) -> UInt128? {
    var product: UInt128 = 1
    for number in numbers {
      let (next, overflow) = product.multipliedReportingOverflow(by: number)
      if overflow || next > UInt128.max / 2 { return nil }
      product = next
    }
    return product
  }

  /// `weights` without their common factor.
  private static func reduced(_ weights: [UInt64]) -> [UInt64] {
    let factor = weights.reduce(0 as UInt128) { divisor($0, UInt128($1)) }
    return factor > 1 ? weights.map { UInt64(UInt128($0) / factor) } : weights
  }

  private static func divisor(_ a: UInt128, _ b: UInt128) -> UInt128 { b == 0 ? a : divisor(b, a % b) }
}

extension PopulationDeclaration {
  /// The possible sets of people's goals, each with its weight.
  ///
  /// - Throws: `population/too-fine` if they cannot be listed.
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

  /// The sets that independent chances give, reduced to `atMost` random elements.
  private static func goalSets(
    _ chances: [(value: Value, chance: UInt64)], outOf: UInt64, atMost: Int
  ) -> [(goals: [Text], weight: UInt128)] {
    // All subsets of the permitted size are equally likely. All weights are brought to one denominator.
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
        // All subsets of `taken` with the permitted number of elements.
        if kept.nonzeroBitCount == min(taken.nonzeroBitCount, atMost) { sets[kept, default: 0] += weight }
        if kept == 0 { break }
        kept = (kept - 1) & taken
      }
    }
    return sets.ordered { $0.key < $1.key }.map { kept, weight in
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
