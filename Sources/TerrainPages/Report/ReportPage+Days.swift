import TerrainEngines
import TerrainValues

// What was there day by day: signs as a map, minutes as bars, days in a row as a calendar.

extension ReportPage {
  // MARK: Signs

  func signs(to page: inout Markup) {
    section("signs", .signs, to: &page) { page in
      guard let map = trend.heatMap, trend.hasSigns else {
        page.element("p", ["class": "card soft"], words[.noSigns])
        return
      }
      page.element("div", ["class": "card"]) { page in
        page.element("table", ["class": "heat"]) { page in
          heatHead(columns: map.known.count, to: &page)
          page.element("tbody") { page in
            for sign in map.rows {
              page.element("tr") { page in
                page.element("th", ["scope": "row", "class": "label"], sign.name)
                for value in sign.values { page.element("td") { page in cell(value, to: &page) } }
                page.element("td", ["class": "count"]) { $0.figure(sign.days) }
              }
            }
          }
        }
        page.element("ul", ["class": "legend"]) { page in
          for (tone, word) in [("yes", ReportWords.Word.yes), ("no", .no), ("unknown", .unknown)] {
            page.element("li") { page in
              page.element("span", ["class": "cell \(tone)", "aria-hidden": "true"], "")
              page.words(words[word])
            }
          }
          page.element("li") { page in
            page.words("\(words[.logged]): ")
            page.figure(map.known.count { $0 })
          }
        }
      }
    }
  }

  private func heatHead(columns: Int, to page: inout Markup) {
    page.element("thead") { page in
      page.element("tr") { page in
        page.element("td", ["class": "label"], "")
        for position in 0..<columns {
          page.element("th", ["scope": "col"]) { page in
            guard let day = day(position) else { return page.words("\(position + 1)") }
            page.element("time", ["datetime": day.description], "\(day.day)")
          }
        }
        page.element("th", ["scope": "col", "class": "count"]) { $0.element("span", ["class": "hidden"], words[.sum]) }
      }
    }
  }

  /// A square that says in words what it shows.
  private func cell(_ value: Bool?, to page: inout Markup) {
    let (tone, word): (String, ReportWords.Word) =
      switch value {
      case true?: ("yes", .yes)
      case false?: ("no", .no)
      case nil: ("unknown", .unknown)
      }
    page.element("span", ["class": "cell holder \(tone)", "title": words[word]]) { page in
      page.element("span", ["class": "hidden"], words[word])
    }
  }

  // MARK: Minutes

  func activity(to page: inout Markup) {
    section("activity", .activity, to: &page) { page in
      let most = trend.activityValues.max() ?? 0
      guard most > 0 else {
        page.element("p", ["class": "card soft"], words[.noActivity])
        return
      }
      page.element("div", ["class": "card"]) { page in
        page.element("p", ["class": "numbers"]) { page in
          page.element("b") { $0.figure(Figure(trend.activityTotal)) }
          page.words(" \(words[.minutes])")
          for (number, kind) in trend.activities.enumerated() {
            page.words(" ")
            page.element("span", ["class": "nowrap"]) { page in
              page.element("span", ["class": "key key-\(min(number, 2))", "aria-hidden": "true"], "")
              page.words(" \(kind.name) ")
              page.figure(Figure(kind.total))
            }
          }
        }
        page.element("figure") { page in
          bars(most: most, to: &page)
          window(to: &page)
        }
        for message in trend.activityRemarks { page.element("p", ["class": "note"], message.text) }
        minutes(to: &page)
      }
    }
  }

  private func bars(most: Double, to page: inout Markup) {
    let (width, height) = (280.0, 80.0)
    let count = trend.activityValues.count
    let step = width / Double(max(1, count))
    let description = trend.activityValues.map { Figure($0).shown() }.joined(separator: ", ")
    page.element(
      "svg",
      [
        "viewBox": "0 0 \(Coordinate(width)) \(Coordinate(height))", "role": "img",
        "aria-label": "\(words[.activity]). \(description)",
      ]
    ) { page in
      for position in 0..<count {
        var top = height - 2
        for (number, kind) in trend.activities.enumerated() {
          let value = kind.values[position]
          guard value > 0 else { continue }
          let length = (height - 6) * value / most
          top -= length
          page.empty(
            "rect",
            [
              "class": "bar-\(min(number, 2))", "x": "\(Coordinate(Double(position) * step + step * 0.18))",
              "y": "\(Coordinate(top))", "width": "\(Coordinate(step * 0.64))", "height": "\(Coordinate(length))",
              "rx": "2",
            ])
        }
      }
      page.empty(
        "line",
        [
          "class": "rail", "x1": "0", "x2": "\(Coordinate(width))", "y1": "\(Coordinate(height - 1))",
          "y2": "\(Coordinate(height - 1))",
        ])
    }
  }

