import TerrainDocuments

/// Axes around a center, with a person's distance from the center on each: the center is balance, the rim the maximum.
struct Radar {
  /// An axis.
  struct Axis {
    let label: String
    /// The distance from the center: 0 is the center, 1 the rim.
    let extent: Double
    /// True if the axis goes both ways from its zero; its mark is a diamond then, else a disc.
    let isTwoSided: Bool
    /// The text below the label.
    let reading: String
  }

  /// Fewer axes have no area between them.
  static let leastAxes = 3

  /// The maximum columns of a label's line: `soft` if it can be broken, and `hard` otherwise.
  private static let columns = (soft: 12, hard: 14)
  private static let lineHeight = 16.0
  private static let radius = 92.0
  /// The distance of labels from the center, as a share of the radius.
  private static let labelDistance = 1.12
  /// Labels that are no further than this share of the radius from the middle are centered.
  private static let middle = 0.2

  let axes: [Axis]
  /// The value at the rim, if it is the same on all axes.
  private let most: UInt64?
  private let center: Point
  private let width: Double
  private let height: Double

  /// - Parameter most: the value at the rim, if it is the same on all axes.
  init(axes: [Axis], most: UInt64?) {
    self.axes = axes
    self.most = most
    // Leaves room for the labels on both sides; 7.6 is the maximum width of a column.
    let reach = axes.enumerated().map { position, axis in
      let columns = (Self.lines(axis.label) + [axis.reading]).map { TerminalText.width($0) }.max() ?? 0
      let side = abs(Self.direction(position, of: axes.count).x)
      return Self.labelDistance * Self.radius * side + 7.6 * Double(columns) * (side < Self.middle ? 0.5 : 1)
    }
    width = 2 * max(reach.max() ?? 0, Self.radius)
    height = 2 * Self.radius + 108
    center = Point(x: width / 2, y: Self.radius + 54)
  }

  /// Draws it; `description` is the same in words.
  func write(to page: inout Markup, title: String, description: String) {
    page.element(
      "svg",
      [
        "class": "radar", "viewBox": "0 0 \(Coordinate(width)) \(Coordinate(height))", "role": "img",
        "aria-label": title,
      ]
    ) { page in
      page.element("desc", description)
      for ring in [0.5, 1] { page.empty("polygon", ["class": "ring", "points": outline { _ in ring }]) }
      for position in axes.indices {
        let end = point(position, 1)
        page.empty(
          "line",
          [
            "class": "spoke", "x1": "\(Coordinate(center.x))", "y1": "\(Coordinate(center.y))",
            "x2": "\(Coordinate(end.x))", "y2": "\(Coordinate(end.y))",
          ])
      }
      if axes.contains(where: { $0.extent > 0 }) {
        page.empty("polygon", ["class": "shape", "points": outline { axes[$0].extent }])
      }
      // A balanced axis has no mark, only its label.
      for (position, axis) in axes.enumerated() where axis.extent > 0 { mark(axis, at: position, to: &page) }
      if let most { rings(most, to: &page) }
      for (position, axis) in axes.enumerated() { label(axis, at: position, to: &page) }
    }
  }

  private func mark(_ axis: Axis, at position: Int, to page: inout Markup) {
    let place = point(position, axis.extent)
    guard axis.isTwoSided else {
      return page.empty(
        "circle", ["class": "corner one", "cx": "\(Coordinate(place.x))", "cy": "\(Coordinate(place.y))", "r": "5"])
    }
    let (x, y) = (place.x, place.y)
    let corners = [Point(x: x, y: y - 6.5), Point(x: x + 6.5, y: y), Point(x: x, y: y + 6.5), Point(x: x - 6.5, y: y)]
    page.empty("polygon", ["class": "corner two", "points": corners.map(\.text).joined(separator: " ")])
  }

  /// The values of the rings, next to the first axis.
  private func rings(_ most: UInt64, to page: inout Markup) {
    for (ring, value) in [(0.5, Figure(Double(most) / 2)), (1, Figure(most))] {
      let place = point(0, ring)
      page.element(
        "text", ["class": "ring-value", "x": "\(Coordinate(place.x + 5))", "y": "\(Coordinate(place.y + 13))"],
        value.shown())
    }
  }

  private func label(_ axis: Axis, at position: Int, to page: inout Markup) {
    let place = point(position, Self.labelDistance)
    let side = place.x - center.x
    let anchor = abs(side) < Self.radius * Self.middle ? "middle" : side > 0 ? "start" : "end"
    let lines = Self.lines(axis.label)
    let height = Self.lineHeight * Double(lines.count)
    let first =
      place.y < center.y - Self.radius * 0.5
      ? place.y - height : place.y > center.y + Self.radius * 0.5 ? place.y + 10 : place.y - height / 2 + 4
    for (number, line) in (lines + [axis.reading]).enumerated() {
      page.element(
        "text",
        [
          "class": number < lines.count ? "name" : "reading", "x": "\(Coordinate(place.x))",
          "y": "\(Coordinate(first + Self.lineHeight * Double(number)))", "text-anchor": anchor,
        ], line)
    }
  }

  /// `label`, on two lines if it is long, broken where the longer line is shortest.
  private static func lines(_ label: String) -> [String] {
    let words = label.split(separator: " ")
    guard TerminalText.width(label) > columns.soft, words.count > 1 else { return [cut(label)] }
    let breaks = (1..<words.count).map { (words[..<$0].joined(separator: " "), words[$0...].joined(separator: " ")) }
    func longest(_ lines: (String, String)) -> Int { max(TerminalText.width(lines.0), TerminalText.width(lines.1)) }
    guard let best = breaks.min(by: { longest($0) < longest($1) }) else { return [cut(label)] }
    return [cut(best.0), cut(best.1)]
  }

  private static func cut(_ line: String) -> String {
    guard TerminalText.width(line) > columns.hard else { return line }
    var short = line
    while TerminalText.width(short) >= columns.hard { short.removeLast() }
    return short + "…"
  }

  private func outline(_ share: (Int) -> Double) -> String {
    axes.indices.map { point($0, share($0)).text }.joined(separator: " ")
  }

  private func point(_ position: Int, _ share: Double) -> Point {
    let (x, y) = Self.direction(position, of: axes.count)
    let distance = Self.radius * min(max(share, 0), 1.3)
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
