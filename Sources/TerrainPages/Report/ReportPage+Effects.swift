import TerrainValues

// How things that were done went, and where all of it comes from.

extension ReportPage {
  func effects(to page: inout Markup) {
    section("effects", .effects, to: &page) { page in
      if trend.effects.isEmpty, trend.untold.isEmpty {
        page.element("p", ["class": "card soft"], words[.noEffects])
        return
      }
      page.element("div", ["class": "grid cards"]) { page in
        for effect in trend.effects { card(effect, to: &page) }
        guard !trend.untold.isEmpty else { return }
        page.element("div", ["class": "card"]) { page in
          page.element("h3", words[.untold])
          page.element("ul", ["class": "rows", "style": "margin-top:12px"]) { page in
            for effect in trend.untold {
              page.element("li") { page in
                page.element("b", effect.label.string)
                counts(effect, to: &page)
                if let note = effect.note { page.element("p", ["class": "note small"], note.text.string) }
                details(effect, to: &page)
              }
            }
          }
        }
      }
    }
  }

  private func card(_ effect: TrendAnswer.Effect, to page: inout Markup) {
    let tone = (effect.value?.value ?? 0) >= 0 ? "good" : "care"
    page.element("article", ["class": "card"]) { page in
      page.element("div", ["class": "head"]) { page in
        page.element("h3", effect.label.string)
        page.element(
          "span", ["class": "chip \(Self.isTold(effect) ? tone : "")"], effect.verdictLabel.string)
      }
      if let value = effect.value {
        page.element("figure") { page in
          interval(value, effect, to: &page)
          page.element("figcaption", ["class": "ends"]) { page in
            page.element("span", "\u{2212}1")
            page.element("span", ["class": "numbers"]) { page in
              page.element("b") { $0.figure(value, places: 2, signed: true) }
              if let interval = effect.interval {
                page.words(" (")
                page.figure(interval.low, places: 2, signed: true)
                page.words(" … ")
                page.figure(interval.high, places: 2, signed: true)
                page.words(")")
              }
            }
            page.element("span", "+1")
          }
        }
      }
      counts(effect, to: &page)
      if let note = effect.note { page.element("p", ["class": "note"], note.text.string) }
      details(effect, to: &page)
    }
  }

  /// Whether the interval leaves zero out.
  private static func isTold(_ effect: TrendAnswer.Effect) -> Bool {
    guard let interval = effect.interval else { return false }
    return interval.low.value > 0 || interval.high.value < 0
  }

  private func interval(_ value: Figure, _ effect: TrendAnswer.Effect, to page: inout Markup) {
    let (width, height) = (280.0, 18.0)
    func x(_ value: Double) -> String { "\(Coordinate(8 + (width - 16) * (min(max(value, -1), 1) + 1) / 2))" }
    let middle = "\(Coordinate(height / 2))"
    let range = effect.interval.map { " (\($0.low.shown(places: 2)) … \($0.high.shown(places: 2)))" } ?? ""
    page.element(
      "svg",
      [
        "viewBox": "0 0 \(Coordinate(width)) \(Coordinate(height))", "role": "img",
        "aria-label": "\(effect.label.string). \(value.shown(places: 2, signed: true))\(range)",
      ]
    ) { page in
      page.empty("line", ["class": "rail", "x1": x(-1), "x2": x(1), "y1": middle, "y2": middle])
      page.empty("line", ["class": "tick", "x1": x(0), "x2": x(0), "y1": "3", "y2": "\(Coordinate(height - 3))"])
      if let interval = effect.interval {
        page.empty(
          "line",
          ["class": "whisker", "x1": x(interval.low.value), "x2": x(interval.high.value), "y1": middle, "y2": middle])
      }
      page.empty("circle", ["class": "last", "cx": x(value.value), "cy": middle, "r": "6"])
    }
  }

  private func counts(_ effect: TrendAnswer.Effect, to page: inout Markup) {
    page.element("p", ["class": "small soft"]) { page in
      if let days = effect.days {
        page.words("\(words[.all]): ")
        page.figure(days)
      }
      if let share = effect.share {
        page.words(" · \(words[.better]): ")
        page.element("data", ["value": share.exact], share.percent)
      }
    }
  }

  private func details(_ effect: TrendAnswer.Effect, to page: inout Markup) {
    let level = effect.level.map { [(name: "level" as Text, figure: $0)] } ?? []
    page.element("details") { page in
      page.element("summary", words[.numbers])
      page.element("table", ["class": "data"]) { page in
        page.element("tbody") { page in figures(level + effect.other, to: &page) }
      }
    }
  }

  // MARK: - Where it comes from

  func sources(to page: inout Markup) {
    page.element("footer") { page in
      for (_, id, version, _) in trend.identity { page.element("p", "\(id.string) \(version.string)") }
      for finding in trend.findings {
        page.element("p") { page in
          if let path = finding.path { page.element("code", path.string) }
          page.words(" \(finding.message.string)")
        }
      }
      page.element("details") { page in
        page.element("summary", words[.sources])
        page.element("table", ["class": "data"]) { page in
          columns([(.said, false), (.rule, false), (.file, false)], to: &page)
          page.element("tbody") { page in
            for line in chosen {
              page.element("tr") { page in
                page.element("td", line.message.string)
                page.element("td", line.rule.row?.string ?? "")
                page.element("td") { page in
                  page.words("\(line.rule.file?.string ?? "")")
                  if let number = line.rule.line {
                    page.words(":")
                    page.figure(number)
                  }
                }
              }
            }
          }
        }
        page.element("table", ["class": "data"]) { page in
          page.element("tbody") { page in
            figures(trend.window, to: &page)
            for (_, id, version, hash) in trend.identity {
              page.element("tr") { page in
                page.element("th", ["scope": "row"], id.string)
                page.element("td", ["class": "right"], "\(version.string) \(hash.string)")
              }
            }
          }
        }
      }
    }
  }

  /// Every message on the page, and every value that rules decided, with the rule.
  private var chosen: [(message: Text, rule: RuleLine)] {
    let series = (trend.trends + trend.insufficient).map(\.note)
    let effects = (trend.effects + trend.untold).map(\.note)
    let said = ([trend.pulse] + series + effects + [streak?.said]).compactMap(\.self) + trend.parts.flatMap(\.said)
    return said.map { ($0.message, $0.rule) } + trend.decided.map { ($0.id, $0.rule) }
  }
}
