import TerrainDocuments
import TerrainValues

/// What the method `streak` answered, as a page for a terminal: how many days, and a calendar in which every state has a mark
/// of its own.
public struct StreakPage: TerminalContent {
  private let words: ReportWords
  private let answer: StreakAnswer

  /// A page of `answer`.
  public init(_ answer: StreakAnswer, words: ReportWords) {
    self.words = words
    self.answer = answer
  }

  /// Writes it to `page`.
  public func write(to page: inout TerminalPage) {
    page.gap()
    if let said = answer.said {
      page.title(said.text)
    } else if let current = answer.current {
      page.title("\(current.shown()) \(words[.current])")
    }
    for (word, figure) in [
      (ReportWords.Word.current, answer.current), (.longest, answer.longest), (.total, answer.total),
    ] {
      if let figure { page.paragraph("\(words[word]): \(figure.shown())", indent: 2) }
    }
    for month in answer.months { write(month, to: &page) }
    if answer.months.isEmpty { page.paragraph(Text(words[.noStreak]), indent: 2) }
    page.gap()
    let states: [StreakAnswer.State] = [.kept, .rest, .missed, .open]
    page.paragraph(
      Text(states.map { "\(Self.mark($0)) \(words.word($0))" }.joined(separator: "   ")), indent: 2)
    page.gap()
  }

  private func write(_ month: StreakAnswer.Month, to page: inout TerminalPage) {
    page.heading(Text(words.month(month.month, of: month.year)))
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

  private static func mark(_ state: StreakAnswer.State) -> String {
    switch state {
    case .kept: "●"
    case .rest: "○"
    case .missed: "·"
    case .open: "?"
    case .ahead: " "
    }
  }
}
