import TerrainBase
import TerrainEngines
import TerrainRules

// Trends: cards for series with enough days, and a list of the others.

extension ReportPage {
  /// True if any series has something to report.
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
          page.words(series.gradeName)
          if let direction = series.directionName {
            page.words(" · ")
            page.words(direction)
          }
        }
      }
      if series.isWatchedFor { page.element("p", ["class": "watch"], words.wording(.watch)) }
      chart(series, to: &page)
      page.element("p", ["class": "numbers"]) { page in numbers(series, to: &page) }
      if let days = series.comparedDays {
        page.element(
          "p", ["class": "small soft"], "\(words[.compared]): \(days.recent) · \(words[.before]) \(days.before)")
      }
      if let zone = series.zone, zone.low != nil || zone.high != nil {
        let isOutside = series.zonePlace.map { $0 != .inside } ?? false
        page.element("p", ["class": isOutside ? "small outside" : "small soft"]) { page in
          range(zone, of: series, to: &page)
        }
      }
      // The opening may be the same sentence.
      if let note = series.note, !trend.opening.contains(where: { $0.text.text == note.text.text }) {
        page.element("p", ["class": "note"], note.text)
      }
    }
  }

  private static func tone(_ series: Trend) -> String {
    series.isBetter.map { $0 ? "good" : "care" } ?? ""
  }

  /// An arrow for a direction, which points up for an improvement; nil without a direction, and if it would contradict the line, which rises
  /// with values of which less is better.
  static func arrow(_ series: Trend) -> Character? {
    series.moreIsBetter ? series.isBetter.map { $0 ? "↗" : "↘" } : nil
  }

  private func chart(_ series: Trend, to page: inout Markup) {
    guard let scale = series.chartScale, scale.lowerBound < scale.upperBound, !series.values.isEmpty else { return }
    func written(_ value: Double) -> String { Figure(value).shown(asShare: series.isShare) }
    let title = "\(series.name), \(series.outcome)"
    if series.isShare, series.values.allSatisfy({ $0 == nil || $0 == 0 || $0 == 1 }) {
      return DayDots(values: series.values.map { $0.map { $0 == 1 } }) { day, value in
        "\(self.written(day)): \(words[ReportWords.Word(value)])"
      }.write(to: &page, title: title, caption: window)
    }
    let days = series.values.enumerated().map { position, value in
      "\(self.written(position)): \(value.map { written($0) } ?? words[.gap])"
    }
    DayChart(
      values: series.values, scale: scale, zone: series.zone.map { ($0.low, $0.high) }, written: written,
      day: self.written
    ).write(to: &page, title: title, description: days.joined(separator: ", "), caption: window)
  }

  private func numbers(_ series: Trend, to page: inout Markup) {
    for (position, side) in series.sides.enumerated() {
      if position > 0 { page.words(" · ") }
      page.words(words.wording(side.word))
      page.words(" ")
      page.element(position == 0 ? "b" : "span") { $0.figure(side.mean, asShare: series.isShare) }
    }
    page.words(" ")
    page.words(series.unitName)
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
          if let note = series.note { page.element("p", ["class": "note small"], note.text) }
        }
      }
    }
  }
}

// Days in a row, as a calendar.

extension ReportPage {
  /// True if any day was kept.
  var hasStreak: Bool { streak.map { $0.streak.total > 0 } ?? false }

  func calendar(to page: inout Markup) {
    guard let streak, hasStreak else { return }
    section("streak", .streak, to: &page) { page in
      page.element("div", ["class": "card"]) { page in
        page.element("dl", ["class": "stats"]) { page in
          for (word, figure) in [
            (ReportWords.Word.current, streak.streak.current), (.longest, streak.streak.longest),
            (.total, streak.streak.total),
          ] {
            page.element("div") { page in
              page.element("dt", [:], words.wording(word))
              page.element("dd") { $0.figure(figure) }
            }
          }
        }
        if let message = streak.rendered { page.element("p", ["class": "note before"], message.text) }
        page.element("div", ["class": "months"]) { page in
          for month in streak.months { self.month(month, to: &page) }
        }
        legend(streak, to: &page)
      }
    }
  }

  private func month(_ month: StreakReport.Month, to page: inout Markup) {
    page.element("table", ["class": "calendar"]) { page in
      page.element("caption") { page in
        page.words("\(words.month(month.first.month, of: month.first.year)) ")
        page.element("span", ["class": "soft small"]) { page in
          page.words("· ")
          page.words(words.wording(.kept))
          page.words(" ")
          page.figure(month.kept)
        }
      }
      page.element("thead") { page in
        page.element("tr") { page in
          for day in words.week { page.element("th", ["scope": "col"], day) }
        }
      }
      page.element("tbody") { page in
        for week in Self.weeks(month, words.calendar) {
          page.element("tr") { page in
            for day in week { page.element("td") { page in if let day { date(day.date, day.state, to: &page) } } }
          }
        }
      }
    }
  }

