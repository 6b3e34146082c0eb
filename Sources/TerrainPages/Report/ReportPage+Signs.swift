import TerrainEngines
import TerrainBase

// Signs day by day, as a map.

extension ReportPage {
  /// More days than these are scrolled sideways on a narrow screen.
  private static let mostColumns = 14

  func signs(to page: inout Markup) {
    guard let map = trend.heatMap, trend.hasSigns else { return }
    section("signs", .signs, to: &page) { page in
      page.element("div", ["class": "card"]) { page in
        if map.known.count > Self.mostColumns {
          page.element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-labelledby": "signs"]) {
            table(map, to: &$0)
          }
        } else {
          table(map, to: &page)
        }
        page.element("ul", ["class": "legend"]) { page in
          for (tone, word) in [("yes", ReportWords.Word.yes), ("no", .no), ("unknown", .unknown)] {
            page.element("li") { page in
              page.element("span", ["class": "cell \(tone)", "aria-hidden": "true"], "")
              page.words(words.wording(word))
            }
          }
          page.element("li") { page in
            page.words(words.wording(.logged))
            page.words(": ")
            page.figure(map.known.count { $0 })
          }
        }
      }
    }
  }

  private func table(_ map: TrendReport.HeatMap, to page: inout Markup) {
    page.element("table", ["class": map.known.count > Self.mostColumns ? "heat long" : "heat"]) { page in
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
        page.element("th", ["scope": "col", "class": "count"]) { page in
          page.element("span", ["class": "hidden"], words.wording(.sum))
          page.element("span", ["aria-hidden": "true"], "Σ")
        }
      }
    }
  }

  /// A square whose title is in words what it shows.
  private func cell(_ value: Bool?, to page: inout Markup) {
    let (tone, word): (String, ReportWords.Word) =
      switch value {
      case true?: ("yes", .yes)
      case false?: ("no", .no)
      case nil: ("unknown", .unknown)
      }
    page.element("span", ["class": "cell holder \(tone)", "title": words[word]]) { page in
      page.element("span", ["class": "hidden"], words.wording(word))
    }
  }
}
