import TerrainEngines
import TerrainBase

// Where a person is on each axis: all of them in one shape, and each by itself with its ends.

extension ReportPage {
  func axes(_ axes: [PersonPart.Axis], to page: inout Markup) {
    page.element("section", ["aria-labelledby": "axes", "class": "axes"]) { page in
      page.element("h2", ["id": "axes", "class": "hidden"], words.wording(.axes))
      if axes.count >= Radar.leastAxes { radar(axes, to: &page) }
      page.element("ul", ["class": "axis-list"]) { page in
        for axis in axes { page.element("li") { page in line(axis, to: &page) } }
      }
    }
  }

  private func radar(_ axes: [PersonPart.Axis], to page: inout Markup) {
    let most = Set(axes.flatMap { [$0.min, $0.max] }.map(\.magnitude)).subtracting([0])
    page.element("figure", ["class": "shape-figure"]) { page in
      Radar(
        axes: axes.map { axis in
          Radar.Axis(
            label: axis.label.text, extent: axis.extent, isTwoSided: axis.isTwoSided, reading: reading(axis))
        }, most: most.count == 1 ? most.first : nil
      ).write(
        to: &page, title: words[.axes],
        description: axes.map { "\($0.label) \(reading($0))" }.joined(separator: ", "))
      page.element("figcaption", ["class": "small soft"]) { page in
        page.element("p", [:], words.wording(.middle))
        page.element("ul", ["class": "legend"]) { page in
          for (name, word) in [("two", ReportWords.Word.twoSided), ("one", .oneSided)]
          where axes.contains(where: { $0.isTwoSided == (name == "two") }) {
            page.element("li") { page in
              page.element("span", ["class": "swatch \(name)", "aria-hidden": "true"], "")
              page.words(words.wording(word))
            }
          }
        }
      }
    }
  }

  /// The value, with the end that it leans to.
  private func reading(_ axis: PersonPart.Axis) -> String {
    if axis.isTwoSided, axis.value == 0 { return words[.balanced] }
    return [axis.lean?.text, axis.shown].compactMap(\.self).joined(separator: " ")
  }

  /// An axis between its ends.
  private func line(_ axis: PersonPart.Axis, to page: inout Markup) {
    page.element("div", ["class": "head"]) { page in
      page.element("b", [:], axis.label)
      page.element("span", ["class": "numbers"]) { page in
        if axis.isTwoSided { page.words(axis.lean ?? words.wording(.balanced)) }
        page.words(" ")
        page.element("data", ["value": Figure(axis.value).exact], axis.shown)
      }
    }
    AxisRail(share: axis.share, origin: axis.origin, isTwoSided: axis.isTwoSided).write(to: &page)
    page.element("div", ["class": "ends"]) { page in
      end(axis.min, axis.low, isTwoSided: axis.isTwoSided, to: &page)
      if axis.isTwoSided {
        page.element("span", ["style": "left:\(Coordinate(100 * axis.origin))%", "class": "at-zero"], "0")
      }
      end(axis.max, axis.high, isTwoSided: axis.isTwoSided, to: &page)
    }
  }

  private func end(_ value: Int64, _ name: Wording, isTwoSided: Bool, to page: inout Markup) {
    page.element("span") { page in
      page.words(name)
      page.words(" ")
      page.figure(Figure(value), signed: isTwoSided)
    }
  }
}
