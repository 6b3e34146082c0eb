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
      ])
  ) { parameters, session, writer throws(DiagnosticError) in
    guard let method = parameters["method"]?.text?.string, let inner = parameters["params"] else { return [] }
    let explanation = try Explanation(of: method, inner, session)
    try writer.document { writer throws(JSONWriterError) in
      writer.beginObject()
      writer.identity(
        explanation.pack, explanation.rules, hash: explanation.rulesHash, overrides: explanation.overrides)
      writer.key("method")
      writer.string(method)
      switch explanation.content {
      case .decisions(let traces):
        writer.key("decisions")
        writer.beginArray()
        for trace in traces { try writer.trace(trace) }
        writer.endArray()
      case .candidates(let candidates):
        writer.key("candidates")
        writer.beginArray()
        for candidate in candidates { try writer.explanation(candidate) }
        writer.endArray()
      }
      writer.endObject()
    }
    return explanation.warnings
  }

  /// The methods whose answers can be explained.
  private static let explained = ["score", "constitution", "insight", "today", "suggest", "decide"]
}

extension Shape {
  fileprivate static let trace: Shape = named("trace") {
    .object([
      .required("decision", .text, "The decision's full name."),
      .required("file", .text, "The rule module's file."),
      .required("line", .integer, "The line, from 1."),
      .optional("value", .anything, "What it came to; left out where it failed."),
      .required("lines", .list(.text), "Its rows as people read them: what became of each, and the values it saw."),
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
