import TerrainEngines
import TerrainRules
import TerrainValues

// The effects of what was done, and the sources of all results.

extension ReportPage {
  func effects(to page: inout Markup) {
    section("effects", .effects, to: &page) { page in
      if trend.effects.isEmpty, trend.unknownEffects.isEmpty {
        page.element("p", ["class": "card soft"], words[.noEffects])
        return
      }
      page.element("div", ["class": "grid cards"]) { page in
        for effect in trend.effects { card(effect, to: &page) }
        guard !trend.unknownEffects.isEmpty else { return }
        page.element("div", ["class": "card"]) { page in
          page.element("h3", words[.untold])
          page.element("ul", ["class": "rows", "style": "margin-top:12px"]) { page in
            for effect in trend.unknownEffects {
              page.element("li") { page in
                page.element("b", effect.name)
                counts(effect, to: &page)
                if let note = effect.note { page.element("p", ["class": "note small"], note.text) }
                details(effect, to: &page)
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
        page.element("h3", effect.name)
        page.element(
          "span", ["class": "chip \(Self.isTold(effect) ? tone : "")"], effect.verdictName)
      }
      if let value = effect.value {
        page.element("figure") { page in
          interval(value, effect, to: &page)
          page.element("figcaption", ["class": "ends"]) { page in
            page.element("span", "\u{2212}1")
            page.element("span", ["class": "numbers"]) { page in
              page.element("b") { $0.figure(Figure(value), places: 2, signed: true) }
              if let interval = effect.interval {
                page.words(" (")
                page.figure(Figure(interval.low), places: 2, signed: true)
                page.words(" … ")
                page.figure(Figure(interval.high), places: 2, signed: true)
                page.words(")")
              }
            }
            page.element("span", "+1")
          }
        }
      }
      counts(effect, to: &page)
      if let note = effect.note { page.element("p", ["class": "note"], note.text) }
      details(effect, to: &page)
    }
  }

  /// Whether the interval leaves zero out.
  private static func isTold(_ effect: Effect) -> Bool {
    guard let interval = effect.interval else { return false }
    return interval.low > 0 || interval.high < 0
  }

  private func interval(_ value: Double, _ effect: Effect, to page: inout Markup) {
    let (width, height) = (280.0, 18.0)
    func x(_ value: Double) -> String { "\(Coordinate(8 + (width - 16) * (min(max(value, -1), 1) + 1) / 2))" }
    let middle = "\(Coordinate(height / 2))"
    let range =
      effect.interval.map { " (\(Figure($0.low).shown(places: 2)) … \(Figure($0.high).shown(places: 2)))" } ?? ""
    page.element(
      "svg",
      [
        "viewBox": "0 0 \(Coordinate(width)) \(Coordinate(height))", "role": "img",
        "aria-label": "\(effect.name). \(Figure(value).shown(places: 2, signed: true))\(range)",
      ]
    ) { page in
      page.empty("line", ["class": "rail", "x1": x(-1), "x2": x(1), "y1": middle, "y2": middle])
      page.empty("line", ["class": "tick", "x1": x(0), "x2": x(0), "y1": "3", "y2": "\(Coordinate(height - 3))"])
      if let interval = effect.interval {
        page.empty(
          "line",
          ["class": "whisker", "x1": x(interval.low), "x2": x(interval.high), "y1": middle, "y2": middle])
      }
      page.empty("circle", ["class": "last", "cx": x(value), "cy": middle, "r": "6"])
    }
  }

  private func counts(_ effect: Effect, to page: inout Markup) {
    page.element("p", ["class": "small soft"]) { page in
      page.words("\(words[.all]): ")
      page.figure(effect.days)
      if effect.value != nil, let share = effect.share.map({ Figure($0) }) {
        page.words(" · \(words[.better]): ")
        page.element("data", ["value": share.exact], share.percent)
      }
    }
  }

  private func details(_ effect: Effect, to page: inout Markup) {
    page.element("details") { page in
      page.element("summary", words[.numbers])
      page.element("table", ["class": "data"]) { page in
        page.element("tbody") { page in figures(effect.figures, to: &page) }
      }
    }
  }

  // MARK: - Where it comes from

  func sources(to page: inout Markup) {
    page.element("footer") { page in
      for source in versions { page.element("p", "\(source.id) \(source.version)") }
      for finding in findings {
        page.element("p") { page in
          if let path = finding.path { page.element("code", path) }
          page.words(" \(finding.message)")
        }
      }
      page.element("details") { page in
        page.element("summary", words[.sources])
        page.element("table", ["class": "data"]) { page in
          columns([(.said, false), (.rule, false), (.file, false)], to: &page)
          page.element("tbody") { page in
            for (subject, origin) in origins {
              page.element("tr") { page in
                page.element("td", subject.string)
                page.element("td", origin?.row?.string ?? "")
                page.element("td") { page in
                  guard let place = origin?.place else { return }
                  page.words("\(place.source.name):")
                  page.figure(place.line)
                }
              }
            }
          }
        }
        page.element("table", ["class": "data"]) { page in
          page.element("tbody") { page in
            figures(
              [
                ("days", Figure(trend.days)), ("half", Figure(trend.days / 2)), ("logged", Figure(trend.loggedDays)),
              ], to: &page)
            for source in versions {
              page.element("tr") { page in
                page.element("th", ["scope": "row"], source.id)
                page.element("td", ["class": "right"], "\(source.version) \(source.hash)")
              }
            }
          }
        }
      }
    }
  }

  /// The pack and the rules that the results came from.
  private var versions: [(id: String, version: String, hash: String)] {
    let (pack, rules) = (system.pack, system.rules)
    return [
      (pack.id.string, pack.version.description, pack.hash),
      (rules.ruleSet.id.string, rules.ruleSet.version.string, rules.hash),
    ]
  }

  /// Every message on the page, and every value that rules decided, with the row that chose it.
  private var origins: [(subject: Text, origin: Origin?)] {
    let series = (trend.trends + trend.insufficient).map(\.note)
    let effects = (trend.effects + trend.unknownEffects).map(\.note)
    let messages = [trend.pulse?.rendered] + series + effects + [streak?.rendered]
    return (messages.compactMap(\.self) + trend.messages()).map { ($0.message, $0.origin) }
      + trend.decided.map { ($0.part, $0.origin) }
  }
}
