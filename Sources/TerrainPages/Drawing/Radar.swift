import TerrainDocuments

/// Axes around a center, and a person's value on each.
struct Radar {
  /// An axis.
  struct Axis {
    let label: String
    /// How far out: 0 is the centre, 1 the rim.
    let share: Double
    /// What is written below the label.
    let reading: String
  }

  let axes: [Axis]
  private let radius = 104.0
  private let center: Point
  private let width: Double
  private let height: Double

  init(axes: [Axis]) {
    self.axes = axes
    // Room for the widest label on both sides; 8.2 is what a column of it takes at most.
    let columns = axes.map { max(TerminalText.width($0.label), TerminalText.width($0.reading)) }.max() ?? 0
    width = 2 * (radius * 1.1 + 8.2 * Double(min(columns, 24)))
    height = 2 * radius + 92
    center = Point(x: width / 2, y: radius + 46)
  }

  /// Draws it; `description` says the same in words.
  func write(to page: inout Markup, title: String, description: String) {
    page.element(
      "svg",
      [
        "class": "radar", "viewBox": "0 0 \(Coordinate(width)) \(Coordinate(height))", "role": "img",
        "aria-label": "\(title). \(description)",
      ]
    ) { page in
      for ring in [0.25, 0.5, 0.75, 1] {
        page.empty(
          "polygon", ["class": ring == 0.5 ? "ring middle" : "ring", "points": outline { _ in ring }])
      }
      for position in axes.indices {
        let end = point(position, 1)
        page.empty(
          "line",
          [
            "class": "spoke", "x1": "\(Coordinate(center.x))", "y1": "\(Coordinate(center.y))",
            "x2": "\(Coordinate(end.x))", "y2": "\(Coordinate(end.y))",
          ])
      }
      page.empty("polygon", ["class": "shape", "points": outline { axes[$0].share }])
      for (position, axis) in axes.enumerated() {
        let dot = point(position, axis.share)
        page.empty(
          "circle", ["class": "corner", "cx": "\(Coordinate(dot.x))", "cy": "\(Coordinate(dot.y))", "r": "4"])
      }
      for (position, axis) in axes.enumerated() { label(axis, at: position, to: &page) }
    }
  }

  private func label(_ axis: Axis, at position: Int, to page: inout Markup) {
    let place = point(position, 1.14)
    let side = place.x - center.x
    let anchor = abs(side) < radius * 0.2 ? "middle" : side > 0 ? "start" : "end"
    // Two lines, on the far side of the rim.
    let first = place.y < center.y - radius * 0.8 ? place.y - 14 : place.y > center.y ? place.y + 6 : place.y - 2
    page.element(
      "text",
      ["class": "name", "x": "\(Coordinate(place.x))", "y": "\(Coordinate(first))", "text-anchor": anchor], axis.label)
    page.element(
      "text",
      ["class": "reading", "x": "\(Coordinate(place.x))", "y": "\(Coordinate(first + 15))", "text-anchor": anchor],
      axis.reading)
  }

  private func outline(_ share: (Int) -> Double) -> String {
    axes.indices.map { point($0, share($0)).text }.joined(separator: " ")
  }

  private func point(_ position: Int, _ share: Double) -> Point {
    let (x, y) = Self.direction(position, of: axes.count)
    let distance = radius * min(max(share, 0), 1.3)
    return Point(x: center.x + distance * x, y: center.y + distance * y)
  }

  /// The unit vector to corner `position` of a regular polygon whose first corner is on top, clockwise.
  static func direction(_ position: Int, of count: Int) -> (x: Double, y: Double) {
    let turn = Double(position) / Double(max(1, count))
    return (x: sine(turn), y: -sine(turn + 0.25))
  }

  /// The sine of `turns` full turns. The standard library has none, and a drawing needs four digits: Taylor's series on the
  /// quarter turn that is nearest to zero.
  static func sine(_ turns: Double) -> Double {
    var turn = turns - turns.rounded(.down)
    var sign = 1.0
    if turn >= 0.5 { (turn, sign) = (turn - 0.5, -1) }
    if turn > 0.25 { turn = 0.5 - turn }
    let angle = turn * 2 * Double.pi
    var term = angle
    var sum = angle
    for power in stride(from: 3.0, through: 13, by: 2) {
      term *= -angle * angle / (power * (power - 1))
      sum += term
    }
    return sign * sum
  }
}
