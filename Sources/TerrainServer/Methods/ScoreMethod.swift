import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

extension Method {
  /// Who answers make a person, and why.
  public static let score = Method(
    name: "score", summary: "Score a quiz into a type and a modifier, and say why",
    parameters: .object(
      Shape.Field.answers + [
        .optional("id", .anything, "Comes back with the score."),
        .optional(
          "partial", .flag, "Whether required questions may be unanswered; the score says how sure it is then."),
        .optional("quiz", .text, "The kind of record that holds the quiz, where it is not `quiz`."),
        .optional(
          "detail", .words(Score.Detail.allCases.map(\.rawValue)),
          "`lean` for the outcome alone, `full` for what explains it too; `full` where nothing is said."),
      ]),
    result: .object(
      [.optional("id", .anything, "What the caller knows these answers by.")]
        + Shape.Field.identities.map { .optional($0.name, $0.shape, $0.doc) } + [
          .required("axes", .map(.axis), "Where the person stands on each axis."),
          .required("type", .outcome, "The type."),
          .required("modifier", .outcome, "The modifier."),
          .required("flags", .list(.text), "What the answers said beside the axes."),
          .optional("missing", .list(.text), "Required questions without an answer."),
          .optional(
            "margins", .margins, "For each decision and axis, the nearest values at which the outcome changes."),
          .optional("flips", .list(.flip), "Other answers to single questions that would change an outcome."),
          .optional("certainty", .certainty, "What may still come of the answers that are missing."),
          .optional("why", .list(.reason), "Which rules fired, and what they saw."),
        ]),
    checksShape: false, isQuick: true
  ) { parameters, session, writer throws(DiagnosticError) in
    let options = try ScoreOptions(parameters, session)
    let scorer = try session.scoring(quiz: options.quiz)
    let (score, warnings) = try scorer.score(
      parameters, partial: options.partial, detail: options.detail, alsoKnown: ScoreOptions.names)
    let response = ScoreResult(score, engine: scorer.engine, saysIdentity: session.saysIdentity)
    try writer.document(response)
    return warnings
  }
}

/// What a request to score says beside the answers.
private struct ScoreOptions {
  static let names: [Text] = ["partial", "quiz", "detail"]
  var partial = false
  var quiz = ScoringEngine.quizKind
  var detail: Score.Detail

  init(_ node: Node, _ session: OperationSession) throws(DiagnosticError) {
    detail = session.scoreDetail
    // Most requests have none.
    guard Self.names.contains(where: { node[$0] != nil }) else { return }
    let found = DiagnosticCollector(.request)
    var fields = FieldReader(node, what: "the parameters", into: found)
    partial = fields.bool("partial") ?? false
    if let named = fields.text("quiz", required: false) { quiz = named.text }
    if let named = fields.optional("detail") {
      let words = Score.Detail.allCases.map(\.rawValue)
      if let detail = named.text.flatMap({ Score.Detail(rawValue: $0.string) }) {
        self.detail = detail
      } else {
        found.report(.notAWord(of: words, what: "`detail`", at: named, found.suggestions))
      }
    }
    if found.hasErrors { throw found.error }
  }
}

extension Shape.Field {
  /// What an answers file has.
  static let answers: [Shape.Field] = [
    .required(
      "answers", Shape(.declared(.answers(ofAnyQuiz: true))), "A map from questions to options, or a list of pairs."),
    .optional("goals", Shape(.declared(.goals)), "What the person wants help with; some questions depend on it."),
    .optional("locale", .locale, "The language to answer in."),
  ]
}

extension Shape {
  fileprivate static let axis: Shape = named("axis") {
    .object([
      .required("value", .integer, "Rounded once and brought inside the axis, as the rules say."),
      .optional("sum", .number, "The exact sum, outside the axis too."),
      .optional("min", .integer, "The least value of the axis."),
      .optional("max", .integer, "The greatest value of the axis."),
    ])
  }

  fileprivate static let outcome: Shape = named("outcome") {
    .object(
      [.required("id", .text, "The outcome's id.")] + Field.localized("label", "What people call it.")
        + Field.localized("nickname", "What people call it fondly.") + [
          .optional("share", .map(.number), "The percentage of people, by how it is known: `illustrative` or `exact`.")
        ])
  }

  fileprivate static let margins: Shape = .object(
    ["type", "modifier"].map { name in
      .required(
        name,
        .map(
          .object([
            .required("down", .orNull(.edge), "The nearest smaller value at which the outcome is another."),
            .required("up", .orNull(.edge), "The nearest greater value at which the outcome is another."),
          ])), "By axis.")
    })

  private static let edge: Shape = named("edge") {
    .object([
      .required("value", .integer, "The value of the axis there."),
      .required("becomes", .orNull(.text), "The outcome there; null where the rules have none."),
    ])
  }

  fileprivate static let flip: Shape = named("flip") {
    .object([
      .required("question", .text, "The question."),
      .required("option", .text, "The other option."),
      .optional("type", .orNull(.text), "The type that would come of it."),
      .optional("modifier", .orNull(.text), "The modifier that would come of it."),
    ])
  }

  fileprivate static let certainty: Shape = .object([
    .required("ways", .count, "Ways to answer what is missing."),
    .required("types", .map(.count), "For each type the ways that lead to it, the most likely first."),
    .required("modifiers", .map(.count), "For each modifier the ways that lead to it, the most likely first."),
  ])
}
