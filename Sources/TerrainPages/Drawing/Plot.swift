import TerrainDocuments

/// A drawing as wide as its place, between scales whose words keep the size of the page's text.
///
/// The drawing's coordinates are shares of its place: 0 to 100 both ways, y downwards. Lines keep their width, and dots are lines
/// without length.
struct Plot {
  /// A value on a scale.
  struct Tick {
    /// How far up: 0 is the lower edge, 1 the upper.
    let share: Double
    /// The value, written.
    let label: String
  }

  /// Ticks that are nearer to one another than this share would overlap.
  private static let room = 0.17

  /// The values beside the left edge; of two that would overlap, the first is shown.
  let ticks: [Tick]
  /// The value beside the right edge.
  var last: Tick?

  /// Writes a figure with the drawing that `draw` writes.
  ///
  /// - Parameters:
  ///   - description: the drawing in words.
  ///   - caption: writes what is below it.
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

  /// Writes labels at their heights, as wide as the widest; drawings and tables have them in words.
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
