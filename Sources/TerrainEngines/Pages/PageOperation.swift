import TerrainBase
import TerrainDocuments
import TerrainRules

extension Operations {
  /// The page of a day: what it is about.
  package static var insight: Operation<PageResult> {
    page("insight", "Show what a day is about: what to do, and what to avoid")
  }
  /// The page about a person's constitution.
  package static var constitution: Operation<PageResult> {
    page("constitution", "Describe a person, axis by axis, and what to watch for")
  }
  /// One page for one day.
  package static var today: Operation<PageResult> { page("today", "Put one day on one page") }

  /// The most days of a plan: a year and a day.
  package static let planDays = 1...366

  private static func page(_ name: String, _ summary: String) -> Operation<PageResult> {
    let module = Parameter<Text>.text("page", "Another page of the rule set.")
    let days = Parameter.integer("days", planDays, "Plan ahead: a page for each of so many days.")
    return Operation(
      name: name, summary: summary, parameters: .object(Shape.Field.dayRequest + [module.field, days.field]),
      result: .pages, checksParameters: false
    ) { parameters, session, notes throws(DiagnosticError) in
      var reader = ParameterReader(parameters)
      let page = reader.optional(module) ?? Text(name)
      let count = reader.optional(days)
      try reader.finish()
      if let count { try session.check(count, .days, at: parameters[days.name] ?? parameters) }
      let day = try session.insight(page: page, for: parameters)
      let (request, warnings) = try day.request(
        session.answered(parameters, for: day.engine.rules), alsoKnown: [module.name, days.name])
      notes.warnings = warnings
      if session.isRecording {
        let traces = try day.traces(ofPage: page, for: request, days: count ?? 1)
        notes.explanation = Explanation(.decisions(traces), day.engine.system)
      }
      return PageResult(
        try day.pages(page, for: request, days: count ?? 1), request: request, engine: day.engine, isPlan: count != nil)
    }
  }
}
