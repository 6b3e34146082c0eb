import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

extension Method {
  /// The question that comes next for the answers so far.
  public static let quizNext = Method(
    name: "quiz.next", summary: "Tell the next question of the quiz for the answers so far",
    parameters: .object(
      Shape.Field.answers + [
        .optional("id", .anything, "Anything; it does not come back."),
        .optional("back", .flag, "Whether the question before it is wanted instead."),
        .optional("quiz", .text, "The kind of record that holds the quiz, where it is not `quiz`."),
      ]),
    result: .object(
      Shape.Field.identities + [
        .required("answered", .count, "How many of the questions that are asked have an answer."),
        .required("of", .count, "How many questions are asked, as things stand."),
        .required("done", .flag, "Whether all are answered."),
        .required("question", .orNull(.question), "The question; null where there is none left."),
      ]),
    checksShape: false, isQuick: true
  ) { parameters, session, writer throws(DiagnosticError) in
    let found = DiagnosticCollector(.request)
    var options = FieldReader(parameters, what: "the parameters", into: found)
    let goesBack = options.bool("back") ?? false
    let quiz = options.text("quiz", required: false)?.text ?? ScoringEngine.quizKind
    if found.hasErrors { throw found.error }
    let engine = try session.scoring(quiz: quiz).engine
    let (walk, warnings) = try engine.walk(parameters, alsoKnown: ["back", "quiz"])
    QuizNextResult(walk, engine: engine, back: goesBack).write(to: &writer)
    return warnings
  }
}

extension Shape {
  fileprivate static let question: Shape = named("question") {
    .object(
      [.required("id", .text, "The question's id.")] + Field.localized("text", "What is asked.") + [
        .required("required", .flag, "Whether answers without it are incomplete."),
        .optional("chosen", .text, "The option that was chosen before."),
        .optional("previous", .text, "The question before it."),
        .required(
          "options",
          .list(.object([.required("id", .text, "The option's id.")] + Field.localized("text", "What it says."))),
          "What can be answered."),
      ])
  }
}
