import TerrainDocuments
import TerrainEngines
import TerrainBase

/// A streak report as a page for a terminal: how many days, and a calendar with a mark for each state of a day.
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
    let states: [Streak.State] = [.kept, .rest, .missed, .open]
    page.paragraph(
      Text(states.map { "\(Self.mark($0)) \(words.word($0))" }.joined(separator: "   ")), indent: 2)
    page.gap()
  }

  private func write(_ month: StreakReport.Month, to page: inout TerminalPage) {
    page.heading(Text(words.month(month.first.month, of: month.first.year)))
    let names = (1...7).map { page.padded(TerminalText.harmless(words.weekday($0)), to: 3, right: true) + " " }
    page.line("    \(page.faint(names.joined()))")
    for week in ReportPage.weeks(month) {
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
    case .open: "?"
    case .ahead: " "
    }
  }
}
