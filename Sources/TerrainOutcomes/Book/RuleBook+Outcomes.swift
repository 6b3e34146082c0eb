import TerrainChecks
import TerrainRules
import TerrainDocuments
import TerrainEngines
import TerrainPages
import TerrainBase

// What the quiz leads to: the planes of axes with their regions, and the shares of a population.

extension RuleBook {
  func outcomes(to page: inout Markup) {
    guard !planes.isEmpty || shares != nil else { return }
    page.element("section", ["id": "outcomes"]) { page in
      page.element("h2", "Outcomes")
      page.element("p", ["class": "doc"]) { page in
        page.words(
          "What the axes of the quiz lead to. Each drawing is the rules, evaluated at every whole number of its axes.")
        if shares != nil { page.words(" Shares are exact, over all people of the usual population.") }
      }
      page.element("div", ["class": "planes"]) { page in
        for (number, plane) in planes.enumerated() { figure(plane, number, to: &page) }
      }
      if let shares { self.shares(shares, to: &page) }
    }
    page.lineEnd()
  }

  private func figure(_ plane: OutcomePlane, _ number: Int, to page: inout Markup) {
    page.element("figure", ["class": "plane card"]) { page in
      page.element("figcaption") { page in
        page.element("h3") { page in
          page.words("\(plane.outcome.name): \(name(plane.across)) ")
          if let up = plane.up { page.words("and \(name(up))") }
        }
        if !plane.fixed.isEmpty {
          page.element("p", ["class": "small soft"]) { page in
            page.words(
              "Where \(plane.fixed.map { "\(served($0.axis.label)?.text.string ?? $0.axis.id.string) is \($0.value)" }.joined(separator: ", "))."
            )
          }
        }
      }
      PlaneDrawing(plane: plane, across: ends(of: plane.across), up: plane.up.map { ends(of: $0) }).write(
        to: &page, id: "plane-\(number)",
        title: "\(plane.outcome.name) by \(name(plane.across))\(plane.up.map { " and \(name($0))" } ?? "")",
        description: plane.regions.map { words(for: $0.id)?.text.string ?? $0.id.string }.joined(separator: ", "))
      page.element("ol", ["class": "regions"]) { page in
        for (number, region) in plane.regions.enumerated() {
          page.element("li") { page in
            page.element(
              "span", ["class": "key region-\(PlaneDrawing.tone(number))", "aria-hidden": "true"], "\(number + 1)")
            page.words(" ")
            if let words = words(for: region.id) {
              write(words, to: &page)
              page.words(" ")
            }
            page.element("code", ["class": "soft small"], region.id.string)
            if plane.fixed.isEmpty, let share = share(region.id, of: plane.outcome) {
              page.words(" ")
              page.element("span", ["class": "small"], "\(Self.percent(share)) %")
            }
          }
        }
      }
    }
    page.lineEnd()
  }

  private func name(_ axis: OutcomePlane.Axis) -> String { served(axis.axis.label)?.text.string ?? axis.axis.id.string }

  private func ends(of axis: OutcomePlane.Axis) -> (low: PlaneDrawing.End, high: PlaneDrawing.End) {
    func end(_ words: LocalizedText, _ value: Int64) -> PlaneDrawing.End {
      let words = served(words)
      return PlaneDrawing.End(
        word: words?.text.string ?? "", language: words?.locale.text.string ?? "en", value: value)
    }
    return (end(axis.axis.low, axis.range.lowerBound), end(axis.axis.high, axis.range.upperBound))
  }

  private func share(_ id: Text, of outcome: Score.Outcome) -> Share? {
    shares.flatMap { shares in
      shares.outcomes.first { $0.name == outcome.name }?.shares.first { $0.value == id }.map { shares.share($0.weight) }
    }
  }

  /// The words for the id of an outcome: the label of a record with that id; nil where the pack has none.
  private func words(for id: Text) -> LocalizedText.Served? {
    let labels = pack.kinds.lazy.compactMap { kind in
      pack.record(kind.name, id).flatMap { label(of: $0, kind: kind.name) }
    }
    return served(labels.first)
  }

  // MARK: Shares

  private func shares(_ shares: ExactShares, to page: inout Markup) {
    page.element("div", ["class": "planes"]) { page in
      for part in shares.outcomes + shares.axes {
        page.element("div", ["class": "card"]) { page in
          let name = label(ofAxis: part.name) ?? part.name.string
          page.element("h3", "Shares of \(name)")
          page.element(
            "div", ["class": "scroll", "tabindex": "0", "role": "group", "aria-label": "Shares of \(part.name)"]
          ) { page in
            page.element("table", ["class": "data"]) { page in
              head([part.name.string, "share"], to: &page)
              let all = part.shares.map { shares.share($0.weight) }
              let most = all.map(\.fraction).max() ?? 0
              page.element("tbody") { page in
                for ((value, _), share) in zip(part.shares, all) { line(value, share, of: most, to: &page) }
              }
            }
          }
        }
        page.lineEnd()
      }
    }
  }

  /// The name for people of the axis `id`; nil where no plane has it.
  private func label(ofAxis id: Text) -> String? {
    let axes = planes.flatMap { plane in
      [plane.across.axis] + (plane.up.map { [$0.axis] } ?? []) + plane.fixed.map(\.axis)
    }
    return axes.first { $0.id == id }.flatMap { served($0.label)?.text.string }
  }

  /// Writes a value with its share; the bar is as long as the cell where the share is `most`.
  private func line(_ value: Text, _ share: Share, of most: Double, to page: inout Markup) {
    page.element("tr") { page in
      page.element("th", ["scope": "row"]) { page in
        if let words = words(for: value) { write(words, to: &page) } else { page.element("code", value.string) }
      }
      page.element("td", ["class": "bar-cell"]) { page in
        let width = Self.hundredths(most > 0 ? share.fraction / most * 100 : 0)
        page.element("span", ["class": "bar", "style": "width:\(width)%", "aria-hidden": "true"], "")
        page.element("span", ["class": "bar-number"], "\(Self.percent(share)) %")
      }
    }
  }

  /// A length with two digits after the point.
  private static func hundredths(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
