import TerrainContent
import TerrainDocuments
import TerrainEngines
import TerrainValues

extension Method {
  /// Where somebody's weeks go.
  public static let trend = Method(
    name: "trend", summary: "Show where two weeks of logs go, and what went well",
    parameters: .object(Shape.Field.dayRequest), result: .trendReport, checksShape: false
  ) { parameters, session, writer throws(DiagnosticError) in
    let trends = try session.trends()
    let (request, warnings) = try trends.engine.request(parameters)
    let report = try trends.session.report(for: request)
    try writer.document(TrendResult(report, for: request, engine: trends.engine))
    return warnings
  }

  /// Days in a row.
  public static let streak = Method(
    name: "streak", summary: "Count days in a row on which something was done, with their calendar",
    parameters: .object(Shape.Field.dayRequest), result: .streakReport, checksShape: false
  ) { parameters, session, writer throws(DiagnosticError) in
    let streaks = try session.streaks()
    let (request, warnings) = try streaks.engine.request(parameters)
    let report = try streaks.session.report(for: request)
    StreakResult(report, for: request, engine: streaks.engine).write(to: &writer)
    return warnings
  }
}

extension OperationSession {
  /// Makes reports on weeks.
  func trends() throws(DiagnosticError) -> (engine: TrendEngine, session: TrendSession) {
    try kept("trend") { () throws(DiagnosticError) in
      let engine = try TrendEngine(system(contracts: TrendEngine.contracts, kinds: [ScoringEngine.quizKind]))
      return (engine: engine, session: TrendSession(engine))
    }
  }

  /// Makes reports on days in a row.
  func streaks() throws(DiagnosticError) -> (engine: StreakEngine, session: StreakSession) {
    try kept("streak") { () throws(DiagnosticError) in
      let engine = try StreakEngine(system(contracts: StreakEngine.contracts, kinds: [ScoringEngine.quizKind]))
      return (engine: engine, session: StreakSession(engine))
    }
  }
}

extension OperationSession {
  /// What is wrong with single records of the logs in `parameters`, which a response to `method` lists and does not fail for.
  func logFindings(of method: Method, _ parameters: Node) throws(DiagnosticError) -> [Diagnostic] {
    switch method.name {
    case Method.trend.name: try trends().engine.request(parameters).request.findings
    case Method.streak.name: try streaks().engine.request(parameters).request.findings
    default: []
    }
  }
}

extension Shape.Field {
  /// The days that are looked at.
  fileprivate static let window: Shape.Field = .required("window", .window, "The days that are looked at.")

  /// What complaints about single records are: they count as not told.
  fileprivate static let findings: Shape.Field = .required(
    "findings", .list(.diagnostic), "What is wrong with single records: where, never what. It counts as not told.")
}

// MARK: - Weeks

extension Shape {
  /// The days that are looked at.
  static let window: Shape = .object([
    .required("from", .date, "Its first day."), .required("to", .date, "Its last day."),
    .required("days", .count, "How many days it has."), .required("half", .count, "How many each half has."),
    .required("logged", .count, "The days on which something was told."),
  ])

  fileprivate static let trendReport: Shape = .object(
    Field.identities + [
      .required("date", .date, "The local day that the window ends on."),
      .optional("time", .text, "What the clock showed."),
      .required("locale", .text, "The language that was asked for."),
      .window,
      .optional(
        "pulse",
        .object([
          .optional("series", .text, "The series it is about; left out where it is about none."),
          .optional("direction", .text, "Where that goes."),
          .required("urgent", .flag, "Whether to look after it soon."),
          .required("said", .said, "The sentence."),
        ]), "The one sentence about it all."),
      .required("trends", .list(.trend), "What can be told, in the person's order."),
      .required("insufficient", .list(.trend), "What cannot be told yet, and what is missing."),
      .optional("heat_map", .heatMap, "Which signs were there on which days."),
      .required("activity", .activity, "Minutes of what was done."),
      .required(
        "effectiveness",
        .object([
          .required("items", .list(.effect), "The strongest first."),
          .required("insufficient", .list(.effect), "Those of which too little is known."),
        ]), "How days with something compare with the others."),
      .required("parts", .map(.pagePart), "What else is said, by the ids of parts."),
      .required(
        "facts",
        .object([.required("effectiveness", .map(.number), "From -1 to 1, by item.")]),
        "What other requests about this person may be told."),
      Field.findings,
    ])

  private static let trend: Shape = named("trend") { .object(trendFields) }

