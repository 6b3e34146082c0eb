import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Reports streaks: days in a row on which something was done.
///
/// Immutable; threads share one engine, each with a ``StreakSession`` of its own.
package struct StreakEngine: Engine {
  /// The module that declares streaks.
  package static let module = StreakRules.module

  /// Facts that the engine gives.
  enum FactNames {
    static let days: Text = "streak_days"
    static let longest: Text = "longest_streak"
    static let inAll: Text = "days_in_all"
    static let keptToday: Text = "kept_today"
    static let restLeft: Text = "rest_left"
    static let all: [Text] = [days, longest, inAll, keptToday, restLeft]
  }

  /// The pack, the rules, and the values prepared from both.
  package let context: EngineContext
  let log: LogShape
  let streakRules: StreakRules
  private let recent: RecentFacts?

  /// The requirements of reports on a rule set.
  package static let contracts = [contract, RecentFacts.contract]

  private static let contract =
    Contract(
      "terrain run streak",
      decisions: LogShape.contractDecisions + [
        .init("\(module).kept", .bool), .init("\(module).neutral", .bool, isOptional: true),
        .init("\(module).settings", .dyn, isOptional: true),
        .init("\(module).said", .dyn, isOptional: true),
      ],
      facts: [
        .init(FactNames.days, .int), .init(FactNames.longest, .int), .init(FactNames.inAll, .int),
        .init(FactNames.keptToday, .bool), .init(FactNames.restLeft, .int),
      ], otherFacts: .dyn)

  /// An engine over `system`, which was loaded for ``contracts``.
  ///
  /// - Throws: errors that keep rules and pack from working together, with locations in both.
  package init(_ system: LoadedSystem) throws(DiagnosticError) {
    context = try EngineContext(system, readsQuiz: true)
    let module = try ModuleDecisions(Self.module, of: system.rules.ruleSet, keeping: Self.contract)
    log = try LogShape(system.rules.ruleSet)
    streakRules = try StreakRules(system.rules.ruleSet, log: log, kept: try module.required("kept"))
    recent = try RecentFacts(system.rules.ruleSet)
  }

  /// The request at `node`: that of a day, and `logs`.
  ///
  /// - Parameter session: evaluates the facts that logs fill in; nil for a session of its own, which costs more.
  /// - Throws: all errors in it.
  package func request(
    _ node: Node, in session: StreakSession? = nil
  ) throws(DiagnosticError) -> (request: LogRequest, warnings: [Diagnostic]) {
    try LogRequest.read(node, context: context, shape: log, supplied: FactNames.all, recent: recent) {
      session?.session ?? EngineSession(context)
    }
  }
}

/// A streak with its calendar and messages.
package struct StreakReport: Sendable {
  /// A month of the calendar.
  package struct Month: Sendable {
    /// Its first day.
    package let first: CalendarDate
    /// Each of its days.
    package let days: [(date: CalendarDate, state: Streak.State)]

    /// The number of kept days.
    package var kept: Int { days.count { $0.state == .kept } }
  }

  /// The numbers.
  package let streak: Streak
  /// The rest days that end nothing.
  package let rest: Streak.Rest
  /// The oldest first; the last is that of the requested day.
  package let months: [Month]
  /// The message about the numbers.
  package let rendered: RenderedMessage?
}

