import TerrainBase
import TerrainDocuments
import TerrainRules

/// Reads a person's answers, and reports all their errors at once.
///
/// Diagnostics never quote a person's answers, only paths and declared names.
struct AnswersReader {
  /// The maximum number of answers that are read (`answers`), far more than a quiz has questions.
  private static let most = 10_000
  /// The maximum number of goals (`goals`): each condition reads all of them, and a full score evaluates each condition many times.
  private static let mostGoals = 1000

  private let quiz: Quiz
  private let diagnostics: DiagnosticCollector
  private var chosen: [Int?]
  /// The node of each question's answer.
  private var places: [Node?]

  private init(quiz: Quiz, into diagnostics: DiagnosticCollector) {
    self.quiz = quiz
    self.diagnostics = diagnostics
    chosen = Array(repeating: nil, count: quiz.questions.count)
    places = Array(repeating: nil, count: quiz.questions.count)
  }

  /// The answers at `node`.
  ///
  /// - Parameters:
  ///   - allowsMissing: whether a required question may be unanswered.
  ///   - alsoKnown: fields that are read elsewhere.
  ///   - pack: whose locales serve the requested one.
  static func read(
    _ node: Node, quiz: Quiz, allowsMissing: Bool, alsoKnown: [Text] = [], pack: Pack
  ) -> (answers: Answers?, diagnostics: [Diagnostic]) {
    let diagnostics = DiagnosticCollector(.request)
    var reader = AnswersReader(quiz: quiz, into: diagnostics)
    let answers = reader.answers(node, allowsMissing: allowsMissing, alsoKnown: alsoKnown, pack: pack)
    return (diagnostics.hasErrors ? nil : answers, diagnostics.diagnostics)
  }

  /// The answers at `node`, a map or a list as in `answers` of an answers file; it may be incomplete.
  static func read(chosenAt node: Node, quiz: Quiz, goals: [Text], into diagnostics: DiagnosticCollector) -> Answers? {
    let before = diagnostics.errorCount
    var reader = AnswersReader(quiz: quiz, into: diagnostics)
    if goals.count > mostGoals {
      diagnostics.report(.tooMany("goals", limit: mostGoals, at: node))
      return nil
    }
    reader.choose(node)
    reader.dropUnasked(goals: goals)
    return diagnostics.errorCount > before ? nil : Answers(chosen: reader.chosen, goals: goals)
  }

  private mutating func answers(
    _ node: Node, allowsMissing: Bool, alsoKnown: [Text], pack: Pack
  ) -> Answers {
    var fields = FieldReader(node, what: "an answers file", into: diagnostics)
    let given = fields.required("answers")
    let wanted = fields.texts("goals")
    let goals = wanted.map { $0.text }
    let locale = fields.text("locale", required: false)
    let id = fields.optional("id")
    fields.finish(alsoKnown: ["$schema"] + alsoKnown)
    if goals.count > Self.mostGoals {
      diagnostics.report(.tooMany("goals", limit: Self.mostGoals, at: node["goals"] ?? node))
      return Answers(chosen: chosen, goals: [], locale: nil, id: id?.value)
    }
    if let known = quiz.goals {
      for goal in wanted where !known.contains(goal.text) && !diagnostics.isExhausted {
        diagnostics.report(
          .notAWord(of: known.map { $0.string }, what: "a goal", at: goal.node, diagnostics.suggestions))
      }
    }
    if let given { choose(given) }
    let tag = diagnostics.locale(locale, of: pack)
    dropUnasked(goals: goals)
    if !allowsMissing, !diagnostics.hasErrors, let given { reportMissing(at: given, goals: goals) }
    return Answers(chosen: chosen, goals: goals, locale: tag, id: id?.value)
  }

  /// A map from questions to options, or a list of pairs.
  private mutating func choose(_ given: Node) {
    guard given.count <= Self.most else {
      diagnostics.report(.tooMany("answers", limit: Self.most, at: given))
      return
    }
    switch given.kind {
    case .map:
      for (key, value) in given.members where value.kind != .null { choose(question: key, isKey: true, option: value) }
    case .list:
      if let other = given.elements.first(where: { $0.kind != .map }) {
        return diagnostics.report(.wrongAnswers(at: other))
      }
      for pair in given.elements { choose(pair: pair) }
    default: diagnostics.report(.wrongAnswers(at: given))
    }
  }

