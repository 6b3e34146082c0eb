import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainValues

/// Scores answers, one person after another, on one thread.
public final class ScoringSession {
  /// What it scores with.
  public let engine: ScoringEngine
  private let rules: RuleSession
  /// For each axis its fact; nil where nothing looks at it. Numbers, for facts themselves cost a copy each time.
  private let facts: [Fact.ID?]
  /// For each axis, whether the decision looks at it; nil where the rules have no such decision.
  private let typeLooks: [Bool]?
  private let modifierLooks: [Bool]?
  private let type: Asked
  private let modifier: Asked
  /// By question and option, what the option moves: to be gone through without a copy of the question.
  private let moves: [[[Quiz.Move]]]

  /// A decision by its number, and the words of its vocabulary by theirs.
  private struct Asked {
    let id: Decision.ID?
    let words: [Text]

    init(_ decision: Decision?) {
      id = decision?.id
      if case .enumeration(let vocabulary)? = decision?.type { words = vocabulary.cases } else { words = [] }
    }
  }

  /// A session of `engine`, each decision of which may cost what `limits` say.
  public init(_ engine: ScoringEngine, limits: EvaluationLimits = .standard) {
    self.engine = engine
    rules = RuleSession(engine.rules, limits: limits)
    facts = engine.facts.map { $0?.id }
    type = Asked(engine.decisions[.type])
    modifier = Asked(engine.decisions[.modifier])
    func looks(_ wanted: Score.Decision) -> [Bool]? {
      engine.decisions[wanted].map { decision in
        let needed = Set(engine.rules.facts(neededBy: decision).map(\.name))
        return engine.quiz.axes.map { needed.contains($0.id) }
      }
    }
    typeLooks = looks(.type)
    modifierLooks = looks(.modifier)
    moves = engine.quiz.questions.map { $0.options.map(\.moves) }
  }

  /// Scores the answers at `node`.
  ///
  /// - Parameters:
  ///   - partial: whether required questions may be unanswered; the score then says how sure it is.
  ///   - alsoKnown: fields of the document that somebody else reads.
  /// - Returns: the score, and what was odd about the answers without being wrong.
  /// - Throws: everything that is wrong with the answers, or why the rules have no outcome for them.
  public func score(
    _ node: Node, partial: Bool = false, detail: Score.Detail = .full, alsoKnown: [Text] = []
  ) throws(DiagnosticError) -> (score: Score, warnings: [Diagnostic]) {
    let (answers, diagnostics) = AnswersReader.read(
      node, quiz: engine.quiz, allowsMissing: partial, alsoKnown: alsoKnown)
    guard let answers else { throw DiagnosticError(diagnostics) }
    do {
      return (try score(answers, detail: detail), diagnostics)
    } catch {
      throw DiagnosticError(diagnostics + error.diagnostics)
    }
  }

  /// The score of `answers`, with everything that explains it where `detail` is full.
  public func score(_ answers: Answers, detail: Score.Detail = .full) throws(DiagnosticError) -> Score {
    let quiz = engine.quiz
    var sums = AxisSums(axes: quiz.axes.count)
    var flags: [Text] = []
    // By position: a copy of a question counts a reference to each of its parts.
    for index in quiz.questions.indices where answers.chosen.indices.contains(index) {
      guard let option = answers.chosen[index], quiz.questions[index].options.indices.contains(option) else { continue }
      sums.add(quiz.questions[index].options[option].moves)
      for flag in quiz.questions[index].options[option].flags where !flags.contains(flag) { flags.append(flag) }
    }
    let values = self.values(sums)
    let outcome = try self.outcome(values)
    let missing = quiz.missing(chosen: answers.chosen, goals: answers.goals)
    let axes = quiz.axes.indices.map { axis in
      let range = engine.scale.ranges[axis]
      return Score.AxisScore(
        axis: quiz.axes[axis], value: values[axis], sum: engine.scale.exact(sums.units[axis]), min: range.lowerBound,
        max: range.upperBound)
    }
    let isFull = detail == .full
    return Score(
      axes: axes, type: outcome.type, modifier: outcome.modifier, flags: flags,
      missing: missing.map { quiz.questions[$0].id }, margins: isFull ? margins(values, outcome) : [],
      flips: isFull ? flips(sums, answers, outcome) : [],
      certainty: isFull && !missing.isEmpty ? try certainty(sums, missing: missing) : nil,
      why: isFull ? try why(values) : [], answers: answers, detail: detail)
  }

