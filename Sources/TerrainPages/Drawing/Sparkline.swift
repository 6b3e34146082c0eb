/// A line through the values of some days. A day without a value is a gap: nothing is drawn through it.
struct Sparkline {
  /// From the first day to the last; nil where nothing is known.
  let values: [Double?]
  /// The ends of the scale.
  let scale: ClosedRange<Double>
  /// Where it is well; either end may be open.
  var zone: (low: Double?, high: Double?)?
  var width = 280.0
  var height = 72.0
  /// Room for the marks at the edges.
  private let margin = 5.0

  init(values: [Double?], scale: ClosedRange<Double>, zone: (low: Double?, high: Double?)? = nil) {
    self.values = values
    self.scale = scale
    self.zone = zone
  }

  /// Days in a row that have a value, as points.
  var runs: [[Point]] {
    var runs: [[Point]] = []
    var isBroken = true
    for (day, value) in values.enumerated() {
      guard let value else {
        isBroken = true
        continue
      }
      if isBroken { runs.append([]) }
      runs[runs.count - 1].append(point(day, value))
      isBroken = false
    }
    return runs
  }

  /// Draws it; `description` says the same in words.
  func write(to page: inout Markup, title: String, description: String) {
    page.element(
      "svg",
      [
        "class": "spark", "viewBox": "0 0 \(Coordinate(width)) \(Coordinate(height))", "role": "img",
        "aria-label": "\(title). \(description)",
      ]
    ) { page in
      if let zone {
        let top = y(zone.high ?? scale.upperBound)
        let bottom = y(zone.low ?? scale.lowerBound)
        page.empty(
          "rect",
          [
            "class": "zone", "x": "0", "y": "\(Coordinate(top))", "width": "\(Coordinate(width))",
            "height": "\(Coordinate(max(0, bottom - top)))", "rx": "4",
          ])
      }
      for (day, value) in values.enumerated() where value == nil {
        page.empty(
          "circle",
          ["class": "gap", "cx": "\(Coordinate(x(day)))", "cy": "\(Coordinate(height - margin))", "r": "1.25"])
      }
      for run in runs {
        if run.count > 1 {
          page.empty("polyline", ["class": "line", "points": run.map(\.text).joined(separator: " ")])
        }
        for point in run {
          page.empty(
            "circle", ["class": "dot", "cx": "\(Coordinate(point.x))", "cy": "\(Coordinate(point.y))", "r": "2"])
        }
      }
      if let last = runs.last?.last {
        page.empty(
          "circle", ["class": "last", "cx": "\(Coordinate(last.x))", "cy": "\(Coordinate(last.y))", "r": "4"])
      }
    }
  }

  private func x(_ day: Int) -> Double {
    let steps = Double(max(1, values.count - 1))
    return margin + (width - 2 * margin) * Double(day) / steps
  }

  private func y(_ value: Double) -> Double {
    let length = scale.upperBound - scale.lowerBound
    guard length > 0 else { return height / 2 }
    let share = (min(max(value, scale.lowerBound), scale.upperBound) - scale.lowerBound) / length
    return height - margin - (height - 2 * margin) * share
  }

  private func point(_ day: Int, _ value: Double) -> Point { Point(x: x(day), y: y(value)) }
}
