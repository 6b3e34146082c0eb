import TerrainBase
import TerrainDocuments
import TerrainRules

extension Operations {
  /// The next question after the given answers.
  package static var quizNext: Operation<QuizNextResult> {
    let back = Parameter.flag("back", "Whether the question before it is wanted instead.")
    return Operation(
      name: "quiz.next", summary: "Return the next question of a quiz for the answers so far",
      parameters: .object(
        Shape.Field.answers + [
          .optional("id", .anything, "Anything; it does not come back."), back.field, Parameter.quiz.field,
        ]),
      result: .quizNext, checksParameters: false, isQuick: true
    ) { parameters, session, notes throws(DiagnosticError) in
      var reader = ParameterReader(parameters)
      let goesBack = reader.optional(back) ?? false
      let quiz = reader.optional(.quiz) ?? ScoringEngine.quizKind
      try reader.finish()
      let engine = try session.scoring(quiz: quiz).engine
      let (walk, warnings) = try engine.walk(parameters, alsoKnown: [back.name, Parameter.quiz.name])
      notes.warnings = warnings
      let result = QuizNextResult(walk, engine: engine, back: goesBack)
      if session.isRecording { notes.explanation = Explanation(.steps(result.steps(back: goesBack)), engine.system) }
      return result
    }
  }
}

/// The next question of a quiz.
package struct QuizNextResult {
  /// The given answers, and the questions that they lead to.
  package let walk: QuizWalk
  /// The engine that has the quiz.
  package let engine: ScoringEngine
  /// The question, as its position in the quiz; nil if no question is left.
  package let question: Int?
  /// The language of the pack that serves the requested one.
  package let locale: LanguageTag

  /// The next question on `walk`; with `back`, the question before it.
  package init(_ walk: QuizWalk, engine: ScoringEngine, back: Bool = false) {
    self.walk = walk
    self.engine = engine
    question = back ? walk.previous(before: walk.next) ?? walk.next : walk.next
    locale = walk.answers.locale ?? engine.pack.defaultLocale
  }
}

extension QuizNextResult {
  /// The outcome for each question, with the reason.
  fileprivate func steps(back: Bool) -> [Explanation.Step] {
    walk.quiz.questions.indices.map { index in
      let asked = walk.quiz.questions[index]
      let condition = asked.condition.map { "`\($0.text)`" }
      let (outcome, reason): (String, String) =
        if !walk.asked.contains(index) {
          ("not asked", "\(condition ?? "") is false")
        } else if index == question {
          ("asked now", back && index != walk.next ? "it is the one before" : "it is the first that has no answer")
        } else if walk.chosen(index) != nil {
          ("answered", condition.map { "asked since \($0) is true" } ?? "everybody is asked")
        } else {
          ("asked later", condition.map { "\($0) is true so far" } ?? "everybody is asked")
        }
      return Explanation.Step(asked.id.string, outcome, because: reason, at: asked.place)
    }
  }
}

/// A question on a walk through a quiz.
private struct Question {
  let walk: QuizWalk
  let position: Int

  var question: Quiz.Question { walk.quiz.questions[position] }
}

extension ResultType where Content == QuizNextResult {
  fileprivate static var quizNext: ResultType {
    object {
      fields(of: versionFields) { Versions($0.engine.system) }
      requiredField("locale", .locale, "The language of the pack that serves the requested one.") { $0.locale }
      requiredField("answered", .count, "How many of the questions that are asked have an answer.") { $0.walk.answered }
      requiredField("of", .count, "How many questions are asked, as things stand.") { $0.walk.asked.count }
      requiredField("done", .flag, "Whether all are answered.") { $0.walk.next == nil }
      requiredField("question", .orNull(.question), "The question; null where there is none left.") { result in
        result.question.map { Question(walk: result.walk, position: $0) }
      }
    }.requested { $0.locale }
  }
}

extension ResultType where Content == Question {
  fileprivate static var question: ResultType {
    named("question") {
      requiredField("id", .text, "The question's id.") { $0.question.id }
      localizedField("text", "What is asked.") { $0.question.text.served(for: $1) }
      requiredField("required", .flag, "Whether answers without it are incomplete.") { $0.question.isRequired }
      optionalField("chosen", .text, "The option that was chosen before.") { asked in
        asked.walk.chosen(asked.position).map { asked.question.options[$0].id }
      }
      optionalField("previous", .text, "The question before it.") { asked in
        asked.walk.previous(before: asked.position).map { asked.walk.quiz.questions[$0].id }
      }
      requiredField("options", .list(.option), "What can be answered.") { $0.question.options }
    }
  }
}

extension ResultType where Content == Quiz.Option {
  fileprivate static var option: ResultType {
    object {
      requiredField("id", .text, "The option's id.") { $0.id }
      localizedField("text", "What it says.") { $0.text.served(for: $1) }
    }
  }
}
