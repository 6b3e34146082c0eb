import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

extension Method {
  /// What a day is about.
  public static let insight = page("insight", "Say what a day is about, and what to do and leave")
  /// What a person is like.
  public static let constitution = page(
    "constitution", "Say what a person is like, axis by axis, and what to watch for")
  /// One page for one day.
  public static let today = page("today", "Put one day on one page")

  private static func page(_ name: String, _ summary: String) -> Method {
    Method(
      name: name, summary: summary,
      parameters: .object(
        Shape.Field.dayRequest + [
          .optional("page", .text, "Another page of the rule set."),
          .optional("days", AskedModule.Fields.page.countShape, "Plan ahead: a page for each of so many days."),
        ]),
      result: .either(.page, .object([.required("days", .list(.page), "A page for each day that was asked for.")])),
      checksShape: false
    ) { parameters, session, writer throws(DiagnosticError) in
      let asked = try AskedModule(parameters, in: .page)
      if let count = asked.count {
        try session.check(count, \.days, at: parameters[AskedModule.Fields.page.count] ?? parameters)
      }
      let page = asked.module ?? Text(name)
      let day = try session.day(page: page, for: parameters)
      let (request, warnings) = try day.request(parameters, alsoKnown: AskedModule.Fields.page.names)
      let pages = try day.pages(page, for: request, days: asked.count ?? 1)
      try writer.document { writer throws(JSONWriterError) in
        guard asked.count != nil else {
          for page in pages { try PageResult(page, engine: day.engine).write(to: &writer) }
          return
        }
        writer.beginObject()
        writer.key("days")
        writer.beginArray()
        for page in pages { try PageResult(page, engine: day.engine).write(to: &writer) }
        writer.endArray()
        writer.endObject()
      }
      return warnings
    }
  }
}

extension Shape {
  fileprivate static let page: Shape = named("page") {
    .object(
      [.required("page", .text, "The module whose page it is.")] + Field.identities + [
        .required("date", .date, "The local day."),
        .optional("time", .text, "What the clock showed."),
        .required("locale", .text, "The language that was asked for."),
        .required("parts", .map(.pagePart), "The parts of the page, in its order, by their ids."),
      ])
  }

  /// What a part of a page holds.
  static let pagePart: Shape = named("part") {
    .either(
      .list(.said), .shown, .ranking, .list(.signal), Shape(.null),
      .map(.anything))
  }

  private static let shown: Shape = .object(
    [.required("value", .anything, "The decision's value.")]
      + Field.localized("label", "What people call it, where it is a vocabulary's word.") + Field.chosen)

  private static let signal: Shape = named("signal") {
    .object(
      [
        .required("question", .text, "The question."),
        .required("option", .text, "The option that was chosen."),
      ] + Field.localized("text", "What the option says.") + [.required("axis", .text, "The axis it moved most.")]
        + Field.localized("label", "What people call the axis.") + [
          .required("amount", .number, "How far it moved it."),
          .required("weight", .number, "The question's weight."),
        ])
  }
}