  /// `{"question": …, "option": …}`.
  private mutating func choose(pair: Node) {
    var fields = FieldReader(pair, what: "an answer", into: diagnostics)
    let question = fields.required("question")
    let option = fields.required("option")
    fields.finish()
    if let question, let option { choose(question: question, isKey: false, option: option) }
  }

  private mutating func choose(question: Node, isKey: Bool, option: Node) {
    guard let index = quiz.question(question) else {
      diagnostics.report(
        .unknownQuestion(at: question, isKey: isKey, among: quiz.questions.map { $0.id }, diagnostics.suggestions))
      return
    }
    if let earlier = places[index] {
      diagnostics.report(.answeredTwice(quiz.questions[index].id, at: question, first: earlier))
      return
    }
    places[index] = question
    guard let position = quiz.option(option, of: index) else {
      diagnostics.report(.unknownOption(of: quiz.questions[index], at: option, diagnostics.suggestions))
      return
    }
    chosen[index] = position
  }

  /// An answer to a question that is not asked of this person does not count, and is reported.
  private mutating func dropUnasked(goals: [Text]) {
    for (index, question) in quiz.questions.enumerated() where chosen[index] != nil {
      guard let condition = question.condition, let place = places[index] else { continue }
      do throws(DiagnosticError) {
        if try condition.holds(goals: goals, chosen: chosen, quiz: quiz) { continue }
        diagnostics.warn(.notAsked(question.id, at: place))
        chosen[index] = nil
      } catch {
        diagnostics.report(contentsOf: error.diagnostics)
      }
    }
  }

  private mutating func reportMissing(at node: Node, goals: [Text]) {
    let missing = quiz.missing(chosen: chosen, goals: goals)
    if !missing.isEmpty { diagnostics.report(.missingAnswers(missing.map { quiz.questions[$0].id }, at: node)) }
  }
}

extension Quiz {
  /// The required questions that are asked of this person and have no answer.
  func missing(chosen: [Int?], goals: [Text]) -> [Int] {
    questions.indices.filter { index in
      guard questions[index].isRequired, chosen[index] == nil else { return false }
      guard let condition = questions[index].condition else { return true }
      return (try? condition.holds(goals: goals, chosen: chosen, quiz: self)) ?? true
    }
  }
}

extension Diagnostic {
  static func wrongAnswers(at node: Node) -> Diagnostic {
    Diagnostic(
      code: "answers/wrong-shape",
      message: "`answers` has to map questions to options, or list `question` and `option` pairs", at: node)
  }

  static func tooMany(_ what: String, limit: Int, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "answers/too-many", message: "these are more \(what) than the limit `\(what)` of \(limit)", at: node)
  }

  /// A question that the quiz does not have. As a key of a map it is a name, and is quoted; in a list of pairs it is a value.
  static func unknownQuestion(
    at node: Node, isKey: Bool, among questions: [Text], _ suggestions: Suggestions
  ) -> Diagnostic {
    Diagnostic(
      code: "answers/unknown-question",
      message: "\(isKey ? "`\(node.text ?? "")`" : "this") is not a question of this quiz", at: node,
      fix: suggestions.fix(node.text, among: questions, kind: "questions", listing: "its questions are"))
  }

  static func unknownOption(of question: Quiz.Question, at node: Node, _ suggestions: Suggestions) -> Diagnostic {
    Diagnostic(
      code: "answers/unknown-option", message: "this is not an option of `\(question.id)`", at: node,
      fix: suggestions.fix(
        node.text, among: question.options.map { $0.id }, kind: "options of \(question.id)", listing: "its options are")
    )
  }

  static func answeredTwice(_ question: Text, at node: Node, first: Node) -> Diagnostic {
    Diagnostic(
      code: "answers/answered-twice", message: "`\(question)` is answered twice", at: node,
      related: [.init(message: "first answered here", place: first.place)], fix: "keep one of the two")
  }

  static func missingAnswers(_ questions: [Text], at node: Node) -> Diagnostic {
    let names = questions.allQuoted
    return Diagnostic(
      code: "answers/missing",
      message: questions.count == 1
        ? "the question \(names) has no answer" : "\(questions.count) questions have no answer: \(names)", at: node,
      fix: "answer them, or score what there is with `--partial`")
  }

  static func notAsked(_ question: Text, at node: Node) -> Diagnostic {
    Diagnostic(
      code: "answers/not-asked", severity: .warning,
      message: "`\(question)` is not asked of this person, so its answer does not count", at: node)
  }
}
