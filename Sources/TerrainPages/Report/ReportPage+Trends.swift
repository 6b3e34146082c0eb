import TerrainEngines
import TerrainBase

// Trends: cards for known ones, a list for those with too few days.

extension ReportPage {
  /// Whether there is anything to report about any series.
  var hasTrends: Bool { !trend.trends.isEmpty || trend.insufficient.contains(where: \.hasValues) }

  func trends(to page: inout Markup) {
    guard hasTrends else { return }
    section("trends", .trends, to: &page) { page in
      if trend.trends.isEmpty {
        page.element("p", ["class": "soft"], words.wording(.noTrends))
      } else {
        page.element("div", ["class": "grid three"]) { page in
          for series in trend.trends { card(series, to: &page) }
        }
      }
      insufficient(to: &page)
    }
  }

  private func card(_ series: Trend, to page: inout Markup) {
    page.element("article", ["class": "card"]) { page in
      page.element("div", ["class": "head"]) { page in
        page.element("h3", [:], series.name)
        page.element("span", ["class": "chip \(Self.tone(series))"]) { page in
          if let arrow = Self.arrow(series) { page.element("span", ["aria-hidden": "true"], "\(arrow) ") }
          page.words(series.directionName)
        }
      }
      if series.isWatchedFor { page.element("p", ["class": "watch"], words.wording(.watch)) }
      chart(series, to: &page)
      page.element("p", ["class": "numbers"]) { page in numbers(series, to: &page) }
      if let days = series.comparedDays {
        page.element("p", ["class": "small soft"], "\(words[.compared]): \(days)")
      }
      if let zone = series.zone, zone.low != nil || zone.high != nil {
        let isOutside = series.zonePlace.map { $0 != .inside } ?? false
        page.element("p", ["class": isOutside ? "small outside" : "small soft"]) { page in
          range(zone, of: series, to: &page)
        }
      }
      if let note = series.note { page.element("p", ["class": "note"], note.text) }
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
    guard let scale = series.chartScale, scale.lowerBound < scale.upperBound, !series.values.isEmpty else { return }
    func written(_ value: Double) -> String { Figure(value).shown(asShare: series.isShare) }
    let days = series.values.enumerated().map { position, value in
      "\(self.written(position)): \(value.map { written($0) } ?? words[.gap])"
    }
    DayChart(
      values: series.values, scale: scale, zone: series.zone.map { ($0.low, $0.high) }, written: written,
      day: self.written
    ).write(
      to: &page, title: "\(series.name), \(series.directionName)", description: days.joined(separator: ", "),
      caption: window)
  }

  private func numbers(_ series: Trend, to page: inout Markup) {
    let means = series.means
    if let before = means.before {
      page.figure(before, asShare: series.isShare)
      page.words(" → ")
    }
    if let later = means.recent { page.element("b") { $0.figure(later, asShare: series.isShare) } }
    page.words(" ")
    page.words(series.unitName)
    if let change = series.change {
      page.words(" (")
      page.figure(change, asShare: series.isShare, signed: true)
      page.words(")")
    }
  }

  private func range(_ zone: Trend.Zone, of series: Trend, to page: inout Markup) {
    page.words(words.wording(.range))
    page.words(": ")
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
    guard let word else { return }
    page.words(" · ")
    page.words(words.wording(word))
  }

  // MARK: - Too few days

  private func insufficient(to page: inout Markup) {
    guard !trend.insufficient.isEmpty else { return }
    page.element("h3", ["class": "sub"], words.wording(.insufficient))
    page.element("ul", ["class": "rows wide"]) { page in
      for series in trend.insufficient {
        page.element("li") { page in
          page.element("b", [:], series.name)
          page.element("p", ["class": "small soft"]) { page in have(series, to: &page) }
          if let note = series.note { page.element("p", ["class": "note small"], note.text) }
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
      page.words(words.wording(half.word))
      page.words(": ")
      page.figure(half.part.days)
      page.words(" / ")
      page.figure(series.least)
    }
  }
}
