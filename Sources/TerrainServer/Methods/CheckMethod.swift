import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

extension Method {
  /// A record that somebody hands in: what is wrong with it.
  public static let check = Method(
    name: "check", summary: "Say what is wrong with a record that is handed in, each at its field",
    parameters: .object(
      [
        .optional("kind", .text, "The kind of record; without it the only one that rules check."),
        .required("form", .map(.anything), "The record, as it was filled in."),
        .optional("locale", .locale, "The language to answer in."),
      ] + Shape.Field.moment() + [
        .optional("facts", .facts, "What else the rules look at: facts by name.")
      ]),
    result: .object(
      Shape.Field.identities + [
        .required("kind", .text, "The kind of record."),
        .required("locale", .locale, "The language asked for."),
        .required("ok", .flag, "Whether nothing is wrong."),
        .required("problems", .list(.problem), "What is wrong."),
      ])
  ) { parameters, session, writer throws(DiagnosticError) in
    let kinds = try session.everything().pack.kinds
    let check = try session.formCheck(try CheckRequest.kind(nil, of: parameters, among: kinds))
    let request = try CheckRequest(parameters, for: check.engine)
    let response = CheckResult(try check.check(request), for: request, engine: check.engine, saysPlaces: false)
    try writer.document(response)
    return []
  }
}

extension Shape {
  fileprivate static let problem: Shape = named("problem") {
    .object(
      [
        .required(
          "at", .text, "The way to the field from the record: `lines[0].quantity`; empty for the record itself."),
        .required(
          "code", .text, "What is wrong: a schema's complaint by its code, a rule's by `MODULE.ROW` or its message."),
        .optional("message", .text, "The message of the pack that says so."),
      ] + ["title", "text", "why", "advice"].flatMap { Field.localized($0, "The message's \($0).") } + [
        .optional("help", .text, "What would mend it, where the pack has no words for it."),
        .optional("expected", .anything, "What would be right, where the rules say it."),
      ] + Field.chosen + [
        .optional("line", .count, "The line of the field in a file, from 1."),
        .optional("column", .count, "The column, from 1."),
      ])
  }
}
