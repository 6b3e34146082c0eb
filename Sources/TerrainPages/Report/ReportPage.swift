import TerrainDocuments
import TerrainEngines
import TerrainBase

/// Weeks of a person as one self-contained page of HTML: nothing is fetched, no script runs, every chart is there in words too.
package struct ReportPage {
  let words: ReportWords
  let person: PersonPart?
  let trend: TrendReport
  let streak: StreakReport?
  let findings: [Diagnostic]
  let system: LoadedSystem
  let pictures: Pictures

  /// A page of `trend` and `streak` of `person`.
  ///
  /// - Parameters:
  ///   - findings: what is wrong with single records of the person's logs.
  ///   - system: the pack and rules that the results came from.
  ///   - pictures: the drawings of the pack.
  package init(
    words: ReportWords, person: PersonPart?, trend: TrendReport, streak: StreakReport?, findings: [Diagnostic],
    system: LoadedSystem, pictures: Pictures
  ) {
    self.words = words
    self.person = person
    self.trend = trend
    self.streak = streak
    self.findings = findings
    self.system = system
    self.pictures = pictures
  }

  /// The page.
  package func html() -> String {
    let title = [words[.title], person?.name.text].compactMap(\.self).joined(separator: " · ")
    return Markup.page(title, language: words.tag, styles: [ReportStyle.sheet]) { page in
      header(to: &page)
      trends(to: &page)
      signs(to: &page)
      if hasEffects || hasActivity || hasStreak {
        page.element("div", ["class": "pair"]) { page in
          effects(to: &page)
          guard hasActivity || hasStreak else { return }
          page.element("div") { page in
            activity(to: &page)
            calendar(to: &page)
          }
        }
      }
      later(to: &page)
      numbers(to: &page)
      footer(to: &page)
    }
  }

  // MARK: - Above everything

  private func header(to page: inout Markup) {
    let axes = person?.axes ?? []
    page.element("header", ["class": axes.isEmpty ? "top" : "top two-columns"]) { page in
      page.element("div") { page in
        page.element("p", ["class": "eyebrow"]) { page in
          page.words(words.wording(.title))
          page.words(" · ")
          time(trend.first, to: &page)
          page.words(" – ")
          time(trend.last, to: &page)
        }
        page.element("div", ["class": "who"]) { page in
          person?.sign?.write(to: &page, class: "sign")
          page.element("div") { page in
            page.element("h1", [:], person?.name ?? words.wording(.title))
            let under = [person?.label].compactMap(\.self) + (person?.modifier ?? [])
            guard !under.isEmpty else { return }
            page.element("p", ["class": "under"]) { page in
              for (position, part) in under.enumerated() {
                if position > 0 { page.words(" · ") }
                page.words(part)
              }
            }
          }
        }
        opening(to: &page)
        for message in trend.remarks { note(message, to: &page) }
      }
      if !axes.isEmpty { self.axes(axes, to: &page) }
    }
    page.lineEnd()
  }

  /// What asks for care, before everything else; then the one sentence, or what would fill the page.
  private func opening(to page: inout Markup) {
    let notices = trend.notices
    if !notices.isEmpty {
      page.element("div", ["class": "pulse care notice", "role": "note"]) { page in
        for message in notices {
          if let title = message.title { page.element("p", ["class": "pulse-title"], title) }
          page.element("p", [:], message.text)
        }
      }
    }
    let isUrgent = notices.isEmpty && trend.pulse?.isUrgent == true
    page.element("div", ["class": isUrgent ? "pulse care" : "pulse"]) { page in
      if trend.opening.isEmpty {
        page.element("p", ["class": "pulse-title"], words.wording(.emptyTitle))
        page.element("p", [:], words.wording(.emptyText))
      }
      for message in trend.opening {
        page.element("p", ["class": "pulse-title"], message.title ?? message.text)
        if message.title != nil, !message.text.isEmpty { page.element("p", [:], message.text) }
      }
    }
    page.element("p", ["class": "soft small below"]) { page in
      page.words(words.wording(.logged))
      page.words(": ")
      page.figure(trend.loggedDays)
      page.words(" / ")
      page.figure(trend.days)
    }
  }

  /// A message below another.
  func note(_ message: RenderedMessage, to page: inout Markup) {
    page.element("p", ["class": "note"]) { page in
      if let title = message.title {
        page.element("b", [:], title)
        page.words(" ")
      }
      page.words(message.text)
    }
  }

  // MARK: - What there is nothing of

  /// The parts of the page that have nothing to show yet, each with what would fill it.
  private func later(to page: inout Markup) {
    let parts: [(isEmpty: Bool, heading: ReportWords.Word, hint: ReportWords.Word)] = [
      (person?.axes.isEmpty ?? true, .axes, .noAxes), (!hasTrends, .trends, .noTrends),
      (!trend.hasSigns, .signs, .noSigns), (!hasActivity, .activity, .noActivity),
      (!hasEffects, .effects, .noEffects), (!hasStreak, .streak, .noStreak),
    ]
    guard parts.contains(where: \.isEmpty) else { return }
    section("later", .notYet, to: &page) { page in
      page.element("ul", ["class": "hints"]) { page in
        for part in parts where part.isEmpty {
          page.element("li") { page in
            page.element("h3", [:], words.wording(part.heading))
            page.element("p", ["class": "soft small"], words.wording(part.hint))
          }
        }
      }
    }
  }

  // MARK: - Shared

  /// A day, readable by programs too.
  func time(_ date: CalendarDate, to page: inout Markup) {
    page.element("time", ["datetime": date.description], words.day(date))
  }

  /// The day at `position` of the window.
  func day(_ position: Int) -> CalendarDate? { try? trend.first.adding(days: position) }

  /// The day at `position` of the window, as people write it.
  func written(_ position: Int) -> String { day(position).map { words.day($0) } ?? "\(position + 1)" }

  /// The first and the last day, below a chart.
  func window(to page: inout Markup) {
    time(trend.first, to: &page)
    time(trend.last, to: &page)
  }

  /// The head of a table; `right` for columns of numbers.
  func columns(_ columns: [(words: Wording, right: Bool)], to page: inout Markup) {
    page.element("thead") { page in
      page.element("tr") { page in
        for column in columns {
          page.element("th", ["scope": "col", "class": column.right ? "right" : ""], column.words)
        }
      }
    }
  }

  /// A section with its heading.
  func section(
    _ id: String, _ heading: ReportWords.Word, to page: inout Markup, _ body: (inout Markup) -> Void
  ) {
    page.element("section", ["aria-labelledby": id, "class": id]) { page in
      page.element("h2", ["id": id], words.wording(heading))
      body(&page)
    }
    page.lineEnd()
  }
}
