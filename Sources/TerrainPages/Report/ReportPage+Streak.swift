import TerrainEngines
import TerrainBase

// Days in a row, as a calendar.

extension ReportPage {
  /// Whether any day was kept.
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
      for state in [Streak.State.kept, .rest, .open] {
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
    case .open: wording(.open)
    case .ahead: wording(.ahead)
    }
  }
}