  /// A month's days in rows of a week.
  static func weeks(
    _ month: StreakReport.Month, _ calendar: Pack.Calendar
  ) -> [[(date: CalendarDate, state: Streak.State)?]] {
    var weeks: [[(date: CalendarDate, state: Streak.State)?]] = []
    for day in month.days {
      let column = calendar.positionInWeek(of: day.date)
      if weeks.isEmpty || column == 0 {
        weeks.append([(date: CalendarDate, state: Streak.State)?](repeating: nil, count: 7))
      }
      weeks[weeks.count - 1][column] = day
    }
    return weeks
  }

  private func date(_ date: CalendarDate, _ state: Streak.State, to page: inout Markup) {
    page.element(
      "time", ["datetime": date.description, "class": "date holder \(state.rawValue)", "title": words.word(state).text]
    ) {
      page in
      page.words("\(date.day)")
      page.element("span", ["class": "hidden"]) { page in
        page.words(" ")
        page.words(words.word(state))
      }
    }
  }

  private func legend(_ streak: StreakReport, to page: inout Markup) {
    page.element("ul", ["class": "legend"]) { page in
      let passed = streak.months.contains { $0.days.contains { $0.state == .neutral } }
      for state in [Streak.State.kept, .rest, .open] + (passed ? [.neutral] : []) {
        page.element("li") { page in
          page.element("span", ["class": "date \(state.rawValue)", "aria-hidden": "true"], "")
          page.words(words.word(state))
        }
      }
      page.element("li") { page in
        page.words(words.wording(.rest))
        page.words(": ")
        page.figure(streak.rest.free)
        page.words(" / ")
        page.figure(streak.rest.of)
        page.words(" · ")
        page.words(words.wording(.left))
        page.words(" ")
        page.figure(streak.streak.restLeft)
      }
    }
  }
}

extension ReportWords {
  /// The state of a day.
  func word(_ state: Streak.State) -> Wording {
    switch state {
    case .kept: wording(.kept)
    case .rest: wording(.rest)
    case .missed: wording(.missed)
    case .neutral: wording(.neutral)
    case .open: wording(.open)
    case .ahead: wording(.ahead)
    case .before: wording(.notBegun)
    }
  }
}

// Minutes of activities, as bars.

extension ReportPage {
  /// The number of kinds with their own pattern; the others share the last pattern.
  private static let patterns = 3

  /// True if anything took time.
  var hasActivity: Bool { trend.activityValues.contains { $0 > 0 } }

  func activity(to page: inout Markup) {
    guard hasActivity, let most = trend.activityValues.max() else { return }
    section("activity", .activity, to: &page) { page in
      page.element("div", ["class": "card"]) { page in
        page.element("p", ["class": "numbers"]) { page in
          page.element("b") { $0.figure(Figure(trend.activityTotal)) }
          page.words(" ")
          page.words(words.wording(.minutes))
        }
        bars(most: most, to: &page)
        page.element("ul", ["class": "legend"]) { page in
          for (number, kind) in trend.activities.enumerated() {
            page.element("li") { page in
              page.element("span", ["class": "swatch key-\(Self.pattern(number))", "aria-hidden": "true"], "")
              page.words(kind.name)
              page.words(" ")
              page.figure(Figure(kind.total))
            }
          }
        }
        for message in trend.activityRemarks { note(message, to: &page) }
      }
    }
  }

  private static func pattern(_ number: Int) -> Int { min(number, patterns - 1) }

  private func bars(most: Double, to page: inout Markup) {
    let values = trend.activityValues
    let step = 100 / Double(max(1, values.count))
    let days = values.enumerated().map { "\(written($0)): \(Figure($1).shown())" }
    Plot(ticks: [.init(share: 0, label: "0"), .init(share: 1, label: Figure(most).shown())]).write(
      to: &page, title: "\(words[.activity]), \(words[.minutes])", description: days.joined(separator: ", "),
      caption: window
    ) { page in
      for (position, sum) in values.enumerated() where sum > 0 {
        page.element("g") { page in
          page.element("title", "\(written(position)): \(Figure(sum).shown())")
          var top = 100.0
          for (number, kind) in trend.activities.enumerated() where kind.values[position] > 0 {
            let length = 100 * kind.values[position] / most
            top -= length
            page.empty(
              "rect",
              [
                "class": "bar-\(Self.pattern(number))", "x": "\(Coordinate((Double(position) + 0.18) * step))",
                "y": "\(Coordinate(top))", "width": "\(Coordinate(step * 0.64))", "height": "\(Coordinate(length))",
              ])
          }
        }
      }
    }
  }
}

// The effects of activities.

