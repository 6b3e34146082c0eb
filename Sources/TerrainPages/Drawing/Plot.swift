import TerrainBase
import TerrainDocuments

/// A drawing as wide as its place, between scales whose words keep the size of the page's text.
///
/// The drawing's coordinates are shares of its place: 0 to 100 both ways, y downwards. Lines keep their width, and dots are lines
/// without length.
struct Plot {
  /// A value on a scale.
  struct Tick {
    /// The height as a share: 0 is the lower edge, 1 the upper.
    let share: Double
    /// The value, written.
    let label: String
  }

  /// Ticks that are nearer to one another than this share would overlap.
  private static let room = 0.17

  /// The values to the left of the plot; of two that would overlap, the first is shown.
  let ticks: [Tick]
  /// The value to the right of the plot.
  var last: Tick?

  /// Writes a figure with the drawing that `draw` writes.
  ///
  /// - Parameters:
  ///   - description: the drawing in words.
  ///   - caption: writes the text below it.
  func write(
    to page: inout Markup, title: String, description: String, caption: (inout Markup) -> Void,
    draw: (inout Markup) -> Void
  ) {
    page.element("figure", ["class": "plot"]) { page in
      scale(shown, "scale", to: &page)
      page.element(
        "svg", ["viewBox": "0 0 100 100", "preserveAspectRatio": "none", "role": "img", "aria-label": title]
      ) { page in
        page.element("desc", description)
        for tick in shown {
          let y = "\(Coordinate(100 - 100 * tick.share))"
          page.empty("line", ["class": "grid-line", "x1": "0", "x2": "100", "y1": y, "y2": y])
        }
        draw(&page)
      }
      if let last { scale([last], "scale last-value", to: &page) }
      page.element("figcaption", ["class": "ends"], caption)
    }
  }

  /// The ticks that do not overlap one before them.
  private var shown: [Tick] {
    ticks.reduce(into: []) { shown, tick in
      if !shown.contains(where: { abs($0.share - tick.share) < Self.room }) { shown.append(tick) }
    }
  }

  /// Writes labels at their heights, in the width of the widest label; drawings and tables have the same values in words.
  private func scale(_ ticks: [Tick], _ name: String, to page: inout Markup) {
    let columns = ticks.map { TerminalText.width($0.label) }.max() ?? 0
    page.element("div", ["class": name, "aria-hidden": "true", "style": "width:\(columns)ch"]) { page in
      for tick in ticks {
        page.element("span", ["style": "bottom:\(Coordinate(100 * min(max(tick.share, 0), 1)))%"], tick.label)
      }
    }
  }

  /// A dot of a drawing: a line without length, which stays round when the drawing is stretched.
  static func dot(at x: Double, _ y: Double) -> String { "M\(Coordinate(x)) \(Coordinate(y))h0" }
}

/// A number in a drawing: at most two digits after the point, which is finer than any screen, and the same text everywhere.
struct Coordinate: CustomStringConvertible {
  let value: Double

  init(_ value: Double) { self.value = value.isFinite ? min(max(value, -1e6), 1e6) : 0 }

  var description: String {
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    let sign = hundredths < 0 ? "-" : ""
    if rest == 0 { return "\(sign)\(whole)" }
    if rest % 10 == 0 { return "\(sign)\(whole).\(rest / 10)" }
    return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}

/// A point of a drawing; y grows downwards.
struct Point {
  let x: Double
  let y: Double

  /// As a path or a list of points has it.
  var text: String { "\(Coordinate(x)) \(Coordinate(y))" }
}

/// A number of a result: exact for programs, rounded for people.
struct Figure {
  /// All digits, as in the JSON of the same result.
  let exact: String
  let value: Double

  init(_ value: Double) {
    exact = value.description
    self.value = value.isFinite ? value : 0
  }

  init(_ value: some BinaryInteger) {
    exact = "\(value)"
    self.value = Double(value)
  }

  /// The number with at most `places` digits after the point, with a minus sign as it is printed; `signed`, with a plus sign too.
  func shown(places: Int = 1, signed: Bool = false) -> String {
    var factor = 1.0
    for _ in 0..<places { factor *= 10 }
    let scaled = (abs(value) * factor).rounded()
    guard scaled < 1e15 else { return exact }
    let whole = Int64(scaled / factor)
    var fraction = "\(Int64(scaled) - whole * Int64(factor))"
    fraction = String(repeating: "0", count: max(0, places - fraction.count)) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    let digits = fraction.isEmpty ? "\(whole)" : "\(whole).\(fraction)"
    if scaled == 0 { return digits }
    return value < 0 ? "\u{2212}\(digits)" : signed ? "+\(digits)" : digits
  }

  /// The number, as a whole percentage if it is a share of a whole.
  func shown(asShare isShare: Bool, signed: Bool = false) -> String {
    guard isShare else { return shown(signed: signed) }
    let percents = (abs(value) * 100).rounded()
    guard percents < 1e15 else { return exact }
    let sign = percents == 0 ? "" : value < 0 ? "\u{2212}" : signed ? "+" : ""
    return "\(sign)\(Int64(percents)) %"
  }
}

extension Markup {
  /// Writes a number for people, with all its digits in an attribute for programs.
  mutating func figure(_ figure: Figure, places: Int = 1, signed: Bool = false) {
    element("data", ["value": figure.exact], figure.shown(places: places, signed: signed))
  }

