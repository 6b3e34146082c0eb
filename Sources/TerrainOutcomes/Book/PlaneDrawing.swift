import TerrainPages
import TerrainBase

/// A plane of axes with its regions, as a drawing with a number in each region, between the ends of its axes.
struct PlaneDrawing {
  /// An end of an axis: its word and its value.
  struct End {
    let word: String
    let language: String
    let value: Int64
  }

  let plane: OutcomePlane
  /// The ends of the axis from the left to the right.
  let across: (low: End, high: End)
  /// The ends of the axis from the bottom to the top; nil where there is none.
  let up: (low: End, high: End)?

  /// So many regions have a tone of their own; then they repeat. Numbers distinguish them.
  private static let tones = 9
  /// The size of a step.
  private static let step = 18

  /// The tone of region `number`, from 1.
  static func tone(_ number: Int) -> Int { number % tones + 1 }

  func write(to page: inout Markup, id: String, title: String, description: String) {
    let (columns, lines) = (plane.across.range.count, plane.up?.range.count ?? 3)
    let (width, height) = (columns * Self.step, lines * Self.step)
    if let up { page.element("p", ["class": "ends"]) { end("↑", up.high, to: &$0) } }
    page.element(
      "svg",
      [
        "viewBox": "0 0 \(width) \(height)", "role": "img", "aria-labelledby": "\(id)-title \(id)-text",
        "class": "plane-drawing",
      ]
    ) { page in
      page.element("title", ["id": "\(id)-title"], title)
      page.element("desc", ["id": "\(id)-text"], description)
      for (number, region) in plane.regions.enumerated() {
        page.empty("path", ["class": "region region-\(Self.tone(number))", "d": path(region, lines)])
      }
      page.empty("path", ["class": "border", "d": borders(columns, lines)])
      zero(width, height, to: &page)
      for (number, region) in plane.regions.enumerated() {
        let y = plane.up == nil ? Double(lines) / 2 : region.middle.y
        page.element(
          "text",
          [
            "class": "number", "x": Self.length(region.middle.x * Double(Self.step)),
            "y": Self.length(y * Double(Self.step)), "text-anchor": "middle", "dominant-baseline": "central",
          ], "\(number + 1)")
      }
    }
    if let up { page.element("p", ["class": "ends"]) { end("↓", up.low, to: &$0) } }
    page.element("p", ["class": "ends across"]) { page in
      page.element("span") { end("←", across.low, to: &$0) }
      page.element("span") { end("→", across.high, to: &$0) }
    }
  }

  private func end(_ arrow: String, _ end: End, to page: inout Markup) {
    page.element("span", ["aria-hidden": "true"], arrow)
    page.words(" ")
    page.element("span", ["lang": end.language], end.word)
    page.words(" \(end.value)")
  }

  private func path(_ region: OutcomePlane.Region, _ lines: Int) -> String {
    let step = Self.step
    return region.rectangles.map { rectangle in
      let (x, y, width) = (rectangle.x * step, rectangle.y * step, rectangle.width * step)
      let height = (plane.up == nil ? lines : rectangle.height) * step
      return "M\(x) \(y)h\(width)v\(height)h-\(width)z"
    }.joined()
  }

  /// The lines between regions, each in one piece. A region is drawn as rectangles, whose own edges would show as stripes.
  private func borders(_ columns: Int, _ lines: Int) -> String {
    var owners = Array(repeating: Array(repeating: -1, count: columns), count: lines)
    for (number, region) in plane.regions.enumerated() {
      for rectangle in region.rectangles {
        for y in rectangle.y..<rectangle.y + (plane.up == nil ? lines : rectangle.height) {
          for x in rectangle.x..<rectangle.x + rectangle.width { owners[y][x] = number }
        }
      }
    }
    var path = ""
    for x in 1..<max(columns, 1) {
      for run in Self.runs((0..<lines).map { owners[$0][x - 1] != owners[$0][x] }) {
        path += "M\(x * Self.step) \(run.lowerBound * Self.step)v\(run.count * Self.step)"
      }
    }
    for y in 1..<max(lines, 1) {
      for run in Self.runs((0..<columns).map { owners[y - 1][$0] != owners[y][$0] }) {
        path += "M\(run.lowerBound * Self.step) \(y * Self.step)h\(run.count * Self.step)"
      }
    }
    return path
  }

  /// The longest ranges of positions that hold `true`.
  private static func runs(_ flags: [Bool]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    for (position, flag) in (flags + [false]).enumerated() {
      if flag {
        start = start ?? position
      } else if let begin = start {
        runs.append(begin..<position)
        start = nil
      }
    }
    return runs
  }

  /// The lines at 0 of each axis that has values on both sides.
  private func zero(_ width: Int, _ height: Int, to page: inout Markup) {
    let half = Double(Self.step) / 2
    if plane.across.range.lowerBound < 0, plane.across.range.contains(0) {
      let x = Self.length(Double(-plane.across.range.lowerBound) * Double(Self.step) + half)
      page.empty("path", ["class": "zero", "d": "M\(x) 0V\(height)"])
    }
    if let up = plane.up, up.range.lowerBound < 0, up.range.contains(0) {
      let y = Self.length(Double(up.range.upperBound) * Double(Self.step) + half)
      page.empty("path", ["class": "zero", "d": "M0 \(y)H\(width)"])
    }
  }

  /// A length, in quarters of a unit.
  private static func length(_ value: Double) -> String {
    let (whole, quarter) = Int((value * 4).rounded()).quotientAndRemainder(dividingBy: 4)
    return switch quarter {
    case 1: "\(whole).25"
    case 2: "\(whole).5"
    case 3: "\(whole).75"
    default: "\(whole)"
    }
  }
}
