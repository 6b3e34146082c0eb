import TerrainBase
import TerrainDocuments
import TerrainRules

extension Operations {
  /// The largest number of days of a plan: a year and a day.
  package static let planDays = 1...366

  /// The page of a module for one day, or for several days in a row.
  package static var page: Operation<PageResult> {
    let module = Parameter<Text>.text("page", "The page: a module of the rule set.", isRequired: true)
    let days = Parameter.integer(
      "days", planDays, "The number of days, each given the pages before it. Without it: one.")
    let more = Parameter<Bool>.flag(
      "more", "True for the whole page: also the parts and details that the rules leave out of the short one.")
    return Operation(
      name: "page", summary: "Show the page of a day, or of several",
      parameters: .object([module.field] + Shape.Field.dayRequest + [days.field, more.field]),
      result: .pages, checksParameters: false
    ) { parameters, session, notes throws(DiagnosticError) in
      var reader = ParameterReader(parameters)
      let page = reader.required(module) ?? ""
      let count = reader.optional(days)
      let isWhole = reader.optional(more) ?? false
      try reader.finish()
      if let count { try session.check(count, .days, at: parameters[days.name] ?? parameters) }
      let day = try session.insight(page: page, for: parameters)
      let (request, warnings) = try day.request(
        session.completed(parameters, for: day.engine.rules), alsoKnown: [module.name, days.name, more.name])
      notes.warnings = warnings
      if session.isRecording {
        let traces = try day.traces(ofPage: page, for: request, days: count ?? 1, more: isWhole)
        notes.explanation = Explanation(.decisions(traces), day.engine.system)
      }
      return PageResult(
        try day.pages(page, for: request, days: count ?? 1, more: isWhole), request: request, engine: day.engine)
    }
  }
}
