import TerrainDocuments
import TerrainRules
import TerrainBase

/// A streak, day by day and row by row: what kept each day, what was a rest, and what ended it.
package struct StreakExplanation: Sendable {
  /// A day of which there is a record.
  package struct Day: Sendable {
    /// The day.
    package let date: CalendarDate
    /// What became of it.
    package let state: Streak.State
    /// The row that decided whether it counts.
    package let origin: Origin?
  }

  /// The report that is explained.
  package let report: StreakReport
  /// Every day up to the requested day of which there is a record, the oldest first.
  package let days: [Day]
  /// The words beside the numbers.
  package let traces: [DecisionTrace]

  /// The days of which there is a record between two others, both included.
  package func days(from first: CalendarDate, to last: CalendarDate) -> [Day] {
    days.filter { first <= $0.date && $0.date <= last }
  }
}

extension StreakSession {
  /// How the report for `request` comes about.
  ///
  /// - Throws: what the rules ran into.
  package func explanation(for request: LogRequest) throws(DiagnosticError) -> StreakExplanation {
    let recording = try session.recording()
    var origins: [Origin?] = []
    let report = try StreakSession(engine, recording).report(for: request) { origins.append($0) }
    return StreakExplanation(
      report: report,
      days: zip(request.logs.dates, origins).map { date, origin in
        StreakExplanation.Day(date: date, state: report.streak.state(of: date), origin: origin)
      },
      traces: engine.streakRules.message == nil ? [] : try recording.rules.traces())
  }
}