  /// What there is to say of a series.
  static let trendFields: [Shape.Field] =
    [.required("series", .text, "The series' word.")] + Field.localized("label", "Its name.") + [
      .optional("unit", .text, "The unit of its values.")
    ] + Field.localized("unit_label", "What people call the unit.") + [
      .required("better", .words(["more", "fewer"]), "Which way is the good one."),
      .required("direction", .text, "Where it goes."),
    ] + Field.localized("direction_label", "What people call that.") + [
      .required("watch_for", .flag, "Whether this person should watch it."),
      .required("priority", .integer, "Its place in the person's order, from 1."),
      .required("n", .count, "The days with a value."),
      .required("earlier", .half, "The earlier half of the window."),
      .required("later", .half, "The later half, today included."),
      .optional("change", .number, "The later mean minus the earlier."),
      .optional("effect", .number, "The difference that matters."),
      .optional(
        "test",
        .object([
          .required("name", .words(["mann_kendall"]), "The test."), .required("s", .integer, "Its statistic."),
          .required("z", .number, "The same, as standard deviations."), .required("p", .number, "Two-sided."),
          .required("at_most", .number, "Up to which p it is believed."),
          .optional("slope", .number, "Theil and Sen's slope, in units a day."),
        ]), "How sure it is."),
      .optional("least", .count, "The days with a value that each half needs."),
      .optional(
        "missing",
        .object([
          .required("earlier", .count, "Of the earlier half."), .required("later", .count, "Of the later half."),
        ]), "How many days are missing."),
      .required("values", .list(.orNull(.number)), "A value a day, the oldest first; null where nothing is known."),
      .optional("scale", .ends, "The scale for charts."), .optional("zone", .zone, "Where it is well."),
      .optional("worsening_days", .count, "How many of the last values were each worse than that of the day before."),
      .optional("note", .said, "The words beside it."),
    ]

  private static let half: Shape = .object([
    .required("days", .count, "The days with a value."), .optional("mean", .number, "Their weighted mean."),
  ])

  private static let ends: Shape = .object([
    .optional("low", .number, "The lower end."), .optional("high", .number, "The upper end."),
  ])

  private static let zone: Shape = .object([
    .optional("low", .number, "The lower end."), .optional("high", .number, "The upper end."),
    .optional("at", .words(["below", "inside", "above"]), "Where the later half lies."),
  ])

  private static let heatMap: Shape = .object([
    .required("field", .text, "The field of the log."),
    .required("days", .count, "The days of which something is known."),
    .required("known", .list(.flag), "Whether anything is known, a day each."),
    .required(
      "rows",
      .list(
        .object(
          [.required("sign", .text, "The sign's word.")] + Field.localized("label", "Its name.") + [
            .required("days", .count, "The days on which it was there."),
            .required("values", .list(.orNull(.flag)), "Whether it was there; null where nothing is known."),
          ])), "Every sign."),
  ])

  private static let activity: Shape = .object([
    .required("unit", .words(["minutes"]), "What is counted."),
    .required(
      "kinds",
      .list(
        .object(
          [.required("kind", .text, "The kind's word.")] + Field.localized("label", "Its name.") + [
            .required("total", .number, "Over the window."), .required("values", .list(.number), "A day each."),
          ])), "By kind."),
    .required("total", .number, "All kinds together."), .required("values", .list(.number), "The same, a day each."),
  ])

  private static let effect: Shape = named("effect") { .object(effectFields) }

  /// What there is to say of something that was done.
  static let effectFields: [Shape.Field] =
    [
      .required("item", .text, "The item's id."),
      .optional("kind", .text, "The kind of record it is; left out where the pack does not know it."),
    ] + Field.localized("label", "What people call it.") + [.required("verdict", .text, "What it comes to.")]
    + Field.localized("verdict_label", "The same for people.") + [
      .optional("value", .number, "From -1 to 1."),
      .optional("interval", .interval, "The value with the ends of the share's interval."),
      .required("days", .count, "The days with it."),
      .required("told", .count, "Those of them with feedback that counts."),
      .optional("share", .number, "The good ones among those."),
      .optional("share_interval", .interval, "Wilson's interval of the share."),
      .required(
        "signs",
        .object([
          .required("with", .half, "On days with it."), .required("without", .half, "On the others that say."),
        ]), "Signs a day: what it is compared with."),
      .optional("note", .said, "The words beside it."),
    ]

  private static let interval: Shape = .object([
    .required("low", .number, "The lower end."), .required("high", .number, "The upper end."),
    .required("level", .number, "How sure, as a share."),
  ])
}

// MARK: - Days in a row

extension Shape {
  /// How many days in a row there are and were.
  static let streakNumbers: Shape = .object([
    .required("current", .count, "The kept days of the streak that goes on."),
    .optional("since", .date, "Its first day."),
    .required("longest", .count, "The kept days of the longest one."),
    .required("total", .count, "All kept days."),
    .required("today", .words(["kept", "open"]), "Whether the day asked for is kept."),
    .required(
      "rest",
      .object([
        .required("free", .count, "So many days…"), .required("of", .count, "… in any so many end nothing."),
        .required("left", .count, "Those that are left, were nothing done today."),
      ]), "Rest days."),
  ])

  fileprivate static let streakReport: Shape = .object(
    Field.identities + [
      .required("date", .date, "The local day."),
      .required("locale", .text, "The language that was asked for."),
      .required("streak", .streakNumbers, "The numbers."),
      .optional("said", .said, "The words beside them."),
      .required(
        "months",
        .list(
          .object([
            .required("month", .text, "`2026-02`."), .required("kept", .count, "Its kept days."),
            .required(
              "days",
              .list(
                .object([
                  .required("date", .date, "The day."),
                  .required("state", .words(["kept", "rest", "missed", "open", "ahead"]), "What became of it."),
                ])), "Every day."),
          ])), "The calendar, the oldest month first."),
      Field.findings,
    ])
}
