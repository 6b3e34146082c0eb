import TerrainBase
import TerrainDocuments
import TerrainExpressions
import TerrainRules

/// Makes reports, one request after another, on one thread.
package final class TrendSession {
  package let engine: TrendEngine
  let insight: InsightSession
  fileprivate var session: EngineSession { insight.session }

  /// A session of `engine`.
  package convenience init(_ engine: TrendEngine) { self.init(engine, InsightSession(engine.insight)) }

  /// A session of `engine` whose pages `insight` makes.
  init(_ engine: TrendEngine, _ insight: InsightSession) {
    self.engine = engine
    self.insight = insight
  }

  /// The days that a report is about.
  struct Window {
    let first: CalendarDate
    let last: CalendarDate
    /// For each day, its position among the logs.
    let days: [Int?]
    /// The columns of these days and of the days before that comparisons need.
    let columns: DayColumns
    /// The request, with the summaries of these days as facts.
    let request: LogRequest
  }

  /// The records of the days of `request`, before the rules are evaluated.
  func window(for request: LogRequest) throws(DiagnosticError) -> Window {
    let rules = engine.trendRules
    let last = request.day.moment.date
    let first = (try? last.adding(days: 1 - rules.days)) ?? last
    let days = Self.window(of: request.logs, from: first, days: rules.days)
    try session.begin(request.day)
    let span = max(rules.days, rules.chance.span)
    let start = (try? last.adding(days: 1 - span)) ?? first
    let columns = try DayColumns(
      engine.daily, fields: engine.dailyFields, days: Self.window(of: request.logs, from: start, days: span),
      logs: request.logs, shape: engine.log, session.rules)
    return Window(
      first: first, last: last, days: days, columns: columns,
      request: LogRequest(
        day: request.day.adding(try summaries(request.logs, days, columns)), logs: request.logs,
        findings: request.findings))
  }

  /// The report for `request`.
  ///
  /// - Throws: evaluation errors of the rules.
  package func report(for request: LogRequest) throws(DiagnosticError) -> TrendReport {
    // Days first: the rest depends on their summaries.
    let window = try window(for: request)
    let (request, days) = (window.request, window.days)
    let page = try insight.page(TrendRules.module, for: request.day)
    let renderer = session.renderer(in: request.day.locale)

    var run = try SeriesRun(engine: engine, session: session, columns: window.columns, renderer: renderer)
    let trends = try run.trends()
    let pulse = try run.pulse()
    let effects =
      try engine.effectiveness.map { rules throws(DiagnosticError) in
        try EffectivenessRun(rules, engine.log, session, renderer).effects(request.logs, upTo: window.last)
      } ?? []
    return TrendReport(
      first: window.first, last: window.last, days: days.count, loggedDays: days.count { $0 != nil }, pulse: pulse,
      trends: trends.filter { !$0.isInsufficient }, insufficient: trends.filter({ $0.isInsufficient }),
      heatMap: heatMap(request.logs, days, renderer), activities: activities(request.logs, days, renderer),
      effects: effects.filter { $0.value != nil }, unknownEffects: effects.filter { $0.value == nil }, page: page)
  }

  /// For each day of a window that begins on `first`, its position among `logs`.
  static func window(of logs: LogDays, from first: CalendarDate, days count: Int) -> [Int?] {
    var days = [Int?](repeating: nil, count: count)
    guard let end = try? first.adding(days: count - 1) else { return days }
    var index = logs.count(upTo: end) - 1
    while index >= 0 {
      let offset = logs.dates[index].days(since: first)
      guard days.indices.contains(offset) else { break }
      days[offset] = index
      index -= 1
    }
    return days
  }

  // MARK: Summaries

  private func summaries(
    _ logs: LogDays, _ days: [Int?], _ columns: DayColumns
  ) throws(DiagnosticError) -> [(fact: Fact, value: Value)] {
    var found: [(fact: Fact, value: Value)] = []
    for summary in engine.trendRules.summaries {
      switch summary.content {
      case .mean(let decision):
        let numbers = try columns.numbers(decision).suffix(days.count).compactMap { $0 }
        if !numbers.isEmpty {
          found.append((summary.fact, .double(numbers.reduce(0, +) / Double(numbers.count))))
        }
      case .count(let decision):
        let count = columns[decision].suffix(days.count).count { value in
          guard let value = value?.present else { return false }
          if case .bool(false) = value { return false }
          return true
        }
        found.append((summary.fact, .int(Int64(count))))
      case .tally(let field): found.append((summary.fact, tally(field, logs, days)))
      case .minutes(let kind):
        let seconds = days.compactMap { $0 }.reduce(Int64(0)) { $0 + self.seconds(of: kind, logs, $1) }
        found.append((summary.fact, .double(Double(seconds) / 60)))
      }
    }
    return found
  }

  /// The number of days on which each value of a field occurs.
  private func tally(_ field: Int, _ logs: LogDays, _ days: [Int?]) -> Value {
    var map = ValueMap()
    func add(_ word: Value) {
      guard case .string = word else { return }
      if case .int(let count)? = map[word] {
        map.replace(word, with: .int(count + 1))
      } else {
        map.insert(word, .int(1))
      }
    }
    for day in days.compactMap({ $0 }) {
      switch logs.value(field, day) {
      case .list(let words)?: words.forEach(add)
      case let word?: add(word)
      case nil: break
      }
    }
    return .map(map)
  }

  private func seconds(of kind: Int, _ logs: LogDays, _ day: Int) -> Int64 {
    logs.entries[day].reduce(0) { sum, entry in
      entry.kind == kind ? sum.addingReportingOverflow(entry.seconds ?? 0).partialValue : sum
    }
  }

  // MARK: Charts

  private func heatMap(_ logs: LogDays, _ days: [Int?], _ renderer: MessageRenderer) -> TrendReport.HeatMap? {
    guard let position = engine.trendRules.signs else { return nil }
    let field = engine.log.fields[position]
    guard let words = field.fact.declaration.type.listedWords else { return nil }
    let told = days.map { day -> [Text]? in
      guard let day, case .list(let values)? = logs.value(position, day) else { return nil }
      return values.compactMap { if case .string(let word) = $0 { word } else { nil } }
    }
    return TrendReport.HeatMap(
      field: field.name, known: told.map { $0 != nil },
      rows: words.cases.map { word in
        TrendReport.HeatMap.Row(
          sign: word, label: renderer.label(words.name, word), values: told.map { $0.map { $0.contains(word) } })
      })
  }

  private func activities(_ logs: LogDays, _ days: [Int?], _ renderer: MessageRenderer) -> [TrendReport.Activity] {
    guard let kinds = engine.log.entries?.kinds else { return [] }
    return kinds.cases.enumerated().map { code, kind in
      TrendReport.Activity(
        kind: kind, label: renderer.label(kinds.name, kind),
        values: days.map { day in day.map { Double(seconds(of: code, logs, $0)) / 60 } ?? 0 })
    }
  }
}

