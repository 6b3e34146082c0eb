import TerrainBase
import TerrainDocuments
import TerrainRules

extension Operations {
  /// Scores a quiz, and explains the score.
  package static var score: Operation<ScoreResult> {
    let partial = Parameter.flag(
      "partial", "Whether required questions may be unanswered; the score then has how sure it is.")
    return Operation(
      name: "score", summary: "Score the answers to a quiz, and explain the score",
      parameters: .object(
        Shape.Field.answers + [
          .optional("id", .anything, "Comes back with the score."), partial.field, Parameter.quiz.field,
        ]),
      result: .score, checksParameters: false, isQuick: true
    ) { parameters, session, notes throws(DiagnosticError) in
      var reader = ParameterReader(parameters)
      let isPartial = reader.optional(partial) ?? false
      let quiz = reader.optional(.quiz) ?? ScoringEngine.quizKind
      try reader.finish()
      let scorer = try session.scoring(quiz: quiz)
      let (score, warnings) = try scorer.score(
        parameters, partial: isPartial, detail: notes.explains ? .explained : session.scoreDetail,
        alsoKnown: [partial.name, Parameter.quiz.name, "explain"])
      notes.warnings = warnings
      if session.isRecording {
        notes.explanation = Explanation(.decisions(try scorer.traces(of: score.answers)), scorer.engine.system)
      }
      return ScoreResult(
        score, engine: scorer.engine, namesVersions: session.namesVersions, texts: scorer.texts)
    }
  }
}

extension Parameter where Value == Text {
  /// The quiz's kind of record.
  static var quiz: Parameter {
    .text("quiz", "The kind of record that holds the quiz, where it is not `quiz`.")
  }
}

extension Shape.Field {
  /// The fields of an answers file.
  static let answers: [Shape.Field] = [
    .required(
      "answers", Shape(.declared(.answers(ofAnyQuiz: true))), "A map from questions to options, or a list of pairs."),
    .optional("goals", Shape(.declared(.goals)), "What the person wants help with; some questions depend on it."),
    .optional("locale", .locale, "The language to answer in."),
  ]
}