  private func minutes(to page: inout Markup) {
    page.element("details") { page in
      page.element("summary", words[.numbers])
      page.element("table", ["class": "data"]) { page in
        page.element("thead") { page in
          page.element("tr") { page in
            page.element("th", ["scope": "col"], words[.day])
            for kind in trend.activities {
              page.element("th", ["scope": "col", "class": "right"], kind.name)
            }
            page.element("th", ["scope": "col", "class": "right"], words[.sum])
          }
        }
        page.element("tbody") { page in
          for (position, sum) in trend.activityValues.enumerated() {
            page.element("tr") { page in
              page.element("th", ["scope": "row"]) { page in
                if let day = day(position) { time(day, to: &page) } else { page.words("\(position + 1)") }
              }
              for kind in trend.activities {
                page.element("td", ["class": "right"]) { $0.figure(Figure(kind.values[position])) }
              }
              page.element("td", ["class": "right"]) { $0.figure(Figure(sum)) }
            }
          }
        }
      }
    }
  }

  // MARK: Days in a row

  func calendar(to page: inout Markup) {
    section("streak", .streak, to: &page) { page in
      guard let streak, !streak.months.isEmpty else {
        page.element("p", ["class": "card soft"], words[.noStreak])
        return
      }
      page.element("div", ["class": "card"]) { page in
        page.element("dl", ["class": "stats"]) { page in
          for (word, figure) in [
            (ReportWords.Word.current, streak.streak.current), (.longest, streak.streak.longest),
            (.total, streak.streak.total),
          ] {
            page.element("div") { page in
              page.element("dt", words[word])
              page.element("dd") { $0.figure(figure) }
            }
          }
        }
        if let message = streak.rendered {
          page.element("p", ["class": "note", "style": "margin:0 0 16px"], message.text)
        }
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
          page.words("· \(words[.kept]) ")
          page.figure(month.kept)
        }
      }
      page.element("thead") { page in
        page.element("tr") { page in
          for day in 1...7 { page.element("th", ["scope": "col"], words.weekday(day)) }
        }
      }
      page.element("tbody") { page in
        for week in Self.weeks(month) {
          page.element("tr") { page in
            for day in week { page.element("td") { page in if let day { date(day.date, day.state, to: &page) } } }
          }
        }
      }
    }
  }

  /// A month's days in rows from Monday to Sunday.
  static func weeks(_ month: StreakReport.Month) -> [[(date: CalendarDate, state: Streak.State)?]] {
    var weeks: [[(date: CalendarDate, state: Streak.State)?]] = []
    for day in month.days {
      let column = day.date.weekday - 1
      if weeks.isEmpty || column == 0 {
        weeks.append([(date: CalendarDate, state: Streak.State)?](repeating: nil, count: 7))
      }
      if (0..<7).contains(column) { weeks[weeks.count - 1][column] = day }
    }
    return weeks
  }

  private func date(_ date: CalendarDate, _ state: Streak.State, to page: inout Markup) {
    page.element(
      "time", ["datetime": date.description, "class": "date holder \(state.rawValue)", "title": words.word(state)]
    ) {
      page in
      page.words("\(date.day)")
      page.element("span", ["class": "hidden"], " \(words.word(state))")
    }
  }

  private func legend(_ streak: StreakReport, to page: inout Markup) {
    page.element("ul", ["class": "legend"]) { page in
      for state in [Streak.State.kept, .rest, .open] {
        page.element("li") { page in
          page.element("span", ["class": "date \(state.rawValue)", "aria-hidden": "true", "style": "margin:0"], "")
          page.words(words.word(state))
        }
      }
      page.element("li") { page in
        page.words("\(words[.rest]): ")
        page.figure(streak.rest.free)
        page.words(" / ")
        page.figure(streak.rest.of)
        page.words(" · \(words[.left]) ")
        page.figure(streak.streak.restLeft)
      }
    }
  }
}

extension ReportWords {
  /// The state of a day.
  func word(_ state: Streak.State) -> String {
    switch state {
    case .kept: self[.kept]
    case .rest: self[.rest]
    case .missed: self[.missed]
    case .open: self[.open]
    case .ahead: self[.ahead]
    }
  }
}