/// Reports the trends of a person's weeks: series, the effectiveness of items, drift.
///
/// Immutable; threads share one engine, each with a ``TrendSession`` of its own.
package struct TrendEngine: Engine {
  /// The pack, the rules, and the values prepared from both.
  package var context: EngineContext { insight.context }
  /// Makes the page of a report.
  package let insight: InsightEngine
  let log: LogShape
  let trendRules: TrendRules
  let effectiveness: EffectivenessRules?
  /// Decisions about a day of the window without duplicates, and the fields of a log that they may read.
  let daily: [Decision]
  let dailyFields: [Int]

  /// The requirements of reports on a rule set.
  package static var contracts: [Contract] {
    [TrendRules.contract, EffectivenessRules.contract]
      + InsightEngine.contracts(pages: [TrendRules.module], logs: true)
  }

  /// The grades of a change, in the order of their vocabulary.
  package var grades: [Text] { trendRules.grade.type.enumeration?.cases ?? [] }

  /// The module that declares trends.
  package static let module: Text = TrendRules.module

  /// An engine over `system`, which was loaded for ``contracts``.
  ///
  /// - Throws: errors that keep rules and pack from working together, with locations in both.
  package init(_ system: LoadedSystem) throws(DiagnosticError) {
    insight = try InsightEngine(system, pages: [TrendRules.module])
    let rules = insight.rules
    let log = try LogShape(rules)
    self.log = log
    trendRules = try TrendRules(rules, log: log)
    effectiveness = try EffectivenessRules(rules, log: log)
    var daily: [Decision] = []
    func add(_ decision: Decision?) {
      guard let decision, !daily.contains(where: { $0.id == decision.id }) else { return }
      daily.append(decision)
    }
    for series in trendRules.series {
      add(series.value)
      add(series.weight)
    }
    for summary in trendRules.summaries {
      switch summary.content {
      case .mean(let decision), .count(let decision): add(decision)
      case .tally, .minutes: break
      }
    }
    self.daily = daily
    dailyFields = Set(daily.flatMap { log.positions(neededBy: $0, in: rules) }).ordered()
  }

  /// The request at `node`: that of a day, and `logs`.
  ///
  /// - Parameter session: evaluates the facts that logs fill in; nil for a session of its own, which costs more.
  /// - Returns: the request, and warnings about it. Errors in single records are among its findings.
  /// - Throws: all errors in it.
  package func request(
    _ node: Node, in session: TrendSession? = nil
  ) throws(DiagnosticError) -> (request: LogRequest, warnings: [Diagnostic]) {
    try LogRequest.read(
      node, context: context, shape: log,
      supplied: TrendRules.FactNames.all + EffectivenessRules.FactNames.all
        + trendRules.summaries.map({ $0.fact.name }),
      comparing: effectiveness?.signFields ?? [], recent: insight.suggestions.recent
    ) { session?.session ?? EngineSession(context) }
  }
}

