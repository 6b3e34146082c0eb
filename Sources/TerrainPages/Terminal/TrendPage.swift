import TerrainBase
import TerrainDocuments
import TerrainEngines

/// A trend report as a page for a terminal: sparklines and a map of signs, each in words too.
package struct TrendPage: TerminalContent {
  private let words: ReportWords
  private let report: TrendReport
  private let findings: [Diagnostic]

  /// A page of `report`.
  ///
  /// - Parameter findings: the errors in single records of the person's logs.
  package init(_ report: TrendReport, findings: [Diagnostic], words: ReportWords) {
    self.words = words
    self.report = report
    self.findings = findings
  }

  /// Writes it to `page`.
  package func write(to page: inout TerminalPage) {
    page.gap()
    page.line("  \(page.faint("\(harmless(words.day(report.first))) – \(harmless(words.day(report.last)))"))")
    page.gap()
    opening(to: &page)
    trends(to: &page)
    signs(to: &page)
    activity(to: &page)
    effects(to: &page)
    if !findings.isEmpty {
      page.gap()
      for finding in findings { page.paragraph(Text("\(finding.path ?? ""): \(finding.message)"), mark: "! ") }
    }
    page.gap()
  }

  private func opening(to page: inout TerminalPage) {
    for message in report.notices { write(message, to: &page) }
    if !report.notices.isEmpty { page.gap() }
    if report.opening.isEmpty {
      page.title(Text(words[.emptyTitle]))
      page.paragraph(Text(words[.emptyText]), indent: 2)
    }
    for message in report.opening { write(message, to: &page) }
    for message in report.remarks {
      page.gap()
      write(message, to: &page)
    }
  }

  private func write(_ message: RenderedMessage, to page: inout TerminalPage) {
    if let title = message.title { page.title(Text("\(title)")) }
    if !message.text.isEmpty { page.paragraph(Text("\(message.text)"), indent: 2) }
  }

  // MARK: - Trends

  private func trends(to page: inout TerminalPage) {
    page.heading(Text(words[.trends]))
    if report.trends.isEmpty { page.paragraph(Text(words[.noTrends])) }
    let labels = (report.trends + report.insufficient).map { TerminalText.width(harmless($0.name.text)) }.max() ?? 0
    let outcomes = report.trends.map { TerminalText.width(harmless($0.outcome)) }.max() ?? 0
    for series in report.trends {
      let outcome = "\(ReportPage.arrow(series) ?? " ") \(harmless(series.outcome))"
      let mark =
        series.isWatchedFor
        ? String(repeating: " ", count: max(0, outcomes - TerminalText.width(outcome) + 4)) + "!" : ""
      line(series, labels, after: "  \(page.bold(outcome))\(mark)", columns: outcomes + 7, to: &page)
      page.paragraph(Text(numbers(series)), indent: 6)
      if let note = series.note { page.paragraph(Text("\(note.text)"), indent: 6) }
    }
    if report.trends.contains(where: \.isWatchedFor) { page.paragraph(Text(words[.watch]), mark: "! ") }
    guard !report.insufficient.isEmpty else { return }
    page.heading(Text(words[.insufficient]))
    for series in report.insufficient {
      line(series, labels, after: "", columns: 0, to: &page)
      if let note = series.note { page.paragraph(Text("\(note.text)"), indent: 6) }
    }
  }

  /// A series by name with its sparkline, on one line if it fits.
  private func line(
    _ series: Trend, _ labels: Int, after: String, columns: Int, to page: inout TerminalPage
  ) {
    let label = harmless(series.name.text)
    if 6 + labels + series.values.count + columns <= page.width {
      page.line("    \(page.padded(label, to: labels))  \(Self.sparkline(series))\(after)")
    } else {
      page.line("    \(label)")
      let isNarrow = 6 + series.values.count + columns > page.width
      page.line("      \(Self.sparkline(series))\(isNarrow ? "" : after)")
      if isNarrow, !after.isEmpty { page.line("    \(after)") }
    }
  }

  /// A character per day: eight heights over the scale, and a point for an unknown value.
  static func sparkline(_ series: Trend) -> String {
    let heights = Array("▁▂▃▄▅▆▇█")
    let low = series.low ?? 0
    let high = series.high ?? 1
    return String(
      series.values.map { value -> Character in
        guard let value else { return "·" }
        let share = high > low ? min(max((value - low) / (high - low), 0), 1) : 0.5
        return heights[min(Int(share * Double(heights.count)), heights.count - 1)]
      })
  }

  private func numbers(_ series: Trend) -> String {
    var text = series.sides.map { "\(words[$0.word]) \(Figure($0.mean).shown(asShare: series.isShare))" }
      .joined(separator: " · ")
    text += " \(series.unitName)"
    if let days = series.comparedDays {
      text += " · \(words[.compared]) \(days.recent), \(words[.before]) \(days.before)"
    }
    guard let zone = series.zone else { return text }
    func end(_ value: Double) -> String { Figure(value).shown(asShare: series.isShare) }
    let range =
      switch (zone.low, zone.high) {
      case (let low?, let high?): "\(end(low))–\(end(high))"
      case (let low?, nil): "≥ \(end(low))"
      case (nil, let high?): "≤ \(end(high))"
      case (nil, nil): ""
      }
    return range.isEmpty ? text : "\(text) · \(words[.range]) \(range)"
  }

  // MARK: - Days

  private func signs(to page: inout TerminalPage) {
    page.heading(Text(words[.signs]))
    guard let map = report.heatMap, report.hasSigns else { return page.paragraph(Text(words[.noSigns])) }
    let labels = map.rows.map { TerminalText.width(harmless($0.name.text)) }.max() ?? 0
    for sign in map.rows {
      let cells = sign.values.map { $0.map { $0 ? "■" : "□" } ?? "·" }.joined(separator: " ")
      let days = "\(sign.days)"
      page.line(
        "    \(page.padded(harmless(sign.name.text), to: labels))  \(cells)  \(page.padded(days, to: 3, right: true))"
      )
    }
    page.paragraph(Text("■ \(words[.yes])  □ \(words[.no])  · \(words[.unknown])"))
  }

  private func activity(to page: inout TerminalPage) {
    let total = report.activityTotal
    guard total > 0 else { return }
    page.heading(Text(words[.activity]))
    let kinds = report.activities.map { "\($0.name) \(Figure($0.total).shown())" }
    page.paragraph(
      Text("\(Figure(total).shown()) \(words[.minutes]) · \(kinds.joined(separator: " · "))"))
    for message in report.activityRemarks { page.paragraph(Text("\(message.text)")) }
  }

  private func effects(to page: inout TerminalPage) {
    page.heading(Text(words[.effects]))
    if report.effects.isEmpty, report.unknownEffects.isEmpty { return page.paragraph(Text(words[.noEffects])) }
    for effect in report.effects {
      var line = "\(effect.name): \(effect.verdictName)"
      if let value = effect.value {
        line += " \(Figure(value).shown(places: 2, signed: true))"
        if let interval = effect.interval {
          let ends = [interval.low, interval.high].map { Figure($0).shown(places: 2, signed: true) }
          line += " (\(ends.joined(separator: " … ")))"
        }
      }
      page.paragraph(Text(line), mark: "• ")
      if let note = effect.note { page.paragraph(Text("\(note.text)"), indent: 6) }
    }
    for effect in report.unknownEffects {
      page.paragraph(Text("\(effect.name): \(effect.verdictName)"), mark: "• ")
      if let note = effect.note { page.paragraph(Text("\(note.text)"), indent: 6) }
    }
  }

  private func harmless(_ text: String) -> String { TerminalText.harmless(text) }
}

