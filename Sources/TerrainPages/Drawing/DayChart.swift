/// Values of days, on a scale. A day without a value leaves nothing: no dot, and no line through it.
struct DayChart {
  /// Beyond so many days, dots would touch: only days between two gaps have one.
  private static let mostDots = 31

  /// From the first day to the last; nil where nothing is known.
  let values: [Double?]
  /// The ends of the scale.
  let scale: ClosedRange<Double>
  /// Where it is well; either end may be open.
  let zone: (low: Double?, high: Double?)?
  /// How a value is written.
  let written: (Double) -> String
  /// How the day at a position is written.
  let day: (Int) -> String

  /// Days in a row that have a value, by their positions.
  var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    for position in values.indices where values[position] != nil {
      if let last = runs.last, last.upperBound == position {
        runs[runs.count - 1] = last.lowerBound..<position + 1
      } else {
        runs.append(position..<position + 1)
      }
    }
    return runs
  }

  /// Draws it; `description` has the values in words, and `caption` writes what is below it.
  func write(to page: inout Markup, title: String, description: String, caption: (inout Markup) -> Void) {
    let ends = [scale.lowerBound, scale.upperBound, zone?.low, zone?.high].compactMap(\.self)
    let plot = Plot(
      ticks: ends.map { Plot.Tick(share: share($0), label: written($0)) },
      last: values.last.flatMap(\.self).map { Plot.Tick(share: share($0), label: written($0)) })
    plot.write(to: &page, title: title, description: description, caption: caption) { page in
      if let zone {
        let (top, bottom) = (y(zone.high ?? scale.upperBound), y(zone.low ?? scale.lowerBound))
        page.empty(
          "rect",
          [
            "class": "zone", "x": "0", "y": "\(Coordinate(top))", "width": "100",
            "height": "\(Coordinate(max(0, bottom - top)))",
          ])
      }
      // Between the halves of the window.
      let middle = "\(Coordinate((x(values.count / 2) + x(values.count / 2 - 1)) / 2))"
      page.empty("line", ["class": "half", "x1": middle, "x2": middle, "y1": "0", "y2": "100"])
      for run in runs { draw(run, to: &page) }
    }
  }

  private func draw(_ run: Range<Int>, to page: inout Markup) {
    if run.count > 1 {
      let points = run.compactMap { position in values[position].map { Point(x: x(position), y: y($0)).text } }
      page.empty("polyline", ["class": "line", "points": points.joined(separator: " ")])
    }
    guard values.count <= Self.mostDots || run.count == 1 else { return }
    for position in run {
      guard let value = values[position] else { continue }
      let isLast = position == values.count - 1
      page.element("path", ["class": isLast ? "dot last" : "dot", "d": Plot.dot(at: x(position), y(value))]) { page in
        page.element("title", "\(day(position)): \(written(value))")
      }
    }
  }

  private func x(_ day: Int) -> Double { (Double(day) + 0.5) * 100 / Double(max(1, values.count)) }

  private func share(_ value: Double) -> Double {
    let length = scale.upperBound - scale.lowerBound
    guard length > 0, length.isFinite else { return 0.5 }
    return (min(max(value, scale.lowerBound), scale.upperBound) - scale.lowerBound) / length
  }

  private func y(_ value: Double) -> Double { 100 - 100 * share(value) }
}
