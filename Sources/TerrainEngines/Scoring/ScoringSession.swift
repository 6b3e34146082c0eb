import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Scores answers, one person after another, on one thread.
package final class ScoringSession {
  /// The engine.
  package let engine: ScoringEngine
  private let rules: RuleSession
  /// For each axis its fact; nil if no decision reads it. Ids, because copying a fact itself has a cost.
  private let facts: [Fact.ID?]
  /// The decision of each outcome.
  private let outcomes: [OutcomeDecision]
  /// The moves of each question's options.
  private let moves: [QuestionMoves]
  /// For each outcome its cached ids at other values than the person's.
  private var memories: [OutcomeMemory]
  /// The cached texts of outcomes.
  package let texts = OutcomeTexts()

  /// A session of `engine`.
  package init(_ engine: ScoringEngine) {
    self.engine = engine
    rules = RuleSession(engine.rules, limits: engine.system.limits)
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
  /// - Throws: all errors in the answers, or why the rules have no outcome for them.
  package func score(
    _ node: Node, partial: Bool = false, detail: Score.Detail = .explained, alsoKnown: [Text] = []
  ) throws(DiagnosticError) -> (score: Score, warnings: [Diagnostic]) {
    let (answers, diagnostics) = AnswersReader.read(
      node, quiz: engine.quiz, allowsMissing: partial, alsoKnown: alsoKnown, pack: engine.pack)
    guard let answers else { throw DiagnosticError(diagnostics) }
    do {
      return (try score(answers, detail: detail), diagnostics)
    } catch {
      throw DiagnosticError(diagnostics + error.diagnostics)
    }
  }

  /// The score of `answers`, with its explanation if `detail` is ``Score/Detail/explained``.
  package func score(_ answers: Answers, detail: Score.Detail = .explained) throws(DiagnosticError) -> Score {
    let quiz = engine.quiz
    var sums = AxisSums(axes: quiz.axes.count)
    var flags: [Text] = []
    // Iterates over positions, because copying a question counts a reference to each of its parts.
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
    let isExplained = detail >= .explained
    return Score(
      axes: axes, outcomes: engine.outcomes, ids: ids, flags: flags,
      missing: missing.map { quiz.questions[$0].id }, margins: isExplained ? margins(values, ids) : [],
      flips: isExplained ? flips(sums, values, answers, ids) : [],
      certainty: detail >= .usual && !missing.isEmpty ? try certainty(sums, missing: missing) : nil,
      why: detail >= .reasons ? try why(values) : [], answers: answers, detail: detail)
  }

  /// The axes that result from the answers at `node`, as facts of the rules.
  ///
  /// - Parameter alsoKnown: fields of the document that are read elsewhere.
  /// - Throws: all errors in the answers.
  package func facts(
    of node: Node, alsoKnown: [Text] = []
  ) throws(DiagnosticError) -> [(name: Text, value: Value)] {
    let (answers, diagnostics) = AnswersReader.read(
      node, quiz: engine.quiz, allowsMissing: false, alsoKnown: alsoKnown, pack: engine.pack)
    guard let answers else { throw DiagnosticError(diagnostics) }
    return zip(engine.quiz.axes, values(of: answers)).map { ($0.id, .int($1)) }
  }

  /// The traces of every decision evaluated for the outcomes of `answers`.
  ///
  /// - Throws: an error if the rules have no outcome for them.
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

  /// The margins of each axis, found by evaluating the rules value by value.
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
    // One copy of the values serves all options: the move of each option is undone.
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
        // If no axis that an outcome needs has another value, its id is the same.
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

  /// The outcome at other values than a person's; nil if the rules have none, which is no reason to refuse this person.
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
    // Exceeded limits are not cached, and neither is an id that is not one of the words.
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

/// The decision of an outcome by its number, the words of its vocabulary by theirs, and, for each axis, whether it is needed:
/// exactly, and as a set of bits.
struct OutcomeDecision {
  let id: Decision.ID
  let words: [Text]
  let needs: [Bool]
  let neededAxes: UInt64

  init(_ decision: Decision, _ engine: ScoringEngine) {
    id = decision.id
    if case .enumeration(let vocabulary) = decision.type { words = vocabulary.cases } else { words = [] }
    let needed = Set(engine.rules.facts(neededBy: decision).map { $0.name })
    let needs = engine.quiz.axes.map { needed.contains($0.id) }
    self.needs = needs
    neededAxes = needs.indices.reduce(0) { $0 | (needs[$1] ? Self.bit(of: $1) : 0) }
  }

  /// Axes share a bit if their number exceeds the number of bits.
  static func bit(of axis: Int) -> UInt64 { 1 << UInt64(axis & 63) }
}

/// A cache of an outcome by the values of the axes that it needs. The rules decide alike for the same values, so that each combination is
/// evaluated once. If the axes together have too many values, nothing is cached.
struct OutcomeMemory {
  /// The cached state of a combination of values.
  enum Entry {
    case unknown
    /// The rules have no outcome there.
    case none
    /// The outcome's position among its words.
    case word(Int)
  }

  private struct Axis {
    let position: Int
    let range: ClosedRange<Int64>
    let stride: Int
  }

  private let axes: [Axis]
  /// For each combination 0 if unknown, 1 if it has no outcome, else the position of the word plus 2. Empty if nothing is cached.
  private var codes: [UInt16]

  /// More values than this are not remembered.
  private static let most = 1 << 16

  /// A cache for an outcome with `words` words that needs the axes for which `needs` is true.
  init(needs: [Bool], ranges: [ClosedRange<Int64>], words: Int) {
    var axes: [Axis] = []
    var count = 1
    for position in needs.indices where needs[position] {
      let range = ranges[position]
      axes.append(Axis(position: position, range: range, stride: count))
      let size = range.upperBound.subtractingReportingOverflow(range.lowerBound)
      let next = count.multipliedReportingOverflow(by: Int(clamping: size.partialValue) &+ 1)
      count = size.overflow || next.overflow ? .max : next.partialValue
      if count > Self.most || count < 1 { break }
    }
    let isKept = count <= Self.most && count > 0 && words > 0 && words < Int(UInt16.max) - 2
    self.axes = axes
    codes = isKept ? Array(repeating: 0, count: count) : []
  }

  /// The position of `values`; nil if they are not remembered.
  private func position(of values: [Int64]) -> Int? {
    guard !codes.isEmpty else { return nil }
    var position = 0
    for axis in axes {
      guard axis.range.contains(values[axis.position]) else { return nil }
      position &+= Int(values[axis.position] &- axis.range.lowerBound) &* axis.stride
    }
    return position
  }

  /// The cached state for `values`.
  func entry(at values: [Int64]) -> Entry {
    guard let position = position(of: values), codes[position] > 0 else { return .unknown }
    return codes[position] == 1 ? .none : .word(Int(codes[position]) - 2)
  }

  /// Caches the outcome at `values`, by its position among the words; nil for no outcome.
  mutating func remember(_ word: Int?, at values: [Int64]) {
    guard let position = position(of: values) else { return }
    codes[position] = word.map { UInt16(truncatingIfNeeded: $0 + 2) } ?? 1
  }
}

/// The exact number of answer sets that lead to each outcome of one decision.
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
    // Axes that the decision does not read keep any value within their range.
    var values = engine.scale.ranges.map { $0.lowerBound }
    // Uses a fixed order, so that an error names the same values each time.
    for (combination, ways) in byValues.ordered(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      for (axis, value) in zip(axes, combination) { values[axis] = value }
      byOutcome[try decide(values), default: 0] += ways
    }
    return byOutcome.map { (id: $0.key, ways: $0.value) }.ordered { ($1.ways, $0.id) < ($0.ways, $1.id) }
  }
}

