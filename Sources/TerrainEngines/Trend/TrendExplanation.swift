import TerrainDocuments
import TerrainRules
import TerrainBase

/// A report on weeks, day by day and row by row: what counted, and which rows decided what.
package struct TrendExplanation: Sendable {
  /// One day of a series.
  package struct Day: Sendable {
    /// The day.
    package let date: CalendarDate
    /// Whether there is a record of it.
    package let isLogged: Bool
    /// What it counts as; nil: it does not count.
    package let value: Double?
    /// How much it counts in the mean of its half; nil where the series weighs nothing.
    package let weight: Double?
    /// The row that decided it; nil where there is no record.
    package let origin: Origin?
  }

  /// One series.
  package struct Series: Sendable {
    /// The trend.
    package let trend: Trend
    /// Every day of the window, the oldest first.
    package let days: [Day]
    /// Every decision that was looked at on the way.
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
  /// How the report for `request` comes about.
  ///
  /// - Throws: what the rules ran into.
  package func explanation(for request: LogRequest) throws(DiagnosticError) -> TrendExplanation {
    let report = try report(for: request)
    // Each recording is of one subject: the request begins anew for each.
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

  /// What each day of a window counts as in a series, and the row that decides it.
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