/// A report on weeks explained by day and row: the values that counted, and the rows that decided.
package struct TrendExplanation: Sendable {
  /// One day of a series.
  package struct Day: Sendable {
    /// The day.
    package let date: CalendarDate
    /// True if the day has a record.
    package let isLogged: Bool
    /// The value that counts; nil if the day does not count.
    package let value: Double?
    /// The weight in the mean of its half; nil if the series has no weights.
    package let weight: Double?
    /// The row that decided it; nil without a record.
    package let origin: Origin?
  }

  /// One series.
  package struct Series: Sendable {
    /// The trend.
    package let trend: Trend
    /// Every day of the window, the oldest first.
    package let days: [Day]
    /// The traces of every decision that was evaluated.
    package let traces: [DecisionTrace]
  }

  /// The report that is explained.
  package let report: TrendReport
  /// Every series, in the person's order.
  package let series: [Series]
  /// Everything that was done, in the report's order.
  package let items: [Effect.Explanation]
  /// The decisions about the order, the pulse and the page.
  package let traces: [DecisionTrace]
}

extension TrendSession {
  /// The explanation of the report for `request`.
  ///
  /// - Throws: evaluation errors of the rules.
  package func explanation(for request: LogRequest) throws(DiagnosticError) -> TrendExplanation {
    let report = try report(for: request)
    // Each recording is about one subject, so that the request begins again for each.
    let recorder = try TrendSession(engine, insight.recording())
    let session = recorder.insight.session
    let window = try recorder.window(for: request)
    let (known, renderer) = (window.request, session.renderer(in: request.day.locale))
    var run = try SeriesRun(engine: engine, session: session, columns: window.columns, renderer: renderer)
    try session.begin(known.day)
    let ordered = try run.ordered()
    var traces = try session.rules.traces()
    var series: [TrendExplanation.Series] = []
    for (position, rule) in ordered.enumerated() {
      let days = try days(of: rule, window, session)
      try session.begin(known.day)
      guard let trend = try run.trend(rule, priority: position + 1) else { continue }
      series.append(TrendExplanation.Series(trend: trend, days: days, traces: try session.rules.traces()))
    }
    try session.begin(known.day)
    _ = try run.pulse()
    traces += try session.rules.traces()
    _ = try recorder.insight.page(TrendRules.module, for: known.day, withRankings: false)
    traces += try session.rules.traces()
    var items: [Effect.Explanation] = []
    if let rules = engine.effectiveness {
      let effects = EffectivenessRun(rules, engine.log, session, renderer)
      items = try effects.explained(known.logs, upTo: window.last) { () throws(DiagnosticError) in
        try session.begin(known.day)
      }
    }
    return TrendExplanation(report: report, series: series, items: items, traces: traces)
  }

  /// The value of each day of a window in a series, and the row that decides it.
  private func days(
    of rule: SeriesRule, _ window: TrendSession.Window, _ session: EngineSession
  ) throws(DiagnosticError) -> [TrendExplanation.Day] {
    func numbers(_ decision: Decision) throws(DiagnosticError) -> [Double?] {
      Array(try window.columns.numbers(decision).suffix(window.days.count))
    }
    let values = try numbers(rule.value)
    let weights = try rule.weight.map { weight throws(DiagnosticError) in try numbers(weight) }
    let fields = engine.log.positions(neededBy: rule.value, in: engine.rules)
    try session.begin(window.request.day)
    var days: [TrendExplanation.Day] = []
    for (offset, position) in window.days.enumerated() {
      guard let date = try? window.first.adding(days: offset) else { continue }
      var origin: Origin?
      if let position {
        try session.rules.look(at: position, of: window.request.logs, fields, engine.log)
        _ = try session.rules.decided(rule.value)
        origin = session.rules.origins(of: rule.value).first
      }
      days.append(
        TrendExplanation.Day(
          date: date, isLogged: position != nil, value: values[offset],
          weight: values[offset] == nil ? nil : weights?[offset], origin: origin))
    }
    return days
  }
}