/// An answer with a large effect, and the axes that it moved.
public struct Signal: Sendable {
  /// The question, as its position in the quiz.
  public let question: Int
  /// The option that was chosen, as its position in the question.
  public let option: Int
  /// The axis it moved most, as its position in the quiz; of equals the first.
  public let axis: Int
  /// The move on that axis, including the question's weight.
  public let amount: ExactDecimal
  /// The sum of the magnitudes of all its moves.
  public let weight: ExactDecimal
}

extension Quiz {
  /// The `count` answers with the largest moves in decreasing order; equal answers in the order of the questions. Answers without moves are
  /// left out.
  func signals(_ answers: Answers, count: Int) -> [Signal] {
    var signals: [(signal: Signal, weight: Int64)] = []
    for (index, chosen) in answers.chosen.enumerated() {
      guard let chosen, questions.indices.contains(index), questions[index].options.indices.contains(chosen) else {
        continue
      }
      let moves = axes.indices.map { questions[index].options[chosen].units(on: $0) }
      // The quiz's reader has bounded every sum, so this cannot overflow.
      let weight = moves.reduce(0) { $0 &+ Swift.abs($1) }
      guard weight > 0, let greatest = moves.map({ Swift.abs($0) }).max(),
        let axis = moves.firstIndex(where: { Swift.abs($0) == greatest })
      else { continue }
      signals.append(
        (
          Signal(question: index, option: chosen, axis: axis, amount: exact(moves[axis]), weight: exact(weight)),
          weight
        ))
    }
    let sorted = signals.ordered { a, b in
      (b.weight, a.signal.question) < (a.weight, b.signal.question)
    }
    return sorted.prefix(count).map { $0.signal }
  }

  private func exact(_ units: Int64) -> ExactDecimal {
    (try? ExactDecimal(coefficient: Int128(units), exponent: Int32(-places))) ?? .zero
  }
}
