import TerrainDocuments
import TerrainEngines
import TerrainValues

/// Weeks of a person as one self-contained page of HTML: nothing is fetched, no script runs, every chart is there in words too.
package struct ReportPage {
  let words: ReportWords
  let person: PersonPart?
  let trend: TrendReport
  let streak: StreakReport?
  let findings: [Diagnostic]
  let system: LoadedSystem

  /// A page of `trend` and `streak` of `person`.
  ///
  /// - Parameters:
  ///   - findings: what is wrong with single records of the person's logs.
  ///   - system: the pack and rules that the results came from.
  package init(
    words: ReportWords, person: PersonPart?, trend: TrendReport, streak: StreakReport?, findings: [Diagnostic],
    system: LoadedSystem
  ) {
    self.words = words
    self.person = person
    self.trend = trend
    self.streak = streak
    self.findings = findings
    self.system = system
  }

  /// The page.
  package func html() -> String {
    let title = [words[.title], person?.name].compactMap(\.self).joined(separator: " · ")
    return Markup.page(title, language: words.locale.description) { page in
      header(to: &page)
      trends(to: &page)
      page.element("div", ["class": "second"]) { page in
        signs(to: &page)
        page.element("div", ["class": "pair"]) { page in
          effects(to: &page)
          page.element("div", ["class": "side"]) { page in
            activity(to: &page)
            calendar(to: &page)
          }
        }
      }
      sources(to: &page)
    }
  }

  // MARK: - Above everything

  private func header(to page: inout Markup) {
    page.element("header", ["class": "top"]) { page in
      page.element("div") { page in
        page.element("p", ["class": "eyebrow"]) { page in
          page.words(words[.title])
          page.words(" · ")
          time(trend.first, to: &page)
          page.words(" – ")
          time(trend.last, to: &page)
        }
        page.element("h1") { page in
          page.words(person?.name ?? words[.title])
          if let modifier = person?.modifier {
            page.words(" ")
            page.element("span", ["class": "modifier"], modifier)
          }
        }
        if let label = person?.label { page.element("p", ["class": "under"], label) }
        pulse(to: &page)
        for message in trend.remarks { note(message, to: &page) }
      }
      axes(to: &page)
    }
    page.lineEnd()
  }

  /// The one sentence; on an empty history, what would fill the page.
  private func pulse(to page: inout Markup) {
    page.element("div", ["class": trend.pulse?.isUrgent == true ? "pulse care" : "pulse"]) { page in
      if trend.opening.isEmpty {
        page.element("p", ["class": "pulse-title"], words[.emptyTitle])
        page.element("p", words[.emptyText])
      }
      for message in trend.opening {
        page.element("p", ["class": "pulse-title"], message.title ?? message.text)
        if message.title != nil, !message.text.isEmpty { page.element("p", message.text) }
      }
    }
    page.element("p", ["class": "soft small", "style": "margin-top:12px"]) { page in
      page.words("\(words[.logged]): ")
      page.figure(trend.loggedDays)
      page.words(" / ")
      page.figure(trend.days)
    }
  }

  private func note(_ message: RenderedMessage, to page: inout Markup) {
    page.element("p", ["class": "note"]) { page in
      if let title = message.title { page.element("b", title) }
      page.words(message.title == nil ? message.text : " \(message.text)")
    }
  }

  private func axes(to page: inout Markup) {
    page.element("section", ["aria-labelledby": "axes", "style": "margin-top:0"]) { page in
      page.element("h2", ["id": "axes", "class": "hidden"], words[.axes])
      guard let person, !person.axes.isEmpty else {
        page.element("p", ["class": "card soft"], words[.noAxes])
        return
      }
      page.element("figure", ["class": "axes-figure"]) { page in
        let radar = Radar(
          axes: person.axes.map { axis in
            Radar.Axis(
              label: axis.label, share: axis.share,
              reading: [axis.lean, Figure(axis.value).shown(signed: axis.hasMiddle)].compactMap(\.self)
                .joined(separator: " "))
          })
        radar.write(
          to: &page, title: words[.axes],
          description: person.axes.map { "\($0.label) \(Figure($0.value).shown(signed: $0.hasMiddle))" }
            .joined(separator: ", "))
        if person.axes.contains(where: \.hasMiddle) {
          page.element("figcaption", ["class": "small soft"], words[.middle])
        }
      }
      page.element("details", ["class": "axes-table"]) { page in
        page.element("summary", words[.numbers])
        page.element("table", ["class": "data"]) { page in
          columns([(.axis, false), (.low, false), (.high, false), (.value, true), (.exact, true)], to: &page)
          page.element("tbody") { page in
            for axis in person.axes {
              page.element("tr") { page in
                page.element("th", ["scope": "row"], axis.label)
                page.element("td") { page in
                  page.words("\(axis.low) ")
                  page.figure(Figure(axis.min))
                }
                page.element("td") { page in
                  page.words("\(axis.high) ")
                  page.figure(Figure(axis.max))
                }
                page.element("td", ["class": "right"]) { $0.figure(Figure(axis.value)) }
                page.element("td", ["class": "right"]) { $0.element("data", ["value": axis.sum], axis.sum) }
              }
            }
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

  /// The head of a table; `right` for columns of numbers.
  func columns(_ columns: [(word: ReportWords.Word, right: Bool)], to page: inout Markup) {
    page.element("thead") { page in
      page.element("tr") { page in
        for column in columns {
          page.element("th", ["scope": "col", "class": column.right ? "right" : ""], words[column.word])
        }
      }
    }
  }

  /// A section with its heading.
  func section(
    _ id: String, _ heading: ReportWords.Word, to page: inout Markup, _ body: (inout Markup) -> Void
  ) {
    page.element("section", ["aria-labelledby": id, "class": id]) { page in
      page.element("h2", ["id": id], words[heading])
      body(&page)
    }
    page.lineEnd()
  }

  /// Rows of a table: numbers by their names.
  func figures(_ figures: [(name: String, figure: Figure)], to page: inout Markup) {
    for (name, figure) in figures {
      page.element("tr") { page in
        page.element("th", ["scope": "row"], name)
        page.element("td", ["class": "right"]) { $0.figure(figure, places: 4) }
      }
    }
  }
}
