import TerrainDocuments
import TerrainExpressions
import TerrainRules
import TerrainBase

/// Scores answers, one person after another, on one thread.
package final class ScoringSession {
  /// What it scores with.
  package let engine: ScoringEngine
  private let rules: RuleSession
  /// For each axis its fact; nil where nothing looks at it. Numbers, for facts themselves cost a copy each time.
  private let facts: [Fact.ID?]
  /// By outcome, its decision.
  private let outcomes: [OutcomeDecision]
  /// By question, what its options move.
  private let moves: [QuestionMoves]
  /// By outcome, what it is at other values than a person's.
  private var memories: [OutcomeMemory]
  /// What outcomes are called, as far as it was looked up.
  package let texts = OutcomeTexts()

  /// A session of `engine`, each decision of which may cost as much as `limits` allow.
  package init(_ engine: ScoringEngine, limits: EvaluationLimits = .standard) {
    self.engine = engine
    rules = RuleSession(engine.rules, limits: limits)
    facts = engine.facts.map { $0?.id }
    outcomes = engine.decisions.map { OutcomeDecision($0, engine) }
    moves = engine.quiz.questions.map { QuestionMoves($0, axes: engine.quiz.axes.count) }
    memories = outcomes.map {
      OutcomeMemory(needs: $0.needs, ranges: engine.scale.ranges, words: $0.words.count)
    }
  }

  /// Scores the answers at `node`.
  ///
  /// - Parameters:
  ///   - partial: whether required questions may be unanswered; the score then has its certainty.
  ///   - alsoKnown: fields of the document that are read elsewhere.
  /// - Returns: the score, and warnings about the answers.
  /// - Throws: everything that is wrong with the answers, or why the rules have no outcome for them.
  package func score(
    _ node: Node, partial: Bool = false, detail: Score.Detail = .full, alsoKnown: [Text] = []
  ) throws(DiagnosticError) -> (score: Score, warnings: [Diagnostic]) {
    let (answers, diagnostics) = AnswersReader.read(
      node, quiz: engine.quiz, allowsMissing: partial, alsoKnown: alsoKnown, locales: engine.pack.supportedLocales)
    guard let answers else { throw DiagnosticError(diagnostics) }
    do {
      return (try score(answers, detail: detail), diagnostics)
    } catch {
      throw DiagnosticError(diagnostics + error.diagnostics)
    }
  }

  /// The score of `answers`, with everything that explains it where `detail` is full.
  package func score(_ answers: Answers, detail: Score.Detail = .full) throws(DiagnosticError) -> Score {
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
    let ids = try self.ids(values)
    let missing = quiz.missing(chosen: answers.chosen, goals: answers.goals)
    let axes = quiz.axes.indices.map { axis in
      let range = engine.scale.ranges[axis]
      return Score.AxisScore(
        axis: quiz.axes[axis], value: values[axis], sum: engine.scale.exact(sums.units[axis]), min: range.lowerBound,
        max: range.upperBound)
    }
    let isFull = detail == .full
    return Score(
      axes: axes, outcomes: engine.outcomes, ids: ids, flags: flags,
      missing: missing.map { quiz.questions[$0].id }, margins: isFull ? margins(values, ids) : [],
      flips: isFull ? flips(sums, values, answers, ids) : [],
      certainty: isFull && !missing.isEmpty ? try certainty(sums, missing: missing) : nil,
      why: isFull ? try why(values) : [], answers: answers, detail: detail)
  }

  /// What the answers at `node` make of the axes, as facts of the rules.
  ///
  /// - Parameter alsoKnown: fields of the document that are read elsewhere.
  /// - Throws: everything that is wrong with the answers.
  package func facts(
    of node: Node, alsoKnown: [Text] = []
  ) throws(DiagnosticError) -> [(name: Text, value: Value)] {
    let (answers, diagnostics) = AnswersReader.read(
      node, quiz: engine.quiz, allowsMissing: false, alsoKnown: alsoKnown)
    guard let answers else { throw DiagnosticError(diagnostics) }
    return zip(engine.quiz.axes, values(of: answers)).map { ($0.id, .int($1)) }
  }

  /// Every row that was looked at on the way from `answers` to their type and modifier.
  ///
  /// - Throws: why the rules have no outcome for them.
  package func traces(of answers: Answers) throws(DiagnosticError) -> [DecisionTrace] {
    let values = values(of: answers)
    let recording = try rules.recording()
    recording.begin()
    try diagnosing(try set(values, in: recording))
    for decision in engine.decisions { _ = try recording.decided(decision) }
    return try recording.traces()
  }

  // MARK: - Evaluating the rules

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

  /// The id of each outcome at `values`.
  private func ids(_ values: [Int64]) throws(DiagnosticError) -> [Text] {
    try give(values)
    var ids: [Text] = []
    ids.reserveCapacity(outcomes.count)
    for position in outcomes.indices { ids.append(try decide(position)) }
    return ids
  }

  func give(_ values: [Int64]) throws(DiagnosticError) {
    rules.begin()
    try diagnosing(try set(values, in: rules))
  }

  private func set(_ values: [Int64], in rules: RuleSession) throws(EvaluationError) {
    for index in values.indices {
      if let fact = facts[index] { try rules.set(fact, int: values[index]) }
    }
  }

  func decide(_ outcome: Score.Outcome) throws(DiagnosticError) -> Text { try decide(outcome.position) }

  private func decide(_ position: Int) throws(DiagnosticError) -> Text {
    try diagnosing(try rules.run(outcomes[position].id))
    if let bits = rules.bits(outcomes[position].id), let code = Int(exactly: bits),
      outcomes[position].words.indices.contains(code)
    {
      return outcomes[position].words[code]
    }
    let decision = engine.decisions[position]
    if case .string(let id) = try rules.decided(decision) { return id }
    throw DiagnosticError(.notAnID(decision.name, at: decision.place))
  }

  // MARK: - How near the edges

  /// For each axis, how far it may move before an outcome changes: found by asking the rules, value by value.
  private func margins(_ values: [Int64], _ ids: [Text]) -> [Score.Margin] {
    var margins: [Score.Margin] = []
    for (position, outcome) in engine.outcomes.enumerated() {
      for axis in values.indices where outcomes[position].needs[axis] {
        let range = engine.scale.ranges[axis]
        let here = values[axis]
        let down = edge(
          position, ids, values, axis: axis,
          among: stride(from: here - 1, through: max(range.lowerBound, here - Self.farthest), by: -1))
        let up = edge(
          position, ids, values, axis: axis,
          among: stride(from: here + 1, through: min(range.upperBound, here + Self.farthest), by: 1))
        margins.append(Score.Margin(axis: axis, outcome: outcome, down: down, up: up))
      }
    }
    return margins
  }

  /// Edges farther away than this are not looked for.
  private static let farthest: Int64 = 1000

  private func edge(
    _ position: Int, _ ids: [Text], _ values: [Int64], axis: Int, among candidates: StrideThrough<Int64>
  ) -> Score.Edge? {
    var moved = values
    for value in candidates {
      moved[axis] = value
      let becomes = whatIf(moved, position)
      if becomes != ids[position] { return Score.Edge(value: value, becomes: becomes) }
    }
    return nil
  }

  /// Each other option of each answered question that would change an outcome.
  private func flips(_ sums: AxisSums, _ here: [Int64], _ answers: Answers, _ ids: [Text]) -> [Score.Flip] {
    var flips: [Score.Flip] = []
    let scale = engine.scale
    // One copy of the values for all options: what an option moves is put back.
    var moved = here
    for question in moves.indices where answers.chosen.indices.contains(question) {
      let own = moves[question]
      guard let chosen = answers.chosen[question], own.options.contains(chosen) else { continue }
      for option in own.options where option != chosen {
        var difference: UInt64 = 0
        for place in own.axes.indices {
          let axis = own.axes[place]
          let units = sums.units[axis] &- own.units(of: chosen, place) &+ own.units(of: option, place)
          moved[axis] = scale.value(units, axis: axis)
          if moved[axis] != here[axis] { difference |= OutcomeDecision.bit(of: axis) }
        }
        if difference == 0 { continue }
        var changes: [(outcome: Score.Outcome, becomes: Text?)] = []
        // Where no axis that an outcome needs has another value, its id is the same.
        for position in outcomes.indices where outcomes[position].neededAxes & difference != 0 {
          let becomes = whatIf(moved, position)
          if becomes != ids[position] { changes.append((engine.outcomes[position], becomes)) }
        }
        if !changes.isEmpty { flips.append(Score.Flip(question: question, option: option, changes: changes)) }
      }
      for axis in own.axes { moved[axis] = here[axis] }
    }
    return flips
  }

  /// The outcome at other values than a person's; nil where the rules have none, which is no reason to refuse this person.
  private func whatIf(_ values: [Int64], _ position: Int) -> Text? {
    switch memories[position].entry(at: values) {
    case .word(let word): return outcomes[position].words[word]
    case .none: return nil
    case .unknown: break
    }
    var id: Text?
    do throws(DiagnosticError) {
      try give(values)
      id = try decide(position)
    } catch {}
    let word = id.flatMap { outcomes[position].words.firstIndex(of: $0) }
    // Limits that were exceeded are exceeded again; an id that is none of the words is asked for again.
    if id == nil || word != nil { memories[position].remember(word, at: values) }
    return id
  }

  // MARK: - How sure

  private func certainty(_ sums: AxisSums, missing: [Int]) throws(DiagnosticError) -> Score.Certainty {
    let questions = missing.map { engine.quiz.questions[$0].options }
    var shares: [[(id: Text, ways: UInt64)]] = []
    var total: UInt64 = 0
    for outcome in engine.outcomes {
      let distribution = try OutcomeShares(engine: engine, start: sums, questions: questions, outcome: outcome).ways {
        (values) throws(DiagnosticError) in
        try give(values)
        return try decide(outcome)
      }
      shares.append(distribution)
      total = distribution.reduce(0) { $0 + $1.ways }
    }
    return Score.Certainty(ways: total, shares: shares)
  }

  // MARK: - Why

  /// The reasons of all outcomes; one that several depend on is listed once.
  private func why(_ values: [Int64]) throws(DiagnosticError) -> [Reason] {
    try give(values)
    var reasons: [Reason] = []
    for (position, decision) in engine.decisions.enumerated() {
      _ = try decide(position)
      for reason in rules.reasons(for: decision) where !reasons.contains(where: { $0.decision == reason.decision }) {
        reasons.append(reason)
      }
    }
    return reasons
  }
}

extension Diagnostic {
  static func notAnID(_ decision: Text, at place: Place) -> Diagnostic {
    Diagnostic(code: "score/not-an-id", message: "`\(decision)` has to yield an id, which is text", place: place)
  }
}