extension ReportPage {
  /// True if anything was done.
  var hasEffects: Bool { !trend.effects.isEmpty || !trend.unknownEffects.isEmpty }

  func effects(to page: inout Markup) {
    guard hasEffects else { return }
    section("effects", .effects, to: &page) { page in
      page.element("div", ["class": "grid cards"]) { page in
        for effect in trend.effects { card(effect, to: &page) }
        guard !trend.unknownEffects.isEmpty else { return }
        page.element("div", ["class": "card"]) { page in
          page.element("h3", [:], words.wording(.untold))
          page.element("ul", ["class": "rows"]) { page in
            for effect in trend.unknownEffects {
              page.element("li") { page in
                page.element("b", [:], effect.name)
                counts(effect, to: &page)
                if let note = effect.note { page.element("p", ["class": "note small"], note.text) }
              }
            }
          }
        }
      }
    }
  }

  private func card(_ effect: Effect, to page: inout Markup) {
    let tone = (effect.value ?? 0) >= 0 ? "good" : "care"
    page.element("article", ["class": "card"]) { page in
      page.element("div", ["class": "head"]) { page in
        page.element("h3", ["class": "pictured"]) { page in
          effect.kind.flatMap { pictures.picture(kind: $0, id: effect.item) }?.write(to: &page, class: "beside")
          page.words(effect.name)
        }
        page.element("span", ["class": "chip \(Self.isTold(effect) ? tone : "")"], effect.verdictName)
      }
      if let value = effect.value { interval(value, effect, to: &page) }
      counts(effect, to: &page)
      if let note = effect.note { page.element("p", ["class": "note"], note.text) }
    }
  }

  /// Returns true if the interval leaves zero out.
  private static func isTold(_ effect: Effect) -> Bool {
    guard let interval = effect.interval else { return false }
    return interval.low > 0 || interval.high < 0
  }

  /// The value on the line from worse to better, with its interval; the numbers are below it.
  private func interval(_ value: Double, _ effect: Effect, to page: inout Markup) {
    func x(_ value: Double) -> Double { 50 + 50 * min(max(value, -1), 1) }
    func shown(_ value: Double) -> String { Figure(value).shown(places: 2, signed: true) }
    let range = effect.interval.map { " (\(shown($0.low)) … \(shown($0.high)))" } ?? ""
    page.element("p", ["class": "numbers"]) { page in
      page.element("b") { $0.figure(Figure(value), places: 2, signed: true) }
      guard let interval = effect.interval else { return }
      page.words(" (")
      page.figure(Figure(interval.low), places: 2, signed: true)
      page.words(" … ")
      page.figure(Figure(interval.high), places: 2, signed: true)
      page.words(")")
    }
    page.element("figure", ["class": "interval"]) { page in
      page.element(
        "svg",
        [
          "viewBox": "0 0 100 20", "preserveAspectRatio": "none", "role": "img",
          "aria-label": "\(effect.name), \(effect.verdictName)",
        ]
      ) { page in
        page.element("desc", "\(shown(value))\(range), −1 … +1")
        page.empty("line", ["class": "grid-line", "x1": "0", "x2": "100", "y1": "10", "y2": "10"])
        page.empty("line", ["class": "half", "x1": "50", "x2": "50", "y1": "0", "y2": "20"])
        if let interval = effect.interval {
          let (low, high) = ("\(Coordinate(x(interval.low)))", "\(Coordinate(x(interval.high)))")
          page.empty("line", ["class": "whisker", "x1": low, "x2": high, "y1": "10", "y2": "10"])
        }
        page.empty("path", ["class": "dot value", "d": Plot.dot(at: x(value), 10)])
      }
      page.element("figcaption", ["class": "ends"]) { page in
        page.element("span") { page in
          page.words("\u{2212}1 ")
          page.words(words.wording(.worse))
        }
        page.element("span", "0")
        page.element("span") { page in
          page.words(words.wording(.better))
          page.words(" +1")
        }
      }
    }
  }

  private func counts(_ effect: Effect, to page: inout Markup) {
    page.element("p", ["class": "small soft"]) { page in
      page.words(words.wording(.all))
      page.words(": ")
      page.figure(effect.days)
      // A share without a difference would read as one.
      if Self.isTold(effect), let share = effect.share {
        page.words(" · ")
        page.words(words.wording(.better))
        page.words(": ")
        page.figure(share, asShare: true)
      }
    }
  }
}

// Every number of the results in tables; charts and cards round them. On paper the tables are open.

