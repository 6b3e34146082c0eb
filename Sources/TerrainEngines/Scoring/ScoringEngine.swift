import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Scores a quiz: adds up the moves of the answers, scales the sums to their axes, and evaluates the outcomes that the rules declare.
///
/// Immutable; threads share one engine, each with a ``ScoringSession`` of its own.
package struct ScoringEngine: Sendable {
  /// The pack and the rules.
  package let system: LoadedSystem
  /// The pack whose quiz is scored.
  package var pack: Pack { system.pack }
  /// The rules that decide the outcomes.
  package var rules: RuleSet { system.rules.ruleSet }
  /// The quiz.
  package let quiz: Quiz
  let scale: AxisScale
  /// For each axis, the fact that carries it; nil if no outcome needs it.
  let facts: [Fact?]
  /// The outcomes in the order in which the rules declare them.
  package let outcomes: [Score.Outcome]
  /// The decision of each outcome.
  let decisions: [Decision]
  /// For each outcome the kind of record of its ids; nil if the rules do not declare it.
  private let kinds: [Text?]

  /// The decision that yields `outcome`.
  package func decision(of outcome: Score.Outcome) -> Decision { decisions[outcome.position] }

  /// The axes that `outcome` depends on, as positions in the quiz.
  package func axes(of outcome: Score.Outcome) -> [Int] {
    let needed = rules.facts(neededBy: decisions[outcome.position])
    return quiz.axes.indices.filter { axis in needed.contains { $0.name == quiz.axes[axis].id } }
  }

  /// The requirements of scoring on a rule set: rounding, clamping, and outcomes. The engine supplies the axes.
  package static let contract = Contract(
    "terrain score",
    decisions: [
      .init(
        Names.rounding,
        .enumeration(EnumerationType(name: "rounding", cases: RoundingRule.allCases.map { Text($0.rawValue) }))),
      .init(Names.clamp, .enumeration(EnumerationType(name: "clamp", cases: [Names.once, Names.never]))),
    ] + OutcomeDeclaration.wanted, otherFacts: .int)

  /// The kind of record that holds a quiz.
  package static let quizKind: Text = "quiz"

  private enum Names {
    static let rounding: Text = "scoring.rounding"
    static let clamp: Text = "scoring.clamp"
    static let once: Text = "once"
    static let never: Text = "never"
  }

  /// An engine over `system`, which was loaded for ``contract``. `kind` is the kind of record of the quiz, for packs with several quizzes.
  ///
  /// - Throws: errors that keep the quiz and the rules from working together, with locations in both.
  package init(_ system: LoadedSystem, quiz kind: Text = quizKind) throws(DiagnosticError) {
    self.system = system
    let (pack, rules) = (system.pack, system.rules.ruleSet)
    guard let record = pack.records(of: kind).first else {
      throw DiagnosticError(.noQuiz(pack.id, kind: kind))
    }
    let (quiz, diagnostics) = QuizReader.read(record.node, pack: pack)
    guard let quiz else { throw DiagnosticError(diagnostics) }
    self.quiz = quiz
    let declared = try OutcomeDeclaration.read(rules)
    outcomes = declared.enumerated().map { Score.Outcome(name: $1.name, plural: $1.plural, position: $0) }
    let decisions = declared.map { $0.decision }
    self.decisions = decisions
    kinds = decisions.map { decision in
      guard case .enumeration(let ids) = decision.type, ids.name.string.hasSuffix("_id") else { return nil }
      return Text(String(ids.name.string.dropLast(3)))
    }
    let needed = decisions.flatMap { rules.facts(neededBy: $0) }
    (facts, scale) = try Self.connect(quiz, needed, rules)
  }

  /// Finds the fact and the ends of each axis, and the rounding of sums.
  private static func connect(
    _ quiz: Quiz, _ needed: [Fact], _ rules: RuleSet
  ) throws(DiagnosticError) -> (facts: [Fact?], scale: AxisScale) {
    var diagnostics: [Diagnostic] = []
    var ranges: [ClosedRange<Int64>] = []
    var facts: [Fact?] = []
    for axis in quiz.axes {
      guard let fact = rules.fact(axis.id) else {
        diagnostics.append(.axisWithoutFact(axis.id, place: axis.place, among: rules.facts.map { $0.name }))
        continue
      }
      guard case .int = fact.declaration.type, case .int(let low)? = fact.declaration.minimum,
        case .int(let high)? = fact.declaration.maximum, low <= high
      else {
        diagnostics.append(.axisWithoutEnds(axis.id, place: fact.declaration.place))
        continue
      }
      ranges.append(low...high)
      facts.append(needed.contains { $0.name == axis.id } ? fact : nil)
    }
    for fact in needed where !fact.declaration.isOptional && !quiz.axes.contains(where: { $0.id == fact.name }) {
      diagnostics.append(.factWithoutAxis(fact.name, place: fact.declaration.place))
    }
    if !diagnostics.isEmpty { throw DiagnosticError(diagnostics) }
    let session = RuleSession(rules)
    session.begin()
    let rounding = try word(Names.rounding, session)
    let clamp = try word(Names.clamp, session)
    let rule = RoundingRule(rawValue: rounding.string) ?? .halfAwayFromZero
    return (facts, AxisScale(places: quiz.places, rounding: rule, clamps: clamp == Names.once, ranges: ranges))
  }

  /// A decision that needs no facts, and is a word.
  private static func word(_ name: Text, _ session: RuleSession) throws(DiagnosticError) -> Text {
    guard let decision = session.ruleSet.decision(name) else {
      throw DiagnosticError(session.ruleSet.check(contract))
    }
    if case .string(let word) = try session.decided(decision) { return word }
    throw DiagnosticError(session.ruleSet.check(contract))
  }

  /// The kind of record that the ids of `outcome` are of; nil if the rules do not declare it.
  package func kind(of outcome: Score.Outcome) -> Pack.Kind? { kinds[outcome.position].flatMap { pack.kind($0) } }

  /// A field of the record `id` of `outcome`, a text in `locale` or in a fallback language of the pack.
  package func text(
    of outcome: Score.Outcome, _ id: Text, _ field: Text, for locale: LanguageTag
  ) -> LocalizedText.Served? {
    kinds[outcome.position].flatMap { pack.record($0, id) }.flatMap { pack.served($0.node[field], for: locale) }
  }

  /// The frequency of `id` in percent for each kind of figure in the pack.
  package func shares(of outcome: Score.Outcome, _ id: Text) -> [(kind: Text, percent: ExactDecimal)] {
    guard let share = kinds[outcome.position].flatMap({ pack.record($0, id) })?.node["share"], share.kind == .map else {
      return []
    }
    return share.members.compactMap { kind, percent in
      guard let kind = kind.text, let percent = percent.decimal else { return nil }
      return (kind, percent)
    }
  }

  /// The errors and oddities of the answers at `node`. It is an answers file, which must have all answers unless it is `partial`, or a
  /// request about a day, which may have fewer (its other fields are read elsewhere). Answers to another quiz of the pack are ignored.
  package func diagnostics(about node: Node) -> [Diagnostic] {
    guard node.kind == .map, node["now"] != nil else {
      if node.kind == .map, let quiz = node["quiz"]?.text, quiz != Self.quizKind { return [] }
      return AnswersReader.read(
        node, quiz: quiz, allowsMissing: node.kind == .map && node["partial"]?.bool == true,
        alsoKnown: ["partial", "quiz", "explain"], pack: pack
      ).diagnostics
    }
    guard let answers = node["answers"] else { return [] }
    let goals = node["facts"].flatMap { $0.kind == .map ? $0["goals"] : nil }
    let diagnostics = DiagnosticCollector(.request)
    _ = AnswersReader.read(
      chosenAt: answers, quiz: quiz, goals: goals?.kind == .list ? goals?.elements.compactMap({ $0.text }) ?? [] : [],
      into: diagnostics)
    return diagnostics.diagnostics
  }

  /// The walk through the quiz of a person with the answers at `node`, complete or not.
  ///
  /// - Parameter alsoKnown: fields of the document that are read elsewhere.
  /// - Returns: the way through the quiz, and warnings about the answers.
  /// - Throws: all errors in the answers.
  package func walk(
    _ node: Node, alsoKnown: [Text] = []
  ) throws(DiagnosticError) -> (walk: QuizWalk, warnings: [Diagnostic]) {
    let (answers, diagnostics) = AnswersReader.read(
      node, quiz: quiz, allowsMissing: true, alsoKnown: alsoKnown, pack: pack)
    guard let answers else { throw DiagnosticError(diagnostics) }
    return (try QuizWalk(quiz, answers: answers), diagnostics)
  }
}