  struct Outcome: Hashable {
    var type: Text
    var modifier: Text

    subscript(decision: Score.Decision) -> Text { decision == .type ? type : modifier }
  }

  /// What the answers at `node` make of the axes, as facts of the rules.
  ///
  /// - Throws: everything that is wrong with the answers.
  public func facts(of node: Node) throws(DiagnosticError) -> [(name: Text, value: Value)] {
    let (answers, diagnostics) = AnswersReader.read(node, quiz: engine.quiz, allowsMissing: false)
    guard let answers else { throw DiagnosticError(diagnostics) }
    return zip(engine.quiz.axes, values(of: answers)).map { ($0.id, .int($1)) }
  }

  /// Every row that was looked at on the way from the answers at `node` to their type and modifier.
  ///
  /// - Throws: everything that is wrong with the answers, or why the rules have no outcome for them.
  public func explain(_ node: Node) throws(DiagnosticError) -> [DecisionTrace] {
    let (answers, diagnostics) = AnswersReader.read(node, quiz: engine.quiz, allowsMissing: false)
    guard let answers else { throw DiagnosticError(diagnostics) }
    return try traces(of: answers)
  }

  /// Every row that was looked at on the way from `answers` to their type and modifier.
  ///
  /// - Throws: why the rules have no outcome for them.
  package func traces(of answers: Answers) throws(DiagnosticError) -> [DecisionTrace] {
    let values = values(of: answers)
    let recording = try rules.recording()
    recording.begin()
    do throws(EvaluationError) {
      for (fact, value) in zip(facts, values) {
        if let fact { try recording.set(fact, int: value) }
      }
      for wanted in Score.Decision.allCases {
        if let decision = engine.decisions[wanted] { _ = try recording.value(decision) }
      }
    } catch {
      throw DiagnosticError(Diagnostic(error))
    }
    return try recording.traces()
  }

  // MARK: - Asking the rules

  /// The value of each axis.
  func values(of answers: Answers) -> [Int64] {
    var sums = AxisSums(axes: engine.quiz.axes.count)
    for (question, option) in zip(engine.quiz.questions, answers.chosen) {
      if let option, question.options.indices.contains(option) { sums.add(question.options[option]) }
    }
    return values(sums)
  }

  private func values(_ sums: AxisSums) -> [Int64] {
    sums.units.indices.map { engine.scale.value(sums.units[$0], axis: $0) }
  }

  private func outcome(_ values: [Int64]) throws(DiagnosticError) -> Outcome {
    try give(values)
    return Outcome(type: try decide(.type), modifier: try decide(.modifier))
  }

  func give(_ values: [Int64]) throws(DiagnosticError) {
    rules.begin()
    for index in values.indices {
      guard let fact = facts[index] else { continue }
      do throws(EvaluationError) {
        try rules.set(fact, int: values[index])
      } catch {
        throw DiagnosticError(Diagnostic(error))
      }
    }
  }

  func decide(_ wanted: Score.Decision) throws(DiagnosticError) -> Text {
    do throws(EvaluationError) {
      if let id = wanted == .type ? type.id : modifier.id {
        try rules.run(id)
        if let bits = rules.bits(id), let code = Int(exactly: bits) {
          let words = wanted == .type ? type.words : modifier.words
          if words.indices.contains(code) { return words[code] }
        }
      }
    } catch {
      throw DiagnosticError(Diagnostic(error))
    }
    guard let decision = engine.decisions[wanted] else { return "" }
    do throws(EvaluationError) {
      if case .string(let id) = try rules.value(decision) { return id }
    } catch {
      throw DiagnosticError(Diagnostic(error))
    }
    throw DiagnosticError(.notAnID(decision.name, at: decision.place))
  }

  // MARK: - How near the edges