extension ReportPage {
  func numbers(to page: inout Markup) {
    let series = trend.trends + trend.insufficient
    let effects = trend.effects + trend.unknownEffects
    let axes = person?.axes ?? []
    guard series.contains(where: \.hasValues) || !effects.isEmpty || hasActivity || !axes.isEmpty else { return }
    section("numbers", .numbers, to: &page) { page in
      if !axes.isEmpty { part("numbers-axes", .axes, to: &page) { table(axes, to: &$0) } }
      if !series.isEmpty { part("numbers-trends", .trends, to: &page) { table(series, to: &$0) } }
      if hasActivity { part("numbers-activity", .activity, to: &page) { minutes(to: &$0) } }
      if !effects.isEmpty { part("numbers-effects", .effects, to: &page) { table(effects, to: &$0) } }
    }
  }

  /// A table that is opened on demand, and scrolls sideways if it is wide.
  private func part(
    _ id: String, _ heading: ReportWords.Word, to page: inout Markup, _ table: (inout Markup) -> Void
  ) {
    page.element("details") { page in
      page.element("summary", ["id": id], words.wording(heading))
      let names = "numbers \(id)"
      page.element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-labelledby": names], table)
    }
  }

  /// The name of a number in the JSON of the same result.
  private func name(_ name: String) -> Wording {
    Wording(name, ReportWords.languageOfNames)
  }

  private func table(_ axes: [PersonPart.Axis], to page: inout Markup) {
    page.element("table", ["class": "data"]) { page in
      let heads: [(word: ReportWords.Word, right: Bool)] = [
        (.axis, false), (.low, false), (.high, false), (.value, true), (.exact, true),
      ]
      columns(heads.map { (words.wording($0.word), $0.right) }, to: &page)
      page.element("tbody") { page in
        for axis in axes {
          page.element("tr") { page in
            page.element("th", ["scope": "row"], axis.label)
            for (end, value) in [(axis.low, axis.min), (axis.high, axis.max)] {
              page.element("td") { page in
                page.words(end)
                page.words(" ")
                page.figure(Figure(value))
              }
            }
            page.element("td", ["class": "right"]) { $0.figure(Figure(axis.value)) }
            page.element("td", ["class": "right"]) { $0.element("data", ["value": axis.sum], axis.sum) }
          }
        }
      }
    }
  }

  /// Series as columns: their values day by day, then the figures computed from them.
  private func table(_ series: [Trend], to page: inout Markup) {
    page.element("table", ["class": "data"]) { page in
      columns([(words.wording(.day), false)] + series.map { ($0.name, true) }, to: &page)
      page.element("tbody") { page in
        for position in 0..<(series.map(\.values.count).max() ?? 0) {
          page.element("tr") { page in
            page.element("th", ["scope": "row"]) { dayCell(position, to: &$0) }
            for series in series {
              page.element("td", ["class": "right"]) { page in
                if series.values.indices.contains(position), let value = series.values[position] {
                  page.figure(Figure(value), places: 2)
                } else {
                  gap(to: &page)
                }
              }
            }
          }
        }
      }
      figures(series.map(\.figures), to: &page)
    }
  }

  private func minutes(to page: inout Markup) {
    page.element("table", ["class": "data"]) { page in
      let kinds = trend.activities
      columns(
        [(words.wording(.day), false)] + kinds.map { ($0.name, true) } + [(words.wording(.sum), true)], to: &page)
      page.element("tbody") { page in
        for (position, sum) in trend.activityValues.enumerated() {
          page.element("tr") { page in
            page.element("th", ["scope": "row"]) { dayCell(position, to: &$0) }
            for value in kinds.map({ $0.values[position] }) + [sum] {
              page.element("td", ["class": "right"]) { $0.figure(Figure(value)) }
            }
          }
        }
      }
    }
  }

  private func table(_ effects: [Effect], to page: inout Markup) {
    page.element("table", ["class": "data"]) { page in
      page.element("thead") { page in
        page.element("tr") { page in
          page.element("td", "")
          for effect in effects { page.element("th", ["scope": "col", "class": "right"], effect.name) }
        }
      }
      figures(effects.map(\.figures), to: &page)
    }
  }

  /// Rows of a table, each with a number by its name; a column has no cell of a number that it has not.
  private func figures(_ columns: [[(name: String, figure: Figure)]], to page: inout Markup) {
    var names: [String] = []
    for name in columns.flatMap({ $0.map(\.name) }) where !names.contains(name) { names.append(name) }
    page.element("tbody") { page in
      for name in names {
        page.element("tr") { page in
          page.element("th", ["scope": "row"], self.name(name))
          for column in columns {
            page.element("td", ["class": "right"]) { page in
              if let figure = column.first(where: { $0.name == name })?.figure { page.figure(figure, places: 4) }
            }
          }
        }
      }
    }
  }

  private func dayCell(_ position: Int, to page: inout Markup) {
    if let day = day(position) { time(day, to: &page) } else { page.words("\(position + 1)") }
  }

  private func gap(to page: inout Markup) {
    page.element("span", ["class": "hidden"], words.wording(.gap))
  }
}
