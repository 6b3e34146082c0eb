import TerrainContent
import TerrainEngines
import TerrainExpressions
import TerrainRules
import TerrainValues

/// What a pack and its rules declare about requests: the facts that can be given, the questions and their options.
package struct Declarations: Sendable {
  private let facts: FactShapes?
  private let quizzes: [QuizShape]?
  private let goals: [String]?

  /// Nothing is known: what holds for any pack.
  package static let none = Declarations(facts: nil, quizzes: nil, goals: nil)

  private init(facts: FactShapes?, quizzes: [QuizShape]?, goals: [String]?) {
    self.facts = facts
    self.quizzes = quizzes
    self.goals = goals
  }

  /// What the rules of `system` declare, and the quizzes of its pack; both are loaded as a whole.
  package init(_ system: LoadedSystem) {
    let (pack, rules) = (system.pack, system.rules.ruleSet)
    facts = FactShapes(rules, pack: pack)
    // A quiz is the only record of its kind, and scores.
    quizzes = pack.kinds.map(\.name).filter { pack.records(of: $0).count == 1 }.compactMap { kind in
      (try? ScoringEngine(system, quiz: kind)).map { QuizShape(kind: kind, quiz: $0.quiz) }
    }
    goals = rules.fact("goals").flatMap { fact in
      if case .list(.enumeration(let words)) = fact.declaration.type { words.cases.map(\.string) } else { nil }
    }
  }

  func shape(of declared: Shape.Declared) -> Shape {
    switch declared {
    case .facts(let scope): facts.map { $0.shape(scope) } ?? .map(.anything)
    case .goals: goals.map { .list(.words($0)) } ?? .list(.text)
    case .answers(let ofAnyQuiz):
      answers(quizzes?.filter { ofAnyQuiz || $0.kind == ScoringEngine.quizKind } ?? [])
    }
  }

  private func answers(_ quizzes: [QuizShape]) -> Shape {
    let maps: [Shape] = quizzes.isEmpty ? [.map(.text)] : quizzes.map { .object($0.fields) }
    let ids = quizzes.flatMap { $0.fields.map(\.name) }.reduce(into: [String]()) { ids, id in
      if !ids.contains(id) { ids.append(id) }
    }
    let pairs: Shape = .list(
      .object([
        .required("question", ids.isEmpty ? .text : .words(ids), "The question's id."),
        .required("option", .text, "The id of one of its options."),
      ]))
    return Shape(.either(maps + [pairs]))
  }

  /// The questions of a quiz, with the kind of record that holds it.
  private struct QuizShape {
    let kind: Text
    let fields: [Shape.Field]

    init(kind: Text, quiz: Quiz) {
      self.kind = kind
      fields = quiz.questions.map { question in
        .optional(question.id.string, .words(question.options.map(\.id.string)), "The option that was chosen.")
      }
    }
  }
}