  /// For each axis, how far it may move before an outcome changes: found by asking the rules, value by value.
  private func margins(_ values: [Int64], _ outcome: Outcome) -> [Score.Margin] {
    var margins: [Score.Margin] = []
    for decision in Score.Decision.allCases {
      guard let looks = decision == .type ? typeLooks : modifierLooks else { continue }
      for axis in values.indices where looks[axis] {
        let range = engine.scale.ranges[axis]
        let here = values[axis]
        let down = edge(
          decision, outcome, values, axis: axis,
          among: stride(from: here - 1, through: max(range.lowerBound, here - Self.farthest), by: -1))
        let up = edge(
          decision, outcome, values, axis: axis,
          among: stride(from: here + 1, through: min(range.upperBound, here + Self.farthest), by: 1))
        margins.append(Score.Margin(axis: axis, decision: decision, down: down, up: up))
      }
    }
    return margins
  }

  /// Edges farther away than this are not looked for.
  private static let farthest: Int64 = 1000

  private func edge(
    _ decision: Score.Decision, _ outcome: Outcome, _ values: [Int64], axis: Int, among candidates: StrideThrough<Int64>
  ) -> Score.Edge? {
    var moved = values
    for value in candidates {
      moved[axis] = value
      let becomes = whatIf(moved, decision)
      if becomes != outcome[decision] { return Score.Edge(value: value, becomes: becomes) }
    }
    return nil
  }

  /// Each other option of each answered question that would change an outcome.
  private func flips(_ sums: AxisSums, _ answers: Answers, _ outcome: Outcome) -> [Score.Flip] {
    var flips: [Score.Flip] = []
    let here = values(sums)
    // One copy of both for all options: what an option adds is taken back.
    var (changed, moved) = (sums, here)
    for question in moves.indices where answers.chosen.indices.contains(question) {
      guard let chosen = answers.chosen[question], moves[question].indices.contains(chosen) else { continue }
      changed.remove(moves[question][chosen])
      for option in moves[question].indices where option != chosen {
        changed.add(moves[question][option])
        for axis in moved.indices { moved[axis] = engine.scale.value(changed.units[axis], axis: axis) }
        changed.remove(moves[question][option])
        var changes: [(decision: Score.Decision, becomes: Text?)] = []
        for decision in Score.Decision.allCases where looks(decision, atDifferenceOf: here, moved) {
          let becomes = whatIf(moved, decision)
          if becomes != outcome[decision] { changes.append((decision, becomes)) }
        }
        if !changes.isEmpty { flips.append(Score.Flip(question: question, option: option, changes: changes)) }
      }
      changed.add(moves[question][chosen])
    }
    return flips
  }

  /// Whether some axis that `decision` looks at has another value in `moved` than in `values`: what looks at none of them comes out
  /// the same.
  private func looks(_ decision: Score.Decision, atDifferenceOf values: [Int64], _ moved: [Int64]) -> Bool {
    guard let looks = decision == .type ? typeLooks : modifierLooks else { return true }
    for axis in values.indices where looks[axis] && values[axis] != moved[axis] { return true }
    return false
  }

  /// The outcome at other values than a person's; nil where the rules have none, which is no reason to refuse this person.
  private func whatIf(_ values: [Int64], _ decision: Score.Decision) -> Text? {
    do throws(DiagnosticError) {
      try give(values)
      return try decide(decision)
    } catch {
      return nil
    }
  }

  // MARK: - How sure

  private func certainty(_ sums: AxisSums, missing: [Int]) throws(DiagnosticError) -> Score.Certainty {
    let questions = missing.map { engine.quiz.questions[$0].options }
    var shares: [Score.Decision: [(id: Text, ways: UInt64)]] = [:]
    var total: UInt64 = 0
    for decision in Score.Decision.allCases {
      let distribution = try OutcomeShares(engine: engine, start: sums, questions: questions, decision: decision).ways {
        (values) throws(DiagnosticError) in
        try give(values)
        return try decide(decision)
      }
      shares[decision] = distribution
      total = distribution.reduce(0) { $0 + $1.ways }
    }
    return Score.Certainty(ways: total, types: shares[.type] ?? [], modifiers: shares[.modifier] ?? [])
  }

  // MARK: - Why

  /// The reasons of both decisions; one that both rest on is told once.
  private func why(_ values: [Int64]) throws(DiagnosticError) -> [Reason] {
    try give(values)
    var reasons: [Reason] = []
    for wanted in Score.Decision.allCases {
      guard let decision = engine.decisions[wanted] else { continue }
      _ = try decide(wanted)
      for reason in rules.reasons(for: decision) where !reasons.contains(where: { $0.decision == reason.decision }) {
        reasons.append(reason)
      }
    }
    return reasons
  }
}
