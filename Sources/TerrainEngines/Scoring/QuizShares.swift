import TerrainBase
import TerrainDocuments

/// The exact number of complete answer sets that lead to each outcome, each with an example. Only questions that everybody must answer
/// count.
package struct QuizShares: Sendable {
  /// The share of one outcome.
  package struct Share: Sendable {
    /// The outcome's id.
    package let id: Text
    /// The number of answer sets that lead to it.
    package let ways: UInt64
    /// An example, as pairs of question and option; empty if there are too many combinations to trace back.
    package let example: [(question: Text, option: Text)]
  }

  /// The number of all answer sets.
  package let ways: UInt64
  /// The outcomes, each with the ids that are reached, the most frequent first.
  package let outcomes: [(outcome: Score.Outcome, shares: [Share])]

  /// The maximum number of combinations, over all steps of the distribution, that are kept for tracing examples back.
  private static let mostKept = 4_000_000

  /// The shares of the outcomes of `engine`.
  ///
  /// - Throws: `score/too-many-combinations`; an error if the rules have no outcome for some answers.
  package init(_ engine: ScoringEngine) throws(DiagnosticError) {
    let questions = engine.quiz.questions.filter { $0.isRequired && $0.condition == nil }
    var ways: UInt64 = 1
    for question in questions {
      let (product, overflow) = ways.multipliedReportingOverflow(by: UInt64(max(1, question.options.count)))
      if overflow { throw DiagnosticError(.tooManyCombinations(limit: Distribution.limit)) }
      ways = product
    }
    self.ways = ways
    outcomes = try engine.outcomes.map { outcome throws(DiagnosticError) in
      (outcome, try Self.shares(of: outcome, engine, questions))
    }
  }

  private static func shares(
    of outcome: Score.Outcome, _ engine: ScoringEngine, _ questions: [Quiz.Question]
  ) throws(DiagnosticError) -> [Share] {
    let axes = engine.axes(of: outcome)
    var steps: [Distribution] = []
    var kept = 0
    do throws(Distribution.Failure) {
      let start = AxisSums(axes: engine.quiz.axes.count)
      var distribution = try Distribution(start: start, axes: axes, questions: questions.map { $0.options })
      for question in questions {
        kept += distribution.ways.count
        if kept <= mostKept { steps.append(distribution) }
        try distribution.combine(with: question.options)
      }
      steps.append(distribution)
    } catch {
      throw DiagnosticError(.tooManyCombinations(limit: Distribution.limit))
    }
    guard let last = steps.popLast() else { return [] }

    // Combinations of sums that round to the same values have the same outcome, and the first represents them all.
    var byValues: [[Int64]: (ways: UInt64, first: Int64)] = [:]
    for (key, ways) in last.ways {
      let values = zip(axes, last.sums(of: key)).map { engine.scale.value($1, axis: $0) }
      let known = byValues[values] ?? (0, key)
      byValues[values] = (known.ways + ways, min(known.first, key))
    }
    let session = ScoringSession(engine)
    var byOutcome: [Text: (ways: UInt64, first: Int64)] = [:]
    var values = engine.scale.ranges.map { $0.lowerBound }
    // Uses a fixed order, so that an error names the same answers each time.
    for (combination, found) in byValues.ordered(by: { $0.value.first < $1.value.first }) {
      for (axis, value) in zip(axes, combination) { values[axis] = value }
      try session.give(values)
      let id = try session.decide(outcome)
      let known = byOutcome[id] ?? (0, found.first)
      byOutcome[id] = (known.ways + found.ways, min(known.first, found.first))
    }
    return byOutcome.map { id, found in
      let example = steps.count == questions.count ? Self.example(found.first, last, steps, questions) : []
      return Share(id: id, ways: found.ways, example: example)
    }.ordered { ($1.ways, $0.id) < ($0.ways, $1.id) }
  }

  /// Traces back from the combination `key`: at each question to the first option by which an earlier combination leads to it.
  private static func example(
    _ key: Int64, _ last: Distribution, _ steps: [Distribution], _ questions: [Quiz.Question]
  ) -> [(question: Text, option: Text)] {
    var key = key
    var example: [(question: Text, option: Text)] = []
    for (question, before) in zip(questions, steps).reversed() {
      guard let option = question.options.first(where: { before.ways[key &- last.offset(of: $0)] != nil }) else {
        break
      }
      example.append((question.id, option.id))
      key &-= last.offset(of: option)
    }
    return example.reversed()
  }
}
