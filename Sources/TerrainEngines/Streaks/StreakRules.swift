import TerrainDocuments
import TerrainRules
import TerrainBase

/// The module that declares what keeps a day: its decisions and settings.
final class StreakRules: Sendable {
  static let module: Text = "streak"

  let kept: Decision
  let fields: [Int]
  let message: Decision?
  /// The rest days that end nothing.
  let rest: Streak.Rest
  /// Months of calendar in an answer.
  let months: Int

  private static let mostDays = 366
  private static let mostMonths = 120

  /// The declarations of `rules`, in which the decision `kept` keeps a day.
  ///
  /// - Throws: everything that is wrong with it.
  init(_ rules: RuleSet, log: LogShape, kept: Decision) throws(DiagnosticError) {
    self.kept = kept
    fields = log.positions(neededBy: kept, in: rules)
    message = rules.decision("\(Self.module).said")
    var free = 0
    var of = 7
    var months = 1
    if let settings = rules.decision("\(Self.module).settings") {
      var fields = try RuleLists(rules).fields(of: settings)
      free = fields.int("free", atLeast: 0) ?? free
      of = fields.int("of", atLeast: 1) ?? of
      months = fields.int("months", atLeast: 1) ?? months
      if free >= of { fields.wrong("free", "less than `of`") }
      if of > Self.mostDays { fields.wrong("of", "at most \(Self.mostDays)") }
      if months > Self.mostMonths { fields.wrong("months", "at most \(Self.mostMonths)") }
      let diagnostics = fields.finish()
      if diagnostics.hasErrors { throw DiagnosticError(diagnostics) }
    }
    rest = Streak.Rest(free: free, of: of)
    self.months = months
  }

  /// The streak on `today` by `logs`; the request has begun in `session`. `noting` receives, for every day with a record, the row
  /// that decided whether it counts.
  func streak(
    of logs: LogDays, shape: LogShape, today: CalendarDate, _ session: RuleSession, noting: ((Origin?) -> Void)? = nil
  ) throws(DiagnosticError) -> Streak {
    var days: [CalendarDate] = []
    for day in 0..<logs.count(upTo: today) {
      try session.look(at: day, of: logs, fields, shape)
      if case .bool(true) = try session.decided(kept) { days.append(logs.dates[day]) }
      if let noting { noting(session.origins(of: kept).first) }
    }
    return Streak(kept: days, today: today, rest: rest)
  }
}
