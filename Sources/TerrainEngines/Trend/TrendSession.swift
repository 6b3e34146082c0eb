import TerrainRules
import TerrainDocuments
import TerrainExpressions
import TerrainBase

/// Makes reports, one request after another, on one thread.
package final class TrendSession {
  package let engine: TrendEngine
  let insight: InsightSession
  private var session: EngineSession { insight.session }

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
    /// These days, and those before them that comparisons look at.
    let columns: DayColumns
    /// The request, with the summaries of these days as facts.
    let request: LogRequest
  }

  /// What is known of the days of `request`, before the rules are evaluated.
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
  /// - Throws: what the rules ran into.
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

  /// On how many of the days each value of a field occurs.
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
