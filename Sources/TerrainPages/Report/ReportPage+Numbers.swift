import TerrainEngines
import TerrainBase

// Every number of the results in tables: charts and cards have them rounded. On paper the tables are open.

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

  /// A table that is opened on demand, and scrolled sideways where it is wide.
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

  /// Series as columns: their values day by day, then what was computed of them.
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
