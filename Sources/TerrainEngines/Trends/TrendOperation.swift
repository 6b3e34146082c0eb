import TerrainBase
import TerrainDocuments
import TerrainRules

extension Operations {
  /// The trends of a person's weeks.
  package static var trend: Operation<TrendResult> {
    Operation(
      name: "trend", summary: "Show the trends of two weeks of logs, and what went well",
      parameters: .object(Shape.Field.dayRequest), result: .trends, checksParameters: false
    ) { parameters, session, notes throws(DiagnosticError) in
      let trends = try session.kept(.trends) { () throws(DiagnosticError) in
        let system = try session.system(contracts: TrendEngine.contracts, kinds: [ScoringEngine.quizKind])
        return TrendSession(try TrendEngine(system))
      }
      let (request, warnings) = try trends.engine.request(
        session.completed(parameters, for: trends.engine.rules), in: trends)
      notes.warnings = warnings
      notes.findings = request.findings
      guard session.isRecording else {
        return TrendResult(try trends.report(for: request), for: request, engine: trends.engine)
      }
      let explanation = try trends.explanation(for: request)
      notes.explanation = Explanation(.weeks(explanation), trends.engine.system)
      return TrendResult(explanation.report, for: request, engine: trends.engine)
    }
  }
}

/// A report on weeks of a person.
package struct TrendResult {
  /// The report.
  package let report: TrendReport
  /// The request.
  package let request: LogRequest
  /// The engine that made it.
  package let engine: TrendEngine

  /// The result `report`, which `engine` made for `request`.
  package init(_ report: TrendReport, for request: LogRequest, engine: TrendEngine) {
    self.report = report
    self.request = request
    self.engine = engine
  }
}

extension ResultType where Content == TrendResult {
  fileprivate static var trends: ResultType {
    object {
      fields(of: versionFields) { Versions($0.engine.system) }
      requiredField("date", .date, "The local day that the window ends on.") { $0.report.last }
      optionalField("time", .text, "What the clock showed.") { $0.request.day.moment.time?.description }
      requiredField("locale", .text, "The language of the pack that serves the requested one.") {
        $0.report.page.locale
      }
      requiredField("window", .window, "The days that are looked at.") { $0.report }
      optionalField("pulse", .pulse, "The one sentence about it all.") { $0.report.pulse }
      requiredField("trends", .list(.trend), "The trends with enough days, in the person's order.") { $0.report.trends }
      requiredField("insufficient", .list(.trend), "The trends without enough days, and what is missing.") {
        $0.report.insufficient
      }
      optionalField("heat_map", .heatMap, "Which signs were there on which days.") { $0.report.heatMap }
      requiredField("activity", .activity, "Minutes of what was done.") { $0.report }
      requiredField("effectiveness", .effects, "How days with something compare with the others.") { $0.report }
      fields(of: besideFields) { PageParts(parts: $0.report.page.parts, quiz: $0.engine.context.quiz) }
      requiredField("facts", .facts, "Facts that other requests about this person may have.") { $0.report }
      fields(of: warningFields) { $0.request.findings }
    }.requested { $0.report.page.locale }
  }
}

/// `warnings`.
var warningFields: ResultFields<[Diagnostic]> {
  group {
    requiredField(
      "warnings", .list(.finding),
      "Problems of single records: their locations, never their values. A wrong value is ignored."
    ) { $0 }
  }
}

extension ResultType where Content == TrendReport {
  /// The days that a report is about.
  static var window: ResultType {
    object {
      requiredField("from", .date, "Its first day.") { $0.first }
      requiredField("to", .date, "Its last day.") { $0.last }
      requiredField("days", .count, "How many days it has.") { $0.days }
      requiredField("half", .count, "How many each half has.") { $0.days / 2 }
      requiredField("logged", .count, "The days with at least one value.") { $0.loggedDays }
    }
  }

  fileprivate static var activity: ResultType {
    object {
      requiredField("unit", .words(["minutes"]), "What is counted.") { _ in "minutes" }
      requiredField("kinds", .list(.activityKind), "By kind.") { $0.activities }
      requiredField("total", .number, "All kinds together.") { report in report.minutes.reduce(0, +) }
      requiredField("values", .list(.number), "The minutes of each day.") { $0.minutes }
    }
  }

  fileprivate static var effects: ResultType {
    object {
      requiredField("items", .list(.effect), "The strongest first.") { $0.effects }
      requiredField("insufficient", .list(.effect), "Those of which too little is known.") { $0.unknownEffects }
    }
  }

  fileprivate static var facts: ResultType {
    object {
      requiredField(
        "effectiveness", .map(.number, key: { $0.item }, value: { $0.value ?? 0 }), "From -1 to 1, by item."
      ) { report in report.effects.filter { $0.value != nil }.ordered { $0.item < $1.item } }
    }
  }
}

extension TrendReport {
  /// Minutes of all activities, for each day.
  fileprivate var minutes: [Double] { (0..<days).map { day in activities.reduce(0) { $0 + $1.values[day] } } }
}

extension ResultType where Content == TrendReport.Pulse {
  fileprivate static var pulse: ResultType {
    object {
      optionalField("series", .text, "The series it is about; left out where it is about none.") { $0.series }
      optionalField("grade", .text, "How sure its change is.") { $0.grade }
      optionalField("direction", .text, "Where it goes; left out if the grade does not justify a direction.") {
        $0.direction
      }
      requiredField("urgent", .flag, "Whether to look after it soon.") { $0.isUrgent }
      requiredField("said", .message, "The sentence.") { $0.rendered }
    }
  }
}

extension ResultType where Content == TrendReport.HeatMap {
  fileprivate static var heatMap: ResultType {
    object {
      requiredField("field", .text, "The field of the log.") { $0.field }
      requiredField("days", .count, "The days of which something is known.") { map in map.known.count { $0 } }
      requiredField("known", .list(.flag), "Whether anything is known, a day each.") { $0.known }
      requiredField("rows", .list(.sign), "Every sign.") { $0.rows }
    }
  }
}

extension ResultType where Content == TrendReport.HeatMap.Row {
  fileprivate static var sign: ResultType {
    object {
      requiredField("sign", .text, "The sign's word.") { $0.sign }
      localizedField("label", "Its name.") { $0.label }
      requiredField("days", .count, "The days on which it was there.") { $0.days }
      requiredField(
        "values", .list(.orNull(.flag)), "Whether it was there; null where nothing is known."
      ) { $0.values }
    }
  }
}

extension ResultType where Content == TrendReport.Activity {
  fileprivate static var activityKind: ResultType {
    object {
      requiredField("kind", .text, "The kind's word.") { $0.kind }
      localizedField("label", "Its name.") { $0.label }
      requiredField("total", .number, "Over the window.") { $0.total }
      requiredField("values", .list(.number), "A day each.") { $0.values }
    }
  }
}

extension SessionKey<TrendSession> {
  fileprivate static let trends = SessionKey()
}
