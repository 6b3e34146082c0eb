import TerrainDocuments
import TerrainEngines
import TerrainValues

extension Method {
  /// Where something stands in its phases or states, and a move of it.
  public static let timeline = Method(
    name: "timeline", summary: "Say where something stands in its phases or states, and move it",
    parameters: .object(
      [
        .optional("timeline", .text, "Another timeline of the rule set.")
      ] + Shape.Field.moment(now: "When it is: phases need it. Or `date`, and `time`, where only moves are asked for.")
        + [
          .optional("locale", .locale, "The language to answer in."),
          .optional("locales", .map(.locale), "The languages of those who are told in another one, by `to`."),
          .optional("state", .text, "Where it stands; with phases, what was shown last."),
          .optional("move", .text, "Where it is to go."),
          .optional("facts", .facts(.timeline), "What the rules look at: facts by name."),
          .optional(
            "records", .map(.list(.anything)), "Records of kinds that the pack leaves to its callers, by kind."),
        ]),
    result: .object(
      [.required("timeline", .text, "The module that was asked.")] + Shape.Field.identities + [
        .required("locale", .locale, "The language asked for."),
        .required("state", .orNull(.state), "Where it stands; null where it has not begun."),
        .optional("fraction", .number, "How much of the time before the last phase is over, 0 to 1."),
        .optional("begins", .instant, "When the first phase begins."),
        .optional("ends", .instant, "When the last phase begins."),
        .optional("changes_at", .instant, "When it next changes by itself; not there where nothing will."),
        .optional("phases", .list(.phase), "The phases that have any time, in order."),
        .optional("moved", .flag, "Whether the move that was asked for was made."),
        .optional("from", .text, "Where it stood before the move."),
        .optional("notices", .list(.notice), "What is to be sent now, because it was moved."),
        .optional("refused", .oddity, "Why the move was not made, and what is allowed."),
        .optional("allowed", .list(.move), "The moves that are allowed from here."),
        .optional("notes", .list(.oddity), "What was odd."),
      ])
  ) { parameters, session, writer throws(DiagnosticError) in
    let name = parameters["timeline"]?.text ?? TimelineEngine.usualModule
    let timelines = try session.kept("timeline \(name)") { () throws(DiagnosticError) in
      let system = try session.system(contracts: [TimelineEngine.contract(name)], kinds: [])
      let engine = try TimelineEngine(system, module: name)
      return (engine: engine, session: TimelineSession(engine))
    }
    let request = try timelines.engine.request(parameters, alsoKnown: ["timeline"])
    let timeline = try timelines.session.timeline(for: request)
    TimelineResult(timeline, for: request, engine: timelines.engine).write(to: &writer)
    return []
  }
}

extension Shape {
  fileprivate static let state: Shape = named("state") {
    .object(
      [.required("id", .text, "The state's id.")] + Field.localized("label", "Its name for people.") + [
        .optional("status", .said, "Words for where it stands.")
      ])
  }

  fileprivate static let phase: Shape = named("phase") {
    .object(
      [.required("id", .text, "The phase's id.")] + Field.localized("label", "Its name for people.") + [
        .required("begins", .instant, "When it begins or began."),
        .required("standing", .words(["done", "now", "ahead"]), "How it stands to the moment."),
        .optional("notices", .list(.notice), "What will be said when it begins."),
      ])
  }

  fileprivate static let move: Shape = named("move") {
    .object(
      [.required("to", .text, "Where to.")] + Field.localized("label", "Its name for people.") + [
        .required("notices", .list(.notice), "What would be said.")
      ])
  }

  fileprivate static let notice: Shape = named("notice") {
    .object(
      [
        .optional("to", .text, "Who is told."),
        .required("message", .text, "The message's id."),
      ] + ["title", "text", "why", "advice"].flatMap { Field.localized($0, "The message's \($0).") } + Field.chosen)
  }

  fileprivate static let oddity: Shape = named("oddity") {
    .object([
      .required("code", .text, "Its code, as the list of diagnostics explains it."),
      .required("message", .text, "What it is, in a sentence."),
      .optional("help", .text, "What is allowed instead."),
    ])
  }
}
