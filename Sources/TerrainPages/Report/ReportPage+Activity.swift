import TerrainEngines
import TerrainBase

// Minutes of what was done, as bars.

extension ReportPage {
  /// So many kinds have a pattern of their own; the rest share the last one.
  private static let patterns = 3

  /// Whether anything took time.
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
