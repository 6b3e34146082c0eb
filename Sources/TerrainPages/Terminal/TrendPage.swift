import TerrainDocuments
import TerrainValues

/// What the method `trend` answered, as a page for a terminal: sparklines, a map of signs, and all of it in words too.
public struct TrendPage: TerminalContent {
  private let words: ReportWords
  private let answer: TrendAnswer

  /// A page of `answer`.
  public init(_ answer: TrendAnswer, words: ReportWords) {
    self.words = words
    self.answer = answer
  }

  /// Writes it to `page`.
  public func write(to page: inout TerminalPage) {
    page.gap()
    if let from = answer.from, let date = answer.date {
      page.line("  \(page.faint("\(harmless(words.day(from))) – \(harmless(words.day(date)))"))")
      page.gap()
    }
    opening(to: &page)
    trends(to: &page)
    signs(to: &page)
    activity(to: &page)
    effects(to: &page)
    if !answer.findings.isEmpty {
      page.gap()
      for finding in answer.findings { page.paragraph("\(finding.path ?? ""): \(finding.message)", mark: "! ") }
    }
    page.gap()
  }

  private func opening(to page: inout TerminalPage) {
    if answer.opening.isEmpty {
      page.title(Text(words[.emptyTitle]))
      page.paragraph(Text(words[.emptyText]), indent: 2)
    }
    for line in answer.opening { say(line, to: &page) }
    for line in answer.beside {
      page.gap()
      say(line, to: &page)
    }
  }

  private func say(_ line: SaidLine, to page: inout TerminalPage) {
    if let title = line.title { page.title(title) }
    if !line.text.isEmpty { page.paragraph(line.text, indent: 2) }
  }

  // MARK: - Trends

  private func trends(to page: inout TerminalPage) {
    page.heading(Text(words[.trends]))
    if answer.trends.isEmpty { page.paragraph(Text(words[.noTrends])) }
    let labels = (answer.trends + answer.insufficient).map { TerminalText.width(harmless($0.label.string)) }.max() ?? 0
    let directions = answer.trends.map { TerminalText.width(harmless($0.directionLabel.string)) }.max() ?? 0
    for series in answer.trends {
      let direction = "\(ReportPage.arrow(series) ?? " ") \(harmless(series.directionLabel.string))"
      let mark =
        series.isWatched
        ? String(repeating: " ", count: max(0, directions - TerminalText.width(direction) + 4)) + "!" : ""
      line(series, labels, after: "  \(page.bold(direction))\(mark)", columns: directions + 7, to: &page)
      page.paragraph(Text(numbers(series)), indent: 6)
      if let note = series.note { page.paragraph(note.text, indent: 6) }
    }
    if answer.trends.contains(where: \.isWatched) { page.paragraph(Text(words[.watch]), mark: "! ") }
    guard !answer.insufficient.isEmpty else { return }
    page.heading(Text(words[.insufficient]))
    for series in answer.insufficient {
      line(series, labels, after: "", columns: 0, to: &page)
      if let note = series.note { page.paragraph(note.text, indent: 6) }
    }
  }

  /// A series by name with its sparkline, on one line where that fits.
  private func line(
    _ series: TrendAnswer.Series, _ labels: Int, after: String, columns: Int, to page: inout TerminalPage
  ) {
    let label = harmless(series.label.string)
    if 6 + labels + series.values.count + columns <= page.width {
      page.line("    \(page.padded(label, to: labels))  \(Self.sparkline(series))\(after)")
    } else {
      page.line("    \(label)")
      page.line("      \(Self.sparkline(series))\(after)")
    }
  }

  /// One character a day: eight heights over the scale, and a point where nothing is known.
  static func sparkline(_ series: TrendAnswer.Series) -> String {
    let heights = Array("▁▂▃▄▅▆▇█")
    let low = series.scale?.low.value ?? 0
    let high = series.scale?.high.value ?? 1
    return String(
      series.values.map { value -> Character in
        guard let value = value?.value else { return "·" }
        let share = high > low ? min(max((value - low) / (high - low), 0), 1) : 0.5
        return heights[min(Int(share * Double(heights.count)), heights.count - 1)]
      })
  }

  private func numbers(_ series: TrendAnswer.Series) -> String {
    var text = [series.earlier.mean, series.later.mean].compactMap { $0?.shown(asShare: series.isShare) }
      .joined(separator: " → ")
    text += " \(series.unit)"
    if let change = series.change { text += " (\(change.shown(asShare: series.isShare, signed: true)))" }
    guard let zone = series.zone else { return text }
    let range =
      switch (zone.low, zone.high) {
      case (let low?, let high?): "\(low.shown(asShare: series.isShare))–\(high.shown(asShare: series.isShare))"
      case (let low?, nil): "≥ \(low.shown(asShare: series.isShare))"
      case (nil, let high?): "≤ \(high.shown(asShare: series.isShare))"
      case (nil, nil): ""
      }
    return range.isEmpty ? text : "\(text) · \(words[.range]) \(range)"
  }

  // MARK: - Days

  private func signs(to page: inout TerminalPage) {
    page.heading(Text(words[.signs]))
    guard answer.hasSigns else { return page.paragraph(Text(words[.noSigns])) }
    let labels = answer.signs.map { TerminalText.width(harmless($0.label.string)) }.max() ?? 0
    for sign in answer.signs {
      let cells = sign.values.map { $0.map { $0 ? "■" : "□" } ?? "·" }.joined(separator: " ")
      let days = sign.days?.shown() ?? ""
      page.line(
        "    \(page.padded(harmless(sign.label.string), to: labels))  \(cells)  \(page.padded(days, to: 3, right: true))"
      )
    }
    page.paragraph(Text("■ \(words[.yes])  □ \(words[.no])  · \(words[.unknown])"))
  }

  private func activity(to page: inout TerminalPage) {
    guard let total = answer.activityTotal, total.value > 0 else { return }
    page.heading(Text(words[.activity]))
    let kinds = answer.activity.compactMap { kind in kind.total.map { "\(kind.label) \($0.shown())" } }
    page.paragraph(
      Text("\(total.shown()) \(words[.minutes]) · \(kinds.joined(separator: " · "))"))
    for line in answer.besideActivity { page.paragraph(line.text) }
  }

  private func effects(to page: inout TerminalPage) {
    page.heading(Text(words[.effects]))
    if answer.effects.isEmpty, answer.untold.isEmpty { return page.paragraph(Text(words[.noEffects])) }
    for effect in answer.effects {
      var line = "\(effect.label): \(effect.verdictLabel)"
      if let value = effect.value {
        line += " \(value.shown(places: 2, signed: true))"
        if let interval = effect.interval {
          line += " (\(interval.low.shown(places: 2, signed: true)) … \(interval.high.shown(places: 2, signed: true)))"
        }
      }
      page.paragraph(Text(line), mark: "• ")
      if let note = effect.note { page.paragraph(note.text, indent: 6) }
    }
    for effect in answer.untold {
      page.paragraph("\(effect.label): \(effect.verdictLabel)", mark: "• ")
      if let note = effect.note { page.paragraph(note.text, indent: 6) }
    }
  }

  private func harmless(_ text: String) -> String { TerminalText.harmless(text) }
}
