import TerrainBase
import TerrainDocuments
import TerrainRules

extension Operations {
  /// Days in a row.
  package static var streak: Operation<StreakResult> {
    Operation(
      name: "streak", summary: "Count days in a row on which something was done, with their calendar",
      parameters: .object(Shape.Field.dayRequest), result: .streaks, checksParameters: false
    ) { parameters, session, notes throws(DiagnosticError) in
      let streaks = try session.kept(.streaks) { () throws(DiagnosticError) in
        let system = try session.system(contracts: StreakEngine.contracts, kinds: [ScoringEngine.quizKind])
        return StreakSession(try StreakEngine(system))
      }
      let (request, warnings) = try streaks.engine.request(parameters, in: streaks)
      notes.warnings = warnings
      notes.findings = request.findings
      guard session.isRecording else {
        return StreakResult(try streaks.report(for: request), for: request, engine: streaks.engine)
      }
      let explanation = try streaks.explanation(for: request)
      notes.explanation = Explanation(.streak(explanation, on: request.day.moment.date), streaks.engine.system)
      return StreakResult(explanation.report, for: request, engine: streaks.engine)
    }
  }
}

/// A report on days in a row.
package struct StreakResult {
  /// The report.
  package let report: StreakReport
  /// The request.
  package let request: LogRequest
  /// The engine that made it.
  package let engine: StreakEngine

  /// The result `report`, which `engine` made for `request`.
  package init(_ report: StreakReport, for request: LogRequest, engine: StreakEngine) {
    self.report = report
    self.request = request
    self.engine = engine
  }

  /// The language of the pack that serves the requested one.
  package var locale: LanguageTag { request.day.locale ?? engine.pack.defaultLocale }
}

extension ResultType where Content == StreakResult {
  fileprivate static var streaks: ResultType {
    object {
      fields(of: versionFields) { Versions($0.engine.system) }
      requiredField("date", .date, "The local day.") { $0.request.day.moment.date }
      requiredField("locale", .text, "The language of the pack that serves the requested one.") { $0.locale }
      requiredField("streak", .streakNumbers, "The numbers.") { $0.report }
      optionalField("said", .message, "The words beside them.") { $0.report.rendered }
      requiredField("months", .list(.month), "The calendar, the oldest month first.") { $0.report.months }
      fields(of: warningFields) { $0.request.findings }
    }.requested { $0.locale }
  }
}

extension ResultType where Content == StreakReport {
  /// The present and earlier numbers of days in a row.
  static var streakNumbers: ResultType {
    object {
      requiredField("current", .count, "The kept days of the streak that goes on.") { $0.streak.current }
      optionalField("since", .date, "Its first day.") { $0.streak.since }
      requiredField("longest", .count, "The kept days of the longest one.") { $0.streak.longest }
      requiredField("total", .count, "All kept days.") { $0.streak.total }
      requiredField("today", .words([Streak.State.kept, .open]), "Whether the day asked for is kept.") {
        $0.streak.isKeptToday ? .kept : .open
      }
      requiredField("rest", .rest, "Rest days.") { $0 }
    }
  }

  fileprivate static var rest: ResultType {
    object {
      requiredField("free", .count, "The days that may be missed in each stretch without ending a streak.") {
        $0.rest.free
      }
      requiredField("of", .count, "How many days such a stretch has.") { $0.rest.of }
      requiredField("left", .count, "Those that are left, were nothing done today.") { $0.streak.restLeft }
    }
  }
}

extension ResultType where Content == StreakReport.Month {
  fileprivate static var month: ResultType {
    object {
      requiredField("month", .text, "`2026-02`.") { String($0.first.description.prefix(7)) }
      requiredField("kept", .count, "Its kept days.") { $0.kept }
      requiredField("days", .list(.calendarDay), "Every day.") {
        $0.days.map { CalendarDay(date: $0.date, state: $0.state) }
      }
    }
  }
}

/// A day of a calendar with its state.
private struct CalendarDay {
  let date: CalendarDate
  let state: Streak.State
}

extension ResultType where Content == CalendarDay {
  fileprivate static var calendarDay: ResultType {
    object {
      requiredField("date", .date, "The day.") { $0.date }
      requiredField(
        "state", .words([Streak.State.kept, .rest, .neutral, .missed, .open, .ahead, .before]), "What became of it."
      ) {
        $0.state
      }
    }
  }
}

extension SessionKey<StreakSession> {
  fileprivate static let streaks = SessionKey()
}
