import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainRules
import TerrainValues

extension Method {
  /// The way to an answer, row by row.
  public static let explain = Method(
    name: "explain", summary: "Show every row that was looked at on the way to an answer, with the values it saw",
    parameters: .object([
      .required("method", .words(explained), "The method whose answer is explained."),
      .required("params", .map(.anything), "Its parameters."),
    ]),
    result: .object(
      Shape.Field.identities + [
        .required("method", .text, "The method that was explained."),
        .optional("decisions", .list(.trace), "Every decision that was looked at."),
        .optional(
          "candidates", .list(.explained), "Every candidate of a ranking: those offered first, those left out last."),
      ] + Shape.explainedWeeks + Shape.explainedStreak)
  ) { parameters, session, writer throws(DiagnosticError) in
    guard let method = parameters["method"]?.text?.string, let inner = parameters["params"] else { return [] }
    let (response, warnings) = try ExplainResult.explaining(method, inner, session)
    try writer.document(response)
    return warnings
  }

  /// The methods whose answers can be explained.
  private static let explained = ["score", "constitution", "insight", "today", "suggest", "trend", "streak", "decide"]
}

extension Shape.Field {
  fileprivate static let line: [Shape.Field] = [
    .required("file", .text, "The rule module's file."), .required("line", .integer, "The line, from 1."),
  ]
}

extension Shape {
  /// Every decision that was looked at.
  static let traced: Shape.Field = .required("decisions", .list(.trace), "Every decision that was looked at.")

  fileprivate static let trace: Shape = named("trace") {
    .object(
      [
        .required("decision", .text, "The decision's full name.")
      ] + Field.line + [
        .optional("hit", .words(HitPolicy.allCases.map(\.rawValue)), "Which of the rows that hold make the result."),
        .optional("value", .anything, "What it came to; left out where it failed."),
        .optional("otherwise", .object(Field.line), "Where `otherwise` stands, if it was used."),
        .optional("rows", .list(.row), "All its rows, in file order."),
      ])
  }

  private static let row: Shape = named("row") {
    .object(
      [.required("row", .text, "The row's id.")] + Field.line + [
        .optional("note", .text, "What its author notes."),
        .required(
          "outcome", .words(["not_looked_at", "failed", "held", "fired"]),
          "How far it got: an earlier row had decided; a condition did not hold; another row counted more; it counts."),
        .required("conditions", .list(.condition), "Its conditions, in the order they are written."),
      ])
  }

  private static let condition: Shape = named("condition") {
    .object(
      [
        .optional("input", .text, "What is looked at; left out where the whole condition is one expression."),
        .required("text", .text, "The condition as written."),
      ] + Field.line + [
        .optional("holds", .flag, "Left out where it was not looked at."),
        .required("values", .map(.anything), "The facts and decisions it names, with the values they had."),
        .optional("parts", .list(.part), "The comparisons in it that were looked at, where there are several."),
      ])
  }

  private static let part: Shape = named("part") {
    .object([
      .required("text", .text, "As it is written."), .required("holds", .flag, "Whether it is true."),
      .optional("value", .anything, "What was compared."),
    ])
  }

  fileprivate static let explained: Shape = named("explained") {
    .object(
      [
        .required("id", .text, "The candidate's id."),
        .optional("kind", .text, "The kind of record it is."),
        .required("standing", .words(["offered", "behind", "too_alike", "excluded"]), "What became of it."),
        .optional("place", .count, "Its place, from 1."),
        .optional("alike", .text, "What there would have been too much of."),
        .optional("why", .text, "Why it was left out."),
      ] + Field.chosen + [
        .optional("score", .integer, "Its points."),
        .required("criteria", .list(.criterion), "What its points are made of."),
      ])
  }
}