extension Diagnostic {
  static func axisWithoutFact(_ axis: Text, place: Place?, among facts: [Text]) -> Diagnostic {
    Diagnostic(
      code: "score/axis-without-fact", message: "the quiz moves `\(axis)`, and the rules declare no fact of that name",
      place: place, fix: Suggestion.fix(axis, among: facts) ?? "declare it among the facts of the type's module")
  }

  static func factWithoutAxis(_ fact: Text, place: Place?) -> Diagnostic {
    Diagnostic(
      code: "score/fact-without-axis",
      message: "the rules need the fact `\(fact)`, and the quiz has no axis of that name",
      place: place, fix: "add the axis to the quiz, or make the fact optional")
  }

  static func axisWithoutEnds(_ fact: Text, place: Place?) -> Diagnostic {
    Diagnostic(
      code: "score/axis-without-ends", message: "`\(fact)` is an axis, and needs `type: int`, a `min` and a `max`",
      place: place)
  }

  static func noQuiz(_ pack: Text, kind: Text) -> Diagnostic {
    // Another kind is named by a request, whose values are not quoted.
    let what = kind == ScoringEngine.quizKind ? "no record of kind `\(kind)`" : "no such quiz"
    return Diagnostic(
      code: "score/no-quiz", message: "the pack `\(pack)` has \(what)", place: nil,
      fix: "declare the kind in its `pack.yaml`, with the file that holds the questions")
  }
}
