import TerrainEngines
import TerrainRules
import TerrainBase

// The effects of what was done.

extension ReportPage {
  /// Whether anything was done.
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

  /// Whether the interval leaves zero out.
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
      if effect.value != nil, let share = effect.share {
        page.words(" · ")
        page.words(words.wording(.better))
        page.words(": ")
        page.figure(share, asShare: true)
      }
    }
  }
}
