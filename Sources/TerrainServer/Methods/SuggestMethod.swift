import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

extension Method {
  /// Candidates in order.
  public static let suggest = Method(
    name: "suggest", summary: "Rank what can be offered to a person",
    parameters: .object(
      Shape.Field.dayRequest + [
        .optional("ranking", .text, "Another ranking of the rule set."),
        .optional("limit", AskedModule.Fields.ranking.countShape, "So many candidates, not as many as the rules say."),
      ]),
    result: .object(
      Shape.Field.identities + [
        .required("date", .date, "The local day."),
        .required("locale", .text, "The language that was asked for."),
        .required("suggestions", .ranking, "The ranking."),
      ]),
    checksShape: false
  ) { parameters, session, writer throws(DiagnosticError) in
    let asked = try AskedModule(parameters, in: .ranking)
    let name = asked.module ?? "suggest"
    let day = try session.day(ranking: name, for: parameters)
    let (request, warnings) = try day.request(parameters, alsoKnown: AskedModule.Fields.ranking.names)
    let ranking = try day.ranking(name, for: request, limit: asked.count)
    try writer.document(SuggestResult(ranking, for: request, engine: day.engine))
    return warnings
  }
}