/// A streak report as a page for a terminal: the numbers of days, and a calendar with a mark for each state of a day.
package struct StreakPage: TerminalContent {
  private let words: ReportWords
  private let report: StreakReport

  /// A page of `report`.
  package init(_ report: StreakReport, words: ReportWords) {
    self.words = words
    self.report = report
  }

  /// Writes it to `page`.
  package func write(to page: inout TerminalPage) {
    page.gap()
    let streak = report.streak
    page.title(Text(report.rendered?.text.text ?? "\(streak.current) \(words[.current])"))
    for (word, count) in [
      (ReportWords.Word.current, streak.current), (.longest, streak.longest), (.total, streak.total),
    ] {
      page.paragraph(Text("\(words[word]): \(count)"), indent: 2)
    }
    for month in report.months { write(month, to: &page) }
    if report.months.isEmpty { page.paragraph(Text(words[.noStreak]), indent: 2) }
    page.gap()
    let passed = report.months.contains { $0.days.contains { $0.state == .neutral } }
    let states: [Streak.State] = [.kept, .rest, .missed, .open] + (passed ? [.neutral] : [])
    page.paragraph(
      Text(states.map { "\(Self.mark($0)) \(words.word($0))" }.joined(separator: "   ")), indent: 2)
    page.gap()
  }

  private func write(_ month: StreakReport.Month, to page: inout TerminalPage) {
    page.heading(Text(words.month(month.first.month, of: month.first.year)))
    let names = words.week.map { page.padded(TerminalText.harmless($0), to: 3, right: true) + " " }
    page.line("    \(page.faint(names.joined()))")
    for week in ReportPage.weeks(month, words.calendar) {
      let days = week.map { day in
        guard let day else { return "    " }
        return page.padded("\(day.date.day)", to: 3, right: true) + Self.mark(day.state)
      }
      var line = "    \(days.joined())"
      while line.hasSuffix(" ") { line.removeLast() }
      page.line(line)
    }
  }

  private static func mark(_ state: Streak.State) -> String {
    switch state {
    case .kept: "●"
    case .rest: "○"
    case .missed: "·"
    case .neutral: "–"
    case .open: "?"
    case .ahead, .before: " "
    }
  }
}