/// Makes reports of streaks, one request after another, on one thread.
package final class StreakSession {
  package let engine: StreakEngine
  let session: EngineSession

  /// A session of `engine`.
  package convenience init(_ engine: StreakEngine) { self.init(engine, EngineSession(engine.context)) }

  /// A session of `engine` that evaluates its rules in `session`.
  init(_ engine: StreakEngine, _ session: EngineSession) {
    self.engine = engine
    self.session = session
  }

  /// The report for `request`.
  ///
  /// - Throws: evaluation errors of the rules.
  package func report(for request: LogRequest) throws(DiagnosticError) -> StreakReport {
    try report(for: request, noting: nil)
  }

  /// The report for `request`; `noting` receives, for every day with a record, the row that decided whether it counts.
  func report(for request: LogRequest, noting: ((Origin?) -> Void)?) throws(DiagnosticError) -> StreakReport {
    let today = request.day.moment.date
    try session.begin(request.day)
    let streak = try engine.streakRules.streak(
      of: request.logs, shape: engine.log, today: today, session.rules, noting: noting)
    var rendered: RenderedMessage?
    if let decision = engine.streakRules.message {
      try session.begin(request.day)
      try give(StreakEngine.FactNames.days, .int(Int64(streak.current)))
      try give(StreakEngine.FactNames.longest, .int(Int64(streak.longest)))
      try give(StreakEngine.FactNames.inAll, .int(Int64(streak.total)))
      try give(StreakEngine.FactNames.keptToday, .bool(streak.isKeptToday))
      try give(StreakEngine.FactNames.restLeft, .int(Int64(streak.restLeft)))
      let renderer = session.renderer(in: request.day.locale)
      rendered = try session.rendered(decision, renderer)
    }
    return StreakReport(
      streak: streak, rest: engine.streakRules.rest, months: months(streak, today), rendered: rendered)
  }

  private func give(_ name: Text, _ value: Value) throws(DiagnosticError) {
    if let fact = engine.rules.fact(name) { try session.rules.give(fact, value) }
  }

  private func months(_ streak: Streak, _ today: CalendarDate) -> [StreakReport.Month] {
    guard let first = try? today.adding(days: 1 - today.day) else { return [] }
    var months: [StreakReport.Month] = []
    for back in (0..<engine.streakRules.months).reversed() {
      guard let month = try? first.adding(months: -back) else { continue }
      let (year, number, _) = month.fields
      let days = (0..<CalendarDate.daysInMonth(number, ofYear: year)).compactMap { offset in
        (try? month.adding(days: offset)).map { (date: $0, state: streak.state(of: $0)) }
      }
      // A calendar begins with the month of the first day that is about anything.
      if months.isEmpty, back > 0, days.allSatisfy({ $0.state == .before }) { continue }
      months.append(StreakReport.Month(first: month, days: days))
    }
    return months
  }
}

/// The module that declares which days are kept and which are passed over: its decisions and settings.
final class StreakRules: Sendable {
  static let module: Text = "streak"

  let kept: Decision
  /// The decision that is true for a day that, if it is not kept, neither counts nor needs a rest; nil if the rules have none.
  let neutral: Decision?
  let fields: [Int]
  let message: Decision?
  /// The rest days that end nothing.
  let rest: Streak.Rest
  /// Months of calendar in an answer.
  let months: Int

  private static let mostDays = 366
  private static let mostMonths = 120

  /// The declarations of `rules`, in which the decision `kept` tells if a day is kept.
  ///
  /// - Throws: all errors in it.
  init(_ rules: RuleSet, log: LogShape, kept: Decision) throws(DiagnosticError) {
    self.kept = kept
    neutral = rules.decision("\(Self.module).neutral")
    fields = Set(([kept] + (neutral.map { [$0] } ?? [])).flatMap { log.positions(neededBy: $0, in: rules) }).ordered()
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
    var passed: [CalendarDate] = []
    for day in 0..<logs.count(upTo: today) {
      try session.look(at: day, of: logs, fields, shape)
      if case .bool(true) = try session.decided(kept) {
        days.append(logs.dates[day])
      } else if let neutral, case .bool(true) = try session.decided(neutral) {
        passed.append(logs.dates[day])
      }
      if let noting { noting(session.origins(of: kept).first) }
    }
    return Streak(kept: days, neutral: passed, today: today, rest: rest)
  }
}

/// A streak explained by day and row: the reason for each kept day, the rest days, and the end.
package struct StreakExplanation: Sendable {
  /// A day with a record.
  package struct Day: Sendable {
    /// The day.
    package let date: CalendarDate
    /// The state of the day.
    package let state: Streak.State
    /// The row that decided whether it counts.
    package let origin: Origin?
  }

  /// The report that is explained.
  package let report: StreakReport
  /// Every day with a record up to the requested day, the oldest first.
  package let days: [Day]
  /// The traces of the messages.
  package let traces: [DecisionTrace]

  /// The days with a record from `first` to `last`, both included.
  package func days(from first: CalendarDate, to last: CalendarDate) -> [Day] {
    days.filter { first <= $0.date && $0.date <= last }
  }
}

extension StreakSession {
  /// The explanation of the report for `request`.
  ///
  /// - Throws: evaluation errors of the rules.
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
