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
        .optional("limit", .integer(1...mostCandidates), "So many candidates, not as many as the rules say."),
      ]),
    result: .object(
      Shape.Field.identities + [
        .required("date", .date, "The local day."),
        .required("locale", .text, "The language that was asked for."),
        .required("suggestions", .ranking, "The ranking."),
      ]),
    checksShape: false
  ) { parameters, session, writer throws(DiagnosticError) in
    var options = FieldReader(parameters, what: "the parameters")
    let name = options.text("ranking", required: false)?.text ?? "suggest"
    let limit = options.optional("limit")
    var found = options.diagnostics
    if let limit { found += Shape.integer(1...mostCandidates).complaints(about: limit, what: "`limit`") }
    if found.hasErrors { throw DiagnosticError(found) }
    let day = try session.day(ranking: name, for: parameters)
    let (request, warnings) = try day.request(parameters, alsoKnown: ["ranking", "limit"])
    let ranking = try day.ranking(name, for: request, limit: limit?.int.flatMap { Int(exactly: $0) })
    try writer.document(RankingResponse(ranking, for: request, engine: day.engine))
    return warnings
  }

  /// More candidates than this are asked of nobody (`limit`).
  private static let mostCandidates: Int64 = 1000
}
