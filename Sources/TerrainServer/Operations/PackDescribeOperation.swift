import TerrainAuthoring
import TerrainDocuments
import TerrainOperations

extension Operations {
  /// A description of the pack and its rules.
  package static var packDescribe: Operation<[UInt8]> {
    Operation(
      name: "pack.describe",
      summary: "Describe the pack and its rules as they are served: kinds, vocabularies, modules, pages, rankings",
      parameters: .object([]), result: .json(.packDescription)
    ) { _, session, _ throws(DiagnosticError) in
      let served = try session.service().served
      // The same for every request about a version.
      return try served.prepared("pack.describe") { () throws(DiagnosticError) in
        var writer = JSONWriter(.compact)
        try served.description().write(to: &writer)
        return writer.bytes
      }
    }
  }
}

extension Shape {
  fileprivate static let packDescription: Shape = .object(
    versionFields.shapes + [
      .required(
        "locales",
        .object([
          .required("default", .locale, "The locale that every text has."),
          .required("supported", .list(.locale), "All locales."),
        ]), "The languages that texts are in."),
      .required("kinds", .list(kind), "The kinds of record."),
      .required("vocabularies", .list(vocabulary), "The closed lists of words."),
      .required("modules", .list(module), "The modules of rules, each after those it uses."),
      .required("pages", .list(page), "The pages that can be asked for."),
      .required("rankings", .list(ranking), "The rankings that can be asked for."),
    ])

  private static let doc = Field.optional("doc", .text, "What it means.")

  private static let kind = Shape.object([
    .required("name", .text, "Its name."),
    .required("records", .count, "How many records there are."),
    .optional("schema", .text, "Its schema's file, relative to the pack's folder."),
    .required(
      "fields",
      .list(
        .object([
          .required("path", .text, "The way to it from the record."),
          .required("type", .text, "Its type as rules see it; `text` for words in several languages."),
          .required("optional", .flag, "Whether it may be missing."),
          .optional("refers_to", .list(.text), "The kinds whose ids it holds."),
        ])), "Its fields, those inside others too."),
  ])

  private static let vocabulary = Shape.object([
    .required("name", .text, "Its name."), doc, .required("values", .list(.text), "Its words."),
  ])

  private static let module = Shape.object([
    .required("name", .text, "Its name."), doc,
    .required(
      "facts",
      .list(
        .object([
          .required("name", .text, "Its name."), .required("type", .text, "Its type."),
          .required("optional", .flag, "Whether it may be missing."),
          .required("per_candidate", .flag, "Whether each candidate of a ranking has its own."), doc,
        ])), "What it is given."),
    .required(
      "parameters",
      .list(
        .object([
          .required("name", .text, "Its name."), .required("type", .text, "Its type."),
          .required("value", .text, "Its value, as rules write it."), doc,
        ])), "What an author may tune."),
    .required(
      "decisions",
      .list(.object([.required("name", .text, "Its name."), .required("type", .text, "Its type."), doc])),
      "What can be decided."),
  ])

  private static let page = Shape.object([
    .required("name", .text, "What requests call it."),
    .required(
      "parts",
      .list(
        .object([
          .required("id", .text, "Its key in the response."),
          .required("does", .words(["choose", "show", "tell", "rank", "signals"]), "What it does."),
          .required("what", .text, "The decision, fact or module it names, or a number."),
        ])), "Its parts, in order."),
  ])

  private static let ranking = Shape.object([
    .required("name", .text, "What requests call it."),
    .required("candidates", .text, "The type of its candidates."),
    .required("limit", .count, "How many it yields where a request does not say."),
  ])
}