  /// Writes a count.
  mutating func figure(_ count: Int) { figure(Figure(count)) }

  /// Writes a number, as a whole percentage if it is a share of a whole.
  mutating func figure(_ value: Double, asShare isShare: Bool, signed: Bool = false) {
    let figure = Figure(value)
    element("data", ["value": figure.exact], figure.shown(asShare: isShare, signed: signed))
  }
}

/// A drawing of the pack, in the color of the text around it: light, dark and on paper.
///
/// It is a mask and not part of the page, so that nothing in it can run, be fetched, or be selected.
package struct Picture: Sendable {
  /// The maximum size in bytes of files in pages.
  private static let mostBytes = 32 << 10

  private let address: String

  /// The drawing in the file `bytes`; nil if that is no SVG, or too large.
  package init?(svg bytes: [UInt8]) {
    guard bytes.count <= Self.mostBytes, String(decoding: bytes, as: UTF8.self).contains("<svg") else { return nil }
    let digits = Array("0123456789ABCDEF")
    var address = "data:image/svg+xml,"
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        address.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        address += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    self.address = address
  }

  /// Writes it next to words with the same meaning.
  func write(to page: inout Markup, class name: String) {
    page.element(
      "span", ["class": "picture \(name)", "aria-hidden": "true", "style": "--picture:url(\(address))"], "")
  }
}

/// Values of days, on a scale. A day without a value leaves nothing: no dot, and no line through it.
struct DayChart {
  /// The number of days above which dots would touch; then only days between two gaps have a dot.
  private static let mostDots = 31

  /// From the first day to the last; nil if nothing is known.
  let values: [Double?]
  /// The ends of the scale.
  let scale: ClosedRange<Double>
  /// The good range; either end may be open.
  let zone: (low: Double?, high: Double?)?
  /// Formats a value.
  let written: (Double) -> String
  /// Formats the day at a position.
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

  /// Draws it; `description` has the values in words, and `caption` writes the text below it.
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

/// Days on which something was there or was not, as a row of dots: filled, hollow, and a dash for a day of which nothing is known.
struct DayDots {
  private static let step = 20.0

  /// From the first day to the last.
  let values: [Bool?]
  /// The value of the day at a position, in words.
  let written: (Int, Bool?) -> String

  /// Draws it; `caption` writes the text below it.
  func write(to page: inout Markup, title: String, caption: (inout Markup) -> Void) {
    let width = Self.step * Double(values.count)
    let texts = values.enumerated().map { written($0, $1) }
    page.element("figure", ["class": "dots"]) { page in
      page.element(
        "svg", ["viewBox": "0 0 \(Coordinate(width)) \(Coordinate(Self.step))", "role": "img", "aria-label": title]
      ) { page in
        page.element("desc", texts.joined(separator: ", "))
        // Between the halves of the window.
        let middle = "\(Coordinate(Self.step * Double(values.count / 2)))"
        page.empty(
          "line", ["class": "half", "x1": middle, "x2": middle, "y1": "0", "y2": "\(Coordinate(Self.step))"])
        for (position, value) in values.enumerated() {
          let x = Self.step * (Double(position) + 0.5)
          page.element("g") { page in
            page.element("title", texts[position])
            guard let value else {
              let (from, to) = ("\(Coordinate(x - 2.5))", "\(Coordinate(x + 2.5))")
              return page.empty("line", ["class": "no-day", "x1": from, "x2": to, "y1": "10", "y2": "10"])
            }
            page.empty(
              "circle", ["class": value ? "day" : "day off", "cx": "\(Coordinate(x))", "cy": "10", "r": "6"])
          }
        }
      }
      page.element("figcaption", ["class": "ends"], caption)
    }
  }
}

/// An axis as a line between its ends, with a mark at the value, filled from the point of balance. On an axis with two sides that point is
/// between the ends, and has a mark too.
struct AxisRail {
  /// The position between the ends, from 0 to 1.
  let share: Double
  /// The position of balance.
  let origin: Double
  /// True if the axis has two sides.
  let isTwoSided: Bool

  func write(to page: inout Markup) {
    page.element("div", ["class": isTwoSided ? "rail two" : "rail one", "aria-hidden": "true"]) { page in
      let fill = "left:\(percent(min(origin, share)));width:\(percent(abs(share - origin)))"
      page.element("span", ["class": "fill", "style": fill], "")
      if isTwoSided { page.element("span", ["class": "zero", "style": "left:\(percent(origin))"], "") }
      page.element(
        "span", ["class": share == origin ? "knob none" : "knob", "style": "left:\(percent(share))"], "")
    }
  }

  private func percent(_ share: Double) -> String { "\(Coordinate(100 * min(max(share, 0), 1)))%" }
}
