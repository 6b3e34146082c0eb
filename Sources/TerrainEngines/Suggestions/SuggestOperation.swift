import TerrainBase
import TerrainDocuments
import TerrainRules

extension Operations {
  /// The range of the number of candidates that one request may ask for.
  package static let suggestLimit = 1...1000

  /// Candidates in order.
  package static var suggest: Operation<SuggestResult> {
    let module = Parameter<Text>.text("ranking", "Another ranking of the rule set.")
    let limit = Parameter.integer("limit", suggestLimit, "So many candidates, not as many as the rules say.")
    return Operation(
      name: "suggest", summary: "Rank what can be offered to a person",
      parameters: .object(Shape.Field.dayRequest + [module.field, limit.field]), result: .suggestions,
      checksParameters: false
    ) { parameters, session, notes throws(DiagnosticError) in
      var reader = ParameterReader(parameters)
      let name = reader.optional(module) ?? "suggest"
      let most = reader.optional(limit)
      try reader.finish()
      let day = try session.suggestions(ranking: name, for: parameters)
      let (request, warnings) = try day.request(
        session.completed(parameters, for: day.engine.rules), alsoKnown: [module.name, limit.name])
      notes.warnings = warnings
      if session.isRecording {
        let explanations = try day.explanations(ofRanking: name, for: request, limit: most)
        notes.explanation = Explanation(.candidates(explanations), day.engine.system)
      }
      return SuggestResult(try day.ranking(name, for: request, limit: most), request: request, engine: day.engine)
    }
  }
}

/// A ranking for a person and a day.
package struct SuggestResult {
  /// The ranking.
  package let ranking: Ranking
  /// The request.
  package let request: DayRequest
  /// The engine that made it.
  package let engine: SuggestionEngine

  /// The result `ranking`, which `engine` made for `request`.
  package init(_ ranking: Ranking, request: DayRequest, engine: SuggestionEngine) {
    self.ranking = ranking
    self.request = request
    self.engine = engine
  }

  /// The language of the pack that serves the requested one.
  package var locale: LanguageTag { request.locale ?? engine.pack.defaultLocale }
}

extension ResultType where Content == SuggestResult {
  fileprivate static var suggestions: ResultType {
    object {
      fields(of: versionFields) { Versions($0.engine.system) }
      requiredField("date", .date, "The local day.") { $0.request.moment.date }
      requiredField("locale", .text, "The language of the pack that serves the requested one.") { $0.locale }
      requiredField("suggestions", .ranking, "The ranking.") { $0.ranking }
    }.requested { $0.locale }
  }
}
