import TerrainEngines
import TerrainValues

// Trends: cards for known ones, a list for those with too few days.

extension ReportPage {
  func trends(to page: inout Markup) {
    section("trends", .trends, to: &page) { page in
      if trend.trends.isEmpty { page.element("p", ["class": "card soft before"], words[.noTrends]) }
      page.element("div", ["class": "grid three"]) { page in
        for series in trend.trends { card(series, to: &page) }
        if !trend.insufficient.isEmpty { insufficient(to: &page) }
      }
    }
  }

  private func card(_ series: Trend, to page: inout Markup) {
    page.element("article", ["class": "card"]) { page in
      page.element("div", ["class": "head"]) { page in
        page.element("h3", series.name)
        page.element("span", ["class": "chip \(Self.tone(series))"]) { page in
          if let arrow = Self.arrow(series) { page.element("span", ["aria-hidden": "true"], "\(arrow) ") }
          page.words(series.directionName)
        }
      }
      if series.isWatchedFor { page.element("p", ["class": "watch"], words[.watch]) }
      chart(series, to: &page)
      page.element("p", ["class": "numbers"]) { page in numbers(series, to: &page) }
      if let zone = series.zone, zone.low != nil || zone.high != nil {
        page.element("p", ["class": "small soft"]) { page in range(zone, of: series, to: &page) }
      }
      if let note = series.note { page.element("p", ["class": "note"], note.text) }
      details(series, to: &page)
    }
  }

  private static func tone(_ series: Trend) -> String {
    switch series.direction {
    case "improving": "good"
    case "declining": "care"
    default: ""
    }
  }

  /// An arrow beside the word for a direction, up where it is well; nil where it would contradict the line, which goes up when
  /// there is more of something that one would rather have less of.
  static func arrow(_ series: Trend) -> Character? {
    switch series.direction {
    case "improving": series.moreIsBetter ? "↗" : nil
    case "declining": series.moreIsBetter ? "↘" : nil
    default: "→"
    }
  }

  private func chart(_ series: Trend, to page: inout Markup) {
    guard let scale = series.scale, scale.lowerBound < scale.upperBound, !series.values.isEmpty else { return }
    page.element("figure") { page in
      Sparkline(
        values: series.values, scale: scale, zone: series.zone.map { ($0.low, $0.high) }
      ).write(
        to: &page, title: series.name,
        description: series.values.map { $0.map { Figure($0).shown() } ?? words[.gap] }.joined(separator: ", "))
      window(to: &page)
    }
  }

  /// The first and the last day, below a chart.
  func window(to page: inout Markup) {
    page.element("figcaption", ["class": "ends"]) { page in
      time(trend.first, to: &page)
      time(trend.last, to: &page)
    }
  }

  private func numbers(_ series: Trend, to page: inout Markup) {
    if let earlier = series.earlier.mean {
      page.figure(earlier, asShare: series.isShare)
      page.words(" → ")
    }
    if let later = series.later.mean { page.element("b") { $0.figure(later, asShare: series.isShare) } }
    page.words(" \(series.unitName)")
    if let change = series.change {
      page.words(" (")
      page.figure(change, asShare: series.isShare, signed: true)
      page.words(")")
    }
  }

  private func range(_ zone: Trend.Zone, of series: Trend, to page: inout Markup) {
    page.words("\(words[.range]): ")
    if let low = zone.low, let high = zone.high {
      page.figure(low, asShare: series.isShare)
      page.words("–")
      page.figure(high, asShare: series.isShare)
    } else if let low = zone.low {
      page.words("≥ ")
      page.figure(low, asShare: series.isShare)
    } else if let high = zone.high {
      page.words("≤ ")
      page.figure(high, asShare: series.isShare)
    }
    let word: ReportWords.Word? =
      switch series.zonePlace {
      case .below: .below
      case .inside: .inside
      case .above: .above
      case nil: nil
      }
    if let word { page.words(" · \(words[word])") }
  }

  /// Every number of a series.
  private func details(_ series: Trend, to page: inout Markup) {
    page.element("details") { page in
      page.element("summary", words[.numbers])
      page.element("table", ["class": "data"]) { page in
        columns([(.day, false), (.value, true)], to: &page)
        page.element("tbody") { page in
          for (position, value) in series.values.enumerated() {
            page.element("tr") { page in
              page.element("th", ["scope": "row"]) { page in
                if let day = day(position) { time(day, to: &page) } else { page.words("\(position + 1)") }
              }
              page.element("td", ["class": "right"]) { page in
                if let value { page.figure(Figure(value), places: 2) } else { page.words(words[.gap]) }
              }
            }
          }
        }
      }
      page.element("table", ["class": "data"]) { page in
        page.element("tbody") { page in figures(series.figures, to: &page) }
      }
    }
  }

  /// The day at `position` of the window.
  func day(_ position: Int) -> CalendarDate? { try? trend.first.adding(days: position) }

  // MARK: - Too little to say

  private func insufficient(to page: inout Markup) {
    // It fills the row that the cards before it began.
    let count = trend.trends.count
    let spans = "span-two-\(2 - count % 2) span-three-\(3 - count % 3) span-print-\(4 - count % 4)"
    page.element("div", ["class": "card \(spans)"]) { page in
      page.element("h3", words[.insufficient])
      page.element("ul", ["class": "rows", "style": "margin-top:12px"]) { page in
        for series in trend.insufficient {
          page.element("li") { page in
            page.element("div", ["class": "head"]) { page in
              page.element("b", series.name)
              page.element("span", ["class": "small soft"]) { page in have(series, to: &page) }
            }
            if let note = series.note { page.element("p", ["class": "note small"], note.text) }
            details(series, to: &page)
          }
        }
      }
    }
  }

  /// Days that have a value, and those that are needed, in each half.
  private func have(_ series: Trend, to page: inout Markup) {
    let halves: [(word: ReportWords.Word, part: Trend.Half)] = [
      (.earlier, series.earlier), (.later, series.later),
    ]
    for (position, half) in halves.enumerated() {
      if position > 0 { page.words(" · ") }
      page.words("\(words[half.word]): ")
      page.figure(half.part.days)
      page.words(" / ")
      page.figure(series.least)
    }
  }
}
